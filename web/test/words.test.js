import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, capital, count, day, list, sentence } from '../js/words.js';
import { opening } from '../js/screens/battle.js';

test('a sentence has a capital letter and one full stop', () => {
  assert.equal(sentence('holding the bridge'), 'Holding the bridge.');
  assert.equal(sentence('Done.'), 'Done.');
});

test('lists, numbers and days read as sentences', () => {
  assert.equal(list([]), '');
  assert.equal(list(['Hood']), 'Hood');
  assert.equal(list(['Hood', 'Law']), 'Hood and Law');
  assert.equal(list(['Hood', 'Law', 'Gregg']), 'Hood, Law and Gregg');
  assert.equal(count(1, 'unit'), '1 unit');
  assert.equal(count(0, 'unit'), '0 units');
  assert.equal(capital('the Union'), 'The Union');
  assert.equal(day('1862-09-17'), '17 September 1862');
  assert.equal(day('dawn'), 'dawn');
});

test('how long ago something was', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  assert.equal(ago('2026-03-10T11:59:40Z', now), 'just now');
  assert.equal(ago('2026-03-10T11:55:00Z', now), '5 minutes ago');
  assert.equal(ago('2026-03-09T11:00:00Z', now), 'yesterday');
  assert.equal(ago('2026-01-01T00:00:00Z', now), '1 January 2026');
  assert.equal(ago('soon', now), 'soon');
});

test('an opening is whole sentences, enough of them, and does not end at an initial', () => {
  assert.deepEqual(opening('They wait for A. P. Hill at noon.\nThen he comes. So be it.', 10), ['They wait for A. P. Hill at noon.', 'Then he comes. So be it.']);
  assert.deepEqual(opening('Short. Then a long one follows. And the rest.', 20), ['Short. Then a long one follows.', 'And the rest.']);
  assert.deepEqual(opening('Only one.'), ['Only one.', '']);
});
