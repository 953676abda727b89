/**
 * The position on the table, arranged for looking things up: who is where. Pure; it repeats what the view says and
 * concludes nothing of its own.
 */

/**
 * @import { UnitState } from '../board/counters.js'
 * @import { Cell, Side, UnitId } from '../types.js'
 */

/**
 * The units of one view by name and by cell.
 * @template {{id: UnitId}} U
 */
export class Placement {
  /** @type {Map<UnitId, U>} */
  units;
  /** Who is in each cell, in the order of the view. @type {Map<Cell, UnitId[]>} */
  cells = new Map();

  #where;
  #sideOf;

  /**
   * @param {readonly U[]} units
   * @param {{where: (unit: U) => Cell | null, sideOf: (id: UnitId) => Side | null}} read `where`: the cell of a unit; nothing if it is not on the map
   */
  constructor(units, { where, sideOf }) {
    this.units = new Map(units.map((unit) => [unit.id, unit]));
    this.#where = where;
    this.#sideOf = sideOf;
    for (const unit of units) {
      const cell = where(unit);
      if (cell === null) continue;
      const here = this.cells.get(cell);
      if (here) here.push(unit.id);
      else this.cells.set(cell, [unit.id]);
    }
  }

  /** Who is in a cell. @param {Cell} cell @returns {UnitId[]} */
  at(cell) {
    return this.cells.get(cell) ?? [];
  }

  /** @param {UnitId} id @returns {Cell | null} */
  cellOf(id) {
    const unit = this.units.get(id);
    return unit ? this.#where(unit) : null;
  }

  /** Whose units are in a cell. @param {Cell} cell @returns {Side | null} */
  sideAt(cell) {
    const [first] = this.at(cell);
    return first === undefined ? null : this.#sideOf(first);
  }
}

/**
 * Counters after some units went elsewhere, or with `null` off the map; who came last lies on top.
 * @template {UnitState} T
 * @param {readonly T[]} counters
 * @param {ReadonlyMap<UnitId, Cell | null>} changes in the order in which they happened
 * @returns {(T | UnitState)[]}
 */
export function shifted(counters, changes) {
  const known = new Map(counters.map((counter) => [counter.id, counter]));
  const came = [...changes]
    .reverse()
    .flatMap(([id, cell]) => (cell === null ? [] : [{ ...(known.get(id) ?? { id, marks: [] }), cell }]));
  return [...came, ...counters.filter(({ id }) => !changes.has(id))];
}

/**
 * The next of a list after the present one, around the end; the first if the present one is not in it.
 * @template T
 * @param {readonly T[]} items
 * @param {T | null} present
 * @param {1 | -1} step
 * @returns {T | null}
 */
export function next(items, present, step) {
  if (items.length === 0) return null;
  const index = present === null ? -1 : items.indexOf(present);
  if (index < 0) return items[step > 0 ? 0 : items.length - 1];
  return items[(index + step + items.length) % items.length];
}
