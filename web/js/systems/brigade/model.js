/**
 * The position on the table, arranged for looking things up: who is where, in which strength, who may do what. Pure; it
 * repeats what the view says and concludes nothing of its own.
 */

import { Placement } from '../../parts/position.js';
import { REDUCED } from './board.js';

/**
 * @import { UnitState } from '../../board/counters.js'
 * @import { UnitId } from '../../types.js'
 * @import { BrigadeGame, BrigadeSheet, BrigadeUnit } from './types.js'
 */

/**
 * The units of one view by name and by hex.
 * @extends {Placement<BrigadeUnit>}
 */
export class Position extends Placement {
  #side;
  #sheet;

  /** @param {BrigadeGame} game @param {Pick<BrigadeSheet, 'units'>} sheet */
  constructor(game, sheet) {
    super(game.units, {
      where: ({ place, hex }) => (place === 'map' ? hex : null),
      sideOf: (id) => sheet.units[id]?.side ?? null,
    });
    this.movable = new Set(game.movable);
    this.#side = game.side;
    this.#sheet = sheet;
  }

  /** The strength of a unit as it is now. @param {UnitId} id */
  strength(id) {
    return this.units.get(id)?.strength ?? 0;
  }

  /** Whether a unit is of the player whose turn it is and may do nothing in it. @param {UnitId} id */
  idle(id) {
    return this.#sheet.units[id]?.side === this.#side && this.units.get(id)?.active === false;
  }

  /** How a unit's counter lies. @param {UnitId} id @returns {string | undefined} */
  look(id) {
    return this.units.get(id)?.steps === 1 ? REDUCED : undefined;
  }

  /**
   * What the board is to show; in a hex the wanted unit lies on top, then those that can still move.
   * @param {UnitId | null} onTop
   * @param {{turned: ReadonlyMap<UnitId, string>, fades: (id: UnitId) => boolean}} manner counters that were turned
   *   over since, and those that do not count now
   * @returns {UnitState[]}
   */
  counters(onTop, { turned, fades }) {
    const rank = (/** @type {UnitId} */ id) => (id === onTop ? 0 : this.movable.has(id) ? 1 : this.#sheet.units[id]?.arm === 'artillery' ? 3 : 2);
    return [...this.cells].flatMap(([cell, ids]) =>
      [...ids]
        .sort((a, b) => rank(a) - rank(b))
        .map((id) => {
          const { marks } = /** @type {BrigadeUnit} */ (this.units.get(id));
          const look = turned.get(id) ?? this.look(id);
          return { id, cell, marks, ...(look ? { look } : {}), ...(fades(id) ? { faded: true } : {}) };
        }),
    );
  }
}
