/**
 * Full-text search in a document: cuts it into blocks, finds those that have every word asked for,
 * and marks the words where they stand.
 */

/** @typedef {{node: Element, text: string, folded: string, place: string}} Block `place` is the rule's number */

const BLOCKS = 'p, li, td, th, dt, dd, h1, h2, h3, h4, h5, h6, figcaption';

/** Without accents and capitals, with straight quotes and plain spaces; as long as the text. @param {string} text */
export function fold(text) {
  return Array.from(text, (letter) => {
    if (/\s/.test(letter)) return ' ';
    const plain = letter.normalize('NFD').charAt(0).toLowerCase();
    const straight = plain === '’' || plain === '‘' ? "'" : plain;
    // A letter that changes its length would shift every place after it.
    return straight.length === letter.length ? straight : letter;
  }).join('');
}

/** The words of a query: folded, those in quotation marks kept together. @param {string} query */
export function wordsOf(query) {
  return Array.from(fold(query).matchAll(/"([^"]+)"?|(\S+)/g), (match) => (match[1] ?? match[2]).trim()).filter(Boolean);
}

/**
 * The places of all words in a text, in order and without overlap.
 * @param {string} folded
 * @param {string[]} words
 * @returns {[number, number][]} beginning and end
 */
export function placesOf(folded, words) {
  /** @type {[number, number][]} */
  const found = [];
  for (const word of words) {
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length)) {
      found.push([from, from + word.length]);
    }
  }
  found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let end = 0;
  return found.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/**
 * Some of a text around the first hit: before it, the hit, after it.
 * @param {string} text
 * @param {string} query
 * @param {number} [around]
 * @returns {[string, string, string]}
 */
export function snippet(text, query, around = 60) {
  const [first] = placesOf(fold(text), wordsOf(query));
  if (!first) return [text.slice(0, 2 * around), '', ''];
  const [from, to] = first;
  const start = from > around ? Math.min(from, text.indexOf(' ', from - around)) : 0;
  const end = to + around < text.length ? Math.max(to, text.lastIndexOf(' ', to + around) + 1) : text.length;
  return [(start > 0 ? '…' : '') + text.slice(start, from), text.slice(from, to), text.slice(to, end) + (end < text.length ? '…' : '')];
}

/**
 * The blocks of a document in order, each with the number of the rule it belongs to.
 * @param {Element} root
 * @returns {Block[]}
 */
export function indexOf(root) {
  /** @type {Block[]} */
  const blocks = [];
  let place = '';
  for (const node of root.querySelectorAll(`[id], ${BLOCKS}`)) {
    const id = node.id || node.querySelector(':scope > a[id]')?.id || '';
    const number = /^bg(?:-[a-z])?-([\d.]+)$/.exec(id)?.[1];
    if (number) place = number;
    if (!node.matches(BLOCKS) || node.querySelector(BLOCKS)) continue;
    const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (text) blocks.push({ node, text, folded: fold(text), place });
  }
  return blocks;
}

/**
 * The blocks that have every word of the query, in order.
 * @param {Block[]} blocks
 * @param {string} query
 * @returns {Block[]}
 */
export function search(blocks, query) {
  const words = wordsOf(query);
  if (words.length === 0 || query.trim().length < 2) return [];
  return blocks.filter((block) => words.every((word) => block.folded.includes(word)));
}

/** Marks the words of a query in these blocks. @param {Block[]} blocks @param {string} query */
export function highlight(blocks, query) {
  const words = wordsOf(query);
  for (const { node } of blocks) {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
    for (const text of texts) {
      for (const [from, to] of placesOf(fold(text.data), words).reverse()) {
        const hit = text.splitText(from);
        hit.splitText(to - from);
        const mark = document.createElement('mark');
        hit.replaceWith(mark);
        mark.append(hit);
      }
    }
  }
}

/** Takes all marks away. @param {Element} root */
export function unhighlight(root) {
  for (const mark of root.querySelectorAll('mark')) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
}
