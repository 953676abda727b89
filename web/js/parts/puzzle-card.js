/**
 * The card beside the map that asks a puzzle and tells what an answer is worth, face by face. It knows nothing of any
 * system.
 */

import { fill, h } from '../dom.js';

/**
 * @typedef {{die: number, result: string | null, worth: string, words: string}} FaceWorth
 * @typedef {{action: Record<string, any>, worth: string, words: string, then: Record<string, any>[], faces: FaceWorth[]}} Worth
 * @typedef {{right: boolean, tolerance: string, own: Worth, best: Worth}} Verdict
 * @typedef {{kind: string, heading: string, title: string, words: string, how: string, index: number, count: number, solved: boolean}} Asked
 * @typedef {{next: () => void, retry: () => void, show: () => void}} Ways
 */

export class PuzzleCard {
  /** @param {HTMLElement} place @param {Asked} asked @param {Ways} ways */
  constructor(place, asked, ways) {
    this.place = place;
    this.verdict = h('div', { class: 'guide-verdict', role: 'status' });
    this.show = button('Show the answer', ways.show);
    this.retry = button('Try again', ways.retry);
    this.next = button(asked.index + 1 < asked.count ? 'Next puzzle' : 'All puzzles', ways.next, 'button-primary', '.');
    place.setAttribute('aria-labelledby', 'guide-title');
    place.removeAttribute('aria-label');
    fill(place,
      h('div', { class: 'guide-head' }, h('span', { class: 'guide-count' }, `${asked.heading}: ${asked.index + 1} of ${asked.count}`),
        h('span', { class: 'guide-meter guide-solved' }, asked.solved ? 'solved ✓' : ''), h('a', { class: 'guide-leave', href: '#/learn' }, 'Leave')),
      h('div', { class: 'guide-text', tabindex: 0, role: 'group', 'aria-labelledby': 'guide-title' },
        h('h2', { class: 'guide-title', id: 'guide-title' }, asked.kind), h('p', { class: 'guide-place' }, asked.title),
        h('p', { class: 'guide-task' }, asked.words), h('p', { class: 'hint' }, asked.how), this.verdict),
      h('div', { class: 'guide-buttons' }, this.show, this.retry, this.next));
    this.retry.hidden = true;
    place.hidden = false;
  }

  /** @param {Verdict} verdict @param {{own: string, best: string, of: string}} words the two answers as orders, and what the figures are */
  judge(verdict, words) {
    const { right, own, best } = verdict;
    this.place.dataset.verdict = right ? 'done' : 'slip';
    const lead = right ? 'Right. ' : 'Not the best. ';
    fill(this.verdict,
      h('p', null, h('strong', null, lead), `${words.own}: ${own.words} (${words.of})`, right ? '.' : `; the best is worth ${best.words}.`),
      faceTable('Your answer, face by face', own));
    this.retry.hidden = false;
    this.show.hidden = right;
    this.verdict.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Worth} best @param {{best: string, of: string}} words */
  reveal(best, words) {
    this.place.dataset.verdict = 'told';
    fill(this.verdict, h('p', null, h('strong', null, 'The answer. '), `${words.best}: ${best.words} (${words.of}).`), faceTable('The answer, face by face', best));
    this.show.hidden = true;
    this.retry.hidden = false;
    this.verdict.scrollIntoView({ block: 'nearest' });
  }

  /** Something could not be done. @param {string} words */
  trouble(words) {
    this.place.dataset.verdict = 'trouble';
    fill(this.verdict, h('p', null, words));
    this.retry.hidden = false;
    this.verdict.scrollIntoView({ block: 'nearest' });
  }

  /** Nothing is said any more. */
  clear() {
    this.place.dataset.verdict = 'open';
    fill(this.verdict);
    this.retry.hidden = true;
    this.show.hidden = false;
  }
}

/** @param {string} title @param {Worth} worth */
function faceTable(title, { faces }) {
  if (faces.length === 0) return null;
  return h('table', { class: 'guide-faces' }, h('caption', null, title),
    h('tbody', null, faces.map(({ die, result, words }) => h('tr', null, h('th', { scope: 'row' }, `Die ${die}`), h('td', null, result ?? ''), h('td', { class: 'number' }, words)))));
}

/** @param {string} label @param {() => void} act @param {string} [more] @param {string} [key] */
function button(label, act, more = '', key) {
  return h('button', { type: 'button', class: `button button-small ${more}`.trim(), 'aria-keyshortcuts': key ?? null, on: { click: act } },
    label, key ? h('kbd', { 'aria-hidden': 'true' }, key) : null);
}
