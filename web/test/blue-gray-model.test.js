// The position arranged for looking things up, and what a pending choice offers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { controlWords } from '../js/parts/control.js';
import { edgeWords } from '../js/parts/card.js';
import { byCommand, tally } from '../js/parts/order-of-battle.js';
import { next, shifted } from '../js/parts/position.js';
import { armyRows } from '../js/systems/blue-gray/army.js';
import { boardSheet } from '../js/systems/blue-gray/board.js';
import { ways } from '../js/parts/choosing.js';
import { Position, cheapestPayment, payers, payment, settled } from '../js/systems/blue-gray/model.js';

const sheet = /** @type {any} */ ({
  units: {
    a: { side: 'union', strength: 4, arm: 'infantry', command: 'I Corps' },
    b: { side: 'union', strength: 3, arm: 'artillery', command: null },
    c: { side: 'confederate', strength: 5, arm: 'infantry', command: 'Hood' },
    d: { side: 'union', strength: 6, arm: 'infantry', command: 'I Corps' },
  },
});
const unit = (
  /** @type {string} */ id,
  /** @type {string} */ place,
  /** @type {string | null} */ hex = null,
  /** @type {string[]} */ marks = [],
) => ({ id, place, hex, marks, holds: null });
const units = [
  unit('a', 'map', '0804'),
  unit('b', 'map', '0804', ['ineffective']),
  unit('c', 'map', '0806'),
  unit('d', 'reserve'),
];
const position = new Position(/** @type {any} */ ({ units, movable: ['b', 'd'] }), sheet);

test('units are found by hex and side', () => {
  assert.deepEqual(position.at('0804'), ['a', 'b']);
  assert.deepEqual(position.at('0101'), []);
  assert.equal(position.sideAt('0806'), 'confederate');
  assert.equal(position.sideAt('0101'), null);
  assert.equal(position.cellOf('d'), null);
  assert.deepEqual(position.movableAt('0804'), ['b']);
});

test('on the board the picked unit lies on top, then who can still move; nobody off the map is there', () => {
  const order = (/** @type {string | null} */ top) => position.counters(top).map(({ id }) => id);
  assert.deepEqual(order(null), ['b', 'a', 'c']);
  assert.deepEqual(order('a'), ['a', 'b', 'c']);
  assert.deepEqual(
    position.counters().map(({ look }) => look ?? 'plain'),
    ['ineffective', 'plain', 'plain'],
  );
});

test('what has been played moves counters until the next view', () => {
  const shown = shifted(
    position.counters(),
    new Map([
      ['a', '0805'],
      ['d', '0101'],
      ['c', null],
    ]),
  );
  assert.deepEqual(
    shown.map(({ id, cell }) => [id, cell]),
    [
      ['d', '0101'],
      ['a', '0805'],
      ['b', '0804'],
    ],
  );
  assert.deepEqual(shifted(position.counters(), new Map()), position.counters());
});

test('in a game that is over nobody may do anything', () => {
  const game = /** @type {any} */ ({
    units: [{ id: 'a', place: 'map', hex: '0804', marks: ['moved', 'must attack'], holds: null }],
    movable: ['a'],
    quota: { left: 3 },
    arrivals: [{ group: 'x', due: true }],
    combat: { targets: ['0805'] },
    pending: { choices: [{}] },
    end_phase: { can: true, unfinished: [{}] },
    turn: 4,
  });
  const over = settled(game);
  assert.deepEqual([over.movable, over.quota, over.combat, over.pending, over.end_phase.can], [[], null, null, null, false]);
  assert.deepEqual([over.units[0].marks, over.arrivals[0].due, over.turn], [['moved'], false, 4]);
});

test('going around a list', () => {
  assert.equal(next(['x', 'y'], 'y', 1), 'x');
  assert.equal(next(['x', 'y'], 'x', -1), 'y');
  assert.equal(next(['x', 'y'], null, -1), 'y');
  assert.equal(next(['x', 'y'], 'gone', 1), 'x');
  assert.equal(next([], null, 1), null);
});

test('the ways of a retreat by unit, with who must make room', () => {
  const found = ways(
    /** @type {any} */ ({
      choices: [
        { retreat: { unit: 'a', to: '0803' } },
        { retreat: { unit: 'a', to: '0704', displace: 'b' } },
        { advance: { unit: 'c', to: '0804' } },
        { decline: {} },
      ],
    }),
  );
  assert.deepEqual([...found.keys()], ['a', 'c']);
  assert.deepEqual(
    found.get('a')?.map(({ to, displace }) => [to, displace]),
    [
      ['0803', null],
      ['0704', 'b'],
    ],
  );
});

test('a payment is right only if it is one of the choices, in any order', () => {
  const pending = /** @type {any} */ ({ choices: [{ losses: { units: ['d'] } }, { losses: { units: ['a', 'b'] } }] });
  assert.equal(payment(pending, ['b', 'a']), pending.choices[1]);
  assert.equal(payment(pending, ['a']), null);
  assert.equal(payment(pending, []), null);
  assert.deepEqual(payers(pending), ['d', 'a', 'b']);
  assert.deepEqual(
    cheapestPayment(pending, (id) => sheet.units[id].strength),
    ['d'],
    '6 is less than 7',
  );
});

test('the order of battle by command, and its sums', () => {
  const rows = armyRows(sheet, /** @type {any} */ (units), []);
  assert.deepEqual(
    [...byCommand(rows, 'union')].map(([name, list]) => [name, list.map(({ id }) => id)]),
    [
      ['I Corps', ['a', 'd']],
      ['Artillery', ['b']],
    ],
  );
  const sums = tally(rows, 'union', ['map', 'reserve']);
  assert.deepEqual(sums.map, { units: 2, strength: 7 });
  assert.deepEqual(sums.reserve, { units: 1, strength: 6 });
});

test('edges and control in words', () => {
  assert.equal(
    edgeWords({ ne: ['creek', 'bridge'], s: ['creek'], sw: ['creek'], n: [] }),
    'creek and bridge to the north-east; creek to the south and south-west',
  );
  const scene = /** @type {any} */ ({
    game: { zones: { union: ['0804'], confederate: ['0804'] }, held: { '0804': 'union' } },
  });
  assert.deepEqual(controlWords(scene.game, '0804'), ['In Union and Confederate zones of control', 'Union held']);
  assert.deepEqual(controlWords(scene.game, '0101'), []);
});

test('the sheet of the server in the words of the board', () => {
  const [hexes, faces, tired, signs] = [{ '0101': { x: 50, y: 50 } }, { a: '<g/>', b: '<g/>' }, { b: '<g id="tired"/>' }, { moved: '<use/>' }];
  const board = boardSheet(/** @type {any} */ ({
    battle: 'x', title: 'X', hex: true, view_box: [0, 0, 100, 100], definitions: '', hexes, faces, faces_ineffective: tired, signs, units: sheet.units,
  }));
  assert.equal(board.cells, hexes);
  assert.deepEqual(board.looks, { a: { plain: '<g/>' }, b: { plain: '<g/>', ineffective: '<g id="tired"/>' } });
  assert.deepEqual([board.sides.c, board.halos[board.sides.c], board.viewBox[3]], ['confederate', 'lr-halo-c', 100]);
  assert.ok(board.kinds['must-attack'] && board.signPlaces.length > 0);
});
