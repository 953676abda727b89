/**
 * The movement phase of Brigade: units march, come on, and search for the hidden ford.
 */

import { Marching } from '../../parts/marching.js';
import { chanceWords, halves, points } from './names.js';

/**
 * @import { Deed, Reach } from '../../parts/reach.js'
 * @import { Chance, Hex, ReachAnswer } from './types.js'
 * @import { UnitId } from '../../types.js'
 * @import { Scene } from './scene.js'
 */

/** The search of a unit towards a hex across the creek. @param {UnitId} unit @param {Hex} hex @param {Chance | null} chance @returns {Deed} */
function search(unit, hex, chance) {
  const faces = chance ? `, ${chanceWords(chance)}` : '';
  return {
    cell: hex,
    kind: 'search',
    text: '?',
    title: `Search for a ford towards here${faces}`,
    label: `Search for a ford${faces}`,
    note: `can search for a ford towards here${faces}; it does nothing else this turn.`,
    action: { search: { unit, hex } },
    confirm: true,
  };
}

/** A reach as every table knows it. @param {ReachAnswer} answer @param {Chance | null} chance of a search @returns {Reach} */
export function readReach({ unit, from, moves, entries, searches, refusal }, chance) {
  return {
    unit,
    from,
    moves: moves.map(({ half_points: cost, ...move }) => ({ cost, ...move })),
    entries: entries.map(({ half_points: cost, hex, ...entry }) => ({ at: hex, cost, ...entry })),
    deeds: searches.map((hex) => search(unit, hex, chance)),
    deedWords: searches.length > 0 ? `; may search for a ford towards ${searches.join(', ')}` : '',
    // Who has moved may still search: then it is no matter that he cannot move.
    refusal: searches.length > 0 ? null : refusal,
  };
}

export class Movement extends Marching {
  /** @param {Scene} scene */
  constructor(scene) {
    super(scene, { read: (answer) => readReach(answer, scene.sheet.chances.search), points, figure: halves });
  }
}
