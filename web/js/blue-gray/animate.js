/**
 * Events played on the map: marches, the die, retreats, losses, advances. Each promise ends when
 * its event has been shown.
 */

import { die } from './face.js';
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
        this.#appear(event.unit, event.path[0]);
        return this.#march(event.unit, event.path, ms);
      case 'exited':
        await this.#march(event.unit, [event.from, ...event.path], ms);
        return board.flash(event.hex, 'exit', { ms });
      case 'attacked':
        return this.#attack(event, ms);
      case 'die_thrown':
        return this.#throw(event, ms);
      case 'resulted':
        return this.#result(event.result, ms);
      case 'eliminated':
        return event.at ? board.flash(event.at, 'trouble', { ms }) : undefined;
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

  /** A unit that was off the map is put down where its march begins. @param {string} unit @param {Hex} hex */
  #appear(unit, hex) {
    const shown = this.#scene.position?.counters() ?? [];
    if (!shown.some(({ id }) => id === unit)) {
      this.#scene.board.setUnits([...shown, { id: unit, hex, marks: [], ineffective: false }]);
    }
  }

  /** @param {string} unit @param {Hex[]} hexes @param {number} ms */
  async #march(unit, hexes, ms) {
    const { board } = this.#scene;
    board.reveal(hexes[hexes.length - 1]);
    await board.moveUnit(unit, hexes, { ms: ms * Math.min(LONGEST_MARCH, Math.max(1, (hexes.length - 1) * 0.6)) });
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
      ...attackers.flatMap((/** @type {Hex} */ from) => defenders.filter((/** @type {Hex} */ to) => beside(from).includes(to)).map((/** @type {Hex} */ to) => ({ from, to, kind: 'attack' }))),
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
