/**
 * Reads a record (JSON Lines, see docs/records.md) of any system, in format 1 or 2: every line and every field as it
 * should be. What it says is not judged here.
 */

import { hash, hex, keyedHash } from './blake3.js';
import { chainKey, readSeed, START } from './dice.js';
import { doubled, member } from './raw.js';
import { Witnesses } from './witness.js';

/** @typedef {import('./dice.js').Contribution} Contribution */

/** The newest format that is read. */
const FORMAT = 2;

/** The longest line that is read, in characters. */
const LONGEST = 4 << 20;

/** The most outcomes that a draw has. */
const MOST = 10_000;

const HASH = /^[0-9a-f]{64}$/;
const SIDES = ['union', 'confederate'];
const POLICIES = ['host', 'by_hand', 'witnessed'];

/** The fields of each kind of line, by format. */
const FIELDS = {
  1: {
    header: ['longroll_record', 'program', 'game', 'scenario', 'options', 'seats', 'commitment', 'from', 'dice', 'events', 'hash'],
    action: ['n', 'by', 'action', 'dice', 'forced', 'events', 'hash'],
    end: ['seed', 'end'],
    contribution: /** @type {string[]} */ ([]),
    new_chain: /** @type {string[]} */ ([]),
    host_dice: /** @type {string[]} */ ([]),
  },
  2: {
    header: ['longroll_record', 'program', 'battle', 'scenario', 'options', 'seats', 'die', 'dice_policy', 'friendly', 'commitment', 'chain',
      'contributions', 'chains', 'bid', 'clock', 'from', 'dice', 'of', 'links', 'events', 'hash'],
    action: ['n', 'by', 'action', 'dice', 'of', 'links', 'forced', 'reveals', 'cause', 'events', 'hash', 'chain'],
    end: ['seed', 'end', 'chain'],
    contribution: ['contribution', 'chain'],
    new_chain: ['new_chain', 'chain'],
    host_dice: ['host_dice', 'chain'],
  },
};

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
 * `dice` as they are written, `of` how many outcomes each has. The set-up is number 0 and nobody's. `given` is how many
 * contributions came before it.
 * @typedef {{line: number, n: number, by: string | null, action: Record<string, any> | null, text: string,
 *   dice: number[], of: number[], links: import('./witness.js').Links | null, forced: boolean, events: any[], hash: string, given: number}} Step `links`: with which it was witnessed
 * @typedef {{format: 1 | 2, die: number | null, policy: string | null, friendly: boolean, keyed: boolean, witnesses: Witnesses, heads: string[], commitment: string, contributions: Contribution[], first: number,
 *   setUp: Step, actions: Step[], end: {line: number, seed: Uint8Array, hash: string} | null}} GameRecord `first` is the number of the first action, `heads` what each line says of the one before it
 */

/**
 * Reads all lines; from format 2 on each must be bound to the one before it.
 * @param {string} text
 * @returns {GameRecord}
 * @throws {RecordFault} at the first line that is not as it should be
 */
export function readRecord(text) {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const record = readHeader(lines[0]);
  let before = lines[0];
  /** What each line says of the one before it. @type {{number: number, chain: unknown, before: string}[]} */
  const bound = [];
  lines.forEach((line, index) => {
    if (index === 0 || line === '') return;
    bound.push({ number: index + 1, chain: readNext(record, index + 1, line), before });
    before = line;
  });
  if (record.format > 1) checkChain(record, bound);
  return record;
}

/** @param {GameRecord} record @param {number} number @param {string} line @returns {unknown} what it says of the line before it */
function readNext(record, number, line) {
  if (record.end) throw new RecordFault(number, 'a line stands after the end of the game');
  const value = readLine(number, line);
  if ('longroll_record' in value) throw new RecordFault(number, 'a second header');
  const fields = FIELDS[record.format];
  if ('action' in value) {
    only(number, value, fields.action);
    record.actions.push(readAction(number, line, value, record));
  } else if ('seed' in value) {
    only(number, value, fields.end);
    record.end = readEnd(number, value);
  } else if ('contribution' in value && record.format > 1) {
    only(number, value, fields.contribution);
    record.contributions.push(readContribution(number, value.contribution, 'contribution'));
  } else if ('new_chain' in value && record.format > 1) {
    only(number, value, fields.new_chain);
    right(number, () => record.witnesses.deposit(value.new_chain));
  } else if ('host_dice' in value && record.format > 1) {
    only(number, value, fields.host_dice);
    const links = right(number, () => record.witnesses.goOnWithHost(value.host_dice));
    record.contributions.push({ by: 'union', bytes: links.union.link }, { by: 'confederate', bytes: links.confederate.link });
  } else throw new RecordFault(number, 'neither a header, nor an action, nor an end');
  return value.chain;
}

/**
 * Whether each line pins the one before it. A keyed chain can be checked once the seed is revealed.
 * @param {GameRecord} record @param {{number: number, chain: unknown, before: string}[]} bound
 */
function checkChain(record, bound) {
  const key = record.keyed && record.end ? chainKey(record.end.seed) : null;
  for (const { number, chain, before } of bound) {
    need(number, typeof chain === 'string' && HASH.test(chain), 'chain');
    record.heads.push(String(chain));
    if (record.keyed && !key) continue;
    const text = new TextEncoder().encode(before);
    if (hex(key ? keyedHash(key, text) : hash(text)) !== chain) {
      throw new RecordFault(number, 'the chain is broken: the line before it is not the one after which it was written');
    }
  }
}

