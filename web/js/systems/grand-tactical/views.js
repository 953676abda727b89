/**
 * What can be laid over the map: what a unit sees, its field of fire with what it would do there, zones, ranges, lines of
 * command, plots, where men fell, and the ground without counters. The engine says all of it; this asks and draws.
 */

import * as store from '../../store.js';
import { OVERLAYS } from './keys.js';
import { expected } from './names.js';

/**
 * @import { Lit } from '../../board/layers.js'
 * @import { CardNote } from '../../parts/card.js'
 * @import { UnitId } from '../../types.js'
 * @import { CommandLine, FieldAnswer, Square } from './types.js'
 * @import { Report } from './reports.js'
 * @import { Scene } from './scene.js'
 */

/** From so many on, men that fell in a square are marked more strongly. */
const MANY = 100;

/** @typedef {keyof typeof OVERLAYS} Name */

export class Views {
  /** What is shown. @type {Set<Name>} */
  #on = new Set();
  /** Where one looks from, if it is no unit. @type {Square | null} */
  #from = null;
  /** The field that was answered last, for the card. @type {FieldAnswer | null} */
  #field = null;
  /** Men that fell, to be shown. @type {Report | null} */
  #fallen = null;
  /** What the enemy could do; set by the table. @type {import('../../parts/threats.js').Threats | null} */
  threats = null;
  #scene;

