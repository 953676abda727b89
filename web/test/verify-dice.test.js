// The same golden vectors as crates/rules/src/dice.rs, and the text of actions to which dice are bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hex } from '../js/verify/blake3.js';
import { canonicalText } from '../js/verify/canonical.js';
import { commitmentOf, facesOf, readSeed, START } from '../js/verify/dice.js';
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

/** @param {Record<string, any>} action */
const text = (action) => canonicalText('blue-gray/antietam', action);

test('an action that was rewritten is bound to the same text', () => {
  const attack = '{"attack":{"defenders":["0503","0703"],"attackers":["0502","0602"],"bombard":["G"],"column":"3-1"}}';
  assert.equal(text(JSON.parse(attack)), attack);
  assert.equal(text({ attack: { column: '3-1', attackers: ['0602', '0502'], bombard: ['G'], defenders: ['0703', '0503'] } }), attack);
  assert.equal(
    text({ attack: { defenders: ['0503'], attackers: ['0504'], column: null } }),
    '{"attack":{"defenders":["0503"],"attackers":["0504"],"bombard":[]}}',
  );
  assert.equal(text({ move: { to: '0507', path: ['0506', '0507'], unit: 'A' } }), '{"move":{"unit":"A","path":["0506","0507"]}}');
  assert.equal(text({ end_phase: {} }), '{"end_phase":{}}');
});

test('what is no action of the game has no text', () => {
  for (const wrong of [{}, { move: {}, attack: {} }, { march: {} }, { toString: {} }, { attack: [] }, { end_phase: { now: true } }]) {
    assert.equal(text(wrong), null, JSON.stringify(wrong));
  }
  assert.equal(canonicalText('another/game', { b: 1, a: [2] }), '{"b":1,"a":[2]}');
  assert.equal(canonicalText('__proto__/game', { toString: 1 }), '{"toString":1}');
});

test('a part of a text keeps the order of its fields', () => {
  const line = '{ "a" : {"from":1}, "from": {"0206":"u", "1113" : ["c", {"x":"\\u0041 \\" }"}]}, "b": "from" }';
  assert.equal(member(line, 'from'), '{"0206":"u","1113":["c",{"x":"A \\" }"}]}');
  assert.equal(member('{"from":1,"from":{"2":0,"1":0}}', 'from'), '{"2":0,"1":0}');
  assert.equal(member('{"a":["from",{"from":1}]}', 'from'), null);
});
