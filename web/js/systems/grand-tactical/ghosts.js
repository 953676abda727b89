/**
 * Enemies that were seen and are not any more, where they were seen last: kept by this page from what this seat saw, in a
 * game of hidden units. It knows nothing that the seat was not told.
 */

/**
 * @import { UnitId } from '../../types.js'
 * @import { GrandView, Square } from './types.js'
 * @import { Scene } from './scene.js'
 */

/** Where a unit was seen last, and when. @typedef {{cell: Square, turn: number}} Sighting */

export class Ghosts {
  /** @type {Map<UnitId, Sighting>} */
  #last = new Map();
  #scene;
  #key;

  /** @param {Scene} scene */
  constructor(scene) {
    this.#scene = scene;
    const seat = scene.table.seats.length === 1 ? scene.table.seats[0] : null;
    // Only a seat of its own remembers: whoever plays both sides sees both in turn.
    this.#key = scene.sheet.hidden && seat && !scene.context.readOnly ? `gt-seen ${scene.table.id} ${seat}` : null;
    if (this.#key) this.#last = new Map(read(this.#key));
  }

  /** A view came: who is in it was seen there, and of the others what was known stays. @param {GrandView} view */
  update(view) {
    const { sheet, own, board } = this.#scene;
    if (!this.#key || view.ended) {
      board.setLayer('ghosts', []);
      return;
    }
    const before = JSON.stringify([...this.#last]);
    for (const { id, place, cell } of view.game.units) {
      if (sheet.units[id]?.side === own) continue;
      if (place === 'map' && cell) this.#last.set(id, { cell, turn: view.game.turn });
      else if (place === 'eliminated') this.#last.delete(id);
    }
    const text = JSON.stringify([...this.#last]);
    if (text !== before) write(this.#key, text);
    const unseen = new Set(view.game.units.filter(({ place }) => place === 'unseen').map(({ id }) => id));
    /** @type {Map<Square, UnitId[]>} */
    const where = new Map();
    for (const [id, { cell }] of this.#last) if (unseen.has(id)) where.set(cell, [...(where.get(cell) ?? []), id]);
    board.setLayer('ghosts', [...where].map(([cell, ids]) => ({ cell, kind: 'ghost', text: '?', title: `Last seen here: ${this.#scene.names.units(ids)}` })));
    this.#where = where;
  }

  /** @type {Map<Square, UnitId[]>} */
  #where = new Map();

  /** Who was seen in a square last, in words. @param {Square} cell @returns {string | null} */
  words(cell) {
    const ids = this.#where.get(cell);
    if (!ids) return null;
    const turn = Math.max(...ids.map((id) => this.#last.get(id)?.turn ?? 0));
    return `Last seen here on turn ${turn}: ${this.#scene.names.units(ids)}`;
  }
}

/** @param {string} key @returns {[UnitId, Sighting][]} */
function read(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** What cannot be kept is forgotten with the page. @param {string} key @param {string} text */
function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The browser keeps nothing more.
  }
}
