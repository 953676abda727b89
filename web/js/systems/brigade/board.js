/**
 * What the board is made of in Brigade: the server's sheet in the board's words, and where the signs of a counter go.
 */

import { KINDS } from '../../parts/lit-kinds.js';

/**
 * @import { BoardSheet } from '../../board/sheet.js'
 * @import { BrigadeSheet } from './types.js'
 */

/** Which place each mark prefers, in the order in which they choose. @type {[mark: string, place: number][]} */
const SIGN_PLACES = [
  ['must assault', 2],
  ['assaulted', 2],
  ['bombarded', 2],
  ['moved', 0],
  ['rallied', 1],
  ['searched', 1],
];

/** The look of a unit with one step left. */
export const REDUCED = 'reduced';

/** @param {BrigadeSheet} sheet @returns {BoardSheet} */
export function boardSheet(sheet) {
  const { battle, title, hex, view_box: viewBox, definitions, hexes: cells, signs } = sheet;
  /** @type {BoardSheet['looks']} */
  const looks = {};
  for (const [id, plain] of Object.entries(sheet.faces)) {
    const reduced = sheet.faces_reduced?.[id];
    looks[id] = reduced ? { plain, [REDUCED]: reduced } : { plain };
  }
  const sides = Object.fromEntries(Object.entries(sheet.units).map(([id, { side }]) => [id, side]));
  const halos = { union: 'lr-halo-u', confederate: 'lr-halo-c' };
  const kinds = { ...KINDS, search: { pattern: 'dots', sign: 'aside' }, named: { low: true, area: true }, outside: { low: true, area: true }, rally: { sign: 'forward' } };
  const called = Object.fromEntries(Object.entries(sheet.units).map(([id, unit]) => [id, unit.called]));
  return { battle, title, hex, viewBox, definitions, cells, looks, sides, halos, signs, signPlaces: SIGN_PLACES, kinds, called };
}
