// What can be done while something is shown for long: skip it, stop it, and of what computers do choose the
// speed. Nothing is changed by it but what the screen shows.

import { h } from '../dom.js';
import { SPEEDS } from './speeds.js';

/** What takes more milliseconds than this to be shown can be skipped by a button. */
const LONG = 700;

/** The controls of what one screen shows, in the bar. */
export class ShowControls {
  #rushed = false;

  /**
   * @param {import('./show-queue.js').ShowQueue} queue
   * @param {{isShow: () => boolean, speed: () => string, setSpeed: (id: string) => void}} parts
   *   `isShow`: computers play each other, and somebody looks on
   */
  constructor(queue, { isShow, speed, setSpeed }) {
    this.queue = queue;
    this.isShow = isShow;
    /** Whether it was stopped because nobody looked. */
    this.resting = false;
    this.chosen = speed;
    this.skipping = h('button', { type: 'button', class: 'bar-button bar-skip', on: { click: () => this.skip() } });
    this.toEnd = h('button', { type: 'button', class: 'bar-button', title: 'Let them play to the end at once', on: { click: () => this.#rush() } }, 'To the end');
    this.pause = h('button', { type: 'button', class: 'bar-button bar-pause', 'aria-keyshortcuts': 's', title: 'Stop here, or go on (s)', on: { click: () => queue.toggle() } }, 'Stop');
    this.select = h('select', { class: 'input', on: { change: () => setSpeed(this.select.value) } },
      SPEEDS.filter(({ ms }) => ms > 0).map(({ id, title }) => h('option', { value: id }, title)));
    this.speed = h('label', { class: 'bar-speed' }, h('span', { class: 'visually-hidden' }, 'Speed'), this.select);
    this.root = h('div', { class: 'bar-show', role: 'group', 'aria-label': 'What is being shown', hidden: true }, this.speed, this.pause, this.skipping, this.toEnd);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    queue.addEventListener('toggle', () => { this.pause.textContent = queue.stopped ? 'Go on' : 'Stop'; });
    queue.addEventListener('busy', () => { timer = setTimeout(() => this.#offer(), LONG); });
    queue.addEventListener('idle', () => {
      clearTimeout(timer);
      // Between two thoughts of a show there is nothing to stop, but the show goes on.
      if (this.isShow()) this.pause.hidden = true;
      else this.root.hidden = true;
    });
  }

  /** Skips what is shown: in a show to the next phase, else to how the game stands now. */
  skip() {
    if (this.isShow()) this.queue.skipToRest();
    else this.queue.skip();
  }

  /** Whether nothing is animated: the end of the show is wanted, however much is still to be played. */
  get rushing() {
    return this.#rushed && this.isShow();
  }

  #rush() {
    this.#rushed = true;
    this.queue.skip();
  }

  /** A show waits while nobody looks at the page. @param {boolean} hidden */
  rest(hidden) {
    if (hidden && this.isShow() && this.queue.busy && !this.queue.stopped) {
      this.queue.toggle();
      this.resting = this.queue.stopped;
    } else if (!hidden && this.resting) {
      this.resting = false;
      if (this.queue.stopped) this.queue.toggle();
    }
  }

  #offer() {
    const show = this.isShow();
    this.skipping.textContent = show ? 'Next phase' : 'Skip';
    this.skipping.title = show ? 'Show at once how it stands at the next phase (Esc)' : 'Show at once how it stands now (Esc)';
    this.toEnd.hidden = !show;
    // What a person does is shown at once; what computers do, at the pace that is wanted.
    this.speed.hidden = !show && !this.queue.isShowing;
    this.pause.hidden = !this.queue.isShowing;
    this.select.value = this.chosen();
    this.root.hidden = false;
  }
}
