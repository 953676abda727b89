import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as cameras from '../js/board/camera.js';
import { divided } from '../js/board/divide.js';
import { frontOf } from '../js/board/front.js';
import {
  CellFinder, SHOWN, arrowPath, cellPath, corners, fanBox, fanSpots, inside, outline, spots, stepTowards, trackPath,
} from '../js/board/geometry.js';
import { boardKeys, commandOf } from '../js/board/keys.js';
import { opening } from '../js/board/opening.js';
import { nameSize } from '../js/board/print.js';
import { placedSigns } from '../js/board/signs.js';
import { labelText, plateAt } from '../js/board/labels.js';

const NONE = { left: 0, top: 0, right: 0, bottom: 0 };
const WIDE = 100 * Math.sqrt(3) / 2;

/** A board of hexes named by column and row, every second column half a hex lower. */
function hexBoard(columns, rows) {
  const centres = new Map();
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      centres.set(`${column}.${row}`, { x: 57.735 + column * WIDE, y: 50 + row * 100 + (column % 2) * 50 });
    }
  }
  return centres;
}

function neighboursOf(centres, name) {
  const here = centres.get(name);
  return [...centres].filter(([, { x, y }]) => {
    const distance = Math.hypot(x - here.x, y - here.y);
    return distance > 1 && distance < 101;
  }).map(([other]) => other);
}

const subpaths = (path) => path.split('Z').filter(Boolean);
const vertices = (loop) => loop.slice(1).split('L').length;

test('a hex is 100 units from side to side and a square too', () => {
  const hex = corners(true);
  assert.equal(hex.length, 6);
  assert.equal(Math.max(...hex.map(({ y }) => y)) - Math.min(...hex.map(({ y }) => y)), 100);
  assert.equal(corners(false).length, 4);
});

test('every middle and every point near a corner is found in its own hex, and nothing off the board', () => {
  const centres = hexBoard(5, 4);
  const finder = new CellFinder(centres, true);
  for (const [name, { x, y }] of centres) {
    assert.equal(finder.at({ x, y }), name);
    for (const corner of corners(true)) {
      assert.equal(finder.at({ x: x + corner.x * 0.97, y: y + corner.y * 0.97 }), name);
    }
  }
  assert.equal(finder.at({ x: -5, y: 50 }), null);
  assert.equal(finder.at({ x: 3, y: 3 }), null);
  assert.equal(finder.at({ x: 1e6, y: 1e6 }), null);
});

test('the outline of neighbours leaves out the side between them', () => {
  const centres = hexBoard(5, 4);
  const at = (...names) => names.map((name) => centres.get(name));
  assert.equal(vertices(subpaths(outline(at('1.1'), true))[0]), 6);
  const pair = subpaths(outline(at('1.1', '1.2'), true));
  assert.deepEqual(pair.map(vertices), [10]);
  assert.equal(subpaths(outline(at('0.0', '4.3'), true)).length, 2);
});

test('the outline of a ring of hexes has a hole', () => {
  const centres = hexBoard(5, 4);
  const ring = neighboursOf(centres, '2.2').map((name) => centres.get(name));
  assert.equal(ring.length, 6);
  assert.deepEqual(subpaths(outline(ring, true)).map(vertices).sort((a, b) => a - b), [6, 18]);
});

test('centres rounded to a tenth still share their corners', () => {
  const rough = [...hexBoard(4, 4).values()].map(({ x, y }) => ({ x: Math.round(x * 10) / 10, y }));
  assert.equal(subpaths(outline(rough, true)).length, 1);
});

test('stacks lie as the engraver lays them', () => {
  assert.deepEqual(spots(1, true), [{ x: 0, y: 7, side: 64 }]);
  const [top, below] = spots(2, true);
  assert.ok(Math.abs(top.side - 56.506) < 0.001 && Math.abs(top.y - -2.747) < 0.001);
  assert.ok(below.x > top.x && below.y > top.y);
  assert.equal(spots(9, true).length, SHOWN);
  assert.deepEqual(spots(0, true), []);
});

test('counters of a spread stack never overlap and lie on its plate', () => {
  for (let count = 2; count <= 12; count += 1) {
    for (const scale of [1, 3]) {
      const fan = fanSpots(count, scale);
      const box = fanBox(fan);
      assert.equal(fan.length, count);
      fan.forEach((one, index) => {
        assert.ok(Math.abs(one.x) + one.side / 2 <= box.width / 2);
        assert.ok(Math.abs(one.y) + one.side / 2 <= box.height / 2);
        for (const two of fan.slice(index + 1)) {
          assert.ok(Math.max(Math.abs(one.x - two.x), Math.abs(one.y - two.y)) >= one.side);
        }
      });
    }
  }
});

