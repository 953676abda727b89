import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupKeys } from '../js/play/help.js';
import { chosenIn, ordersForm, ordersWords, readOrders } from '../js/play/orders.js';
import { playerName } from '../js/play/sides.js';
import { millisecondsOf, SPEEDS } from '../js/play/speeds.js';
import { viewAt } from '../js/play/stand-in.js';
import { phaseStarts, phaseStep, StepViews } from '../js/play/steps.js';
import { wordsBeside } from '../js/play/topbar.js';

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

/** A form as a system might give it. */
const FORM = /** @type {any} */ ({
  title: 'Standing orders',
  words: 'What is left to them.',
  none: 'no standing orders; every choice is asked for.',
  items: [
    { key: 'retreat', title: 'Retreats', choices: [{ value: 'ask', title: 'Ask me' }, { value: 'safest', title: 'To the safest place' }, { value: 'towards', title: 'Towards a hex', words: 'retreat towards {cell}', asks: 'cell' }] },
    { key: 'fire', title: 'Opportunity fire', choices: [{ value: 'always', title: 'Always' }, { value: 'never', title: 'Never' }] },
  ],
});

test('standing orders are read in full and told in words, whatever the form', () => {
  assert.deepEqual(readOrders(FORM, undefined), { retreat: 'ask', fire: 'always' });
  assert.deepEqual(readOrders(FORM, { fire: 'never', other: 'x' }), { retreat: 'ask', fire: 'never' });
  assert.equal(ordersWords(FORM, {}), 'no standing orders; every choice is asked for.');
  assert.equal(ordersWords(FORM, { retreat: { towards: '0105' }, fire: 'never' }), 'standing orders: retreat towards 0105, opportunity fire: never.');
});

test('a choice is found by its value, with the cell it asks for; an unknown one is the usual one', () => {
  const [retreat] = FORM.items;
  assert.deepEqual(chosenIn(retreat, { towards: '0105' }), { choice: retreat.choices[2], cell: '0105' });
  assert.deepEqual(chosenIn(retreat, 'safest'), { choice: retreat.choices[1], cell: null });
  assert.equal(chosenIn(retreat, 'gone').choice.value, 'ask');
});

test('where the sheet has no form there are no standing orders', () => {
  const table = (/** @type {any} */ orders) => /** @type {any} */ ({ sheet: { orders } });
  assert.equal(ordersForm(table(undefined)), null);
  assert.equal(ordersForm(table(null)), null);
  assert.equal(ordersForm(table({ ...FORM, items: [] })), null);
  assert.equal(ordersForm(table(FORM)), FORM);
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

test('the bar does not say twice how a game ended', () => {
  assert.equal(wordsBeside('Union victory', 'Union victory'), '');
  assert.equal(wordsBeside('Union victory.', 'Union victory'), '');
  assert.equal(wordsBeside('The Union side resigned.', 'Confederate victory'), 'The Union side resigned.');
});
