/**
 * What a combat phase did: losses by unit and formation, routs, leaders, ammunition, and where men fell. Pure sums of the
 * events that this seat heard.
 */

/**
 * @import { Entry, GameEvent, Side, UnitId } from '../../types.js'
 * @import { GrandSheet, Square } from './types.js'
 */

/** What one unit lost. @typedef {{unit: UnitId, men: number, guns: number, square: Square}} Loss */
/**
 * @typedef {{step: number | null, title: string, shots: number, melees: number, losses: Loss[], fallen: Map<Square, number>,
 *   routed: UnitId[], disrupted: UnitId[], eliminated: UnitId[], dry: UnitId[], leaders: {leader: string, rank: string, unit: UnitId}[],
 *   succeeded: {leader: string, commands: string, rank: string}[]}} Report
 */

/** A gun counts as so many men where they fell on the map, so that lost guns are seen. */
const GUN_IN_MEN = 10;

/** What a combat is heard by: whoever watches a hidden game hears of its parts and of nothing in them. */
const HEARD = new Set(['fired', 'lost', 'melee']);

/** The report of what was heard; nothing if there was no combat in it. @param {GameEvent[]} events @param {number | null} step @param {string} title @returns {Report | null} */
export function reportOf(events, step, title) {
  if (!events.some(({ event }) => event === 'sub_phase') || !events.some(({ event }) => HEARD.has(event))) return null;
  const of = (/** @type {string} */ kind) => events.filter(({ event }) => event === kind);
  /** @type {Map<UnitId, Loss>} */
  const losses = new Map();
  /** @type {Map<Square, number>} */
  const fallen = new Map();
  for (const { unit, square, men = 0, guns = 0 } of of('lost')) {
    const known = losses.get(unit) ?? { unit, men: 0, guns: 0, square };
    losses.set(unit, { ...known, men: known.men + men, guns: known.guns + guns, square });
    fallen.set(square, (fallen.get(square) ?? 0) + men + guns * GUN_IN_MEN);
  }
  const units = (/** @type {string} */ kind) => [...new Set(of(kind).map(({ unit }) => /** @type {UnitId} */ (unit)))];
  return {
    step, title, shots: of('fired').length, melees: of('melee').length, losses: [...losses.values()], fallen,
    routed: units('routed'), disrupted: units('disrupted'), eliminated: units('eliminated'),
    dry: of('fired').filter(({ dry, unit }) => dry && unit).map(({ unit }) => unit),
    leaders: of('leader_lost').map(({ leader, rank, unit }) => ({ leader, rank, unit })),
    succeeded: of('succeeded').map(({ leader, commands, rank }) => ({ leader, commands, rank })),
  };
}

/**
 * Losses of a side by division, the heaviest first.
 * @param {Report} report @param {Pick<GrandSheet, 'units'>} sheet @param {Side} side
 * @returns {{formation: string, men: number, guns: number, units: Loss[]}[]}
 */
export function byFormation({ losses }, { units }, side) {
  /** @type {Map<string, {formation: string, men: number, guns: number, units: Loss[]}>} */
  const found = new Map();
  for (const loss of losses) {
    const facts = units[loss.unit];
    if (facts?.side !== side) continue;
    const formation = facts.division ?? facts.corps ?? facts.called;
    const known = found.get(formation) ?? { formation, men: 0, guns: 0, units: [] };
    found.set(formation, { formation, men: known.men + loss.men, guns: known.guns + loss.guns, units: [...known.units, loss] });
  }
  return [...found.values()].sort((a, b) => b.men + b.guns * GUN_IN_MEN - (a.men + a.guns * GUN_IN_MEN));
}

/** The combat phases of a game as they are heard, each once; what was taken back is forgotten. */
export class Reports {
  /** @type {Map<number, Report>} */
  #known = new Map();

  /** An entry of the story was told; whether it was a combat that was not known. @param {Entry} entry @param {(events: GameEvent[]) => string} titleOf */
  take(entry, titleOf) {
    // Who ended the other side's phase, and how, a seat of a hidden game is not told: what happened says enough.
    if (this.#known.has(entry.seq) || entry.kind !== 'action' || !entry.line) return false;
    const report = reportOf(entry.line.events, entry.step ?? null, titleOf(entry.line.events));
    if (report) this.#known.set(entry.seq, report);
    return report !== null;
  }

  /** Forgets what came after a step that was taken back to. @param {number} steps */
  keep(steps) {
    for (const [seq, { step }] of this.#known) if (step !== null && step > steps) this.#known.delete(seq);
  }

  /** The story is told anew. */
  forget() {
    this.#known.clear();
  }

  /** The reports, the newest first. @returns {Report[]} */
  get all() {
    return [...this.#known].sort(([a], [b]) => b - a).map(([, report]) => report);
  }
}
