/**
 * Events played on the map: marches, the die, retreats, losses, advances. Each promise ends when
 * its event has been shown.
 */

import { die } from './face.js';
import { shifted } from './model.js';
import { hexBox } from './note.js';

/**
 * @import { GameEvent, Hex } from '../types.js'
 * @import { Scene } from './scene.js'
 */

/** A march takes longer the more hexes it has, up to this many times the given time. */
const LONGEST_MARCH = 3;

export class Animator {
  #scene;
  /** Where the fight is that is being played. @type {Hex | null} */
  #fight = null;
  /** @type {Element | null} */
  #die = null;
  /** Where units are by what was played since the last view. @type {Map<string, Hex | null>} */
  #changes = new Map();

  /** @param {Scene} scene */
  constructor(scene) {
    this.#scene = scene;
  }

  /** @param {GameEvent} event @param {{ms: number}} options @returns {Promise<void>} */
  async play(event, { ms }) {
    const { board } = this.#scene;
    switch (event.event) {
      case 'moved':
        return this.#march(event.unit, [event.from, ...event.path], ms);
      case 'entered':
        this.#put(event.unit, event.path[0]);
        return this.#march(event.unit, event.path, ms);
      case 'exited':
        await this.#march(event.unit, [event.from, ...event.path], ms);
        return this.#leave(event.unit, event.hex, 'exit', ms);
      case 'attacked':
        return this.#attack(event, ms);
      case 'die_thrown':
        return this.#throw(event, ms);
      case 'resulted':
        return this.#result(event.result, ms);
      case 'eliminated':
        return event.at ? this.#leave(event.unit, event.at, 'trouble', ms) : undefined;
      case 'retreated':
      case 'displaced':
      case 'advanced':
        return this.#march(event.unit, [event.from, event.to], ms);
      case 'control_changed':
      case 'awarded':
        return board.flash(event.hex, `held-${event.to ?? event.side}`, { ms });
      default:
        return undefined;
    }
  }

  /** Takes away what is left of an animation. */
  clear() {
    this.#die?.remove();
    this.#die = null;
    this.#fight = null;
    this.#scene.board.setArrows('fight', []);
    this.#scene.board.setBadges('fight', []);
  }

  /** A new view is shown: what was played is in it. Arrows and result of a fight that goes on there are left. @param {Hex | null} [goingOn] */
  reset(goingOn = null) {
    if (goingOn === null || goingOn !== this.#fight) this.clear();
    this.#changes = new Map();
  }

  /** Puts a unit down in a hex, or with `null` takes it off the map. @param {string} unit @param {Hex | null} hex */
  #put(unit, hex) {
    this.#changes.delete(unit);
    this.#changes.set(unit, hex);
    this.#scene.board.setUnits(shifted(this.#scene.position?.counters() ?? [], this.#changes));
  }

  /** @param {string} unit @param {Hex} hex @param {string} kind @param {number} ms */
  async #leave(unit, hex, kind, ms) {
    const changes = this.#changes;
    await this.#scene.board.flash(hex, kind, { ms });
    // Skipped: the view that came meanwhile knows better.
    if (changes === this.#changes) this.#put(unit, null);
  }

  /** @param {string} unit @param {Hex[]} hexes @param {number} ms */
  async #march(unit, hexes, ms) {
    const { board } = this.#scene;
    const changes = this.#changes;
    board.reveal(hexes[hexes.length - 1]);
    await board.moveUnit(unit, hexes, { ms: ms * Math.min(LONGEST_MARCH, Math.max(1, (hexes.length - 1) * 0.6)) });
    changes.delete(unit);
    changes.set(unit, hexes[hexes.length - 1]);
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
        const from = position?.hexOf(gun);
        return from ? [{ from, to: defenders[0], kind: 'bombard' }] : [];
      }),
    ]);
    board.setBadges('fight', [{ hex: defenders[0], text: event.column, kind: 'odds' }]);
    await Promise.all(defenders.map((/** @type {Hex} */ hex) => board.flash(hex, 'target', { ms })));
  }

  /** @param {GameEvent} event @param {number} ms */
  async #throw(event, ms) {
    const { board, position } = this.#scene;
    const hex = event.unit ? position?.hexOf(event.unit) : this.#fight;
    const box = (hex ? hexBox(board.root, hex) : null) ?? board.root.getBoundingClientRect();
    this.#die?.remove();
    const shown = die(event.face, 'bg-die-thrown');
    shown.style.left = `${box.left + box.width / 2}px`;
    shown.style.top = `${box.top + box.height / 2}px`;
    shown.style.setProperty('--bg-throw', `${Math.max(200, ms)}ms`);
    document.body.append(shown);
    this.#die = shown;
    await pause(Math.max(350, ms * 1.2));
    if (event.for !== 'combat' && this.#die === shown) this.clear();
  }

  /** @param {string} result @param {number} ms */
  async #result(result, ms) {
    const { board } = this.#scene;
    if (this.#fight) board.setBadges('fight', [{ hex: this.#fight, text: result, kind: 'result' }]);
    await pause(Math.max(250, ms));
    this.#die?.remove();
    this.#die = null;
  }
}

/** @param {number} ms */
function pause(ms) {
  return /** @type {Promise<void>} */ (new Promise((resolve) => setTimeout(resolve, ms)));
}
