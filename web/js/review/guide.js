// Leads through the decisions of a review inside a replay: at each, what was done and what the staff would have
// done are drawn on the map, with the way to the next one.

import { go } from '../router.js';
import { sentence, sideAdjective } from '../words.js';
import { dueAt, momentAddress, swingWords } from './moments.js';
import { untilReady } from './wait.js';

/**
 * @typedef {import('../types.js').TurningPoint} TurningPoint
 * @typedef {import('../play/stage.js').Stage} Stage
 */

/** The guide of one replay. */
export class Guide {
  /** @param {import('../table.js').Table} table @param {Stage} stage */
  constructor(table, stage) {
    this.table = table;
    this.stage = stage;
    /** @type {TurningPoint[]} */
    this.moments = [];
    this.step = -1;
    this.leaving = new AbortController();
    void this.#fetch();
  }

  destroy() {
    this.leaving.abort();
  }

  async #fetch() {
    try {
      const review = await untilReady((signal) => this.table.review(signal), { signal: this.leaving.signal, told: () => {} });
      if (!review || this.leaving.signal.aborted) return;
      this.moments = review.moments;
      this.show(this.step);
    } catch (fault) {
      // The replay goes on without the review; its own screen says what is wrong.
      if (!this.leaving.signal.aborted) console.warn(fault);
    }
  }

  /** A step is shown: if a decision of the review was due there, it is told of. @param {number} step */
  show(step) {
    this.step = step;
    const { notices, controller } = this.stage;
    const index = this.moments.findIndex((moment) => dueAt(moment) === step);
    if (index < 0) {
      controller.propose?.([]);
      notices.set('review', this.moments.length ? { text: 'Between the decisions of the review.', actions: this.#ways(-1) } : null);
      return;
    }
    const moment = this.moments[index];
    const { action, better, by, turn } = moment;
    const told = controller.propose?.([
      { action, kind: 'taken', label: 'played' },
      ...(better ? [/** @type {const} */ ({ action: better.action, kind: 'proposed', label: 'staff' })] : []),
    ]) ?? [];
    notices.set('review', {
      text: `Decision ${index + 1} of ${this.moments.length}, turn ${turn}, ${sideAdjective(by)}. Played: ${told[0]?.words ?? moment.words} ${swingWords(moment)}.`,
      detail: better ? `The staff: ${told[1]?.words ?? ''} ${sentence(better.why)}` : undefined,
      actions: this.#ways(index),
    });
  }

  /** @param {number} index of the decision that is shown; -1: none */
  #ways(index) {
    const { id } = this.table;
    const to = (/** @type {string} */ label, /** @type {TurningPoint | undefined} */ moment, primary = false) =>
      (moment ? [{ label, act: () => go(momentAddress(id, moment)), primary }] : []);
    return [
      ...to('Previous decision', this.moments[index - 1]),
      ...to(index < 0 ? 'First decision' : 'Next decision', this.moments[index + 1], true),
      { label: 'Back to the review', act: () => go(`#/review/${id}`) },
    ];
  }
}
