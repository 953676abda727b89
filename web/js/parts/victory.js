/**
 * The points of both sides with their arithmetic, and what they would mean now.
 */

import { h } from '../dom.js';
import { sideAdjective } from '../words.js';
import { sideLabel } from './faces.js';
import { refill } from './refill.js';

/** @import { Side } from '../types.js' */

/** @typedef {{total: number, lines: {what: string, points: number}[]}} Points */

/**
 * @param {HTMLElement} body
 * @param {{standing: string, points: [Side, Points][], levels: {words: string, now: boolean}[], more?: import('../dom.js').Child, note?: string}} score
 *   `more`: what stands between points and levels, `note`: what is to be known of the levels
 */
export function drawVictory(body, { standing, points, levels, more, note }) {
  refill(
    body,
    h('p', { class: 'victory-standing' }, standing),
    points.map(([side, { total, lines }]) =>
      h(
        'table',
        { class: 'victory-points' },
        h('caption', null, sideLabel(side, sideAdjective(side))),
        h(
          'tbody',
          null,
          lines.length === 0
            ? h('tr', null, h('td', null, 'nothing yet'), h('td', null, '0'))
            : lines.map(({ what, points: worth }) => h('tr', null, h('td', null, what), h('td', null, worth))),
        ),
        h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'Total'), h('td', null, total))),
      )),
    more ?? null,
    levels.length > 0
      ? [
          h('h3', { class: 'part-heading' }, 'Levels of victory'),
          note ? h('p', { class: 'hint chart-note' }, note) : null,
          h(
            'ul',
            { class: 'victory-levels' },
            levels.map(({ words, now }) => h('li', { class: now ? 'chart-here' : null, 'aria-current': now ? 'true' : null }, words)),
          ),
        ]
      : null,
  );
}
