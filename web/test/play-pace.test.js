// The pace of a show: what is told to the table, and when.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Pace } from '../js/play/pace.js';

/** A pace whose messages are answered by hand. */
function paced({ show = true } = {}) {
  /** @type {number[]} */
  const told = [];
  /** @type {{resolve: () => void, reject: (fault: Error) => void}[]} */
  const open = [];
  const situation = { show };
  const pace = new Pace({
    tell: (seq) => new Promise((resolve, reject) => {
      told.push(seq);
      open.push({ resolve: () => resolve(), reject });
    }),
    isShow: () => situation.show,
  });
  const settle = () => new Promise((resolve) => { setImmediate(resolve); });
  return { pace, told, open, situation, settle };
}

test('one message is under way, and the newest number follows it', async () => {
  const { pace, told, open, settle } = paced();
  pace.shown(3);
  pace.shown(4);
  pace.shown(5);
  assert.deepEqual(told, [3]);
  open[0].resolve();
  await settle();
  assert.deepEqual(told, [3, 5]);
  open[1].resolve();
  await settle();
  pace.shown(5);
  pace.shown(2);
  assert.deepEqual(told, [3, 5], 'nothing new is not told');
  pace.close();
});

test('nothing is told of a game that people play, and what failed is told with the next entry', async () => {
  const { pace, told, open, situation, settle } = paced({ show: false });
  pace.shown(1);
  assert.deepEqual(told, []);
  situation.show = true;
  pace.shown(2);
  open[0].reject(new Error('away'));
  await settle();
  pace.shown(3);
  assert.deepEqual(told, [2, 3]);
  pace.close();
});

test('it is said again and again, until the page is left', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const { pace, told, open } = paced();
  pace.shown(7);
  open[0].resolve();
  await Promise.resolve();
  await Promise.resolve();
  mock.timers.tick(20_000);
  assert.deepEqual(told, [7, 7]);
  pace.close();
  mock.timers.tick(60_000);
  assert.deepEqual(told, [7, 7]);
  mock.timers.reset();
});
