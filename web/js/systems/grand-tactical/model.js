/**
 * The position on the table, arranged for looking things up: who is where, how strong, with which leaders, and what each
 * counter shows. Pure; it repeats what the view says and concludes nothing of its own.
 */

import { Placement } from '../../parts/position.js';
import { DIRECTIONS } from './board.js';

/**
 * @import { UnitState } from '../../board/counters.js'
 * @import { UnitId } from '../../types.js'
 * @import { GrandGame, GrandSheet, GrandUnit, Leader } from './types.js'
 */

/** From so much fatigue on a gauge is shown, and more of it. */
const TIRED = [25, 50, 75];

/** The formations that have a mark of the engraver's. @type {Record<string, string>} */
const MODES = { column: 'lr-column', mounted: 'lr-mounted', limbered: 'lr-limbered' };

/** How full the gauge of fatigue is: 0 to 3. @param {number} fatigue */
export function tiredness(fatigue) {
  return TIRED.filter((from) => fatigue >= from).length;
}

/**
 * The units of one view by name and by square.
 * @extends {Placement<GrandUnit>}
 */
export class Position extends Placement {
  #sheet;
  /** The leaders of divisions and corps by the unit they are with. @type {Map<UnitId, Leader[]>} */
  #with = new Map();
  /** The leaders of brigades by the name of the brigade and the side. @type {Map<string, Leader>} */
  #brigadiers = new Map();

  /** @param {GrandGame} game @param {Pick<GrandSheet, 'units'>} sheet */
  constructor(game, sheet) {
    super(game.units, {
      where: ({ place, cell }) => (place === 'map' ? (cell ?? null) : null),
      sideOf: (id) => sheet.units[id]?.side ?? null,
    });
    this.movable = new Set(game.movable);
    this.side = game.side;
    this.#sheet = sheet;
    for (const leader of game.leaders) {
      if (leader.state) continue;
      if (leader.with) this.#with.set(leader.with, [...(this.#with.get(leader.with) ?? []), leader]);
      else if (leader.rank === 'brigade') this.#brigadiers.set(`${leader.side} ${leader.commands}`, leader);
    }
  }

  /** Men, or guns of artillery. @param {UnitId} id */
  strength(id) {
    const unit = this.units.get(id);
    return unit?.men ?? unit?.guns ?? 0;
  }

  /** The leaders with a unit, the highest first; of its brigade the one who leads both halves. @param {UnitId} id @returns {Leader[]} */
  leadersWith(id) {
    const facts = this.#sheet.units[id];
    const brigadier = facts?.brigade ? this.#brigadiers.get(`${facts.side} ${facts.brigade}`) : undefined;
    const attached = [...(this.#with.get(id) ?? [])].sort((a, b) => rankOf(b) - rankOf(a));
    return brigadier ? [...attached, brigadier] : attached;
  }

  /** Whether a unit is of the player whose phase it is and may not move in this turn. @param {UnitId} id */
  idle(id) {
    return this.#sheet.units[id]?.side === this.side && this.units.get(id)?.active === false;
  }

  /** How a unit's counter lies. @param {UnitId} id @returns {string | undefined} */
  look(id) {
    const unit = this.units.get(id);
    return unit?.routed ? 'routed' : unit?.disrupted ? 'disrupted' : undefined;
  }

  /** The marks of a counter: plots are told of one's own units only, and the view leaves out what is not seen. @param {GrandUnit} unit */
  marks(unit) {
    const attached = this.#with.get(unit.id) ?? [];
    const all = /** @type {[string, boolean][]} */ ([
      ['corps leader', attached.some(({ rank }) => rank === 'corps')],
      ['division leader', attached.length > 0 && attached.every(({ rank }) => rank !== 'corps')],
      ['melee', unit.melee === true],
      ['fire', Boolean(unit.fire) && !unit.melee],
      ['advance', unit.advance === true && !unit.melee],
      ['no ammunition', unit.ammo === false],
      ['out of command', unit.in_command === false],
      ['moved', (unit.moved ?? 0) > 0 && this.#sheet.units[unit.id]?.side === this.side],
    ]);
    return all.filter(([, is]) => is).map(([mark]) => mark);
  }

  /** What a counter shows beside its face. @param {GrandUnit} unit @param {boolean} icons @returns {Omit<UnitState, 'id' | 'cell'>} */
  dress(unit, icons) {
    const facts = this.#sheet.units[unit.id];
    const tired = tiredness(unit.fatigue ?? 0);
    const look = this.look(unit.id);
    return {
      marks: this.marks(unit),
      facing: unit.facing ? DIRECTIONS[unit.facing - 1] : null,
      texts: [{ at: 'strength', text: this.strength(unit.id) }],
      uses: [...(icons && facts ? [`gt-icon-${facts.arm}`] : []), ...(unit.mode && MODES[unit.mode] ? [MODES[unit.mode]] : []), ...(tired > 0 ? [`gt-tired-${tired}`] : [])],
      ...(unit.fort ? { works: unit.fort } : {}),
      ...(look ? { look } : {}),
    };
  }

  /**
   * What the board is to show; in a square the wanted unit lies on top, then those that can still move.
   * @param {UnitId | null} onTop
   * @param {{icons?: boolean, fades?: (id: UnitId) => boolean}} [manner]
   * @returns {UnitState[]}
   */
  counters(onTop, { icons = false, fades = () => false } = {}) {
    const rank = (/** @type {UnitId} */ id) => (id === onTop ? 0 : this.movable.has(id) ? 1 : this.#sheet.units[id]?.arm === 'artillery' ? 3 : 2);
    return [...this.cells].flatMap(([cell, ids]) =>
      [...ids].sort((a, b) => rank(a) - rank(b)).map((id) => ({
        id, cell, ...this.dress(/** @type {GrandUnit} */ (this.units.get(id)), icons), ...(fades(id) ? { faded: true } : {}),
      })));
  }
}

/** @param {Leader} leader */
function rankOf({ rank }) {
  return ['brigade', 'deputy', 'division', 'corps'].indexOf(rank ?? '');
}
