/**
 * What every part of the Blue & Gray page shares: the scene of any system, with its position and its names.
 */

import { Scene as AnyScene } from '../../parts/scene.js';
import { Names } from './names.js';
import { Position, settled } from './model.js';

/** @import { BlueGrayGame, BlueGraySheet, BlueGrayView } from './types.js' */

/**
 * One table as this part of the page sees it.
 * @extends {AnyScene<BlueGraySheet, BlueGrayGame, Names>}
 */
export class Scene extends AnyScene {
  /** Who is where in the view; nothing before the first one. @type {Position | undefined} */
  position;

  /** @param {import('../../play/types.js').Context} context */
  constructor(context) {
    super(context, new Names(/** @type {BlueGraySheet} */ (context.sheet)));
  }

  /** Takes a new view in. @override @param {BlueGrayView} view */
  take(view) {
    super.take(view.ended ? { ...view, game: settled(view.game) } : view);
    this.position = new Position(this.view.game, this.sheet);
  }

  /** @override @param {string | null} [onTop] */
  counters(onTop = null) {
    return this.position?.counters(onTop) ?? [];
  }
}
