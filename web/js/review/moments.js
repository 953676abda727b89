// A decision of the review as a card: what was done, what the staff would have done, and the way to the board.

import { h } from '../dom.js';
import { count, sentence, sideAdjective, sideName } from '../words.js';
import { rounded } from './margin.js';

/**
 * @typedef {import('../types.js').Action} Action
 * @typedef {import('../types.js').TurningPoint} TurningPoint
 */

/**
 * What a decision did to the expected margin: "It cost the Union 7.5 points"; a move is judged with its phase.
 * @param {Pick<TurningPoint, 'swing' | 'own' | 'by'>} moment
 */
export function swingWords({ swing, own, by }) {
  const size = rounded(Math.abs(swing));
  const points = `${size} ${size === '1' ? 'point' : 'points'}`;
  const part = rounded(Math.abs(own));
  if (part === size) return `It cost ${sideName(by)} ${points}`;
  return `The moves of this phase cost ${sideName(by)} ${points}, this one ${part} of them`;
}

/**
 * What the staff would have done otherwise in the rest of a phase, and what was done otherwise in it: moves that lead
 * to the same place are left out of both, however they go.
 * @param {TurningPoint} moment @param {Action[]} played what was done from the decision to the end of its phase
 * @returns {{planned: Action[], played: Action[], stays: string | null}} `stays`: a unit that the staff would have left
 *   where it was
 */
export function otherwise({ action, better }, played) {
  const plan = better?.plan ?? [];
  const reached = (/** @type {Action[]} */ actions) => new Set(actions.map(goal));
  const [there, here] = [reached(plan), reached(played)];
  const unit = unitOf(action);
  return {
    planned: plan.filter((one) => !here.has(goal(one))),
    played: played.filter((one) => unitOf(one) !== null && !there.has(goal(one))),
    stays: better && unit !== null && unitOf(better.action) !== unit && !plan.some((one) => unitOf(one) === unit) ? unit : null,
  };
}

/** Whether the staff would have ended the phase with its choice, though more was moved. @param {TurningPoint} moment */
export function endsThere({ step, until, better }) {
  return until > step && better?.plan.length === 1;
}

/** Who acts, if it is one unit. @param {Action} action @returns {string | null} */
function unitOf(action) {
  return Object.values(action)[0]?.unit ?? null;
}

/** Where an action leads, without the way it takes. @param {Action} action */
function goal(action) {
  const [kind, { path, ...body }] = Object.entries(action)[0];
  return JSON.stringify([kind, body.unit, body.hex ?? body.cell ?? null, body.to ?? path?.at(-1) ?? null]);
}

/** The decisions, what cost most first. @param {TurningPoint[]} moments */
export function byCost(moments) {
  return moments.toSorted((a, b) => Math.abs(b.swing) - Math.abs(a.swing) || a.step - b.step);
}

/** The step at which a decision was due. @param {TurningPoint} moment */
export const dueAt = ({ step }) => Math.max(0, step - 1);

/** Where a decision is shown on the board. @param {string} id @param {TurningPoint} moment */
export const momentAddress = (id, moment) => `#/replay/${id}/${dueAt(moment)}/review`;

/**
 * @param {TurningPoint} moment @param {number} index
 * @param {{id: string, words: (action: Record<string, any>) => string}} parts
 */
export function momentCard(moment, index, { id, words }) {
  const { by, turn, action, better } = moment;
  return h('li', { class: `card moment side-${by}`, dataset: { step: moment.step } },
    h('h3', null, h('span', { class: 'moment-number', 'aria-hidden': 'true' }, String(index + 1)), `Turn ${turn}, ${sideAdjective(by)} decision`),
    h('p', { class: 'moment-swing' }, `${swingWords(moment)}.`),
    h('dl', { class: 'moment-what' },
      h('dt', null, 'Played'), h('dd', null, words(action)),
      better ? [h('dt', null, 'The staff'), h('dd', null, words(better.action), better.why ? h('span', { class: 'hint moment-why' }, sentence(better.why)) : null)] : null),
    better && better.plan.length > 1
      ? h('details', { class: 'moment-plan' }, h('summary', null, `The staff’s whole plan: ${count(better.plan.length, 'move')}`),
        h('ol', null, better.plan.map((one) => h('li', null, words(one)))))
      : endsThere(moment) ? h('p', { class: 'moment-words' }, 'The staff would then have ended the phase.') : null,
    moment.words ? h('p', { class: 'moment-words' }, moment.words) : null,
    h('p', null, h('a', { class: 'button button-small', href: momentAddress(id, moment), 'aria-label': `Look at it: decision ${index + 1}, turn ${turn}` }, 'Look at it')));
}
