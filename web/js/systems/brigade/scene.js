/**
 * What every part of the Brigade page shares: the scene of any system, with its position and its names.
 */

import { Scene as AnyScene } from '../../parts/scene.js';
import { Position } from './model.js';
import { Names } from './names.js';

/**
 * @import { UnitId } from '../../types.js'
 * @import { BrigadeGame, BrigadeSheet, BrigadeView } from './types.js'
 */

/**
 * One table as this part of the page sees it.
 * @extends {AnyScene<BrigadeSheet, BrigadeGame, Names>}
 */
export class Scene extends AnyScene {
  /** Who is where in the view; nothing before the first one. @type {Position | undefined} */
  position;
  /** Counters that were turned over since the view, with their looks. @type {Map<UnitId, string>} */
  turned = new Map();
  /** Which units do not count now; usually those of corps that were not named. @type {((id: UnitId) => boolean) | null} */
  fading = null;

  /** @param {import('../../play/types.js').Context} context */
  constructor(context) {
    super(context, new Names(/** @type {BrigadeSheet} */ (context.sheet)));
  }

  /** Takes a new view in. @override @param {BrigadeView} view */
  take(view) {
    super.take(view);
    this.turned = new Map();
    this.position = new Position(this.view.game, this.sheet);
  }

  /** @override @param {UnitId | null} [onTop] */
  counters(onTop = null) {
    const { position, turned } = this;
    if (!position) return [];
    const over = Boolean(this.view.ended) || this.view.status === 'over';
    const fades = this.fading ?? ((/** @type {UnitId} */ id) => !over && position.idle(id));
    return position.counters(onTop, { turned, fades });
  }

  /** The counter of a unit as it lies now. @override @param {UnitId} id @param {string} [look] */
  face(id, look) {
    return super.face(id, look ?? this.position?.look(id));
  }
}
