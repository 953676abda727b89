/**
 * The choices inside a combat or a move of Brigade: who loses a step, where to retreat or make room, who advances, who
 * withdraws before infantry, and where a march goes on after that.
 */

import { Choosing } from '../../parts/choosing.js';
import { targetsOf } from './attacks.js';

/**
 * @import { Action, UnitId } from '../../types.js'
 * @import { Way } from '../../parts/choosing.js'
 * @import { Hex, Pending } from './types.js'
 */

/** @type {Record<string, string>} */
const VERBS = { retreat: 'Retreat', withdraw: 'Withdraw', advance: 'Advance', go_on: 'Go on' };

/** What declining means. @type {Record<string, string>} */
const DECLINED = { advance: 'Nobody advances', withdraw: 'Stay', go_on: 'Stop here' };

export class Choices extends Choosing {
  /** @override */
  get verb() {
    return VERBS[this.pending?.step ?? ''] ?? 'Go';
  }

  /** @override @param {Way} way */
  kindOf(way) {
    return this.pending?.step === 'go_on' ? 'reach' : super.kindOf(way);
  }

  /** The hexes that a fight emptied: those one may advance into. @override @returns {Hex[]} */
  get vacated() {
    const pending = /** @type {Pending | null} */ (this.pending);
    return pending?.step === 'advance' ? [...new Set([...this.ways.values()].flat().map(({ to }) => to))] : [];
  }

  /** @override @returns {Hex | null} */
  get place() {
    const pending = /** @type {Pending | null} */ (this.pending);
    const unit = pending?.units[0];
    return (unit ? this.scene.position?.cellOf(unit) : null) ?? targetsOf(pending?.attack)[0] ?? null;
  }

  /** @override @param {UnitId} unit @param {Hex} to @returns {Action} */
  going(unit, to) {
    const step = this.pending?.step;
    if (step === 'withdraw') return { withdraw: { unit, to } };
    if (step === 'go_on') return { move: { unit, to } };
    return super.going(unit, to);
  }

  /** @override @param {Action} action */
  label(action) {
    const { names, position } = this.scene;
    const [[kind, body]] = Object.entries(action);
    if (kind === 'decline') return DECLINED[this.pending?.step ?? ''] ?? 'Decline';
    if (kind === 'loss') {
      const reduced = position?.units.get(body.unit)?.steps === 1;
      return `${names.unit(body.unit)} ${reduced ? 'is lost' : 'is reduced'}`;
    }
    if (body.to === undefined) return `${names.unit(body.unit)} stands and loses a step`;
    const aside = body.displace ? `; ${names.unit(body.displace)} makes room` : '';
    return `${names.unit(body.unit)} to ${names.place(body.to)}${aside}`;
  }
}
