// The dialog about seats: names, who is there, links to give away, and a new link for one that was lost.

import { battles, joinLink } from '../api.js';
import { confirm, show, toast } from '../dialogs.js';
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
      ? 'A link to a seat is an invitation: whoever opens it first holds the seat, from that browser alone. A lost seat is given out again only if somebody else agrees, or after 14 days of silence.'
      : 'The creator of the game invites to seats. Your seat is yours alone: nobody else can play it.'));
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
    seat?.holder === 'computer' ? null : mine || (owns(table) && !isGuests(table, side)) ? nameForm(table, side, seat?.name ?? '') : h('p', null, seat?.name ?? 'No name'),
    lostRow(table, side, draw),
    linkButtons(table, side, `The link to the ${sideLabel(side)} seat`, draw));
}

/** Whether a guest has taken a seat. @param {Table} table @param {Side} side */
function isGuests(table, side) {
  const seat = table.view.seats[side];
  return !table.keys.includes(side) && seat?.holder === 'link' && !seat.invited;
}

/** Somebody wants a lost seat to be given out again. @param {Table} table @param {Side} side @param {() => void} draw */
function lostRow(table, side, draw) {
  const lost = table.view.seats[side]?.lost;
  if (!lost || table.roles.every((role) => role === 'watch')) return null;
  const who = lost.by === 'owner' ? 'The creator of the game' : `The ${sideLabel(/** @type {Side} */ (lost.by))} player`;
  const answer = (/** @type {string} */ label, /** @type {boolean} */ grant) => h('button', {
    type: 'button', class: 'button button-small', 'aria-label': `${label} (${sideLabel(side)})`,
    on: { click: () => void table.answerReissue(side, grant).finally(draw) },
  }, label);
  const asked = table.roles.includes(lost.by);
  return h('div', null,
    h('p', null, lost.granted ? `${who} may now make a new invitation to this seat.` : `${who} asks for a new invitation to this seat, which is said to be lost.`),
    h('p', { class: 'row' }, asked || lost.granted || table.keys.includes(side) ? null : answer('Agree', true), answer(asked ? 'Withdraw' : 'Refuse', false)));
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
  const seat = role === 'watch' ? null : table.view.seats[role];
  // An invitation that was redeemed opens nothing any more.
  const link = seat && !seat.invited ? undefined : kept?.links[role];
  const token = link ?? kept?.tokens[role];
  const buttons = [];
  if (token) {
    buttons.push(h('button', { type: 'button', class: 'button button-small', 'aria-label': `Copy link: ${what}`, on: { click: () => copy(joinLink(table.id, token), what) } }, 'Copy link'));
  }
  const lost = role !== 'watch' && isGuests(table, role);
  if (owns(table) || (lost && table.keys.length > 0)) {
    const label = lost && !seat?.lost?.granted ? 'It is lost…' : 'New link…';
    buttons.push(h('button', { type: 'button', class: 'button button-small', 'aria-label': `${label}: ${what}`, on: { click: () => makeAnew(table, role, what, draw) } }, label));
  }
  if (role !== 'watch' && kept?.tokens[role]) {
    buttons.push(h('button', { type: 'button', class: 'button button-small', 'aria-label': `Only this browser: ${what}`, on: { click: () => void renewKey(table, role) } }, 'Only this browser'));
  }
  return buttons.length ? h('div', { class: 'seat-links' }, buttons) : null;
}

/** Makes the key of a seat anew: whatever else holds it is shown out. @param {Table} table @param {Side} side */
async function renewKey(table, side) {
  const sure = await confirm({
    title: 'Keep this seat to this browser?',
    text: 'Every other browser that holds this seat is shown out, and links to it that you copied stop working.',
    yes: 'Only this browser', no: 'Leave it',
  });
  if (!sure) return;
  try {
    await table.renew(side);
    toast('Only this browser holds the seat now.');
  } catch {
    // The table has told what is wrong.
  }
}

/** @param {Table} table @param {Side | 'watch'} role @param {string} what @param {() => void} draw */
async function makeAnew(table, role, what, draw) {
  const lost = role !== 'watch' && isGuests(table, role);
  const sure = await confirm({
    title: lost ? 'Is the seat lost?' : 'Make a new link?',
    text: lost
      ? 'The seat is its holder’s. It is given out again only if somebody else at the table agrees, or when its holder has been silent for 14 days. Everybody can read it in the log.'
      : `${what} that was given out stops working at once, and whoever holds it is shown out.`,
    yes: lost ? 'Ask for a new link' : 'Make a new link', no: lost ? 'Leave it' : 'Keep the old one', danger: true,
  });
  if (!sure) return;
  try {
    const link = await table.reissue(role);
    draw();
    if (link) await copy(link, what);
    else toast('Asked. Somebody else at the table must agree.');
  } catch {
    draw();
  }
}
