/**
 * The card beside the map that leads through a lesson: what to do and why, what became of it, and the way on. It knows
 * nothing of any system; what it says comes with the lesson.
 */

import { fill, h } from '../dom.js';

/**
 * @import { Step } from '../learn/course.js'
 * @typedef {{index: number, count: number, step: Step, title: string}} Page
 * @typedef {{back: () => void, next: () => void, retry: () => void, where: () => void, rule: (link: string) => void}} Ways
 */

export class LessonCard {
  /** @param {HTMLElement} place @param {Ways} ways */
  constructor(place, ways) {
    this.place = place;
    this.ways = ways;
    this.count = h('span', { class: 'guide-count' });
    this.meter = h('progress', { class: 'guide-meter', max: 1, value: 0, 'aria-label': 'How far the lesson has come' });
    this.title = h('h2', { class: 'guide-title', id: 'guide-title', tabindex: -1 });
    this.words = h('div', { class: 'guide-words' });
    this.task = h('p', { class: 'guide-task' });
    this.verdict = h('div', { class: 'guide-verdict', role: 'status' });
    this.where = button('Show me where', ways.where);
    this.rule = h('span', null);
    this.back = button('Back', ways.back, ',');
    this.retry = button('Try again', ways.retry);
    this.next = button('Next', ways.next, '.', 'button-primary');
    this.leave = h('a', { class: 'guide-leave', href: '#/learn' }, 'Leave');
    /** Whether the meter counts this step as done. */
    this.counted = false;
    place.setAttribute('aria-labelledby', 'guide-title');
    place.removeAttribute('aria-label');
    fill(place,
      h('div', { class: 'guide-head' }, this.count, this.meter, this.leave),
      h('div', { class: 'guide-text', tabindex: 0, role: 'group', 'aria-labelledby': 'guide-title' }, this.title, this.words, this.task, h('p', { class: 'guide-more' }, this.where, this.rule), this.verdict),
      h('div', { class: 'guide-buttons' }, this.back, this.retry, this.next));
    place.hidden = false;
  }

  /** Shows a step as it begins. @param {Page} page */
  show({ index, count, step, title }) {
    fill(this.count, `${title}: ${index + 1} of ${count}`);
    this.meter.max = count;
    this.meter.value = index;
    fill(this.title, step.title);
    fill(this.words, step.words.map((words) => h('p', null, words)));
    fill(this.task, h('strong', null, 'Do it: '), step.task);
    this.where.hidden = step.cells.length === 0;
    fill(this.rule, h('button', { type: 'button', class: 'rule-link', on: { click: () => this.ways.rule(step.link) } }, `Rule ${step.rule}`));
    this.back.disabled = index === 0;
    this.say(null);
    this.place.querySelector('.guide-text')?.scrollTo(0, 0);
  }

  /**
   * Says what became of it.
   * @param {{kind: 'done' | 'slip' | 'told' | 'trouble', words: string, last?: boolean} | null} verdict
   */
  say(verdict) {
    this.place.dataset.verdict = verdict?.kind ?? 'open';
    const lead = verdict?.kind === 'done' ? 'Done. ' : verdict?.kind === 'slip' ? 'Not quite. ' : '';
    fill(this.verdict, verdict ? h('p', null, lead ? h('strong', null, lead) : null, verdict.words) : null);
    if (verdict?.kind === 'done') this.meter.value = Number(this.meter.value) + (this.counted ? 0 : 1);
    if (verdict?.kind !== 'trouble') this.counted = verdict?.kind === 'done';
    this.retry.hidden = verdict?.kind !== 'slip' && verdict?.kind !== 'trouble';
    if (verdict) this.verdict.scrollIntoView({ block: 'nearest' });
    // The way on is what it was.
    if (verdict?.kind === 'trouble') return;
    this.next.hidden = verdict?.kind === 'slip';
    this.next.disabled = verdict?.kind !== 'done';
    fill(this.next, verdict?.last ? 'Finish' : 'Next', h('kbd', { 'aria-hidden': 'true' }, '.'));
  }
}

/** @param {string} label @param {() => void} act @param {string} [key] @param {string} [more] */
function button(label, act, key, more = '') {
  return h('button', { type: 'button', class: `button button-small ${more}`.trim(), 'aria-keyshortcuts': key ?? null, on: { click: act } },
    label, key ? h('kbd', { 'aria-hidden': 'true' }, key) : null);
}
