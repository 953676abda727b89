/**
 * Mouse, pen and fingers on the board: what is a pan, a pinch, a tap, a long press or a counter
 * being dragged. It says what happened and leaves the meaning to its host.
 */

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{cell: string | null, unit: string | null}} Aim */
/**
 * @typedef {{
 *   aim(event: {clientX: number, clientY: number, target: EventTarget | null}): Aim,
 *   mayDrag(unit: string, pointer: string): boolean,
 *   mayZoom(aim: Aim): boolean,
 *   mayTurn(unit: string): boolean,
 *   turn(unit: string, step: 1 | -1): void,
 *   pan(dx: number, dy: number): void,
 *   zoom(factor: number, clientX: number, clientY: number, smooth: boolean): void,
 *   hover(aim: Aim, event: PointerEvent | null): void,
 *   tap(aim: Aim, event: PointerEvent): void,
 *   menu(aim: Aim, clientX: number, clientY: number): void,
 *   lift(unit: string, whole: boolean): boolean,
 *   carry(unit: string, clientX: number, clientY: number): void,
 *   drop(unit: string, clientX: number, clientY: number, cancelled: boolean): void,
 * }} Host
 */

/** @type {Record<string, number>} pixels a pointer may tremble */
const SLACK = { mouse: 4, pen: 7, touch: 10 };
/** So much of the wheel is one turn. */
const NOTCH = 40;

const LONG_PRESS = 520;
const DOUBLE = 320;

export class Pointers {
  #frame;
  #host;
  /** @type {Map<number, Point>} */
  #down = new Map();
  /** @type {{aim: Aim, x: number, y: number, type: string} | null} */
  #start = null;
  /** @type {'idle' | 'press' | 'pan' | 'pinch' | 'drag' | 'spent'} */
  #doing = 'idle';
  #pressTimer = 0;
  #lastTap = { time: 0, x: 0, y: 0 };
  #pending = 0;
  #notch = 0;
  #abort = new AbortController();

