// The dialog about seats: names, who is there, links to give away, and a new link for one that was lost.

import { battles, joinLink } from '../api.js';
import { confirm, show } from '../dialogs.js';
import { fill, h } from '../dom.js';
import * as store from '../store.js';
import { copy } from './clipboard.js';
import { changeLevel, handOver, levelsFor, replacePlayer, seatWords, takeBack } from './computer.js';
import { SIDES, sideLabel } from './sides.js';

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').Side} Side
 */

/** Opens the dialog. @param {Table} table */
export async function seatsDialog(table) {
  const body = h('div', { class: 'seats' });
  const levels = await levelsFor(table.view.battle);
  const draw = () => fill(body,
    SIDES.map((side) => seatRow(table, side, levels, draw)),
    watchRow(table, draw),
    h('p', { class: 'hint' }, owns(table)
      ? 'Whoever opens a link of a seat holds that seat. A new link makes the old one worthless.'
      : 'Only the creator of the game can make new links.'));
  draw();
  // The server may know a better address for links than the one this page is open under.
  void battles().catch(() => undefined);
  await show({ title: 'Seats and links', body, className: 'dialog-seats', choices: [{ value: 'done', label: 'Done', kind: 'primary' }] });
}

/** @param {Table} table */
function owns(table) {
  return table.roles.includes('owner');
}

/** @param {Table} table @param {Side} side @param {import('../types.js').Computer[]} levels @param {() => void} draw */
function seatRow(table, side, levels, draw) {
  const seat = table.view.seats[side];
  const mine = table.seats.includes(side);
  return h('section', { class: 'seat', dataset: { side } },
    h('h3', null, h('span', { class: 'side-mark', 'aria-hidden': 'true' }), `${sideLabel(side)} seat`),
    h('p', { class: 'hint' }, seatWords(table, side)),
    computerButton(table, side, levels, draw),
    seat?.holder === 'computer' ? null : mine || owns(table) ? nameForm(table, side, seat?.name ?? '') : h('p', null, seat?.name ?? 'No name'),
    linkButtons(table, side, `The link to the ${sideLabel(side)} seat`, draw));
}

/** Seats a computer, or takes it out again. @param {Table} table @param {Side} side @param {import('../types.js').Computer[]} levels @param {() => void} draw */
function computerButton(table, side, levels, draw) {
  const own = table.keys.includes(side);
  if (table.view.status !== 'playing' || !(own || owns(table))) return null;
  const seated = table.view.seats[side]?.holder === 'computer';
  if (!seated && levels.length === 0) return null;
  const button = (/** @type {string} */ label, /** @type {(table: Table, side: Side, levels: import('../types.js').Computer[]) => Promise<void>} */ act) => h('button', {
    type: 'button', class: 'button button-small', 'aria-label': `${label} (${sideLabel(side)})`, on: {
      click: async () => {
        await act(table, side, levels);
        draw();
      },
    },
  }, label);
  if (!seated) return h('p', null, button('Let the computer play…', own ? handOver : replacePlayer));
  return h('p', { class: 'row' }, button(own ? 'Play it yourself' : 'Give the seat back', takeBack),
    levels.length > 1 ? button('Another level…', changeLevel) : null);
}

/** @param {Table} table @param {() => void} draw */
function watchRow(table, draw) {
  return h('section', { class: 'seat' },
    h('h3', null, 'Spectators'),
    h('p', { class: 'hint' }, 'They see everything a spectator may see, and can change nothing.'),
    linkButtons(table, 'watch', 'The link for spectators', draw));
}

/** @param {Table} table @param {Side} side @param {string} name */
function nameForm(table, side, name) {
  const field = h('input', { type: 'text', class: 'input', value: name, maxlength: 40, autocomplete: 'off', 'aria-label': `Name of the ${sideLabel(side)} player` });
  const said = h('span', { class: 'hint', role: 'status' });
  return h('form', {
    class: 'seat-name', on: {
      submit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        try {
          await table.rename(side, field.value.trim() || null);
          said.textContent = 'Kept.';
        } catch (problem) {
          said.textContent = problem instanceof Error ? problem.message : 'It was not kept.';
        }
      },
    },
  }, field, h('button', { type: 'submit', class: 'button button-small' }, 'Keep name'), said);
}

/** @param {Table} table @param {Side | 'watch'} role @param {string} what @param {() => void} draw */
function linkButtons(table, role, what, draw) {
  const kept = store.game(table.id);
  const token = kept?.links[role] ?? kept?.tokens[role];
  const buttons = [];
  if (token) {
    buttons.push(h('button', { type: 'button', class: 'button button-small', 'aria-label': `Copy link: ${what}`, on: { click: () => copy(joinLink(table.id, token), what) } }, 'Copy link'));
  }
  if (owns(table)) {
    buttons.push(h('button', { type: 'button', class: 'button button-small', 'aria-label': `New link…: ${what}`, on: { click: () => renew(table, role, what, draw) } }, 'New link…'));
  }
  return buttons.length ? h('div', { class: 'seat-links' }, buttons) : null;
}

/** @param {Table} table @param {Side | 'watch'} role @param {string} what @param {() => void} draw */
async function renew(table, role, what, draw) {
  const sure = await confirm({
    title: 'Make a new link?',
    text: `${what} that was given out stops working at once, and whoever holds it is shown out.`,
    yes: 'Make a new link', no: 'Keep the old one', danger: true,
  });
  if (!sure) return;
  try {
    const link = await table.reissue(role);
    draw();
    await copy(link, what);
  } catch {
    draw();
  }
}
