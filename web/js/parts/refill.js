/**
 * Draws the content of a panel anew without losing the focus or the place one has scrolled to.
 */

import { fill } from '../dom.js';

/** How far each panel was scrolled: to ask it would have everything laid out, six times at each move. @type {WeakMap<HTMLElement, number>} */
const scrolled = new WeakMap();

/** @param {HTMLElement} body */
function placeOf(body) {
  const known = scrolled.get(body);
  if (known !== undefined) return known;
  scrolled.set(body, 0);
  body.addEventListener('scroll', () => scrolled.set(body, body.scrollTop), { passive: true });
  return 0;
}

/**
 * Replaces the content; the element whose `data-focus` had the focus gets it again.
 * @param {HTMLElement} body
 * @param {...import('../dom.js').Child} children
 */
export function refill(body, ...children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && body.contains(active) ? (active.dataset.focus ?? '') : null;
  const place = placeOf(body);
  fill(body, ...children);
  if (place > 0) body.scrollTop = place;
  if (key === null) return;
  const again = key === '' ? null : body.querySelector(`[data-focus="${CSS.escape(key)}"]`);
  // What had the focus is gone: the map is where play goes on.
  const next = again instanceof HTMLElement ? again : document.querySelector('[data-board]');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** Goes to the top of a panel: it is about another matter now. @param {HTMLElement} body */
export function toTop(body) {
  if (placeOf(body) > 0) body.scrollTop = 0;
}
