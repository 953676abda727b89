/**
 * The bombardment phase: guns in one hex or several fire together at one hex; every gun says why it can or cannot.
 */

import { Planning, toggled } from '../../parts/planning.js';
import { halves, odds as oddsWords } from './names.js';

/**
 * @import { Refusal, UnitId } from '../../types.js'
 * @import { Pointing } from '../../parts/marching.js'
 * @import { FireAnswer, Hex, OddsAnswer, OddsTable } from './types.js'
 * @import { Scene } from './scene.js'
 */

/** @typedef {{targets: Hex[], guns: UnitId[]}} Fire */

/** @extends {Planning<Fire, OddsAnswer>} */
export class Bombardment extends Planning {
  /** What each gun could do against the target. @type {FireAnswer | null} */
  answer = null;

  /** @param {Scene} scene @param {() => void} changed */
  constructor(scene, changed) {
    super(scene, changed, { targets: [], guns: [] });
  }

  /** The hexes that can be bombarded, with the guns that reach each. @returns {{hex: Hex, guns: UnitId[]}[]} */
  get #offers() {
    return this.scene.game.bombardment?.targets ?? [];
  }

  /** @override @returns {Hex[]} */
  get targets() {
    return this.#offers.map(({ hex }) => hex);
  }

  /** The guns that have not fired yet. @returns {UnitId[]} */
  get ready() {
    return this.scene.game.bombardment?.ready ?? [];
  }

  /** @override */
  get mayWords() {
    return 'These can be bombarded.';
  }

  /** One hex at a time is bombarded. @override */
  get joins() {
    return false;
  }

  /** @override */
  get deed() {
    return 'Bombardment of';
  }

  /** @override */
  reset() {
    this.answer = null;
  }

  /** @override @param {readonly Hex[]} targets @returns {Promise<{plan: Fire} | {refusal: Refusal} | null>} */
  async propose(targets) {
    const [hex] = targets;
    /** @type {FireAnswer | null} */
    const answer = await this.scene.ask({ fire: { hex } }).catch(() => null);
    if (!answer) return null;
    const guns = answer.guns.filter(({ can }) => can).map(({ unit }) => unit);
    if (guns.length === 0) {
      const nearest = [...answer.guns].sort((a, b) => a.distance - b.distance).find(({ unit }) => this.ready.includes(unit));
      const refusal = answer.refusal ?? nearest?.refusal ?? answer.guns[0]?.refusal;
      return refusal ? { refusal } : null;
    }
    this.answer = answer;
    return { plan: { targets: [hex], guns } };
  }

  /** @override @param {Fire} plan */
  action({ targets, guns }) {
    return { bombard: { target: targets[0], guns: [...guns].sort() } };
  }

  /** @override @param {any} odds */
  oddsWords(odds) {
    return strengths(odds);
  }

  /** @param {UnitId} gun */
  toggle(gun) {
    this.change({ ...this.plan, guns: toggled(this.plan.guns, gun) });
  }

  /** @override @param {Fire} plan */
  drawn({ targets, guns }) {
    const cells = [...new Set(guns.flatMap((gun) => this.scene.position?.cellOf(gun) ?? []))];
    return { cells, arrows: targets.length === 0 ? [] : cells.map((from) => ({ from, to: targets[0], kind: 'bombard' })) };
  }

  /** @override @param {Hex} hex */
  targetsOf(hex) {
    const here = /** @type {UnitId[]} */ (this.scene.position?.at(hex) ?? []);
    return this.#offers.filter(({ guns }) => guns.some((gun) => here.includes(gun))).map((target) => target.hex);
  }

  /** @override @param {Pointing} detail */
  toggleAt({ cell, unit = null }) {
    const { scene } = this;
    const here = this.answer?.guns.filter((gun) => gun.hex === cell) ?? [];
    const gun = here.find((one) => one.unit === unit) ?? here[0];
    if (!gun) return false;
    if (gun.can) this.toggle(gun.unit);
    else if (gun.refusal) scene.refuse(cell, gun.refusal, `${scene.names.unit(gun.unit)} cannot bombard ${scene.names.place(this.plan.targets[0])}.`);
    return true;
  }
}

/** Strengths and column in words. @param {OddsTable} odds */
export function strengths({ attack_doubled: attack, defence_doubled: defence, column }) {
  return `${halves(attack)} against ${halves(defence)}, ${oddsWords(column)}`;
}
