import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, placesOf, search, snippet, wordsOf } from '../js/search.js';

const block = (text) => ({ node: null, text, folded: fold(text), place: '' });

test('folding drops capitals and accents and keeps every place', () => {
  const text = 'Zürich’s\n“Café” 🥁 İstanbul';
  assert.equal(fold(text).length, text.length);
  assert.equal(fold('Marye’s\nHÉIGHTS'), "marye's heights");
});

test('words in quotation marks stay together', () => {
  assert.deepEqual(wordsOf('  Retreat "zone of control" '), ['retreat', 'zone of control']);
  assert.deepEqual(wordsOf('"open end'), ['open end']);
  assert.deepEqual(wordsOf('   '), []);
});

test('a block is found if it has every word, in any order', () => {
  const blocks = [block('A retreat never enters a controlled hex.'), block('A unit may advance.'), block('Control of a hex, and retreat')];
  assert.deepEqual(search(blocks, 'hex RETREAT').map((hit) => blocks.indexOf(hit)), [0, 2]);
  assert.deepEqual(search(blocks, 'retreat advance'), []);
  assert.deepEqual(search(blocks, 'a'), [], 'one letter finds nothing');
});

test('places do not overlap and are in order', () => {
  assert.deepEqual(placesOf('abcabc', ['bc', 'abc']), [[0, 3], [3, 6]]);
  assert.deepEqual(placesOf('aaaa', ['aa']), [[0, 2], [2, 4]]);
});

test('a snippet shows the hit with some text around it', () => {
  assert.deepEqual(snippet('The owner chooses the way of a retreat.', 'way', 6), ['… the ', 'way', ' of a …']);
  assert.deepEqual(snippet('Way', 'way'), ['', 'Way', '']);
});
