/**
 * The board by keys: the cursor walks, points and asks for more, counters of a stack are picked, the map is moved and
 * zoomed. What a key means is in `keys.js`; this carries it out.
 */

import { commandOf } from './keys.js';

/** @typedef {import('./geometry.js').Point} Point */
/**
 * @typedef {{
 *   sheet: import('./sheet.js').BoardSheet,
 *   centres: Map<string, Point>,
 *   viewport: import('./viewport.js').Viewport,
 *   counters: import('./counters.js').Counters,
 *   cursor: import('./cursor.js').Cursor,
 *   live: HTMLElement,
 *   hovered(): string | null,
 *   abandon(): boolean,
 *   emit(name: string, detail: any): boolean,
 * }} Parts `live`: where what is under the cursor is said; `hovered`: the cell under the pointer; `abandon`: puts back
 *   what is being dragged
 */

export class KeyHand {
  #board;
  #parts;

  /** @param {import('./board.js').Board} board @param {Parts} parts */
  constructor(board, parts) {
    this.#board = board;
    this.#parts = parts;
  }

  /**
   * Carries out a key; says whether the board has a use for it.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { sheet, viewport, counters, cursor, abandon } = this.#parts;
    if (event.key === 'Escape') {
      this.#board.fan(null);
      counters.picked = null;
      return abandon();
    }
    const command = commandOf(event, sheet);
    if (!command) return false;
    switch (command.type) {
      case 'step': return this.#walk(() => cursor.step(command.way));
      case 'side': return this.#walk(() => cursor.cross(command.side));
      case 'turn': return this.#picked(cursor.turn(command.by));
      case 'nth': return this.#picked(cursor.pick(command.place));
      case 'pan': viewport.panBy(command.dx, command.dy); return true;
      case 'zoom': viewport.flyBy(command.factor, this.#pixel()); return true;
      case 'fit': viewport.fit(); return true;
      case 'menu': return this.#menu();
      case 'enter': return this.#enter(command.shift, command.ctrl);
    }
  }

  /** Puts the cursor in the middle of what is seen. */
  begin() {
    const { centres, hovered } = this.#parts;
    const box = this.#board.root.getBoundingClientRect();
    const middle = this.#board.cellAt(box.left + box.width / 2, box.top + box.height / 2);
    this.#board.cursor = middle ?? hovered() ?? [...centres.keys()][0] ?? null;
  }

  /** The cursor is elsewhere: it is brought into sight, and said where it is. */
  moved() {
    const { centres, viewport, cursor, live, emit } = this.#parts;
    const { cell } = cursor;
    const centre = cell === null ? undefined : centres.get(cell);
    if (cell === null || !centre) return;
    viewport.reveal(centre);
    this.#board.fan(cell);
    live.textContent = this.#board.describe(cell);
    emit('cursor', { cell });
  }

  /** @param {() => boolean} go */
  #walk(go) {
    this.#board.root.classList.add('by-key');
    if (this.#parts.cursor.cell === null) this.begin();
    else if (go()) this.moved();
    return true;
  }

  /** @param {string | null} unit */
  #picked(unit) {
    if (unit === null) return false;
    const { counters, cursor, live, emit } = this.#parts;
    this.#board.root.classList.add('by-key');
    live.textContent = counters.element(unit)?.getAttribute('aria-label') ?? unit;
    emit('hover', { cell: cursor.cell, unit });
    return true;
  }

  /**
   * @param {boolean} shift
   * @param {boolean} ctrl
   */
  #enter(shift, ctrl) {
    const { cursor, counters, emit } = this.#parts;
    const { cell, unit } = cursor;
    if (cell === null) return false;
    const picked = counters.picked !== null;
    emit('cell', { cell, unit, picked, pointer: 'key', shift, ctrl });
    return true;
  }

  #menu() {
    const { cell, unit } = this.#parts.cursor;
    const pixel = this.#pixel();
    if (cell === null || !pixel) return false;
    const box = this.#board.root.getBoundingClientRect();
    this.#parts.emit('menu', { cell, unit, x: box.left + pixel.x, y: box.top + pixel.y });
    return true;
  }

  /** Where the cursor is in the window of the board, while keys are used. @returns {Point | undefined} */
  #pixel() {
    const { centres, viewport, cursor } = this.#parts;
    const centre = cursor.cell === null ? undefined : centres.get(cursor.cell);
    if (!centre || !this.#board.root.classList.contains('by-key')) return undefined;
    const { x, y, zoom } = viewport.camera;
    return { x: centre.x * zoom + x, y: centre.y * zoom + y };
  }
}
