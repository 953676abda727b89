/**
 * The combat phase: what must still be fought is marked, a target is picked, the plan is made on
 * the map or in the panel, and the die is thrown. The panel draws it; this holds what is planned.
 */

import { count } from '../../words.js';
import { next } from '../../parts/position.js';
import {
  NO_PLAN,
  proposed,
  stepColumn,
  toAttack,
  toggleAttacker,
  toggleGun,
  toggledTargets,
  withColumn,
} from './planner.js';

/**
 * @import { UnitId } from '../../types.js'
 * @import { Hex, OddsAnswer, TargetAnswer } from './types.js'
 * @import { Scene } from './scene.js'
 * @import { Plan } from './planner.js'
 * @import { Pointed } from './movement.js'
 */

export class Combat {
  /**
   * @param {Scene} scene
   * @param {() => void} changed draws the panel anew
   */
  constructor(scene, changed) {
    this.scene = scene;
    this.changed = changed;
    /** @type {Plan} */
    this.plan = NO_PLAN;
    /** @type {TargetAnswer | null} */
    this.answer = null;
    /** @type {OddsAnswer | null} */
    this.odds = null;
    /** The face a study table is told to throw; null leaves it to chance. @type {number | null} */
    this.face = null;
    /** A hex of one's own whose possible targets are shown. @type {Hex | null} */
    this.from = null;
    this.throwing = false;
    /** Why the target was not planned alone. @type {import('../../types.js').Refusal | null} */
    this.widened = null;
  }

  /** Duties, and the targets that somebody can reach. @returns {import('./types.js').CombatView} */
  get duties() {
    const { combat } = this.scene.game;
    if (!combat) return { targets: [], must_attack: [], must_be_attacked: [], batteries: [] };
    const reached = new Set(combat.batteries.flatMap(({ reaches }) => reaches));
    const near = new Set(combat.must_attack.flatMap((hex) => this.#beside(hex)));
    const targets = combat.targets.filter(
      (hex) => near.has(hex) || reached.has(hex) || combat.must_be_attacked.includes(hex),
    );
    return { ...combat, targets };
  }

  /** @param {Hex} hex */
  #beside(hex) {
    return Object.values(this.scene.sheet.hexes[hex]?.neighbours ?? {});
  }

  /** The view has changed: a plan that still has its targets is kept. */
  update() {
    const { targets } = this.plan;
    this.throwing = false;
    const kept = targets.length > 0 && targets.every((hex) => this.duties.targets.includes(hex));
    this.from = null;
    if (kept) void this.target(targets);
    else this.#forget();
    const { must_be_attacked: owed, must_attack: owing } = this.duties;
    this.scene.context.badgePanel(
      'combat',
      owed.length + owing.length > 0 ? String(Math.max(owed.length, owing.length)) : null,
    );
  }

  /** Another kind of decision is due. */
  leave() {
    this.throwing = false;
    this.plan = NO_PLAN;
    this.answer = null;
    this.odds = null;
    this.from = null;
    this.scene.context.badgePanel('combat', null);
    for (const layer of ['duties', 'plan']) this.scene.board.setLayer(layer, []);
    this.scene.board.setArrows('plan', []);
  }

  #forget() {
    this.widened = null;
    this.plan = NO_PLAN;
    this.answer = null;
    this.odds = null;
    this.face = null;
    this.#light();
    this.changed();
  }

  /** Lets go of the plan; says whether there was one. */
  cancel() {
    const any = this.plan.targets.length > 0 || this.from !== null;
    this.from = null;
    this.#forget();
    return any;
  }

  /** Plans an attack on these hexes. @param {readonly Hex[]} targets */
  async target(targets) {
    if (targets.length === 0) return this.#forget();
    const { scene } = this;
    const before = this.plan;
    this.from = null;
    let answer = await scene.ask({ target: { hexes: [...targets] } }).catch(() => null);
    if (!answer) return undefined;
    let hexes = targets;
    if (answer.refusal) {
      const wider = await this.#wider(targets);
      if (!wider) {
        scene.refuse(targets[targets.length - 1], answer.refusal, `${scene.names.places(targets)} cannot be attacked so.`);
        if (before.targets.length === 0) this.#forget();
        return undefined;
      }
      this.widened = answer.refusal;
      ({ answer, hexes } = wider);
    } else if (targets.length === 1) this.widened = null;
    this.answer = answer;
    this.plan = await this.#proposal(hexes, /** @type {TargetAnswer} */ (answer));
    scene.context.openPanel('combat');
    return this.#replan(true);
  }

