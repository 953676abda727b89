// How the shell speaks of the players.

import { sideAdjective } from '../words.js';

/** @typedef {import('../types.js').Side} Side */

/** Both sides, in the order they are listed everywhere. @type {readonly Side[]} */
export const SIDES = ['union', 'confederate'];

/** @param {string | null | undefined} side @returns {side is Side} */
export function isSide(side) {
  return side === 'union' || side === 'confederate';
}

/** "Union", "Confederate", or nothing known. @param {string | null | undefined} side */
export function sideLabel(side) {
  return isSide(side) ? sideAdjective(side) : 'Nobody';
}

/**
 * The player of a side, as a sentence begins: "The Union player", or with a name "Ann (Union)".
 * @param {string | null | undefined} side
 * @param {Record<string, {name?: string | null}>} [seats]
 */
export function playerName(side, seats) {
  if (!isSide(side)) return 'The table';
  const name = seats?.[side]?.name;
  return name ? `${name} (${sideAdjective(side)})` : `The ${sideAdjective(side)} player`;
}
