/**
 * How lit cells of each kind are drawn: as an area with one outline or each on its own, with which
 * texture and which sign, so that every kind can be told without its colour. Colours are the
 * stylesheet's.
 */

import { s } from '../dom.js';

/**
 * @typedef {{low?: boolean, area?: boolean, pattern?: string, sign?: string}} Kind
 * `low`: lies below the others. `area`: one outline around all cells of the kind. `pattern`: a
 * texture of `PATTERNS`. `sign`: a small drawing of `SIGNS` in the left corner.
 */

/** The kinds that every board has; a system brings its own with its sheet. @type {Record<string, Kind>} */
export const KINDS = {
  reach: { area: true },
  'reach-stop': { area: true, pattern: 'bars' },
  target: { sign: 'cross-hair' },
  chosen: {},
  cursor: {},
  trouble: { pattern: 'crosses', sign: 'no' },
};

/** Textures: size of the tile and what is drawn in it. @type {Record<string, [number, number, string]>} */
const PATTERNS = {
  rising: [14, 14, 'M-2 16 16-2M-9 9 9-9M5 23 23 5'],
  falling: [14, 14, 'M-2-2 16 16M-9 5 9 23M5-9 23 9'],
  bars: [10, 10, 'M0 5h10'],
  crosses: [18, 18, 'M5 5l8 8M13 5l-8 8'],
  dots: [13, 13, 'M6.5 6.5h.01'],
  chevrons: [16, 14, 'M2 11l6-6 6 6'],
};

/** Small drawings around their own middle, about 20 across. @type {Record<string, string>} */
export const SIGNS = {
  square: 'M-8-8H8V8H-8z',
  cut: 'M-4-8H4L8-4V4L4 8H-4L-8 4V-4z',
  enter: 'M-9-3H0V-8L10 0 0 8V3H-9z',
  exit: 'M-9-3H0V-8L10 0 0 8V3H-9zM11-8h3V8h-3z',
  'cross-hair': 'M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM-6.5 0a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0zM-1.6-1.6h3.2v3.2h-3.2z',
  burst: 'M0-11 2.8-5.9 7.8-7.8 5.9-2.8 11 0 5.9 2.8 7.8 7.8 2.8 5.9 0 11-2.8 5.9-7.8 7.8-5.9 2.8-11 0-5.9-2.8-7.8-7.8-2.8-5.9z',
  forward: 'M0-10 9 0H3.5V9h-7V0H-9z',
  back: 'M0 10 9 0H3.5V-9h-7V0H-9z',
  aside: 'M-11 0-3-7V-2.5H3V-7L11 0 3 7V2.5H-3V7z',
  no: 'M-8-5-5-8 0-3 5-8 8-5 3 0 8 5 5 8 0 3-5 8-8 5-3 0z',
};

/**
 * The textures of all kinds that have one, as definitions for the overlay.
 * @param {string} prefix of the ids, so that two boards can share a page
 * @param {Record<string, Kind>} kinds
 */
export function patterns(prefix, kinds) {
  return s('defs', null, Object.entries(kinds).map(([kind, { pattern }]) => {
    if (!pattern) return null;
    const [width, height, d] = PATTERNS[pattern];
    const size = { width, height, patternUnits: 'userSpaceOnUse' };
    return s('pattern', { id: `${prefix}-${kind}`, ...size, class: `texture ${pattern} ${kind}` }, s('path', { d }));
  }));
}