  /** @param {Scene} scene */
  constructor(scene) {
    this.#scene = scene;
    const names = /** @type {Name[]} */ (Object.keys(OVERLAYS)).filter((name) => name !== 'command' || scene.sheet.level === 'advanced');
    this.list = names.map((id) => ({ id, ...OVERLAYS[id], lasting: id === 'zones' || id === 'plots', set: (/** @type {boolean} */ on) => this.#set(id, on) }));
  }

  /** Whether what is seen is asked for. */
  get sight() {
    return this.#on.has('sight');
  }

  /** @param {Name} name */
  has(name) {
    return this.#on.has(name);
  }

  /** @param {Name} name @param {boolean} on */
  #set(name, on) {
    if (on) this.#on.add(name);
    else this.#on.delete(name);
    if (name === 'terrain') this.#scene.board.show({ units: !on });
    if (name === 'icons' && this.#scene.icons !== on) {
      store.setPrefs(/** @type {any} */ ({ counters: on ? 'icons' : 'symbols' }));
      if (this.#scene.position) this.#scene.place(this.#scene.board.selected);
    }
    if (name === 'sight' && !on) this.#from = null;
    if (name === 'threats') void this.threats?.setAll(on);
    this.update();
  }

  /** The unit that is picked, if it is on the map. @returns {UnitId | null} */
  get #unit() {
    const { board, position } = this.#scene;
    return board.selected !== null && position?.cellOf(board.selected) ? board.selected : null;
  }

  /** Draws what depends on the position and on who is picked. */
  update() {
    const { view, board, game } = this.#scene;
    if (!view) return;
    const zones = (/** @type {import('../../types.js').Side} */ side) => (this.#on.has('zones') ? game.zones[side].map((cell) => ({ cell, kind: `zone-${side}` })) : []);
    board.setLayer('zones', [...zones('union'), ...zones('confederate')]);
    board.setLayer('fords', game.fords.map((cell) => ({ cell, kind: 'ford', title: 'A ford' })));
    this.#plots();
    this.#ranges();
    void this.#sight();
    void this.#fire();
    void this.#command();
    this.showFallen(this.#fallen);
  }

  /** Another unit is picked. */
  picked() {
    this.#from = null;
    this.#ranges();
    void this.#sight();
    void this.#fire();
  }

  /** Everybody's fire plots, as far as they are told. */
  #plots() {
    const { position, board } = this.#scene;
    const units = this.#on.has('plots') ? [...(position?.units.values() ?? [])] : [];
    board.setArrows('plots', units.flatMap(({ id, fire, melee }) => {
      const from = position?.cellOf(id);
      return fire && from ? [{ from, to: fire, kind: melee ? 'attack' : 'plot', line: !melee }] : [];
    }));
  }

  /** How far the weapon of the picked unit carries, whatever stands between. */
  #ranges() {
    const { position, sheet, board } = this.#scene;
    const unit = this.#on.has('ranges') ? this.#unit : null;
    const from = unit === null ? null : position?.cellOf(unit);
    const range = unit === null ? 0 : sheet.units[unit].range;
    board.setLayer('range', from ? Object.keys(sheet.squares).filter((cell) => cell !== from && distance(cell, from) <= range).map((cell) => ({ cell, kind: 'range' })) : []);
  }

  async #sight() {
    const { board } = this.#scene;
    const unit = this.#unit;
    const question = this.#from ? { square: this.#from } : unit !== null ? { unit } : null;
    if (!this.#on.has('sight') || !question) {
      board.setLayer('sight', []);
      return;
    }
    const answer = await this.#scene.ask({ sight: question }).catch(() => null);
    if (!answer || !this.#on.has('sight')) return;
    // What is not seen is darkened: so the lit squares of an order stay what they are.
    const seen = new Set([answer.square, ...answer.sees]);
    const dark = Object.keys(this.#scene.sheet.squares).filter((cell) => !seen.has(cell)).map((cell) => ({ cell, kind: 'unseen', title: `Not seen from ${answer.square}` }));
    board.setLayer('sight', [{ cell: answer.square, kind: 'chosen', title: `Sees ${answer.limit} squares at most` }, ...dark]);
  }

  async #fire() {
    const { board } = this.#scene;
    const unit = this.#unit;
    if (!this.#on.has('field') || unit === null) {
      this.#field = null;
      board.setLayer('field', []);
      return;
    }
    const answer = /** @type {FieldAnswer | null} */ (await this.#scene.ask({ field: { unit } }).catch(() => null));
    if (!answer || !this.#on.has('field') || this.#unit !== unit) return;
    this.#field = answer;
    board.setLayer('field', answer.squares.map(({ square, enemy, casualties }) => /** @type {Lit} */ ({
      cell: square, kind: enemy ? 'target' : 'fire-field', text: expected(casualties.mean), title: fieldWords(enemy, casualties.mean),
    })));
  }

  async #command() {
    const { board, own } = this.#scene;
    if (!this.#on.has('command')) {
      board.setArrows('command', []);
      return;
    }
    const answer = await this.#scene.ask({ command: {} }).catch(() => null);
    if (!answer || !this.#on.has('command')) return;
    const lines = /** @type {CommandLine[]} */ (answer.lines).filter(({ side, from, to }) => side === own && from && to && from !== to);
    board.setArrows('command', lines.map(({ from, to, holds, of }) => ({ from: from ?? '', to: to ?? '', kind: `command${holds ? '' : ' broken'}${of ? ' chain' : ''}`, line: true })));
  }

  /** Shows where men fell, or no longer. @param {Report | null} report */
  showFallen(report) {
    this.#fallen = report;
    this.#scene.board.setLayer('fallen', [...(report?.fallen ?? [])].map(([cell, men]) => ({ cell, kind: men >= MANY ? 'fallen-many' : 'fallen', text: men, title: `${men} fell here` })));
  }

  /** @param {Square | null} _cell */
  hover(_cell) {}

  /** Looks from another square; whether what is seen is asked for. @param {Square} cell */
  standAt(cell) {
    const { position, board } = this.#scene;
    if (!this.#on.has('sight') || (board.selected !== null && position?.cellOf(board.selected))) return false;
    this.#from = cell;
    void this.#sight();
    return true;
  }

  /** What the card says of the field of fire. @param {Square} cell @returns {CardNote} */
  cardNote(cell) {
    const there = this.#field?.squares.find(({ square }) => square === cell);
    return there ? { text: fieldWords(there.enemy, there.casualties.mean) } : null;
  }
}

/** @param {boolean} enemy @param {number} mean */
function fieldWords(enemy, mean) {
  return enemy ? `${expected(mean)} casualties expected.` : `${expected(mean)} casualties expected against men in line in the open here.`;
}

/** Squares between two squares. @param {Square} a @param {Square} b */
export function distance(a, b) {
  const [[ax, ay], [bx, by]] = [a, b].map((name) => name.split(',').map(Number));
  return Math.max(Math.abs(ax - bx), Math.abs(ay - by));
}
