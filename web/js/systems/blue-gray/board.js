/**
 * What the board is made of in Blue & Gray: the server's sheet in the board's words, and where the signs of a
 * counter go.
 */

import { KINDS } from '../../parts/lit-kinds.js';

/**
 * @import { BoardSheet } from '../../board/sheet.js'
 * @import { BlueGraySheet } from './types.js'
 */

/** Which place each mark prefers, in the order in which they choose. @type {[mark: string, place: number][]} */
export const SIGN_PLACES = [
  ['must attack', 2],
  ['attacked', 2],
  ['moved', 0],
  ['immobile', 1],
  ['advanced', 1],
];

/** The look of a unit that has lost its attack effectiveness. */
export const INEFFECTIVE = 'ineffective';

/** @param {BlueGraySheet} sheet @returns {BoardSheet} */
export function boardSheet(sheet) {
  const { battle, title, hex, view_box: viewBox, definitions, hexes: cells, signs } = sheet;
  /** @type {BoardSheet['looks']} */
  const looks = {};
  for (const [id, plain] of Object.entries(sheet.faces)) {
    const ineffective = sheet.faces_ineffective?.[id];
    looks[id] = ineffective ? { plain, [INEFFECTIVE]: ineffective } : { plain };
  }
  const sides = Object.fromEntries(Object.entries(sheet.units).map(([id, { side }]) => [id, side]));
  const halos = { union: 'lr-halo-u', confederate: 'lr-halo-c' };
  return { battle, title, hex, viewBox, definitions, cells, looks, sides, halos, signs, signPlaces: SIGN_PLACES, kinds: KINDS };
}
