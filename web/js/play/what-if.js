// New games out of old ones: a what-if from any step, and a rematch.

import * as api from '../api.js';
import { show, toast } from '../dialogs.js';
import { h } from '../dom.js';
import * as store from '../store.js';

/**
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').Created} Created
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').SeatChoice['holder']} Holder
 * @typedef {Pick<Table, 'branch' | 'view'>} Branchable
 */

/**
 * Asks who sits where and starts a game from a step; its dice are new.
 * @param {Branchable} table @param {number} step
 */
export async function whatIf(table, step) {
  const choice = await askSeats({
    title: `A new game from step ${step}`,
    text: 'It goes on from the position as it stands there, with dice of its own. The game you are looking at stays as it is.',
    view: table.view,
  });
  if (choice) await start(() => table.branch({ step, ...choice.body }), choice);
}

/** Asks who sits where and starts the same battle again. @param {View} view */
export async function rematch(view) {
  const choice = await askSeats({ title: 'Play it again', text: 'The same battle, scenario and options from the beginning.', view });
  if (!choice) return;
  await start(() => api.createGame({ battle: view.battle, scenario: view.scenario, options: view.options, ...choice.body }), choice);
}

/**
 * @typedef {{body: {seats: Record<'union' | 'confederate', {holder: Holder}>, undo: import('../types.js').UndoPolicy,
 *   dice: import('../types.js').DicePolicy}}} SeatsChosen
 */

/** @param {{title: string, text: string, view: View}} options @returns {Promise<SeatsChosen | null>} */
async function askSeats({ title, text, view }) {
  const seats = h('select', { class: 'input' },
    h('option', { value: 'both' }, 'Both sides at this screen'),
    h('option', { value: 'union' }, 'I play the Union; a link for the Confederate seat'),
    h('option', { value: 'confederate' }, 'I play the Confederates; a link for the Union seat'));
  const undo = h('select', { class: 'input', value: view.undo.policy },
    h('option', { value: 'until_die' }, 'Until a die is thrown'),
    h('option', { value: 'ask' }, 'Only if the other side grants it'),
    h('option', { value: 'never' }, 'Never'));
  const dice = h('select', { class: 'input', value: view.dice },
    h('option', { value: 'seeded' }, 'Thrown by the server, open to proof'),
    h('option', { value: 'by_hand' }, 'Study table: I may set them by hand'));
  const row = (/** @type {string} */ name, /** @type {HTMLElement} */ field) => h('label', { class: 'pref' }, h('span', null, name), field);
  const answer = await show({
    title, body: [h('p', { class: 'hint' }, text), row('Seats', seats), row('Undo', undo), row('Dice', dice)],
    choices: [{ value: 'no', label: 'Cancel', kind: 'quiet' }, { value: 'yes', label: 'Start the game', kind: 'primary' }],
  });
  if (answer !== 'yes') return null;
  const holder = (/** @type {'union' | 'confederate'} */ side) => ({
    holder: /** @type {Holder} */ (seats.value === side ? 'me' : seats.value === 'both' ? (side === 'union' ? 'me' : 'here') : 'link'),
  });
  return {
    body: {
      seats: { union: holder('union'), confederate: holder('confederate') },
      undo: /** @type {any} */ (undo.value), dice: /** @type {any} */ (dice.value),
    },
  };
}

/** @param {() => Promise<Created>} make @param {SeatsChosen} choice */
async function start(make, choice) {
  let created;
  try {
    created = await make();
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : 'The game could not be started.', { kind: 'problem' });
    return;
  }
  store.keepCreated(created);
  location.hash = `#/game/${created.id}`;
}
