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
    letGrow(face.querySelector('text'));
    const own = read.get(id) ?? new Map();
    own.set(look, face);
    read.set(id, own);
  });
  return read;
}

/** A counter is so wide, inside its outline; letters take so much of their size, narrow ones less. */
const INSIDE = 94;
const [LETTER, NARROW] = [0.64, 0.38];

/** By how much a designation may grow before it leaves its strip or its counter. @param {string} text @param {number} size as printed */
export function growth(text, size) {
  const width = [...text].reduce((sum, letter) => sum + (/[/IiljftJ .,'()-]/.test(letter) ? NARROW : LETTER), 0);
  return Math.max(1, Math.min(1.38, INSIDE / (size * Math.max(LETTER, width))));
}

/** Letters of this size fill the strip from top to bottom; and so much narrower than they are drawn they can still be read. */
const [TALLEST, NARROWEST] = [22, 1.5];

/** By how much a designation may grow upward: a long name is written in narrow letters before it is written in small ones. @param {string} text @param {number} size as printed */
export function rise(text, size) {
  const across = growth(text, size);
  return Math.max(across, Math.min(TALLEST / size, across * NARROWEST));
}

/** Lets the designation of a counter grow where the map is small: the stylesheet says by how much. @param {Element | null} text */
function letGrow(text) {
  if (!(text instanceof SVGElement)) return;
  text.classList.add('designation');
  const [words, size] = [text.textContent ?? '', Number(text.getAttribute('font-size'))];
  text.style.setProperty('--growth', growth(words, size).toFixed(2));
  text.style.setProperty('--rise', rise(words, size).toFixed(2));
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
