/**
 * A stack that is spread so that each of its counters can be seen and picked: the plate and where
 * the counters lie on it.
 */

import { s } from '../dom.js';
import { fanBox, fanSpots, inside } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./geometry.js').Box} Box */

export class Fan {
  /** What holds the plate and the counters on it. */
  group = s('g', { class: 'fan' });
  /** The cell whose stack is spread. @type {string | null} */
  cell = null;
  /** How much it is enlarged, so that it can be read and touched on a small map. */
  scale = 1;
  /** What of the sheet is seen: the plate stays inside. @type {() => Box | null} */
  seen = () => null;
  /** Middle of the plate. @type {Point} */
  centre = { x: 0, y: 0 };

  #size = { width: 0, height: 0 };

  /**
   * Puts down the plate for the stack of a cell.
   * @param {string} cell
   * @param {Point} home
   * @param {number} count
   */
  open(cell, home, count) {
    this.close();
    this.cell = cell;
    const { width, height } = fanBox(fanSpots(count, this.scale));
    this.#size = { width, height };
    this.centre = inside(home, width, height, this.seen());
    const { x, y } = this.centre;
    this.group.append(s('rect', { class: 'plate', x: x - width / 2, y: y - height / 2, width, height, rx: 9 }));
  }

  /** Takes the plate away; its counters must be put elsewhere. */
  close() {
    this.cell = null;
    this.group.replaceChildren();
  }

  /**
   * Where so many counters lie around the middle of the plate.
   * @param {number} count
   */
  spots(count) {
    return fanSpots(count, this.scale);
  }

  /**
   * Whether a point of the sheet lies on the plate.
   * @param {Point} point
   */
  holds(point) {
    if (this.cell === null) return false;
    const { width, height } = this.#size;
    return Math.abs(point.x - this.centre.x) <= width / 2 && Math.abs(point.y - this.centre.y) <= height / 2;
  }
}
