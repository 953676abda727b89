/**
 * Counters and dice as small drawings outside the map.
 */

import { h, s, trusted } from '../dom.js';

/** @import { Sheet, UnitId } from '../types.js' */

/** @type {WeakMap<Sheet, Map<string, DocumentFragment>>} */
const drawn = new WeakMap();

/**
 * The counter of a unit as an inline drawing; the words beside it say who it is.
 * @param {Sheet} sheet
 * @param {UnitId} id
 * @param {boolean} [ineffective]
 * @returns {Node | null}
 */
export function counterFace(sheet, id, ineffective = false) {
  const text = (ineffective ? sheet.faces_ineffective?.[id] : undefined) ?? sheet.faces?.[id];
  if (!text) return null;
  const known = drawn.get(sheet) ?? new Map();
  drawn.set(sheet, known);
  const key = `${id}${ineffective ? ' ineffective' : ''}`;
  if (!known.has(key)) known.set(key, trusted(text));
  return s(
    'svg',
    { class: 'bg-counter', viewBox: '-54 -54 108 108', 'aria-hidden': 'true', focusable: 'false' },
    known.get(key)?.cloneNode(true),
  );
}

/** Where the pips of each face are, on a square of 3 by 3. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/**
 * A die that shows a face.
 * @param {number} face
 * @param {string} [className]
 */
export function die(face, className = '') {
  return s(
    'svg',
    { class: `bg-die ${className}`.trim(), viewBox: '-50 -50 100 100', role: 'img', 'aria-label': `die shows ${face}` },
    s('rect', { x: -44, y: -44, width: 88, height: 88, rx: 14 }),
    (PIPS[face] ?? []).map(([x, y]) => s('circle', { cx: x * 24, cy: y * 24, r: 9 })),
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
