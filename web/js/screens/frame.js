/**
 * What the screens around the table share: the page's head and foot, the drum, and what is shown when a screen cannot open or an address names none.
 */

import { Problem } from '../api.js';
import { append, fill, h, s } from '../dom.js';
import { setTitle } from '../notify.js';
import { wayBack } from '../router.js';
import { onTheme, resolvedTheme, toggleTheme } from '../theme.js';

/** @typedef {import('../dom.js').Child} Child */

const NAVIGATION = /** @type {[string, string, string][]} */ ([
  ['home', '#/', 'Battles'],
  ['learn', '#/learn', 'Learn'],
  ['rules', '#/rules', 'Rules'],
  ['help', '#/help', 'Help'],
]);

/**
 * Lays out a screen: head, the given content as the main part, foot.
 * @param {HTMLElement} root
 * @param {{here?: string, title: string, wide?: boolean}} options `here` names the entry of the navigation
 * @param {...Child} content
 * @returns {{main: HTMLElement, destroy: () => void}}
 */
export function frame(root, { here, title, wide = false }, ...content) {
  setTitle(title);
  const main = h('main', { id: 'main', class: `page ${wide ? 'page-wide' : ''}`.trim(), tabindex: -1 }, ...content);
  const { head, destroy } = masthead(here);
  const skip = h('a', { class: 'skip-link', href: '#main', on: { click: (/** @type {Event} */ event) => skipTo(event, main) } }, 'Skip to the content');
  fill(root, skip, head, main, foot());
  return { main, destroy };
}

/** @param {Event} event @param {HTMLElement} main */
function skipTo(event, main) {
  // A plain fragment would be taken for the address of a screen.
  event.preventDefault();
  main.focus();
}

/** @param {string | undefined} here */
function masthead(here) {
  const label = () => (resolvedTheme() === 'dark' ? 'Light table' : 'Dark table');
  const theme = h('button', { type: 'button', class: 'button button-quiet', on: { click: () => toggleTheme() } }, label());
  const destroy = onTheme(() => fill(theme, label()));
  const back = wayBack();
  const links = NAVIGATION.map(([name, href, text]) =>
    h('a', { href, 'aria-current': name === here ? 'page' : null }, text),
  );
  const head = h(
    'header',
    { class: 'masthead' },
    h('a', { class: 'masthead-name', href: '#/' }, drum(), h('span', null, 'Long Roll')),
    h(
      'nav',
      { class: 'masthead-links', 'aria-label': 'Main' },
      back ? h('a', { href: back, class: 'masthead-back' }, 'Back to the game') : null,
      links,
      theme,
    ),
  );
  return { head, destroy };
}

function foot() {
  return h(
    'footer',
    { class: 'colophon' },
    h('p', null,
      'Maps contain information from ',
      h('a', { href: 'https://www.openstreetmap.org/copyright', rel: 'noreferrer' }, 'OpenStreetMap'),
      ', © OpenStreetMap contributors, and are licensed ODbL 1.0. The program: MIT or Apache 2.0.'),
  );
}

/** The drum of the page's name. */
export function drum() {
  return s(
    'svg',
    { class: 'drum', viewBox: '0 0 64 64', 'aria-hidden': 'true' },
    s('path', { class: 'drum-shell', d: 'M10 24v24c0 5 10 9 22 9s22-4 22-9V24z' }),
    s('path', { class: 'drum-hoop', d: 'M10 42v7c0 5 10 8.5 22 8.5s22-3.5 22-8.5v-7c0 5-10 8.5-22 8.5s-22-3.5-22-8.5z' }),
    s('path', { class: 'drum-hoop', d: 'M10 25v7c0 5 10 8.5 22 8.5s22-3.5 22-8.5v-7z' }),
    s('path', { class: 'drum-cord', d: 'M12 34l6 15 7-11 7 13 7-13 7 11 6-15' }),
    s('ellipse', { class: 'drum-skin', cx: 32, cy: 24, rx: 22, ry: 9 }),
    s('path', { class: 'drum-stick-edge', d: 'M8 6l23 17M56 6L33 23' }),
    s('path', { class: 'drum-stick', d: 'M8 6l23 17M56 6L33 23' }),
  );
}

/** What a player should hear where the server speaks to a program. @type {Record<string, string>} */
const WORDS = {
  'bad-token': 'This link does not open the game. It may have been replaced; ask whoever set the table for a new one.',
  'no-token': 'This browser holds no link to the game. Open the link that you were given.',
  'unknown-game': 'There is no such game here; it may have been deleted.',
};

/**
 * A sentence for a fault of any kind.
 * @param {unknown} fault
 * @returns {string}
 */
export function faultWords(fault) {
  if (fault instanceof Problem) return WORDS[fault.type] ?? fault.detail ?? fault.reason ?? fault.title;
  return 'Something went wrong on this page. Reloading it may help.';
}

/**
 * Shows why a screen could not open.
 * @param {HTMLElement} root
 * @param {unknown} fault
 * @param {() => void} retry
 */
export function showFault(root, fault, retry) {
  if (!(fault instanceof Problem)) console.error(fault);
  const lasting = fault instanceof Problem && !fault.passing;
  const title = fault instanceof Problem ? (fault.status === 401 ? 'No seat at this table' : fault.title) : 'This page did not open';
  frame(
    root,
    { title },
    h(
      'div',
      { class: 'card notice' },
      h('h1', null, title),
      h('p', null, faultWords(fault)),
      h(
        'p',
        { class: 'row' },
        h('button', { type: 'button', class: `button ${lasting ? '' : 'button-primary'}`.trim(), on: { click: retry } }, 'Try again'),
        h('a', { class: `button ${lasting ? 'button-primary' : ''}`.trim(), href: '#/' }, 'To the battles'),
      ),
    ),
  );
}

/**
 * Says that an address names no screen.
 * @param {HTMLElement} root
 * @param {{path: string}} params
 */
export function showLost(root, { path }) {
  return frame(
    root,
    { title: 'Nothing here' },
    h(
      'div',
      { class: 'card notice' },
      h('h1', null, 'There is nothing here'),
      h('p', null, 'The address ', h('code', null, `#${path}`), ' leads nowhere. If it came as a link, it may have been cut short.'),
      h('p', null, h('a', { class: 'button button-primary', href: '#/' }, 'To the battles')),
    ),
  );
}

/**
 * A placeholder while something is fetched; give it a place and it is replaced later.
 * @param {string} text
 */
export const waiting = (text) => append(h('p', { class: 'waiting', role: 'status' }), text);

/**
 * Opens a screen that takes a while, and shows meanwhile that it is coming.
 * @template T @param {HTMLElement} root @param {string} text @param {() => Promise<T>} open @returns {Promise<T>}
 */
export async function calling(root, text, open) {
  const card = h('div', { class: 'calling' },
    h('p', { class: 'calling-words' }, 'The long roll: the drum call that sends soldiers to their places.'),
    waiting(text));
  root.append(card);
  try {
    return await open();
  } finally {
    card.remove();
  }
}
