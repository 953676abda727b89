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

/** The search of a unit towards a hex across the creek; on a study table also with its end. @param {UnitId} unit @param {Hex} hex @param {Chance | null} chance @param {boolean} byHand @returns {Deed[]} */
function search(unit, hex, chance, byHand) {
  const faces = chance ? `: ${chanceWords(chance)}` : '';
  const deed = {
    cell: hex,
    kind: 'search',
    text: '?',
    title: `Search for a ford towards here${faces}`,
    label: `Search for a ford${faces}`,
    note: `can search for a ford towards here${faces}. It does nothing else this turn.`,
    action: { search: { unit, hex } },
    confirm: true,
  };
  if (!byHand) return [deed];
  return [deed, { ...deed, label: 'Search, and throw a 6', dice: [6] }, { ...deed, label: 'Search, and throw a 1', dice: [1] }];
}

/** A reach as every table knows it. @param {ReachAnswer} answer @param {Chance | null} chance of a search @param {boolean} [byHand] whether dice may be set @returns {Reach} */
export function readReach({ unit, from, moves, entries, searches, refusal }, chance, byHand = false) {
  return {
    unit,
    from,
    moves: moves.map(({ half_points: cost, ...move }) => ({ cost, ...move })),
    entries: entries.map(({ half_points: cost, hex, ...entry }) => ({ at: hex, cost, ...entry })),
    deeds: searches.flatMap((hex) => search(unit, hex, chance, byHand)),
    deedWords: searches.length > 0 ? `; may search for a ford towards ${searches.join(', ')}` : '',
    // Who has moved may still search: then it is no matter that he cannot move.
    refusal: searches.length > 0 ? null : refusal,
  };
}

export class Movement extends Marching {
  /** @param {Scene} scene */
  constructor(scene) {
    super(scene, { read: (answer) => readReach(answer, scene.sheet.chances.search, scene.view.dice === 'by_hand'), points, figure: halves });
  }
}
