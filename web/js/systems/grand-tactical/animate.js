/**
 * Events played on the map: marches, and a combat shot by shot at the player's own pace, with its place, its casualties
 * and what followed. Each promise ends when its event has been shown.
 */

import { h } from '../../dom.js';
import { MapAnimator, pause } from '../../parts/animator.js';
import { capital, count } from '../../words.js';
import { pace, paced, setPace } from './pace.js';
import { PARTS } from './tell.js';

/**
 * @import { GameEvent, UnitId } from '../../types.js'
 * @import { GrandUnit, Square } from './types.js'
 * @import { Scene } from './scene.js'
 */

/** What is left out: the rest of a part of the combat, or all of it. @typedef {'part' | 'all' | null} Skipping */

/** Between the banner and what is shown below it, in pixels. */
const BELOW_BANNER = 20;

/** An army marches in many small steps: each takes this share of the time of an event. */
const MARCH = 0.5;

export class Animator extends MapAnimator {
  #scene;
  /** @type {Skipping} */
  #skipping = null;
  #banner = h('div', { class: 'gt-banner', hidden: true, role: 'status' });
  #part = '';

  /** @param {Scene} scene */
  constructor(scene) {
    super(scene);
    this.#scene = scene;
    scene.board.root.parentElement?.append(this.#banner);
  }

  /** Whether a combat is being shown. */
  get fighting() {
    return !this.#banner.hidden;
  }

  /** Takes away what is left of an animation. @override */
  clear() {
    super.clear();
    this.#skipping = null;
    this.#banner.hidden = true;
    this.#keepClear(0);
    this.#scene.board.setArrows('shot', []);
    this.#scene.board.setBadges('shot', []);
  }

  /** Leaves the table. */
  destroy() {
    this.clear();
    this.#banner.remove();
  }

  /** A new view is shown: what was played is in it. */
  reset() {
    this.clear();
    this.forget();
  }

  /** Leaves the rest of the part out, or of the combat. @param {Skipping} what */
  skip(what) {
    this.#skipping = what;
    this.#scene.board.skip();
  }

  /** @param {GameEvent} event @param {{ms: number}} options @returns {Promise<void>} */
  async play(event, { ms }) {
    if (event.event === 'phase_began') return this.#began(event);
    if (event.event === 'sub_phase') return this.#begin(event.name, ms);
    if (event.event === 'moved') return this.march(event.unit, [event.from, ...event.path], ms * MARCH);
    const time = this.#skipping ? 0 : this.fighting ? paced(ms) : ms;
    return PLAYERS[event.event]?.(this, event, time);
  }

  /** @param {GameEvent} event */
  #began(event) {
    if (event.phase !== 'combat') this.clear();
    return Promise.resolve();
  }

  /** A part of the combat begins. @param {string} name @param {number} ms */
  async #begin(name, ms) {
    this.#part = PARTS[name] ?? capital(name);
    if (this.#skipping === 'part') this.#skipping = null;
    this.#drawBanner();
    if (!this.#skipping) await pause(Math.min(700, paced(ms)));
  }

  #drawBanner() {
    const slider = h('input', { type: 'range', min: 0, max: 9, step: 1, value: pace(), 'aria-label': 'Pace: 0 is at once, 9 is slow', on: { input: (/** @type {any} */ event) => setPace(Number(event.target.value)) } });
    const button = (/** @type {string} */ label, /** @type {Skipping} */ what) => h('button', { type: 'button', class: 'button button-small', on: { click: () => this.skip(what) } }, label);
    this.#banner.replaceChildren(h('b', null, this.#part), h('label', { class: 'gt-pace' }, h('span', null, 'Pace'), slider), button('Skip this part', 'part'), button('Skip all', 'all'));
    this.#banner.hidden = false;
    this.#keepClear(this.#banner.offsetHeight + BELOW_BANNER);
  }

