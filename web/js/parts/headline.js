/**
 * What the bar at the top says of a game: turn, phase, time, points, and what they would mean now.
 */

import { h } from '../dom.js';
import { victoryWords } from './names.js';

/**
 * @import { Child } from '../dom.js'
 * @import { Side } from '../types.js'
 */

/**
 * @param {{turn: string, phase: Child, time: string | null, more?: Child, points: Child,
 *   standing: {winner: Side | null, level: string, words: string, short?: string}, ended: boolean}} headline
 */
export function drawHeadline({ turn, phase, time, more, points, standing, ended }) {
  return h(
    'span',
    { class: 'headline-parts' },
    h('span', { class: 'headline-turn' }, turn),
    h('span', { class: 'headline-phase' }, phase),
    time ? h('span', { class: 'headline-time' }, time) : null,
    more ?? null,
    h('span', { class: 'headline-points', title: standing.words }, points),
    // How a game ended is what the bar says anyway.
    ended
      ? null
      : [
          h('span', { class: 'headline-standing' }, standing.words),
          h('span', { class: 'headline-short' }, `Now: ${standing.short ?? victoryWords(standing.winner, standing.level)}`),
        ],
  );
}
