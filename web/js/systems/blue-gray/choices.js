/**
 * The choices inside a combat of Blue & Gray: who shares a retreat, who pays for an exchange, where to retreat, withdraw
 * or make room, who advances.
 */

import { Choosing } from '../../parts/choosing.js';
import { count } from '../../words.js';
import { cheapestPayment, payers, payment } from './model.js';

/**
 * @import { Action, UnitId } from '../../types.js'
 * @import { Hex } from './types.js'
 * @import { Pointing } from '../../parts/marching.js'
 */

/** @type {Record<string, string>} */
const VERBS = { retreat: 'Retreat', withdraw: 'Withdraw', advance: 'Advance' };

export class Choices extends Choosing {
  /** Who pays for the exchange, as chosen so far. @type {UnitId[]} */
  paying = [];

  /** @override */
  begin() {
    const { pending, scene } = this;
    this.paying = pending.step === 'losses' ? cheapestPayment(pending, (id) => scene.names.strength(id)) : [];
  }

  /** @override */
  leave() {
    super.leave();
    this.paying = [];
  }

  /** @override */
  get verb() {
    return VERBS[this.pending?.step ?? ''] ?? 'Go';
  }

  /** @override @returns {Hex[]} */
  get vacated() {
    return this.pending?.vacated ?? [];
  }

  /** @override @returns {Hex | null} */
  get place() {
    return this.pending?.attack?.defenders[0] ?? null;
  }

  /** Retreats are chosen on the map; the others need their buttons. @override */
  get needsPanel() {
    return ['losses', 'elect'].includes(this.pending?.step);
  }

  /** @override @param {Pointing} detail */
  cell(detail) {
    if (this.pending?.step !== 'losses') return super.cell(detail);
    this.scene.note.close();
    this.#pointPayer(detail.cell, detail.unit ?? null);
  }

  /** @override @param {Action} action */
  label(action) {
    const { names } = this.scene;
    if (action.retreat) {
      const { unit, to, displace } = action.retreat;
      return `${names.unit(unit)} to ${names.place(to)}${displace ? `; ${names.unit(displace)} makes room` : ''}`;
    }
    if (action.advance) return `${names.unit(action.advance.unit)} to ${names.place(action.advance.to)}`;
    if (action.elect)
      return action.elect.retreat
        ? `${names.unit(action.elect.unit)} retreats as well`
        : `${names.unit(action.elect.unit)} stays`;
    if (action.losses) return names.units(action.losses.units);
    if (action.decline) return 'Nobody advances';
    return super.label(action);
  }

  /** @param {Hex} hex @param {UnitId | null} unit */
  #pointPayer(hex, unit) {
    const able = payers(this.pending);
    const here = /** @type {UnitId[]} */ (this.scene.position?.at(hex) ?? []).filter((id) => able.includes(id));
    const wanted = unit !== null && here.includes(unit) ? unit : here[0];
    if (wanted) this.togglePayer(wanted);
  }

  /** Takes a unit among those that pay, or out. @param {UnitId} unit */
  togglePayer(unit) {
    this.paying = this.paying.includes(unit) ? this.paying.filter((id) => id !== unit) : [...this.paying, unit];
    this.changed();
    this.scene.context.say(`${count(this.total, 'strength point')} given up.`);
  }

  /** The strength given up so far. @returns {number} */
  get total() {
    return this.paying.reduce((sum, id) => sum + this.scene.names.strength(id), 0);
  }

  /** The payment as chosen, if it is one of the ways to pay. @returns {Action | null} */
  get bill() {
    return this.pending ? payment(this.pending, this.paying) : null;
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'f' && this.bill) {
      void this.scene.act(this.bill);
      return true;
    }
    return super.key(event);
  }
}
