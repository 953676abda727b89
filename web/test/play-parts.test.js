import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupKeys } from '../js/play/help.js';
import { ordersWords, readOrders } from '../js/play/orders.js';
import { playerName } from '../js/play/sides.js';
import { millisecondsOf, SPEEDS } from '../js/play/speeds.js';
import { viewAt } from '../js/play/stand-in.js';
import { phaseStarts, phaseStep, StepViews } from '../js/play/steps.js';

test('phases are walked forward to their beginnings and to the end, and back to the start', () => {
  const starts = phaseStarts(new Array(9).fill({}), { groups: [{ began: 0 }, { began: 6 }, { began: 3 }, { began: 6 }] });
  assert.deepEqual(starts, [0, 3, 6]);
  assert.deepEqual([0, 3, 4, 6, 9].map((at) => phaseStep(starts, at, 1, 9)), [3, 6, 6, 9, 9]);
  assert.deepEqual([0, 3, 4, 6, 9].map((at) => phaseStep(starts, at, -1, 9)), [0, 0, 3, 3, 6]);
});

test('a view of a step is fetched once, and again after a failure', async () => {
  let asked = 0;
  const views = new StepViews(async (step) => {
    asked += 1;
    if (asked === 1) throw new Error('away');
    return { step };
  });
  await assert.rejects(views.get(4), /away/);
  assert.deepEqual(await views.get(4), { step: 4 });
  await views.get(4);
  assert.equal(asked, 2);
  views.clear();
  await views.get(4);
  assert.equal(asked, 3);
});

test('an earlier step is seen in the frame of the present game, which is not over yet', () => {
  const view = { id: 'x', version: 9, steps: 5, status: 'over', ended: { winner: 'union' }, decision: { side: null }, game: { turn: 3 } };
  const then = viewAt(view, { step: 2, decision: { side: 'union' }, game: { turn: 1 } });
  assert.deepEqual(then, { id: 'x', version: 9, steps: 5, status: 'playing', ended: null, step: 2, decision: { side: 'union' }, game: { turn: 1 } });
  assert.equal(view.game.turn, 3);
  const last = viewAt(view, { step: 5, decision: { side: null }, game: { turn: 3 } });
  assert.deepEqual(last.ended, { winner: 'union' });
  assert.equal(viewAt({ ...view, status: 'read-only' }, { step: 2, decision: {}, game: {} }).status, 'read-only');
});

test('standing orders are read in full and told in words', () => {
  assert.deepEqual(readOrders(undefined), { retreat: 'ask', advance: 'ask', elect: 'ask', losses: 'ask' });
  assert.equal(ordersWords({}), 'no standing orders; every choice is asked for.');
  assert.equal(ordersWords({ retreat: { towards: '0105' }, advance: 'never' }), 'standing orders: retreat towards 0105, never advance.');
});

test('speeds grow slower and an unknown one is the normal one', () => {
  const times = SPEEDS.map((speed) => speed.ms);
  assert.deepEqual(times, [...times].sort((a, b) => a - b));
  assert.equal(millisecondsOf('warp'), millisecondsOf('normal'));
  assert.equal(millisecondsOf('off'), 0);
});

test('keys are grouped in the order of their groups, none twice', () => {
  const keys = [{ keys: 'u', what: 'Undo', group: 'Game' }, { keys: 'l', what: 'Log', group: 'Panels' }, { keys: 'u', what: 'Again', group: 'Game' }, { keys: 'q', what: 'Odd' }];
  assert.deepEqual(groupKeys(keys).map(([name, rows]) => [name, rows.map((row) => row.what)]), [['Game', ['Undo']], ['Panels', ['Log']], ['Other', ['Odd']]]);
});

test('players are named if they have a name', () => {
  assert.equal(playerName('union', { union: { name: 'Ann' } }), 'Ann (Union)');
  assert.equal(playerName('confederate', {}), 'The Confederate player');
  assert.equal(playerName(null, {}), 'The table');
});
