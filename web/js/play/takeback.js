// Taking steps back, drawing and resigning: what needs the other side, or a second thought.

import { choose, confirm, show, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { count, otherSide } from '../words.js';
import { playerName, sideLabel } from './sides.js';
import { sentenceOf } from './story.js';

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').Entry} Entry
 * @typedef {import('./notices.js').Notices} Notices
 * @typedef {{table: Table, entries: Entry[], wordsOf: (step: number) => string, phaseOf: (step: number) => string}} Past
 *   what has happened at a table: `wordsOf` a step in one line, `phaseOf` the phase it was made in
 */

/** The most steps that are offered to be taken back. */
const OFFERED = 200;

/** Whether whoever sits here may undo the last step without asking anybody. @param {Pick<Table, 'seats' | 'view' | 'mine'>} table */
export function mayUndo({ seats, view: { undo: { can, by } }, mine }) {
  return can && (by ? seats.includes(by) : mine);
}

/** Whether a take-back can be asked for at this table at all: a wish would tell what was done unseen. @param {Pick<Table, 'sheet'>} table */
export function mayAskBack({ sheet }) {
  return !sheet.capabilities?.hidden;
}

/** The march of several units that ended with a step. @param {Pick<Table, 'together'>} table @param {number} step */
export function marchAt({ together }, step) {
  return together.find(({ from, to }) => to === step && to > from + 1) ?? null;
}

/** Undoes the last step, or asks the other side for more. @param {Past} past */
export async function undo(past) {
  const { table } = past;
  const { view } = table;
  if (view.status !== 'playing' || !table.seats.length) return;
  if (mayUndo(table)) {
    const march = marchAt(table, view.steps);
    const back = () => table.undo().then(() => true, () => false);
    // What marched together goes back together.
    for (let more = await back(); more && march && table.view.steps > march.from && mayUndo(table); ) more = await back();
    return;
  }
  if (view.undo.asked) toast('A take-back has already been asked for.');
  else if (view.undo.policy === 'never') toast('This game is played without undo.');
  else if (!mayAskBack(table)) toast('With hidden units each side undoes in its own phase only, and not past what was seen.');
  else if (view.steps === 0) toast('There is nothing to take back.');
  else await askTakeBack(past);
}

/** Lets the player choose how far to go back, and asks. @param {Past} past */
export async function askTakeBack(past) {
  const { table } = past;
  const computer = facesComputer(table);
  const offers = stepsToTakeBack(past.entries, table);
  const list = h('select', { class: 'input takeback-list', size: Math.max(4, Math.min(10, offers.length)), 'aria-label': 'The last steps, newest first' },
    byPhase(offers, (step) => past.phaseOf(step)).map(({ phase, offers: ofPhase }) => h('optgroup', { label: phase }, ofPhase.map(({ step, own, chosen }) =>
      h('option', { value: step - 1, selected: chosen }, `${step}. ${own && !computer ? 'You: ' : ''}${past.wordsOf(step)}`)))));
  const answer = await show({
    title: 'Take back from which step on?',
    className: 'dialog-takeback',
    body: [h('p', { class: 'hint' }, computer
      ? 'The decision you choose and all that came after it are taken back; a computer grants it at once. Only your side’s decisions are listed: the computer would decide its own alike again.'
      : 'This step and all after it are taken back, if the other side grants it.'), list],
    choices: [{ value: 'no', label: 'Cancel', kind: 'quiet' }, { value: 'yes', label: computer ? 'Take back' : 'Ask for it', kind: 'primary' }],
    open: () => list.focus(),
  });
  if (answer !== 'yes') return;
  await table.askTakeBack(Number(list.value)).catch(() => undefined);
}

/**
 * The steps that may be taken back, newest first; `chosen` is the last decision of whoever asks. A computer decides
 * alike again, and so do standing orders: against one only what somebody decided for this side is offered.
 * @param {Entry[]} entries all of the game, taken back or not @param {Pick<Table, 'seats' | 'view'>} table
 * @returns {{step: number, own: boolean, chosen: boolean}[]}
 */
export function stepsToTakeBack(entries, table) {
  const { seats, view: { steps } } = table;
  /** The entry in force of each step: the last of its number. @type {Map<number, Entry>} */
  const made = new Map();
  for (const entry of entries) if (entry.kind === 'action' && entry.step !== null) made.set(entry.step, entry);
  const numbers = Array.from({ length: steps }, (_, index) => steps - index);
  const isOwn = (/** @type {number} */ step) => {
    const entry = made.get(step);
    return Boolean(entry?.by && seats.includes(entry.by) && (!entry.auto || entry.why));
  };
  const own = numbers.filter(isOwn);
  const offered = facesComputer(table) && own.length ? own : numbers;
  const chosen = own[0] ?? steps;
  return offered.filter((step, index) => index < OFFERED || step === chosen)
    .map((step) => ({ step, own: seats.length === 1 && isOwn(step), chosen: step === chosen }));
}

/** @template {{step: number}} T @param {T[]} offers @param {(step: number) => string} phaseOf */
function byPhase(offers, phaseOf) {
  /** @type {{phase: string, offers: T[]}[]} */
  const found = [];
  for (const offer of offers) {
    const phase = phaseOf(offer.step);
    if (found.at(-1)?.phase !== phase) found.push({ phase, offers: [] });
    found[found.length - 1].offers.push(offer);
  }
  return found;
}

/**
 * What is said to whoever asked for something, when it is not granted: wherever he looks, and in the words of whoever
 * refused. Nothing of what he refused himself.
 * @param {Entry} entry @param {Pick<Table, 'seats' | 'view'>} table @returns {string | null}
 */
export function refusalWords(entry, { seats, view }) {
  if (entry.kind !== 'draw_refused' && entry.kind !== 'take_back_refused') return null;
  if (!seats.length || (entry.by && seats.includes(entry.by))) return null;
  return sentenceOf(entry, view.seats);
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

/** Shows what is asked of whom. @param {Notices} notices @param {Pick<Past, 'table' | 'wordsOf'>} past */
export function showRequests(notices, { table, wordsOf }) {
  notices.set('take-back', takeBackNotice(table, wordsOf));
  notices.set('draw', drawNotice(table));
}

/**
 * What a take-back would take back: the one step, or the first of several.
 * @param {{steps: number, to: number}} asked @param {(step: number) => string} wordsOf
 */
export function askedWords({ steps, to }, wordsOf) {
  const first = wordsOf(to + 1).replace(/[.]$/, '');
  return steps === 1 ? `“${first}”` : `${count(steps, 'step')}, from “${first}” on`;
}

/** @param {Table} table @param {(step: number) => string} wordsOf */
function takeBackNotice(table, wordsOf) {
  const { undo: { asked }, seats } = table.view;
  if (!asked || table.view.status !== 'playing') return null;
  const who = playerName(asked.by, seats);
  const actions = [];
  if (table.seats.some((side) => side !== asked.by)) {
    actions.push({ label: 'Grant it', act: () => quietly(table.answerTakeBack(true)), primary: true });
    actions.push({ label: 'Refuse', act: () => quietly(table.answerTakeBack(false)) });
  }
  if (table.seats.includes(asked.by)) actions.push({ label: 'Withdraw', act: () => quietly(table.askTakeBack(null, { side: asked.by })) });
  return { text: `${who} asks to take back ${askedWords(asked, wordsOf)}.`, kind: /** @type {const} */ ('ask'), actions };
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
