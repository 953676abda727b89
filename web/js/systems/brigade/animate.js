/**
 * Events played on the map: marches, the die, retreats, counters that are turned over, arrivals. Each promise ends when
 * its event has been shown.
 */

import { FightAnimator } from '../../parts/fight-animator.js';
import { REDUCED } from './board.js';
import { attackersOf, targetsOf } from './attacks.js';

/**
 * @import { GameEvent, UnitId } from '../../types.js'
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
      case 'arrived':
        for (const unit of event.units) this.put(unit, event.at);
        return board.flash(event.at, 'enter', { ms });
      case 'assaulted':
      case 'bombarded':
        return this.#attack(event, ms);
      case 'die_thrown':
        return this.#throw(event, ms);
      case 'resulted':
        return this.result(event.result, ms);
      case 'reduced':
        return this.#turn(event.unit, event.at, REDUCED, 'trouble', ms);
      case 'rallied':
        return this.#turn(event.unit, this.#scene.position?.cellOf(event.unit) ?? null, 'plain', 'advance', ms);
      case 'eliminated':
        return this.leave(event.unit, event.at, 'trouble', ms);
      case 'retreated':
      case 'displaced':
      case 'withdrew':
      case 'advanced':
        return this.march(event.unit, [event.from, event.to], ms);
      case 'searched':
        return board.flash(event.hex, event.found ? 'enter' : 'search', { ms });
      case 'control_changed':
        return board.flash(event.hex, `held-${event.to}`, { ms });
      default:
        return undefined;
    }
  }

  /** @param {GameEvent} event @param {number} ms */
  async #attack(event, ms) {
    const { position } = this.#scene;
    const targets = targetsOf(event);
    const from = [...new Set(attackersOf(event).flatMap((unit) => position?.cellOf(unit) ?? []))];
    const near = (/** @type {Hex} */ cell) => targets.filter((to) => this.beside(cell).includes(to));
    const arrows = from.flatMap((cell) =>
      event.assault && near(cell).length > 0
        ? near(cell).map((to) => ({ from: cell, to, kind: 'attack' }))
        : [{ from: cell, to: targets[0], kind: 'bombard' }]);
    await this.fight(targets, arrows, event.column, ms);
  }

  /** @param {GameEvent} event @param {number} ms */
  async #throw(event, ms) {
    const cell = event.unit ? this.#scene.position?.cellOf(event.unit) : this.fightCell;
    const lies = await this.throwDie(event.face, cell, ms);
    if (event.for !== 'assault' && event.for !== 'bombardment' && lies()) this.clear();
  }

  /** A counter is turned over. @param {UnitId} unit @param {Hex | null} cell @param {string} look @param {string} kind of light @param {number} ms */
  async #turn(unit, cell, look, kind, ms) {
    const { turned, board } = this.#scene;
    turned.set(unit, look);
    if (cell === null) return;
    const shown = turned;
    await board.flash(cell, kind, { ms });
    // Skipped: the view that came meanwhile knows better.
    if (shown === this.#scene.turned) this.put(unit, cell);
  }
}