  /**
   * If some targets cannot be attacked alone because their attackers owe others an attack too: the
   * targets together with such a neighbour.
   * @param {readonly Hex[]} targets
   * @returns {Promise<{hexes: Hex[], answer: TargetAnswer} | null>}
   */
  async #wider(targets) {
    const { must_attack, must_be_attacked } = this.duties;
    const attackers = must_attack.filter((hex) => targets.some((target) => this.#beside(hex).includes(target)));
    const also = must_be_attacked.filter(
      (hex) => !targets.includes(hex) && attackers.some((own) => this.#beside(own).includes(hex)),
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
   * The strongest attack, without its guns if they may join only another one.
   * @param {readonly Hex[]} targets
   * @param {TargetAnswer} answer
   */
  async #proposal(targets, answer) {
    const whole = proposed(targets, answer);
    if (whole.guns.length === 0 || whole.attackers.length === 0) return whole;
    const odds = await this.scene.ask({ odds: { attack: toAttack(whole) } }).catch(() => null);
    return odds && !odds.legal ? { ...whole, guns: [] } : whole;
  }

  /** Asks for the odds of the plan as it is now. @param {boolean} [speak] */
  async #replan(speak = false) {
    const { plan, scene } = this;
    this.#light();
    const odds = await scene.ask({ odds: { attack: toAttack(plan) } }).catch(() => null);
    if (this.plan !== plan) return;
    this.odds = odds;
    this.changed();
    if (!speak || !odds) return;
    const on = `Attack on ${scene.names.places(plan.targets)}`;
    scene.context.say(
      odds.legal
        ? `${on}: ${odds.attack} against ${odds.defence}, column ${odds.column}.`
        : `${on} is not possible so: ${odds.reason}`,
    );
  }

  /** @param {Hex} hex */
  toggleAttacker(hex) {
    this.plan = toggleAttacker(this.plan, hex);
    void this.#replan(true);
  }

  /** @param {UnitId} gun */
  toggleGun(gun) {
    this.plan = toggleGun(this.plan, gun);
    void this.#replan(true);
  }

  /** Takes a further hex into the attack, or out of it. @param {Hex} hex */
  toggleTarget(hex) {
    void this.target(toggledTargets(this.plan, hex));
  }

  /** @param {1 | -1} step */
  stepColumn(step) {
    if (!this.odds?.legal) return;
    this.plan = stepColumn(this.plan, this.odds, step);
    void this.#replan(true);
  }

  /** @param {string} column */
  setColumn(column) {
    if (!this.odds?.legal) return;
    this.plan = withColumn(this.plan, this.odds.columns, column);
    void this.#replan();
  }

  /** The face a study table shall throw. @param {number | null} face */
  setFace(face) {
    this.face = face;
    this.changed();
  }

  /** Throws the die. */
  async throw() {
    const { scene, plan } = this;
    const { version } = scene.view;
    if (this.throwing || plan.targets.length === 0) return;
    if (!scene.mine || !this.odds?.legal) {
      scene.context.say(this.odds && !this.odds.legal ? this.odds.reason : scene.view.decision.words);
      return;
    }
    this.throwing = true;
    this.changed();
    if (!scene.roomy) scene.context.closePanel('combat');
    const by_hand = scene.view.dice === 'by_hand' && this.face !== null;
    const done = await scene.act(
      { attack: toAttack(plan) },
      { cell: plan.targets[0], ...(by_hand ? { dice: [/** @type {number} */ (this.face)] } : {}) },
    );
    // What was planned is to be seen until what became of it is.
    if (done && scene.view.version === version) return;
    this.throwing = false;
    if (done && this.plan === plan) this.#forget();
    else this.changed();
  }

  #light() {
    const { board } = this.scene;
    const { targets, attackers, guns } = this.plan;
    const { must_attack, must_be_attacked } = this.duties;
    const planned = new Set([...targets, ...attackers]);
    /** @type {import('../../board/layers.js').Lit[]} */
    const duties = [];
    for (const hex of must_be_attacked)
      if (!planned.has(hex)) duties.push({ cell: hex, kind: 'must-be-attacked', title: 'Must still be attacked' });
    for (const hex of must_attack)
      if (!planned.has(hex)) duties.push({ cell: hex, kind: 'must-attack', title: 'Must still attack' });
    board.setLayer('duties', duties);
    const gunHexes = guns.flatMap((unit) => this.scene.position?.cellOf(unit) ?? []);
    board.setLayer('plan', [
      ...targets.map((hex) => ({ cell: hex, kind: 'target', title: 'Target of the planned attack' })),
      ...[...new Set([...attackers, ...gunHexes])].map((hex) => ({ cell: hex, kind: 'attacker', title: 'Attacks as planned' })),
      ...(this.from === null
        ? []
        : [
            { cell: this.from, kind: 'chosen', title: 'Its targets are lit' },
            ...this.targetsOf(this.from).map((hex) => ({ cell: hex, kind: 'target', title: 'It may attack here' })),
          ]),
    ]);
    board.setArrows('plan', [
      ...attackers.flatMap((from) => this.#struck(from).map((to) => ({ from, to, kind: 'attack' }))),
      ...[...new Set(gunHexes)].map((from) => ({ from, to: targets[0], kind: 'bombard' })),
    ]);
  }

  /** The targets of the plan next to a hex. @param {Hex} from */
  #struck(from) {
    return this.plan.targets.filter((hex) => this.#beside(from).includes(hex));
  }

  /** Everything a hex of one's own could attack or bombard. @param {Hex} hex */
  targetsOf(hex) {
    const beside = this.#beside(hex);
    const reached = this.duties.batteries.filter((battery) => battery.hex === hex).flatMap(({ reaches }) => reaches);
    return this.duties.targets.filter((target) => beside.includes(target) || reached.includes(target));
  }

  /** A hex or counter was pointed at. @param {Pointed} detail */
  hex({ hex, shift = false, ctrl = false, unit = null, pointer }) {
    const { scene, plan } = this;
    scene.note.close();
    if (this.duties.targets.includes(hex)) {
      if (pointer === 'key' && !shift && !ctrl && plan.targets.includes(hex)) return void this.throw();
      if (plan.targets.includes(hex) || shift || ctrl) return this.toggleTarget(hex);
      return void this.target([hex]);
    }
    const attacker = this.answer?.attackers.find((candidate) => candidate.hex === hex);
    const gun = this.answer?.guns.find((candidate) => (unit ? candidate.unit === unit : candidate.hex === hex));
    if (plan.targets.length > 0 && gun && (!attacker || unit === gun.unit)) {
      if (gun.refusal && !gun.legal) return scene.refuse(hex, gun.refusal, `${scene.names.unit(gun.unit)} cannot bombard.`);
      return this.toggleGun(gun.unit);
    }
    if (plan.targets.length > 0 && attacker) return this.toggleAttacker(hex);
    return this.#other(hex);
  }

  /** A hex that is no part of the plan. @param {Hex} hex */
  #other(hex) {
    const { scene } = this;
    const side = scene.position?.sideAt(hex) ?? null;
    if (side === null) return this.plan.targets.length === 0 ? undefined : void this.cancel();
    if (side !== scene.game.side) return void this.why(hex);
    const targets = this.targetsOf(hex);
    if (targets.length === 1) return void this.target(targets);
    this.plan = NO_PLAN;
    this.answer = null;
    this.odds = null;
    this.from = targets.length > 0 ? hex : null;
    this.#light();
    this.changed();
    const words =
      targets.length === 0
        ? 'cannot attack anybody'
        : `may attack ${count(targets.length, 'hex', 'hexes')}: ${scene.names.places(targets)}`;
    scene.context.say(`${scene.names.units(scene.position?.at(hex) ?? [])} ${words}.`);
    return undefined;
  }

  /** Says why an enemy hex cannot be attacked. @param {Hex} hex */
  async why(hex) {
    const answer = await this.scene.ask({ target: { hexes: [hex] } }).catch(() => null);
    if (answer?.refusal) this.scene.refuse(hex, answer.refusal, `${this.scene.names.place(hex)} cannot be attacked.`);
  }

  /** Plans against the next target, those that must be attacked first. @param {1 | -1} step */
  cycle(step) {
    const { must_be_attacked: owed, targets } = this.duties;
    const order = [...owed, ...targets.filter((hex) => !owed.includes(hex))];
    const hex = next(order, this.plan.targets[0] ?? null, step);
    if (hex === null) {
      this.scene.context.say('There is nobody to attack.');
      return;
    }
    this.scene.look(hex);
    this.scene.board.cursor = hex;
    void this.target([hex]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { cursor } = this.scene.board;
    if (event.key === 'n') this.cycle(1);
    else if (event.key === 'p') this.cycle(-1);
    else if (event.key === 'f') void this.throw();
    else if (event.key === '[') this.stepColumn(-1);
    else if (event.key === ']') this.stepColumn(1);
    else if (event.key === 'm' && cursor) this.hex({ hex: cursor, pointer: 'key' });
    else return false;
    return true;
  }

  /** What the card of a hex says about the fighting. @param {Hex} hex */
  cardNote(hex) {
    const { must_attack, must_be_attacked, targets } = this.duties;
    if (must_be_attacked.includes(hex)) return { text: 'These must still be attacked in this phase.' };
    if (must_attack.includes(hex)) return { text: 'These must still attack in this phase.' };
    if (targets.includes(hex)) return { text: 'These may be bombarded.' };
    return null;
  }
}
