/**
 * The units of both armies as the order of battle lists them: by corps and division.
 */

import { corpsWords, divisionWords, markWords } from './names.js';

/**
 * @import { Army, Row } from '../../parts/order-of-battle.js'
 * @import { UnitId } from '../../types.js'
 * @import { Scene } from './scene.js'
 * @import { GrandGame, GrandSheet, GrandUnit } from './types.js'
 */

/** Where a unit can be. @type {[place: string, words: string][]} */
const PLACES = [['map', 'on the map'], ['reserve', 'to come'], ['eliminated', 'lost'], ['unseen', 'not in sight']];

/** The units of a scene, and what a press on one does. @param {Scene} scene @param {(unit: UnitId) => void} pick @returns {Army} */
export function army(scene, pick) {
  return {
    side: () => scene.table.seats?.[0] ?? scene.game.side,
    rows: () => armyRows(scene.sheet, scene.game, (unit) => scene.position?.strength(unit) ?? 0),
    places: PLACES,
    face: (id, look) => scene.face(id, look),
    pick,
  };
}

/**
 * Every unit that is in the game, in the order of the set-up, which is by corps and division.
 * @param {Pick<GrandSheet, 'units' | 'turns'>} sheet @param {GrandGame} game @param {(unit: UnitId) => number} strength
 * @returns {Row[]}
 */
export function armyRows(sheet, game, strength) {
  return game.units.flatMap((unit) => {
    const facts = sheet.units[unit.id];
    if (!facts || unit.place === 'absent') return [];
    const command = [corpsWords(facts.corps), divisionWords(facts.division)].filter(Boolean).join(': ') || 'Independent';
    const look = unit.routed ? 'routed' : unit.disrupted ? 'disrupted' : undefined;
    return [{
      id: unit.id, side: facts.side, command, name: facts.called, designation: facts.called, place: unit.place, cell: unit.cell ?? null,
      where: where(unit, facts.start, sheet), strength: unit.place === 'map' ? strength(unit.id) : facts.strength, look,
    }];
  });
}

/** @param {GrandUnit} unit @param {string | {group: string}} start @param {Pick<GrandSheet, 'turns'>} sheet */
function where(unit, start, { turns }) {
  if (unit.place === 'map') return [unit.cell, ...(unit.marks ?? []).map(markWords)].join(', ');
  if (unit.place === 'eliminated') return 'lost';
  if (unit.place === 'unseen') return 'not in sight';
  const turn = typeof start === 'string' ? null : turns.find(({ arrivals }) => arrivals.includes(start.group))?.turn;
  return turn ? `from turn ${turn} on` : 'to come';
}
