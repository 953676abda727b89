/**
 * The operations phase: a unit is picked, what it can reach and whom it can hit is lit, and a click, a drop, the wheel or a
 * key moves it, turns it, forms it or plots. What many units do together is in `group.js`.
 */

import { Marching } from '../../parts/marching.js';
import { actTogether } from '../../parts/together.js';
import { DIRECTIONS } from './board.js';
import { GroupOrders } from './group.js';
import { expected, factorWords, points, spreadWords } from './names.js';

/**
 * @import { Pointing } from '../../parts/marching.js'
 * @import { NoteChoice } from '../../parts/note.js'
 * @import { Reach } from '../../parts/reach.js'
 * @import { Action, UnitId } from '../../types.js'
 * @import { DeedName, FireOdds, Leader, MeleeOdds, OrdersAnswer, Peril, Square, Target } from './types.js'
 * @import { Scene } from './scene.js'
 */

/** What is asked for by a key and still needs a direction, a square or a unit. @typedef {'face' | 'fire' | 'leader' | null} Waiting */

/** What the order keys of 1985 are. @type {Record<string, DeedName>} */
const DEED_KEYS = { s: 'mode', x: 'force_march', b: 'fortify', m: 'melee', a: 'advance' };

/** Keys that belong to a picked unit before they belong to anybody else. */
const UNIT_KEYS = new Set([...Object.keys(DEED_KEYS), 'd', 'f', 'l', '[', ']', ...'12345678']);

/** How the deeds are offered. @type {Record<DeedName, (to: string | undefined, on: boolean) => string>} */
export const DEED_LABELS = {
  mode: (to) => ({ column: 'Form column', normal: 'Form line', mounted: 'Mount', dismounted: 'Dismount', limbered: 'Limber', unlimbered: 'Unlimber' })[to ?? ''] ?? 'Change formation',
  force_march: () => 'Force march',
  fortify: () => 'Dig in',
  melee: (_, on) => (on ? 'Charge' : 'Do not charge'),
  advance: (_, on) => (on ? 'Advance' : 'Do not advance'),
  hold_fire: () => 'No fire plot',
};

export class Operations extends Marching {
  /** What the picked unit could be told. @type {OrdersAnswer | null} */
  answer = null;
  /** @type {Waiting} */
  waiting = null;
  /** The leader who is to go to another unit. @type {string | null} */
  leader = null;
  /** What the planned shot or charge would do. @type {{square: Square, fire: FireOdds | null, may: Peril[], melee: MeleeOdds | null} | null} */
  odds = null;
  #draw;

  /** @param {Scene} scene @param {() => void} draw the panel is to be drawn anew */
  constructor(scene, draw) {
    super(scene, { question: (unit) => ({ orders: { unit } }), read: (answer) => this.#read(answer), points, figure: String });
    this.grand = scene;
    this.#draw = draw;
    this.group = new GroupOrders(scene, draw);
  }

  /** @param {OrdersAnswer} answer @returns {Reach} */
  #read(answer) {
    this.answer = answer;
    const moves = answer.moves.map(({ to, cost, left }) => ({ to, cost, left, stops: false }));
    // That it cannot move is no matter: it can do other things. Whoever points somewhere is told why.
    return { unit: answer.unit, from: answer.from, moves, entries: [], deeds: [], deedWords: '', refusal: null };
  }

  /** @override */
  update() {
    super.update();
    this.group.update();
    this.#refresh();
  }

  /** Whoever cannot move can still be told other things: it stays picked. @override */
  stays() {
    const { position, mine, own } = this.grand;
    return this.unit !== null && position?.cellOf(this.unit) !== null && (!mine || this.grand.names.side(this.unit) === own);
  }

  /** @override */
  leave() {
    super.leave();
    this.group.clear();
    this.#refresh();
  }

  /** @override */
  cancel() {
    if (this.waiting !== null) {
      this.waiting = null;
      this.#refresh();
      return true;
    }
    if (this.group.cancel()) return true;
    const any = super.cancel();
    this.#refresh();
    return any;
  }

  /** @override @param {UnitId} unit @param {{quiet?: boolean, dragged?: boolean, column?: UnitId[]}} [options] */
  async select(unit, options) {
    if (unit !== this.unit) this.waiting = null;
    this.odds = null;
    await super.select(unit, options);
    if (this.unit !== unit) return;
    this.#refresh();
    if (this.hovered) void this.#foresee(this.hovered);
  }

  /** Takes the whole formation of the picked unit: from now on they are told together. @param {import('./group.js').Formation} kind */
  together(kind) {
    const { unit } = this;
    if (unit === null) return;
    super.leave();
    this.group.takeFormation(kind, unit);
    this.#refresh();
  }

  /** Lights the targets, draws the plot and the panel. */
  #refresh() {
    if (this.unit === null) [this.answer, this.odds, this.waiting] = [null, null, null];
    const { board, position } = this.grand;
    const plotted = this.unit === null ? null : (position?.units.get(this.unit)?.fire ?? null);
    const from = this.unit === null ? null : (position?.cellOf(this.unit) ?? null);
    board.setLayer('targets', this.targets.map(({ square, casualties }) => ({
      cell: square, kind: 'target', text: expected(casualties.mean), title: `Fire here: ${spreadWords(casualties)} casualties`,
    })));
    board.setArrows('plot', from && plotted ? [{ from, to: plotted, kind: 'attack' }] : []);
    this.#draw();
  }

