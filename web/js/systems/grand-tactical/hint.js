/**
 * Actions that somebody proposes, or that were taken where something else was advised: in words, and drawn on the map.
 * Nothing here acts.
 */

import { going, standing, staying, way } from '../../parts/sketches.js';
import { directionWords, divisionWords } from './names.js';

/**
 * @import { Action } from '../../types.js'
 * @import { Sketch, Sketcher } from '../../parts/proposals.js'
 * @import { Names } from './names.js'
 * @import { Position } from './model.js'
 * @import { Scene } from './scene.js'
 */

/** An action as an order: "Move Gibbon A to 10,11." @param {Action} action @param {Names} names @returns {string} */
export function actionWords(action, names) {
  const [kind] = Object.keys(action);
  return WORDS[kind]?.(action[kind] ?? {}, names) ?? 'Something this page has no words for.';
}

/** @type {Record<string, (body: Record<string, any>, names: Names) => string>} */
const WORDS = {
  activate: ({ division }) => `Activate ${divisionWords(division)}.`,
  step: ({ unit, dir }, names) => `Move ${names.unit(unit)} a square to the ${directionWords(dir)}.`,
  move: ({ unit, to, path }, names) => `Move ${names.unit(unit)} to ${names.place(to ?? path?.at(-1))}.`,
  face: ({ unit, dir }, names) => `Turn ${names.unit(unit)} to the ${directionWords(dir)}.`,
  mode: ({ unit }, names) => `Change the formation of ${names.unit(unit)}.`,
  force_march: ({ unit }, names) => `Force march ${names.unit(unit)}.`,
  fortify: ({ unit }, names) => `Let ${names.unit(unit)} dig in.`,
  plot_fire: ({ unit, square }, names) => (square ? `Let ${names.unit(unit)} fire at ${names.place(square)}.` : `Let ${names.unit(unit)} fire at the nearest.`),
  plot_melee: ({ unit, on }, names) => (on ? `Let ${names.unit(unit)} charge.` : `${names.unit(unit)} does not charge.`),
  plot_advance: ({ unit, on }, names) => (on ? `Let ${names.unit(unit)} advance after combat.` : `${names.unit(unit)} does not advance.`),
  transfer: ({ leader, unit }, names) => `Send ${leader} to ${names.unit(unit)}.`,
  end_phase: () => 'End the phase.',
};

/** What is to be drawn of an action. @param {Action} action @param {Position} position @param {(division: string) => string[]} unitsOf @returns {Sketch} */
export function sketch(action, position, unitsOf) {
  const [kind] = Object.keys(action);
  const body = action[kind] ?? {};
  if (kind === 'activate') return standing(unitsOf(body.division), position, 'division');
  if (kind === 'move') return going(kind, body, position);
  const from = body.unit === undefined ? null : position.cellOf(body.unit);
  if (kind === 'plot_fire' && from && body.square) {
    return { march: [], arrows: [{ from, to: body.square, kind: 'attack' }], lit: [{ cell: body.square, kind: 'target' }], at: body.square };
  }
  return standing([body.unit], position, 'chosen');
}

/** How proposals of this game are drawn and called. @param {Scene} scene @returns {Sketcher} */
export function sketcher(scene) {
  const unitsOf = (/** @type {string} */ division) => Object.entries(scene.sheet.units).flatMap(([id, facts]) => (facts.division === division && facts.side === scene.game.side ? [id] : []));
  return {
    sketch: ({ action, stays }) => (scene.position ? staying(sketch(action, scene.position, unitsOf), stays, scene.position) : null),
    words: (action) => actionWords(action, scene.names),
    way: (action) => (action.move ? way(scene, action) : Promise.resolve(null)),
  };
}
