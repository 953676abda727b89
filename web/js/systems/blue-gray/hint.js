/**
 * Actions that somebody proposes, or that were taken where something else was advised: in words, and
 * drawn on the map. Nothing here acts.
 */

import { list } from '../../words.js';
import { going, standing, staying, way } from '../../parts/sketches.js';
import { Names, odds } from './names.js';

/**
 * @import { Action } from '../../types.js'
 * @import { Hex } from './types.js'
 * @import { Arrow } from '../../board/layers.js'
 * @import { Sketch } from '../../parts/proposals.js'
 * @import { Position } from './model.js'
 * @import { Scene } from './scene.js'
 */

/**
 * An action as an order: "Move Phelps (1/1/I) from 0808 to 0713 (Dunker Church)."
 * @param {Action} action
 * @param {Names} names
 * @returns {string}
 */
export function actionWords(action, names) {
  const [kind] = Object.keys(action);
  return WORDS[kind]?.(action[kind] ?? {}, names) ?? 'Something this page has no words for.';
}

/** @type {Record<string, (body: Record<string, any>, names: Names) => string>} */
const WORDS = {
  move: ({ unit, to, path }, names) => `Move ${names.unit(unit)} to ${names.place(to ?? path?.at(-1))}.`,
  enter: ({ unit, hex, to }, names) =>
    `Bring ${names.unit(unit)} on at ${names.place(hex)}${to && to !== hex ? `, on to ${names.place(to)}` : ''}.`,
  exit: ({ unit, hex }, names) => `Take ${names.unit(unit)} off the map at ${names.place(hex)}.`,
  end_phase: () => 'End the phase.',
  attack: attackWords,
  elect: ({ unit, retreat }, names) =>
    retreat ? `Let ${names.unit(unit)} share the retreat.` : `Let ${names.unit(unit)} stay.`,
  losses: ({ units }, names) => `Give up ${names.units(units)} in the exchange.`,
  retreat: ({ unit, to, displace }, names) =>
    `Retreat ${names.unit(unit)} to ${names.place(to)}${displace ? `; ${names.unit(displace)} makes room` : ''}.`,
  advance: ({ unit, to }, names) => `Advance ${names.unit(unit)} to ${names.place(to)}.`,
  decline: () => 'Do not advance.',
};

/**
 * @param {Record<string, any>} attack
 * @param {Names} names
 */
function attackWords({ defenders, attackers = [], bombard = [], column }, names) {
  const at = column ? `, at ${odds(column)}` : '';
  if (attackers.length === 0) return `Bombard ${names.places(defenders)} with ${names.units(bombard)}${at}.`;
  const guns = bombard.length > 0 ? ` with ${names.units(bombard)} bombarding` : '';
  return `Attack ${names.places(defenders)} from ${list(attackers)}${guns}${at}.`;
}

/**
 * What is to be drawn of an action; a march is straight until its way is known.
 * @param {Action} action
 * @param {Position} position
 * @param {(hex: Hex) => Hex[]} beside the hexes next to one
 * @returns {Sketch}
 */
export function sketch(action, position, beside) {
  const [kind] = Object.keys(action);
  const body = action[kind] ?? {};
  if (kind === 'attack') return attackSketch(body, position, beside);
  if (kind === 'losses') return standing(body.units ?? [], position, 'trouble');
  if (kind === 'elect') return standing([body.unit], position, body.retreat ? 'retreat' : 'chosen');
  return going(kind, body, position);
}

/** @param {Record<string, any>} attack @param {Position} position @param {(hex: Hex) => Hex[]} beside @returns {Sketch} */
function attackSketch({ defenders = [], attackers = [], bombard = [] }, position, beside) {
  /** @type {Arrow[]} */
  const arrows = [];
  for (const from of attackers) {
    for (const to of defenders) if (beside(from).includes(to)) arrows.push({ from, to, kind: 'attack' });
  }
  for (const gun of bombard) {
    const from = position.cellOf(gun);
    if (from && defenders[0]) arrows.push({ from, to: defenders[0], kind: 'bombard' });
  }
  return {
    march: [],
    arrows,
    lit: defenders.map((/** @type {Hex} */ hex) => ({ cell: hex, kind: 'target' })),
    at: defenders[0] ?? null,
  };
}

/** How proposals of this game are drawn and called. @param {Scene} scene @returns {import('../../parts/proposals.js').Sketcher} */
export function sketcher(scene) {
  const beside = (/** @type {Hex} */ hex) => Object.values(scene.sheet.hexes[hex]?.neighbours ?? {});
  return {
    sketch: ({ action, stays }) => (scene.position ? staying(sketch(action, scene.position, beside), stays, scene.position) : null),
    words: (action) => actionWords(action, scene.names),
    way: (action) => way(scene, action),
  };
}
