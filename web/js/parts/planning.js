/**
 * A phase in which attacks are made: what must still be fought is marked, a target is picked, the plan is made on the map
 * or in the panel, and the die is thrown. The panel draws it; this holds what is planned. What a plan consists of, who
 * may join it and what the engine is asked, the system says.
 */

import { count } from '../words.js';
import { next } from './position.js';

/**
 * @import { Arrow, Lit } from '../board/layers.js'
 * @import { Action, Cell, Refusal, UnitId } from '../types.js'
 * @import { Pointing } from './marching.js'
 * @import { Scene } from './scene.js'
 */

/** What every plan has. @typedef {{targets: Cell[]}} AnyPlan */
/** Why an attack is not allowed, or that it is. @typedef {{legal: true, column: string, [key: string]: any} | ({legal: false} & Refusal)} AnyOdds */

/** The best that can be had against a cell. @typedef {{column: string, danger: number}} Best */
/** A cell that must be attacked: the best against it now, and once the planned attack is made. @typedef {{cell: Cell, now: Best, after: Best | null, warning: string | null}} Owed */
/** An attack of a plan for all. @typedef {{action: Action, targets: Cell[], attack: string, defence: string, column: string, danger: number}} Planned */

/**
 * @template {AnyPlan} P the system's plan
 * @template {AnyOdds} O the answer about its odds
 */
export class Planning {
  /** @type {O | null} */
  odds = null;
  /** The face a study table is told to throw; null leaves it to chance. @type {number | null} */
  face = null;
  /** A cell of one's own whose possible targets are shown. @type {Cell | null} */
  from = null;
  throwing = false;
  /** What is still owed, and what would be left for it. @type {Owed[]} */
  left = [];
  /** The attacks that were proposed for all that is owed. @type {Planned[] | null} */
  all = null;
  /** Why the target was not planned alone. @type {Refusal | null} */
  widened = null;

  /**
   * @param {Scene<any, any, any> & {position?: any}} scene
   * @param {() => void} changed draws the panel anew
   * @param {P} none no attack is planned
   */
  constructor(scene, changed, none) {
    this.scene = scene;
    this.changed = changed;
    this.none = none;
    /** @type {P} */
    this.plan = none;
  }

  // ---- what a system says ----------------------------------------------------------------------

  /** The cells that somebody can attack. @returns {Cell[]} */
  get targets() {
    return [];
  }

  /** Those of them that must be attacked. @returns {Cell[]} */
  get owed() {
    return [];
  }

  /** The cells of one's own whose units must attack. @returns {Cell[]} */
  get owing() {
    return [];
  }

  /** What must be attacked and who must attack, as a card says it. @returns {[owed: string, owing: string]} */
  get mustWords() {
    return ['These must still be attacked in this phase.', 'These must still attack in this phase.'];
  }

  /** What may be attacked but need not be, as a card says it. @returns {string} */
  get mayWords() {
    return 'These may be attacked.';
  }

  /** What the attack is called: "Attack on". @returns {string} */
  get deed() {
    return 'Attack on';
  }

  /**
   * The plan that is proposed against some cells, or why there is none. It may be against more of them.
   * @param {readonly Cell[]} _targets
   * @returns {Promise<{plan: P, widened?: Refusal | null} | {refusal: Refusal} | null>}
   */
  async propose(_targets) {
    return null;
  }

  /** The plan as an action. @param {P} _plan @returns {Action} */
  action(_plan) {
    return {};
  }

  /** The question about the odds of a plan. @param {P} plan @returns {Record<string, any>} */
  question(plan) {
    return { odds: { action: this.action(plan) } };
  }

  /** The odds of a plan in words: "6 against 5, column 1-1". @param {O & {legal: true}} odds */
  oddsWords(odds) {
    return `column ${odds.column}`;
  }

  /** Where those of a plan stand, and what each of them strikes. @param {P} _plan @returns {{cells: Cell[], arrows: Arrow[]}} */
  drawn(_plan) {
    return { cells: [], arrows: [] };
  }

