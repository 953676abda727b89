/**
 * What a unit can reach, as the map shows it and as it is said. Pure.
 */

import { count } from '../../words.js';

/**
 * @import { Hex, ReachAnswer } from './types.js'
 * @import { Names } from './names.js'
 */

/** @typedef {import('../../board/layers.js').Lit} Lit */

/**
 * The cheapest entry to each hex; of equally cheap ones that which begins there.
 * @param {ReachAnswer | null} reach
 */
export function cheapestEntries(reach) {
  /** @type {Map<Hex, ReachAnswer['entries'][number]>} */
  const best = new Map();
  for (const entry of reach?.entries ?? []) {
    const known = best.get(entry.to);
    const better = !known || entry.cost < known.cost || (entry.cost === known.cost && entry.hex === entry.to);
    if (better) best.set(entry.to, entry);
  }
  return [...best.values()];
}

/**
 * The hexes to light: moves and entries with what is left, exits with what they score.
 * @param {ReachAnswer | null} reach
 * @param {readonly Hex[]} via hexes the path goes through
 * @returns {Lit[]}
 */
export function litHexes(reach, via) {
  const exits = reach?.exits ?? [];
  const moves = (reach?.moves ?? []).filter(({ to }) => exits.every(({ hex }) => hex !== to));
  return [
    ...moves.map(({ to, cost, left, stops }) => ({
      cell: to,
      kind: stops ? 'reach-stop' : 'reach',
      text: String(left),
      title: `${count(cost, 'point')}, ${left} left${stops ? '; it stops here, in an enemy zone of control' : ''}`,
    })),
    ...cheapestEntries(reach).map(({ hex, to, cost, left }) => ({
      cell: to,
      kind: hex === to ? 'enter' : 'reach',
      text: String(left),
      title: `Enters at ${hex}: ${count(cost, 'point')}, ${left} left`,
    })),
    ...exits.map(({ hex, cost, points }) => ({
      cell: hex,
      kind: 'exit',
      text: `+${points}`,
      title: `Leaves the map here: ${count(cost, 'point')} of movement, scores ${points}`,
    })),
    ...via.map((hex) => ({ cell: hex, kind: 'chosen', title: 'The path goes through here' })),
  ];
}

/**
 * The reach in a sentence.
 * @param {ReachAnswer} reach
 * @param {Names} names
 */
export function reachWords(reach, names) {
  const hexes = new Set([...reach.moves, ...reach.entries].map(({ to }) => to)).size;
  const exits = reach.exits.map(({ hex }) => hex).join(', ');
  const leave = exits === '' ? '' : `; may leave the map at ${exits}`;
  return `${names.unit(reach.unit)}: ${count(hexes, 'hex', 'hexes')} in reach${leave}.`;
}
