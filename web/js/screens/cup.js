/**
 * A cup: its table, its rounds, entering it, and what its organiser does.
 *
 * @import { CupPage, CupPair, Forfeit } from '../club/api.js'
 */

import * as club from '../club/api.js';
import { clubNav } from '../club/nav.js';
import { cupState, playerLink, playerWords, termsWords, titleOf } from '../club/words.js';
import { choose, confirm, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { go } from '../router.js';
import { count } from '../words.js';
import { faultWords, frame } from './frame.js';

/** @param {HTMLElement} root @param {{id: string}} params */
export async function cupScreen(root, { id }) {
  const first = await club.cup(id);
  const place = h('div', null);
  /** @param {CupPage} page */
  const draw = (page) => fill(place, head(page), buttons(page, act), table(page), rounds(page, act));
  /** @param {() => Promise<CupPage | null>} work */
  const act = async (work) => {
    try {
      const page = await work();
      if (page) draw(page);
    } catch (fault) {
      toast(faultWords(fault), { kind: 'problem' });
      draw(await club.cup(id));
    }
  };
  draw(first);
  return frame(root, { title: first.cup.name, wide: true }, clubNav(), place);
}

/** @param {CupPage} page */
const head = ({ cup, words }) => [
  h('h1', null, cup.name),
  h('p', null, h('span', { class: 'chip' }, cupState(cup)), ' ', `${titleOf(cup.terms)}. `, cup.kind === 'swiss' ? `Swiss, ${count(cup.rounds, 'round')}. ` : 'Everybody meets everybody. ', 'Organised by ', playerLink(cup.organiser), '.'),
  h('p', { class: 'hint' }, `${termsWords(cup.terms)} ${cup.terms.rated ? 'Rated.' : 'Not rated.'}`),
  words ? h('p', { class: 'club-words' }, words) : null,
];

/** @typedef {(work: () => Promise<CupPage | null>) => Promise<void>} Act */

/** @param {CupPage} page @param {Act} act */
function buttons({ cup, table, rounds }, act) {
  const me = club.myId();
  if (me === null) return h('p', null, h('a', { href: '#/tables' }, 'Choose a name'), ' to enter a cup.');
  const row = table.find(({ player }) => player.id === me);
  const button = (/** @type {string} */ text, /** @type {() => Promise<CupPage | null>} */ work, kind = '') =>
    h('button', { type: 'button', class: `button ${kind}`.trim(), on: { click: () => void act(work) } }, text);
  const leave = async () => {
    const sure = cup.state === 'open' || await confirm({ title: 'Leave the cup?', text: 'No more games are drawn for you. Those that go on are yours to finish.', yes: 'Leave', no: 'Stay', danger: true });
    return sure ? club.cupDo(cup.id, 'leave') : null;
  };
  const giveUp = async () => {
    if (!await confirm({ title: 'Give the cup up?', text: 'The cup and its table are gone. Its games are played on without it.', yes: 'Give it up', no: 'Keep it', danger: true })) return null;
    await club.giveCupUp(cup.id);
    go('#/cups');
    return null;
  };
  const mine = cup.organiser.id === me;
  const decided = rounds.flat().every((pair) => pair.union_points !== null);
  return h('p', { class: 'row' },
    cup.state === 'open' && !row ? button('Enter', () => club.cupDo(cup.id, 'enter'), 'button-primary') : null,
    row && !row.left && cup.state !== 'over' ? button('Leave…', leave) : null,
    mine && cup.state !== 'over' && cup.drawn < Math.max(cup.rounds, 1)
      ? decided && table.length > 1
        ? button(cup.drawn === 0 ? 'Begin: draw the first round' : 'Draw the next round', () => club.cupDo(cup.id, 'rounds'), 'button-primary')
        : h('span', { class: 'hint' }, table.length > 1 ? 'The next round is drawn when every game of this one is decided.' : 'It begins when at least two have entered.')
      : null,
    mine ? button('Give the cup up…', giveUp, 'button-quiet') : null,
    row && cup.state === 'running' ? h('a', { class: 'button', href: '#/tables' }, 'To your games') : null);
}

/** Points as people write them: ½, 1½, 2. @param {number} points */
export const halves = (points) => (points % 1 === 0 ? String(points) : `${Math.floor(points) || ''}½`);

/** @param {CupPage} page */
function table({ table }) {
  if (table.length === 0) return h('p', { class: 'offer-none' }, 'Nobody has entered yet.');
  const heads = ['Place', 'Player', 'Points', 'Buchholz', 'Direct', 'Played'];
  return [
    h('h2', { class: 'club-later' }, 'Table'),
    h('div', { class: 'club-scroll', role: 'region', 'aria-label': 'Table', tabindex: 0 }, h('table', { class: 'club-table' },
      h('thead', null, h('tr', null, heads.map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', null, table.map((row, index) => h('tr', null,
        h('td', { class: 'club-number' }, String(index + 1)),
        h('th', { scope: 'row' }, playerLink(row.player), row.left && row.player.name ? ' (has left the cup)' : ''),
        [row.points, row.buchholz, row.direct].map((points) => h('td', { class: 'club-number' }, halves(points))),
        h('td', { class: 'club-number' }, String(row.played))))))),
    h('p', { class: 'hint club-under' }, 'A win, or a round without a game, is a point, a draw half of one. Whoever has as many goes by the points of all whom he has met (Buchholz), then by the games between those who are still alike, then by who entered first.'),
  ];
}

