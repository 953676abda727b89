/**
 * What is drawn of the actions that most systems have: marches, retreats, advances, and units that stay.
 */

/**
 * @import { Action, Cell, UnitId } from '../types.js'
 * @import { Sketch } from './proposals.js'
 * @import { Scene } from './scene.js'
 */

/** Who is where. @typedef {{cellOf: (unit: UnitId) => Cell | null}} Whereabouts */

/** Units where they stand. @param {(UnitId | undefined)[]} units @param {Whereabouts} position @param {string} kind @returns {Sketch} */
export function standing(units, position, kind) {
  const hexes = [...new Set(units.flatMap((unit) => (unit && position.cellOf(unit)) || []))];
  return { march: [], arrows: [], lit: hexes.map((hex) => ({ cell: hex, kind })), at: hexes[0] ?? null };
}

/** A sketch with a unit that stays where it is; its label stands there if the action itself has no place. @param {Sketch} drawn @param {UnitId | null | undefined} unit @param {Whereabouts} position @returns {Sketch} */
export function staying(drawn, unit, position) {
  if (!unit) return drawn;
  const there = standing([unit], position, 'chosen');
  return { ...drawn, lit: [...drawn.lit, ...there.lit], at: drawn.at ?? there.at };
}

/** @type {Record<string, string>} */
const LIT = { enter: 'enter', exit: 'exit', retreat: 'retreat', withdraw: 'retreat', advance: 'advance' };

/** Where steps are arrows. */
const STEPS = ['retreat', 'withdraw', 'advance'];

/**
 * A unit that goes somewhere; a march is straight until its way is known.
 * @param {string} kind of action
 * @param {Record<string, any>} body
 * @param {Whereabouts} position
 * @returns {Sketch}
 */
export function going(kind, body, position) {
  const from = body.unit === undefined ? null : position.cellOf(body.unit);
  const to = body.to ?? body.path?.at(-1) ?? body.hex ?? null;
  if (to === null) return { march: [], arrows: [], lit: [], at: null };
  const lit = [{ cell: to, kind: LIT[kind] ?? 'chosen' }];
  if (STEPS.includes(kind)) {
    return { march: [], arrows: from ? [{ from, to, kind: LIT[kind] }] : [], lit, at: to };
  }
  const start = kind === 'enter' ? body.hex : from;
  const way = [start, ...(body.path ?? []), to].filter((hex, index, all) => hex && hex !== all[index - 1]);
  return { march: way, arrows: [], lit, at: to };
}

/** The cells a unit would go through, as the engine knows them. @param {Scene<any, any, any>} scene @param {Action} action @returns {Promise<Cell[] | null>} */
export async function way(scene, { move, enter, exit }) {
  const { unit, hex, to, path } = move ?? enter ?? exit;
  // A way that is given is drawn already.
  if (path) return null;
  const question = enter ? { unit, enter: hex, to: to ?? hex } : { unit, to: to ?? hex };
  const answer = await scene.ask({ path: question });
  if (!answer?.path) return null;
  return answer.from ? [answer.from, ...answer.path] : answer.path;
}
