/**
 * The server's drawings made ready for the board: the map, the faces of counters and their signs.
 */

import { trusted } from '../dom.js';
import { divideTextures } from './divide.js';
import { placedSigns } from './signs.js';

/**
 * The map as an element that takes the size it is given.
 * @param {string} mapSvg
 */
export function readMap(mapSvg) {
  const map = trusted(mapSvg).firstElementChild;
  if (!(map instanceof SVGElement)) throw new SyntaxError('the map is not a drawing');
  map.classList.add('board-map');
  map.setAttribute('aria-hidden', 'true');
  map.removeAttribute('width');
  map.removeAttribute('height');
  divideTextures(map);
  return map;
}

/**
 * All looks of all units, read in one go.
 * @param {Record<string, Record<string, string>>} looks
 * @returns {Map<string, Map<string, Element>>} by unit and look
 */
export function readLooks(looks) {
  const listed = Object.entries(looks).flatMap(([id, own]) => Object.entries(own).map(([look, text]) => ({ id, look, text })));
  const shells = [...trusted(listed.map(({ text }) => `<g>${text}</g>`).join('')).children];
  /** @type {Map<string, Map<string, Element>>} */
  const read = new Map();
  listed.forEach(({ id, look }, index) => {
    const face = shells[index]?.firstElementChild;
    if (!face) return;
    name(face);
    const own = read.get(id) ?? new Map();
    own.set(look, face);
    read.set(id, own);
  });
  return read;
}

/** What the parts of a face are, by the part of the definitions that they use: those that change when it is seen from afar. @type {[string, RegExp][]} */
const PARTS = [
  ['size-marks', /^#lr-[sx][123]$/],
  ['arm', /^#lr-(?:inf|cav|art|horse)(?:-i)?$/],
  ['strip', /^#lr-strip-/],
];

/** Names the parts of a face for the stylesheet. @param {Element} face */
function name(face) {
  face.querySelector('text')?.classList.add('designation');
  for (const use of face.querySelectorAll(':scope > use')) {
    const href = use.getAttribute('href') ?? '';
    for (const [part, pattern] of PARTS) if (pattern.test(href)) use.classList.add(part);
  }
}

/**
 * The signs of these marks, each in its place on the counter.
 * @param {Pick<import('./sheet.js').BoardSheet, 'signs' | 'signPlaces'>} sheet
 * @param {string[]} marks
 * @returns {Element[]}
 */
export function drawSigns({ signs, signPlaces }, marks) {
  return placedSigns(marks, (mark) => mark in signs, signPlaces).flatMap(({ mark, x, y }) => {
    const drawings = [...trusted(signs[mark]).children];
    for (const drawing of drawings) {
      drawing.setAttribute('x', String(x));
      drawing.setAttribute('y', String(y));
    }
    return drawings;
  });
}
