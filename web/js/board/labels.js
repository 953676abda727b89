/**
 * Names of cells in letters that can be read at any size of the map: of the cell under the pointer, and of those that are
 * spoken of. The printed numbers are for finding one's way; these say which one is meant.
 */

import { s } from '../dom.js';

/** @typedef {import('./geometry.js').Point} Point */

/** How wide a letter is taken to be, and how high the plate is, in pixels before it is scaled. */
const LETTER = 8.6;
const HEIGHT = 19;

export class Labels {
  /** Above everything but what is held in the hand. */
  group = s('g', { class: 'cell-labels' });

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
   * @param {{names?: boolean}} [options] `names`: with the name of the place, where it has one
   */
  set(name, cells, { names = false } = {}) {
    const known = [...new Set(cells)].filter((cell) => this.#centres.has(cell));
    const key = known.join();
    const before = this.#drawn.get(name);
    if ((before?.key ?? '') === key) return;
    before?.drawn.remove();
    this.#drawn.delete(name);
    if (known.length === 0) return;
    const drawn = s('g', { class: `labels-${name}` }, known.map((cell) => this.#plate(cell, names ? this.#cells[cell].names?.[0] : undefined)));
    this.group.append(drawn);
    this.#drawn.set(name, { key, drawn });
  }

  /** @param {string} cell @param {string | undefined} name */
  #plate(cell, name) {
    const { x, y } = /** @type {Point} */ (this.#centres.get(cell));
    const text = name ? `${cell} ${name}` : cell;
    const width = text.length * LETTER + 8;
    // Between the counters of this cell and of the one above.
    return s('g', { class: 'cell-label', transform: `translate(${x} ${y - 43})`, dataset: { label: cell } },
      s('g', { class: 'readable' },
        s('rect', { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: 4 }),
        s('text', { y: 5.4 }, text)));
  }
}
