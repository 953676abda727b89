/**
 * The ratings of the players of open tables, by system and side.
 *
 * @import { Standing } from '../club/api.js'
 */

import * as api from '../api.js';
import * as club from '../club/api.js';
import { clubNav } from '../club/nav.js';
import { playerLink } from '../club/words.js';
import { fill, h } from '../dom.js';
import { capital, sideName } from '../words.js';
import { frame } from './frame.js';

/** A rating whose deviation is larger says little yet. */
const SURE = 110;

/** @param {HTMLElement} root */
export async function ratingsScreen(root) {
  const [{ battles }, { standings }] = await Promise.all([api.battles(), club.ratings()]);
  const systems = [...new Set([...battles.map(({ system }) => system), ...standings.map(({ system }) => system)])];
  const place = h('div', null);
  const system = picker('System', [['', 'Every system'], ...systems.map((id) => /** @type {[string, string]} */ ([id, capital(id)]))]);
  const side = picker('Side', [['', 'Both sides'], ['union', 'The Union'], ['confederate', 'The Confederacy']]);
  const draw = () => {
    const wanted = standings.filter((one) => (system.input.value === '' || one.system === system.input.value) && (side.input.value === '' || one.side === side.input.value));
    fill(place, wanted.length === 0
      ? h('p', { class: 'offer-none' }, standings.length === 0 ? 'Nobody has finished a rated game yet.' : 'Nobody has finished a rated game of that kind yet.')
      : standingsTable(wanted, { players: true }));
  };
  for (const one of [system, side]) one.input.addEventListener('change', draw);
  draw();
  const framed = frame(root, { title: 'Ratings', wide: true },
    clubNav('ratings'),
    h('h1', null, 'Ratings'),
    h('p', { class: 'club-words' }, 'Everybody begins at 1500 ± 350, in each system and on each side by itself. A rating is about right within twice what stands behind the ±; those that are unsure yet are set in italics. Only rated games count whose record replays, with both players in their seats to the end; a game that is given up is lost, however early.'),
    h('div', { class: 'offer-filters', role: 'group', 'aria-label': 'Filter the ratings' }, system.node, side.node),
    place);
  return framed;
}

/** @param {string} title @param {[string, string][]} choices */
function picker(title, choices) {
  const input = h('select', { class: 'input' }, choices.map(([value, text]) => h('option', { value }, text)));
  return { input, node: h('label', { class: 'field' }, h('span', { class: 'field-name' }, title), input) };
}

/** @param {Standing[]} standings @param {{players?: boolean}} [options] `players`: of several */
export function standingsTable(standings, { players = false } = {}) {
  const heads = [...(players ? ['Player'] : []), 'Rating', 'System', 'Side', 'Games', 'Won', 'Drawn', 'Lost'];
  return h('div', { class: 'club-scroll', role: 'region', 'aria-label': 'Ratings', tabindex: 0 }, h('table', { class: 'club-table' },
    h('thead', null, h('tr', null, heads.map((text) => h('th', { scope: 'col' }, text)))),
    h('tbody', null, standings.map((one) => h('tr', null,
      players ? h('th', { scope: 'row' }, playerLink(one.player)) : null,
      h('td', { class: 'club-number' }, h(one.deviation > SURE ? 'i' : 'b', null, `${one.rating} ± ${one.deviation}`)),
      h('td', null, capital(one.system)),
      h('td', null, h('span', { class: `side-${one.side}` }, h('span', { class: 'side-mark' }), capital(sideName(one.side)))),
      [one.won + one.drawn + one.lost, one.won, one.drawn, one.lost].map((number) => h('td', { class: 'club-number' }, String(number))))))));
}
