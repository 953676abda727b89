/**
 * The rally phase: reduced units away from the enemy are lit; a press throws the die for one of them.
 */

import { next } from '../../parts/position.js';
import { chanceWords } from './names.js';

/**
 * @import { UnitId } from '../../types.js'
 * @import { Pointing } from '../../parts/marching.js'
 * @import { Hex } from './types.js'
 * @import { Scene } from './scene.js'
 */

export class Rally {
  /** The unit that the panel speaks of. @type {UnitId | null} */
  unit = null;
  /** The faces a study table is told to throw; none leaves it to chance. @type {number | null} */
  face = null;

  /** @param {Scene} scene @param {() => void} changed draws the panel anew */
  constructor(scene, changed) {
    this.scene = scene;
    this.changed = changed;
  }

  /** Who may try. @returns {UnitId[]} */
  get able() {
    return this.scene.game.rally;
  }

  /** What a throw needs. */
  get chance() {
    return this.scene.sheet.chances.rally[this.scene.game.side];
  }

  /** The view has changed. */
  update() {
    const { scene, able } = this;
    if (this.unit !== null && !able.includes(this.unit)) this.unit = null;
    scene.context.badgePanel('combat', able.length > 0 ? String(able.length) : null);
    this.#light();
    this.changed();
  }

  /** Another kind of decision is due. */
  leave() {
    this.unit = null;
    this.face = null;
    this.scene.context.badgePanel('combat', null);
    this.scene.board.setLayer('rally', []);
    this.scene.board.selected = null;
  }

  /** Lets go of the unit; says whether there was one. */
  cancel() {
    const any = this.unit !== null;
    this.unit = null;
    this.#light();
    this.changed();
    return any;
  }

  #light() {
    const { scene, unit } = this;
    const words = `May try to rally: ${chanceWords(this.chance)}`;
    scene.board.setLayer('rally', this.able.flatMap((id) => {
      const cell = scene.position?.cellOf(id);
      return cell ? [{ cell, kind: id === unit ? 'chosen' : 'rally', title: words }] : [];
    }));
    scene.board.selected = unit;
    if (unit !== null) scene.place(unit);
  }

  /** Throws for a unit. @param {UnitId} unit */
  async try(unit) {
    const { scene } = this;
    const dice = scene.view.dice === 'by_hand' && this.face !== null ? { dice: Array(this.chance.dice).fill(this.face) } : {};
    await scene.act({ rally: { unit } }, { cell: scene.position?.cellOf(unit) ?? null, ...dice });
  }

  /** The face a study table shall throw. @param {number | null} face */
  setFace(face) {
    this.face = face;
    this.changed();
  }

  /** A hex or counter was pointed at. @param {Pointing} detail */
  cell({ cell, unit = null, pointer }) {
    const { scene } = this;
    scene.note.close();
    const here = scene.position?.at(cell) ?? [];
    const able = here.filter((id) => this.able.includes(id));
    const wanted = unit !== null && here.includes(unit) ? unit : (able[0] ?? here[0] ?? null);
    if (wanted === null) return void this.cancel();
    if (!scene.mine || !able.includes(wanted)) return void this.#why(wanted, cell);
    this.unit = wanted;
    this.#light();
    this.changed();
    scene.note.choose(cell, `${scene.names.unit(wanted)} tries to rally`, [
      { label: `Throw: ${chanceWords(this.chance)}`, run: () => void this.try(wanted), primary: true },
    ], { focus: pointer === 'key' });
    return undefined;
  }

  /** Says why a unit cannot rally. @param {UnitId} unit @param {Hex} cell */
  async #why(unit, cell) {
    const { scene } = this;
    scene.board.selected = unit;
    if (scene.names.side(unit) !== scene.game.side) return;
    const answer = await scene.ask({ why: { action: { rally: { unit } } } }).catch(() => null);
    if (answer && !answer.legal) scene.refuse(cell, answer, `${scene.names.unit(unit)} cannot try to rally.`);
  }

  /** Shows a unit. @param {UnitId} unit */
  show(unit) {
    this.unit = this.able.includes(unit) ? unit : null;
    this.scene.board.selected = unit;
    this.#light();
    this.changed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { scene, unit } = this;
    if (event.key === 'n' || event.key === 'p') this.#cycle(event.key === 'n' ? 1 : -1);
    else if (event.key === 'f' && unit !== null) void this.try(unit);
    else if (event.key === 'm' && scene.board.cursor) this.cell({ cell: scene.board.cursor, pointer: 'key' });
    else return false;
    return true;
  }

  /** @param {1 | -1} step */
  #cycle(step) {
    const { scene } = this;
    const unit = next(this.able, this.unit, step);
    const cell = unit === null ? null : scene.position?.cellOf(unit);
    if (unit === null || !cell) return scene.context.say('Nobody can rally.');
    scene.look(cell);
    scene.board.cursor = cell;
    this.show(unit);
    scene.context.say(`${scene.names.unit(unit)} may try to rally: ${chanceWords(this.chance)}.`);
  }

  /** What the card of a hex says. @param {Hex} hex */
  cardNote(hex) {
    const able = (this.scene.position?.at(hex) ?? []).filter((id) => this.able.includes(id));
    return able.length > 0 ? { text: `${this.scene.names.units(able)} may try to rally: ${chanceWords(this.chance)}.` } : null;
  }
}
