import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, opening } from '../js/play/opening.js';

const started = { seq: 1, kind: 'started', step: null };
const computers = (step) => ({ seq: step + 1, kind: 'action', step, by: 'union', why: 'why not' });
const persons = (step) => ({ ...computers(step), why: null });
const looker = { seen: 0, holds: true, animated: true };
/** @param {any[]} entries @param {number} seq @param {Partial<typeof looker>} [more] */
const opened = (entries, seq, more = {}) => {
  const { known, rest, step } = opening(entries, { seq }, { ...looker, ...more });
  return { known: known.map((entry) => entry.seq), rest: rest.map((entry) => entry.seq), step };
};

test('a game that a computer opens is shown from its beginning', () => {
  const entries = [started, computers(1), computers(2), computers(3)];
  assert.deepEqual(opened(entries, 3), { known: [1], rest: [2, 3, 4], step: 0 });
});

test('what happened between the view and the story is shown, not taken for known', () => {
  const entries = [started, persons(1), persons(2), computers(3)];
  assert.deepEqual(opened(entries, 3), { known: [1, 2, 3], rest: [4], step: null });
});

test('a game that was left while a computer played goes on where it was left', () => {
  const entries = [started, persons(1), computers(2), computers(3), { seq: 5, kind: 'talk', step: null }, computers(5)];
  assert.deepEqual(opened(entries, 6, { seen: 3 }), { known: [1, 2, 3], rest: [4, 5, 6], step: 2 });
  assert.deepEqual(opened(entries, 6, { seen: 6 }), { known: [1, 2, 3, 4, 5, 6], rest: [], step: null });
});

test('what people did meanwhile, and what was taken back, is told otherwise', () => {
  assert.equal(opened([started, computers(1), persons(2), computers(3)], 4, { seen: 2 }).step, null);
  const undone = [started, computers(1), computers(2), { seq: 4, kind: 'undo', step: null, to: 1 }];
  assert.deepEqual(opened(undone, 4, { seen: 2 }), { known: [1, 2, 3, 4], rest: [], step: null });
});

test('who only comes to watch, or wants no animation, begins with the game as it stands', () => {
  const entries = [started, computers(1), computers(2)];
  assert.deepEqual(opened(entries, 3, { holds: false }), { known: [1, 2, 3], rest: [], step: null });
  assert.deepEqual(opened(entries, 3, { animated: false }), { known: [1, 2, 3], rest: [], step: null });
  assert.equal(opened(entries, 3, { holds: false, seen: 2 }).step, 1);
});

test('a view that is newer than the story waits for the rest of it', async () => {
  const story = [started, computers(1), computers(2), computers(3)];
  const asked = [];
  const table = /** @type {any} */ ({
    id: 'never seen', roles: ['owner'], view: { seq: 4, steps: 3, status: 'playing', game: 'now' },
    entries: async (after) => story.filter((entry) => entry.seq > after),
    stepView: async (step) => {
      asked.push(step);
      return { step, decision: { side: 'union' }, game: `after ${step}` };
    },
  });
  const { view, known, rest, resumed } = await begin(table, /** @type {any} */ (story.slice(0, 2)), true);
  assert.deepEqual([view.game, known.length, rest.length, resumed, asked], ['after 0', 1, 3, true, [0]]);
});
