/**
 * Trying again: how long to wait, and how often.
 */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const ATTEMPTS = 6;

/**
 * The pause before the next attempt: doubled each time, with some chance in it so that many pages
 * do not come back in the same instant.
 * @param {number} attempt from 0
 * @param {number} [chance] 0 to 1
 * @returns {number} milliseconds
 */
export function pauseBefore(attempt, chance = Math.random()) {
  const full = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempt, 10));
  return Math.round(full * (0.5 + chance / 2));
}

/**
 * Does something, and again while its fault is a passing one, a few times.
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => boolean} enough whether nobody wants it any more
 * @param {() => void} [unreachable] called when no answer came
 * @returns {Promise<T>}
 */
export async function patiently(work, enough, unreachable) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (fault) {
      const { passing, status } = /** @type {{passing?: boolean, status?: number}} */ (fault);
      if (!passing || attempt + 1 >= ATTEMPTS || enough()) throw fault;
      if (status === 0) unreachable?.();
      await new Promise((resolve) => setTimeout(resolve, pauseBefore(attempt)));
    }
  }
}
