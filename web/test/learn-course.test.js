import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASIDE, beginning, covers, diceFor, judge } from '../js/learn/course.js';

const STEP = {
  id: 'one', title: '', words: [], task: '', done: '', rule: '', link: '', cells: [], position: {},
  deeds: [
    { action: { attack: { defenders: ['02'], attackers: ['01'] } }, or: [{ attack: { defenders: ['02'] } }], dice: [3] },
    { action: { retreat: { unit: 'b', to: '03' } }, or: [], dice: [] },
  ],
  slips: [
    { action: { attack: { defenders: ['04'] } }, words: 'not him', refused: null, dice: [6] },
    { action: { end_phase: {} }, words: 'you must attack', refused: 'X 1', dice: [] },
  ],
};
const good = { by: 'union', action: { attack: { defenders: ['02'], attackers: ['05', '01'] } } };
const bad = { by: 'union', action: { attack: { defenders: ['04'], attackers: ['01'] } } };

test('a pattern covers what says all it says', () => {
  assert.ok(covers({ move: { to: '02' } }, { move: { unit: 'a', path: ['01', '02'] } }));
  assert.ok(!covers({ move: { to: '01' } }, { move: { unit: 'a', path: ['01', '02'] } }));
  assert.ok(covers(['a', 'b'], ['b', 'a']));
  assert.ok(!covers(['a'], ['b', 'a']));
  assert.ok(!covers({ a: {} }, { a: null }));
});

test('a step is done when its deeds are, the other side’s among them', () => {
  assert.deepEqual(judge(STEP, 'union', []), { at: 0, slip: null, done: false });
  assert.deepEqual(judge(STEP, 'union', [good]), { at: 1, slip: null, done: false });
  const reply = { by: 'confederate', action: { retreat: { unit: 'b', to: '03' } } };
  assert.deepEqual(judge(STEP, 'union', [good, reply]), { at: 2, slip: null, done: true });
});

test('a likely mistake has its words, another is an aside, and neither goes on', () => {
  assert.deepEqual(judge(STEP, 'union', [bad]), { at: 0, slip: 'not him', done: false });
  assert.deepEqual(judge(STEP, 'union', [{ by: 'union', action: { move: { unit: 'a' } } }]), { at: 0, slip: ASIDE, done: false });
});

test('the lesson gives the draws of what it knows, and of nothing else', () => {
  assert.deepEqual(diceFor(STEP, 0, good.action), [3]);
  assert.deepEqual(diceFor(STEP, 0, bad.action), [6]);
  assert.equal(diceFor(STEP, 0, { move: {} }), undefined);
  assert.equal(diceFor(STEP, 1, STEP.deeds[1].action), undefined);
});

test('a step without a position begins with the nearest before it that has one', () => {
  const lesson = { title: '', words: '', scenario: null, side: 'union', steps: [STEP, { ...STEP, position: null }, { ...STEP }] };
  assert.deepEqual([0, 1, 2].map((index) => beginning(lesson, index)), [0, 0, 2]);
});
