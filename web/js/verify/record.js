/**
 * Reads a record (JSON Lines, see docs/records.md) and checks all of it that needs no rules: that the
 * seed is the one committed to, that every throw follows from it, that the events tell the throws as
 * they fell, that the actions are counted without a gap, and the hashes that can be had without playing
 * (of a position the game began from, and the last one). Whether the moves were legal and what came of
 * them is for the program: it replays the game.
 */

import { hash, hex } from './blake3.js';
import { canonicalText, isObject } from './canonical.js';
import { commitmentOf, facesOf, readSeed, START } from './dice.js';
import { member } from './raw.js';

/** The newest format that is read. */
const FORMAT = 1;

/** The longest line that is read, in characters. */
const LONGEST = 4 << 20;

const HASH = /^[0-9a-f]{64}$/;
const SIDES = ['union', 'confederate'];

const HEADER = ['longroll_record', 'program', 'game', 'scenario', 'options', 'seats', 'commitment', 'from', 'dice', 'events', 'hash'];
const ACTION = ['n', 'by', 'action', 'dice', 'forced', 'events', 'hash'];
const END = ['seed', 'end'];

/** What is wrong with a record, and in which line. */
export class RecordFault extends Error {
  /** @param {number} line from 1 @param {string} problem */
  constructor(line, problem) {
    super(problem);
    this.name = 'RecordFault';
    this.line = line;
  }
}

/**
 * @typedef {{line: number, n: number, by: string | null, action: Record<string, any> | null, text: string,
 *   dice: number[], forced: boolean, events: any[], hash: string}} Step the set-up is number 0 and nobody's
 * @typedef {{game: string, commitment: string, first: number, setUp: Step, actions: Step[],
 *   end: {line: number, seed: Uint8Array, hash: string} | null}} GameRecord `first` is the number of the first action
 * @typedef {{n: number, by: string | null, kind: string, faces: number[], forced: boolean}} Thrown the faces of one action
 * @typedef {{actions: number, throws: number, forced: Thrown[], thrown: Thrown[], proven: boolean}} Findings
 *   `throws` are those not given by hand; `proven`: the seed was there and gives them all
 */

/**
 * Checks a record.
 * @param {string} text
 * @param {{commitment?: string | null}} [known] the commitment as it was seen while the game went on
 * @returns {Findings}
 * @throws {RecordFault} at the first line that is not as it should be
 */
export function checkRecord(text, { commitment = null } = {}) {
  const record = readRecord(text);
  if (commitment !== null && commitment !== record.commitment) {
    throw new RecordFault(1, 'the commitment is not the one this browser was shown when it first opened the game');
  }
  const seed = record.end?.seed ?? null;
  if (record.end && commitmentOf(record.end.seed) !== record.commitment) {
    throw new RecordFault(record.end.line, 'the seed is not the one that line 1 committed to');
  }
  const steps = [record.setUp, ...record.actions];
  steps.forEach((step, index) => checkStep(step, index === 0 ? 0 : record.first + index - 1, seed));
  const last = steps[steps.length - 1];
  if (record.end && record.end.hash !== last.hash) {
    throw new RecordFault(record.end.line, 'the final hash is not that of the last action');
  }
  const thrown = steps.filter((step) => step.dice.length > 0).map(thrownIn);
  const bySeed = thrown.filter((step) => !step.forced);
  return {
    actions: record.actions.length,
    throws: bySeed.reduce((sum, step) => sum + step.faces.length, 0),
    forced: thrown.filter((step) => step.forced),
    thrown,
    proven: seed !== null,
  };
}

/** @param {Step} step @returns {Thrown} */
const thrownIn = ({ n, by, action, dice, forced }) => ({ n, by, kind: Object.keys(action ?? { start: {} })[0], faces: dice, forced });

/** @param {Step} step @param {number} due its number @param {Uint8Array | null} seed */
function checkStep(step, due, seed) {
  if (step.n !== due) throw new RecordFault(step.line, `action ${step.n} stands where action ${due} is due`);
  const told = step.events.filter((event) => event?.event === 'die_thrown').map((event) => event.face);
  if (told.length !== step.dice.length) {
    throw new RecordFault(step.line, `${step.dice.length} throws are listed, but the events tell of ${told.length}`);
  }
  const other = told.findIndex((face, index) => face !== step.dice[index]);
  if (other >= 0) {
    throw new RecordFault(step.line, `throw ${other + 1} shows ${step.dice[other]}, but the events tell of ${told[other]}`);
  }
  if (!seed || step.forced || step.dice.length === 0) return;
  const derived = facesOf(seed, step.n, step.text, step.dice.length);
  const wrong = step.dice.findIndex((face, index) => face !== derived[index]);
  if (wrong >= 0) {
    throw new RecordFault(step.line, `throw ${wrong + 1} shows ${step.dice[wrong]}; the seed gives ${derived[wrong]}`);
  }
}