/** @param {CupPage} page @param {Act} act */
function rounds({ cup, rounds }, act) {
  return rounds.map((pairs, index) => {
    const open = cup.state === 'running' && index === rounds.length - 1 && cup.organiser.id === club.myId();
    return h('section', { class: 'cup-round', 'aria-labelledby': `round-${index}` },
      h('h2', { id: `round-${index}` }, `Round ${index + 1}`),
      h('ol', { class: 'cup-pairs' }, pairs.map((pair, at) => h('li', { class: 'card cup-pair' },
        h('p', null, pairWords(pair)),
        open && pair.confederate ? h('button', {
          type: 'button', class: 'button button-small', 'aria-label': `Decide ${playerWords(pair.union)} against ${playerWords(pair.confederate)}`,
          on: { click: () => void act(() => decide(cup.id, index + 1, at + 1)) },
        }, 'Decide…') : null))));
  }).reverse();
}

/** @param {CupPair} pair */
function pairWords({ union, confederate, union_points: one, confederate_points: other, forfeit }) {
  if (!confederate) return [playerLink(union), ' has no game in this round: a point.'];
  const result = one === null || other === null ? 'goes on' : `${halves(one)} : ${halves(other)}${forfeit ? ' (the organiser’s word)' : ''}`;
  return [
    h('span', { class: 'side-union' }, h('span', { class: 'side-mark', role: 'img', 'aria-label': 'The Union:' })), playerLink(union), ' against ',
    h('span', { class: 'side-confederate' }, h('span', { class: 'side-mark', role: 'img', 'aria-label': 'the Confederacy:' })), playerLink(confederate), `: ${result}`,
  ];
}

/** @param {string} cup @param {number} round @param {number} pair */
async function decide(cup, round, pair) {
  const word = await choose({
    title: 'How does this game end?', text: 'For a game that is not played, or not played on. Your word goes before the game’s own end, and changes no rating.',
    options: [
      { value: 'union', label: 'The Union’s player has won' },
      { value: 'confederate', label: 'The Confederates’ player has won' },
      { value: 'drawn', label: 'Half a point each' },
      { value: 'neither', label: 'Nothing for either' },
      { value: 'game', label: 'The game’s own end counts' },
    ],
  });
  if (word === null) return null;
  return club.decideCup(cup, { round, pair, result: word === 'game' ? null : /** @type {Forfeit} */ (word) });
}
