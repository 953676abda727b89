// The clock in the bar: the time that is left for what is due now. The server keeps it; here it is shown, and counted on
// between two views. Short times run by the second; long ones are told in words.

import { announce, h } from '../dom.js';
import { leftWords, spanWords } from './pace.js';
import { sideLabel } from './sides.js';

/** @typedef {import('../types.js').Clock} Clock */

/** From when on it is shown as short, in seconds. */
const SHORT = 60;
/** Below this a clock runs by the second, in seconds. */
const BY_THE_SECOND = 60 * 60;
/** What is left when it is said aloud, in seconds: whoever does not look at the clock is warned in time. */
const WARNINGS = [24 * 3600, 3 * 3600, 3600, 600, 60];

/** Seconds as a clock shows them. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= BY_THE_SECOND) return spanWords(whole * 1000).replace(/ days?/, ' d').replace(/ hours?/, ' h').replace(/ minutes?/, ' min');
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The seconds that are left of a clock a while after it was told. @param {Pick<Clock, 'left' | 'running'>} clock @param {number} since in milliseconds */
export function leftOf({ left, running }, since) {
  return Math.max(0, running ? left - since : left) / 1000;
}

/** The warning that is due between two looks at a clock, in seconds; nothing if none is. @param {number} before @param {number} now @param {number} limit */
export function warningBetween(before, now, limit) {
  return WARNINGS.findLast((mark) => mark < limit && now <= mark && mark < before) ?? null;
}

/** The clock in the bar. */
export class PhaseClock {
  /** @type {Clock | null} */
  #clock = null;
  #told = 0;
  /** What was left when it was last looked at. */
  #seen = Infinity;
  /** @type {ReturnType<typeof setInterval> | null} */
  #ticking = null;

  /** @param {(side: import('../types.js').Side) => boolean} [mine] whether a side is played here */
  constructor(mine = () => false) {
    this.mine = mine;
    this.root = h('span', { class: 'bar-clock', role: 'timer', hidden: true });
  }

  /** @param {Clock | null | undefined} clock as the view has it */
  update(clock) {
    const { side, limit, left, running, kind } = clock ?? {};
    const known = this.#clock;
    this.root.hidden = !clock;
    // A view that says the same again does not set the clock back.
    const isNew = !known || known.side !== side || known.limit !== limit || known.left !== left || known.running !== running;
    if (isNew) this.#told = performance.now();
    if (known?.side !== side || known?.kind !== kind) this.#seen = Infinity;
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
    const words = leftWords(clock, left * 1000);
    this.root.textContent = clockText(left);
    this.root.classList.toggle('bar-clock-short', left < Math.max(SHORT, clock.kind === 'phase' ? 0 : clock.limit / 5));
    this.root.title = `${sideLabel(clock.side)}: ${words[0].toLowerCase()}${words.slice(1)}, of ${clockText(clock.limit)}${clock.running ? '' : '. The clock stands'}`;
    this.root.setAttribute('aria-label', this.root.title);
    if (this.mine(clock.side) && clock.running && warningBetween(this.#seen, left, clock.limit) !== null) announce(`${words}.`);
    this.#seen = left;
  }
}
