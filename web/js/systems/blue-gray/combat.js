/**
 * The combat phase of Blue & Gray: whole hexes attack, guns bombard from afar, and a lower column may be announced.
 */

import { Planning } from '../../parts/planning.js';
import { NO_PLAN, proposed, stepColumn, toAttack, toggleAttacker, toggleGun, withColumn } from './planner.js';

/**
 * @import { Refusal, UnitId } from '../../types.js'
 * @import { Hex, OddsAnswer, TargetAnswer } from './types.js'
 * @import { Scene } from './scene.js'
 * @import { Plan } from './planner.js'
 * @import { Pointing } from '../../parts/marching.js'
 */

/** @extends {Planning<Plan, OddsAnswer>} */
export class Combat extends Planning {
  /** Who may join the planned attack. @type {TargetAnswer | null} */
  answer = null;

  /** @param {Scene} scene @param {() => void} changed draws the panel anew */
  constructor(scene, changed) {
    super(scene, changed, NO_PLAN);
  }

  /** Duties, and the targets that somebody can reach. @returns {import('./types.js').CombatView} */
  get duties() {
    const { combat } = /** @type {import('./types.js').BlueGrayGame} */ (this.scene.game);
    if (!combat) return { targets: [], must_attack: [], must_be_attacked: [], batteries: [] };
    const reached = new Set(combat.batteries.flatMap(({ reaches }) => reaches));
    const near = new Set(combat.must_attack.flatMap((hex) => this.beside(hex)));
    const targets = combat.targets.filter(
      (hex) => near.has(hex) || reached.has(hex) || combat.must_be_attacked.includes(hex),
    );
    return { ...combat, targets };
  }

  /** @override */
  get targets() {
    return this.duties.targets;
  }

  /** @override */
  get owed() {
    return this.duties.must_be_attacked;
  }

  /** @override */
  get owing() {
    return this.duties.must_attack;
  }

  /** @override */
  get mayWords() {
    return 'These may be bombarded.';
  }

  /** @override */
  reset() {
    this.answer = null;
  }

  /** @override @param {readonly Hex[]} targets @returns {Promise<{plan: Plan, widened?: Refusal | null} | {refusal: Refusal} | null>} */
  async propose(targets) {
    /** @type {TargetAnswer | null} */
    let answer = await this.scene.ask({ target: { hexes: [...targets] } }).catch(() => null);
    if (!answer) return null;
    let hexes = targets;
    const { refusal } = answer;
    if (refusal) {
      const wider = await this.#wider(targets);
      if (!wider) return { refusal };
      ({ answer, hexes } = wider);
    }
    const plan = await this.#proposal(hexes, answer);
    this.answer = answer;
    return { plan, widened: refusal };
  }

  /**
   * If some targets cannot be attacked alone because their attackers owe others an attack too: the
   * targets together with such a neighbour.
   * @param {readonly Hex[]} targets
   * @returns {Promise<{hexes: Hex[], answer: TargetAnswer} | null>}
   */
  async #wider(targets) {
    const { must_attack, must_be_attacked } = this.duties;
    const attackers = must_attack.filter((hex) => targets.some((target) => this.beside(hex).includes(target)));
    const also = must_be_attacked.filter(
      (hex) => !targets.includes(hex) && attackers.some((own) => this.beside(own).includes(hex)),
    );
    const tries = [...also.map((hex) => [hex]), ...(also.length > 1 ? [also] : [])];
    for (const more of tries) {
      const hexes = [...targets, ...more];
      const answer = await this.scene.ask({ target: { hexes } }).catch(() => null);
      if (answer && !answer.refusal) return { hexes, answer };
    }
    return null;
  }

  /**
   * What the engine advises with regard to the other duties; else the strongest attack, without its guns if they may join only another one.
   * @param {readonly Hex[]} targets
   * @param {TargetAnswer} answer
   */
  async #proposal(targets, answer) {
    const advised = await this.advised(targets);
    if (advised) return this.planOf(advised);
    const whole = proposed(targets, answer);
    if (whole.guns.length === 0 || whole.attackers.length === 0) return whole;
    const odds = await this.scene.ask(this.question(whole)).catch(() => null);
    return odds && !odds.legal ? { ...whole, guns: [] } : whole;
  }

  /** @override */
  get plansAhead() {
    return true;
  }

  /** @override @param {import('../../parts/planning.js').Planned} one @returns {Plan} */
  planOf({ action }) {
    const { defenders, attackers, bombard = [] } = action.attack;
    return { targets: [...defenders], attackers: [...attackers], guns: [...bombard], column: null };
  }

  /** @override @param {Plan} plan */
  action(plan) {
    return { attack: toAttack(plan) };
  }

  /** @override @param {Plan} plan */
  question(plan) {
    return { odds: this.action(plan) };
  }

  /** @override @param {any} odds */
  oddsWords({ attack, defence, column }) {
    return `${attack} against ${defence}, column ${column}`;
  }

  /** @param {Hex} hex */
  toggleAttacker(hex) {
    this.change(toggleAttacker(this.plan, hex));
  }

  /** @param {UnitId} gun */
  toggleGun(gun) {
    this.change(toggleGun(this.plan, gun));
  }

  /** @param {1 | -1} step */
  stepColumn(step) {
    if (this.odds?.legal) this.change(stepColumn(this.plan, this.odds, step));
  }

  /** @param {string} column */
  setColumn(column) {
    if (this.odds?.legal) this.change(withColumn(this.plan, this.odds.columns, column), false);
  }

  /** @override @param {Plan} plan */
  drawn({ targets, attackers, guns }) {
    const gunHexes = [...new Set(guns.flatMap((unit) => this.scene.position?.cellOf(unit) ?? []))];
    const struck = (/** @type {Hex} */ from) => targets.filter((hex) => this.beside(from).includes(hex));
    return {
      cells: [...attackers, ...gunHexes],
      arrows: [
        ...attackers.flatMap((from) => struck(from).map((to) => ({ from, to, kind: 'attack' }))),
        ...gunHexes.map((from) => ({ from, to: targets[0], kind: 'bombard' })),
      ],
    };
  }

  /** @override @param {Hex} hex */
  targetsOf(hex) {
    const beside = this.beside(hex);
    const reached = this.duties.batteries.filter((battery) => battery.hex === hex).flatMap(({ reaches }) => reaches);
    return this.duties.targets.filter((target) => beside.includes(target) || reached.includes(target));
  }

  /** @override @param {Pointing} detail */
  toggleAt({ cell: hex, unit = null }) {
    const { scene, answer } = this;
    const attacker = answer?.attackers.find((candidate) => candidate.hex === hex);
    const gun = answer?.guns.find((candidate) => (unit ? candidate.unit === unit : candidate.hex === hex));
    if (gun && (!attacker || unit === gun.unit)) {
      if (gun.refusal && !gun.legal) scene.refuse(hex, gun.refusal, `${scene.names.unit(gun.unit)} cannot bombard.`);
      else this.toggleGun(gun.unit);
      return true;
    }
    if (attacker) this.toggleAttacker(hex);
    return Boolean(attacker);
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    if (event.key === '[' || event.key === ']') this.stepColumn(event.key === '[' ? -1 : 1);
    else return super.key(event);
    return true;
  }
}
