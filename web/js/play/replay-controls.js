// The controls of a replay: step and phase, forward and back, a slider, and the speed. They ask; the screen goes.

import { h } from '../dom.js';
import { SPEEDS } from './speeds.js';

/**
 * @typedef {{go: (to: 'first' | 'phase-back' | 'back' | 'forward' | 'phase-forward' | 'last' | number) => void,
 *   toggle: () => void, speed: (id: string) => void}} Wishes
 */

const BUTTONS = /** @type {const} */ ([
  ['first', '⏮', 'First step', 'Home'],
  ['phase-back', '⏪', 'Previous phase', '<'],
  ['back', '◀', 'Previous step', ','],
]);
const BUTTONS_AFTER = /** @type {const} */ ([
  ['forward', '▶', 'Next step', '.'],
  ['phase-forward', '⏩', 'Next phase', '>'],
  ['last', '⏭', 'Last step', 'End'],
]);

/** The row of controls. */
export class ReplayControls {
  /** @param {HTMLElement} place @param {Wishes} wishes @param {string} speed */
  constructor(place, wishes, speed) {
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    const make = (/** @type {readonly [any, string, string, string]} */ [to, sign, words, key]) => {
      const button = h('button', { type: 'button', class: 'replay-button', 'aria-label': words, title: `${words} (${key})`, on: { click: () => wishes.go(to) } }, sign);
      this.buttons.set(to, button);
      return button;
    };
    this.play = h('button', { type: 'button', class: 'replay-button replay-play', on: { click: () => wishes.toggle() } });
    this.slider = h('input', { type: 'range', min: 0, max: 0, step: 1, class: 'replay-slider', 'aria-label': 'Step', on: { input: () => wishes.go(Number(this.slider.value)) } });
    this.words = h('output', { class: 'replay-words' });
    place.hidden = false;
    place.classList.add('replay-controls');
    place.append(
      h('div', { class: 'replay-buttons', role: 'group', 'aria-label': 'Replay' }, BUTTONS.map(make), this.play, BUTTONS_AFTER.map(make)),
      this.slider, this.words,
      h('label', { class: 'replay-speed' }, h('span', { class: 'visually-hidden' }, 'Speed'),
        h('select', { class: 'input', value: speed === 'off' ? 'normal' : speed, on: { change: (/** @type {any} */ event) => wishes.speed(event.target.value) } },
          SPEEDS.filter(({ ms }) => ms > 0).map(({ id, title }) => h('option', { value: id }, title)))));
    this.playing(false);
  }

  /** @param {number} step @param {number} last @param {string} phase */
  show(step, last, phase) {
    this.slider.max = String(last);
    this.slider.value = String(step);
    const words = `Step ${step} of ${last}`;
    this.slider.setAttribute('aria-valuetext', phase ? `${words}, ${phase}` : words);
    this.words.textContent = words;
    for (const name of ['first', 'phase-back', 'back']) this.buttons.get(name)?.setAttribute('aria-disabled', String(step === 0));
    for (const name of ['forward', 'phase-forward', 'last']) this.buttons.get(name)?.setAttribute('aria-disabled', String(step === last));
  }

  /** @param {boolean} on */
  playing(on) {
    this.play.textContent = on ? '⏸ Stop' : '▶ Play';
    this.play.title = on ? 'Stop (s)' : 'Play (s)';
    this.play.setAttribute('aria-pressed', String(on));
  }
}