test('what would leave a box is moved back by as little as needed', () => {
  const box = { x: 0, y: 0, width: 1000, height: 500 };
  assert.deepEqual(inside({ x: 300, y: 200 }, 100, 100, box), { x: 300, y: 200 });
  assert.deepEqual(inside({ x: 10, y: 490 }, 100, 60, box), { x: 50, y: 470 });
  assert.deepEqual(inside({ x: 10, y: 490 }, 5000, 60, box), { x: 10, y: 470 });
  assert.deepEqual(inside({ x: 10, y: 490 }, 100, 60, null), { x: 10, y: 490 });
});

test('the cursor goes straight over staggered columns and comes back', () => {
  const centres = hexBoard(7, 4);
  let here = '0.1';
  const lane = centres.get(here).y;
  const rows = [];
  for (let count = 0; count < 6; count += 1) {
    here = stepTowards(centres, neighboursOf(centres, here), here, 'right', lane);
    rows.push(here);
  }
  assert.deepEqual(rows, ['1.1', '2.1', '3.1', '4.1', '5.1', '6.1']);
  assert.equal(stepTowards(centres, neighboursOf(centres, here), here, 'right', lane), null);
  for (let count = 0; count < 6; count += 1) {
    here = stepTowards(centres, neighboursOf(centres, here), here, 'left', lane);
  }
  assert.equal(here, '0.1');
  assert.equal(stepTowards(centres, neighboursOf(centres, here), here, 'up', lane), '0.0');
  assert.equal(stepTowards(centres, neighboursOf(centres, '0.0'), '0.0', 'up', lane), null);
});

test('at the edge the cursor takes the neighbour there is', () => {
  const centres = hexBoard(3, 2);
  // From the lowest hex of a low column there is only the one above to the side.
  assert.equal(stepTowards(centres, neighboursOf(centres, '1.1'), '1.1', 'right', 400), '2.1');
});

test('paths and arrows are closed where they must be and never hold a NaN', () => {
  const [a, b] = [{ x: 0, y: 0 }, { x: 86.6, y: 50 }];
  assert.match(arrowPath(a, b), /^M.*Z$/);
  assert.equal(arrowPath(a, a), '');
  for (const path of [arrowPath(a, b), trackPath([a, b, { x: 200, y: 0 }]), trackPath([a]), cellPath(a, true, 0.1)]) {
    assert.doesNotMatch(path, /NaN|undefined/);
  }
  assert.equal(trackPath([]), '');
});

test('zooming keeps the point under the pointer', () => {
  const camera = { x: -120, y: 40, zoom: 0.7 };
  const pointer = { x: 333, y: 222 };
  const before = cameras.onSheet(camera, pointer);
  for (const factor of [0.5, 1.3, 40]) {
    const after = cameras.onSheet(cameras.zoomed(camera, factor, pointer, 0.1), pointer);
    assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 1e-9);
  }
  assert.equal(cameras.zoomed(camera, 1000, pointer, 0.1).zoom, cameras.LARGEST);
  assert.equal(cameras.zoomed(camera, 1e-9, pointer, 0.1).zoom, 0.1);
});

test('zooming out gathers the sheet into the window, without a leap on the way', () => {
  const box = { x: -50, y: -80, width: 2000, height: 3000 };
  const size = { width: 900, height: 600 };
  const corner = (/** @type {number} */ zoom, /** @type {number} */ far) => {
    const camera = cameras.gathered({ x: far, y: far, zoom }, box, size);
    return { x: box.x * zoom + camera.x, y: box.y * zoom + camera.y };
  };
  for (const far of [-9000, 9000]) {
    const { x, y } = corner(0.19, far);
    assert.ok(x >= 0 && x + box.width * 0.19 <= size.width + 1e-9);
    assert.ok(y >= 0 && y + box.height * 0.19 <= size.height + 1e-9);
    for (let zoom = 0.6; zoom > 0.19; zoom *= 0.99) {
      const [now, next] = [corner(zoom, far), corner(zoom * 0.99, far)];
      assert.ok(Math.hypot(next.x - now.x, next.y - now.y) < 60, `at ${zoom}`);
    }
  }
  const within = { x: -300, y: -700, zoom: 1 };
  assert.deepEqual(cameras.gathered(within, box, size), within);
});