/**
 * Reads all lines.
 * @param {string} text
 * @returns {GameRecord}
 */
export function readRecord(text) {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const record = readHeader(lines[0]);
  lines.forEach((line, index) => {
    if (index === 0 || line === '') return;
    const number = index + 1;
    if (record.end) throw new RecordFault(number, 'a line stands after the end of the game');
    const value = readLine(number, line);
    if ('longroll_record' in value) throw new RecordFault(number, 'a second header');
    if ('action' in value) record.actions.push(readAction(number, value, record.game));
    else if ('seed' in value) record.end = readEnd(number, value);
    else throw new RecordFault(number, 'neither a header, nor an action, nor an end');
  });
  return record;
}

/** @param {number} line @param {string} text @returns {Record<string, any>} */
function readLine(line, text) {
  if (text.length > LONGEST) throw new RecordFault(line, 'longer than any line of a record');
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RecordFault(line, 'this is not JSON');
  }
  if (!isObject(value)) throw new RecordFault(line, 'this is not an object');
  return value;
}

/** @param {string} text @returns {GameRecord} */
function readHeader(text) {
  const value = readLine(1, text);
  const version = value.longroll_record;
  if (version === undefined) throw new RecordFault(1, 'this is not the header of a record');
  if (!Number.isInteger(version) || version < 1 || version > FORMAT) {
    throw new RecordFault(1, `the format is ${JSON.stringify(version)}; this page knows formats 1 to ${FORMAT}`);
  }
  /** @type {Record<string, any>} */
  const header = { dice: [], events: [], ...value };
  only(1, value, HEADER);
  need(1, typeof header.game === 'string', 'game');
  need(1, HASH.test(header.commitment), 'commitment');
  const setUp = { line: 1, n: 0, by: null, action: null, text: START, forced: false, ...outcome(1, header) };
  return { game: header.game, commitment: header.commitment, first: firstNumber(text, header), setUp, actions: [], end: null };
}

/** The number of the first action; a position that the game began from must have the header's hash. @param {string} text @param {Record<string, any>} header */
function firstNumber(text, header) {
  const { from } = header;
  if (from === undefined || from === null) return 1;
  need(1, isObject(from), 'from');
  const position = member(text, 'from') ?? '';
  if (hex(hash(new TextEncoder().encode(position))) !== header.hash) {
    throw new RecordFault(1, 'the hash is not that of the position the game began from');
  }
  const sequence = from.sequence ?? 0;
  need(1, isNumber(sequence), 'from, sequence');
  return sequence + 1;
}

/** @param {number} line @param {Record<string, any>} value @param {string} game @returns {Step} */
function readAction(line, value, game) {
  const { n, by, action, forced = false } = value;
  only(line, value, ACTION);
  need(line, isNumber(n), 'n');
  need(line, SIDES.includes(by), 'by');
  need(line, typeof forced === 'boolean', 'forced');
  need(line, isObject(action), 'action');
  const text = bound(game, action);
  if (text === null) throw new RecordFault(line, 'the action is none of this game');
  return { line, n, by, action, text, forced, ...outcome(line, value) };
}

/** @param {string} game @param {Record<string, any>} action */
function bound(game, action) {
  try {
    return canonicalText(game, action);
  } catch {
    // Nested deeper than can be written down again.
    return null;
  }
}

/** @param {number} line @param {Record<string, any>} value */
function readEnd(line, value) {
  only(line, value, END);
  need(line, HASH.test(value.end), 'end');
  const seed = typeof value.seed === 'string' ? readSeed(value.seed) : null;
  if (!seed) throw new RecordFault(line, 'the seed is neither a whole number nor 64 hexadecimal digits');
  return { line, seed, hash: value.end };
}

/** What every line but the last has. @param {number} line @param {Record<string, any>} value */
function outcome(line, { dice, events, hash: after }) {
  need(line, Array.isArray(dice) && dice.every((face) => isNumber(face) && face >= 1 && face <= 6), 'dice');
  need(line, Array.isArray(events) && events.every(isObject), 'events');
  need(line, HASH.test(after), 'hash');
  return { dice, events, hash: after };
}

/** Whether a value can be the number of an action. @param {unknown} value @returns {value is number} */
const isNumber = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32;

/** @param {number} line @param {boolean} right @param {string} field */
function need(line, right, field) {
  if (!right) throw new RecordFault(line, `the field "${field}" is missing or is not what it should be`);
}

/** @param {number} line @param {Record<string, any>} value @param {string[]} fields */
function only(line, value, fields) {
  const other = Object.keys(value).find((field) => !fields.includes(field));
  if (other !== undefined) throw new RecordFault(line, `the field ${JSON.stringify(other.slice(0, 40))} is unknown`);
}
