/**
 * The rulebook as a screen of its own: `#/rules/<book>/<anchor>` opens it at that rule, `#/rules` opens the first book.
 */

import { h } from '../dom.js';
import { wayBack } from '../router.js';
import { books, Reader } from '../rulebook.js';
import { frame } from './frame.js';

/**
 * @param {HTMLElement} root
 * @param {{book?: string, anchor?: string}} params
 */
export async function rulesScreen(root, params) {
  const { anchor } = params;
  // Whoever names a book need not wait for the list of them.
  const listed = params.book ? [] : await books();
  const book = params.book ?? listed[0] ?? '';
  const reader = await Reader.open(book, { scroller: 'window' });
  const title = reader.title.replace(/: the rulebook$/i, '');
  const { destroy } = frame(root, { here: 'rules', title: `Rules: ${title}`, wide: true }, reader.node);
  void otherBooks(book).then((others) => others && reader.side.append(others));
  const back = wayBack();
  if (back) reader.side.prepend(h('a', { class: 'button reader-back', href: back }, 'Back to the game'));
  if (anchor) reader.goTo(anchor);
  // The browser's own way of finding text is Ctrl+F; the slash is ours, as in many readers.
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    reader.focusSearch();
  };
  document.addEventListener('keydown', keys);
  return {
    /** @param {Record<string, string>} params */
    update(params) {
      if ((params.book ?? listed[0]) !== book) return false;
      if (params.anchor) reader.goTo(params.anchor);
      else window.scrollTo(0, 0);
      return true;
    },
    destroy() {
      document.removeEventListener('keydown', keys);
      destroy();
    },
  };
}

/** The way to the other books, where there are some. @param {string} book */
async function otherBooks(book) {
  const others = (await books().catch(() => [])).filter((known) => known !== book);
  if (others.length === 0) return null;
  const titles = await Promise.all(others.map((other) => Reader.titleOf(other).catch(() => other)));
  return h('p', { class: 'hint' }, 'Other books: ', others.map((other, index) => [index > 0 ? ', ' : '', h('a', { href: `#/rules/${other}` }, titles[index])]));
}
