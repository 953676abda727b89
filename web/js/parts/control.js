/**
 * Who controls and who holds a cell, in words.
 */

import { list, sideAdjective } from '../words.js';

/** @import { Cell, Side } from '../types.js' */

/**
 * @param {{zones: Record<Side, Cell[]>, held: Record<Cell, Side>}} game
 * @param {Cell} cell
 */
export function controlWords({ zones, held }, cell) {
  const sides = /** @type {Side[]} */ (['union', 'confederate']).filter((side) => zones[side]?.includes(cell));
  const words = [];
  if (sides.length > 0) words.push(`In ${list(sides.map(sideAdjective))} ${sides.length > 1 ? 'zones' : 'zone'} of control`);
  const holder = held[cell];
  if (holder) words.push(`${sideAdjective(holder)} held`);
  return words;
}
