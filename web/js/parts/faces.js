/**
 * Counters and dice as small drawings outside the map.
 */

import { h, s, trusted } from '../dom.js';

/**
 * @import { BoardSheet } from '../board/sheet.js'
 * @import { UnitId } from '../types.js'
 */

/** @type {WeakMap<object, Map<string, DocumentFragment>>} */
const drawn = new WeakMap();

/**
 * The counter of a unit as an inline drawing; the words beside it say who it is.
 * @param {Pick<BoardSheet, 'looks'>} sheet
 * @param {UnitId} id
 * @param {string} [look] one the unit does not have is its plain one
 * @returns {Node | null}
 */
export function counterFace({ looks }, id, look = 'plain') {
  const text = looks[id]?.[look] ?? looks[id]?.plain;
  if (!text) return null;
  const known = drawn.get(looks) ?? new Map();
  drawn.set(looks, known);
  const key = `${id} ${look}`;
  if (!known.has(key)) known.set(key, trusted(text));
  return s(
    'svg',
    { class: 'counter-face', viewBox: '-54 -54 108 108', 'aria-hidden': 'true', focusable: 'false' },
    known.get(key)?.cloneNode(true),
  );
}

/** Where the pips of each face are, on a square of 3 by 3. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * A six-sided die that shows a face; what is no face of one is written on it.
 * @param {number} face
 * @param {string} [className]
 */
export function die(face, className = '') {
  const pips = PIPS[face]?.map(([x, y]) => s('circle', { cx: x * 24, cy: y * 24, r: 9 }));
  return s(
    'svg',
    { class: `die ${className}`.trim(), viewBox: '-50 -50 100 100', role: 'img', 'aria-label': `die shows ${face}` },
    s('rect', { x: -44, y: -44, width: 88, height: 88, rx: 14 }),
    pips ?? s('text', { y: 13 }, String(face)),
  );
}

/**
 * The mark of a side, told by shape and colour, with its name.
 * @param {import('../types.js').Side} side
 * @param {string} text
 */
export function sideLabel(side, text) {
  return h(
    'span',
    { class: `side-${side}` },
    h('span', { class: 'side-mark', 'aria-hidden': 'true' }),
    h('span', { class: 'side-name' }, text),
  );
}