  /**
   * @param {HTMLElement} frame
   * @param {Host} host
   */
  constructor(frame, host) {
    this.#frame = frame;
    this.#host = host;
    const { signal } = this.#abort;
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ listener) =>
      frame.addEventListener(name, listener, { signal, passive: false });
    on('pointerdown', (event) => this.#press(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#release(event));
    on('pointercancel', (event) => this.#cancel(event));
    on('pointerleave', (event) => this.#leave(event));
    on('contextmenu', (event) => this.#context(event));
    on('wheel', (event) => this.#wheel(event));
    on('dragstart', (event) => event.preventDefault());
  }

  /** Puts back what is being dragged; says whether something was. */
  abandon() {
    if (this.#doing !== 'drag' || !this.#start?.aim.unit) return false;
    this.#doing = 'spent';
    this.#host.drop(this.#start.aim.unit, this.#start.x, this.#start.y, true);
    return true;
  }

  /** Stops listening. */
  destroy() {
    this.#abort.abort();
    clearTimeout(this.#pressTimer);
    cancelAnimationFrame(this.#pending);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.pointerType === 'mouse' && event.button === 2) return;
    this.#frame.focus({ preventScroll: true });
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#down.size === 2) {
      clearTimeout(this.#pressTimer);
      this.abandon();
      this.#doing = 'pinch';
      return;
    }
    if (this.#down.size > 2) return;
    const aim = this.#host.aim(event);
    // What is pressed was pointed at first: the notice of it must not come afterwards.
    if (this.#pending !== 0) {
      cancelAnimationFrame(this.#pending);
      this.#pending = 0;
      this.#host.hover(aim, event);
    }
    this.#start = { aim, x: event.clientX, y: event.clientY, type: event.pointerType };
    this.#doing = 'press';
    this.#frame.setPointerCapture(event.pointerId);
    if (event.pointerType !== 'mouse') {
      this.#pressTimer = setTimeout(() => this.#longPress(), LONG_PRESS);
    }
  }

  #longPress() {
    if (this.#doing !== 'press' || !this.#start) return;
    this.#doing = 'spent';
    this.#host.menu(this.#start.aim, this.#start.x, this.#start.y);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'touch') this.#hover(event);
      return;
    }
    const here = { x: event.clientX, y: event.clientY };
    if (this.#doing === 'pinch') this.#pinch(event.pointerId, before, here);
    this.#down.set(event.pointerId, here);
    if (this.#doing === 'press' && this.#start) this.#begin(event, this.#start);
    else if (this.#doing === 'pan') this.#host.pan(here.x - before.x, here.y - before.y);
    else if (this.#doing === 'drag' && this.#start?.aim.unit) {
      this.#host.carry(this.#start.aim.unit, here.x, here.y);
    }
  }

  /**
   * A press that left its place becomes a drag or a pan.
   * @param {PointerEvent} event
   * @param {{aim: Aim, x: number, y: number, type: string}} start
   */
  #begin(event, start) {
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.hypot(dx, dy) <= (SLACK[start.type] ?? 5)) return;
    clearTimeout(this.#pressTimer);
    const { unit } = start.aim;
    const drags = unit !== null && event.button !== 1 && event.buttons !== 4
      && this.#host.mayDrag(unit, start.type) && this.#host.lift(unit, event.shiftKey || event.ctrlKey || event.metaKey);
    this.#doing = drags ? 'drag' : 'pan';
    this.#frame.classList.toggle('panning', !drags);
    if (drags && unit) this.#host.carry(unit, event.clientX, event.clientY);
    else this.#host.pan(dx, dy);
  }

  /**
   * @param {number} id
   * @param {Point} before
   * @param {Point} here
   */
  #pinch(id, before, here) {
    const other = [...this.#down].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(here.x - other.x, here.y - other.y);
    this.#host.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
    if (was > 8 && is > 8) this.#host.zoom(is / was, (here.x + other.x) / 2, (here.y + other.y) / 2, false);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (!this.#down.delete(event.pointerId)) return;
    clearTimeout(this.#pressTimer);
    const [doing, start] = [this.#doing, this.#start];
    if (this.#down.size > 0) {
      // One finger of a pinch remains: it pans on.
      this.#doing = doing === 'pinch' ? 'pan' : doing;
      return;
    }
    this.#doing = 'idle';
    this.#start = null;
    this.#frame.classList.remove('panning');
    if (doing === 'press' && start) this.#tap(event, start.aim);
    else if (doing === 'drag' && start?.aim.unit) {
      this.#host.drop(start.aim.unit, event.clientX, event.clientY, false);
    }
  }

  /**
   * @param {PointerEvent} event
   * @param {Aim} aim
   */
  #tap(event, aim) {
    const last = this.#lastTap;
    const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
    const double = near && event.timeStamp - last.time < DOUBLE && this.#host.mayZoom(aim);
    this.#lastTap = { time: double ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    if (double) this.#host.zoom(event.shiftKey ? 1 / 1.8 : 1.8, event.clientX, event.clientY, true);
    else this.#host.tap(aim, event);
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (!this.#down.delete(event.pointerId)) return;
    clearTimeout(this.#pressTimer);
    this.abandon();
    this.#frame.classList.remove('panning');
    if (this.#down.size === 0) {
      this.#doing = 'idle';
      this.#start = null;
    }
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (this.#pending !== 0) cancelAnimationFrame(this.#pending);
    this.#pending = requestAnimationFrame(() => {
      this.#pending = 0;
      this.#host.hover(this.#host.aim(event), event);
    });
  }

  /** @param {PointerEvent} event */
  #leave(event) {
    if (event.pointerType === 'touch' || this.#down.size > 0) return;
    cancelAnimationFrame(this.#pending);
    this.#pending = 0;
    this.#host.hover({ cell: null, unit: null }, null);
  }

  /** @param {MouseEvent & {pointerType?: string}} event */
  #context(event) {
    event.preventDefault();
    // A long press was told already; the system's own notice of it follows.
    if (event.pointerType === 'touch' || event.pointerType === 'pen' || this.#down.size > 0) return;
    this.#host.menu(this.#host.aim(event), event.clientX, event.clientY);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    if (this.#turns(event)) return;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1;
    const [dx, dy] = [event.deltaX * lines, event.deltaY * lines];
    if (event.shiftKey && !event.ctrlKey) {
      this.#host.pan(-(dx || dy), dx ? -dy : 0);
      return;
    }
    const speed = event.ctrlKey ? 0.01 : 0.0016;
    const factor = Math.exp(-Math.max(-240, Math.min(240, dy)) * speed);
    this.#host.zoom(factor, event.clientX, event.clientY, false);
  }

  /** Whether the wheel turns what is under the pointer instead: a notch at a time. @param {WheelEvent} event */
  #turns(event) {
    if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return false;
    const aim = this.#host.aim(event);
    if (aim.unit === null || !this.#host.mayTurn(aim.unit)) {
      this.#notch = 0;
      return false;
    }
    this.#notch += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 18 : event.deltaY;
    if (Math.abs(this.#notch) < NOTCH) return true;
    this.#host.turn(aim.unit, this.#notch > 0 ? 1 : -1);
    this.#notch = 0;
    return true;
  }
}
