/**
 * The keyboard's cursor: a ring on a hex, steps over the grid, and which counter of a stack is
 * picked.
 */

import { s } from '../dom.js';
import { cellPath, stepTowards } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */

export class Cursor {
  /** The drawing of the ring. */
  ring = s('g', { class: 'board-cursor' });
  /** @type {string | null} */
  hex = null;

  #sheet;
  #centres;
  #counters;
  #lane = 0;

  /**
   * @param {import('../types.js').Sheet} sheet
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
    if (this.hex === null) return null;
    return this.#counters.picked ?? this.#counters.at(this.hex)[0] ?? null;
  }

  /**
   * Puts the cursor on a hex, or with `null` takes it away; says whether it was elsewhere.
   * @param {string | null} hex
   */
  put(hex) {
    if (hex === this.hex) return false;
    this.hex = hex;
    this.#counters.picked = null;
    const centre = hex === null ? undefined : this.#centres.get(hex);
    this.ring.replaceChildren();
    if (!centre) return true;
    this.#lane = centre.y;
    const d = cellPath(centre, this.#sheet.hex, 0.03);
    this.ring.append(s('path', { class: 'casing', d }), s('path', { class: 'ring', d, dataset: { at: hex } }));
    return true;
  }

  /**
   * Goes one hex; left and right keep to the row in which they began.
   * @param {'up' | 'down' | 'left' | 'right'} way
   */
  step(way) {
    if (this.hex === null) return false;
    const neighbours = Object.values(this.#sheet.hexes[this.hex].neighbours);
    const next = stepTowards(this.#centres, neighbours, this.hex, way, this.#lane);
    if (next === null) return false;
    const lane = this.#lane;
    this.put(next);
    if (way === 'left' || way === 'right') this.#lane = lane;
    return true;
  }

  /**
   * Goes over one side of the hex.
   * @param {'n' | 'ne' | 'se' | 's' | 'sw' | 'nw'} side
   */
  cross(side) {
    const next = this.hex === null ? undefined : this.#sheet.hexes[this.hex].neighbours[side];
    return next !== undefined && this.put(next);
  }

  /**
   * Picks a counter of the stack by its place, the top one being 0; says which.
   * @param {number} place
   */
  pick(place) {
    const unit = this.hex === null ? undefined : this.#counters.at(this.hex)[place];
    if (unit === undefined) return null;
    this.#counters.fan(this.hex);
    this.#counters.picked = unit;
    return unit;
  }

  /**
   * Picks the next or the previous counter of the stack; says which.
   * @param {1 | -1} by
   */
  turn(by) {
    const stack = this.hex === null ? [] : this.#counters.at(this.hex);
    if (stack.length === 0) return null;
    const { picked } = this.#counters;
    const now = picked === null ? (by === 1 ? -1 : 0) : stack.indexOf(picked);
    return this.pick((now + by + stack.length) % stack.length);
  }
}
