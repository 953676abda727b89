/**
 * Who could still do something worth doing, as the engine knows it, to be gone through one after the other.
 */

import { next } from '../../parts/position.js';

/**
 * @import { UnitId } from '../../types.js'
 * @import { TodoAnswer } from './types.js'
 * @import { GroupOrders } from './group.js'
 * @import { Scene } from './scene.js'
 */

/** What a unit may want, the most pressing first. @type {Record<string, string>} */
const WANTS = {
  target: 'has a target, no plot',
  points: 'can move',
  limbered: 'guns limbered',
  ammunition: 'no ammunition',
  command: 'out of command',
  disrupted: 'disrupted',
  routed: 'routed',
};

export class Todo {
  /** @type {TodoAnswer['units']} */
  units = [];
  /** Only those who want this. @type {string | null} */
  filter = null;
  #asked = -1;
  #draw;
  #pick;

  /** @param {Scene} scene @param {() => void} draw @param {(unit: UnitId) => void} pick shows a unit and picks it */
  constructor(scene, draw, pick) {
    this.scene = scene;
    this.#draw = draw;
    this.#pick = pick;
  }

  /** The view has changed. */
  async update() {
    const { view, mine, game } = this.scene;
    if (!mine || game.phase !== 'operations') {
      this.units = [];
      return;
    }
    const { version } = view;
    this.#asked = version;
    const answer = /** @type {TodoAnswer | null} */ (await this.scene.ask({ todo: {} }).catch(() => null));
    if (!answer || this.#asked !== version) return;
    this.units = answer.units;
    this.#draw();
  }

  /** The kinds of wants there are, with how many have each. */
  get kinds() {
    return Object.keys(WANTS).map((kind) => ({ kind, words: WANTS[kind], number: this.units.filter(({ why }) => why.includes(kind)).length })).filter(({ number }) => number > 0);
  }

  /** Those to be listed, the most pressing first. */
  get shown() {
    const order = Object.keys(WANTS);
    const rank = (/** @type {string[]} */ why) => Math.min(...why.map((word) => order.indexOf(word)));
    const wanted = this.units.filter(({ why }) => this.filter === null || why.includes(this.filter));
    return [...wanted].sort((a, b) => rank(a.why) - rank(b.why));
  }

  /** @param {string} word */
  words(word) {
    return WANTS[word] ?? word;
  }

  /** @param {string | null} kind */
  only(kind) {
    this.filter = kind;
    this.#draw();
  }

  /** @param {UnitId} unit */
  go(unit) {
    this.#pick(unit);
  }

  /** The next, or the one before. @param {UnitId | null} present @param {1 | -1} step */
  cycle(present, step) {
    const unit = next(this.shown.map((one) => one.unit), present, step);
    if (unit === null) this.scene.context.say('Nobody has anything left to do.');
    else this.#pick(unit);
  }

  /** Everybody who has a target gets the best plot; then nobody is told anything together: the next point is at one unit again. @param {GroupOrders} group */
  fireForAll(group) {
    const { position, names, own } = this.scene;
    const all = [...(position?.units.values() ?? [])].filter(({ id }) => names.side(id) === own && position?.cellOf(id)).map(({ id }) => id);
    group.take(all, 'The whole army', true);
    void group.work({ order: 'fire' });
  }
}
