/**
 * Names of cells in letters that can be read at any size of the map: of the cell under the pointer, and of those that are
 * spoken of. The printed numbers are for finding one's way; these say which one is meant.
 */

import { s } from '../dom.js';
import { fine } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */

/** How wide a letter is taken to be, and how high the plate is, in pixels before it is scaled. */
const LETTER = 8.6;
const HEIGHT = 19;
/** Plates do not get smaller on the screen than this, as the stylesheet says. */
const READABLE = 0.9;
/** So much is left between a plate and the edge of the window, in pixels. */
const MARGIN = 4;
/** How far the upper edge of a counter is from the middle of its cell, in map units. */
const EDGE = 46;

export class Labels {
  /** Above everything but what is held in the hand. */
  group = s('g', { class: 'cell-labels' });
  /** What of the sheet is seen, and how large: a plate stays inside, as far as its cell does. @type {() => {box: import('./geometry.js').Box, zoom: number} | null} */
  seen = () => null;

  #centres;
  #cells;
  /** @type {Map<string, {key: string, drawn: SVGGElement}>} */
  #drawn = new Map();

  /** @param {Map<string, Point>} centres @param {import('./sheet.js').BoardSheet['cells']} cells */
  constructor(centres, cells) {
    this.#centres = centres;
    this.#cells = cells;
  }

  /**
   * Labels some cells; those of a name are replaced as a whole.
   * @param {string} name
   * @param {readonly string[]} cells
   * @param {{names?: boolean, units?: (cell: string) => string[]}} [options] `names`: with the name of the place, where it
   *   has one; `units`: with those who are there
   */
  set(name, cells, { names = false, units = () => [] } = {}) {
    const known = [...new Set(cells)].filter((cell) => this.#centres.has(cell));
    const key = known.map((cell) => [cell, ...units(cell)].join(' ')).join();
    const before = this.#drawn.get(name);
    if ((before?.key ?? '') === key) return;
    before?.drawn.remove();
    this.#drawn.delete(name);
    if (known.length === 0) return;
    const drawn = s('g', { class: `labels-${name}` }, known.map((cell) => this.#plate(cell, labelText(cell, names ? this.#cells[cell].names?.[0] : undefined, units(cell)))));
    this.group.append(drawn);
    this.#drawn.set(name, { key, drawn });
  }

  /** @param {string} cell @param {string} text */
  #plate(cell, text) {
    const { x, y } = /** @type {Point} */ (this.#centres.get(cell));
    const width = text.length * LETTER + 8;
    // It stands on the upper edge of its cell, however small the map is: who is in the cell is not covered.
    return s('g', { class: 'cell-label', transform: `translate(${plateAt(x, width, this.seen())} ${y - EDGE})`, dataset: { label: cell } },
      s('g', { class: 'readable' },
        s('rect', { x: -width / 2, y: -HEIGHT, width, height: HEIGHT, rx: 4 }),
        s('text', { y: 5.4 - HEIGHT / 2 }, text)));
  }
}

/**
 * Where the middle of a plate is put so that none of its words is outside the window; a plate of a cell that is not seen
 * stays with it.
 * @param {number} x the middle of its cell
 * @param {number} width of the plate, before it is scaled
 * @param {{box: import('./geometry.js').Box, zoom: number} | null} seen
 */
export function plateAt(x, width, seen) {
  if (!seen || x < seen.box.x || x > seen.box.x + seen.box.width) return x;
  const half = (width / 2) * Math.max(READABLE, READABLE / seen.zoom) + MARGIN / seen.zoom;
  return fine(half * 2 > seen.box.width ? x : Math.max(seen.box.x + half, Math.min(seen.box.x + seen.box.width - half, x)));
}

/** The most letters of a label, and how many units it names before it counts the rest. */
const LONGEST = 30;
const NAMED = 3;

/**
 * What a label says: which cell, what it is called, and who is there: `0811 Hood, Law`.
 * @param {string} cell @param {string | undefined} name @param {readonly string[]} units
 */
export function labelText(cell, name, units) {
  const place = name ? `${cell} ${name}` : cell;
  if (units.length === 0) return place;
  const named = units.slice(0, NAMED).join(', ');
  const whole = `${place} ${named}${units.length > NAMED ? ` +${units.length - NAMED}` : ''}`;
  // Who is there matters more than what the place is called: that is printed on the map.
  if (whole.length <= LONGEST) return whole;
  const short = `${cell} ${named}`;
  return short.length <= LONGEST ? short : `${short.slice(0, LONGEST - 1)}…`;
}
