// The menu of a game at the end of the bar: a button and a list of what one does seldom.

import { fill, h } from '../dom.js';

/** @typedef {{label: string, act?: () => void, href?: string, hint?: string, danger?: boolean} | 'line'} MenuItem */

/**
 * A button that opens a list; the list is asked for at each opening.
 * @param {string} label @param {() => MenuItem[]} items
 */
export function menuButton(label, items) {
  const list = h('div', { class: 'menu', popover: 'auto', id: 'game-menu', 'aria-label': label, role: 'group' });
  const button = h('button', {
    type: 'button', class: 'bar-button bar-menu', popovertarget: 'game-menu', 'aria-expanded': 'false', 'aria-controls': 'game-menu',
  }, label);
  list.addEventListener('beforetoggle', (event) => {
    const opening = /** @type {ToggleEvent} */ (event).newState === 'open';
    button.setAttribute('aria-expanded', String(opening));
    if (opening) fill(list, items().map((item) => row(item, list)));
  });
  list.addEventListener('toggle', (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === 'open') firstOf(list)?.focus();
  });
  list.addEventListener('keydown', (event) => walk(event, list));
  return h('div', { class: 'menu-place' }, button, list);
}

/** @param {MenuItem} item @param {HTMLElement} list */
function row(item, list) {
  if (item === 'line') return h('hr', null);
  const inside = [h('span', null, item.label), item.hint ? h('small', null, item.hint) : null];
  if (item.href) return h('a', { class: 'menu-item', href: item.href, on: { click: () => list.hidePopover() } }, inside);
  return h('button', {
    type: 'button', class: `menu-item${item.danger ? ' menu-danger' : ''}`, on: {
      click: () => {
        list.hidePopover();
        item.act?.();
      },
    },
  }, inside);
}

/** @param {HTMLElement} list @returns {HTMLElement | null} */
function firstOf(list) {
  return list.querySelector('.menu-item');
}

/** Up and down go through the list. @param {KeyboardEvent} event @param {HTMLElement} list */
function walk(event, list) {
  event.stopPropagation();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('.menu-item')]);
  const at = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  rows[(at + step + rows.length) % rows.length]?.focus();
}
