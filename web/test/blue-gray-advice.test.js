// What a newcomer is told at each moment: always something while he can act, and what is true.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { advice } from '../js/systems/blue-gray/advice.js';

/** A situation in the movement phase, with changes. */
const at = (change = {}, game = {}) => /** @type {any} */ ({
  mine: true,
  over: false,
  watching: false,
  computer: false,
  picked: false,
  reaches: false,
  planned: false,
  odds: null,
  duties: { targets: [], must_attack: [], must_be_attacked: [] },
  ...change,
  game: { phase: 'movement', movable: ['a'], arrivals: [], pending: null, ...game },
});
const duties = (change) => ({ targets: ['0803'], must_attack: [], must_be_attacked: [], ...change });

test('while moving: pick, point, end', () => {
  assert.match(advice(at()), /^Pick a unit/);
  assert.match(advice(at({ picked: true, reaches: true })), /movement points it would have left/);
  assert.match(advice(at({ picked: true })), /cannot go anywhere/);
  assert.match(advice(at({}, { movable: [] })), /end the movement phase/);
});

test('before the first move it says what the game is about', () => {
  const game = { turn: 1, units: [{ marks: [] }], goals: { brief: 'More points win.' } };
  assert.match(advice(at({}, game)), /^More points win\. Pick a unit/);
  assert.match(advice(at({}, { ...game, units: [{ marks: ['moved'] }] })), /^Pick a unit/);
  assert.match(advice(at({}, { ...game, turn: 2 })), /^Pick a unit/);
});

test('while lines of sight are asked for, it says so', () => {
  assert.match(advice(at({ looking: true }, { phase: 'combat' })), /^Lines of sight/);
});

test('reinforcements that can come are spoken of, others are not', () => {
  const group = { due: true, units: ['a'] };
  assert.match(advice(at({}, { arrivals: [group] })), /^Reinforcements are due/);
  assert.doesNotMatch(advice(at({}, { arrivals: [{ ...group, due: false }] })), /Reinforcements/);
  assert.doesNotMatch(advice(at({}, { arrivals: [{ ...group, units: ['b'] }] })), /Reinforcements/);
});

test('while fighting: duties first, then the throw, then the end', () => {
  const combat = { phase: 'combat' };
  assert.match(advice(at({ duties: duties({ must_attack: ['0804'] }) }, combat)), /marked with a burst/);
  assert.match(advice(at({ duties: duties({}) }, combat)), /bombard/);
  assert.match(advice(at({}, combat)), /end the combat phase/);
  assert.match(advice(at({ planned: true, odds: { legal: true }, duties: duties({}) }, combat)), /then throw/);
  assert.match(advice(at({ planned: true, odds: { legal: false }, duties: duties({}) }, combat)), /panel says why/);
});

test('a choice inside a combat says how it is made, one that is not known too', () => {
  for (const step of ['retreat', 'withdraw', 'advance']) assert.match(advice(at({}, { pending: { step } })), /lit hex/);
  assert.match(advice(at({}, { pending: { step: 'losses' } })), /pays/);
  assert.match(advice(at({}, { pending: { step: 'something new' } })), /^Choose/);
});

test('whoever waits is told so; whoever watches or has ended is told nothing', () => {
  assert.match(advice(at({ mine: false })), /other side decides/);
  assert.match(advice(at({ mine: false, computer: true })), /computer plays/);
  assert.equal(advice(at({ mine: false, watching: true })), null);
  assert.equal(advice(at({ over: true })), null);
});
