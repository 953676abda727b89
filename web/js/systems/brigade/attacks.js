/**
 * Attacks as actions and events have them: their hexes, their units, and what they are called.
 */

import { odds } from './names.js';

/**
 * @import { UnitId } from '../../types.js'
 * @import { Hex } from './types.js'
 * @import { Names } from './names.js'
 */

/** An action or event that attacks. @typedef {Record<string, any>} Attack */

/** The hexes that an attack strikes. @param {Attack | null | undefined} attack @returns {Hex[]} */
export function targetsOf(attack) {
  if (attack?.assault) return attack.assault.defenders;
  return attack?.bombard ? [attack.bombard.target] : [];
}

/** The units that make an attack. @param {Attack | null | undefined} attack @returns {UnitId[]} */
export function attackersOf(attack) {
  return attack?.assault?.attackers ?? attack?.bombard?.guns ?? [];
}

/** "Assault on 1414 by Seymour and Hartsuff". @param {Attack} attack @param {Names} names @param {string} [column] */
export function attackWords(attack, names, column) {
  const what = attack.assault ? 'Assault on' : 'Bombardment of';
  const at = column ? ` at ${odds(column)}` : '';
  return `${what} ${names.places(targetsOf(attack))} by ${names.units(attackersOf(attack))}${at}`;
}
