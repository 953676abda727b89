// The cell card at the bottom of the board: what is in the cell under the pointer or the cursor.

import { fill } from '../dom.js';

/** Shows the card of one cell at a time, once a frame at most. */
export class Card {
  /** @param {HTMLElement} place @param {(cell: string) => Node | null | undefined} draw */
  constructor(place, draw) {
    this.place = place;
    this.draw = draw;
    this.wanted = true;
    /** @type {string | null} */
    this.cell = null;
    this.due = 0;
  }

  /** @param {string | null} cell */
  show(cell) {
    if (cell === this.cell) return;
    this.cell = cell;
    this.refresh();
  }

  /** Lets the card be seen or not. @param {boolean} wanted */
  want(wanted) {
    this.wanted = wanted;
    this.refresh();
  }

  /** Draws the card anew, as the game may have changed. */
  refresh() {
    if (this.due) return;
    this.due = requestAnimationFrame(() => {
      this.due = 0;
      const card = this.cell && this.wanted ? this.draw(this.cell) : null;
      this.place.hidden = !card;
      fill(this.place, card ?? null);
    });
  }

  destroy() {
    cancelAnimationFrame(this.due);
  }
}
