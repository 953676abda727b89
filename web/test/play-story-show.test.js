// The story on the screen: heard in order, shown at the pace of whoever looks on, and the server told how far.

import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { StoryShow } from '../js/play/story-show.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));
/** The first step is a person's, the others are a computer's. */
const action = (step) => ({
  seq: step + 1, version: step, kind: 'action', step, by: step === 1 ? 'confederate' : 'union', why: step === 1 ? null : 'why not',
  line: { events: [`event ${step}`] },
});
const decision = (step) => (step === 0 ? 'confederate' : 'union');
const viewOf = (version, steps = version) => ({ version, seq: version + 1, steps, status: 'playing', ended: null, decision: { side: decision(steps) }, game: `after ${steps}` });

/** A screen whose table is wherever the test puts it; an animation ends when the test lets it. */
function screen({ quick = false, watched = false } = {}) {
  const told = [];
  const asked = [];
  const fetched = [];
  const messages = [];
  const situation = { watched };
  const source = {
    view: /** @type {any} */ (viewOf(0)),
    entries: (after) => new Promise((resolve, reject) => fetched.push({ after, answer: (...entries) => resolve(entries), fail: reject })),
    stepView: async (step) => {
      asked.push(step);
      return /** @type {any} */ ({ step, decision: { side: decision(step) }, game: `after ${step}` });
    },
    shown: (seq) => new Promise((resolve, reject) => messages.push({ seq, answer: () => resolve(undefined), fail: reject })),
  };
  /** @type {(() => void) | null} */
  let marching = null;
  const show = new StoryShow({ seq: 1, version: 0 }, source, {
    heard: ({ seq }) => told.push(`heard ${seq}`),
    tell: (entry) => told.push(`log ${entry.step ?? entry.kind}`),
    show: (view) => told.push(`${view.game}, ${view.decision.side} decides`),
    noted: ({ seq }) => told.push(`noted ${seq}`),
  }, {
    animate: (event) => new Promise((resolve) => {
      told.push(event);
      marching = () => resolve(undefined);
    }),
    ms: () => (quick ? 0 : 10),
    finish: () => {},
    isQuick: () => quick,
    isWatched: () => situation.watched,
    beginsPhase: (event) => /** @type {any} */ (event) === 'phase',
    reveals: ({ event }) => event === 'die_thrown',
    trouble: (error) => told.push(`trouble ${/** @type {Error} */ (error).message}`),
  });
  opened.push(show);
  /** The table goes on to a version, of so many steps. */
  const stand = (version, steps = version, options = {}) => {
    source.view = viewOf(version, steps);
    return show.took(source.view, options);
  };
  const hear = (...entries) => entries.forEach((entry) => show.hear(/** @type {any} */ (entry)));
  const march = async () => {
    await settled();
    marching?.();
    await settled();
  };
  /** What was told, but for what was only heard. */
  const seen = () => told.filter((line) => typeof line !== 'string' || !line.startsWith('heard'));
  return { told, seen, asked, fetched, messages, situation, show, stand, hear, march };
}

/** Every show repeats itself to the server until it is closed. @type {StoryShow[]} */
const opened = [];
afterEach(() => opened.splice(0).forEach((show) => show.close()));

test('what was asked of a player is gone once his answer is shown, however far a computer is by then', async () => {
  const { seen, hear, march, stand } = screen();
  // The computer had answered three times before the answer to the player's own request came.
  hear(action(1), action(2), action(3), action(4));
  stand(4);
  await march();
  assert.deepEqual(seen(), ['event 1', 'log 1', 'after 1, union decides', 'noted 2', 'event 2']);
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
  const { told, show, hear, stand } = screen();
  hear(action(1));
  stand(1);
  await settled();
  show.skipToRest();
  hear({ ...action(2), line: { events: ['phase'] } }, action(3));
  await settled();
  await settled();
  assert.deepEqual(told.filter((line) => /^(event|after)/.test(line)).slice(1), ['after 1, union decides', 'after 2, union decides', 'event 3']);
});

test('an entry counts as seen from when it is being shown, and as shown when it has been', async () => {
  const { told, show, hear, march, stand } = screen();
  assert.equal(show.seen, 1);
  hear(action(1), action(2), action(3));
  stand(3);
  await settled();
  assert.equal(show.seen, 2);
  assert.ok(!told.includes('noted 2'));
  await march();
  assert.ok(told.includes('noted 2') && !told.includes('noted 3'));
  assert.equal(show.seen, 3);
});

test('an attack is seen when its die has been, and not while it is only announced', async () => {
  const { show, hear, march, stand } = screen();
  hear({ ...action(1), line: { events: [{ event: 'attacked' }, { event: 'die_thrown' }, { event: 'resulted' }] } });
  stand(1);
  await settled();
  assert.equal(show.seen, 1, 'the attack is announced');
  await march();
  assert.equal(show.seen, 2, 'the die is falling');
});

test('whoever takes a seat sees what he is seeing to its end, and nothing of what is taken back', async () => {
  const { told, show, hear, march, stand } = screen();
  hear(action(1), action(2), action(3));
  stand(3);
  await settled();
  show.toggle();
  hear({ seq: 5, version: 4, kind: 'undo', step: null, to: 1 });
  void stand(4, 1, { joined: true });
  assert.ok(!show.stopped);
  await march();
  await show.idle();
  assert.deepEqual(told.filter((line) => /^(event|after)/.test(line)), ['event 1', 'after 1, union decides', 'after 1, union decides']);
});

