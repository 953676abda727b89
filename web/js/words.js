/**
 * Words that several screens need: names of sides and phases, numbers and dates in sentences.
 *
 * @import { Side } from './types.js'
 */

/** "Union" or "Confederate", before a noun. @param {Side} side */
export const sideAdjective = (side) => (side === 'union' ? 'Union' : 'Confederate');

/** "the Union" or "the Confederacy". @param {Side} side */
export const sideName = (side) => (side === 'union' ? 'the Union' : 'the Confederacy');

/** The other side. @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === 'union' ? 'confederate' : 'union');

/** What a cell of a map is called. @param {boolean} hex whether cells are hexes */
export const cellWord = (hex) => (hex ? 'hex' : 'square');

/** With a capital letter. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** With a capital letter and a full stop. @param {string} text */
export const sentence = (text) => (/[.!?…]$/.test(text) ? capital(text) : `${capital(text)}.`);

/** "1 unit", "2 units". @param {number} number @param {string} one @param {string} [many] */
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** "Hood", "Hood and Law", "Hood, Law and Gregg". @param {string[]} items */
export function list(items) {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

/** A day as the reader writes it: "17 September 1862" from "1862-09-17". @param {string} iso */
export function day(iso) {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  if (!match) return iso;
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

const UNITS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]);

/**
 * How long ago: "just now", "5 minutes ago", "yesterday", and the date after a month.
 * @param {string} rfc3339
 * @param {number} [now]
 */
export function ago(rfc3339, now = Date.now()) {
  const then = Date.parse(rfc3339);
  if (Number.isNaN(then)) return rfc3339;
  const passed = now - then;
  if (passed > 30 * 86_400_000) return day(rfc3339);
  for (const [unit, size] of UNITS) {
    if (passed >= size) {
      return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(passed / size), unit);
    }
  }
  return 'just now';
}
