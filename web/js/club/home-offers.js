/** Open tables on the front page: the games that are offered, and the way to the rest. */

import { fill, h } from '../dom.js';
import { clubNav } from './nav.js';
import { offersList } from './offers-list.js';

/** @param {HTMLElement} place */
export function homeOffers(place) {
  const offers = offersList();
  fill(place, h('section', { class: 'home-offers', 'aria-labelledby': 'home-offers-title' },
    h('h2', { id: 'home-offers-title' }, 'Open tables'),
    clubNav(),
    offers.node,
    h('p', null, h('a', { class: 'button', href: '#/tables' }, 'Offer a game'))));
  return offers;
}
