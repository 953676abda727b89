/**
 * Tells the server now and then that somebody does something at a table: he need not be told what he sees. An open page
 * that nobody touches says nothing.
 */

import { sayHere } from './calls.js';

/** How often it is said at most, in milliseconds. */
const EVERY = 60_000;

/** Whether somebody plays a seat from elsewhere, who is to be waited for. @param {import('../table.js').Table} table */
export function isDistant({ view, seats, keys }) {
  const others = Object.entries(view.seats).filter(([side]) => !keys.includes(/** @type {any} */ (side)));
  return seats.length === 1 && others.some(([, seat]) => seat.holder !== 'computer') && !view.ended && view.status !== 'read-only';
}

/**
 * Reports input at a table until it is closed.
 * @param {import('../table.js').Table} table @param {AbortSignal} signal @param {() => number} [now]
 */
export function reportInput(table, signal, now = () => performance.now()) {
  let said = -Infinity;
  const report = () => {
    if (now() - said < EVERY || !isDistant(table)) return;
    said = now();
    // Whether it arrives changes nothing here; the next one may.
    for (const seat of table.seatsHeld()) void sayHere(seat).catch(() => undefined);
  };
  for (const name of ['pointerdown', 'keydown', 'wheel']) document.addEventListener(name, report, { signal, passive: true, capture: true });
}
