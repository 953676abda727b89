// The same golden vectors as crates/rules/src/dice.rs, draws of other sizes, and parts of a text as they are written.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { deriveKey, hex, keyedHash, keyedStream } from '../js/verify/blake3.js';
import { commitmentOf, drawsOf, facesOf, mixedSeed, readSeed, START } from '../js/verify/dice.js';
import { member } from '../js/verify/raw.js';

const SEED = 'b497254f98718793c1d4c604587f6e14049eb6d03a4f68812603a6dc594c87ca';

test('golden vectors freeze the derivation', () => {
  const seed = readSeed('1862');
  assert.ok(seed);
  assert.equal(hex(seed), SEED);
  assert.equal(commitmentOf(seed), '242d1274437b22123c10e709a7527dd17be0b62d6528585b25f541732111e9b6');
  assert.deepEqual(facesOf(seed, 0, START, 12), [2, 3, 5, 1, 6, 1, 2, 1, 2, 5, 1, 2]);
  assert.deepEqual(facesOf(seed, 17, '{"end_phase":{}}', 12), [4, 6, 6, 3, 1, 2, 5, 4, 5, 6, 5, 3]);
  assert.deepEqual(facesOf(new Uint8Array(32).fill(0xab), 2 ** 32 - 1, '', 12), [2, 4, 5, 1, 2, 2, 5, 5, 5, 3, 2, 6]);
});

test('seeds read as numbers and as digits', () => {
  assert.deepEqual(readSeed(SEED), readSeed('1862'));
  assert.deepEqual(readSeed(SEED.toUpperCase()), readSeed('1862'));
  assert.deepEqual(readSeed('01862'), readSeed('1862'));
  assert.ok(readSeed('18446744073709551615'));
  for (const wrong of ['18446744073709551616', '-1', '', '1.5', '0x10', 'g'.repeat(64), SEED.slice(1)]) {
    assert.equal(readSeed(wrong), null, wrong);
  }
});

test('draws of six are the faces less one, whatever is drawn beside them', () => {
  const seed = /** @type {Uint8Array} */ (readSeed('1862'));
  const faces = facesOf(seed, 17, '{"end_phase":{}}', 3);
  const mixed = drawsOf(seed, 17, '{"end_phase":{}}', [6, 100, 6]);
  assert.deepEqual([mixed[0] + 1, mixed[2] + 1], [faces[0], faces[2]], 'each draw has a stream of its own');
});

test('any other draw takes four bytes at a time, little-endian, and rejects what would favour low numbers', () => {
  const seed = /** @type {Uint8Array} */ (readSeed('1862'));
  const bound = new Uint8Array([3, 0, 0, 0, ...new TextEncoder().encode('{"fire":{}}')]);
  const bytes = keyedStream(keyedHash(seed, bound), new Uint8Array([1, 0, 0, 0]));
  const first = [];
  for (const byte of bytes) {
    first.push(byte);
    if (first.length === 4) break;
  }
  const value = new DataView(new Uint8Array(first).buffer).getUint32(0, true);
  // A sixth of a thousandth of all values is rejected for 10,000: this one is not.
  assert.ok(value < Math.floor(2 ** 32 / 10_000) * 10_000);
  assert.equal(drawsOf(seed, 3, '{"fire":{}}', [10, 10_000])[1], value % 10_000);
  assert.deepEqual(drawsOf(seed, 3, '{"fire":{}}', [1, 1]), [0, 0]);
});

test('every outcome of a ten-sided die is about as likely as any other', () => {
  const seed = /** @type {Uint8Array} */ (readSeed('10'));
  const counts = Array.from({ length: 10 }, () => 0);
  for (let n = 0; n < 60; n += 1) for (const value of drawsOf(seed, n, '{}', Array.from({ length: 20 }, () => 10))) counts[value] += 1;
  for (const count of counts) assert.ok(count > 80 && count < 160, counts.join());
});

test('what the players give changes the seed, in their order', () => {
  const seed = /** @type {Uint8Array} */ (readSeed('1862'));
  const [ones, twos] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  assert.equal(mixedSeed(seed, []), seed);
  const both = mixedSeed(seed, [{ by: 'union', bytes: ones }, { by: 'confederate', bytes: twos }]);
  const text = new TextEncoder();
  const whole = [...seed, ...text.encode('union'), 0, ...ones, ...text.encode('confederate'), 0, ...twos];
  assert.equal(hex(both), hex(deriveKey('long roll 2026 contributions', new Uint8Array(whole))));
  assert.notEqual(hex(mixedSeed(seed, [{ by: 'confederate', bytes: twos }, { by: 'union', bytes: ones }])), hex(both));
});

test('a part of a text keeps the order of its fields', () => {
  const line = '{ "a" : {"from":1}, "from": {"0206":"u", "1113" : ["c", {"x":"\\u0041 \\" }"}]}, "b": "from" }';
  assert.equal(member(line, 'from'), '{"0206":"u","1113":["c",{"x":"A \\" }"}]}');
  assert.equal(member('{"from":1,"from":{"2":0,"1":0}}', 'from'), '{"2":0,"1":0}');
  assert.equal(member('{"a":["from",{"from":1}]}', 'from'), null);
});
