/**
 * The dice of a record, derived again: the seed, its commitment, and the faces of every action. The
 * same as the program does; the golden vectors of both are the same.
 */

import { deriveKey, hash, hex, keyedHash, keyedStream } from './blake3.js';

const COMMITMENT = 'long roll 2026 seed commitment';
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
 * The faces that an action throws, without end.
 * @param {Uint8Array} seed
 * @param {number} sequence the action's number
 * @param {string} action its canonical text
 */
export function* throwsOf(seed, sequence, action) {
  const text = encoder.encode(action);
  const bound = new Uint8Array(4 + text.length);
  bound.set(fourBytes(sequence));
  bound.set(text, 4);
  const key = keyedHash(seed, bound);
  for (let index = 0; ; index += 1) yield face(keyedStream(key, fourBytes(index)));
}

/** The first faces that an action throws. @param {Uint8Array} seed @param {number} sequence @param {string} action @param {number} count */
export function facesOf(seed, sequence, action, count) {
  const dice = throwsOf(seed, sequence, action);
  return Array.from({ length: count }, () => /** @type {number} */ (dice.next().value));
}

/** @param {Iterable<number>} bytes */
function face(bytes) {
  for (const byte of bytes) {
    // 252 is the largest multiple of six that a byte can count to: the rest would favour low faces.
    if (byte < 252) return (byte % 6) + 1;
  }
  throw new RangeError('a stream of bytes has ended');
}

/** Little-endian. @param {number} number */
function fourBytes(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number, true);
  return bytes;
}
