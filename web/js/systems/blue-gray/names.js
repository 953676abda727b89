/**
 * How units, hexes and results of Blue & Gray are called in sentences.
 * Knows no rules and touches no document.
 */

import { Names as AnyNames } from '../../parts/names.js';

/** @import { BlueGraySheet } from './types.js' */

/**
 * A column of the table as players read it: "3 to 1".
 * @param {string} column
 */
export function odds(column) {
  return column.replace('-', ' to ');
}

/** @type {Record<string, string>} */
const RESULTS = {
  Ae: 'attackers eliminated',
  Ar: 'attackers retreat',
  Ex: 'exchange',
  Dr: 'defenders retreat',
  De: 'defenders eliminated',
};

/** The same where guns alone bombarded, which suffer nothing by it. @type {Record<string, string>} */
const BY_GUNS = {
  Ae: 'no effect, for guns that bombard are not harmed',
  Ar: 'no effect, for guns that bombard need not retreat',
  Ex: 'defenders eliminated, for guns that bombard lose nothing in an exchange',
};

/**
 * What a result of the table means.
 * @param {string} result
 * @param {{guns?: boolean}} [by] whether guns alone bombarded
 */
export function resultWords(result, { guns = false } = {}) {
  return (guns ? BY_GUNS[result] : null) ?? RESULTS[result] ?? result;
}

/** Names of the units and hexes of one battle. */
export class Names extends AnyNames {
  /** @param {Pick<BlueGraySheet, 'units' | 'hexes'>} sheet */
  constructor(sheet) {
    super({ units: sheet.units, cells: sheet.hexes });
    this.sheet = sheet;
  }

  /**
   * A unit with its numbers, for lists: "Phelps (1/1/I), infantry, strength 4".
   * @param {string} id
   */
  described(id) {
    const unit = this.sheet.units[id];
    return unit ? `${this.unit(id)}, ${unit.arm}, strength ${unit.strength}` : id;
  }

  /**
   * Printed strength, 0 for a unit the battle does not have.
   * @param {string} id
   */
  strength(id) {
    return this.sheet.units[id]?.strength ?? 0;
  }
}
