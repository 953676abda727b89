/**
 * The links of a new game: one for each seat that is held elsewhere, one for spectators.
 *
 * @import { Side, Tokens } from '../types.js'
 */

import * as api from '../api.js';
import { h } from '../dom.js';
import { copy } from '../play/clipboard.js';
import { capital, sideName } from '../words.js';
import { frame } from './frame.js';

/**
 * One link with a button that copies it.
 * @param {{heading: string, what: string, link: string, hint: string, className?: string}} options
 */
export function linkRow({ heading, what, link, hint, className = '' }) {
  const input = h('input', {
    type: 'text', class: 'input link-text', readonly: true, value: link, 'aria-label': what,
    on: { focus: (/** @type {FocusEvent} */ event) => event.target instanceof HTMLInputElement && event.target.select() },
  });
  return h(
    'div',
    { class: `link-row ${className}`.trim() },
    h('h2', null, className ? h('span', { class: 'side-mark' }) : null, heading),
    h('p', { class: 'hint' }, hint),
    h('div', { class: 'row link-line' }, input, h('button', { type: 'button', class: 'button', 'aria-label': `Copy ${what}`, on: { click: () => copy(link, capital(what)) } }, 'Copy')),
  );
}

/** Whether other computers cannot open the links at all. */
export const onlyHere = () => !api.hasPublicAddress() && /^(localhost|127\.|\[?::1)/.test(location.hostname);

/**
 * @param {HTMLElement} root
 * @param {{id: string, title: string, pace?: string, away: Side[], links: Tokens}} game `pace`: as it was agreed on, in words; `links`:
 *   invitations to the seats, and the watchers' token
 */
export function linksPage(root, { id, title, pace, away, links }) {
  const rows = away.map((side) =>
    linkRow({
      heading: capital(sideName(side)),
      what: `the link for ${sideName(side)}`,
      link: api.joinLink(id, links[side] ?? ''),
      hint: 'Whoever opens it first commands this side, from that browser alone. Send it to one person only.',
      className: `side-${side}`,
    }));
  const framed = frame(
    root,
    { title: `${title}: links` },
    h('div', { class: 'card links' },
      h('h1', null, 'The table is set'),
      onlyHere()
        ? h('p', { class: 'banner' }, 'This page is open under the name ', h('code', null, location.hostname), ', which means “this computer” to every computer. For a friend elsewhere the table needs an address of its own: start it with ', h('code', null, '--bind'), ' and open it under that address, or tell it one with ', h('code', null, '--public-url'), '.')
        : null,
      pace ? h('p', { class: 'links-pace' }, h('b', null, 'Pace: '), pace, ' Your guest reads this before he takes the seat.') : null,
      rows,
      linkRow({ heading: 'Spectators', what: 'the link for spectators', link: api.joinLink(id, links.watch ?? ''), hint: 'Watches and replays, decides nothing. Give it to anyone.' }),
      h('p', { class: 'hint' }, 'You find these links again in the game’s menu, and can replace one that nobody has opened.'),
      h('p', null, h('a', { class: 'button button-primary button-large', href: `#/game/${encodeURIComponent(id)}` }, 'Go to the table'))),
  );
  window.scrollTo(0, 0);
  const heading = root.querySelector('h1');
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  return framed;
}
