/**
 * Checks all of a record that needs no rules: that the seed is the one committed to, that every throw follows from it
 * and from the text of its action, that the events tell the throws as they fell, that the actions are counted without a
 * gap, that each line is bound to the one before it (from format 2 on), and the hashes that can be had without playing
 * (of a position the game began from, and the last one). Whether the moves were legal and what came of them is for the
 * program: it replays the game.
 */

import { commitmentOf, drawsOf, mixedSeed, withLinks } from './dice.js';
import { checkNotes } from './notes.js';
import { countsFrom, readRecord, RecordFault } from './read.js';

export { readRecord, RecordFault };

/**
 * @typedef {import('./read.js').GameRecord} GameRecord
 * @typedef {import('./read.js').Step} Step
 * @typedef {{n: number, by: string | null, kind: string, faces: number[], of: number[], forced: boolean}} Thrown the throws of one action
 * @typedef {{format: 1 | 2, die: number | null, actions: number, throws: number, forced: Thrown[], thrown: Thrown[], contributors: string[], proven: boolean,
 *   policy: string | null, friendly: boolean, witnessed: number, agreed: boolean, renewed: number, noted: string[]}} Findings
 *   `throws` are those not given by hand; `contributors`: the sides that gave to the seed; `proven`: the seed was there and gives them all
 */

/**
 * Checks a record.
 * @param {string} text
 * @param {{commitment?: string | null, notes?: import('./notes.js').Notes | null}} [known] the commitment as it was seen while the game went on, and what this browser noted of its dice
 * @returns {Findings}
 * @throws {RecordFault} at the first line that is not as it should be
 */
export function checkRecord(text, { commitment = null, notes = null } = {}) {
  const record = readRecord(text);
  if (commitment !== null && commitment !== record.commitment) {
    throw new RecordFault(1, 'the commitment is not the one this browser was shown when it first opened the game');
  }
  if (record.end && commitmentOf(record.end.seed) !== record.commitment) {
    throw new RecordFault(record.end.line, 'the seed is not the one that line 1 committed to');
  }
  const steps = [record.setUp, ...record.actions];
  steps.forEach((step, index) => checkStep(record, step, index === 0 ? 0 : record.first + index - 1));
  const last = steps[steps.length - 1];
  if (record.end && record.end.hash !== last.hash) {
    throw new RecordFault(record.end.line, 'the final hash is not that of the last action');
  }
  const thrown = steps.filter((step) => step.dice.length > 0).map(thrownIn);
  const bySeed = thrown.filter((step) => !step.forced);
  return {
    format: record.format,
    die: record.die,
    actions: record.actions.length,
    throws: bySeed.reduce((sum, step) => sum + step.faces.length, 0),
    forced: thrown.filter((step) => step.forced),
    thrown,
    contributors: [...new Set(record.contributions.map(({ by }) => by))],
    proven: record.end !== null,
    policy: record.policy,
    friendly: record.friendly,
    witnessed: record.witnesses.throws,
    agreed: record.witnesses.agreed,
    renewed: record.witnesses.renewed,
    noted: notes ? checkNotes(record, notes) : [],
  };
}

/** @param {Step} step @returns {Thrown} */
const thrownIn = ({ n, by, action, dice, of, forced }) => ({ n, by, kind: Object.keys(action ?? { start: {} })[0], faces: dice, of, forced });

/** The faces that the events of a step tell of. @param {Step} step @returns {unknown[]} */
const facesTold = ({ events }) => events.filter((event) => event?.event === 'die_thrown').map((event) => event.face);

/** @param {GameRecord} record @param {Step} step @param {number} due its number */
function checkStep(record, step, due) {
  if (step.n !== due) throw new RecordFault(step.line, `action ${step.n} stands where action ${due} is due`);
  checkTold(record, step);
  if (step.forced && (record.policy === 'host' || record.policy === 'witnessed')) {
    throw new RecordFault(step.line, 'faces were given by hand in a game that has no such dice');
  }
  if (!record.end || step.forced || step.dice.length === 0) return;
  const mixed = mixedSeed(record.end.seed, record.contributions.slice(0, step.given));
  const seed = step.links ? withLinks(mixed, { union: step.links.union.link, confederate: step.links.confederate.link }) : mixed;
  const derived = drawsOf(seed, step.n, step.text, step.of).map((value, at) => value + countsFrom(step.of[at], record.die));
  const wrong = step.dice.findIndex((face, index) => face !== derived[index]);
  if (wrong >= 0) {
    throw new RecordFault(step.line, `throw ${wrong + 1} shows ${step.dice[wrong]}; the seed gives ${derived[wrong]}`);
  }
}

/**
 * Whether the events tell the throws as they fell. In format 1 they tell every one; another system may have events
 * that tell none, or only some, and these must be throws that were made, in their order.
 * @param {GameRecord} record @param {Step} step
 */
function checkTold({ format }, step) {
  const told = facesTold(step);
  if (format === 1 && told.length !== step.dice.length) {
    throw new RecordFault(step.line, `${step.dice.length} throws are listed, but the events tell of ${told.length}`);
  }
  if (told.length === step.dice.length) {
    const other = told.findIndex((face, index) => face !== step.dice[index]);
    if (other < 0) return;
    throw new RecordFault(step.line, `throw ${other + 1} shows ${step.dice[other]}, but the events tell of ${told[other]}`);
  }
  let at = 0;
  for (const face of told) {
    at = step.dice.indexOf(/** @type {number} */ (face), at) + 1;
    if (at === 0) throw new RecordFault(step.line, `the events tell of a throw of ${face} that is not listed in its place`);
  }
}