  /** Whom the picked unit could fire at. @returns {Target[]} */
  get targets() {
    const { mine, names, own } = this.grand;
    return this.unit !== null && this.answer?.unit === this.unit && mine && names.side(this.unit) === own ? this.answer.targets : [];
  }

  /** @param {Square | null} square @returns {Target | null} */
  target(square) {
    return this.targets.find((one) => one.square === square) ?? null;
  }

  /** @override @param {Pointing} detail */
  cell(detail) {
    const { cell, unit = null } = detail;
    if (this.grand.mine && this.group.cell(detail, this.grand.position?.at(cell).length === 0)) return undefined;
    if (this.group.active && !detail.shift) this.group.clear();
    if (detail.shift && unit !== null && this.grand.mine && this.grand.names.side(unit) === this.grand.own) {
      const leader = this.unit;
      super.leave();
      this.group.toggle(unit, leader);
      return undefined;
    }
    if (this.unit !== null && this.grand.mine && !detail.ctrl && !(this.reach === null && this.picking)) {
      if (this.waiting === 'fire') return void this.plot(cell);
      if (this.waiting === 'leader') return void this.#transferTo(unit ?? this.grand.position?.at(cell)[0] ?? null, cell);
      const target = this.target(cell);
      if (target) return void this.#aim(target, detail);
    }
    return super.cell(detail);
  }

  /** @override @param {{unit: UnitId, cell: Square | null}} detail */
  async drop(detail) {
    if (this.unit !== detail.unit || !this.reach) await this.select(detail.unit, { quiet: true });
    const target = this.target(detail.cell);
    if (target && this.unit === detail.unit) this.#offer(target, false);
    else await super.drop(detail);
  }

  /** @override @param {UnitId} unit */
  draggable(unit) {
    return super.draggable(unit) || (this.grand.names.side(unit) === this.grand.own && unit === this.unit);
  }

