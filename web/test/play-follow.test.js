import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Follow } from '../js/play/follow.js';
import { Playback } from '../js/play/playback.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));
/** The first step is a person's, the others are a computer's. */
const action = (step) => ({
  seq: step + 1, version: step, kind: 'action', step, by: step === 1 ? 'confederate' : 'union', why: step === 1 ? null : 'why not',
  line: { events: [`event ${step}`] },
});
const decision = (step) => (step === 0 ? 'confederate' : 'union');
const viewOf = (version, steps = version) => ({ version, seq: version + 1, steps, status: 'playing', ended: null, decision: { side: decision(steps) }, game: `after ${steps}` });

/** A screen whose table is wherever the test puts it; an animation ends when the test lets it. */
function screen({ quick = false } = {}) {
  const told = [];
  const asked = [];
  let present = viewOf(0);
  /** @type {(() => void) | null} */
  let marching = null;
  const playback = new Playback({
    animate: (event) => new Promise((resolve) => {
      told.push(event);
      marching = () => resolve(undefined);
    }),
    ms: () => (quick ? 0 : 10),
    finish: () => {},
    trouble: (error) => told.push(`trouble ${error.message}`),
  });
  const follow = new Follow({
    playback,
    last: { seq: 1, version: 0 },
    present: () => /** @type {any} */ (present),
    stepView: async (step) => {
      asked.push(step);
      return /** @type {any} */ ({ step, decision: { side: decision(step) }, game: `after ${step}` });
    },
    isQuick: () => quick,
    tell: (entry) => told.push(`log ${entry.step ?? entry.kind}`),
    show: (view) => told.push(`${view.game}, ${view.decision.side} decides`),
    noted: ({ seq }) => told.push(`noted ${seq}`),
  });
  /** The table goes on to a version, of so many steps. */
  const stand = (version, steps = version) => {
    present = viewOf(version, steps);
    follow.took(/** @type {any} */ (present));
  };
  const hear = (...entries) => entries.forEach((entry) => follow.take(/** @type {any} */ (entry)));
  const march = async () => {
    await settled();
    marching?.();
    await settled();
  };
  return { told, asked, playback, follow, stand, hear, march };
}

test('what was asked of a player is gone once his answer is shown, however far a computer is by then', async () => {
  const { told, hear, march, stand } = screen();
  // The computer had answered three times before the answer to the player's own request came.
  hear(action(1), action(2), action(3), action(4));
  stand(4);
  await march();
  assert.deepEqual(told, ['event 1', 'log 1', 'after 1, union decides', 'noted 2', 'event 2']);
});

test('after every entry the screen shows how it stood just then, and at the end how it stands', async () => {
  const { told, asked, hear, march, stand } = screen();
  hear(action(1), action(2));
  stand(2);
  await settled();
  hear(action(3));
  stand(3);
  for (let step = 1; step <= 3; step += 1) await march();
  const shown = told.filter((line) => line.startsWith('after')).map((line) => line.split(',')[0]);
  assert.deepEqual(shown.filter((line, at) => line !== shown[at - 1]), ['after 1', 'after 2', 'after 3']);
  assert.deepEqual(asked, [1, 2], 'the last view is the table’s own');
});

test('what is told before the view has come is shown all the same, and an older view does not come back', async () => {
  const { told, asked, hear, march, stand } = screen();
  hear(action(1), action(2));
  stand(1);
  await march();
  await march();
  assert.deepEqual(told.filter((line) => line.startsWith('after')), ['after 1, union decides', 'after 2, union decides']);
  assert.deepEqual(asked, [2], 'the first is the table’s own view');
  assert.equal(told.at(-1), 'noted 3');
});

test('the step to which is skipped is shown, though it came after the skip', async () => {
  const { told, playback, hear, stand } = screen();
  playback.isRest = ({ step }) => step === 2;
  hear(action(1));
  stand(1);
  await settled();
  playback.skipToRest();
  hear(action(2), action(3));
  await settled();
  await settled();
  assert.deepEqual(told.filter((line) => /^(event|after)/.test(line)).slice(1), ['after 1, union decides', 'after 2, union decides', 'event 3']);
});

test('an entry counts as seen from when it is being shown, and as shown when it has been', async () => {
  const { told, follow, hear, march, stand } = screen();
  assert.equal(follow.seen, 1);
  hear(action(1), action(2), action(3));
  stand(3);
  await settled();
  assert.equal(follow.seen, 2);
  assert.ok(!told.includes('noted 2'));
  await march();
  assert.ok(told.includes('noted 2') && !told.includes('noted 3'));
  assert.equal(follow.seen, 3);
});

test('an attack is seen when its die has been, and not while it is only announced', async () => {
  const { follow, hear, march, stand } = screen();
  hear({ ...action(1), line: { events: [{ event: 'attacked' }, { event: 'die_thrown' }, { event: 'resulted' }] } });
  stand(1);
  await settled();
  assert.equal(follow.seen, 1, 'the attack is announced');
  await march();
  assert.equal(follow.seen, 2, 'the die is falling');
});

test('whoever takes a seat sees what he is seeing to its end, and nothing of what is taken back', async () => {
  const { told, follow, playback, hear, march, stand } = screen();
  hear(action(1), action(2), action(3));
  stand(3);
  await settled();
  playback.toggle();
  hear({ seq: 5, version: 4, kind: 'undo', step: null, to: 1 });
  stand(4, 1);
  follow.join();
  assert.ok(!playback.stopped);
  await march();
  await playback.idle();
  assert.deepEqual(told.filter((line) => /^(event|after)/.test(line)), ['event 1', 'after 1, union decides', 'after 1, union decides']);
});

test('what is taken back while it is being shown is shown no further', async () => {
  const { told, follow, playback, hear, stand } = screen();
  hear({ ...action(1), line: { events: ['attacked', 'die_thrown'] } });
  stand(1);
  await settled();
  playback.toggle();
  hear({ seq: 3, version: 2, kind: 'undo', step: null, to: 0 });
  stand(2, 0);
  follow.join();
  await playback.idle();
  assert.deepEqual(told.filter((line) => !line.startsWith('log') && !line.startsWith('noted')), ['attacked', 'after 0, confederate decides']);
});

test('a step that was taken back before it was shown is not asked for', async () => {
  const { told, asked, hear, march, stand } = screen();
  hear(action(1), action(2), { seq: 4, version: 3, kind: 'undo', step: null, to: 1 });
  stand(3, 1);
  await march();
  await march();
  assert.deepEqual(asked, [1]);
  assert.ok(!told.some((line) => line.startsWith('trouble')));
  assert.equal(told.at(-1), 'after 1, union decides');
});

test('whoever skips, or wants no animation, sees only how it stands', async () => {
  const skipped = screen();
  skipped.hear(action(1), action(2));
  skipped.stand(2);
  skipped.playback.skip();
  await skipped.playback.idle();
  const quick = screen({ quick: true });
  quick.hear(action(1), action(2));
  quick.stand(2);
  await quick.playback.idle();
  for (const { told } of [skipped, quick]) {
    assert.deepEqual(told.filter((line) => !line.startsWith('event')), ['log 1', 'noted 2', 'log 2', 'noted 3', 'after 2, union decides']);
  }
});
