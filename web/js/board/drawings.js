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
 * All faces, read in one go.
 * @param {Record<string, string>} faces
 * @returns {Map<string, Element>}
 */
export function readFaces(faces) {
  const names = Object.keys(faces);
  const drawn = trusted(names.map((name) => `<g>${faces[name]}</g>`).join(''));
  const shells = [...drawn.children];
  return new Map(names.flatMap((name, index) => {
    const face = shells[index]?.firstElementChild;
    return face ? [/** @type {[string, Element]} */ ([name, face])] : [];
  }));
}

/**
 * The signs of these marks, each in its place on the counter.
 * @param {Record<string, string>} signs
 * @param {string[]} marks
 * @returns {Element[]}
 */
export function drawSigns(signs, marks) {
  return placedSigns(marks, (mark) => mark in signs).flatMap(({ mark, x, y }) => {
    const drawings = [...trusted(signs[mark]).children];
    for (const drawing of drawings) {
      drawing.setAttribute('x', String(x));
      drawing.setAttribute('y', String(y));
    }
    return drawings;
  });
}