test('several hexes are shown together: moved as little as needed, zoomed out only without room', () => {
  const [size, insets] = [{ width: 1000, height: 600 }, { left: 200, top: 0, right: 0, bottom: 0 }];
  const camera = { x: 0, y: 0, zoom: 1 };
  assert.deepEqual(cameras.holding(camera, { x: 300, y: 100, width: 400, height: 300 }, 0.2, size, insets), camera);
  assert.deepEqual(cameras.holding(camera, { x: 100, y: 500, width: 400, height: 300 }, 0.2, size, insets), { x: 100, y: -200, zoom: 1 });
  const far = cameras.holding(camera, { x: 0, y: 0, width: 400, height: 1200 }, 0.2, size, insets);
  assert.equal(far.zoom, 0.5);
  assert.equal(far.y, 0);
  assert.equal(cameras.holding(camera, { x: 0, y: 0, width: 400, height: 12000 }, 0.2, size, insets).zoom, 0.2);
});

test('fitting shows the whole sheet between the insets', () => {
  const box = { x: -18, y: -18, width: 1900, height: 3400 };
  const insets = { left: 200, top: 50, right: 300, bottom: 20 };
  const camera = cameras.fitted(box, { width: 1280, height: 720 }, insets);
  const low = { x: box.x * camera.zoom + camera.x, y: box.y * camera.zoom + camera.y };
  const high = { x: low.x + box.width * camera.zoom, y: low.y + box.height * camera.zoom };
  assert.ok(low.x >= 200 - 1e-9 && low.y >= 50 - 1e-9);
  assert.ok(high.x <= 980 + 1e-9 && high.y <= 700 + 1e-9);
});

/** Which share of a window shows none of the sheet. */
function blankShare({ x, y, zoom }, box, { width, height }) {
  const shown = (at, start, length, window) => Math.max(0, Math.min(window, at + (start + length) * zoom) - Math.max(0, at + start * zoom));
  return 1 - shown(x, box.x, box.width, width) * shown(y, box.y, box.height, height) / (width * height);
}

test('a large sheet opens at a size that can be read, with little of the window blank', () => {
  const box = { x: -18, y: -18, width: 1900, height: 3400 };
  const corner = { places: [{ point: { x: 0, y: 0 }, weight: 1 }], must: [] };
  for (const size of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    const camera = opening(box, corner, size, NONE);
    assert.ok(camera.zoom >= 0.48);
    assert.ok(box.y * camera.zoom + camera.y <= 1e-9);
    assert.ok(blankShare(camera, box, size) < 0.25);
  }
  const small = { x: 0, y: 0, width: 600, height: 400 };
  const whole = cameras.fitted(small, { width: 1280, height: 720 }, NONE);
  assert.deepEqual(opening(small, corner, { width: 1280, height: 720 }, NONE), whole);
});

test('a table opens where the most of the front is seen, and smaller only if that shows more of it', () => {
  const [box, size] = [{ x: 0, y: 0, width: 1950, height: 2900 }, { width: 1136, height: 680 }];
  const at = (/** @type {number} */ y, weight = 1) => ({ point: { x: 900, y }, weight });
  const sees = (/** @type {import('../js/board/camera.js').Camera} */ { y: top, zoom }, /** @type {number} */ y) => y * zoom + top > 0 && y * zoom + top < size.height;
  const near = opening(box, { places: [at(300), at(400), at(2500)], must: [] }, size, NONE);
  assert.ok(sees(near, 300) && sees(near, 400) && !sees(near, 2500));
  assert.ok(near.zoom > 0.57, 'what has room is shown large');
  const wide = opening(box, { places: [at(300), at(1550), at(2700, 0.5)], must: [] }, size, NONE);
  assert.ok(sees(wide, 300) && sees(wide, 1550) && wide.zoom < 0.5 && wide.zoom >= 0.48);
  const last = opening(box, { places: [at(300), at(400), at(2500)], must: [{ x: 900, y: 2600 }] }, size, NONE);
  assert.ok(sees(last, 2600) && sees(last, 2500), 'the place of the last decision comes before all');
});

