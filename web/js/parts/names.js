/**
 * How units, cells and sides are called in sentences, whatever the system. Knows no rules and touches no document.
 */

import { list, sideAdjective } from '../words.js';

/** @import { Cell, Side, UnitId } from '../types.js' */

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
  rallies: 'rally',
  withdraws: 'withdraw',
  does: 'do',
  finds: 'find',
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
 * What names are made of: how each unit is called and whose it is, and what places are in each cell.
 * @typedef {{units: Record<UnitId, {called: string, side: Side}>, cells: Record<Cell, {names: string[]}>}} Called
 */

/** Names of the units and cells of one battle. */
export class Names {
  #units;
  #cells;

  /** @param {Called} called */
  constructor({ units, cells }) {
    this.#units = units;
    this.#cells = cells;
  }

  /**
   * A unit in a sentence: "Phelps (1/1/I)", "Hood".
   * @param {UnitId} id
   */
  unit(id) {
    return this.#units[id]?.called ?? id;
  }

  /**
   * What a unit does, in a sentence: "Hood moves", "Cutts's guns (Cutts) move".
   * @param {UnitId} id
   * @param {string} deed as of one: "moves"
   * @param {string} [where] before the deed: " in 0809"
   */
  does(id, deed, where = '') {
    const name = this.unit(id);
    return `${name}${where} ${/\b(guns|batteries)\b/i.test(name) ? deed.replace(WORDS, (word) => OF_MANY[word]) : deed}`;
  }

  /**
   * Several units in a sentence.
   * @param {readonly UnitId[]} ids
   */
  units(ids) {
    return list(ids.map((id) => this.unit(id)));
  }

  /**
   * A cell with its name, if it has one: "0713, Dunker Church".
   * @param {Cell} cell
   */
  cell(cell) {
    const names = this.#cells[cell]?.names ?? [];
    return names.length === 0 ? cell : `${cell}, ${names[0]}`;
  }

  /**
   * A cell inside a sentence: "0713 (Dunker Church)".
   * @param {Cell} cell
   */
  place(cell) {
    const names = this.#cells[cell]?.names ?? [];
    return names.length === 0 ? cell : `${cell} (${names[0]})`;
  }

  /**
   * Several cells in a sentence.
   * @param {readonly Cell[]} cells
   */
  places(cells) {
    return list(cells.map((cell) => this.place(cell)));
  }

  /**
   * Whose the unit is.
   * @param {UnitId} id
   * @returns {Side | null}
   */
  side(id) {
    return this.#units[id]?.side ?? null;
  }
}
