/**
 * The hash function BLAKE3, whole, in a few functions: hash, keyed hash and key derivation, each with
 * an output of any length. Written to be read and checked, not to be fast: inputs are a line of a
 * record, not a film. It reads inputs from memory only and keeps no state between calls.
 */

const BLOCK = 64;
const CHUNK = 1024;

const CHUNK_START = 1;
const CHUNK_END = 2;
const PARENT = 4;
const ROOT = 8;
const KEYED_HASH = 16;
const DERIVE_KEY_CONTEXT = 32;
const DERIVE_KEY_MATERIAL = 64;

const START = Uint32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);
const PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const ROUNDS = 7;

/** The quarters of a round: four columns, then four diagonals. */
const QUARTERS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

/**
 * The last compression of a chunk or of a pair, not yet made: what it gives depends on whether it is
 * the root.
 * @typedef {{chain: Uint32Array, words: Uint32Array, counter: number, length: number, flags: number}} Node
 */

/**
 * The hash of bytes.
 * @param {Uint8Array} input
 * @param {number} [length] of the output
 */
export const hash = (input, length = 32) => take(tree(input, START, 0), length);

/**
 * The hash of bytes under a key of 32 bytes.
 * @param {Uint8Array} key
 * @param {Uint8Array} input
 * @param {number} [length] of the output
 */
export const keyedHash = (key, input, length = 32) => take(tree(input, wordsOf(key), KEYED_HASH), length);

/**
 * A key for one purpose, which the context names, from other key material.
 * @param {string} context
 * @param {Uint8Array} material
 * @param {number} [length] of the output
 */
export function deriveKey(context, material, length = 32) {
  const key = take(tree(new TextEncoder().encode(context), START, DERIVE_KEY_CONTEXT), 32);
  return take(tree(material, wordsOf(key), DERIVE_KEY_MATERIAL), length);
}

/**
 * The output of a keyed hash byte by byte, without end.
 * @param {Uint8Array} key
 * @param {Uint8Array} input
 */
export const keyedStream = (key, input) => bytesOf(tree(input, wordsOf(key), KEYED_HASH));

/** Bytes as hexadecimal digits. @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The node above some bytes: a chunk, or two halves of which the left is the largest full tree.
 * @param {Uint8Array} input
 * @param {Uint32Array} key
 * @param {number} flags
 * @param {number} [first] number of its first chunk
 * @returns {Node}
 */
function tree(input, key, flags, first = 0) {
  if (input.length <= CHUNK) return chunk(input, key, flags, first);
  const chunks = Math.ceil(input.length / CHUNK);
  let left = 1;
  while (left * 2 < chunks) left *= 2;
  const words = new Uint32Array(16);
  words.set(chained(tree(input.subarray(0, left * CHUNK), key, flags, first)));
  words.set(chained(tree(input.subarray(left * CHUNK), key, flags, first + left)), 8);
  return { chain: key, words, counter: 0, length: BLOCK, flags: flags | PARENT };
}

/**
 * @param {Uint8Array} input
 * @param {Uint32Array} key
 * @param {number} flags
 * @param {number} counter
 * @returns {Node}
 */
function chunk(input, key, flags, counter) {
  let chain = key;
  let start = CHUNK_START;
  let at = 0;
  for (; input.length - at > BLOCK; at += BLOCK) {
    chain = chained({ chain, words: wordsOf(input.subarray(at, at + BLOCK)), counter, length: BLOCK, flags: flags | start });
    start = 0;
  }
  const rest = input.subarray(at);
  return { chain, words: wordsOf(rest), counter, length: rest.length, flags: flags | start | CHUNK_END };
}

/** Up to a block of bytes as little-endian words, filled up with zeros. @param {Uint8Array} bytes */
function wordsOf(bytes) {
  const words = new Uint32Array(BLOCK / 4);
  for (let index = 0; index < bytes.length; index += 1) words[index >> 2] |= bytes[index] << (8 * (index & 3));
  return words;
}

/** What a node hands on to the one above it. @param {Node} node */
const chained = (node) => compress(node, node.counter, node.flags).subarray(0, 8);

/** @param {Node} node */
function* bytesOf(node) {
  for (let block = 0; ; block += 1) {
    for (const word of compress(node, block, node.flags | ROOT)) {
      for (let shift = 0; shift < 32; shift += 8) yield (word >>> shift) & 0xff;
    }
  }
}

/** @param {Node} node @param {number} length */
function take(node, length) {
  const output = new Uint8Array(length);
  let at = 0;
  for (const byte of bytesOf(node)) {
    if (at === length) break;
    output[at] = byte;
    at += 1;
  }
  return output;
}

/** @param {Node} node @param {number} counter @param {number} flags */
function compress({ chain, words, length }, counter, flags) {
  const state = new Uint32Array(16);
  state.set(chain.subarray(0, 8));
  state.set(START.subarray(0, 4), 8);
  state.set([counter, Math.floor(counter / 2 ** 32), length, flags], 12);
  let message = words;
  for (let round = 0; round < ROUNDS; round += 1) {
    QUARTERS.forEach(([a, b, c, d], index) => mix(state, a, b, c, d, message[2 * index], message[2 * index + 1]));
    message = Uint32Array.from(PERMUTATION, (from) => message[from]);
  }
  for (let index = 0; index < 8; index += 1) {
    state[index] ^= state[index + 8];
    state[index + 8] ^= chain[index];
  }
  return state;
}

/**
 * @param {Uint32Array} state
 * @param {number} a @param {number} b @param {number} c @param {number} d places in the state
 * @param {number} x @param {number} y words of the message
 */
function mix(state, a, b, c, d, x, y) {
  state[a] += state[b] + x;
  state[d] = turned(state[d] ^ state[a], 16);
  state[c] += state[d];
  state[b] = turned(state[b] ^ state[c], 12);
  state[a] += state[b] + y;
  state[d] = turned(state[d] ^ state[a], 8);
  state[c] += state[d];
  state[b] = turned(state[b] ^ state[c], 7);
}

/** A word turned to the right. @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));
