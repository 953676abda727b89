// New games out of old ones: a what-if from any step, and a rematch.

import * as api from '../api.js';
import { show, toast } from '../dialogs.js';
import { h } from '../dom.js';
import * as store from '../store.js';
import { levelsFor } from './computer.js';
import { SIDES, sideLabel } from './sides.js';

/**
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').Created} Created
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').SeatChoice} SeatChoice
 * @typedef {import('../types.js').Side} Side
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
  const choice = await askSeats({ title: 'Play it again', text: 'The same battle, scenario, options and agreed points from the beginning.', view });
  if (!choice) return;
  await start(() => api.createGame({ battle: view.battle, scenario: view.scenario, options: view.options, bid: view.bid, ...choice.body }), choice);
}

/**
 * @typedef {{body: {seats: Record<Side, SeatChoice>, undo: import('../types.js').UndoPolicy,
 *   dice: import('../types.js').DicePolicy, pace?: import('../types.js').PaceTerms}}} SeatsChosen
 */

/** @param {{title: string, text: string, view: View}} options @returns {Promise<SeatsChosen | null>} */
async function askSeats({ title, text, view }) {
  const levels = await levelsFor(view.battle);
  const seats = SIDES.map((side) => h('select', { class: 'input', value: usualHolder(view, side) },
    h('option', { value: 'me' }, 'Played at this screen'),
    h('option', { value: 'link' }, 'Someone elsewhere, by a link'),
    levels.map(({ id, title }) => h('option', { value: `computer ${id}` }, `The computer: ${title}`))));
  const undo = h('select', { class: 'input', value: view.undo.policy },
    h('option', { value: 'until_die' }, 'Until a die is thrown'),
    h('option', { value: 'ask' }, 'Only if the other side grants it'),
    h('option', { value: 'never' }, 'Never'));
  const dice = h('select', { class: 'input', value: view.dice === 'by_hand' ? 'by_hand' : 'seeded' },
    h('option', { value: 'seeded' }, 'By the table, open to proof'),
    h('option', { value: 'by_hand' }, 'By hand: a study table'));
  const row = (/** @type {string} */ name, /** @type {HTMLElement} */ field) => h('label', { class: 'pref' }, h('span', null, name), field);
  const answer = await show({
    title, body: [h('p', { class: 'hint' }, text), SIDES.map((side, index) => row(`${sideLabel(side)} seat`, seats[index])), row('Undo', undo), row('Dice', dice)],
    choices: [{ value: 'no', label: 'Cancel', kind: 'quiet' }, { value: 'yes', label: 'Start the game', kind: 'primary' }],
  });
  if (answer !== 'yes') return null;
  const [union, confederate] = seats.map((select) => seatChoice(select.value));
  if (union.holder === 'me' && confederate.holder === 'me') confederate.holder = 'here';
  return {
    body: {
      seats: { union, confederate },
      undo: /** @type {any} */ (undo.value), dice: /** @type {any} */ (dice.value),
      ...(view.pace && isDistant(union, confederate) ? { pace: view.pace.terms } : {}),
    },
  };
}

/** The same opponent as before, if it was a computer; else both sides at this screen. @param {View} view @param {Side} side */
function usualHolder(view, side) {
  const { holder, level } = view.seats[side];
  return holder === 'computer' && level ? `computer ${level}` : 'me';
}

/** Whether two people play who are not at one screen: they keep the pace they had. @param {SeatChoice[]} seats */
function isDistant(...seats) {
  return seats.some(({ holder }) => holder === 'link') && seats.every(({ holder }) => holder !== 'computer');
}

/** @param {string} value @returns {SeatChoice} */
function seatChoice(value) {
  const [holder, level] = value.split(' ');
  return holder === 'computer' ? { holder, level } : { holder: holder === 'link' ? 'link' : 'me' };
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
