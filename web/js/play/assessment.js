// The assessment bar: the margin the staff expects, between which bounds, and the chances of victory. Against a computer
// it is shown unless the preferences say otherwise, elsewhere to whoever asked for it there; never while two people play
// each other.

import { Problem } from '../api.js';
import { fill, h } from '../dom.js';
import { chancesOf, expectedWords, rounded, spanOf } from '../review/margin.js';
import * as store from '../store.js';
import { capital } from '../words.js';

/** @typedef {import('../types.js').Assessment} Assessment */

/** A step is assessed when the table has been still for so long. */
const STILL = 250;

/** The bar of one screen, below the top bar. */
export class AssessmentBar {
  /**
   * @param {HTMLElement} above what it stands below
   * @param {{assess: (step: number) => Promise<Assessment>, allowed: () => boolean, usual?: () => boolean}} parts
   *   `usual`: whether it is shown to whoever has said nothing about it
   */
  constructor(above, { assess, allowed, usual = () => false }) {
    this.assess = assess;
    this.allowed = allowed;
    this.usual = usual;
    /** It has its place already, though nobody has been asked yet. */
    this.expected = false;
    this.bar = h('div', { class: 'assessment-bar' });
    this.words = h('span', { class: 'assessment-words' });
    this.chances = h('ul', { class: 'assessment-chances', id: 'assessment-chances', hidden: true, 'aria-label': 'The chances of each result' });
    this.more = h('button', {
      type: 'button', class: 'assessment-more', 'aria-expanded': 'false', 'aria-controls': this.chances.id,
      on: { click: () => this.#open(this.chances.hidden === true) },
    }, 'Chances');
    this.root = h('section', { class: 'assessment', hidden: true, 'aria-label': 'What the staff expects' },
      this.bar, this.words, this.more, this.chances);
    above.after(this.root);
    /** Ends of the scale: it grows but does not shrink, so that two looks can be compared. */
    this.span = 10;
    /** @type {number | null} */
    this.step = null;
    /** Which step the bar tells of. @type {number | null} */
    this.drawn = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.onPrefs = () => this.#look();
    store.changes.addEventListener('prefs', this.onPrefs);
  }

  destroy() {
    clearTimeout(this.timer);
    this.step = null;
    store.changes.removeEventListener('prefs', this.onPrefs);
  }

  /** Whether it is to be shown where it may be. */
  get wanted() {
    return store.prefs().assessment ?? this.usual();
  }

  /** Whether it will be shown: it takes its place, so that the map below does not move when it comes. @param {boolean} expected */
  expect(expected) {
    this.expected = expected && this.wanted;
    if (!this.expected) return;
    this.words.textContent = 'The staff looks at the game…';
    this.more.hidden = true;
    this.root.hidden = false;
  }

  /** Shows what a step promises. @param {number} step */
  show(step) {
    if (step === this.drawn && !this.root.hidden) return;
    this.step = step;
    this.#look();
  }

  #look() {
    clearTimeout(this.timer);
    if (!this.wanted || !this.allowed()) {
      if (!this.wanted || !this.expected) this.root.hidden = true;
      return;
    }
    this.timer = setTimeout(() => void this.#fetch(), STILL);
  }

  async #fetch() {
    const { step } = this;
    if (step === null) return;
    try {
      const found = await this.assess(step);
      if (step !== this.step) return;
      this.drawn = step;
      this.#draw(found);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      // Without an assessment there is no bar; the game does not need it.
      this.root.hidden = true;
    }
  }

  /** @param {Assessment} found */
  #draw(found) {
    const { margin, low, high, chances, words } = found;
    this.span = Math.max(this.span, spanOf([margin, low, high]));
    const place = (/** @type {number} */ value) => placeOf(value, this.span);
    const said = expectedWords(found);
    fill(this.bar,
      h('span', { class: 'assessment-end', 'data-side': 'union' }, `Union ${rounded(this.span)}`),
      h('div', { class: 'assessment-scale', role: 'img', 'aria-label': `Expected at the end: ${said}.` },
        h('span', { class: 'assessment-band', style: { left: `${place(high)}%`, right: `${100 - place(low)}%` } }),
        h('span', { class: 'assessment-even' }),
        h('span', { class: 'assessment-mark', dataset: { side: margin > 0 ? 'union' : 'confederate' }, style: { left: `${place(margin)}%` } })),
      h('span', { class: 'assessment-end', 'data-side': 'confederate' }, `${rounded(this.span)} Confederates`));
    this.words.textContent = words || `Expected: ${said}.`;
    fill(this.chances, chancesOf(chances).map(({ winner, words: level, percent }) =>
      h('li', { dataset: { side: winner ?? 'none' } }, `${capital(level)} `, h('b', null, `${percent} %`))));
    this.more.hidden = chances.length === 0;
    this.root.hidden = false;
  }

  /** Shows the chances of each result below the bar, or no longer. @param {boolean} open */
  #open(open) {
    this.chances.hidden = !open;
    this.more.setAttribute('aria-expanded', String(open));
  }
}

/** Where a margin stands, in hundredths from the Union's end. @param {number} margin @param {number} span */
export function placeOf(margin, span) {
  return 50 - 50 * Math.max(-1, Math.min(1, margin / span));
}
