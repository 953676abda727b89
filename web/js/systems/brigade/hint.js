/**
 * Actions that somebody proposes, or that were taken where something else was advised: in words, and drawn on the map.
 * Nothing here acts.
 */

import { going, standing, staying, way } from '../../parts/sketches.js';
import { attackersOf, targetsOf } from './attacks.js';
import { corpsList } from './names.js';

/**
 * @import { Action, UnitId } from '../../types.js'
 * @import { Sketch, Sketcher } from '../../parts/proposals.js'
 * @import { Names } from './names.js'
 * @import { Position } from './model.js'
 * @import { Scene } from './scene.js'
 * @import { Hex } from './types.js'
 */

/**
 * An action as an order: "Move Law to 1216 (Miller's Cornfield)."
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
  activate: ({ corps }) => `Name ${corpsList(corps)}.`,
  rally: ({ unit }, names) => `Try to rally ${names.unit(unit)}.`,
  move: ({ unit, to, path }, names) => `Move ${names.unit(unit)} to ${names.place(to ?? path?.at(-1))}.`,
  enter: ({ unit, hex, to }, names) => `Bring ${names.unit(unit)} on at ${names.place(hex)}${to && to !== hex ? `, on to ${names.place(to)}` : ''}.`,
  search: ({ unit, hex }, names) => `Let ${names.unit(unit)} search for a ford towards ${names.place(hex)}.`,
  bombard: ({ target, guns }, names) => `Bombard ${names.place(target)} with ${names.units(guns)}.`,
  assault: ({ defenders, attackers }, names) => `Assault ${names.places(defenders)} with ${names.units(attackers)}.`,
  loss: ({ unit }, names) => `Let ${names.unit(unit)} lose a step.`,
  retreat: ({ unit, to, displace }, names) =>
    to === undefined
      ? `${names.unit(unit)} stands and loses a step.`
      : `Retreat ${names.unit(unit)} to ${names.place(to)}${displace ? `; ${names.unit(displace)} makes room` : ''}.`,
  advance: ({ unit, to }, names) => `Advance ${names.unit(unit)} to ${names.place(to)}.`,
  withdraw: ({ unit, to }, names) => `Withdraw ${names.unit(unit)} to ${names.place(to)}.`,
  decline: () => 'Decline.',
  end_phase: () => 'End the phase.',
};

/**
 * What is to be drawn of an action; a march is straight until its way is known.
 * @param {Action} action
 * @param {Position} position
 * @param {{beside: (hex: Hex) => Hex[], corps: (corps: string) => UnitId[]}} known the hexes next to one, the units of a corps
 * @returns {Sketch}
 */
export function sketch(action, position, { beside, corps }) {
  const [kind] = Object.keys(action);
  const body = action[kind] ?? {};
  if (kind === 'assault' || kind === 'bombard') return attackSketch(action, position, beside);
  if (kind === 'activate') return standing(body.corps.flatMap(corps), position, 'named');
  if (kind === 'rally') return standing([body.unit], position, 'rally');
  if (kind === 'loss' || (kind === 'retreat' && body.to === undefined)) return standing([body.unit], position, 'trouble');
  if (kind === 'search') {
    const from = position.cellOf(body.unit);
    return { march: [], arrows: from ? [{ from, to: body.hex, kind: 'advance' }] : [], lit: [{ cell: body.hex, kind: 'search' }], at: body.hex };
  }
  return going(kind, body, position);
}

/** @param {Action} attack @param {Position} position @param {(hex: Hex) => Hex[]} beside @returns {Sketch} */
function attackSketch(attack, position, beside) {
  const targets = targetsOf(attack);
  const arrows = attackersOf(attack).flatMap((unit) => {
    const from = position.cellOf(unit);
    if (!from || targets.length === 0) return [];
    const near = attack.assault ? targets.filter((to) => beside(from).includes(to)) : [];
    return near.length > 0 ? near.map((to) => ({ from, to, kind: 'attack' })) : [{ from, to: targets[0], kind: 'bombard' }];
  });
  return { march: [], arrows, lit: targets.map((cell) => ({ cell, kind: 'target' })), at: targets[0] ?? null };
}

/** How proposals of this game are drawn and called. @param {Scene} scene @returns {Sketcher} */
export function sketcher(scene) {
  const known = {
    beside: (/** @type {Hex} */ hex) => Object.values(scene.sheet.hexes[hex]?.neighbours ?? {}),
    corps: (/** @type {string} */ corps) => Object.entries(scene.sheet.units).flatMap(([id, facts]) => (facts.corps === corps ? [id] : [])),
  };
  return {
    sketch: ({ action, stays }) => (scene.position ? staying(sketch(action, scene.position, known), stays, scene.position) : null),
    words: (action) => actionWords(action, scene.names),
    way: (action) => way(scene, action),
  };
}
