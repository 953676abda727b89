/**
 * The rulebook reader: contents, full-text search with marked hits, and the way to one rule. It
 * serves the rules screen and the reader that opens over a game. It knows no rule, only text.
 *
 * @import { Rulebook } from './types.js'
 */

import * as api from './api.js';
import { show } from './dialogs.js';
import { announce, clear, fill, h } from './dom.js';
import { highlight, indexOf, search, snippet, unhighlight } from './search.js';
import { onTheme, resolvedTheme } from './theme.js';
import { count } from './words.js';

/** The books there are: a system has its own, under its name, and a battle that can be played has a system. @returns {Promise<string[]>} */
export async function books() {
  const { battles } = await api.battles();
  return [...new Set(battles.filter(({ playable }) => playable).map(({ system }) => system))];
}

/** @type {Map<string, Promise<Rulebook>>} */
const fetched = new Map();

/** @param {string} book @returns {Promise<Rulebook>} */
function fetchBook(book) {
  let pages = fetched.get(book);
  if (!pages) {
    pages = api.rulebook(book);
    fetched.set(book, pages);
    pages.catch(() => fetched.delete(book));
  }
  return pages;
}

/** One open book. Make one with `Reader.open`. */
export class Reader {
  /** The whole reader, to be put into the page. */
  node;
  /** The part beside the text: search and contents. */
  side;
  #article;
  #input;
  #status;
  #results;
  #contents;
  #scroller;
  #title;
  #index;
  /** @type {import('./search.js').Block[]} */
  #hits = [];
  #at = -1;
  /** @type {Element[]} */
  #marked = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} book
   * @param {Rulebook} pages
   * @param {{scroller: 'window' | 'self'}} manner what scrolls: the page, or the reader itself
   */
  constructor(book, pages, { scroller }) {
    this.#scroller = scroller;
    this.#title = pages.title;
    this.#article = articleOf(book, pages.html);
    colourFigures(this.#article);
    this.#index = indexOf(this.#article);
    this.#input = h('input', {
      type: 'search', class: 'input', placeholder: 'Search the rules', 'aria-label': 'Search the rules', autocomplete: 'off',
      on: { input: () => this.#soon(), keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) },
    });
    this.#status = h('p', { class: 'hint reader-status', role: 'status' });
    this.#results = h('ol', { class: 'reader-results', hidden: true, 'aria-label': 'Places found' });
    this.#contents = contentsOf(book, pages);
    this.side = h('div', { class: 'reader-side' }, this.#input, this.#status, this.#results, this.#contents);
    this.node = h('div', { class: `reader reader-${scroller}` }, this.side, this.#article);
    this.#foldContents();
  }

  /**
   * @param {string} book
   * @param {{scroller: 'window' | 'self'}} manner
   * @returns {Promise<Reader>}
   */
  static async open(book, manner) {
    return new Reader(book, await fetchBook(book), manner);
  }

  /** What a book is called. @param {string} book */
  static async titleOf(book) {
    return (await fetchBook(book)).title;
  }

  /** What the book is called. */
  get title() {
    return this.#title;
  }

  /** The book's first heading, taken as the title of the screen. */
  get heading() {
    return this.#article.querySelector('h1');
  }

  /** Puts the cursor into the search field. */
  focusSearch() {
    this.#input.focus();
    this.#input.select();
  }

  /**
   * Goes to an anchor and marks the rule there.
   * @param {string} anchor
   * @returns {boolean} whether there is such a place
   */
  goTo(anchor) {
    const found = this.#article.querySelector(`#${CSS.escape(anchor)}`);
    if (!found) {
      fill(this.#status, `The book has no place called “${anchor}”.`);
      return false;
    }
    const block = ruleAt(found);
    this.#foldContents();
    this.#show(block, wholeRule(block));
    return true;
  }

  /** Makes room for the text where the contents stand above it. */
  #foldContents() {
    if (globalThis.matchMedia('(max-width: 60rem)').matches) this.#contents.open = false;
  }

  /** @param {Element} block @param {Element[]} [marked] */
  #show(block, marked = [block]) {
    for (const old of this.#marked) old.classList.remove('rule-target');
    for (const part of marked) part.classList.add('rule-target');
    this.#marked = marked;
    const scroll = () => block.scrollIntoView({ block: this.#scroller === 'window' ? 'start' : 'center' });
    scroll();
    // The book's letters may still be on their way; when they come, the lines break anew.
    if (document.fonts.status === 'loading') {
      document.fonts.ready.then(() => {
        if (this.#marked === marked) scroll();
      });
    }
    if (block instanceof HTMLElement) {
      block.tabIndex = -1;
      block.focus({ preventScroll: true });
    }
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), 120);
  }

  #search() {
    clearTimeout(this.#timer);
    unhighlight(this.#article);
    const words = this.#input.value.trim();
    this.#hits = search(this.#index, words);
    this.#at = -1;
    const searching = words.length > 1;
    this.#results.hidden = !searching;
    this.#contents.hidden = searching;
    if (!searching) {
      clear(this.#results);
      clear(this.#status);
      return;
    }
    highlight(this.#hits, words);
    const shown = this.#hits.slice(0, 100).map((hit, index) => this.#result(hit, words, index));
    fill(this.#results, shown);
    const more = this.#hits.length > 100 ? '; the first 100 are listed' : '';
    const text = this.#hits.length === 0 ? 'Nothing found.' : `${count(this.#hits.length, 'place')} found${more}. Enter goes through them.`;
    fill(this.#status, text);
  }

  /** @param {import('./search.js').Block} hit @param {string} words @param {number} index */
  #result(hit, words, index) {
    const [before, match, after] = snippet(hit.text, words);
    return h(
      'li',
      null,
      h(
        'button',
        { type: 'button', class: 'reader-result', on: { click: () => this.#step(index) } },
        hit.place && !hit.text.startsWith(hit.place) ? h('b', null, hit.place, ' ') : null,
        before,
        h('mark', null, match),
        after,
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (this.#at < 0) this.#search();
      if (this.#hits.length > 0) this.#step((this.#at + (event.shiftKey ? this.#hits.length - 1 : 1)) % this.#hits.length, false);
    } else if (event.key === 'Escape' && this.#input.value !== '') {
      event.preventDefault();
      event.stopPropagation();
      this.#input.value = '';
      this.#search();
    }
  }

  /** @param {number} index @param {boolean} [focus] */
  #step(index, focus = true) {
    this.#at = index;
    const hit = this.#hits[index];
    this.#show(hit.node);
    announce(`Place ${index + 1} of ${this.#hits.length}. ${hit.text}`);
    if (!focus) this.#input.focus({ preventScroll: true });
  }
}

/** The text that belongs to an anchor: its own block, or the next one if it stands alone. @param {Element} anchor */
function ruleAt(anchor) {
  const block = anchor.closest('p, li, h1, h2, h3, h4, h5, h6, td, th, dd, dt') ?? anchor;
  if (block.textContent?.trim()) return block;
  return block.nextElementSibling ?? block;
}

/** A rule from its first block to where the next one begins; of a heading only itself. @param {Element} block */
function wholeRule(block) {
  const parts = [block];
  if (/^H\d$/.test(block.tagName)) return parts;
  for (let next = block.nextElementSibling; next; next = next.nextElementSibling) {
    if (/^(H\d|HR)$/.test(next.tagName) || next.id || next.querySelector('a[id]')) break;
    parts.push(next);
  }
  return parts;
}

/** Where the figures of the books are. */
const FIGURES = '/api/v1/rules/';

/** Shows the figures in the colours of the page, for as long as the book is open. @param {HTMLElement} article */
function colourFigures(article) {
  const pictures = [...article.querySelectorAll('img')];
  if (pictures.length === 0) return;
  const colour = (/** @type {string} */ theme) => {
    for (const picture of pictures) picture.src = `${picture.getAttribute('src')?.split('?')[0]}?theme=${theme}`;
  };
  colour(resolvedTheme());
  const stop = onTheme((theme) => (article.isConnected ? colour(theme) : stop()));
}

/** @param {string} book @param {string} html */
function articleOf(book, html) {
  const article = h('article', { class: 'reader-text' });
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const node of parsed.querySelectorAll('script, style, iframe, object, link, meta')) node.remove();
  for (const link of parsed.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#')) link.setAttribute('href', `#/rules/${book}/${encodeURIComponent(href.slice(1))}`);
    else if (/^https?:/.test(href)) link.setAttribute('rel', 'noreferrer');
    else link.removeAttribute('href');
  }
  for (const picture of parsed.querySelectorAll('img')) {
    if (!picture.getAttribute('src')?.startsWith(FIGURES)) picture.remove();
  }
  for (const empty of parsed.querySelectorAll('th:empty')) empty.replaceWith(parsed.createElement('td'));
  for (const table of parsed.querySelectorAll('table')) {
    const box = parsed.createElement('div');
    box.className = 'reader-table';
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Table');
    table.replaceWith(box);
    box.append(table);
  }
  article.append(...parsed.body.childNodes);
  return article;
}

/** @param {string} book @param {Rulebook} pages */
function contentsOf(book, pages) {
  const items = pages.contents
    .filter((entry) => entry.level <= 3 && entry.id !== 'contents')
    .map((entry) =>
      h('li', { class: `reader-level-${entry.level}` }, h('a', { href: `#/rules/${book}/${encodeURIComponent(entry.id)}` }, entry.title)),
    );
  return h('details', { class: 'reader-contents', open: true }, h('summary', null, 'Contents'), h('nav', { 'aria-label': 'Contents of the rulebook' }, h('ol', null, items)));
}

/**
 * Opens the rulebook at a place over whatever is shown (book and anchor, with a slash between); Escape closes it.
 * @param {string} link
 */
export async function openRulebook(link) {
  const [book, anchor] = link.replace(/^#?\/?(rules\/)?/, '').split('/').map(decodeURIComponent);
  const reader = await Reader.open(book, { scroller: 'self' });
  reader.node.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('a[href^="#/rules/"]') : null;
    const place = target?.getAttribute('href')?.split('/')[3];
    if (!place) return;
    // Within the reader a link turns pages; the game behind it stays.
    event.preventDefault();
    reader.goTo(decodeURIComponent(place));
  });
  await show({
    title: 'The rules',
    className: 'dialog-reader',
    body: reader.node,
    choices: [{ value: 'close', label: 'Close the rules', kind: 'primary' }],
    open: () => (anchor ? reader.goTo(anchor) : reader.focusSearch()),
  });
}
