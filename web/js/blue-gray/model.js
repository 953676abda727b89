/**
 * The position on the table, arranged for looking things up: who is where, who may do what.
 * Pure; it repeats what the view says and concludes nothing of its own.
 */

/**
 * @import { BlueGrayGame, BlueGrayUnit, Hex, Pending, Sheet, Side, UnitId } from '../types.js'
 */

/** @typedef {{id: UnitId, hex: Hex, marks: string[], ineffective: boolean}} Counter what the board shows of a unit */

/** The units of one view by name and by hex. */
export class Position {
  /**
   * @param {BlueGrayGame} game
   * @param {Pick<Sheet, 'units'>} sheet
   */
  constructor(game, sheet) {
    this.game = game;
    this.sheet = sheet;
    /** @type {Map<UnitId, BlueGrayUnit>} */
    this.units = new Map(game.units.map((unit) => [unit.id, unit]));
    /** @type {Map<Hex, UnitId[]>} */
    this.hexes = new Map();
    this.movable = new Set(game.movable);
    for (const unit of game.units) {
      if (unit.place !== 'map' || unit.hex === null) continue;
      const here = this.hexes.get(unit.hex);
      if (here) here.push(unit.id);
      else this.hexes.set(unit.hex, [unit.id]);
    }
  }

  /** Who is in a hex. @param {Hex} hex @returns {UnitId[]} */
  at(hex) {
    return this.hexes.get(hex) ?? [];
  }

  /** @param {UnitId} id @returns {Hex | null} */
  hexOf(id) {
    return this.units.get(id)?.hex ?? null;
  }

  /** Whose units are in a hex. @param {Hex} hex @returns {Side | null} */
  sideAt(hex) {
    const [first] = this.at(hex);
    return first === undefined ? null : (this.sheet.units[first]?.side ?? null);
  }

  /** The units in a hex that can move now. @param {Hex} hex */
  movableAt(hex) {
    return this.at(hex).filter((id) => this.movable.has(id));
  }

  /**
   * What the board is to show; in a hex the wanted unit lies on top, then those that can still move.
   * @param {UnitId | null} [onTop]
   */
  counters(onTop = null) {
    const rank = (/** @type {UnitId} */ id) => (id === onTop ? 0 : this.movable.has(id) ? 1 : 2);
    return [...this.hexes].flatMap(([hex, ids]) =>
      [...ids]
        .sort((a, b) => rank(a) - rank(b))
        .map((id) => {
          const { marks } = /** @type {BlueGrayUnit} */ (this.units.get(id));
          return { id, hex, marks, ineffective: marks.includes('ineffective') };
        }),
    );
  }
}

/** The mark that says what a unit still has to do. */
const DUTY = 'must attack';

/**
 * A game in which nobody may do anything any more: whatever was still due when it ended is left out.
 * @param {BlueGrayGame} game
 * @returns {BlueGrayGame}
 */
export function settled(game) {
  return {
    ...game,
    units: game.units.map((unit) => ({ ...unit, marks: unit.marks.filter((mark) => mark !== DUTY) })),
    movable: [],
    quota: null,
    arrivals: game.arrivals.map((group) => ({ ...group, due: false })),
    combat: null,
    pending: null,
    end_phase: { can: false, rule: null, reason: null, unfinished: [] },
  };
}

/**
 * Counters after some units went elsewhere, or with `null` off the map; who came last lies on top.
 * @param {readonly Counter[]} counters
 * @param {ReadonlyMap<UnitId, Hex | null>} changes in the order in which they happened
 * @returns {Counter[]}
 */
export function shifted(counters, changes) {
  const known = new Map(counters.map((counter) => [counter.id, counter]));
  const came = [...changes]
    .reverse()
    .flatMap(([id, hex]) => (hex === null ? [] : [{ ...(known.get(id) ?? { id, marks: [], ineffective: false }), hex }]));
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

/**
 * What a pending choice lets each unit do: the hexes it may go to, and who must make room there.
 * @param {Pending} pending
 * @returns {Map<UnitId, {to: Hex, displace: UnitId | null, action: Record<string, any>}[]>}
 */
export function ways(pending) {
  /** @type {Map<UnitId, {to: Hex, displace: UnitId | null, action: Record<string, any>}[]>} */
  const found = new Map();
  for (const action of pending.choices) {
    const step = action.retreat ?? action.advance;
    if (!step) continue;
    const way = { to: step.to, displace: step.displace ?? null, action };
    const known = found.get(step.unit);
    if (known) known.push(way);
    else found.set(step.unit, [way]);
  }
  return found;
}

/**
 * Whether these units, in any order, are one of the ways to pay for an exchange; and the action if so.
 * @param {Pending} pending
 * @param {readonly UnitId[]} units
 * @returns {Record<string, any> | null}
 */
export function payment(pending, units) {
  const key = [...units].sort().join(' ');
  return pending.choices.find((action) => action.losses && [...action.losses.units].sort().join(' ') === key) ?? null;
}

/**
 * Everybody who could pay for an exchange, in the order of the choices.
 * @param {Pending} pending
 * @returns {UnitId[]}
 */
export function payers(pending) {
  return [...new Set(pending.choices.flatMap((action) => action.losses?.units ?? []))];
}

/**
 * The cheapest payment: least strength lost, then fewest units.
 * @param {Pending} pending
 * @param {(id: UnitId) => number} strength
 * @returns {UnitId[]}
 */
export function cheapestPayment(pending, strength) {
  const sum = (/** @type {UnitId[]} */ ids) => ids.reduce((total, id) => total + strength(id), 0);
  const sets = pending.choices.flatMap((action) => (action.losses ? [/** @type {UnitId[]} */ (action.losses.units)] : []));
  sets.sort((a, b) => sum(a) - sum(b) || a.length - b.length);
  return sets[0] ?? [];
}
