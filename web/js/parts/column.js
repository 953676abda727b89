/**
 * Units that march together: a stack, or units picked one after the other. The first goes where it is sent, the others
 * follow it as far as there is room; the engine says how far. The order of march is shown on the map, and the march is
 * undone as one.
 */

import { count } from '../words.js';
import { actTogether } from './together.js';

/**
 * @import { Cell, Refusal, UnitId } from '../types.js'
 * @import { Scene } from './scene.js'
 */

/** How a column would march: who goes where, and who stays. @typedef {{moves: {unit: UnitId, to: Cell, path: Cell[]}[], stays: {unit: UnitId, refusal: Refusal | null}[]}} March */

/**
 * The order of march as badges: the numbers of those who are in a cell, or would be.
 * @param {{unit: UnitId, cell: Cell}[]} places in the order of march
 */
export function orderBadges(places) {
  /** @type {Map<Cell, number[]>} */
  const found = new Map();
  places.forEach(({ cell }, index) => found.set(cell, [...(found.get(cell) ?? []), index + 1]));
  return [...found].map(([cell, numbers]) => ({ cell, text: numbers.join(' '), kind: 'order', below: true }));
}

export class Column {
  /** In the order of march; fewer than two are none. @type {UnitId[]} */
  units = [];
  /** Names of the ways that are drawn. @type {string[]} */
  #ways = [];

  /** @param {Scene<any, any, any> & {position?: any}} scene */
  constructor(scene) {
    this.scene = scene;
  }

  /** Whether several march together. */
  get any() {
    return this.units.length > 1;
  }

  /** The units of one's own in a cell that can move. @param {Cell} cell @returns {UnitId[]} */
  movableAt(cell) {
    const { position } = this.scene;
    return /** @type {UnitId[]} */ (position?.at(cell) ?? []).filter((id) => position?.movable.has(id));
  }

  /** Takes units together, the first in front. @param {UnitId[]} units */
  take(units) {
    this.units = units;
    this.#draw();
    if (!this.any) return;
    const { names, context } = this.scene;
    context.say(`${names.units(units)} march together, ${names.unit(units[0])} in front.`);
  }

  /** Takes a unit in or leaves it out; whoever was picked is in front. @param {UnitId} leader @param {UnitId} unit */
  toggle(leader, unit) {
    const before = this.units.length > 0 ? this.units : [leader];
    this.take(before.includes(unit) ? before.filter((id) => id !== unit) : [...before, unit]);
  }

  /** Nobody marches together any more. */
  clear() {
    this.units = [];
    this.#draw();
  }

  /** Shows the order of march: where everybody stands, or how they would march. @param {March | null} [march] */
  #draw(march = null) {
    const { board, position } = this.scene;
    for (const name of this.#ways) board.setPath(null, { name });
    const places = this.any
      ? this.units.flatMap((unit) => {
          const cell = march?.moves.find((one) => one.unit === unit)?.to ?? position?.cellOf(unit) ?? null;
          return cell === null ? [] : [{ unit, cell }];
        })
      : [];
    board.setBadges('column', orderBadges(places));
    const others = (march?.moves ?? []).slice(1);
    this.#ways = others.map((_, index) => `column-${index}`);
    others.forEach(({ unit, path }, index) => {
      const from = position?.cellOf(unit);
      board.setPath(from ? [from, ...path] : path, { name: this.#ways[index], kind: 'move' });
    });
  }

  /** How the column would march to a cell. @param {Cell} cell @returns {Promise<March | null>} */
  #ask(cell) {
    return this.scene.ask({ column: { units: this.units, to: cell } }).catch(() => null);
  }

  /** Shows how the column would march, as long as it is wanted. @param {Cell | null} cell @param {() => boolean} still */
  async preview(cell, still) {
    if (!this.any) return;
    const march = cell === null ? null : await this.#ask(cell);
    if (still()) this.#draw(march);
  }

  /** Marches, one after the other; what was done is undone as one. Whether anybody marched. @param {Cell} cell */
  async go(cell) {
    const { scene, units } = this;
    const { names } = scene;
    const march = await this.#ask(cell);
    if (!march) {
      scene.context.toast('The table did not answer.');
      return false;
    }
    if (march.moves.length === 0) {
      const [{ unit, refusal }] = march.stays;
      const lead = `${names.unit(unit)} cannot go to ${names.place(cell)}.`;
      if (refusal) scene.refuse(cell, refusal, lead);
      else scene.context.toast(lead);
      return false;
    }
    this.clear();
    scene.note.close();
    const { done: moved } = await actTogether(scene, march.moves.map(({ unit, path }) => ({ move: { unit, path } })));
    const stayed = units.length - moved;
    if (stayed > 0) scene.context.toast(`${count(moved, 'unit')} marched; ${count(stayed, 'unit')} could not follow.`);
    return moved > 0;
  }
}
