import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockLine, leftWords, paceNotice, seatWords, spanWords, standIns } from '../js/play/pace.js';
import { clockText, warningBetween } from '../js/play/phase-clock.js';
import { chosenPace } from '../js/screens/pace-part.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** @type {import('../js/types.js').Pace} */
const pace = {
  terms: { time: { kind: 'turn', seconds: 86_400 }, allowance: 43_200, vacation_days: 7, at_end: { kind: 'claim' } },
  words: '1 day for each turn.', time_up: null, may_claim: null, pause: null,
  seats: { union: { left: 20 * HOUR, vacation_days: 7, away: null, stand_in: false }, confederate: { left: 24 * HOUR, vacation_days: 0, away: 30 * HOUR, stand_in: false } },
};
const view = (/** @type {Partial<import('../js/types.js').Pace>} */ more) => /** @type {import('../js/types.js').View} */ (/** @type {unknown} */ ({ pace: { ...pace, ...more }, ended: null, status: 'playing' }));
const does = /** @type {any} */ ({ aboutTime: async () => undefined });
const labels = (/** @type {any} */ notice) => notice?.actions.map((/** @type {{label: string}} */ action) => action.label);

test('what is left is told by its two largest units, short times by the second', () => {
  assert.deepEqual([51 * HOUR, 24 * HOUR, 61 * MINUTE, 59_000, 0].map(spanWords), ['2 days 3 hours', '1 day', '1 hour 1 minute', 'less than a minute', 'no time']);
  assert.deepEqual([51 * 3600, 5400, 3599].map(clockText), ['2 d 3 h', '1 h 30 min', '59:59']);
  assert.equal(leftWords({ kind: 'turn' }, 51 * HOUR), '2 days 3 hours left for this turn');
  assert.equal(leftWords({ kind: 'choice' }, 0), 'The time for this choice has run out');
});

test('in a list of games a clock is a sentence', () => {
  const clock = /** @type {import('../js/types.js').Clock} */ ({ kind: 'turn', side: 'union', limit: 86_400, left: 3 * HOUR, running: true });
  assert.equal(clockLine(clock), '3 hours left for this turn.');
  assert.equal(clockLine({ ...clock, running: false }), '3 hours left for this turn (the clock stands).');
  assert.deepEqual([clockLine(null), clockLine({ ...clock, kind: 'phase' })], ['', '']);
});

test('a warning is said once at each mark, and none that is longer than the whole time', () => {
  assert.equal(warningBetween(3601, 3600, 86_400), 3600);
  assert.equal(warningBetween(3600, 3599, 86_400), null);
  assert.equal(warningBetween(Infinity, 20 * 3600, 86_400), null, 'of a day, a day is no warning');
  assert.equal(warningBetween(Infinity, 50, 86_400), 60);
});

test('who may claim is asked, who is late is told, and all others only read of it', () => {
  const late = view({ time_up: 'union', may_claim: 'confederate' });
  assert.deepEqual(labels(paceNotice(late, ['confederate'], does)), ['Claim the game']);
  assert.match(paceNotice(late, ['union'], does)?.text ?? '', /^Your time has run out/);
  assert.deepEqual([labels(paceNotice(late, ['union'], does)), labels(paceNotice(late, [], does))], [[], []]);
  assert.equal(paceNotice(view({}), ['union'], does), null);
});

test('a pause is answered by the other side and ended by either', () => {
  const asked = view({ pause: { stage: 'asked', by: 'union', left: null } });
  assert.deepEqual(labels(paceNotice(asked, ['confederate'], does)), ['Agree', 'Refuse']);
  assert.deepEqual(labels(paceNotice(asked, ['union'], does)), ['Withdraw']);
  const paused = view({ pause: { stage: 'paused', by: 'union', left: null } });
  assert.deepEqual([labels(paceNotice(paused, ['union'], does)), labels(paceNotice(paused, [], does))], [['Go on'], []]);
  const ending = view({ pause: { stage: 'ending', by: 'union', left: 11 * HOUR } });
  assert.deepEqual([labels(paceNotice(ending, ['union'], does)), labels(paceNotice(ending, ['confederate'], does))], [[], ['Go on']]);
  assert.match(paceNotice(ending, ['union'], does)?.detail ?? '', /in 11 hours/);
});

test('how a player stands is a sentence, vacation included', () => {
  const clock = /** @type {import('../js/types.js').Clock} */ ({ kind: 'turn', side: 'union', limit: 86_400, left: 20 * HOUR, running: true });
  assert.equal(seatWords(pace, 'union', clock), '20 hours left for this turn. 7 days of vacation left.');
  assert.equal(seatWords(pace, 'confederate', clock), '1 day for a turn. On vacation for 1 day 6 hours more. No day of vacation left.');
  const absent = { ...pace, seats: { ...pace.seats, union: { ...pace.seats.union, stand_in: true } } };
  assert.equal(seatWords(absent, 'union', clock), 'The staff plays until the player is back.');
  assert.deepEqual(standIns(view({ seats: absent.seats }), ['union', 'confederate']), ['union']);
});

test('a form without a distant player holds no pace, a preset and one’s own hold what they say', () => {
  const form = (/** @type {Record<string, string>} */ fields) => {
    const data = new FormData();
    Object.entries(fields).forEach(([name, value]) => data.set(name, value));
    return chosenPace(data);
  };
  const distant = { 'holder-union': 'me', 'holder-confederate': 'link' };
  assert.equal(form({ ...distant, pace: 'none' }), null);
  assert.equal(form({ 'holder-union': 'me', 'holder-confederate': 'here', pace: 'day' }), null);
  assert.equal(form({ 'holder-union': 'computer', 'holder-confederate': 'link', pace: 'day' }), null);
  assert.deepEqual(form({ ...distant, pace: 'day', 'pace-end': 'captain' }),
    { time: { kind: 'turn', seconds: 86_400 }, allowance: 43_200, vacation_days: 7, at_end: { kind: 'staff', level: 'captain' } });
  assert.deepEqual(form({ ...distant, pace: 'banked' })?.time, { kind: 'banked', bank: 432_000, increment: 43_200, cap: 864_000 });
  assert.deepEqual(form({ ...distant, pace: 'custom', 'pace-kind': 'turn', 'pace-turn': '5', 'pace-allowance': '2', 'pace-days': '0' }),
    { time: { kind: 'turn', seconds: 18_000 }, allowance: 7200, vacation_days: 0, at_end: { kind: 'claim' } });
});
