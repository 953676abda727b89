import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, layOut, nearest, playerTurns, turnStarts } from '../js/review/course.js';
import { chancesOf, expectedWords, marginWords, rounded, spanOf } from '../js/review/margin.js';
import { byCost, dueAt, endsThere, momentAddress, otherwise, swingWords } from '../js/review/moments.js';
import { untilReady } from '../js/review/wait.js';

const point = (step, turn, side, margin, spread = 5) => ({ step, turn, side, margin, low: margin - spread, high: margin + spread });
const course = [point(0, 1, 'union', 0), point(12, 1, 'confederate', 4), point(20, 2, 'union', -6), point(31, 2, 'union', -8), point(40, 2, 'confederate', 2, 0)];

test('margins are told for whoever is ahead', () => {
  assert.equal(marginWords(3.6), 'Union by 3.5');
  assert.equal(marginWords(-2), 'Confederates by 2');
  assert.equal(marginWords(-0.1), 'even');
  assert.equal(expectedWords({ margin: 4, low: -2, high: 9 }), 'Union by 4, probably between Confederates by 2 and Union by 9');
  assert.equal(expectedWords({ margin: 4, low: 4, high: 4 }), 'Union by 4, for certain');
  assert.equal(rounded(-0.2), '0');
  assert.deepEqual(chancesOf([{ winner: 'union', level: 'marginal', chance: 0.346 }, { winner: null, level: 'draw', chance: 0.65 }, { winner: 'confederate', level: 'decisive', chance: 0.004 }]), [
    { winner: 'union', words: 'Union marginal', percent: 35 }, { winner: null, words: 'draw', percent: 65 },
  ]);
});

test('a scale is round and holds every value', () => {
  assert.deepEqual([[], [3], [-11], [26, -41], [NaN, 80.5]].map(spanOf), [10, 10, 15, 50, 100]);
});

test('the plot keeps inside its edges, the Union above the middle', () => {
  const plot = layOut(course, { width: 600, height: 300 });
  assert.equal(plot.span, 15);
  for (const { x, y } of plot.spots) assert.ok(x >= 44 && x <= 584 && y >= 18 && y <= 266, `${x} ${y}`);
  assert.ok(plot.spots[1].y < plot.even && plot.spots[2].y > plot.even);
  assert.equal(plot.spots[0].x, 44);
  assert.equal(plot.spots.at(-1).x, 584);
  assert.deepEqual(plot.turns.map(({ turn }) => turn), [1, 2]);
  assert.equal(nearest(plot.spots, 0), 0);
  assert.equal(nearest(plot.spots, plot.spots[2].x + 3), 2);
});

test('what was expected of decisions has room in the plot', () => {
  const plot = layOut(course, { width: 600, height: 300 }, [-31, 4]);
  assert.equal(plot.span, 40);
  assert.ok(plot.place(20, -31).y < 266);
});

test('a course of nothing or of one point is laid out all the same', () => {
  assert.deepEqual(layOut([], { width: 300, height: 200 }).spots, []);
  assert.doesNotMatch(layOut([course[0]], { width: 300, height: 200 }).line, /NaN|Infinity/);
});

test('turns and player-turns are found', () => {
  assert.deepEqual(turnStarts(course), [{ turn: 1, step: 0 }, { turn: 2, step: 20 }]);
  assert.deepEqual(playerTurns(course).map(({ step }) => step), [0, 12, 31, 40]);
});

test('a decision is looked at where it was due', () => {
  const moment = { step: 45, until: 45, by: 'union', swing: -7.5, own: -7.5 };
  assert.equal(dueAt(moment), 44);
  assert.equal(momentAddress('abc', moment), '#/replay/abc/44/review');
  assert.equal(swingWords(moment), 'It cost the Union 7.5 points');
  assert.equal(swingWords({ ...moment, by: 'confederate', swing: -1, own: -1, until: 60 }), 'It cost the Confederacy 1 point');
  assert.equal(swingWords({ ...moment, swing: -20, own: -12, until: 60 }), 'The moves of this phase cost the Union 20 points, this one 12 of them');
});

test('of the staff’s plan and of what was played, what differs is told', () => {
  const move = (unit, to, path) => ({ move: { unit, to, ...(path ? { path } : {}) } });
  const moment = (action, better) => ({ step: 3, until: 6, action, better: { action: better, why: '', plan: [better, move('Law', '0812'), move('Early', '0815')] } });
  const played = [move('Hood', '0811'), move('Law', '0812', ['0813', '0812']), move('Gregg', '0901'), { end_phase: {} }];
  const found = otherwise(moment(played[0], move('Hood', '0900')), played);
  assert.deepEqual(found, { planned: [move('Hood', '0900'), move('Early', '0815')], played: [move('Hood', '0811'), move('Gregg', '0901')], stays: null });
  assert.equal(endsThere(moment(played[0], move('Hood', '0900'))), false);
  assert.equal(endsThere({ step: 3, until: 6, better: { plan: [played[0]] } }), true);
  assert.equal(endsThere({ step: 6, until: 6, better: { plan: [played[0]] } }), false);
  // The staff would have left Gregg where he was.
  assert.equal(otherwise(moment(move('Gregg', '0901'), move('Hood', '0900')), played).stays, 'Gregg');
  const nothing = { step: 3, until: 3, action: { end_phase: {} }, better: null };
  assert.deepEqual(otherwise(nothing, [{ end_phase: {} }]), { planned: [], played: [], stays: null });
});

test('what cost most comes first, and of two alike the earlier', () => {
  const moments = [{ step: 3, swing: -5 }, { step: 9, swing: -29 }, { step: 8, swing: 5 }];
  assert.deepEqual(byCost(moments).map(({ step }) => step), [9, 3, 8]);
  assert.deepEqual(moments.map(({ step }) => step), [3, 9, 8], 'what is given stays as it is');
});

test('the numbers of the plot do not hide each other', () => {
  const room = { least: 22, top: 28, bottom: 180 };
  const places = [{ x: 100, y: 100 }, { x: 104, y: 100 }, { x: 110, y: 98 }, { x: 300, y: 20 }];
  const heights = apart(places, room);
  const marks = places.map(({ x }, index) => ({ x, y: heights[index] }));
  marks.forEach((one, index) => marks.slice(index + 1).forEach((other) => assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 22)));
  assert.equal(heights[0], 100);
  assert.equal(heights[3], 20, 'what is free stays where it is');
  assert.ok(heights.slice(1, 3).every((y) => y >= 28 && y <= 180));
  assert.deepEqual(apart([{ x: 0, y: 5 }, { x: 0, y: 5 }], { least: 50, top: 0, bottom: 10 }), [5, 5], 'without room it stays');
});

test('a review is asked for until it is there', async () => {
  const answers = [{ review: null, done: 0.2, wait: 0 }, { review: null, done: 7, wait: 0 }, { review: { course, moments: [] } }];
  const told = [];
  const review = await untilReady(async () => answers.shift(), { signal: new AbortController().signal, told: (done) => told.push(done) });
  assert.equal(review?.course.length, 5);
  assert.deepEqual(told, [0.2, 1]);
});

test('who leaves waits no longer, and a fault is passed on', async () => {
  const leaving = new AbortController();
  const waiting = untilReady(async () => ({ review: null, done: 0, wait: 60 }), { signal: leaving.signal, told: () => leaving.abort() });
  assert.equal(await waiting, null);
  await assert.rejects(untilReady(async () => { throw new Error('away'); }, { signal: new AbortController().signal, told: () => {} }), /away/);
});
