/**
 * The name on a counter that is seen from afar: the same name in letters as large as its counter lets them be, shortened
 * where it must be. A small counter gives more of its height to its name.
 */

import { s } from '../dom.js';
import { fine } from './geometry.js';

/** How a name is written on a counter of 100 by 100. @typedef {{text: string, wide: number, y: number}} FarName `wide`: how wide it is written */

/** Letters are so high on the screen at least, in pixels. */
const LEAST_HEIGHT = 11.1;

/** The sizes that letters of names have, as a counter gets smaller: it gives more and more of itself to its name. */
const SIZES = [26, 29, 32, 36, 40, 44.5];

/** The upper edge of the strip, and the height of a capital as a share of the size of letters. */
const TOP = -47.4;
const CAPITAL = 0.714;

/** Where the numbers begin, what is left between the strip and the box, and the box itself: its height and its foot, with their lines. */
const [FOOT, GAP, BOX, BOX_FOOT] = [14.2, 2, 31, 12.5];

/** The size of the letters on a counter that is so wide on the screen. @param {number} width in pixels */
export function sizeOn(width) {
  return SIZES.find((size) => (size * width) / 100 >= LEAST_HEIGHT) ?? SIZES[SIZES.length - 1];
}

/** How high the strip is under letters of a size. @param {number} size */
function stripOf(size) {
  return size * 0.92 + 1.2;
}

/** How the box of the arm is put between the strip and the numbers, as a transform. @param {number} size of the letters */
export function armUnder(size) {
  const scale = Math.min(0.94, (FOOT - (TOP + stripOf(size) + GAP)) / BOX);
  return `translate(0, ${fine(FOOT - BOX_FOOT * scale)}px) scale(${fine(scale)})`;
}

/** Room for a name between the edges of a counter. */
const ROOM = 92;

/** Letters are written no narrower than this, before the name is shortened. */
const NARROWEST = 0.66;

/** What the letters of the bold sans measure, in hundredths of their size, by the letter: of those that names have. */
const WIDTHS = /** @type {Record<string, number>} */ (Object.fromEntries(`
  A69 B67 C64 D74 E56 F55 G72 H77 I39 J33 K66 L57 M94 N81 O80 P63 Q80 R66 S55 T58 U76 V65 W97 X67 Y62 Z58
  a60 b63 c51 d63 e59 f39 g63 h66 i31 j31 k62 l31 m98 n66 o62 p63 q63 r45 s50 t43 u66 v57 w86 x58 y57 z49
  /41 .29 ,29 -32 (34 )34 '27 ’22 &75 …86`.trim().split(/\s+/).map((entry) => [entry[0], Number(entry.slice(1)) / 100])));
const DIGIT = 0.57;
const SPACE = 0.26;

/** The fewest letters that a long word is cut to. */
const FEWEST = 2;

/** How wide a text is, as a multiple of the size of its letters. @param {string} text */
export function emsOf(text) {
  return [...text].reduce((sum, letter) => sum + (letter === ' ' ? SPACE : WIDTHS[letter] ?? (/\d/.test(letter) ? DIGIT : 0.7)), 0);
}

/**
 * A name no wider than so many times the size of its letters: without what is in brackets, the points of
 * initials and the word Corps, then with its longest word cut after a consonant. A letter after that word
 * tells the parts of a formation apart, and stays; all parts are cut alike.
 * @param {string} name
 * @param {number} most
 */
export function briefly(name, most) {
  const fits = (/** @type {string} */ text) => emsOf(text.replace(/ [A-Z]$/, ' A')) <= most;
  if (fits(name)) return name;
  const plain = name.replace(/ \(.*$/, '').replace(/\.? Corps\b/, '').replace(/\b(?:(?:[A-Z]\. ?)+|[A-Z]{2} )(?=[A-Z][A-Za-z])/g, (initials) => initials.replace(/[. ]/g, ''));
  if (fits(plain)) return plain;
  const words = plain.split(' ');
  const longest = words.reduce((best, word, index) => (word.length > words[best].length ? index : best), 0);
  // A point takes the room of a letter: it is worth two.
  const [point, least] = longest === words.length - 1 ? ['.', 2] : ['', 1];
  const whole = words[longest];
  const cuts = Array.from({ length: Math.max(whole.length - FEWEST - least + 1, 0) }, (_, index) => whole.slice(0, -least - index));
  const written = (/** @type {string} */ cut) => words.with(longest, `${cut}${point}`).join(' ');
  const good = cuts.filter((cut) => !/[aeiou.,'’(/-]$/.test(cut));
  return [...good, ...cuts].map(written).find(fits) ?? (cuts.length > 0 ? written(whole.slice(0, FEWEST)) : plain);
}

/**
 * How a name is written on a counter.
 * @param {string} name
 * @param {number} size of its letters
 * @returns {FarName}
 */
export function farName(name, size) {
  const text = briefly(name, ROOM / size / NARROWEST);
  return { text, wide: Math.min(ROOM, emsOf(text) * size), y: TOP + stripOf(size) / 2 + (CAPITAL * size) / 2 };
}

/** The name of a counter and the strip it stands on, both for when it is seen from afar. */
export class Designation {
  /** Lies on the face, below its signs. */
  group = s('g', { class: 'far-name', 'aria-hidden': 'true' });

  #strip = s('rect', { x: -47.2, y: TOP, width: 94.4 });
  #text = s('text', { lengthAdjust: 'spacingAndGlyphs' });
  #name = '';
  #size = SIZES[0];

  constructor() {
    this.group.append(this.#strip, this.#text);
  }

  /** Takes the name and the colours of a face. @param {Element} face */
  wear(face) {
    const printed = face.querySelector('.designation');
    const strip = face.querySelector('.strip');
    this.#name = printed?.textContent ?? '';
    // The corners of the strip are those of the counter: the rest of it is added below.
    this.#strip.setAttribute('fill', strip?.getAttribute('fill') ?? 'none');
    this.#text.setAttribute('fill', printed?.getAttribute('fill') ?? 'currentColor');
    this.#write();
  }

  /** @param {number} size */
  set size(size) {
    if (size === this.#size) return;
    this.#size = size;
    this.#write();
  }

  #write() {
    const size = this.#size;
    const { text, wide, y } = farName(this.#name, size);
    this.#strip.setAttribute('y', String(TOP + PRINTED_STRIP));
    this.#strip.setAttribute('height', String(fine(stripOf(size) - PRINTED_STRIP)));
    for (const [name, value] of Object.entries({ y, 'font-size': size, textLength: wide })) this.#text.setAttribute(name, String(fine(value)));
    this.#text.textContent = text;
  }
}

/** The strip as it is printed is so high: its foot is where the rest begins. */
const PRINTED_STRIP = 18.4;
