// The line above the map that says what can be done next, for whoever does not know the table yet. What it says is
// the system's; here it is shown, and closed for good by whoever needs it no longer.

import { h } from '../dom.js';
import * as store from '../store.js';

/** Shows one sentence at a time, once a frame at most. */
export class Advice {
  /** @param {HTMLElement} place @param {() => string | null | undefined} words what to say now */
  constructor(place, words) {
    this.place = place;
    this.words = words;
    this.due = 0;
    this.began = false;
    this.text = h('p', null);
    place.append(this.text, h('button', {
      type: 'button', class: 'advice-close', 'aria-label': 'No more advice', title: 'No more advice (the preferences bring it back)',
      on: { click: () => store.setPrefs({ advice: false }) },
    }, '×'));
    this.onPrefs = () => this.refresh();
    store.changes.addEventListener('prefs', this.onPrefs);
  }

  /** Looks again what is to be said: at the first time at once, so that the map opens where it stays. */
  refresh() {
    if (this.due) return;
    if (!this.began) {
      this.began = true;
      this.#say();
      return;
    }
    this.due = requestAnimationFrame(() => {
      this.due = 0;
      this.#say();
    });
  }

  #say() {
    const words = store.prefs().advice === false ? null : this.words();
    this.place.hidden = !words;
    if (words && this.text.textContent !== words) this.text.textContent = words;
  }

  destroy() {
    cancelAnimationFrame(this.due);
    store.changes.removeEventListener('prefs', this.onPrefs);
  }
}
