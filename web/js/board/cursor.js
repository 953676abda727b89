/**
 * The keyboard's cursor: a ring on a cell, steps over the grid, and which counter of a stack is
 * picked.
 */

import { s } from '../dom.js';
import { cellPath, stepTowards } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */

export class Cursor {
  /** The drawing of the ring. */
  ring = s('g', { class: 'board-cursor' });
  /** @type {string | null} */
  cell = null;

  #sheet;
  #centres;
  #counters;
  #lane = 0;

  /**
   * @param {import('./sheet.js').BoardSheet} sheet
   * @param {Map<string, Point>} centres
   * @param {import('./counters.js').Counters} counters
   */
  constructor(sheet, centres, counters) {
    this.#sheet = sheet;
    this.#centres = centres;
    this.#counters = counters;
  }

  /** The unit that is meant by pointing at the cursor: the one picked, or the top one. */
  get unit() {
    if (this.cell === null) return null;
    return this.#counters.picked ?? this.#counters.at(this.cell)[0] ?? null;
  }

  /**
   * Puts the cursor on a cell, or with `null` takes it away; says whether it was elsewhere.
   * @param {string | null} cell
   */
  put(cell) {
    if (cell === this.cell) return false;
    this.cell = cell;
    this.#counters.picked = null;
    const centre = cell === null ? undefined : this.#centres.get(cell);
    this.ring.replaceChildren();
    if (!centre) return true;
    this.#lane = centre.y;
    const d = cellPath(centre, this.#sheet.hex, 0.03);
    this.ring.append(s('path', { class: 'casing', d }), s('path', { class: 'ring', d, dataset: { at: cell } }));
    return true;
  }

  /**
   * Goes one cell; left and right keep to the row in which they began.
   * @param {'up' | 'down' | 'left' | 'right'} way
   */
  step(way) {
    if (this.cell === null) return false;
    const neighbours = Object.values(this.#sheet.cells[this.cell].neighbours);
    const next = stepTowards(this.#centres, neighbours, this.cell, way, this.#lane);
    if (next === null) return false;
    const lane = this.#lane;
    this.put(next);
    if (way === 'left' || way === 'right') this.#lane = lane;
    return true;
  }

  /**
   * Goes over one side of the cell; of a square, over a corner too.
   * @param {import('./sheet.js').Direction} side
   */
  cross(side) {
    const next = this.cell === null ? undefined : this.#sheet.cells[this.cell].neighbours[side];
    return next !== undefined && this.put(next);
  }

  /**
   * Picks a counter of the stack by its place, the top one being 0; says which.
   * @param {number} place
   */
  pick(place) {
    const unit = this.cell === null ? undefined : this.#counters.at(this.cell)[place];
    if (unit === undefined) return null;
    this.#counters.fan(this.cell);
    this.#counters.picked = unit;
    return unit;
  }

  /**
   * Picks the next or the previous counter of the stack; says which.
   * @param {1 | -1} by
   */
  turn(by) {
    const stack = this.cell === null ? [] : this.#counters.at(this.cell);
    if (stack.length === 0) return null;
    const { picked } = this.#counters;
    const now = picked === null ? (by === 1 ? -1 : 0) : stack.indexOf(picked);
    return this.pick((now + by + stack.length) % stack.length);
  }
}
