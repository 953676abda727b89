import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InOrder } from '../js/play/in-order.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Entries that pass in order; the server answers when it is let. */
function line({ last = 2 } = {}) {
  const passed = [];
  const troubles = [];
  const asked = [];
  const entries = new InOrder({
    last,
    missing: (after) => new Promise((resolve, reject) => asked.push({ after, answer: (...seqs) => resolve(seqs.map((seq) => ({ seq }))), fail: reject })),
    take: ({ seq }) => passed.push(seq),
    trouble: (fault) => troubles.push(fault.message),
  });
  const hear = (...seqs) => seqs.forEach((seq) => entries.hear(/** @type {any} */ ({ seq })));
  return { entries, passed, troubles, asked, hear };
}

test('what comes in order passes at once, and nothing twice', () => {
  const { passed, asked, hear } = line();
  hear(3, 4, 4, 2, 5);
  assert.deepEqual(passed, [3, 4, 5]);
  assert.equal(asked.length, 0);
});

test('what the stream began too late to tell is fetched first, once', async () => {
  const { passed, asked, hear } = line();
  hear(20, 21);
  assert.deepEqual(passed, []);
  assert.deepEqual(asked.map(({ after }) => after), [2]);
  hear(22);
  asked[0].answer(...Array.from({ length: 18 }, (_, index) => index + 3));
  await settled();
  assert.deepEqual(passed, Array.from({ length: 20 }, (_, index) => index + 3));
  hear(23);
  assert.equal(passed.at(-1), 23);
  assert.equal(asked.length, 1);
});

test('if nothing can be fetched nothing is left out: it is tried again with the next entry', async () => {
  const { entries, passed, troubles, asked, hear } = line();
  hear(5);
  asked[0].fail(new Error('away'));
  await settled();
  assert.deepEqual([passed, troubles], [[], ['away']]);
  hear(6);
  asked[1].answer(3, 4, 5, 6);
  await settled();
  assert.deepEqual(passed, [3, 4, 5, 6]);
  assert.equal(entries.last, 6);
});

test('asked to fill, it fetches even if nothing was heard', async () => {
  const { entries, passed, asked } = line();
  const done = entries.fill();
  asked[0].answer(3);
  await done;
  assert.deepEqual(passed, [3]);
});
