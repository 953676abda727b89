/**
 * The movement phase of Blue & Gray: units march, come on, and leave the map.
 */

import { Marching } from '../../parts/marching.js';
import { count } from '../../words.js';

/**
 * @import { Reach } from '../../parts/reach.js'
 * @import { ReachAnswer } from './types.js'
 * @import { Scene } from './scene.js'
 */

/** A reach as every table knows it: what a unit does besides marching is leaving the map. @param {ReachAnswer} answer @returns {Reach} */
export function readReach({ unit, from, moves, entries, exits, refusal }) {
  const at = exits.map(({ hex }) => hex).join(', ');
  return {
    unit,
    from,
    moves,
    entries: entries.map(({ hex, ...entry }) => ({ at: hex, ...entry })),
    deeds: exits.map(({ hex, cost, points }) => ({
      cell: hex,
      kind: 'exit',
      text: `+${points}`,
      title: `Leaves the map here: ${count(cost, 'point')} of movement, scores ${points}`,
      label: `Leave the map, ${count(points, 'victory point')}`,
      note: `can leave the map here for ${count(points, 'point')}.`,
      action: { exit: { unit, hex } },
    })),
    deedWords: at === '' ? '' : `; may leave the map at ${at}`,
    refusal,
  };
}

export class Movement extends Marching {
  /** @param {Scene} scene */
  constructor(scene) {
    super(scene, { read: readReach, points: (cost) => count(cost, 'point'), figure: String });
  }
}
