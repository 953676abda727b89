/**
 * What pointing at the board means: hovering spreads stacks, a tap points at a cell or a counter, a
 * counter is carried and dropped. It turns gestures into the board's events.
 */

/** @typedef {import('./pointer.js').Aim} Aim */
/** @typedef {import('./pointer.js').Host} Host */
/**
 * @typedef {{
 *   viewport: import('./viewport.js').Viewport,
 *   counters: import('./counters.js').Counters,
 *   finder: import('./geometry.js').CellFinder,
 *   draggable(unit: string): boolean,
 *   turnable(unit: string): boolean,
 *   lit(cell: string): boolean,
 *   pointed(cell: string): void,
 *   emit(name: string, detail: any, cancelable?: boolean): boolean,
 * }} Parts
 */

const FAN_DELAY = 260;

/** @implements {Host} */
export class Pointing {
  /** What is under the pointer. @type {Aim} */
  hovered = { cell: null, unit: null };

  #parts;
  #fanTimer = 0;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * @param {{clientX: number, clientY: number, target: EventTarget | null}} event
   * @returns {Aim}
   */
  aim({ clientX, clientY, target }) {
    const element = target instanceof Element ? target.closest('[data-unit]') : null;
    const unit = element instanceof SVGElement ? element.dataset.unit ?? null : null;
    const cell = unit === null ? null : this.#parts.counters.cellOf(unit);
    return { cell: cell ?? this.#cellAt(clientX, clientY), unit };
  }

  /**
   * With a finger only the selected counter is dragged: the others are in the way of a pan.
   * @param {string} unit
   * @param {string} pointer
   */
  mayDrag(unit, pointer) {
    const { counters } = this.#parts;
    return this.#parts.draggable(unit) && (pointer !== 'touch' || unit === counters.selected);
  }

  /**
   * Two taps on something that can be chosen are two taps, elsewhere they zoom.
   * @param {Aim} aim
   */
  mayZoom({ cell, unit }) {
    return unit === null && (cell === null || !this.#parts.lit(cell));
  }

  /** Whether the wheel turns a counter. @param {string} unit */
  mayTurn(unit) {
    return this.#parts.turnable(unit);
  }

  /** @param {string} unit @param {1 | -1} step clockwise, or back */
  turn(unit, step) {
    this.#parts.emit('turn', { unit, step });
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.#parts.viewport.panBy(dx, dy);
  }

  /**
   * @param {number} factor
   * @param {number} clientX
   * @param {number} clientY
   * @param {boolean} smooth
   */
  zoom(factor, clientX, clientY, smooth) {
    const { viewport } = this.#parts;
    const point = viewport.inWindow(clientX, clientY);
    if (smooth) viewport.flyBy(factor, point);
    else viewport.zoomBy(factor, point);
  }

  /**
   * @param {Aim} aim
   * @param {PointerEvent | null} event
   */
  hover(aim, event) {
    const { counters, viewport, emit } = this.#parts;
    if (aim.cell === this.hovered.cell && aim.unit === this.hovered.unit) return;
    this.hovered = aim;
    clearTimeout(this.#fanTimer);
    const { cell, unit } = aim;
    if (counters.fanned !== null && counters.fanned !== cell) {
      const onPlate = event !== null && counters.spread.holds(viewport.onSheet(event.clientX, event.clientY));
      if (!onPlate) counters.fan(null);
    }
    if (cell !== null && unit !== null && counters.fanned !== cell && counters.at(cell).length > 1) {
      this.#fanTimer = setTimeout(() => counters.fan(cell), FAN_DELAY);
    }
    emit('hover', aim);
  }

  /**
   * @param {Aim} aim
   * @param {PointerEvent} event
   */
  tap(aim, event) {
    const { counters, pointed, emit } = this.#parts;
    this.cancelFan();
    // Whoever points must be able to reach every counter of the stack, with a finger too.
    counters.fan(aim.unit === null ? null : aim.cell);
    if (aim.cell === null) return;
    pointed(aim.cell);
    const { pointerType, shiftKey, ctrlKey, metaKey } = event;
    const how = { pointer: pointerType || 'mouse', shift: shiftKey, ctrl: ctrlKey || metaKey };
    emit('cell', { ...aim, ...how });
  }

  /**
   * @param {Aim} aim
   * @param {number} clientX
   * @param {number} clientY
   */
  menu(aim, clientX, clientY) {
    if (aim.cell !== null) this.#parts.emit('menu', { ...aim, x: clientX, y: clientY });
  }

  /** @param {string} unit @param {boolean} whole with a key that means the whole stack */
  lift(unit, whole) {
    const { counters, emit } = this.#parts;
    if (!emit('dragstart', { unit, whole }, true)) return false;
    this.cancelFan();
    counters.fan(null);
    counters.lift(unit, true);
    return true;
  }

  /**
   * @param {string} unit
   * @param {number} clientX
   * @param {number} clientY
   */
  carry(unit, clientX, clientY) {
    const { counters, finder, viewport, emit } = this.#parts;
    const point = viewport.onSheet(clientX, clientY);
    counters.hold(unit, point);
    const cell = finder.at(point);
    if (cell === this.hovered.cell && this.hovered.unit === null) return;
    this.hovered = { cell, unit: null };
    emit('hover', { cell, unit: null, dragging: unit });
  }

  /**
   * A drop off the map, or one that was cancelled, is one on the cell the counter came from.
   * @param {string} unit
   * @param {number} clientX
   * @param {number} clientY
   * @param {boolean} cancelled
   */
  drop(unit, clientX, clientY, cancelled) {
    const { counters, emit } = this.#parts;
    counters.lift(unit, false);
    const home = counters.cellOf(unit);
    const cell = cancelled ? home : this.#cellAt(clientX, clientY) ?? home;
    if (cell !== null) emit('drop', { unit, cell });
  }

  /** Forgets a stack that was about to be spread. */
  cancelFan() {
    clearTimeout(this.#fanTimer);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   */
  #cellAt(clientX, clientY) {
    return this.#parts.finder.at(this.#parts.viewport.onSheet(clientX, clientY));
  }
}
