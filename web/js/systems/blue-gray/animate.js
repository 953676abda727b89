/**
 * Events played on the map: marches, the die, retreats, losses, advances. Each promise ends when
 * its event has been shown.
 */

import { FightAnimator } from '../../parts/fight-animator.js';

/**
 * @import { GameEvent } from '../../types.js'
 * @import { Scene } from './scene.js'
 * @import { Hex } from './types.js'
 */

export class Animator extends FightAnimator {
  #scene;

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
        return this.result(event.result, ms);
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

  /** @param {GameEvent} event @param {number} ms */
  async #attack(event, ms) {
    /** @type {{defenders: Hex[], attackers?: Hex[], bombard?: string[]}} */
    const { defenders, attackers = [], bombard = [] } = event.attack;
    const arrows = [
      ...attackers.flatMap((from) =>
        defenders.filter((to) => this.beside(from).includes(to)).map((to) => ({ from, to, kind: 'attack' }))),
      ...bombard.flatMap((gun) => {
        const from = this.#scene.position?.cellOf(gun);
        return from ? [{ from, to: defenders[0], kind: 'bombard' }] : [];
      }),
    ];
    await this.fight(defenders, arrows, event.column, ms);
  }

  /** @param {GameEvent} event @param {number} ms */
  async #throw(event, ms) {
    const hex = event.unit ? this.#scene.position?.cellOf(event.unit) : this.fightCell;
    const lies = await this.throwDie(event.face, hex, ms);
    if (event.for !== 'combat' && lies()) this.clear();
  }
}
