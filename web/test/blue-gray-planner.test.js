// The plan of an attack.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { facesText, groupedFaces } from '../js/parts/plan-panel.js';
import { toggled } from '../js/parts/planning.js';
import {
  NO_PLAN,
  bestAttackers,
  gainer,
  proposed,
  stepColumn,
  toAttack,
  toggleAttacker,
  toggleGun,
  withColumn,
} from '../js/systems/blue-gray/planner.js';

const answer = /** @type {any} */ ({
  attackers: [
    { hex: '0808', units: ['3/1/I'], strength: 4, must: true },
    { hex: '0909', units: ['1/1/I', '2/1/I'], strength: 8, must: true },
    { hex: '0810', units: ['1/3/I'], strength: 5, must: false },
  ],
  guns: [
    { unit: 'A', hex: '1513', strength: 3, legal: true, refusal: null },
    { unit: 'B', hex: '1514', strength: 3, legal: false, refusal: { rule: 'BG 8.31', reason: 'Blocked.', link: null } },
  ],
  combinations: [['0808'], ['0909'], ['0808', '0909'], ['0808', '0810']],
  refusal: null,
});

test('the strongest legal set attacks, with every gun that may', () => {
  assert.deepEqual(bestAttackers(answer), ['0808', '0909']);
  assert.deepEqual(proposed(['0809'], answer), {
    targets: ['0809'],
    attackers: ['0808', '0909'],
    guns: ['A'],
    column: null,
  });
});

test('guns alone: no legal set of adjacent attackers is no attackers', () => {
  assert.deepEqual(bestAttackers({ ...answer, combinations: [] }), []);
});

test('of equally strong sets the larger is proposed', () => {
  const equal = {
    ...answer,
    attackers: [
      { hex: 'a', strength: 4 },
      { hex: 'b', strength: 2 },
      { hex: 'c', strength: 2 },
    ],
    combinations: [['a'], ['b', 'c']],
  };
  assert.deepEqual(bestAttackers(equal), ['b', 'c']);
});

test('toggling changes a copy and takes back an announced column', () => {
  const plan = { ...proposed(['0809'], answer), column: '1-1' };
  const less = toggleAttacker(plan, '0808');
  assert.deepEqual(less.attackers, ['0909']);
  assert.equal(less.column, null);
  assert.deepEqual(toggleAttacker(less, '0808').attackers, ['0909', '0808']);
  assert.deepEqual(toggleGun(plan, 'A').guns, []);
  assert.deepEqual(toggled(plan.targets, '0910'), ['0809', '0910']);
  assert.deepEqual(toggled(plan.targets, '0809'), []);
  assert.deepEqual(plan.attackers, ['0808', '0909']);
});

test('the attack is in order, and names a column only if one is announced', () => {
  const plan = { targets: ['0910', '0809'], attackers: ['0909', '0808'], guns: ['B', 'A'], column: null };
  assert.deepEqual(toAttack(plan), { defenders: ['0809', '0910'], attackers: ['0808', '0909'], bombard: ['A', 'B'] });
  assert.equal(toAttack({ ...plan, column: '2-1' }).column, '2-1');
  assert.deepEqual(toAttack(NO_PLAN), { defenders: [], attackers: [], bombard: [] });
});

test('a column goes down and up again, and not beyond the ends', () => {
  const odds = { column: '3-1', columns: ['1-1', '2-1', '3-1'] };
  const plan = proposed(['0809'], answer);
  const down = stepColumn(plan, odds, -1);
  assert.equal(down.column, '2-1');
  assert.equal(stepColumn(down, { ...odds, column: '2-1' }, -1).column, '1-1');
  assert.equal(stepColumn(down, { ...odds, column: '2-1' }, 1).column, null, 'the full odds need no announcement');
  assert.equal(stepColumn(plan, odds, 1), plan);
  const lowest = withColumn(plan, odds.columns, '1-1');
  assert.equal(stepColumn(lowest, { ...odds, column: '1-1' }, -1), lowest);
});

test('faces that do the same are told together', () => {
  const face = (/** @type {number} */ die, /** @type {string} */ result, /** @type {string} */ words) => ({
    die,
    result,
    fates: [],
    words,
  });
  const groups = groupedFaces([
    face(1, 'Dr', 'Hood retreats.'),
    face(2, 'Ar', 'Phelps retreats.'),
    face(3, 'Dr', 'Hood retreats.'),
    face(4, 'Dr', 'Hood is trapped and lost.'),
    face(5, 'Ar', 'Phelps retreats.'),
    face(6, 'Ar', 'Phelps retreats.'),
  ]);
  assert.deepEqual(
    groups.map(({ dice, result }) => [dice, result]),
    [
      [[1, 3], 'Dr'],
      [[2, 5, 6], 'Ar'],
      [[4], 'Dr'],
    ],
  );
});

test('faces in words', () => {
  assert.equal(facesText([6]), '6');
  assert.equal(facesText([1, 2]), '1 and 2');
  assert.equal(facesText([1, 2, 3]), '1 to 3');
  assert.equal(facesText([2, 5, 6]), '2, 5 and 6');
});

test('who gains by a result', () => {
  assert.deepEqual(['Ae', 'Ar', 'Ex', 'Dr', 'De'].map(gainer), ['defender', 'defender', 'both', 'attacker', 'attacker']);
});
