/**
 * What is to be seen when a table is opened: where the two armies are close to each other, and those whose decision it
 * is. Plain arithmetic on who stands where; the board knows no more of a game than that.
 */

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{point: Point, weight: number}} Seen something that is worth seeing, and how much */
/** @typedef {{places: Seen[], must: Point[]}} Front `must`: points that are seen before all others */
/** @typedef {{unit: string, cell: string, side: string}} Standing where a counter lies, and whose it is */

/** At so many cells from the enemy a counter is worth half as much as beside him. */
const NEAR = 4;

/** What a counter beside its enemy is worth, whose decision it is not: those who can be given orders come first. */
const OTHERS = 0.5;

/**
 * What of the counters is worth seeing. Those of the side that decides count in full, of them those who can be given
 * orders if it is known who can; the others by how near they are to an enemy; if nobody decides, all do.
 * @param {Standing[]} counters
 * @param {string | null} side who decides
 * @param {Record<string, {x: number, y: number, neighbours: Partial<Record<string, string>>}>} cells
 * @param {readonly string[]} [able] who can be given orders; empty if nobody can, or it is not known
 * @returns {Seen[]}
 */
export function frontOf(counters, side, cells, able = []) {
  const orders = new Set(able);
  const decides = (/** @type {Standing} */ counter) => counter.side === side && (orders.size === 0 || orders.has(counter.unit));
  const sides = [...new Set(counters.map((counter) => counter.side))];
  const fromEnemies = new Map(sides.map((one) => [one, distances(counters.filter((counter) => counter.side !== one), cells)]));
  return counters.map((counter) => {
    const { x, y } = cells[counter.cell];
    const far = fromEnemies.get(counter.side)?.get(counter.cell) ?? Infinity;
    return { point: { x, y }, weight: decides(counter) ? 1 : OTHERS / (1 + (far / NEAR) ** 2) };
  });
}

/**
 * How many cells every cell is from the nearest of these counters.
 * @param {Standing[]} counters
 * @param {Record<string, {neighbours: Partial<Record<string, string>>}>} cells
 */
function distances(counters, cells) {
  const found = new Map(counters.map(({ cell }) => [cell, 0]));
  // A map goes on with what is added while it is walked through.
  for (const [cell, far] of found) {
    for (const next of Object.values(cells[cell].neighbours)) {
      if (next !== undefined && !found.has(next)) found.set(next, far + 1);
    }
  }
  return found;
}
