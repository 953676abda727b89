// Before a game begins: who has sat down, whom it waits for, and the links to send. Nothing is thrown before all are there.

import { fill, h } from '../dom.js';
import { isDistant } from '../notices/here.js';
import { TELL_ME } from '../notices/words.js';
import { frame } from '../screens/frame.js';
import { policyWords } from './dice-words.js';
import { seatsDialog } from './seats.js';
import { playerName, SIDES, sideLabel } from './sides.js';

/** @typedef {import('../table.js').Table} Table */

/**
 * Shows the room until the game begins.
 * @template {{destroy: () => void}} T
 * @param {HTMLElement} root @param {Table} table @param {() => Promise<T>} begin opens the game itself
 * @returns {{destroy: () => void}}
 */
export function waitingRoom(root, table, begin) {
  const body = h('div', { class: 'card links waiting-room' });
  const framed = frame(root, { title: `${table.view.title}: waiting` }, body);
  const stop = new AbortController();
  let destroy = () => {
    framed.destroy();
    table.close();
  };
  const draw = () => fill(body, content(table));
  const changed = async () => {
    if (table.view.status === 'waiting') {
      draw();
      return;
    }
    stop.abort();
    destroy();
    const screen = await begin();
    if (closed) screen.destroy();
    destroy = () => screen.destroy();
  };
  let closed = false;
  for (const name of ['view', 'presence']) table.addEventListener(name, () => void changed(), { signal: stop.signal });
  draw();
  return {
    destroy() {
      closed = true;
      stop.abort();
      destroy();
    },
  };
}

/** @param {Table} table */
function content(table) {
  const { view } = table;
  return [
    h('h1', null, view.title),
    h('p', { class: 'banner', role: 'status' }, view.decision.words),
    h('ul', null, SIDES.map((side) => h('li', null, h('strong', null, `${playerName(side, view.seats)}: `), seatState(table, side)))),
    h('p', { class: 'hint' }, policyWords(view)),
    view.pace ? h('p', { class: 'hint' }, h('b', null, 'Pace: '), view.pace.words) : null,
    h('p', { class: 'row' },
      h('button', { type: 'button', class: 'button button-primary', on: { click: () => void seatsDialog(table) } }, 'Seats and links…'),
      isDistant(table) ? h('button', { type: 'button', class: 'button', on: { click: async () => (await import('../notices/panel.js')).noticesPanel(table) } }, `${TELL_ME}…`) : null,
      h('a', { class: 'button', href: `#/map/${view.battle}` }, 'Look at the map'),
      h('a', { class: 'button button-quiet', href: '#/' }, 'Home')),
  ];
}

/** @param {Table} table @param {import('../types.js').Side} side */
function seatState({ view }, side) {
  const seat = view.seats[side];
  if (seat.holder === 'computer') return 'the computer is ready.';
  if (!view.fair?.wanted.includes(side)) return 'has sat down.';
  if (seat.invited) return `the ${sideLabel(side)} link has not been opened yet.`;
  return 'has taken the seat; the browser has still to give to the dice.';
}
