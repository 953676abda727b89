/**
 * How units, squares, points and numbers of the Grand-tactical game are called in sentences. Knows no rules and touches no
 * document.
 */

import { Names as AnyNames } from '../../parts/names.js';
import { count } from '../../words.js';

/** @import { GrandSheet } from './types.js' */

/** "1 point", "7 points". @param {number} cost */
export const points = (cost) => count(cost, 'point');

/** The directions by number, from 1. */
const COMPASS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/** @param {number | undefined} dir from 1 */
export const directionWords = (dir) => (dir ? (COMPASS[dir - 1] ?? String(dir)) : '');

/** What the weapons are. @type {Record<string, string>} */
const WEAPONS = {
  RFL: 'rifles', MSK: 'muskets', 'R/M': 'rifles and muskets', 'R/S': 'rifles and Sharps rifles', 'R/G': 'rifles and shotguns',
  SHR: 'Sharps rifles', 'R/C': 'rifles and carbines', CRB: 'carbines', PST: 'pistols', SHG: 'shotguns', SM6: '6-pounder smoothbores',
  N12: '12-pounder Napoleons', RG3: '3-inch rifles', H12: '12-pounder howitzers', H24: '24-pounder howitzers',
  P10: '10-pounder Parrotts', P20: '20-pounder Parrotts',
};

/** @param {string} weapon */
export const weaponWords = (weapon) => (WEAPONS[weapon] ? `${WEAPONS[weapon]} (${weapon})` : weapon);

/** What the factors of a shot or a melee are. @type {Record<string, string>} */
const FACTORS = {
  mode: 'Formation, or rout', horse_holders: 'Men with the horses', fatigue: 'Fatigue of the firer', leaders: 'Leaders',
  ammunition: 'Ammunition', battle_time: 'Battle time: points left', fortification: 'Works of the target', terrain: 'Ground of the target',
  elevation: 'Target is higher', flank: 'Target is flanked', flank_defender: 'Answers from a flank', density: 'Men in the square',
  difficulty: 'Level of difficulty', random: 'Chance', crossing: 'From a bridge or ford',
};

/** @param {string} factor */
export const factorWords = (factor) => FACTORS[factor] ?? factor.replaceAll('_', ' ');

/** What a counter shows. @type {Record<string, string>} */
const MARKS = {
  routed: 'routed', disrupted: 'disrupted', 'no ammunition': 'out of ammunition', 'out of command': 'out of command',
  moved: 'has moved', melee: 'will charge', inactive: 'may not move this turn', fire: 'fire plotted', advance: 'will advance',
};

/** @param {string} mark */
export const markWords = (mark) => MARKS[mark] ?? mark;

/** The corps as a sentence names it. @param {string | null | undefined} corps */
export function corpsWords(corps) {
  if (!corps) return '';
  return /^[IVX]+$/.test(corps) ? `${corps} Corps` : `${corps}’s command`;
}

/** The division as a sentence names it. @param {string | null | undefined} division */
export const divisionWords = (division) => (division ? `${division}’s division` : '');

/** "12.4" or "0". @param {number} mean */
export const expected = (mean) => (mean >= 10 ? String(Math.round(mean)) : String(Math.round(mean * 10) / 10));

/** A score with its sign: "+1200", "−300". @param {number} score */
export const signed = (score) => (score > 0 ? `+${score}` : String(score).replace('-', '−'));

/** What is expected, with its bounds: "15 (8 to 23)". @param {{min: number, max: number, mean: number}} spread */
export const spreadWords = ({ min, max, mean }) => `${expected(mean)} (${min} to ${max})`;

/** Names of the units and squares of one battle. */
export class Names extends AnyNames {
  /** @param {Pick<GrandSheet, 'units' | 'squares'>} sheet */
  constructor(sheet) {
    super({ units: sheet.units, cells: sheet.squares });
    this.sheet = sheet;
  }

  /** What a unit is: "infantry", "horse artillery". @param {string} id */
  kind(id) {
    const unit = this.sheet.units[id];
    return unit?.horse_artillery ? 'horse artillery' : (unit?.arm ?? '');
  }

  /** "men" or "guns". @param {string} id */
  counted(id) {
    return this.sheet.units[id]?.arm === 'artillery' ? 'guns' : 'men';
  }

  /** Where a unit belongs: "Meade’s division, I Corps". @param {string} id */
  command(id) {
    const { division, corps } = this.sheet.units[id] ?? {};
    return [divisionWords(division), corpsWords(corps)].filter(Boolean).join(', ');
  }

  /** A unit with its kind, for lists. @param {string} id */
  described(id) {
    return `${this.unit(id)}, ${this.kind(id)}`;
  }
}