/** Does something whose fault is that of a line. @template T @param {number} line @param {() => T} work @returns {T} */
function right(line, work) {
  try {
    return work();
  } catch (fault) {
    throw new RecordFault(line, fault instanceof Error ? fault.message : 'it cannot be read');
  }
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
  const twice = doubled(text);
  if (twice !== null) throw new RecordFault(line, `the field ${JSON.stringify(twice.slice(0, 40))} stands twice`);
  return value;
}

/** @param {string} text @returns {GameRecord} */
function readHeader(text) {
  const value = readLine(1, text);
  const format = value.longroll_record;
  if (format === undefined) throw new RecordFault(1, 'this is not the header of a record');
  if (!Number.isInteger(format) || format < 1 || format > FORMAT) {
    throw new RecordFault(1, `the format is ${JSON.stringify(format)}; this page knows formats 1 to ${FORMAT}`);
  }
  only(1, value, FIELDS[/** @type {1 | 2} */ (format)].header);
  const battle = format === 1 ? 'game' : 'battle';
  /** @type {Record<string, any>} */
  const header = { dice: [], events: [], of: [], contributions: [], ...value };
  need(1, typeof header[battle] === 'string', battle);
  need(1, HASH.test(header.commitment), 'commitment');
  const die = format === 1 ? 6 : header.die ?? null;
  need(1, die === null || isOutcomes(die), 'die');
  need(1, Array.isArray(header.contributions), 'contributions');
  const contributions = header.contributions.map((/** @type {unknown} */ one) => readContribution(1, one, 'contributions'));
  const policy = header.dice_policy ?? null;
  need(1, policy === null || POLICIES.includes(policy), 'dice_policy');
  need(1, header.friendly === undefined || header.friendly === true, 'friendly');
  need(1, header.chain === undefined || header.chain === 'keyed', 'chain');
  const witnesses = new Witnesses(policy === 'witnessed');
  right(1, () => (header.chains ?? []).forEach((/** @type {unknown} */ chain) => witnesses.deposit(chain)));
  const seen = { format, die, contributions, witnesses };
  const setUp = { line: 1, n: 0, by: null, action: null, text: START, forced: false, ...outcome(1, header, seen) };
  return { ...seen, policy, friendly: header.friendly === true, keyed: header.chain === 'keyed', heads: [], commitment: header.commitment, first: firstNumber(text, header), setUp, actions: [], end: null };
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

/** @param {number} line @param {string} text @param {Record<string, any>} value @param {GameRecord} record @returns {Step} */
function readAction(line, text, value, record) {
  const { n, by, action, forced = false } = value;
  need(line, isNumber(n), 'n');
  need(line, SIDES.includes(by), 'by');
  need(line, typeof forced === 'boolean', 'forced');
  need(line, isObject(action), 'action');
  return { line, n, by, action, text: member(text, 'action') ?? '', forced, ...outcome(line, value, record) };
}

/** @param {number} line @param {unknown} value @param {string} field @returns {Contribution} */
function readContribution(line, value, field) {
  need(line, isObject(value) && SIDES.includes(value.by) && typeof value.bytes === 'string' && HASH.test(value.bytes), field);
  const { by, bytes } = /** @type {{by: string, bytes: string}} */ (value);
  return { by, bytes: /** @type {Uint8Array} */ (readSeed(bytes)) };
}

/** @param {number} line @param {Record<string, any>} value */
function readEnd(line, value) {
  need(line, HASH.test(value.end), 'end');
  const seed = typeof value.seed === 'string' ? readSeed(value.seed) : null;
  if (!seed) throw new RecordFault(line, 'the seed is neither a whole number nor 64 hexadecimal digits');
  return { line, seed, hash: value.end };
}

/**
 * What every line of the game has. In format 1 every throw is of a six-sided die.
 * @param {number} line @param {Record<string, any>} value @param {Pick<GameRecord, 'format' | 'die' | 'contributions' | 'witnesses'>} record
 */
function outcome(line, value, { format, die, contributions, witnesses }) {
  const { dice, events, hash: after } = value;
  need(line, Array.isArray(dice) && dice.every(isNumber), 'dice');
  const of = format === 1 ? dice.map(() => 6) : value.of ?? [];
  need(line, Array.isArray(of) && of.length === dice.length && of.every(isOutcomes), 'of');
  need(line, dice.every((/** @type {number} */ face, /** @type {number} */ at) => isFace(face, of[at], die)), 'dice');
  need(line, Array.isArray(events) && events.every(isObject), 'events');
  need(line, HASH.test(after), 'hash');
  const links = right(line, () => witnesses.check(value.links, dice.length > 0));
  return { dice, of, links, events, hash: after, given: contributions.length };
}

/** Where a system's own die begins to count: its faces from 1, every other draw from 0. @param {number} n @param {number | null} die */
export const countsFrom = (n, die) => (n === die ? 1 : 0);

/** @param {number} face @param {number} n @param {number | null} die */
function isFace(face, n, die) {
  const first = countsFrom(n, die);
  return face >= first && face < n + first;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value can be the number of an action. @param {unknown} value @returns {value is number} */
const isNumber = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32;

/** Whether a draw can have so many outcomes. @param {unknown} value */
const isOutcomes = (value) => isNumber(value) && value >= 1 && value <= MOST;

/** @param {number} line @param {boolean} right @param {string} field */
function need(line, right, field) {
  if (!right) throw new RecordFault(line, `the field "${field}" is missing or is not what it should be`);
}

/** @param {number} line @param {Record<string, any>} value @param {string[]} fields */
function only(line, value, fields) {
  const other = Object.keys(value).find((field) => !fields.includes(field));
  if (other !== undefined) throw new RecordFault(line, `the field ${JSON.stringify(other.slice(0, 40))} is unknown`);
}
