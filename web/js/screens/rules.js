/**
 * The rulebook as a screen of its own: `#/rules/blue-gray/bg-7.72` opens it at that rule.
 */

import { h } from '../dom.js';
import { wayBack } from '../router.js';
import { BOOKS, Reader } from '../rulebook.js';
import { frame } from './frame.js';

/**
 * @param {HTMLElement} root
 * @param {{book?: string, anchor?: string}} params
 */
export async function rulesScreen(root, { book = BOOKS[0].id, anchor }) {
  const reader = await Reader.open(book, { scroller: 'window' });
  const title = BOOKS.find((known) => known.id === book)?.title ?? 'Rules';
  const { destroy } = frame(root, { here: 'rules', title: `Rules: ${title}`, wide: true }, reader.node);
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
      if ((params.book ?? BOOKS[0].id) !== book) return false;
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
