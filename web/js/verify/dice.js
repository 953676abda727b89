/**
 * The dice of a record, derived again: the seed, its commitment, what the players gave to it, and the draws of every
 * action. The same as the program does; the golden vectors of both are the same.
 */

import { deriveKey, hash, hex, keyedHash, keyedStream } from './blake3.js';

const COMMITMENT = 'long roll 2026 seed commitment';
const CONTRIBUTIONS = 'long roll 2026 contributions';
const LINK = 'long roll 2026 link';
const WITNESSED = 'long roll 2026 witnessed throw';
const SEAL = 'long roll 2026 seal';
const CHAIN = 'long roll 2026 chain of lines';
const LARGEST_NUMBER = 2n ** 64n - 1n;

/** The action to which the throws of a set-up belong, as number 0. */
export const START = '{"start":{}}';

const encoder = new TextEncoder();

/**
 * Reads a seed: 64 hexadecimal digits, or a whole number, which stands for the hash of a fixed text.
 * @param {string} text
 * @returns {Uint8Array | null} `null` if it is neither
 */
export function readSeed(text) {
  if (/^[0-9a-f]{64}$/i.test(text)) {
    return Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16));
  }
  if (text.length >= 64 || !/^\+?\d+$/.test(text) || BigInt(text) > LARGEST_NUMBER) return null;
  return hash(encoder.encode(`long roll seed ${BigInt(text)}`));
}

/** What is published before the first throw. @param {Uint8Array} seed @returns {string} hexadecimal digits */
export const commitmentOf = (seed) => hex(deriveKey(COMMITMENT, seed));

/**
 * What the players gave of their own, mixed into the seed: no throw can be known before all have spoken. Without any
 * it is the seed itself.
 * @param {Uint8Array} seed
 * @param {readonly Contribution[]} contributions in the order in which they were given
 */
export function mixedSeed(seed, contributions) {
  if (contributions.length === 0) return seed;
  return deriveKey(CONTRIBUTIONS, joined([seed, ...contributions.flatMap(({ by, bytes }) => [encoder.encode(by), new Uint8Array(1), bytes])]));
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The link of a chain that is shown before this one: its hash. @param {Uint8Array} link */
export const linkBefore = (link) => deriveKey(LINK, link);

/** The link that is shown so many steps before this one. @param {Uint8Array} link @param {number} steps */
export function linkBack(link, steps) {
  let found = link;
  for (let step = 0; step < steps; step += 1) found = linkBefore(found);
  return found;
}

/** The seed of a witnessed throw. @param {Uint8Array} seed @param {{union: Uint8Array, confederate: Uint8Array}} links */
export const withLinks = (seed, { union, confederate }) => deriveKey(WITNESSED, joined([seed, union, confederate]));

/**
 * The seal of a throw, which a witness notes before he shows his link; `links` are the numbers of the links.
 * @param {Uint8Array} seed @param {number} sequence @param {string} action @param {{union: number, confederate: number}} links
 */
export const sealOf = (seed, sequence, action, { union, confederate }) =>
  hex(deriveKey(SEAL, joined([seed, fourBytes(sequence), fourBytes(union), fourBytes(confederate), encoder.encode(action)])));

/** The key with which the lines of a hidden game's record are chained. @param {Uint8Array} seed */
export const chainKey = (seed) => deriveKey(CHAIN, seed);

/** @typedef {{by: string, bytes: Uint8Array}} Contribution 32 bytes that a side gave */

/**
 * What an action draws: for each draw of `n` a number from 0 to `n` - 1.
 * @param {Uint8Array} seed
 * @param {number} sequence the action's number
 * @param {string} action its text, as the record has it
 * @param {readonly number[]} of how many outcomes each draw has
 * @returns {number[]}
 */
export function drawsOf(seed, sequence, action, of) {
  const text = encoder.encode(action);
  const bound = new Uint8Array(4 + text.length);
  bound.set(fourBytes(sequence));
  bound.set(text, 4);
  const key = keyedHash(seed, bound);
  return of.map((n, index) => draw(keyedStream(key, fourBytes(index)), n));
}

/** The first faces of a six-sided die that an action throws. @param {Uint8Array} seed @param {number} sequence @param {string} action @param {number} count */
export function facesOf(seed, sequence, action, count) {
  return drawsOf(seed, sequence, action, Array.from({ length: count }, () => 6)).map((value) => value + 1);
}

/**
 * A uniform number from 0 to `n` - 1: what would favour low numbers is thrown away. A die with six sides takes single
 * bytes, as it always has; any other takes four at a time.
 * @param {Iterable<number>} bytes
 * @param {number} n
 */
function draw(bytes, n) {
  const [size, range] = n === 6 ? [1, 2 ** 8] : [4, 2 ** 32];
  const limit = Math.floor(range / n) * n;
  let [value, scale] = [0, 1];
  for (const byte of bytes) {
    value += byte * scale;
    scale *= 256;
    if (scale < 256 ** size) continue;
    if (value < limit) return value % n;
    [value, scale] = [0, 1];
  }
  throw new RangeError('a stream of bytes has ended');
}

/** Little-endian. @param {number} number */
function fourBytes(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number, true);
  return bytes;
}
