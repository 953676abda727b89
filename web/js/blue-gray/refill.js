/**
 * Draws the content of a panel anew without losing the focus or the place one has scrolled to.
 */

import { fill } from '../dom.js';

/**
 * Replaces the content; the element whose `data-focus` had the focus gets it again.
 * @param {HTMLElement} body
 * @param {...import('../dom.js').Child} children
 */
export function refill(body, ...children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && body.contains(active) ? (active.dataset.focus ?? '') : null;
  const scrolled = body.scrollTop;
  fill(body, ...children);
  body.scrollTop = scrolled;
  if (key === null) return;
  const again = key === '' ? null : body.querySelector(`[data-focus="${CSS.escape(key)}"]`);
  // What had the focus is gone: the map is where play goes on.
  const next = again instanceof HTMLElement ? again : document.querySelector('[data-board]');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
