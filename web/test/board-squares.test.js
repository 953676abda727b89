// A board of squares: the same arithmetic as on hexes, with eight directions instead of six.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { angleOf, CellFinder, cellPath, corners, edgeAt, fanBox, fanSpots, outline, spots, stepTowards } from '../js/board/geometry.js';
import { boardKeys, commandOf } from '../js/board/keys.js';

const AROUND = { n: [-1, 0], ne: [-1, 1], e: [0, 1], se: [1, 1], s: [1, 0], sw: [1, -1], w: [0, -1], nw: [-1, -1] };

/** A board of squares named by row and column, wherever its corner lies. */
function board(rows, columns, [left, top] = [0, 0]) {
  const centres = new Map();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) centres.set(`${row},${column}`, { x: left + column * 100 + 50, y: top + row * 100 + 50 });
  }
  const neighbours = (cell) => {
    const [row, column] = cell.split(',').map(Number);
    return Object.values(AROUND).map(([down, across]) => `${row + down},${column + across}`).filter((name) => centres.has(name));
  };
  return { centres, neighbours };
}

test('a square has four corners, and every point of it is its own', () => {
  assert.equal(corners(false).length, 4);
  assert.equal(cellPath({ x: 50, y: 50 }, false), 'M100 0L100 100L0 100L0 0Z');
  const { centres } = board(4, 5, [13, -7]);
  const finder = new CellFinder(centres, false);
  for (const [name, { x, y }] of centres) {
    assert.equal(finder.at({ x, y }), name);
    for (const [dx, dy] of [[49, 49], [-49, 49], [49, -49], [-49, -49]]) assert.equal(finder.at({ x: x + dx, y: y + dy }), name);
  }
  assert.equal(finder.at({ x: 12, y: 20 }), null);
  assert.equal(finder.at({ x: 20, y: 394 }), null);
});

test('arrows go in four directions and stop at the edge', () => {
  const { centres, neighbours } = board(3, 3);
  const step = (from, way) => stepTowards(centres, neighbours(from), from, way, centres.get(from).y);
  assert.deepEqual(['up', 'right', 'down', 'left'].map((way) => step('1,1', way)), ['0,1', '1,2', '2,1', '1,0']);
  assert.deepEqual(['up', 'left'].map((way) => step('0,0', way)), [null, null]);
  assert.deepEqual(['down', 'right'].map((way) => step('2,2', way)), [null, null]);
});

test('the number pad has eight sides on squares and six on hexes', () => {
  const pad = (digit, hex) => commandOf({ key: digit, code: `Numpad${digit}` }, { hex });
  const sides = { 7: 'nw', 8: 'n', 9: 'ne', 4: 'w', 6: 'e', 1: 'sw', 2: 's', 3: 'se' };
  for (const [digit, side] of Object.entries(sides)) assert.deepEqual(pad(digit, false), { type: 'side', side });
  assert.deepEqual([pad('4', true), pad('6', true)], [{ type: 'nth', place: 3 }, { type: 'nth', place: 5 }]);
  assert.deepEqual(pad('5', false), { type: 'nth', place: 4 });
  assert.ok(boardKeys(false).some(({ keys, what }) => keys.includes('4 6') && what.includes('square')));
  assert.ok(boardKeys(true).every(({ what }) => !what.includes('square')));
});

test('an area has one outline, wherever the grid begins, and a hole is one more', () => {
  const at = (origin, names) => outline(names.map((name) => board(4, 4, origin).centres.get(name)), false);
  assert.equal(at([0, 0], ['0,0', '0,1']), 'M100 100L0 100L0 0L100 0L200 0L200 100Z');
  assert.equal(at([30, 40], ['0,0']), 'M130 40L130 140L30 140L30 40Z');
  const ringed = ['0,0', '0,1', '0,2', '1,0', '1,2', '2,0', '2,1', '2,2'];
  assert.equal(at([0, 0], ringed).split('Z').length - 1, 2);
  // Two squares that touch at a corner keep their own sides.
  assert.equal((at([0, 0], ['0,0', '1,1']).match(/[ML]/g) ?? []).length, 8);
});

test('a stack of three lies inside its square, and each of it can be read', () => {
  const laid = spots(3, false);
  assert.equal(laid.length, 3);
  for (const { x, y, side } of laid) {
    assert.ok(Math.abs(x) + side / 2 <= 50 && y + side / 2 <= 50 && y - side / 2 >= -50);
  }
  assert.ok(laid[1].y - laid[0].y > laid[0].side * 0.3, 'the numbers at the foot stand free');
  assert.ok(spots(1, false)[0].side > spots(1, true)[0].side, 'a square has more room');
});

test('spread, three lie side by side with a gap', () => {
  const fan = fanSpots(3);
  assert.equal(new Set(fan.map(({ y }) => y)).size, 1);
  assert.ok(fan[1].x - fan[0].x > fan[0].side);
  assert.ok(fanBox(fan).width > 3 * fan[0].side);
});

test('a unit faces one of eight ways on squares, one of six on hexes', () => {
  assert.deepEqual(['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'].map((way) => angleOf(way, false)), [0, 45, 90, 135, 180, 225, 270, 315]);
  assert.deepEqual(['n', 'ne', 'se', 's', 'sw', 'nw'].map((way) => angleOf(way, true)), [0, 60, 120, 180, 240, 300]);
  assert.deepEqual([angleOf('e', true), angleOf('up', false)], [null, null]);
  assert.ok(edgeAt(0) === 48 && Math.abs(edgeAt(90) - 48) < 1e-9);
  assert.ok(edgeAt(45) > 55 && edgeAt(45) < 68, 'a corner is farther away than a side');
});
