/**
 * What a unit can reach, as the map shows it and as it is said. Pure.
 */

import { count } from '../words.js';

/**
 * @import { Action, Cell, Refusal, UnitId } from '../types.js'
 * @import { Lit } from '../board/layers.js'
 * @import { Manner } from './marching.js'
 * @import { Names } from './names.js'
 */

/**
 * Something a unit can do in a cell besides going there: how it is lit, what the button and the card say, and what it
 * is. `confirm`: it is asked for before it is done; `dice`: what a study table throws for it.
 * @typedef {{cell: Cell, kind: string, text: string, title: string, label: string, note: string, action: Action, confirm?: boolean, dice?: number[]}} Deed
 */

/**
 * What a unit can do from where it is. Costs are the engine's numbers.
 * @typedef {{unit: UnitId, from: Cell | null, moves: {to: Cell, cost: number, left: number, stops: boolean}[],
 *   entries: {at: Cell, to: Cell, cost: number, left: number}[], deeds: Deed[], deedWords: string, refusal: Refusal | null}} Reach
 *   `deedWords`: what is said of its deeds after its moves
 */

/**
 * The cheapest entry to each cell; of equally cheap ones that which begins there.
 * @param {Reach | null} reach
 */
export function cheapestEntries(reach) {
  /** @type {Map<Cell, Reach['entries'][number]>} */
  const best = new Map();
  for (const entry of reach?.entries ?? []) {
    const known = best.get(entry.to);
    const better = !known || entry.cost < known.cost || (entry.cost === known.cost && entry.at === entry.to);
    if (better) best.set(entry.to, entry);
  }
  return [...best.values()];
}

/**
 * The cells to light: moves and entries with what is left, and what else can be done.
 * @param {Reach | null} reach
 * @param {readonly Cell[]} via cells the path goes through
 * @param {Pick<Manner, 'points' | 'figure'>} manner
 * @returns {Lit[]}
 */
export function litCells(reach, via, { points, figure }) {
  const deeds = reach?.deeds ?? [];
  const moves = (reach?.moves ?? []).filter(({ to }) => deeds.every(({ cell }) => cell !== to));
  return [
    ...moves.map(({ to, cost, left, stops }) => ({
      cell: to,
      kind: stops ? 'reach-stop' : 'reach',
      text: figure(left),
      title: `${points(cost)}, ${figure(left)} left${stops ? '; it stops here, in an enemy zone of control' : ''}`,
    })),
    ...cheapestEntries(reach).map(({ at, to, cost, left }) => ({
      cell: to,
      kind: at === to ? 'enter' : 'reach',
      text: figure(left),
      title: `Enters at ${at}: ${points(cost)}, ${figure(left)} left`,
    })),
    ...[...new Map(deeds.map((deed) => [deed.cell, deed])).values()].map(({ cell, kind, text, title }) => ({ cell, kind, text, title })),
    ...via.map((cell) => ({ cell, kind: 'chosen', title: 'The path goes through here' })),
  ];
}

/**
 * The reach in a sentence.
 * @param {Reach} reach
 * @param {Names} names
 */
export function reachWords(reach, names) {
  const cells = new Set([...reach.moves, ...reach.entries].map(({ to }) => to)).size;
  return `${names.unit(reach.unit)}: ${count(cells, 'hex', 'hexes')} in reach${reach.deedWords}.`;
}
