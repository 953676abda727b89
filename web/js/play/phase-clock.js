// The time that is left for a phase, where a game is played against the clock. The server keeps it; here it is shown,
// and counted on between two views.

import { h } from '../dom.js';
import { sideLabel } from './sides.js';

/** @typedef {NonNullable<import('../types.js').View['clock']>} Clock */

/** From when on it is shown as short, in seconds. */
const SHORT = 60;

/** Seconds as a clock shows them. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The seconds that are left of a clock a while after it was told. @param {Clock} clock @param {number} since in milliseconds */
export function leftOf({ left, running }, since) {
  return Math.max(0, running ? left - since : left) / 1000;
}

/** The clock in the bar. */
export class PhaseClock {
  /** @type {Clock | null} */
  #clock = null;
  #told = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  #ticking = null;

  constructor() {
    this.root = h('span', { class: 'bar-clock', role: 'timer', hidden: true });
  }

  /** @param {Clock | null | undefined} clock as the view has it */
  update(clock) {
    const { side, limit, left, running } = clock ?? {};
    const known = this.#clock;
    this.root.hidden = !clock;
    // A view that says the same again does not set the clock back.
    const isNew = !known || known.side !== side || known.limit !== limit || known.left !== left || known.running !== running;
    if (isNew) this.#told = performance.now();
    this.#clock = clock ?? null;
    if (running && this.#ticking === null) this.#ticking = setInterval(() => this.#draw(), 1000);
    else if (!running) this.destroy();
    this.#draw();
  }

  /** It is shown no longer. */
  destroy() {
    if (this.#ticking !== null) clearInterval(this.#ticking);
    this.#ticking = null;
  }

  #draw() {
    const clock = this.#clock;
    if (!clock) return;
    const left = leftOf(clock, performance.now() - this.#told);
    this.root.textContent = clockText(left);
    this.root.classList.toggle('bar-clock-short', left < SHORT);
    this.root.title = `${sideLabel(clock.side)}: time left for this phase, of ${clockText(clock.limit)}${clock.running ? '' : '. The clock stands'}`;
  }
}
