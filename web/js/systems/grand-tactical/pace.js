/**
 * How fast a combat is played: the message delay of the manual, 0 to 9. It is kept in this browser.
 */

import * as store from '../../store.js';

/** As the page has it where nobody chose: slow enough to read what each shot did. */
const USUAL = 5;

/** At this pace a shot takes as long as any other event. */
const EVEN = 3;

/** @returns {number} 0 to 9 */
export function pace() {
  const { pace: kept } = /** @type {{pace?: number}} */ (store.prefs());
  return typeof kept === 'number' && kept >= 0 && kept <= 9 ? kept : USUAL;
}

/** @param {number} wanted 0 to 9 */
export function setPace(wanted) {
  store.setPrefs(/** @type {any} */ ({ pace: Math.max(0, Math.min(9, Math.round(wanted))) }));
}

/** So long one shot is shown, in milliseconds, where an event of the usual speed takes so long. @param {number} ms */
export function paced(ms) {
  return (ms * pace()) / EVEN;
}
