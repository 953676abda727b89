// Waits for a review that the server is still working out, and shows how far it has come.

import { Problem } from '../api.js';
import { fill, h } from '../dom.js';
import { faultWords } from '../screens/frame.js';
import { byCost } from './moments.js';

/**
 * @typedef {import('../types.js').Review} Review
 * @typedef {import('../types.js').ReviewAnswer} ReviewAnswer
 */

/** Nobody asks more often than this, nor waits longer between two questions, in milliseconds. */
const LEAST = 400;
const MOST = 5000;

/**
 * Asks until the review is there.
 * @param {(signal: AbortSignal) => Promise<ReviewAnswer>} ask
 * @param {{signal: AbortSignal, told: (done: number) => void}} parts `told`: how far it has come, from 0 to 1
 * @returns {Promise<Review | null>} nothing if the signal ended it
 */
export async function untilReady(ask, { signal, told }) {
  while (!signal.aborted) {
    const answer = await ask(signal);
    if (answer.review) return { ...answer.review, moments: byCost(answer.review.moments) };
    told(Math.min(1, Math.max(0, answer.done)));
    await pause(Math.min(MOST, Math.max(LEAST, answer.wait * 1000)), signal);
  }
  return null;
}

/** @param {number} ms @param {AbortSignal} signal */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(undefined);
    }, { once: true });
  });
}

/**
 * Fetches a review and shows the waiting, or what prevents it.
 * @param {{review: (signal?: AbortSignal) => Promise<ReviewAnswer>}} table @param {HTMLElement} place
 * @param {{signal: AbortSignal, retry: () => void}} parts
 * @returns {Promise<Review | null>}
 */
export async function awaitReview(table, place, { signal, retry }) {
  const bar = h('progress', { max: 1, 'aria-label': 'How far the review has come' });
  const words = h('p', { role: 'status' }, 'The staff goes through the game…');
  fill(place, h('div', { class: 'card notice' }, words, bar));
  try {
    return await untilReady((ending) => table.review(ending), { signal, told: (done) => { bar.value = done; } });
  } catch (fault) {
    if (signal.aborted) return null;
    if (!(fault instanceof Problem)) console.error(fault);
    fill(place, h('div', { class: 'card notice' },
      h('p', { role: 'alert' }, faultWords(fault)),
      h('p', { class: 'row' }, h('button', { type: 'button', class: 'button', on: { click: retry } }, 'Try again'))));
    return null;
  }
}
