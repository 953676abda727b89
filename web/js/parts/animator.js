/**
 * Events played on the map, as far as every system has them: marches, units that leave, a die, a pause. Each promise
 * ends when its event has been shown. A system's own animator says which event is which.
 */

import { die } from './faces.js';
import { cellBox } from './note.js';
import { shifted } from './position.js';

/** @import { Cell, UnitId } from '../types.js' */

/** A march takes longer the more cells it has, up to this many times the given time. */
const LONGEST_MARCH = 3;

/** What of the scene this needs. @typedef {Pick<import('./scene.js').Scene<any, any, any>, 'board' | 'counters'>} Host */

export class MapAnimator {
  /** @type {Element | null} */
  #die = null;
  /** Where units are by what was played since the last view. @type {Map<UnitId, Cell | null>} */
  #changes = new Map();
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** Takes away what is left of an animation. */
  clear() {
    this.takeDie();
  }

  /** A new view is shown: what was played is in it. */
  forget() {
    this.#changes = new Map();
  }

  /** Takes the die away. */
  takeDie() {
    this.#die?.remove();
    this.#die = null;
  }

  /** Puts a unit down in a cell, or with `null` takes it off the map. @param {UnitId} unit @param {Cell | null} cell */
  put(unit, cell) {
    this.#changes.delete(unit);
    this.#changes.set(unit, cell);
    this.#host.board.setUnits(shifted(this.#host.counters(), this.#changes));
  }

  /** A unit leaves the map where it stands. @param {UnitId} unit @param {Cell} cell @param {string} kind of light @param {number} ms */
  async leave(unit, cell, kind, ms) {
    const changes = this.#changes;
    await this.#host.board.flash(cell, kind, { ms });
    // Skipped: the view that came meanwhile knows better.
    if (changes === this.#changes) this.put(unit, null);
  }

  /** @param {UnitId} unit @param {Cell[]} cells @param {number} ms */
  async march(unit, cells, ms) {
    const { board } = this.#host;
    const changes = this.#changes;
    board.reveal(cells[cells.length - 1]);
    await board.moveUnit(unit, cells, { ms: ms * Math.min(LONGEST_MARCH, Math.max(1, (cells.length - 1) * 0.6)) });
    changes.delete(unit);
    changes.set(unit, cells[cells.length - 1]);
  }

  /**
   * Throws a die over a cell, or over the middle of the map.
   * @param {number} face @param {Cell | null | undefined} cell @param {number} ms
   * @returns {Promise<() => boolean>} says whether it is still this die that lies there
   */
  async throwDie(face, cell, ms) {
    const { board } = this.#host;
    const box = (cell ? cellBox(board.root, cell) : null) ?? board.root.getBoundingClientRect();
    this.#die?.remove();
    const shown = die(face, 'die-thrown');
    shown.style.left = `${box.left + box.width / 2}px`;
    shown.style.top = `${box.top + box.height / 2}px`;
    shown.style.setProperty('--throw', `${Math.max(200, ms)}ms`);
    document.body.append(shown);
    this.#die = shown;
    await pause(Math.max(350, ms * 1.2));
    return () => this.#die === shown;
  }
}

/** @param {number} ms */
export function pause(ms) {
  return /** @type {Promise<void>} */ (new Promise((resolve) => setTimeout(resolve, ms)));
}