test('what is taken back while it is being shown is shown no further', async () => {
  const { told, show, hear, stand } = screen();
  hear({ ...action(1), line: { events: ['attacked', 'die_thrown'] } });
  stand(1);
  await settled();
  show.toggle();
  hear({ seq: 3, version: 2, kind: 'undo', step: null, to: 0 });
  void stand(2, 0, { joined: true });
  await show.idle();
  assert.deepEqual(told.filter((line) => !/^(log|noted|heard)/.test(line)), ['attacked', 'after 0, confederate decides']);
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
  skipped.show.skip();
  await skipped.show.idle();
  const quick = screen({ quick: true });
  quick.hear(action(1), action(2));
  quick.stand(2);
  await quick.show.idle();
  for (const { told } of [skipped, quick]) {
    assert.deepEqual(told.filter((line) => !/^(event|heard)/.test(line)), ['log 1', 'noted 2', 'log 2', 'noted 3', 'after 2, union decides']);
  }
});

/** What was heard, by number. */
const heard = (told) => told.filter((line) => String(line).startsWith('heard')).map((line) => Number(line.split(' ')[1]));
const said = (seq) => ({ seq, version: 0, kind: 'talk' });

test('what comes in order is heard at once, and nothing twice', () => {
  const { told, fetched, hear } = screen();
  hear(said(2), said(3), said(3), said(1), said(4));
  assert.deepEqual(heard(told), [2, 3, 4]);
  assert.equal(fetched.length, 0);
});

test('what the stream began too late to tell is fetched first, once', async () => {
  const { told, fetched, hear } = screen();
  hear(said(20), said(21));
  assert.deepEqual(heard(told), []);
  assert.deepEqual(fetched.map(({ after }) => after), [1]);
  hear(said(22));
  fetched[0].answer(...Array.from({ length: 19 }, (_, index) => said(index + 2)));
  await settled();
  assert.deepEqual(heard(told), Array.from({ length: 21 }, (_, index) => index + 2));
  hear(said(23));
  assert.equal(heard(told).at(-1), 23);
  assert.equal(fetched.length, 1);
});

test('if nothing can be fetched nothing is left out: it is tried again with the next entry', async () => {
  const { told, fetched, hear } = screen();
  hear(said(5));
  fetched[0].fail(new Error('away'));
  await settled();
  assert.deepEqual(told, ['trouble away']);
  hear(said(6));
  fetched[1].answer(said(2), said(3), said(4), said(5), said(6));
  await settled();
  assert.deepEqual(heard(told), [2, 3, 4, 5, 6]);
});

test('told how far the story goes, it fetches what it lacks and nothing else', async () => {
  const { told, fetched, show, hear } = screen();
  await show.upTo(1);
  assert.equal(fetched.length, 0);
  const done = show.upTo(3);
  hear(said(3));
  fetched[0].answer(said(2), said(3));
  await done;
  assert.deepEqual(heard(told), [2, 3]);
});

test('a view that is ahead of what was heard waits for the story', async () => {
  const { seen, fetched, stand, march } = screen();
  const done = stand(1);
  assert.deepEqual(seen(), []);
  fetched[0].answer(action(1));
  await done;
  await march();
  assert.deepEqual(seen().filter((line) => !String(line).startsWith('noted')), ['event 1', 'log 1', 'after 1, union decides', 'after 1, union decides']);
});

test('the server hears how far it has been shown: one message at a time, the newest number last', async () => {
  const { messages, hear, show } = screen({ quick: true, watched: true });
  hear({ ...action(1), kind: 'seat' }, { ...action(2), kind: 'seat' }, { ...action(3), kind: 'seat' });
  await show.idle();
  assert.deepEqual(messages.map(({ seq }) => seq), [2]);
  messages[0].answer();
  await settled();
  assert.deepEqual(messages.map(({ seq }) => seq), [2, 4]);
  messages[1].answer();
  await settled();
  show.note({ seq: 4 });
  assert.equal(messages.length, 2, 'nothing new is not told');
});

test('nothing is told of a game that people play, and what failed is told with the next entry', async () => {
  const { messages, situation, hear, show } = screen({ quick: true });
  hear({ ...action(1), kind: 'seat' });
  await show.idle();
  assert.deepEqual(messages, []);
  situation.watched = true;
  hear({ ...action(2), kind: 'seat' });
  await show.idle();
  messages[0].fail(new Error('away'));
  await settled();
  hear({ ...action(3), kind: 'seat' });
  await show.idle();
  assert.deepEqual(messages.map(({ seq }) => seq), [3, 4]);
});

test('it is said again and again, until the page is left', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const { messages, show } = screen({ watched: true });
  show.note({ seq: 1 });
  messages[0].answer();
  await Promise.resolve();
  await Promise.resolve();
  mock.timers.tick(20_000);
  assert.deepEqual(messages.map(({ seq }) => seq), [1, 1]);
  show.close();
  mock.timers.tick(60_000);
  assert.equal(messages.length, 2);
  mock.timers.reset();
});
