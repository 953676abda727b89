import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShowQueue } from '../js/play/show-queue.js';

const entry = (...events) => ({ kind: 'action', line: { events } });

/** A playback whose animations end when the test lets them. */
function stage({ ms = () => 10 } = {}) {
  const told = [];
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  const playback = new ShowQueue({
    animate: (event) => new Promise((resolve) => {
      told.push(`begin ${event}`);
      waiting.set(event, () => {
        told.push(`end ${event}`);
        resolve();
      });
    }),
    ms,
    finish: () => told.push('finish'),
    trouble: (error) => told.push(`trouble ${error.message}`),
  });
  const end = async (event) => {
    waiting.get(event)();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { playback, told, end };
}

test('events are shown one after another, and the view after them', async () => {
  const { playback, told, end } = stage();
  playback.play(entry('a', 'b'));
  playback.next(() => told.push('view'));
  assert.deepEqual(told, ['begin a']);
  assert.ok(playback.busy);
  await end('a');
  await end('b');
  await playback.idle();
  assert.deepEqual(told, ['begin a', 'end a', 'begin b', 'end b', 'view']);
  assert.ok(!playback.busy);
});

test('skipping leaves out animations and steps in between, never the view', async () => {
  const { playback, told } = stage();
  playback.play(entry('a', 'b'));
  playback.next(() => told.push('between'), { always: false });
  playback.play(entry('c'));
  playback.next(() => told.push('view'));
  playback.skip();
  await playback.idle();
  assert.deepEqual(told, ['begin a', 'finish', 'view']);
});

test('after a skip later news is shown in full', async () => {
  const { playback, told, end } = stage();
  playback.play(entry('a'));
  playback.skip();
  await playback.idle();
  playback.play(entry('b'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(told, ['begin a', 'finish', 'begin b']);
  await end('b');
  await playback.idle();
});

test('without time nothing is animated', async () => {
  const { playback, told } = stage({ ms: () => 0 });
  playback.play(entry('a', 'b'));
  playback.next(() => told.push('view'));
  await playback.idle();
  assert.deepEqual(told, ['view']);
});

test('a failing animation or view does not stop what follows', async () => {
  const told = [];
  const playback = new ShowQueue({
    animate: () => { throw new Error('no such unit'); }, ms: () => 1, finish: () => {}, trouble: (error) => told.push(error.message),
  });
  playback.play(entry('a'));
  playback.next(() => { throw new Error('no such hex'); });
  playback.next(() => told.push('view'));
  await playback.idle();
  assert.deepEqual(told, ['no such unit', 'no such hex', 'view']);
});

test('a long absence is not played event by event', async () => {
  const { playback, told } = stage();
  playback.next(() => undefined);
  for (let number = 0; number < 200; number += 1) playback.play(entry(`e${number}`));
  playback.next(() => told.push('view'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(told[0], 'begin e79', 'only the last 121 entries are shown');
  playback.skip();
  await playback.idle();
  assert.equal(told.at(-1), 'view');
});

test('a closed playback shows nothing more', async () => {
  const { playback, told } = stage();
  playback.play(entry('a'));
  playback.next(() => told.push('view'));
  playback.close();
  await new Promise((resolve) => setImmediate(resolve));
  playback.next(() => told.push('late'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(told, ['begin a', 'finish']);
});

test('of too much at once only a show is played', async () => {
  const many = Array.from({ length: 130 }, (_, index) => `e${index}`);
  const shown = [];
  const playback = new ShowQueue({
    animate: (event) => { shown.push(event); },
    ms: () => 1,
    isShow: ({ why }) => Boolean(why),
    finish: () => {},
  });
  playback.play(entry('first'));
  playback.play(entry('late'));
  playback.play({ ...entry('planned'), why: 'holding the line' });
  playback.play(entry(...many));
  await playback.idle();
  // When the first began nothing was waiting yet; the last has nothing behind it.
  assert.deepEqual(shown, ['first', 'planned', ...many]);
});

test('what is shown can be stopped after the present event, and goes on where it was', async () => {
  const { playback, told, end } = stage();
  playback.toggle();
  assert.ok(!playback.stopped, 'there is nothing to stop');
  playback.play(entry('a', 'b'));
  playback.next(() => told.push('view'));
  playback.toggle();
  await end('a');
  assert.ok(playback.stopped);
  assert.deepEqual(told, ['begin a', 'end a']);
  playback.toggle();
  await new Promise((resolve) => setImmediate(resolve));
  await end('b');
  await playback.idle();
  assert.deepEqual(told, ['begin a', 'end a', 'begin b', 'end b', 'view']);
});

test('skipping and closing end a stop too', async () => {
  const { playback, told, end } = stage();
  playback.play(entry('a', 'b'));
  playback.next(() => told.push('view'));
  playback.toggle();
  await end('a');
  playback.skip();
  await playback.idle();
  assert.deepEqual(told, ['begin a', 'end a', 'finish', 'view']);
  assert.ok(!playback.stopped);
});

test('a skip to the next rest leaves out what is before it, and shows what follows', async () => {
  const told = [];
  /** @type {(() => void)[]} */
  const ends = [];
  const playback = new ShowQueue({
    animate: (event) => new Promise((resolve) => {
      told.push(event);
      ends.push(resolve);
    }),
    ms: () => 1, isRest: ({ line }) => line.events.includes('phase'), finish: () => told.push('finish'),
  });
  const still = () => new Promise((resolve) => setImmediate(resolve));
  for (const events of [['a', 'b'], ['c', 'phase'], ['d'], ['e', 'phase'], ['f']]) {
    playback.play(entry(...events));
    playback.next(() => told.push(`log ${events[0]}`));
    playback.next(() => told.push(`look ${events[0]}`), { always: false });
  }
  playback.skipToRest();
  await still();
  assert.deepEqual(told, ['a', 'finish', 'log a', 'log c', 'look c', 'd'], 'the phase that begins is looked at');
  playback.skipToRest();
  await still();
  assert.deepEqual(told.slice(6), ['finish', 'log d', 'log e', 'look e', 'f']);
  // No rest is left: what is queued is shown at once.
  playback.skipToRest();
  await playback.idle();
  assert.deepEqual(told.slice(11), ['finish', 'log f']);
});

test('who asks for the end after a rest gets the end', async () => {
  const told = [];
  const playback = new ShowQueue({ animate: () => new Promise(() => {}), ms: () => 1, isRest: () => true, finish: () => {} });
  for (const name of ['a', 'b', 'c']) {
    playback.play(entry(name));
    playback.next(() => told.push(name));
  }
  playback.skipToRest();
  playback.skip();
  await playback.idle();
  assert.deepEqual(told, ['a', 'b', 'c']);
});
