/**
 * The assault phase: units against the enemies next to them, in one hex or several, with guns in support. What must
 * still be assaulted is marked.
 */

import { Planning, toggled } from '../../parts/planning.js';
import { strengths } from './bombardment.js';

/**
 * @import { Refusal, UnitId } from '../../types.js'
 * @import { Pointing } from '../../parts/marching.js'
 * @import { Hex, OddsAnswer, TargetAnswer } from './types.js'
 * @import { Scene } from './scene.js'
 */

/** @typedef {{targets: Hex[], attackers: UnitId[]}} Plan */

/** @extends {Planning<Plan, OddsAnswer>} */
export class Assault extends Planning {
  /** Who could join the planned assault, and why others cannot. @type {TargetAnswer | null} */
  answer = null;

  /** @param {Scene} scene @param {() => void} changed */
  constructor(scene, changed) {
    super(scene, changed, { targets: [], attackers: [] });
  }

  /** @override @returns {Hex[]} */
  get targets() {
    return this.scene.game.assault?.targets ?? [];
  }

  /** @override @returns {Hex[]} */
  get owed() {
    return this.scene.game.assault?.must_be_assaulted ?? [];
  }

  /** @override @returns {Hex[]} */
  get owing() {
    const { game } = this.scene;
    const units = /** @type {import('./types.js').BrigadeUnit[]} */ (game.assault ? game.units : []);
    return [...new Set(units.flatMap(({ hex, marks }) => (hex !== null && marks.includes('must assault') ? [hex] : [])))];
  }

  /** @override @returns {[string, string]} */
  get mustWords() {
    return ['These must still be assaulted in this phase.', 'This infantry has enemies in its zone of control: they must be assaulted, by it or by others.'];
  }

  /** @override */
  get mayWords() {
    return 'These can be assaulted, but need not be.';
  }

  /** @override */
  get deed() {
    return 'Assault on';
  }

  /** @override */
  reset() {
    this.answer = null;
  }

  /** @override @param {readonly Hex[]} targets @returns {Promise<{plan: Plan, widened?: Refusal | null} | {refusal: Refusal} | null>} */
  async propose(targets) {
    const answer = await this.#ask(targets);
    if (!answer) return null;
    const { proposed, instead, refusal } = answer;
    if (proposed) {
      this.answer = answer;
      const advised = await this.advised(targets);
      return { plan: advised ? this.planOf(advised) : { targets: [...targets].sort(), attackers: proposed } };
    }
    const wider = instead ? await this.#ask(instead) : null;
    if (wider?.proposed && instead) {
      this.answer = wider;
      return { plan: { targets: instead, attackers: wider.proposed }, widened: refusal };
    }
    const nobody = refusal ?? answer.units.find((unit) => unit.refusal)?.refusal;
    return nobody ? { refusal: nobody } : null;
  }

  /** @param {readonly Hex[]} hexes @returns {Promise<TargetAnswer | null>} */
  #ask(hexes) {
    return this.scene.ask({ target: { hexes: [...hexes] } }).catch(() => null);
  }

  /** @override */
  get plansAhead() {
    return true;
  }

  /** @override @param {import('../../parts/planning.js').Planned} one @returns {Plan} */
  planOf({ action }) {
    return { targets: [...action.assault.defenders], attackers: [...action.assault.attackers] };
  }

  /** @override @param {Plan} plan */
  action({ targets, attackers }) {
    return { assault: { defenders: [...targets].sort(), attackers: [...attackers].sort() } };
  }

  /** @override @param {any} odds */
  oddsWords(odds) {
    return strengths(odds);
  }

  /** @param {UnitId} unit */
  toggle(unit) {
    this.change({ ...this.plan, attackers: toggled(this.plan.attackers, unit) });
  }

  /** Whether a unit is next to the defenders; if not, it supports from afar. @param {Hex} from @param {readonly Hex[]} targets */
  #struck(from, targets) {
    return targets.filter((hex) => this.beside(from).includes(hex));
  }

  /** @override @param {Plan} plan */
  drawn({ targets, attackers }) {
    const cells = [...new Set(attackers.flatMap((unit) => this.scene.position?.cellOf(unit) ?? []))];
    const arrows = cells.flatMap((from) => {
      const near = this.#struck(from, targets);
      return near.length > 0 ? near.map((to) => ({ from, to, kind: 'attack' })) : [{ from, to: targets[0], kind: 'bombard' }];
    });
    return { cells, arrows };
  }

  /** @override @param {Hex} hex */
  targetsOf(hex) {
    const able = /** @type {UnitId[]} */ (this.scene.game.assault?.may_assault ?? []);
    const here = /** @type {UnitId[]} */ (this.scene.position?.at(hex) ?? []);
    return here.some((id) => able.includes(id)) ? this.#struck(hex, this.targets) : [];
  }

  /** @override @param {Pointing} detail */
  toggleAt({ cell, unit = null }) {
    const { scene } = this;
    const here = this.answer?.units.filter((one) => one.hex === cell) ?? [];
    const meant = here.find((one) => one.unit === unit) ?? here.find(({ can }) => can) ?? here[0];
    if (!meant) return false;
    if (meant.can) this.toggle(meant.unit);
    else if (meant.refusal) scene.refuse(cell, meant.refusal, `${scene.names.unit(meant.unit)} cannot join.`);
    return true;
  }
}
