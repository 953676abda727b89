/**
 * How units, hexes and results of Blue & Gray are called in sentences.
 * Knows no rules and touches no document.
 */

/** @typedef {import('../types.js').Sheet} Sheet */
/** @typedef {import('../types.js').Side} Side */

import { list, sideAdjective } from '../words.js';

/** What each word of a sentence about one unit becomes in one about guns. @type {Record<string, string>} */
const OF_MANY = {
  is: 'are',
  has: 'have',
  its: 'their',
  goes: 'go',
  makes: 'make',
  moves: 'move',
  enters: 'enter',
  leaves: 'leave',
  retreats: 'retreat',
  advances: 'advance',
  stands: 'stand',
  stays: 'stay',
  shares: 'share',
  recovers: 'recover',
};
const WORDS = new RegExp(`\\b(${Object.keys(OF_MANY).join('|')})\\b`, 'g');

/**
 * A result: "Union decisive victory", "Confederate victory", "draw". Not every battle has levels of victory.
 * @param {Side | null} winner @param {string} level
 */
export function victoryWords(winner, level) {
  if (!winner) return level;
  return `${sideAdjective(winner)} ${level.includes('victory') ? level : `${level} victory`}`;
}

/**
 * The side as the subject of a sentence: "the Confederates".
 * @param {Side} side
 */
export function theSide(side) {
  return side === 'union' ? 'the Union' : 'the Confederates';
}

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
export class Names {
  /** @param {Pick<Sheet, 'units' | 'hexes'>} sheet */
  constructor(sheet) {
    this.sheet = sheet;
  }

  /**
   * A unit in a sentence: "Phelps (1/1/I)", "Hood".
   * @param {string} id
   */
  unit(id) {
    return this.sheet.units[id]?.called ?? id;
  }

  /**
   * What a unit does, in a sentence: "Hood moves", "Cutts's guns (Cutts) move".
   * @param {string} id
   * @param {string} deed as of one: "moves"
   * @param {string} [where] before the deed: " in 0809"
   */
  does(id, deed, where = '') {
    const name = this.unit(id);
    return `${name}${where} ${/\b(guns|batteries)\b/i.test(name) ? deed.replace(WORDS, (word) => OF_MANY[word]) : deed}`;
  }

  /**
   * Several units in a sentence.
   * @param {readonly string[]} ids
   */
  units(ids) {
    return list(ids.map((id) => this.unit(id)));
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
   * A hex with its name, if it has one: "0713, Dunker Church".
   * @param {string} hex
   */
  hex(hex) {
    const names = this.sheet.hexes[hex]?.names ?? [];
    return names.length === 0 ? hex : `${hex}, ${names[0]}`;
  }

  /**
   * A hex inside a sentence: "0713 (Dunker Church)".
   * @param {string} hex
   */
  place(hex) {
    const names = this.sheet.hexes[hex]?.names ?? [];
    return names.length === 0 ? hex : `${hex} (${names[0]})`;
  }

  /**
   * Several hexes in a sentence.
   * @param {readonly string[]} hexes
   */
  places(hexes) {
    return list(hexes.map((hex) => this.place(hex)));
  }

  /**
   * Printed strength, 0 for a unit the battle does not have.
   * @param {string} id
   */
  strength(id) {
    return this.sheet.units[id]?.strength ?? 0;
  }

  /**
   * Whose the unit is.
   * @param {string} id
   * @returns {Side | null}
   */
  side(id) {
    return this.sheet.units[id]?.side ?? null;
  }
}