  /** What is shown of a combat is not left under the banner. @param {number} top pixels */
  #keepClear(top) {
    const { board } = this.#scene;
    if (board.insets.top !== top) board.insets = { ...board.insets, top };
  }

  /** The pace was set by a key. @param {number} wanted */
  setPace(wanted) {
    setPace(wanted);
    this.#drawBanner();
  }

  /** A shot, or a blow: from where to where, and what it says. @param {{from?: Square, at: Square, text: string, kind?: string}} shot @param {number} ms */
  async strike({ from, at, text, kind = 'danger' }, ms) {
    const { board } = this.#scene;
    if (ms <= 0) return;
    board.setArrows('shot', from ? [{ from, to: at, kind: 'attack' }] : []);
    board.setBadges('shot', [{ cell: at, text, kind }]);
    if (from) board.revealAll([from, at]);
    else board.reveal(at);
    await board.flash(at, 'shot', { ms });
  }

  /** What became of a unit: its counter shows it. @param {UnitId} unit @param {(now: GrandUnit) => void} change */
  change(unit, change) {
    const now = this.#scene.position?.units.get(unit);
    if (!now) return;
    change(now);
    const cell = this.where(unit);
    if (cell) this.put(unit, cell);
  }

  /** Where a unit is by what was played. @param {UnitId} unit */
  where(unit) {
    return this.#scene.board.unitCell(unit) ?? this.#scene.position?.cellOf(unit) ?? null;
  }

  /** @param {Square} cell @param {string} kind @param {number} ms */
  async flash(cell, kind, ms) {
    if (ms > 0) await this.#scene.board.flash(cell, kind, { ms });
  }
}

/** @type {Record<string, (animator: Animator, event: GameEvent, ms: number) => Promise<void> | void>} */
const PLAYERS = {
  fired: (animator, { from, at, casualties, dry }, ms) => animator.strike({ from, at, text: `${casualties}${dry ? ' ∅' : ''}` }, ms),
  lost: (animator, { unit, men = 0, guns = 0, fatigue = 0 }) => animator.change(unit, (now) => {
    if (now.men !== undefined) now.men = Math.max(0, now.men - men);
    if (now.guns !== undefined) now.guns = Math.max(0, now.guns - guns);
    now.fatigue = Math.min(100, (now.fatigue ?? 0) + fatigue);
  }),
  disrupted: (animator, { unit }, ms) => state(animator, unit, 'disrupted', 'disrupted', ms),
  routed: (animator, { unit }, ms) => state(animator, unit, 'routed', 'routs', ms),
  melee: (animator, { at, attackers, defenders, difference }, ms) => animator.strike({ at, text: `${count(attackers.length, 'unit')} v ${defenders.length}: ${difference > 0 ? '+' : ''}${difference}` }, ms),
  retreated: (animator, { unit, from, path }, ms) => animator.march(unit, [from, ...path], ms * 0.6),
  advanced: (animator, { unit, from, to }, ms) => animator.march(unit, [from, to], ms * 0.6),
  eliminated: (animator, { unit, square }, ms) => animator.leave(unit, square, 'trouble', ms),
  leader_lost: (animator, { leader, unit }, ms) => tellAt(animator, unit, `${leader} †`, ms),
  succeeded: (animator, { leader, unit }, ms) => (unit ? tellAt(animator, unit, `${leader} ★`, ms) : undefined),
  arrived: (animator, { unit, square }, ms) => {
    animator.put(unit, square);
    return animator.flash(square, 'enter', ms);
  },
  sighted: (animator, { square }, ms) => animator.flash(square, 'chosen', ms * 0.6),
  fortified: (animator, { unit, fort }) => animator.change(unit, (now) => { now.fort = fort; }),
};

/** @param {Animator} animator @param {UnitId} unit @param {'routed' | 'disrupted'} what @param {string} words @param {number} ms */
function state(animator, unit, what, words, ms) {
  animator.change(unit, (now) => { now[what] = true; });
  return tellAt(animator, unit, words, ms * 0.7);
}

/** @param {Animator} animator @param {UnitId} unit @param {string} text @param {number} ms */
function tellAt(animator, unit, text, ms) {
  const at = animator.where(unit);
  return at ? animator.strike({ at, text }, ms) : undefined;
}
