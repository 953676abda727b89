/**
 * The turn track: every turn with its light and what happens in it, and which one it is now.
 */

import { h } from '../dom.js';
import { refill } from './refill.js';

/** @import { Light } from '../types.js' */

/** @type {Record<string, string>} */
const LIGHTS = { night: 'night', fog: 'fog' };

/**
 * @typedef {{turn: number, time: string | null, light: Light, more?: string | null}} Turn `more`: who comes, or what else is due
 */

/**
 * @param {HTMLElement} body
 * @param {{turns: Turn[], now: number, nowWords: string, hint?: string}} track `nowWords`: whose phase it is, for whoever only hears it
 */
export function drawTurnTrack(body, { turns, now, nowWords, hint }) {
  refill(
    body,
    h('ol', { class: 'turn-track' }, turns.map((one) => turnBox(one, now, nowWords))),
    hint ? h('p', { class: 'hint' }, hint) : null,
  );
}

/** @param {Turn} one @param {number} present @param {string} nowWords */
function turnBox({ turn, time, light, more }, present, nowWords) {
  const now = turn === present;
  return h(
    'li',
    {
      class: `turn-box turn-light-${light}${now ? ' turn-now' : ''}${turn < present ? ' turn-past' : ''}`,
      'aria-current': now ? 'step' : null,
    },
    h('span', { class: 'turn-box-number' }, turn),
    h(
      'span',
      { class: 'turn-box-words' },
      [time, LIGHTS[light] && time !== LIGHTS[light] ? LIGHTS[light] : null].filter(Boolean).join(', '),
      now ? h('b', { class: 'visually-hidden' }, ` now, ${nowWords}`) : null,
      more ? h('span', { class: 'turn-box-arrivals' }, more) : null,
    ),
  );
}
