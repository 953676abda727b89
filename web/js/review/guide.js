// Leads through the decisions of a review inside a replay: at each, what was done and what the staff would have
// done are drawn on the map, with the way to the next one.

import { go } from '../router.js';
import { count, sentence, sideAdjective } from '../words.js';
import { dueAt, endsThere, momentAddress, otherwise, swingWords } from './moments.js';
import { untilReady } from './wait.js';

/**
 * @typedef {import('../types.js').TurningPoint} TurningPoint
 * @typedef {import('../types.js').Action} Action
 * @typedef {import('../play/types.js').Proposal} Proposal
 * @typedef {import('../play/stage.js').Stage} Stage
 */

/** What else the staff would have moved. @param {TurningPoint} moment @param {number} others moves of its own */
function othersWords(moment, others) {
  if (others > 0) return ` It would also have made ${count(others, 'other move')}.`;
  return endsThere(moment) ? ' It would then have ended the phase.' : '';
}

/** The guide of one replay. */
export class Guide {
  /** @param {import('../table.js').Table} table @param {Stage} stage @param {import('../types.js').Step[]} steps the game as it was played */
  constructor(table, stage, steps) {
    this.table = table;
    this.stage = stage;
    this.steps = steps;
    /** Whether the whole plan of a phase is drawn, and not only the decision itself. */
    this.whole = true;
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
    const { better, by, turn } = moment;
    const { planned, played } = this.#others(moment);
    const told = controller.propose?.(this.#proposals(moment, this.whole ? [...played, ...planned] : [])) ?? [];
    const others = planned.length + played.length;
    notices.set('review', {
      text: `Decision ${index + 1} of ${this.moments.length}, turn ${turn}, ${sideAdjective(by)}. Played: ${told[0]?.words ?? moment.words} ${swingWords(moment)}.`,
      detail: better ? `The staff: ${told[1]?.words ?? ''} ${sentence(better.why)}${othersWords(moment, planned.length)}` : undefined,
      actions: [
        ...(others ? [{ label: this.whole ? 'This decision only' : 'The whole phase', act: () => this.#toggle() }] : []),
        ...this.#ways(index),
      ],
    });
  }

  /** What the staff would have moved otherwise in the rest of the phase, and what was, beside the decision itself. @param {TurningPoint} moment */
  #others(moment) {
    const done = this.steps.slice(moment.step - 1, moment.until).map(({ action }) => action);
    const { planned, played } = otherwise(moment, done);
    const other = (/** @type {Action} */ one, /** @type {Action | undefined} */ told) => JSON.stringify(one) !== JSON.stringify(told);
    return {
      planned: planned.filter((one) => other(one, moment.better?.action)).map((action) => /** @type {Proposal} */ ({ action, kind: 'proposed' })),
      played: played.filter((one) => other(one, moment.action)).map((action) => /** @type {Proposal} */ ({ action, kind: 'taken' })),
    };
  }

  /** The decision and the staff's, and what else is drawn with them. @param {TurningPoint} moment @param {Proposal[]} others @returns {Proposal[]} */
  #proposals(moment, others) {
    const { action, better } = moment;
    const { stays } = otherwise(moment, []);
    return [
      { action, kind: 'taken', label: 'played' },
      ...(better ? [/** @type {Proposal} */ ({ action: better.action, kind: 'proposed', label: 'staff', stays })] : []),
      ...others,
    ];
  }

  #toggle() {
    this.whole = !this.whole;
    this.show(this.step);
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