  /** What was pointed at is somebody of the plan: he is taken in or left out. Whether it was. @param {Pointing} _detail */
  toggleAt(_detail) {
    return false;
  }

  /** Everything that could be attacked from a cell of one's own. @param {Cell} _cell @returns {Cell[]} */
  targetsOf(_cell) {
    return [];
  }

  /** Whether the engine plans for all that is owed. @returns {boolean} */
  get plansAhead() {
    return false;
  }

  /** An attack of a plan for all as the plan of one attack. @param {Planned} _one @returns {P} */
  planOf(_one) {
    return this.none;
  }

  /** Whether several cells can be attacked together. @returns {boolean} */
  get joins() {
    return true;
  }

  /** Forgets what only one plan needs. */
  reset() {}

  // ---- what every table does -------------------------------------------------------------------

  /** The cells next to one. @param {Cell} cell @returns {Cell[]} */
  beside(cell) {
    return Object.values(this.scene.sheet.hexes[cell]?.neighbours ?? {});
  }

  /** The view has changed: a plan that still has its targets is kept. */
  update() {
    const { targets } = this.plan;
    const open = this.targets;
    this.throwing = false;
    this.from = null;
    if (targets.length > 0 && targets.every((cell) => open.includes(cell))) void this.target(targets);
    else {
      this.forget();
      // Whoever follows a plan for all has the next attack before him.
      if (this.all !== null && this.owed.length > 0 && this.scene.mine) void this.planAll();
      else {
        this.all = null;
        void this.#lookAhead();
      }
    }
    const due = Math.max(this.owed.length, this.owing.length);
    this.scene.context.badgePanel('combat', due > 0 ? String(due) : null);
  }

  /** Another kind of decision is due. */
  leave() {
    this.throwing = false;
    this.left = [];
    this.plan = this.none;
    this.odds = null;
    this.from = null;
    this.reset();
    this.scene.context.badgePanel('combat', null);
    for (const layer of ['duties', 'plan']) this.scene.board.setLayer(layer, []);
    this.scene.board.setArrows('plan', []);
  }

  /** Lets go of the plan. */
  forget() {
    this.widened = null;
    this.plan = this.none;
    this.odds = null;
    this.face = null;
    this.reset();
    this.light();
    this.changed();
  }

  /** Lets go of the plan; says whether there was one. */
  cancel() {
    const any = this.plan.targets.length > 0 || this.from !== null;
    this.from = null;
    this.all = null;
    this.forget();
    return any;
  }

  /** Plans an attack on these cells. @param {readonly Cell[]} targets */
  async target(targets) {
    if (targets.length === 0) return this.forget();
    const { scene } = this;
    const before = this.plan;
    this.from = null;
    const found = await this.propose(targets);
    if (!found) return undefined;
    if ('refusal' in found) {
      scene.refuse(targets[targets.length - 1], found.refusal, `${scene.names.places(targets)} cannot be attacked so.`);
      if (before.targets.length === 0) this.forget();
      return undefined;
    }
    if (found.widened) this.widened = found.widened;
    else if (targets.length === 1) this.widened = null;
    this.plan = found.plan;
    scene.context.openPanel('combat');
    return this.replan(true);
  }

  /** Asks for a plan for all that is owed, and takes up its first attack. */
  async planAll() {
    const { scene } = this;
    const { version } = scene.view;
    const answer = await scene.ask({ plan: {} }).catch(() => null);
    if (!answer || scene.view.version !== version) return;
    this.all = /** @type {Planned[]} */ (answer.attacks);
    this.left = answer.owed;
    if (this.all.length === 0) {
      this.all = null;
      scene.context.say('No attack is owed.');
      return this.changed();
    }
    scene.context.say(`${count(this.all.length, 'attack')} proposed: ${this.all.map((one) => `${scene.names.places(one.targets)} at ${one.column}`).join('; ')}.`);
    await this.follow(this.all[0]);
  }

