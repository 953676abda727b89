/**
 * The small signs of a counter and their places: each has the place it prefers, or the next free
 * one, as on the counters of the printed sheets.
 */

/** @typedef {{mark: string, x: number, y: number}} PlacedSign */

/** Places on a counter of 100 by 100, the ones that cover least first. @type {[number, number][]} */
const PLACES = [[36, -4], [-36, -4], [45, -44], [-45, -44], [-42, 42], [42, 42]];

/**
 * Where the signs of these marks go. Marks that have no drawing are left out.
 * @param {string[]} marks
 * @param {(mark: string) => boolean} drawn whether there is a drawing of a mark
 * @param {readonly [mark: string, place: number][]} preferred which place each mark prefers, in the order in which they choose
 * @returns {PlacedSign[]}
 */
export function placedSigns(marks, drawn, preferred) {
  const free = PLACES.map((_, index) => index);
  const known = preferred.filter(([mark]) => marks.includes(mark));
  const others = marks.filter((mark) => preferred.every(([known]) => known !== mark)).sort();
  const all = [...known, ...others.map((mark) => /** @type {[string, number]} */ ([mark, 0]))];
  const placed = [];
  for (const [mark, prefers] of all.filter(([mark]) => drawn(mark))) {
    const place = free.includes(prefers) ? prefers : free[0];
    if (place === undefined) break;
    free.splice(free.indexOf(place), 1);
    placed.push({ mark, x: PLACES[place][0], y: PLACES[place][1] });
  }
  return placed;
}
