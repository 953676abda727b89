/**
 * Events played on the map: marches, the die, retreats, losses, advances. Each promise ends when
 * its event has been shown.
 */

import { MapAnimator, pause } from '../../parts/animator.js';

/**
 * @import { GameEvent } from '../../types.js'
 * @import { Scene } from './scene.js'
 * @import { Hex } from './types.js'
 */

export class Animator extends MapAnimator {
  #scene;
  /** Where the fight is that is being played. @type {Hex | null} */
  #fight = null;

  /** @param {Scene} scene */
  constructor(scene) {
    super(scene);
    this.#scene = scene;
  }

  /** @param {GameEvent} event @param {{ms: number}} options @returns {Promise<void>} */
  async play(event, { ms }) {
    const { board } = this.#scene;
    switch (event.event) {
      case 'moved':
        return this.march(event.unit, [event.from, ...event.path], ms);
      case 'entered':
        this.put(event.unit, event.path[0]);
        return this.march(event.unit, event.path, ms);
      case 'exited':
        await this.march(event.unit, [event.from, ...event.path], ms);
        return this.leave(event.unit, event.hex, 'exit', ms);
      case 'attacked':
        return this.#attack(event, ms);
      case 'die_thrown':
        return this.#throw(event, ms);
      case 'resulted':
        return this.#result(event.result, ms);
      case 'eliminated':
        return event.at ? this.leave(event.unit, event.at, 'trouble', ms) : undefined;
      case 'retreated':
      case 'displaced':
      case 'advanced':
        return this.march(event.unit, [event.from, event.to], ms);
      case 'control_changed':
      case 'awarded':
        return board.flash(event.hex, `held-${event.to ?? event.side}`, { ms });
      default:
        return undefined;
    }
  }

  /** Takes away what is left of an animation. @override */
  clear() {
    super.clear();
    this.#fight = null;
    this.#scene.board.setArrows('fight', []);
    this.#scene.board.setBadges('fight', []);
  }

  /** A new view is shown: what was played is in it. Arrows and result of a fight that goes on there are left. @param {Hex | null} [goingOn] */
  reset(goingOn = null) {
    if (goingOn === null || goingOn !== this.#fight) this.clear();
    this.forget();
  }

  /** @param {GameEvent} event @param {number} ms */
  async #attack(event, ms) {
    const { board, position, sheet } = this.#scene;
    const { defenders, attackers = [], bombard = [] } = event.attack;
    this.clear();
    this.#fight = defenders[0];
    this.#scene.look(defenders[0]);
    const beside = (/** @type {Hex} */ from) => Object.values(sheet.hexes[from]?.neighbours ?? {});
    board.setArrows('fight', [
      ...attackers.flatMap((/** @type {Hex} */ from) =>
        defenders
          .filter((/** @type {Hex} */ to) => beside(from).includes(to))
          .map((/** @type {Hex} */ to) => ({ from, to, kind: 'attack' })),
      ),
      ...bombard.flatMap((/** @type {string} */ gun) => {
        const from = position?.cellOf(gun);
        return from ? [{ from, to: defenders[0], kind: 'bombard' }] : [];
      }),
    ]);
    board.setBadges('fight', [{ cell: defenders[0], text: event.column, kind: 'odds' }]);
    await Promise.all(defenders.map((/** @type {Hex} */ hex) => board.flash(hex, 'target', { ms })));
  }

  /** @param {GameEvent} event @param {number} ms */
  async #throw(event, ms) {
    const hex = event.unit ? this.#scene.position?.cellOf(event.unit) : this.#fight;
    const lies = await this.throwDie(event.face, hex, ms);
    if (event.for !== 'combat' && lies()) this.clear();
  }

  /** @param {string} result @param {number} ms */
  async #result(result, ms) {
    const { board } = this.#scene;
    if (this.#fight) board.setBadges('fight', [{ cell: this.#fight, text: result, kind: 'result' }]);
    await pause(Math.max(250, ms));
    this.takeDie();
  }
}
