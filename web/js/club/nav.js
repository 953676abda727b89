/** The way between the pages of open tables. */

import { h } from '../dom.js';

const PAGES = /** @type {[string, string, string][]} */ ([
  ['tables', '#/tables', 'Open tables'],
  ['ratings', '#/ratings', 'Ratings'],
  ['cups', '#/cups', 'Cups'],
]);

/** @param {string} [here] */
export const clubNav = (here) => h('nav', { class: 'club-nav', 'aria-label': 'Open tables' },
  PAGES.map(([name, href, text]) => h('a', { href, 'aria-current': name === here ? 'page' : null }, text)));
