/**
 * The position on the table, arranged for looking things up: who is where, who may do what.
 * Pure; it repeats what the view says and concludes nothing of its own.
 */

import { Placement } from '../../parts/position.js';
import { INEFFECTIVE } from './board.js';

/**
 * @import { UnitId } from '../../types.js'
 * @import { BlueGrayGame, BlueGraySheet, BlueGrayUnit, Hex, Pending } from './types.js'
 */

/**
 * The units of one view by name and by hex.
 * @extends {Placement<BlueGrayUnit>}
 */
export class Position extends Placement {
  /**
   * @param {BlueGrayGame} game
   * @param {Pick<BlueGraySheet, 'units'>} sheet
   */
  constructor(game, sheet) {
    super(game.units, {
      where: ({ place, hex }) => (place === 'map' ? hex : null),
      sideOf: (id) => sheet.units[id]?.side ?? null,
    });
    this.movable = new Set(game.movable);
  }

  /** The units in a hex that can move now. @param {Hex} hex */
  movableAt(hex) {
    return this.at(hex).filter((id) => this.movable.has(id));
  }

  /**
   * What the board is to show; in a hex the wanted unit lies on top, then those that can still move.
   * @param {UnitId | null} [onTop]
   * @returns {import('../../board/counters.js').UnitState[]}
   */
  counters(onTop = null) {
    const rank = (/** @type {UnitId} */ id) => (id === onTop ? 0 : this.movable.has(id) ? 1 : 2);
    return [...this.cells].flatMap(([cell, ids]) =>
      [...ids]
        .sort((a, b) => rank(a) - rank(b))
        .map((id) => {
          const { marks } = /** @type {BlueGrayUnit} */ (this.units.get(id));
          return { id, cell, marks, ...(marks.includes(INEFFECTIVE) ? { look: INEFFECTIVE } : {}) };
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
