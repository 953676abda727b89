// The controls of a replay: step and phase, forward and back, a slider, and the speed. They ask; the screen goes.

import { fill, h, s } from '../dom.js';
import { SIDES, sideLabel } from './sides.js';
import { SPEEDS } from './speeds.js';

/**
 * @typedef {{go: (to: 'first' | 'phase-back' | 'back' | 'forward' | 'phase-forward' | 'last' | number) => void,
 *   toggle: () => void, speed: (id: string) => void, eyes: (side: import('../types.js').Side | null) => void}} Wishes
 */

const PLAY = 'M7 4v16l12-8z';
const STOP = 'M6 5h4v14H6zM14 5h4v14h-4z';

const BUTTONS = /** @type {const} */ ([
  ['first', 'M5 5h2.5v14H5zM20 5v14L8.5 12z', 'First step', 'Home'],
  ['phase-back', 'M12 5v14L2 12zM22 5v14L12 12z', 'Previous phase', '<'],
  ['back', 'M17 4v16L5 12z', 'Previous step', ','],
]);
const BUTTONS_AFTER = /** @type {const} */ ([
  ['forward', 'M7 4v16l12-8z', 'Next step', '.'],
  ['phase-forward', 'M2 5v14l10-7zM12 5v14l10-7z', 'Next phase', '>'],
  ['last', 'M16.5 5H19v14h-2.5zM4 5v14l11.5-7z', 'Last step', 'End'],
]);

/** The row of controls. */
export class ReplayControls {
  /**
   * @param {HTMLElement} place @param {Wishes} wishes
   * @param {{speed: string, eyes?: import('../types.js').Side | null}} chosen `eyes`: through whose eyes the game is seen, where one may choose
   */
  constructor(place, wishes, { speed, eyes }) {
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    const make = (/** @type {readonly [any, string, string, string]} */ [to, shape, words, key]) => {
      const button = h('button', { type: 'button', class: 'replay-button', 'aria-label': words, title: `${words} (${key})`, on: { click: () => wishes.go(to) } }, icon(shape));
      this.buttons.set(to, button);
      return button;
    };
    this.play = h('button', { type: 'button', class: 'replay-button replay-play', on: { click: () => wishes.toggle() } });
    this.slider = h('input', { type: 'range', min: 0, max: 0, step: 1, class: 'replay-slider', 'aria-label': 'Step', on: { input: () => wishes.go(Number(this.slider.value)) } });
    this.words = h('output', { class: 'replay-words' });
    place.hidden = false;
    place.classList.add('replay-controls');
    place.append(
      h('div', { class: 'replay-buttons', role: 'group', 'aria-label': 'Steps and phases' }, BUTTONS.map(make), this.play, BUTTONS_AFTER.map(make)),
      this.slider, this.words, eyes === undefined ? '' : eyesChoice(eyes, wishes),
      h('label', { class: 'replay-speed' }, h('span', { class: 'visually-hidden' }, 'Speed'),
        h('select', { class: 'input', value: speed, on: { change: (/** @type {any} */ event) => wishes.speed(event.target.value) } },
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

  /** Through whose eyes the game is seen now. @param {import('../types.js').Side | null} eyes */
  seenBy(eyes) {
    const choice = /** @type {HTMLSelectElement | null} */ (this.slider.parentElement?.querySelector('[data-eyes]') ?? null);
    if (choice) choice.value = eyes ?? '';
  }

  /** @param {boolean} on */
  playing(on) {
    fill(this.play, icon(on ? STOP : PLAY), on ? 'Stop' : 'Play');
    this.play.title = on ? 'Stop (s)' : 'Play (s)';
  }
}

/** From above, or as a side saw it. @param {import('../types.js').Side | null} eyes @param {Wishes} wishes */
function eyesChoice(eyes, wishes) {
  const choose = (/** @type {any} */ event) => wishes.eyes(event.target.value === '' ? null : event.target.value);
  return h('label', { class: 'replay-speed' }, h('span', { class: 'visually-hidden' }, 'Seen by'),
    h('select', { class: 'input', value: eyes ?? '', dataset: { eyes: '' }, title: 'Everything, or what a side saw of it at the time (E)', on: { change: choose } },
      h('option', { value: '' }, 'Seen from above'),
      SIDES.map((side) => h('option', { value: side }, `As the ${sideLabel(side)} side saw it`))));
}

/** A sign drawn in the colour of the letters. @param {string} shape */
function icon(shape) {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: shape, fill: 'currentColor' }));
}
