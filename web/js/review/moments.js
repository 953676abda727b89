// A decision of the review as a card: what was done, what the staff would have done, and the way to the board.

import { h } from '../dom.js';
import { sentence, sideAdjective, sideName } from '../words.js';
import { rounded } from './margin.js';

/** @typedef {import('../types.js').TurningPoint} TurningPoint */

/**
 * What a decision did to the expected margin: "It cost the Union 7.5 points"; a move is judged with its phase.
 * @param {Pick<TurningPoint, 'swing' | 'by' | 'step' | 'until'>} moment
 */
export function swingWords({ swing, by, step, until }) {
  const size = rounded(Math.abs(swing));
  const points = `${size} ${size === '1' ? 'point' : 'points'}`;
  return until > step ? `With the moves of its phase it cost ${sideName(by)} ${points}` : `It cost ${sideName(by)} ${points}`;
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
    moment.words ? h('p', { class: 'moment-words' }, moment.words) : null,
    h('p', null, h('a', { class: 'button button-small', href: momentAddress(id, moment), 'aria-label': `Look at it: decision ${index + 1}, turn ${turn}` }, 'Look at it')));
}
