/**
 * The units of both armies as the order of battle lists them.
 */

import { INEFFECTIVE } from './board.js';

/**
 * @import { Army, Row } from '../../parts/order-of-battle.js'
 * @import { UnitId } from '../../types.js'
 * @import { Scene } from './scene.js'
 * @import { Arrival, BlueGraySheet, BlueGrayUnit } from './types.js'
 */

/** Where a unit can be. @type {[place: string, words: string][]} */
const PLACES = [
  ['map', 'on the map'],
  ['reserve', 'to come'],
  ['eliminated', 'lost'],
  ['exited', 'left the map'],
];

/** The units of a scene, and what a press on one does. @param {Scene} scene @param {(unit: UnitId) => void} pick @returns {Army} */
export function army(scene, pick) {
  return {
    side: () => scene.table.seats?.[0] ?? scene.game.side,
    rows: () => armyRows(scene.sheet, scene.game.units, scene.game.arrivals),
    places: PLACES,
    face: (id, look) => scene.face(id, look),
    pick,
  };
}

/**
 * Every unit that is in the game, in the order of the view.
 * @param {Pick<BlueGraySheet, 'units'>} sheet
 * @param {readonly BlueGrayUnit[]} units
 * @param {readonly Arrival[]} arrivals
 * @returns {Row[]}
 */
export function armyRows(sheet, units, arrivals) {
  return units.flatMap((unit) => {
    const facts = sheet.units[unit.id];
    if (!facts || unit.place === 'absent') return [];
    const command =
      facts.command ?? (facts.arm === 'artillery' ? 'Artillery' : facts.arm === 'cavalry' ? 'Cavalry' : 'Army');
    const { id, place, hex: cell, marks } = unit;
    const look = marks.includes(INEFFECTIVE) ? INEFFECTIVE : undefined;
    return [{ id, side: facts.side, command, name: facts.name, place, cell, where: where(unit, arrivals), strength: facts.strength, look }];
  });
}

/** @param {BlueGrayUnit} unit @param {readonly Arrival[]} arrivals */
function where(unit, arrivals) {
  if (unit.place === 'map') return [unit.hex, ...unit.marks].join(', ');
  if (unit.place === 'eliminated') return 'lost';
  if (unit.place === 'exited') return 'left the map';
  const group = arrivals.find(({ units }) => units.includes(unit.id));
  return group?.due ? 'may come now' : group?.turn ? `comes on turn ${group.turn}` : 'to come';
}
