/**
 * Movement on the board: counters that march along a path and cells that flash. Everything that
 * moves can be skipped, and moves hardly at all for people who asked for little motion.
 */

import { s } from '../dom.js';
import { cellPath } from './geometry.js';
import { calm } from './viewport.js';

/** @typedef {import('./geometry.js').Point} Point */

const STEP = 130;

export class Motion {
  /** Where flashes are drawn. */
  group = s('g', { class: 'flashes' });

  #counters;
  #centres;
  #hex;
  /** @type {Set<Animation>} */
  #running = new Set();

  /**
   * @param {import('./counters.js').Counters} counters
   * @param {Map<string, Point>} centres
   * @param {boolean} hex whether cells are hexes
   */
  constructor(counters, centres, hex) {
    this.#counters = counters;
    this.#centres = centres;
    this.#hex = hex;
  }

  /** Whether something moves. */
  get running() {
    return this.#running.size > 0;
  }

  /**
   * Marches a counter along cells; it lies in the last one when the promise is kept.
   * @param {string} id
   * @param {string[]} cells the first is where it starts
   * @param {{ms?: number}} [options] time of the whole march; 0 is at once
   */
  async march(id, cells, { ms = STEP * Math.max(1, cells.length - 1) } = {}) {
    const way = cells.filter((cell) => this.#centres.has(cell));
    const end = way[way.length - 1];
    if (end === undefined) return;
    this.#counters.relocate(id, end);
    const element = this.#counters.element(id);
    if (!element || way.length < 2 || ms <= 0 || calm() || document.hidden) return;
    const stops = way.map((cell) => ({ transform: this.#counters.placing(id, cell) }));
    this.#counters.lift(id, true);
    try {
      await this.#run(element.animate(stops, { duration: ms, easing: 'ease-in-out' }));
    } finally {
      this.#counters.lift(id, false);
    }
  }

  /**
   * Lights a cell for a moment.
   * @param {string} cell
   * @param {string} kind
   * @param {{ms?: number}} [options]
   */
  async flash(cell, kind, { ms = 700 } = {}) {
    const centre = this.#centres.get(cell);
    if (!centre || ms <= 0 || document.hidden) return;
    const ring = s('path', { class: `flash ${kind}`, d: cellPath({ x: 0, y: 0 }, this.#hex) });
    const place = s('g', { transform: `translate(${centre.x} ${centre.y})` }, ring);
    this.group.append(place);
    const still = [{ opacity: 0 }, { opacity: 1 }, { opacity: 1 }, { opacity: 0 }];
    const pulse = [
      { opacity: 0, transform: 'scale(1.5)' }, { opacity: 1, transform: 'scale(1)', offset: 0.35 },
      { opacity: 1, transform: 'scale(0.94)', offset: 0.7 }, { opacity: 0, transform: 'scale(1)' },
    ];
    try {
      await this.#run(ring.animate(calm() ? still : pulse, { duration: ms, easing: 'ease-out' }));
    } finally {
      place.remove();
    }
  }

  /** Ends everything that moves: it is where it was going. */
  skip() {
    for (const animation of [...this.#running]) animation.finish();
  }

  /** @param {Animation} animation */
  async #run(animation) {
    this.#running.add(animation);
    try {
      await animation.finished;
    } catch {
      // A cancelled animation ended too: the element left the board.
    } finally {
      this.#running.delete(animation);
    }
  }
}
