/**
 * Fights played on the map: arrows at the targets, the column, the result.
 */

import { MapAnimator, pause } from './animator.js';

/**
 * @import { Arrow } from '../board/layers.js'
 * @import { Cell } from '../types.js'
 * @import { Scene } from './scene.js'
 */

export class FightAnimator extends MapAnimator {
  #scene;
  /** Where the fight is that is being played. @type {Cell | null} */
  fightCell = null;

  /** @param {Scene<any, any, any>} scene */
  constructor(scene) {
    super(scene);
    this.#scene = scene;
  }

  /** The cells next to one. @param {Cell} cell @returns {Cell[]} */
  beside(cell) {
    return Object.values(this.#scene.sheet.hexes[cell]?.neighbours ?? {});
  }

  /** Takes away what is left of an animation. @override */
  clear() {
    super.clear();
    this.fightCell = null;
    this.#scene.board.setArrows('fight', []);
    this.#scene.board.setBadges('fight', []);
  }

  /** A new view is shown: what was played is in it. Arrows and result of a fight that goes on there are left. @param {Cell | null} [goingOn] */
  reset(goingOn = null) {
    if (goingOn === null || goingOn !== this.fightCell) this.clear();
    this.forget();
  }

  /** An attack begins. @param {Cell[]} targets @param {Arrow[]} arrows @param {string} column @param {number} ms */
  async fight(targets, arrows, column, ms) {
    const { board } = this.#scene;
    this.clear();
    this.fightCell = targets[0];
    this.#scene.look(targets[0]);
    board.setArrows('fight', arrows);
    board.setBadges('fight', [{ cell: targets[0], text: column, kind: 'odds' }]);
    await Promise.all(targets.map((cell) => board.flash(cell, 'target', { ms })));
  }

  /** The table has spoken. @param {string} result @param {number} ms */
  async result(result, ms) {
    const { board } = this.#scene;
    if (this.fightCell) board.setBadges('fight', [{ cell: this.fightCell, text: result, kind: 'result' }]);
    await pause(Math.max(250, ms));
    this.takeDie();
  }
}
