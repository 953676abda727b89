/**
 * The plan of one attack: targets, attacking hexes, guns and column, and what may be made of it.
 * Pure: every function gives a new plan. Whether a plan is legal, the engine says.
 */

import { toggled } from '../../parts/planning.js';

/**
 * @import { UnitId } from '../../types.js'
 * @import { Attack, Hex, OddsTable, TargetAnswer } from './types.js'
 */

/**
 * @typedef {object} Plan
 * @property {Hex[]} targets
 * @property {Hex[]} attackers
 * @property {UnitId[]} guns
 * @property {string | null} column an announced lower column
 */

/** No attack is planned. @type {Readonly<Plan>} */
export const NO_PLAN = Object.freeze({ targets: [], attackers: [], guns: [], column: null });

/**
 * The legal set of attacking hexes with the greatest strength; of equal ones the largest.
 * @param {TargetAnswer} answer
 * @returns {Hex[]}
 */
export function bestAttackers(answer) {
  const strength = new Map(answer.attackers.map(({ hex, strength }) => [hex, strength]));
  const sum = (/** @type {Hex[]} */ hexes) => hexes.reduce((total, hex) => total + (strength.get(hex) ?? 0), 0);
  const sets = [...answer.combinations];
  sets.sort((a, b) => sum(b) - sum(a) || b.length - a.length);
  return sets[0] ?? [];
}

/**
 * The plan proposed for targets: the strongest legal set of attackers and all guns that may join.
 * @param {readonly Hex[]} targets
 * @param {TargetAnswer} answer
 * @returns {Plan}
 */
export function proposed(targets, answer) {
  const guns = answer.guns.filter(({ legal }) => legal).map(({ unit }) => unit);
  return { targets: [...targets], attackers: bestAttackers(answer), guns, column: null };
}

/** Takes an attacking hex into the plan or out of it. @param {Plan} plan @param {Hex} hex @returns {Plan} */
export function toggleAttacker(plan, hex) {
  return { ...plan, attackers: toggled(plan.attackers, hex), column: null };
}

/** Takes a bombarding gun into the plan or out of it. @param {Plan} plan @param {UnitId} gun @returns {Plan} */
export function toggleGun(plan, gun) {
  return { ...plan, guns: toggled(plan.guns, gun), column: null };
}

/** The attack as an action has it. @param {Plan} plan @returns {Attack} */
export function toAttack(plan) {
  /** @type {Attack} */
  const attack = {
    defenders: [...plan.targets].sort(),
    attackers: [...plan.attackers].sort(),
    bombard: [...plan.guns].sort(),
  };
  if (plan.column !== null) attack.column = plan.column;
  return attack;
}

/**
 * The column one lower or higher, among those that may be announced; the highest needs no announcement.
 * @param {Plan} plan
 * @param {Pick<OddsTable, 'column' | 'columns'>} odds
 * @param {1 | -1} step
 * @returns {Plan}
 */
export function stepColumn(plan, { column, columns }, step) {
  const index = columns.indexOf(plan.column ?? column) + step;
  if (index < 0 || index >= columns.length) return plan;
  return withColumn(plan, columns, columns[index]);
}

/**
 * @param {Plan} plan
 * @param {string[]} columns
 * @param {string} column
 * @returns {Plan}
 */
export function withColumn(plan, columns, column) {
  return { ...plan, column: column === columns[columns.length - 1] ? null : column };
}

/** Who gains by a result of the table. @type {Record<string, 'attacker' | 'defender' | 'both'>} */
const GAINS = { Ae: 'defender', Ar: 'defender', Ex: 'both', Dr: 'attacker', De: 'attacker' };

/** For whom a result is good: it colours the bar. @param {string} result */
export function gainer(result) {
  return GAINS[result] ?? 'both';
}