  /** Takes up an attack of the plan for all. @param {Planned} one */
  async follow(one) {
    const found = await this.propose(one.targets);
    if (!found || 'refusal' in found) {
      this.changed();
      return;
    }
    this.widened = null;
    this.plan = this.planOf(one);
    this.scene.context.openPanel('combat');
    this.scene.board.revealAll([...one.targets]);
    await this.replan(true);
  }

  /** Drops the plan for all. */
  dropAll() {
    this.all = null;
    this.light();
    this.changed();
  }

  /** What the engine would attack some cells with, with regard to whatever else is owed. @param {readonly Cell[]} targets @returns {Promise<Planned | null>} */
  async advised(targets) {
    if (!this.plansAhead || this.owed.length < 2) return null;
    const cells = [...targets].sort();
    const answer = await this.scene.ask({ plan: { cells } }).catch(() => null);
    const first = /** @type {Planned | undefined} */ (answer?.attacks?.[0]);
    return first && first.targets.join() === cells.join() ? first : null;
  }

  /** What is left for the others, as things stand or once the plan is carried out. */
  async #lookAhead() {
    const { scene, plan } = this;
    if (!this.plansAhead || this.owed.length === 0) {
      this.left = [];
      return;
    }
    const made = plan.targets.length > 0 && this.odds?.legal;
    const answer = await scene.ask({ plan: made ? { action: this.action(plan) } : {} }).catch(() => null);
    if (this.plan !== plan || !answer?.owed) return;
    this.left = answer.owed;
    this.changed();
    for (const { warning } of this.warnings) scene.context.say(/** @type {string} */ (warning));
  }

  /** What the planned attack would spoil. */
  get warnings() {
    return this.plan.targets.length > 0 ? this.left.filter(({ cell, warning }) => warning !== null && !this.plan.targets.includes(cell)) : [];
  }

  /** Asks for the odds of the plan as it is now. @param {boolean} [speak] */
  async replan(speak = false) {
    const { plan, scene } = this;
    this.light();
    const odds = await scene.ask(this.question(plan)).catch(() => null);
    if (this.plan !== plan) return;
    this.odds = odds;
    this.changed();
    void this.#lookAhead();
    if (!speak || !odds) return;
    const on = `${this.deed} ${scene.names.places(plan.targets)}`;
    scene.context.say(odds.legal ? `${on}: ${this.oddsWords(odds)}.` : `${on} is not possible so: ${odds.reason}`);
  }

  /** Another plan against the same cells. @param {P} plan @param {boolean} [speak] */
  change(plan, speak = true) {
    this.plan = plan;
    void this.replan(speak);
  }

  /** Takes a further cell into the attack, or out of it. @param {Cell} cell */
  toggleTarget(cell) {
    void this.target(toggled(this.plan.targets, cell));
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
    const done = await scene.act(this.action(plan), {
      cell: plan.targets[0],
      ...(by_hand ? { dice: [/** @type {number} */ (this.face)] } : {}),
    });
    // What was planned is to be seen until what became of it is.
    if (done && scene.view.version === version) return;
    this.throwing = false;
    if (done && this.plan === plan) this.forget();
    else this.changed();
  }

  /** Lights what must be fought and what is planned. */
  light() {
    const { board } = this.scene;
    const { targets } = this.plan;
    const { cells, arrows } = this.drawn(this.plan);
    const planned = new Set([...targets, ...cells]);
    const free = (/** @type {Cell} */ cell) => !planned.has(cell);
    board.setLayer('duties', [
      ...this.owed.filter(free).map((cell) => ({ cell, kind: 'must-be-attacked', title: 'Must still be attacked' })),
      ...this.owing.filter(free).map((cell) => ({ cell, kind: 'must-attack', title: 'Must still attack' })),
    ]);
    /** @type {Lit[]} */
    const around = this.from === null ? [] : [
      { cell: this.from, kind: 'chosen', title: 'Its targets are lit' },
      ...this.targetsOf(this.from).map((cell) => ({ cell, kind: 'target', title: 'It may attack here' })),
    ];
    board.setLayer('plan', [
      ...targets.map((cell) => ({ cell, kind: 'target', title: 'Target of the planned attack' })),
      ...[...new Set(cells)].map((cell) => ({ cell, kind: 'attacker', title: 'Attacks as planned' })),
      ...around,
    ]);
    const others = (this.all ?? []).map((one) => this.planOf(one)).filter(({ targets: cells }) => !cells.some((cell) => targets.includes(cell)));
    board.setArrows('plan', [
      ...others.flatMap((one) => this.drawn(one).arrows.map((arrow) => ({ ...arrow, kind: `${arrow.kind} proposed` }))),
      ...arrows,
    ]);
  }

  /** A cell or counter was pointed at. @param {Pointing} detail */
  cell(detail) {
    const { scene, plan } = this;
    const { cell, shift = false, ctrl = false, pointer } = detail;
    scene.note.close();
    if (this.targets.includes(cell)) {
      if (pointer === 'key' && !shift && !ctrl && plan.targets.includes(cell)) return void this.throw();
      if (plan.targets.includes(cell) || (this.joins && (shift || ctrl))) return this.toggleTarget(cell);
      return void this.target([cell]);
    }
    if (plan.targets.length > 0 && this.toggleAt(detail)) return undefined;
    return this.#other(cell);
  }

  /** A cell that is no part of the plan. @param {Cell} cell */
  #other(cell) {
    const { scene } = this;
    const side = scene.position?.sideAt(cell) ?? null;
    if (side === null) return this.plan.targets.length === 0 ? undefined : void this.cancel();
    if (side !== scene.game.side) return void this.why(cell);
    const targets = this.targetsOf(cell);
    if (targets.length === 1) return void this.target(targets);
    this.plan = this.none;
    this.odds = null;
    this.reset();
    this.from = targets.length > 0 ? cell : null;
    this.light();
    this.changed();
    const words =
      targets.length === 0
        ? 'cannot attack anybody'
        : `may attack ${count(targets.length, 'hex', 'hexes')}: ${scene.names.places(targets)}`;
    const told = `${scene.names.units(/** @type {UnitId[]} */ (scene.position?.at(cell) ?? []))} ${words}.`;
    if (targets.length === 0) scene.context.toast(told);
    else scene.context.say(told);
    return undefined;
  }

  /** Says why a cell cannot be attacked. @param {Cell} cell */
  async why(cell) {
    const found = await this.propose([cell]);
    if (found && 'refusal' in found) this.scene.refuse(cell, found.refusal, `${this.scene.names.place(cell)} cannot be attacked.`);
  }

  /** Plans against the next target, those that must be attacked first. @param {1 | -1} step */
  cycle(step) {
    const { owed, targets } = this;
    const order = [...owed, ...targets.filter((cell) => !owed.includes(cell))];
    const cell = next(order, this.plan.targets[0] ?? null, step);
    if (cell === null) {
      this.scene.context.say('There is nobody to attack.');
      return;
    }
    this.scene.look(cell);
    this.scene.board.cursor = cell;
    void this.target([cell]);
  }

  /** What else can be asked for at a cell. @param {Cell} cell @returns {import('./note.js').NoteChoice[]} */
  menu(cell) {
    return this.targets.includes(cell) ? [{ label: 'Plan an attack', run: () => this.cell({ cell }) }] : [];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { cursor } = this.scene.board;
    if (event.key === 'n') this.cycle(1);
    else if (event.key === 'p') this.cycle(-1);
    else if (event.key === 'f') void this.throw();
    else if (event.key === 'P' && this.plansAhead) void this.planAll();
    else if (event.key === 'm' && cursor) this.cell({ cell: cursor, pointer: 'key' });
    else return false;
    return true;
  }

  /** What the card of a cell says about the fighting. @param {Cell} cell */
  cardNote(cell) {
    const [owed, owing] = this.mustWords;
    if (this.owed.includes(cell)) return { text: owed };
    if (this.owing.includes(cell)) return { text: owing };
    if (this.targets.includes(cell)) return { text: this.mayWords };
    return null;
  }
}

/**
 * A list with one item more, or without it.
 * @template T
 * @param {readonly T[]} items
 * @param {T} item
 */
export function toggled(items, item) {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}