test('those who decide are worth seeing, and of the others who is near an enemy', () => {
  const centres = hexBoard(9, 3);
  const cells = Object.fromEntries([...centres].map(([name, point]) => [name, { ...point, neighbours: Object.fromEntries(neighboursOf(centres, name).map((next, index) => [index, next])) }]));
  const counters = [{ unit: 'a', cell: '0.1', side: 'north' }, { unit: 'b', cell: '1.1', side: 'south' }, { unit: 'c', cell: '8.1', side: 'south' }];
  const weights = (/** @type {string | null} */ side) => frontOf(counters, side, cells).map(({ weight }) => weight);
  const [mine, near, far] = weights('north');
  assert.ok(mine === 1 && near < 0.5 && near > 2 * far && far > 0);
  assert.deepEqual(weights('south').slice(1), [1, 1]);
  assert.ok(weights(null).every((weight) => weight <= 0.5));
  const able = (/** @type {string[]} */ ...units) => frontOf(counters, 'south', cells, units).map(({ weight }) => weight);
  assert.ok(able('b')[1] === 1 && able('b')[2] < 0.2, 'whoever can be given orders comes before who cannot');
  assert.deepEqual(able(), weights('south'));
  assert.deepEqual(frontOf([{ unit: 'a', cell: '0.1', side: 'north' }], 'south', cells).map(({ weight }) => weight), [0]);
});

test('never is a quarter of the window left blank that the sheet could fill', () => {
  const box = { x: -40, y: -20, width: 1000, height: 1000 };
  const size = { width: 800, height: 600 };
  for (const [x, y] of [[-1e6, -1e6], [1e6, 1e6], [-1e6, 0], [90, 1e6], [150, 120], [-400, -500]]) {
    const camera = cameras.kept({ x, y, zoom: 1 }, box, size);
    assert.ok(blankShare(camera, box, size) < 0.25, `at ${x}, ${y}`);
  }
  assert.deepEqual(cameras.kept({ x: 90, y: 30, zoom: 1 }, box, size), { x: 90, y: 30, zoom: 1 });
  for (const far of [-1e6, 1e6]) {
    const { x, y, zoom } = cameras.kept({ x: far, y: far, zoom: 0.5 }, box, size);
    assert.ok(x + box.x * zoom >= -1e-9 && x + (box.x + box.width) * zoom <= size.width + 1e-9);
    assert.ok(y + box.y * zoom >= -1e-9 && y + (box.y + box.height) * zoom <= size.height + 1e-9);
  }
});

test('revealing moves as little as needed', () => {
  const size = { width: 800, height: 600 };
  const camera = { x: 0, y: 0, zoom: 1 };
  assert.deepEqual(cameras.revealing(camera, { x: 400, y: 300 }, 100, size, NONE), camera);
  assert.deepEqual(cameras.revealing(camera, { x: 790, y: 300 }, 100, size, NONE), { x: -90, y: 0, zoom: 1 });
});

test('what is to be seen is moved out from under what covers it', () => {
  const camera = { x: 0, y: 0, zoom: 1 };
  const card = { x: 10, y: 500, width: 400, height: 150 };
  const size = { width: 800, height: 660 };
  assert.deepEqual(cameras.uncovered(camera, { x: 100, y: 100 }, 50, [card], size), camera);
  assert.deepEqual(cameras.uncovered(camera, { x: 100, y: 560 }, 50, [card], size), { x: 0, y: -110, zoom: 1 });
  const high = { ...card, y: 60 };
  assert.deepEqual(cameras.uncovered(camera, { x: 100, y: 100 }, 50, [high], size), { x: 360, y: 0, zoom: 1 });
  // In the corner above, at the right, there is only room to the left; across the whole width only below.
  const zoom = { x: 750, y: 10, width: 40, height: 120 };
  assert.deepEqual(cameras.uncovered(camera, { x: 770, y: 60 }, 50, [zoom], size), { x: -70, y: 0, zoom: 1 });
  assert.deepEqual(cameras.uncovered(camera, { x: 400, y: 60 }, 50, [{ x: 0, y: 0, width: 800, height: 100 }], size), { x: 0, y: 90, zoom: 1 });
});

test('no empty margin is seen where the sheet could fill it', () => {
  const box = { x: 0, y: 0, width: 1000, height: 400 };
  const size = { width: 800, height: 600 };
  assert.deepEqual(cameras.within({ x: -400, y: 30, zoom: 1 }, box, size, NONE), { x: -200, y: 100, zoom: 1 });
  assert.deepEqual(cameras.within({ x: -120, y: 100, zoom: 1 }, box, size, NONE), { x: -120, y: 100, zoom: 1 });
});

test('a flight ends where it goes', () => {
  const [from, to] = [{ x: 0, y: 0, zoom: 0.3 }, { x: -500, y: 80, zoom: 1.1 }];
  assert.deepEqual(cameras.between(from, to, 1), to);
  const half = cameras.between(from, to, 0.4);
  assert.ok(half.zoom > from.zoom && half.zoom < to.zoom);
  assert.ok(half.x < 0 && half.x > -500);
  assert.ok(Math.abs(cameras.between(from, { ...to, zoom: 0.3 }, 0.5).zoom - 0.3) < 1e-12);
});

