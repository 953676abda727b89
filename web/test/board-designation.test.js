// Names on counters that are seen from afar: of every unit of every battle.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { briefly, emsOf, farName, sizeOn } from '../js/board/designation.js';
import { SHOWN, spots } from '../js/board/geometry.js';
import { LEGIBLE } from '../js/board/opening.js';

const BATTLES = new URL('../../battles/', import.meta.url);

/** The designations of a set-up: the short name of each unit, else its id. @type {{setup: string, names: string[]}[]} */
const SETUPS = readdirSync(BATTLES, { recursive: true, encoding: 'utf8' }).filter((name) => /setups\/.*\.toml$/.test(name)).map((setup) => ({
  setup,
  names: [...readFileSync(new URL(setup, BATTLES), 'utf8').matchAll(/\{ id = "([^"]+)"(?:, short = "([^"]+)")?,.*?arm = /g)].map(([, id, short]) => short ?? id),
}));

test('a name is as wide as its letters', () => {
  assert.ok(Math.abs(emsOf('Hood') - 2.639) < 0.03);
  assert.ok(Math.abs(emsOf('3/1/XII') - 3.41) < 0.03);
  assert.equal(emsOf(''), 0);
});

test('a long name loses points, then letters of its longest word; halves stay apart, and both are cut alike', () => {
  assert.equal(briefly('Hood', 4), 'Hood');
  assert.equal(briefly('G.T. Anderson', 6.5), 'GTAnderson');
  assert.equal(briefly('G.T. Anderson A', 4.1), 'GTAn A');
  assert.equal(briefly('Brockenbrough', 5), 'Brocken.');
  assert.deepEqual(['Hoffman A', 'Hoffman B'].map((name) => briefly(name, 4.1)), ['Hoffm A', 'Hoffm B']);
  assert.equal(briefly('XII. Corps B', 4), 'XII B');
  assert.equal(briefly('W'.repeat(40), 2.3), 'WW.', 'and never to less than two letters');
  assert.equal(briefly('', 4), '');
});

test('every name of every battle fits its counter in letters that are not too narrow, and says whose it is', () => {
  assert.ok(SETUPS.length >= 6 && SETUPS.every(({ names }) => names.length > 20), JSON.stringify(SETUPS.map(({ setup, names }) => [setup, names.length])));
  for (const { setup, names } of SETUPS) {
    for (const size of [26, 29, 32, 36, 40, 44.5]) {
      for (const name of names) {
        const { text, wide } = farName(name, size);
        assert.ok(wide <= 92 && wide >= emsOf(text) * size * 0.65, `${setup}: ${name} as ${text}`);
        assert.equal(text[0], name[0]);
        assert.match(text.slice(-2), / [AB]$/.test(name) ? new RegExp(`${name.slice(-2)}$`) : /./, `${setup}: ${name} as ${text}`);
      }
    }
  }
});

test('from the zoom a table opens with every name is at least 11 pixels high, whatever stack it lies on', () => {
  for (const hex of [true, false]) {
    for (let count = 1; count <= SHOWN; count += 1) {
      const [{ side }] = spots(count, hex, true);
      for (let zoom = LEGIBLE; zoom < 0.9; zoom += 0.01) {
        assert.ok((side * zoom * sizeOn(side * zoom)) / 100 >= 11, `${count} on ${hex ? 'hexes' : 'squares'} at ${zoom}`);
      }
    }
  }
});

test('from afar counters are larger, and stacks lie inside their cells', () => {
  for (const hex of [true, false]) {
    for (let count = 1; count <= SHOWN; count += 1) {
      const [near, far] = [spots(count, hex), spots(count, hex, true)];
      assert.ok(far[0].side > near[0].side * 1.1);
      for (const { x, y, side } of far) assert.ok(Math.abs(x) + side / 2 <= 50 && Math.abs(y) + side / 2 <= 50, `${count} on ${hex ? 'hexes' : 'squares'}: ${JSON.stringify({ x, y, side })}`);
    }
  }
});
