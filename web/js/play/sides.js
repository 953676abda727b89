// How the shell speaks of the players.

import { capital, sideAdjective } from '../words.js';

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

/** "the Union" or "the Confederates": those whom a player leads. @param {Side} side */
export function theTroops(side) {
  return side === 'union' ? 'the Union' : 'the Confederates';
}

/** What of a seat its player's name depends on. @typedef {{name?: string | null, holder?: string, level?: string | null}} Seated */

/**
 * The player of a side, as a sentence begins: "The Union player", with a name "Ann (Union)", a computer "The
 * Captain (Union)".
 * @param {string | null | undefined} side
 * @param {Record<string, Seated>} [seats]
 */
export function playerName(side, seats) {
  if (!isSide(side)) return 'The table';
  const seat = seats?.[side];
  if (seat?.holder === 'computer') return `${computerName(seat)} (${sideAdjective(side)})`;
  return seat?.name ? `${seat.name} (${sideAdjective(side)})` : `The ${sideAdjective(side)} player`;
}

/** A computer by its level: "The Captain". @param {Seated | undefined} seat */
export function computerName(seat) {
  return seat?.level ? `The ${capital(seat.level)}` : 'The computer';
}
