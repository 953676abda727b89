/**
 * The activation phase: which Union divisions may move in this turn. Each is activated by a press, in the panel or on one of
 * its units; taking back is the table's undo.
 */

import { next } from '../../parts/position.js';
import { count } from '../../words.js';
import { divisionWords } from './names.js';

/**
 * @import { Pointing } from '../../parts/marching.js'
 * @import { CardNote } from '../../parts/card.js'
 * @import { Division, Square } from './types.js'
 * @import { Scene } from './scene.js'
 */

export class Activation {
  /** The division that is looked at. @type {string | null} */
  seen = null;
  #scene;
  #draw;

  /** @param {Scene} scene @param {() => void} draw */
  constructor(scene, draw) {
    this.#scene = scene;
    this.#draw = draw;
  }

  get scene() {
    return this.#scene;
  }

  /** @returns {Division[]} */
  get divisions() {
    return this.#scene.game.activation?.divisions ?? [];
  }

  /** How many more may be activated. */
  get left() {
    return this.#scene.game.activation?.left ?? 0;
  }

  update() {
    this.#light();
    this.#draw();
  }

  leave() {
    this.seen = null;
    this.#scene.board.setLayer('divisions', []);
  }

  cancel() {
    if (this.seen === null) return false;
    this.seen = null;
    this.update();
    return true;
  }

  /** Activates a division. @param {string} division */
  activate(division) {
    const [cell] = this.cellsOf(this.divisions.find((one) => one.division === division));
    this.seen = division;
    return this.#scene.act({ activate: { division } }, { cell: cell ?? null });
  }

  /** Looks at a division, and shows where it is. @param {string} division */
  look(division) {
    this.seen = division;
    const cells = this.cellsOf(this.divisions.find((one) => one.division === division));
    if (cells.length > 0) this.#scene.board.revealAll(cells);
    this.update();
  }

  /** Where the units of a division are. @param {Division | undefined} division @returns {Square[]} */
  cellsOf(division) {
    return [...new Set((division?.units ?? []).flatMap((id) => this.#scene.position?.cellOf(id) ?? []))];
  }

  /** The division of a unit. @param {string} unit */
  of(unit) {
    return this.divisions.find(({ units }) => units.includes(unit)) ?? null;
  }

  /** What a division is and could do, in a few words. @param {Division} division */
  outlook(division) {
    const { position, names } = this.#scene;
    const men = division.units.reduce((sum, id) => sum + (names.counted(id) === 'men' ? (position?.strength(id) ?? 0) : 0), 0);
    const far = this.#distance(division);
    return [count(division.units.length, 'unit'), `${men} men`, far === null ? '' : far <= 1 ? 'in contact' : `${far} squares from the enemy`].filter(Boolean).join(', ');
  }

  /** How far the nearest enemy in sight is. @param {Division} division @returns {number | null} */
  #distance(division) {
    const { position, names } = this.#scene;
    const side = division.units[0] ? names.side(division.units[0]) : null;
    const enemies = [...(position?.cells ?? [])].filter(([, ids]) => names.side(ids[0]) !== side).map(([cell]) => at(cell));
    const own = this.cellsOf(division).map(at);
    const far = own.flatMap(([x, y]) => enemies.map(([ex, ey]) => Math.max(Math.abs(x - ex), Math.abs(y - ey))));
    return far.length > 0 ? far.reduce((least, one) => Math.min(least, one)) : null;
  }

  /** @param {Pointing} detail */
  cell({ cell, unit = null, pointer }) {
    const id = unit ?? this.#scene.position?.at(cell)[0] ?? null;
    const division = id === null ? null : this.of(id);
    this.#scene.note.close();
    if (!division) return;
    this.seen = division.division;
    this.update();
    const title = `${divisionWords(division.division)}: ${this.outlook(division)}`;
    const choices = division.can && this.#scene.mine
      ? [{ label: 'Activate it', primary: true, run: () => void this.activate(division.division) }] : [];
    if (choices.length > 0) this.#scene.note.choose(cell, title, choices, { focus: pointer === 'key' });
    else if (this.#scene.mine && !division.active) void this.#why(division.division, cell);
  }

  /** @param {string} division @param {Square} cell */
  async #why(division, cell) {
    const answer = await this.#scene.ask({ why: { action: { activate: { division } } } }).catch(() => null);
    if (answer && !answer.legal) this.#scene.refuse(cell, answer, `${divisionWords(division)} cannot be activated.`);
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    if (key === 'n' || key === 'p') {
      const open = this.divisions.filter(({ can, active }) => can || active).map(({ division }) => division);
      const division = next(open, this.seen, key === 'n' ? 1 : -1);
      if (division !== null) this.look(division);
      return true;
    }
    if ((key === 'm' || key === 'Enter') && this.seen !== null) {
      void this.activate(this.seen);
      return true;
    }
    return false;
  }

  /** @param {Square} cell @returns {CardNote} */
  cardNote(cell) {
    const [id] = this.#scene.position?.at(cell) ?? [];
    const division = id ? this.of(id) : null;
    if (!division) return null;
    const state = division.active ? 'It is active this turn.' : division.can ? 'It can be activated.' : '';
    return { text: `${divisionWords(division.division)}: ${this.outlook(division)}. ${state}`.trim() };
  }

  #light() {
    const lit = this.divisions.flatMap((one) => {
      const kind = one.active ? 'division-active' : one.division === this.seen ? 'division' : null;
      return kind ? this.cellsOf(one).map((cell) => ({ cell, kind, title: divisionWords(one.division) })) : [];
    });
    this.#scene.board.setLayer('divisions', [...new Map(lit.map((one) => [one.cell, one])).values()]);
  }
}

/** @param {Square} cell */
function at(cell) {
  return cell.split(',').map(Number);
}
