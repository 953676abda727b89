/**
 * The units of both armies as the order of battle lists them: by corps and division.
 */

import { corpsWords, markWords } from './names.js';

/**
 * @import { Army, Row } from '../../parts/order-of-battle.js'
 * @import { UnitId } from '../../types.js'
 * @import { Scene } from './scene.js'
 * @import { BrigadeGame, BrigadeSheet, BrigadeUnit } from './types.js'
 */

/** Where a unit can be. @type {[place: string, words: string][]} */
const PLACES = [
  ['map', 'on the map'],
  ['reserve', 'to come'],
  ['eliminated', 'lost'],
];

/** The order of the corps. */
const CORPS = ['I', 'II', 'V', 'VI', 'IX', 'XII', 'CAV', 'LS', 'JS'];

/** The units of a scene, and what a press on one does. @param {Scene} scene @param {(unit: UnitId) => void} pick @returns {Army} */
export function army(scene, pick) {
  return {
    side: () => scene.table.seats?.[0] ?? scene.game.side,
    rows: () => armyRows(scene.sheet, scene.game),
    places: PLACES,
    face: (id, look) => scene.face(id, look),
    pick,
  };
}

/**
 * Every unit that is in the game, corps by corps and division by division.
 * @param {Pick<BrigadeSheet, 'units'>} sheet
 * @param {Pick<BrigadeGame, 'units' | 'arrivals' | 'active' | 'side' | 'phase'>} game
 * @returns {Row[]}
 */
export function armyRows(sheet, game) {
  const named = game.active && game.active.side === game.side ? game.active.corps.filter(({ active }) => active).map(({ corps }) => corps) : [];
  const rows = game.units.flatMap((unit) => {
    const facts = sheet.units[unit.id];
    if (!facts || unit.place === 'absent') return [];
    const corps = facts.corps ?? '';
    const active = named.includes(corps) && facts.side === game.side ? ' (active)' : '';
    const command = [`${corpsWords(corps)}${active}`, facts.division].filter(Boolean).join(': ');
    return [{ order: CORPS.indexOf(corps), division: facts.division ?? '', guns: facts.arm === 'artillery', row: {
      id: unit.id, side: facts.side, command, name: facts.called, designation: facts.called, place: unit.place, cell: unit.hex,
      where: where(unit, game), strength: unit.strength, look: unit.steps === 1 ? 'reduced' : undefined,
    } }];
  });
  rows.sort((a, b) => a.order - b.order || a.division.localeCompare(b.division) || Number(a.guns) - Number(b.guns) || a.row.name.localeCompare(b.row.name));
  return rows.map(({ row }) => row);
}

/** @param {BrigadeUnit} unit @param {Pick<BrigadeGame, 'arrivals'>} game */
function where(unit, { arrivals }) {
  if (unit.place === 'map') return [unit.hex, ...new Set(unit.marks.map(markWords))].join(', ');
  if (unit.place === 'eliminated') return 'lost';
  const group = arrivals.find(({ units }) => units.includes(unit.id));
  return group?.due ? 'may come now' : group?.turn ? `from turn ${group.turn} on` : 'to come';
}
