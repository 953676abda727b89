import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText, leftOf } from '../js/play/phase-clock.js';

/** @type {import('../js/play/phase-clock.js').Clock} */
const clock = { kind: 'phase', side: 'union', limit: 300, left: 61_500, running: true };

test('a clock is read in minutes and seconds, and never below nothing', () => {
  assert.deepEqual([0, 9, 60, 61.2, 300, -3].map(clockText), ['0:00', '0:09', '1:00', '1:02', '5:00', '0:00']);
});

test('a running clock is counted on, one that stands is not', () => {
  assert.equal(leftOf(clock, 1500), 60);
  assert.equal(leftOf(clock, 100_000), 0);
  assert.equal(leftOf({ ...clock, running: false }, 1500), 61.5);
});