test('keys become commands, and keys with other meanings are left alone', () => {
  assert.deepEqual(commandOf({ key: 'ArrowLeft' }), { type: 'step', way: 'left' });
  assert.deepEqual(commandOf({ key: 'ArrowUp', shiftKey: true }), { type: 'pan', dx: 0, dy: 120 });
  assert.deepEqual(commandOf({ key: '9', code: 'Numpad9' }), { type: 'side', side: 'ne' });
  assert.deepEqual(commandOf({ key: '9', code: 'Digit9' }), { type: 'nth', place: 8 });
  assert.deepEqual(commandOf({ key: '0', code: 'Digit0' }), { type: 'fit' });
  assert.deepEqual(commandOf({ key: ' ', shiftKey: true }), { type: 'turn', by: -1 });
  assert.deepEqual(commandOf({ key: 'F10', shiftKey: true }), { type: 'menu' });
  assert.deepEqual(commandOf({ key: 'Enter', ctrlKey: true }), { type: 'enter', shift: false, ctrl: true });
  for (const key of ['a', 'e', 'F10', 'Tab', 'Escape', '?', 'z']) assert.equal(commandOf({ key }), null);
  assert.equal(commandOf({ key: 'ArrowLeft', altKey: true }), null);
  assert.equal(commandOf({ key: '+', ctrlKey: true }), null);
  for (const { keys, what, group } of boardKeys(true)) assert.ok(keys && what && group);
});

test('names on a small map are drawn larger, within bounds', () => {
  assert.equal(nameSize(16, 1), 16);
  assert.equal(nameSize(16, 0.5), 21);
  assert.equal(nameSize(16, 0.2), 24);
  assert.equal(nameSize(40, 0.48), 40);
});

test('each sign has a place of its own, the preferred one if it is free', () => {
  const all = ['advanced', 'moved', 'attacked', 'must attack', 'immobile'];
  const preferred = /** @type {[string, number][]} */ ([['must attack', 2], ['attacked', 2], ['moved', 0], ['immobile', 1], ['advanced', 1]]);
  const placed = placedSigns(all, () => true, preferred);
  assert.equal(new Set(placed.map(({ x, y }) => `${x},${y}`)).size, all.length);
  assert.deepEqual(placed[0], { mark: 'must attack', x: 45, y: -44 });
  assert.deepEqual(placedSigns(['moved', 'released'], (mark) => mark === 'moved', preferred), [{ mark: 'moved', x: 36, y: -4 }]);
  assert.equal(placedSigns(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], () => true, []).length, 6);
});

test('a texture is divided into the same strokes', () => {
  const d = 'm10 20 5-5m990 10-3 4 2 2m-1000-10 .5.25';
  const pieces = divided(d, 100);
  assert.deepEqual(pieces, ['M10 20l5 -5 M4 21l0.5 0.25 ', 'M1005 25l-3 4 2 2 ']);
});

test('what is not made of strokes is not divided', () => {
  assert.equal(divided('m0 0q1 1 2 2'), null);
  assert.equal(divided('m0 0 5 5z'), null);
  assert.equal(divided('M0 0L5 5'), null);
});

test('a plate over a cell at the edge of the window stays inside it', () => {
  const seen = { box: { x: 1000, y: 0, width: 800, height: 600 }, zoom: 0.5 };
  assert.equal(plateAt(1400, 100, seen), 1400);
  assert.equal(plateAt(1010, 100, seen), 1098, 'half of it as it is scaled, and four pixels');
  assert.equal(plateAt(1790, 100, seen), 1702);
  assert.equal(plateAt(900, 100, seen), 900, 'where the cell is not seen, its plate need not be');
  assert.equal(plateAt(1010, 1000, seen), 1010, 'nor where it has no room');
  assert.equal(plateAt(1010, 100, null), 1010);
});

test('a label says which cell, and who is there rather than what it is called', () => {
  assert.equal(labelText('0811', undefined, []), '0811');
  assert.equal(labelText('0811', 'Dunker Church', ['Hood']), '0811 Dunker Church Hood');
  assert.equal(labelText('0811', 'Dunker Church', ['Hood', 'Law', 'Wofford']), '0811 Hood, Law, Wofford');
  assert.equal(labelText('0811', undefined, ['a', 'b', 'c', 'd', 'e']), '0811 a, b, c +2');
});
