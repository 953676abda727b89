/**
 * Orders for many units at once: a brigade, a division, a corps, or all in a rectangle. The engine works out the ordinary
 * actions; they are listed and drawn before they happen, done one after the other, and undone as one.
 */

import { actTogether } from '../../parts/together.js';
import { count } from '../../words.js';
import { corpsWords, directionWords, divisionWords } from './names.js';

/**
 * @import { Pointing } from '../../parts/marching.js'
 * @import { UnitId } from '../../types.js'
 * @import { GroupAnswer, Square } from './types.js'
 * @import { Scene } from './scene.js'
 */

/** @typedef {'line' | 'column' | 'face' | 'fire' | 'march' | 'fight' | 'force_march' | 'fortify'} Order */
/** An order with its square or direction. @typedef {{order: Order, to?: Square, dir?: number}} Wish */
/** @typedef {'brigade' | 'division' | 'corps'} Formation */

/** What the orders are called. @type {Record<Order, string>} */
export const ORDER_WORDS = {
  line: 'March in line',
  column: 'March in column',
  face: 'Face',
  fire: 'Plot the best fire',
  march: 'Form to march',
  fight: 'Form to fight',
  force_march: 'Force march',
  fortify: 'Dig in',
};

/** So many ways are drawn; more would hide the map. */
const MOST_WAYS = 40;

export class GroupOrders {
  /** Who is told something together. @type {UnitId[]} */
  units = [];
  /** What they are called. */
  title = '';
  /** A march that still needs its goal, or a rectangle that needs its corners. @type {'line' | 'column' | 'rectangle' | null} */
  waiting = null;
  /** What would be done. @type {{wish: Wish, answer: GroupAnswer} | null} */
  plan = null;
  /** What they were told last. @type {Wish | null} */
  last = null;
  /** Whether the actions are being done. */
  busy = false;
  /** Whether they are told one thing only, and then go their own ways. */
  once = false;
  /** The first corner of a rectangle. @type {Square | null} */
  #corner = null;
  /** @type {Square | null} */
  #hovered = null;
  #ways = 0;
  #scene;
  #draw;

  /** @param {Scene} scene @param {() => void} draw the panel is to be drawn anew */
  constructor(scene, draw) {
    this.#scene = scene;
    this.#draw = draw;
  }

  /** Whether there is a group, or one is being chosen. */
  get active() {
    return this.units.length > 0 || this.waiting !== null;
  }

  /** The view has changed: who is gone is no longer told anything, and what was worked out no longer holds. */
  update() {
    const { position, names, own } = this.#scene;
    this.units = this.units.filter((id) => position?.cellOf(id) && names.side(id) === own);
    if (!this.busy) {
      this.plan = null;
      if (this.once) this.units = [];
    }
    this.#light();
  }

