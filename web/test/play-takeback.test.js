import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedWords, mayAskBack, mayUndo, refusalWords, stepsToTakeBack } from '../js/play/takeback.js';

const table = (seats, holders, steps) => ({
  seats, view: { steps, seats: { union: { holder: holders.union }, confederate: { holder: holders.confederate, level: 'captain' } } },
});
const did = (step, by, more = {}) => ({ seq: step, kind: 'action', step, by, auto: false, why: null, ...more });
const computed = (step, by) => did(step, by, { auto: true, why: 'to take 0811' });
const against = (seats, steps) => table(seats, { union: 'me', confederate: 'computer' }, steps);

test('against a computer the decisions of one’s own side are offered, the last of them chosen', () => {
  const entries = [did(1, 'union'), did(2, 'union'), computed(3, 'confederate'), did(4, 'union'), computed(5, 'confederate')];
  const offers = stepsToTakeBack(entries, against(['union'], 5));
  assert.deepEqual(offers.map(({ step }) => step), [4, 2, 1]);
  assert.deepEqual(offers.filter(({ chosen }) => chosen).map(({ step }) => step), [4]);
});

test('what was taken back counts as what stands in its place', () => {
  const entries = [did(1, 'union'), did(2, 'union'), { kind: 'undo', by: 'union', to: 1 }, computed(2, 'confederate'), computed(3, 'confederate')];
  assert.deepEqual(stepsToTakeBack(entries, against(['union'], 3)).map(({ step }) => step), [1]);
});

test('standing orders are no decision, but what a computer decided in this seat is one', () => {
  const entries = [computed(1, 'union'), did(2, 'union', { auto: true }), computed(3, 'confederate')];
  assert.deepEqual(stepsToTakeBack(entries, against(['union'], 3)).map(({ step }) => step), [1]);
  // With nothing decided for this side everything is offered, the last step chosen.
  const theirs = stepsToTakeBack([computed(1, 'confederate'), computed(2, 'confederate')], against(['union'], 2));
  assert.deepEqual(theirs, [{ step: 2, own: false, chosen: true }, { step: 1, own: false, chosen: false }]);
});

test('against a person every step is offered, one’s own marked and the last of them chosen', () => {
  const entries = [did(1, 'union'), did(2, 'confederate'), did(3, 'confederate')];
  const offers = stepsToTakeBack(entries, table(['union'], { union: 'me', confederate: 'link' }, 3));
  assert.deepEqual(offers.map(({ step, own, chosen }) => [step, own, chosen]), [[3, false, false], [2, false, false], [1, true, true]]);
  // At one screen everything is one's own, and nothing need be marked.
  const both = stepsToTakeBack(entries, table(['union', 'confederate'], { union: 'me', confederate: 'here' }, 3));
  assert.deepEqual(both.map(({ own, chosen }) => [own, chosen]), [[false, true], [false, false], [false, false]]);
});

test('a list has its bounds, and holds the last own decision beyond them', () => {
  const entries = [did(1, 'union'), ...Array.from({ length: 299 }, (_, index) => did(index + 2, 'confederate'))];
  const offers = stepsToTakeBack(entries, table(['union'], { union: 'me', confederate: 'link' }, 300));
  assert.equal(offers.length, 201);
  assert.deepEqual(offers.at(-1), { step: 1, own: true, chosen: true });
});

test('a refusal is said to whoever asked, in the words of whoever refused', () => {
  const refused = { kind: 'draw_refused', by: 'confederate', text: 'The staff expects to win by about 12 points.' };
  assert.equal(refusalWords(refused, against(['union'], 3)), 'The Captain (Confederate) refused the draw. The staff expects to win by about 12 points.');
  assert.match(refusalWords({ kind: 'take_back_refused', by: 'confederate' }, against(['union'], 3)), /did not grant/);
  assert.equal(refusalWords({ ...refused, by: 'union' }, against(['union'], 3)), null, 'who refused knows it');
  assert.equal(refusalWords(refused, against([], 3)), null, 'who only watches reads the log');
  assert.equal(refusalWords({ kind: 'draw_offered', by: 'confederate' }, against(['union'], 3)), null);
});

test('only who did the last step can undo it without asking', () => {
  const undoing = (seats, undo, mine) => mayUndo({ seats, mine, view: { undo } });
  assert.equal(undoing(['union'], { can: true, by: 'union' }, true), true);
  assert.equal(undoing(['confederate'], { can: true, by: 'union' }, false), false, 'the side that waits has to ask');
  assert.equal(undoing(['union'], { can: true }, false), false);
  assert.equal(undoing(['union'], { can: false, by: 'union' }, true), false);
});

test('a take-back that is asked for names what it takes back', () => {
  const words = (step) => `Step ${step} was done.`;
  assert.equal(askedWords({ steps: 1, to: 4 }, words), '“Step 5 was done”');
  assert.equal(askedWords({ steps: 3, to: 4 }, words), '3 steps, from “Step 5 was done” on');
});

test('where units are hidden nobody is asked for a take-back', () => {
  assert.equal(mayAskBack({ sheet: { capabilities: { hidden: true } } }), false);
  assert.equal(mayAskBack({ sheet: { capabilities: { hidden: false } } }), true);
  assert.equal(mayAskBack({ sheet: {} }), true);
});
