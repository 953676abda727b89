// Taking steps back, drawing and resigning: what needs the other side, or a second thought.

import { choose, confirm, show, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { count, otherSide } from '../words.js';
import { playerName, sideLabel } from './sides.js';

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').View} View
 * @typedef {import('./notices.js').Notices} Notices
 */

/** How many of the last steps are offered to be taken back. */
const OFFERED = 40;

/**
 * Undoes the last step, or asks the other side for more.
 * @param {Table} table @param {(step: number) => string} wordsOf what a step did, in one line
 */
export async function undo(table, wordsOf) {
  const { view } = table;
  if (view.status !== 'playing' || !table.seats.length) return;
  if (view.undo.can && (view.undo.by ? table.seats.includes(view.undo.by) : table.mine)) {
    await table.undo().catch(() => undefined);
    return;
  }
  if (view.undo.asked) toast('A take-back has already been asked for.');
  else if (view.undo.policy === 'never') toast('This game is played without undo.');
  else if (view.steps === 0) toast('There is nothing to take back.');
  else await askTakeBack(table, wordsOf);
}

/** Lets the player choose how far to go back, and asks. @param {Table} table @param {(step: number) => string} wordsOf */
export async function askTakeBack(table, wordsOf) {
  const { steps } = table.view;
  const computer = facesComputer(table);
  const list = h('select', { class: 'input takeback-list', size: Math.min(10, steps), 'aria-label': 'The last steps, newest first' });
  for (let step = steps; step > 0 && step > steps - OFFERED; step -= 1) {
    list.append(h('option', { value: step - 1, selected: step === steps }, `${step}. ${wordsOf(step)}`));
  }
  const answer = await show({
    title: 'Take back from which step on?',
    body: [h('p', { class: 'hint' }, `This step and all after it are taken back${computer ? '. A computer grants it at once.' : ', if the other side grants it.'}`), list],
    choices: [{ value: 'no', label: 'Cancel', kind: 'quiet' }, { value: 'yes', label: computer ? 'Take back' : 'Ask for it', kind: 'primary' }],
    open: () => list.focus(),
  });
  if (answer !== 'yes') return;
  await table.askTakeBack(Number(list.value)).catch(() => undefined);
}

/** Offers a draw after a second thought. @param {Table} table */
export async function offerDraw(table) {
  const text = facesComputer(table)
    ? 'The computer answers at once: it accepts if it has little hope of more.'
    : 'The other side may accept it as long as you do not withdraw it.';
  const yes = await confirm({ title: 'Offer a draw?', text, yes: 'Offer a draw', no: 'Play on' });
  if (yes) await table.offerDraw().catch(() => undefined);
}

/** Whether a computer sits opposite, who answers at once. @param {Pick<Table, 'seats' | 'view'>} table */
export function facesComputer({ seats, view }) {
  return seats.some((side) => view.seats[otherSide(side)]?.holder === 'computer');
}

/** Gives the game up after a second thought. @param {Table} table */
export async function resign(table) {
  const side = await whichSide(table);
  if (!side) return;
  const yes = await confirm({
    title: `Resign for the ${sideLabel(side)} side?`, text: 'The game ends at once and the other side wins.',
    yes: 'Resign', no: 'Play on', danger: true,
  });
  if (yes) await table.resign({ side }).catch(() => undefined);
}

/** @param {Table} table @returns {Promise<Side | null>} */
async function whichSide(table) {
  if (table.seats.length === 1) return table.seats[0];
  const answer = await choose({
    title: 'Who resigns?',
    options: table.seats.map((side) => ({ value: side, label: `The ${sideLabel(side)} player` })),
  });
  return /** @type {Side | null} */ (answer);
}

/** Shows what is asked of whom. @param {Notices} notices @param {Table} table */
export function showRequests(notices, table) {
  notices.set('take-back', takeBackNotice(table));
  notices.set('draw', drawNotice(table));
}

/** @param {Table} table */
function takeBackNotice(table) {
  const { undo: { asked }, seats } = table.view;
  if (!asked || table.view.status !== 'playing') return null;
  const who = playerName(asked.by, seats);
  const actions = [];
  if (table.seats.some((side) => side !== asked.by)) {
    actions.push({ label: 'Grant it', act: () => quietly(table.answerTakeBack(true)), primary: true });
    actions.push({ label: 'Refuse', act: () => quietly(table.answerTakeBack(false)) });
  }
  if (table.seats.includes(asked.by)) actions.push({ label: 'Withdraw', act: () => quietly(table.askTakeBack(null, { side: asked.by })) });
  return { text: `${who} asks to take back ${count(asked.steps, 'step')}, to step ${asked.to}.`, kind: /** @type {const} */ ('ask'), actions };
}

/** @param {Table} table */
function drawNotice(table) {
  const { draw, seats } = table.view;
  if (!draw || table.view.status !== 'playing') return null;
  const actions = [];
  if (table.seats.some((side) => side !== draw.by)) {
    actions.push({ label: 'Accept the draw', act: () => quietly(table.answerDraw('accept')), primary: true });
    actions.push({ label: 'Refuse', act: () => quietly(table.answerDraw('refuse')) });
  }
  if (table.seats.includes(draw.by)) actions.push({ label: 'Withdraw', act: () => quietly(table.answerDraw('withdraw')) });
  return { text: `${playerName(draw.by, seats)} offers a draw.`, kind: /** @type {const} */ ('ask'), actions };
}

/** The table has told of any problem already. @param {Promise<unknown>} work */
function quietly(work) {
  work.catch(() => undefined);
}