  /** A click plots at once: what it would do was shown under the pointer. A finger is shown it first. @param {Target} target @param {Pointing} detail */
  #aim(target, { pointer }) {
    const plotted = this.grand.position?.units.get(this.unit ?? '')?.fire === target.square;
    if (pointer === 'touch' || pointer === 'pen' || plotted) this.#offer(target, pointer === 'key');
    else void this.plot(target.square);
  }

  /** What can be done about a target. @param {Target} target @param {boolean} focus */
  #offer(target, focus) {
    const { names, note } = this.grand;
    void this.#foresee(target.square);
    note.choose(target.square, `${names.unit(this.unit ?? '')} against ${names.place(target.square)}: ${spreadWords(target.casualties)} casualties expected`, this.#against(target), { focus });
  }

  /** @param {Target} target @returns {NoteChoice[]} */
  #against(target) {
    const plotted = this.grand.position?.units.get(this.unit ?? '')?.fire === target.square;
    const charge = this.chargeAt(target.square);
    return [
      ...(plotted ? [{ label: 'No fire plot', run: () => void this.grand.act({ plot_fire: { unit: this.unit, square: null } }, { cell: target.square }) }]
        : [{ label: 'Plot fire', primary: true, run: () => void this.plot(target.square) }]),
      ...(charge ? [{ label: 'Charge: fire, then melee', run: () => void this.charge(target.square) }] : []),
    ];
  }

  /** Plots fire at a square; a refusal is told there. @param {Square} square */
  async plot(square) {
    this.waiting = null;
    return this.grand.act({ plot_fire: { unit: this.unit, square } }, { cell: square });
  }

  /** The actions of a charge at a square beside the unit: it turns there, plots fire where it must, and melee; nothing if the square is not beside it. @param {Square} square @returns {Action[] | null} */
  chargeAt(square) {
    const { unit, answer } = this;
    const now = unit === null ? null : this.grand.position?.units.get(unit);
    const dir = directionTo(answer?.from ?? null, square);
    if (unit === null || !now || dir === null || !answer?.deeds.melee || this.grand.names.sheet.units[unit]?.arm === 'artillery') return null;
    const turn = now.facing && now.facing !== dir ? [{ face: { unit, dir } }] : [];
    const off = now.melee ? [{ plot_melee: { unit, on: false } }] : [];
    const fire = !now.facing && now.fire !== square ? [{ plot_fire: { unit, square } }] : [];
    return [...off, ...turn, ...fire, { plot_melee: { unit, on: true } }];
  }

  /** @param {Square} square */
  async charge(square) {
    const actions = this.chargeAt(square);
    if (!actions) return;
    const { fault } = await actTogether(this.grand, actions);
    if (fault?.rule) this.grand.refuse(square, { rule: fault.rule, reason: fault.reason ?? fault.detail, link: fault.link });
    else if (fault) this.grand.context.toast(fault.detail ?? 'The table did not answer.');
  }

  /** Gives an order that needs no square. @param {DeedName} name */
  do(name) {
    const { answer, unit } = this;
    if (unit === null || answer?.unit !== unit) return;
    const deed = answer.deeds[name];
    const cell = answer.from ?? '';
    if (!deed) this.grand.context.toast('This order does not exist at this level of the game.');
    else if (!deed.can && deed.refusal) this.grand.refuse(cell, deed.refusal);
    else void this.grand.act(deed.action, { cell });
  }

  /** Turns the picked unit to a direction. @param {number} dir from 1 */
  face(dir) {
    this.waiting = null;
    const cell = this.answer?.from ?? '';
    void this.grand.act({ face: { unit: this.unit, dir } }, { cell });
  }

  /** @param {1 | -1} step */
  turn(step) {
    const facing = this.unit === null ? undefined : this.grand.position?.units.get(this.unit)?.facing;
    if (facing) this.face(((facing - 1 + step + DIRECTIONS.length) % DIRECTIONS.length) + 1);
  }

  /** Whether the wheel turns a counter. @param {UnitId} unit */
  turnable(unit) {
    return unit === this.unit && this.grand.mine && this.grand.position?.units.get(unit)?.facing !== undefined && this.grand.names.side(unit) === this.grand.own;
  }

  /** A step in a direction, as the numbers of 1985 mean it. @param {number} dir */
  #step(dir) {
    if (this.waiting === 'face') this.face(dir);
    else void this.grand.act({ step: { unit: this.unit, dir } }, { cell: this.answer?.from ?? '' });
  }

  // ---- leaders ---------------------------------------------------------------------------------

  /** The leaders with the picked unit who may go to another. @returns {Leader[]} */
  get transferable() {
    const { position, names, own } = this.grand;
    if (this.unit === null || names.side(this.unit) !== own) return [];
    return (position?.leadersWith(this.unit) ?? []).filter(({ rank }) => rank === 'division' || rank === 'corps');
  }

  /** A leader is to go to the unit that is pointed at next. @param {string} name */
  transfer(name) {
    this.leader = name;
    this.waiting = 'leader';
    this.grand.context.say(`Point at the unit that ${name} is to go to.`);
    this.#refresh();
  }

  /** @param {UnitId | null} unit @param {Square} cell */
  async #transferTo(unit, cell) {
    this.waiting = null;
    if (unit === null || this.leader === null) return;
    await this.sendLeader(this.leader, unit, cell);
  }

  /** A leader was let go over a square: he goes to a unit there, which is asked for where there are several. @param {string} leader @param {Square} cell */
  dropLeader(leader, cell) {
    const { names, position, note } = this.grand;
    this.waiting = null;
    const units = position?.at(cell) ?? [];
    if (units.length === 1) void this.sendLeader(leader, units[0], cell);
    else if (units.length > 1) note.choose(cell, `Where does ${leader} go?`, units.map((unit) => ({ label: names.unit(unit), run: () => void this.sendLeader(leader, unit, cell) })));
    this.#refresh();
  }

  /** @param {string} leader @param {UnitId} unit @param {Square} cell */
  sendLeader(leader, unit, cell) {
    return this.grand.act({ transfer: { leader, unit } }, { cell });
  }

  // ---- what would follow -----------------------------------------------------------------------

  /** @override @param {Square | null} hex */
  hover(hex) {
    super.hover(hex);
    this.group.hover(hex);
    if (hex) void this.#foresee(hex);
  }

  /** Asks what a shot at a square, and a charge, would do. @param {Square} square */
  async #foresee(square) {
    const { unit } = this;
    if (unit === null || !this.target(square) || this.odds?.square === square) return;
    const ask = (/** @type {Action} */ action) => this.grand.ask({ odds: { action } }).catch(() => null);
    const facing = this.grand.position?.units.get(unit)?.facing;
    const beside = directionTo(this.answer?.from ?? null, square);
    const [shot, charge] = await Promise.all([
      ask({ plot_fire: { unit, square } }),
      beside !== null && (facing === undefined || facing === beside) ? ask({ plot_melee: { unit, on: true } }) : null,
    ]);
    if (this.unit !== unit || !this.target(square)) return;
    const melee = charge?.odds ?? null;
    this.odds = { square, fire: shot?.odds ?? null, may: shot?.may ?? [], melee: melee?.square === square ? melee : null };
    this.#draw();
  }

  /** Why the picked unit cannot fire at an enemy, or go to a square. @override @param {Square} hex */
  async why(hex) {
    const { grand, unit } = this;
    const enemy = grand.position?.sideAt(hex);
    if (unit === null || !enemy || enemy === grand.names.side(unit)) return super.why(hex);
    const answer = await grand.ask({ why: { action: { plot_fire: { unit, square: hex } } } }).catch(() => null);
    if (answer && !answer.legal) grand.refuse(hex, answer, `${grand.names.unit(unit)} cannot fire at ${grand.names.place(hex)}.`);
  }

  /** @override @param {Square} hex @returns {import('../../parts/card.js').CardNote} */
  cardNote(hex) {
    const note = this.group.cardNote(hex);
    if (note) return note;
    const target = this.target(hex);
    if (!target || this.unit === null) return this.unit !== null && this.grand.position?.sideAt(hex) && this.grand.position.sideAt(hex) !== this.grand.own && this.grand.mine
      ? { ask: this.#whyNot(hex), lead: `${this.grand.names.unit(this.unit)} cannot fire here.` } : super.cardNote(hex);
    const text = `${this.grand.names.unit(this.unit)} can fire here: ${spreadWords(target.casualties)} casualties expected.${this.answer?.silent ? ` But: ${this.answer.silent}` : ''}`;
    return { text, more: this.#factors(this.unit, hex) };
  }

  /** @param {Square} square */
  async #whyNot(square) {
    const answer = await this.grand.ask({ why: { action: { plot_fire: { unit: this.unit, square } } } }).catch(() => null);
    return answer && !answer.legal ? answer : null;
  }

  /** The factors of a shot in words. @param {UnitId} unit @param {Square} square */
  async #factors(unit, square) {
    const answer = await this.grand.ask({ odds: { action: { plot_fire: { unit, square } } } }).catch(() => null);
    const odds = /** @type {FireOdds | null} */ (answer?.odds ?? null);
    if (!odds) return null;
    const changed = odds.factors.filter(([, percent]) => percent !== 100).map(([name, percent]) => `${factorWords(name).toLowerCase()} ${percent} %`);
    return `${odds.strength} ${this.grand.names.counted(unit)} at range ${odds.range}, rate ${odds.rate}${changed.length > 0 ? `: ${changed.join(', ')}` : ''}.`;
  }

  // ---- keys and menu ---------------------------------------------------------------------------

  /** Whether a key is this unit's before it is anybody else's. @param {KeyboardEvent} event */
  wants({ key, code = '' }) {
    if (this.unit === null || !this.grand.mine || this.grand.names.side(this.unit) !== this.grand.own) return false;
    return UNIT_KEYS.has(key) && !code.startsWith('Numpad');
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    if (this.group.key(event)) return true;
    if (!this.wants(event)) return super.key(event);
    if (/^[1-8]$/.test(key)) this.#step(Number(key));
    else if (key === '[' || key === ']') this.turn(key === ']' ? 1 : -1);
    else if (key === 'd') this.#wait('face', 'Press 1 (north) to 8 (north-west) to turn.');
    else if (key === 'f') this.#aimByKey();
    else if (key === 'l') this.#leadByKey();
    else this.do(DEED_KEYS[key]);
    return true;
  }

  /** @param {Waiting} what @param {string} words */
  #wait(what, words) {
    this.waiting = what;
    this.grand.context.say(words);
    this.#refresh();
  }

  /** F: at the square under the cursor if somebody is there to be hit, else at the one that is pointed at next. */
  #aimByKey() {
    const { board } = this.grand;
    const here = board.root.classList.contains('by-key') ? board.cursor : this.hovered;
    const target = this.target(here ?? null);
    if (target) void this.plot(target.square);
    else this.#wait('fire', 'Point at the square to fire at.');
  }

  #leadByKey() {
    const [leader] = this.transferable;
    if (leader) this.transfer(leader.name);
    else this.grand.context.toast('No leader of a division or corps is with this unit.');
  }

  /** @override @param {Square} cell @returns {NoteChoice[]} */
  menu(cell) {
    const { unit, answer, grand } = this;
    if (unit === null || !grand.mine || answer?.unit !== unit) return super.menu(cell);
    if (cell !== answer.from) {
      const target = this.target(cell);
      return [...(target ? this.#against(target) : [{ label: `Plot fire of ${grand.names.unit(unit)} here`, run: () => void this.plot(cell) }]), ...super.menu(cell)];
    }
    const deeds = /** @type {[DeedName, import('./types.js').Deed][]} */ (Object.entries(answer.deeds));
    return [
      ...deeds.filter(([, { can }]) => can).map(([name, deed]) => ({ label: deedLabel(name, deed), run: () => this.do(name) })),
      ...(grand.position?.units.get(unit)?.facing ? [{ label: 'Turn left', run: () => this.turn(-1) }, { label: 'Turn right', run: () => this.turn(1) }] : []),
      ...this.transferable.map(({ name }) => ({ label: `Send ${name} to another unit`, run: () => this.transfer(name) })),
      ...super.menu(cell),
    ];
  }
}

/** What a button of a deed says. @param {DeedName} name @param {import('./types.js').Deed} deed */
export function deedLabel(name, { to, cost, action }) {
  const on = Boolean(action.plot_melee?.on ?? action.plot_advance?.on);
  return `${DEED_LABELS[name](to, on)}${cost ? ` (${cost})` : ''}`;
}

/** The number of the direction in which a neighbouring square lies; `null` if it is none. @param {Square | null} from @param {Square} to */
export function directionTo(from, to) {
  if (from === null) return null;
  const [[x, y], [ox, oy]] = [to, from].map((name) => name.split(',').map(Number));
  const around = ['-1,0', '-1,1', '0,1', '1,1', '1,0', '1,-1', '0,-1', '-1,-1'];
  const index = around.indexOf(`${x - ox},${y - oy}`);
  return index < 0 ? null : index + 1;
}