  /** Nobody is told anything together. */
  clear() {
    [this.units, this.waiting, this.plan, this.#corner] = [[], null, null, null];
    this.#light();
  }

  /** Lets go of what was begun last; whether there was something. */
  cancel() {
    if (this.plan && !this.once) this.plan = null;
    else if (this.waiting !== null) [this.waiting, this.#corner] = [null, null];
    else if (this.units.length > 0) [this.units, this.plan] = [[], null];
    else return false;
    this.#light();
    this.#draw();
    return true;
  }

  /** Takes units together; `once`: for one order only. @param {UnitId[]} units @param {string} title @param {boolean} [once] */
  take(units, title, once = false) {
    this.once = once;
    // What others were told is no order to these.
    if (title !== this.title) this.last = null;
    [this.units, this.title, this.plan, this.waiting] = [units, title, null, null];
    // What was said of one unit is no answer to many.
    this.#scene.note.close();
    this.#scene.context.say(`${title}: ${count(units.length, 'unit')}.`);
    this.#light();
    this.#draw();
  }

  /** Takes a unit in or leaves it out. @param {UnitId} unit @param {UnitId | null} leader who was picked before */
  toggle(unit, leader) {
    const before = this.units.length > 0 ? this.units : leader !== null && leader !== unit ? [leader] : [];
    const units = before.includes(unit) ? before.filter((id) => id !== unit) : [...before, unit];
    this.take(units, 'Chosen units');
  }

  /** The units of one's own that belong with one. @param {Formation} kind @param {UnitId} unit @returns {UnitId[]} */
  formation(kind, unit) {
    const { sheet, position } = this.#scene;
    const facts = sheet.units[unit];
    if (!facts?.[kind]) return [];
    const same = Object.entries(sheet.units).filter(([id, other]) => other.side === facts.side && other[kind] === facts[kind] && position?.cellOf(id));
    const units = same.map(([id]) => id);
    return [unit, ...units.filter((id) => id !== unit)];
  }

  /** Takes a whole formation. @param {Formation} kind @param {UnitId} unit */
  takeFormation(kind, unit) {
    const facts = this.#scene.sheet.units[unit];
    const title = kind === 'brigade' ? `${facts.brigade}’s brigade` : kind === 'division' ? divisionWords(facts.division) : corpsWords(facts.corps);
    this.take(this.formation(kind, unit), title);
  }

  /** A rectangle is to be pointed out by two corners. */
  takeRectangle() {
    [this.units, this.plan, this.waiting, this.#corner, this.once] = [[], null, 'rectangle', null, false];
    this.#scene.context.say('Point at one corner, then at the opposite one.');
    this.#light();
    this.#draw();
  }

  /** The group is to march; its goal is pointed at next. @param {'line' | 'column'} how */
  march(how) {
    [this.waiting, this.plan] = [how, null];
    this.#scene.context.say('Point at the square to march to.');
    this.#light();
    this.#draw();
  }

  /** Works out an order. @param {Wish} wish */
  async work(wish) {
    const { units } = this;
    if (units.length === 0) return;
    this.waiting = null;
    const answer = await this.#scene.ask({ group: { units, ...wish } }).catch((fault) => {
      this.#scene.context.toast(fault?.detail ?? 'The table did not answer.');
      return null;
    });
    if (!answer || this.units !== units) return;
    this.plan = { wish, answer };
    this.#light();
    this.#draw();
    const left = answer.left_out.length;
    this.#scene.context.say(`${count(answer.actions.length, 'order')}${left > 0 ? `, ${count(left, 'unit')} left out` : ''}. Confirm in the panel, or with Enter.`);
  }

  /** The same again: towards the same goal, in the same direction. */
  repeat() {
    if (this.last) void this.work(this.last);
  }

  /** Does what was worked out. */
  async confirm() {
    const { plan } = this;
    if (!plan || this.busy || plan.answer.actions.length === 0) return;
    this.busy = true;
    this.#draw();
    const { done, fault } = await actTogether(this.#scene, plan.answer.actions.map(({ action }) => action));
    this.busy = false;
    this.last = plan.wish;
    this.plan = null;
    if (this.once) this.units = [];
    this.#light();
    this.#draw();
    const { context } = this.#scene;
    if (fault) context.toast(`${done} of ${plan.answer.actions.length} orders were given. ${fault.reason ?? fault.detail ?? ''}`.trim(), { link: fault.link ?? null });
    else context.say(`${count(done, 'order')} given.`);
  }

  /** What the wish is called. @param {Wish} wish */
  words({ order, to, dir }) {
    const { names } = this.#scene;
    return `${ORDER_WORDS[order]}${to ? ` to ${names.place(to)}` : ''}${dir ? ` ${directionWords(dir)}` : ''}`;
  }

  /** A square was pointed at; whether the group had a use for it: an empty one is where it is to go. @param {Pointing} detail @param {boolean} empty */
  cell({ cell }, empty) {
    if (this.once && this.waiting === null) return false;
    if (this.waiting === 'rectangle') return this.#takeCorner(cell);
    if (this.waiting !== null) {
      void this.work({ order: this.waiting, to: cell });
      return true;
    }
    if (this.plan?.wish.to === cell) {
      void this.confirm();
      return true;
    }
    if (this.units.length > 0 && empty) {
      void this.work({ order: this.plan?.wish.order === 'column' ? 'column' : 'line', to: cell });
      return true;
    }
    return false;
  }

  /** @param {Square} cell */
  #takeCorner(cell) {
    if (this.#corner === null) {
      this.#corner = cell;
      this.#light();
      return true;
    }
    const { position, names, own } = this.#scene;
    const inside = within(this.#corner, cell);
    const units = [...(position?.cells ?? [])].flatMap(([at, ids]) => (inside(at) ? ids.filter((id) => names.side(id) === own) : []));
    this.#corner = null;
    this.waiting = null;
    if (units.length > 0) this.take(units, 'Units in the rectangle');
    else this.#scene.context.toast('None of your units is in this rectangle.');
    this.#light();
    this.#draw();
    return true;
  }

  /** @param {Square | null} cell */
  hover(cell) {
    this.#hovered = cell;
    if (this.waiting === 'rectangle' && this.#corner) this.#light();
  }

  /** What the card says while something is to be pointed at. @param {Square} cell @returns {{text: string} | null} */
  cardNote(cell) {
    if (this.waiting === 'rectangle') return { text: this.#corner ? `The rectangle from ${this.#corner} to here.` : 'One corner of the rectangle.' };
    return this.waiting !== null ? { text: `${this.title}: march towards ${cell}.` } : null;
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    if (key === 'Enter' && this.plan && !this.busy) void this.confirm();
    else if (key === 'G' && this.last && this.units.length > 0) this.repeat();
    else return false;
    return true;
  }

  #light() {
    const { board, position, sheet } = this.#scene;
    const cells = [...new Set(this.units.flatMap((id) => position?.cellOf(id) ?? []))];
    const corner = this.waiting === 'rectangle' && this.#corner ? this.#corner : null;
    const inside = corner ? Object.keys(sheet.squares).filter(within(corner, this.#hovered ?? corner)) : [];
    board.setLayer('group', [...new Set([...cells, ...inside])].map((cell) => ({ cell, kind: 'group' })));
    const moves = (this.plan?.answer.actions ?? []).filter(({ action }) => action.move).slice(0, MOST_WAYS);
    for (let index = 0; index < Math.max(this.#ways, moves.length); index += 1) {
      const move = moves[index]?.action.move;
      const from = move ? position?.cellOf(move.unit) : null;
      board.setPath(move && from ? [from, ...move.path] : null, { name: `group-${index}`, kind: 'move' });
    }
    this.#ways = moves.length;
    const plots = (this.plan?.answer.actions ?? []).filter(({ action }) => action.plot_fire);
    board.setArrows('group', plots.flatMap(({ action: { plot_fire: { unit, square } } }) => {
      const from = position?.cellOf(unit);
      return from ? [{ from, to: square, kind: 'attack' }] : [];
    }));
    const to = this.plan?.wish.to;
    board.setLayer('goal', to ? [{ cell: to, kind: 'goal' }] : []);
  }
}

/** Whether a square lies in the rectangle of two others. @param {Square} a @param {Square} b @returns {(cell: Square) => boolean} */
export function within(a, b) {
  const [[ax, ay], [bx, by]] = [a, b].map((name) => name.split(',').map(Number));
  return (cell) => {
    const [x, y] = cell.split(',').map(Number);
    return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
  };
}
