/**
 * How units, hexes, points and results of Brigade are called in sentences. Knows no rules and touches no document.
 */

import { Names as AnyNames } from '../../parts/names.js';
import { list } from '../../words.js';

/** @import { BrigadeSheet, Chance, Guns } from './types.js' */

/** A number that is counted in halves, as it is written: "½", "1", "1½". @param {number} doubled */
export function halves(doubled) {
  const whole = Math.floor(doubled / 2);
  if (doubled % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}

/** Movement points that are counted in halves: "½ point", "1½ points". @param {number} doubled */
export function points(doubled) {
  return `${halves(doubled)} ${doubled > 0 && doubled <= 2 ? 'point' : 'points'}`;
}

/** A column of the table as players read it: "1 to 1.5". @param {string} column */
export function odds(column) {
  return column.replace('-', ' to ');
}

/** @type {Record<string, string>} */
const RESULTS = {
  A1: 'an attacker loses a step',
  AR: 'the attackers retreat',
  NE: 'no effect',
  EX: 'exchange: both lose a step',
  DR: 'the defenders retreat',
  D1: 'a defender loses a step',
};

/** The same in a bombardment, which does guns no harm. @type {Record<string, string>} */
const BY_GUNS = {
  A1: 'no effect, for guns that bombard are not harmed',
  AR: 'no effect, for guns that bombard need not retreat',
  EX: 'a defender loses a step; the guns lose nothing',
};

/**
 * What a result of the table means.
 * @param {string} result
 * @param {{guns?: boolean}} [by] whether guns bombarded
 */
export function resultWords(result, { guns = false } = {}) {
  return (guns ? BY_GUNS[result] : null) ?? RESULTS[result] ?? result;
}

/** Who gains by a result of the table. @type {Record<string, 'attacker' | 'defender' | 'both'>} */
const GAINS = { A1: 'defender', AR: 'defender', EX: 'both', DR: 'attacker', D1: 'attacker' };

/** For whom a result is good: it colours the bar. @param {string} result @param {{guns?: boolean}} [by] */
export function gainer(result, { guns = false } = {}) {
  if (guns) return result === 'EX' || GAINS[result] === 'attacker' ? 'attacker' : 'both';
  return GAINS[result] ?? 'both';
}

/** @type {Record<Guns, string>} */
const GUNS = { regular: 'regular guns', parrott: 'Parrott guns', horse: 'horse artillery' };

/** What kind of guns these are. @param {Guns} guns */
export function gunWords(guns) {
  return GUNS[guns] ?? guns;
}

/** What a counter shows, as the booklet names its markers. @type {Record<string, string>} */
const MARKS = {
  reduced: 'reduced, one step left',
  rallied: 'Rallied',
  moved: 'Moved',
  searched: 'searched for a ford',
  bombarded: 'Combat Done',
  assaulted: 'Combat Done',
  defended: 'has been assaulted',
};

/** @param {string} mark */
export function markWords(mark) {
  return MARKS[mark] ?? mark;
}

/** The corps as a sentence names it: "I Corps", "the cavalry". @param {string} corps */
export function corpsWords(corps) {
  return CORPS[corps] ?? `${corps} Corps`;
}

/** @type {Record<string, string>} */
const CORPS = { CAV: 'Cavalry', LS: "Longstreet's Corps", JS: "Jackson's Corps" };

/** "I and XII Corps", "no corps". @param {readonly string[]} corps */
export function corpsList(corps) {
  return corps.length === 0 ? 'no corps' : `${list([...corps])} Corps`;
}

/** How often a throw succeeds: "3 chances in 6". @param {Chance} chance */
export function oddsOf({ dice, least }) {
  const good = 7 - least;
  if (dice === 1) return `${good} chances in 6`;
  return `${Math.round(100 * (1 - ((6 - good) / 6) ** dice))} chances in 100`;
}

/** The faces that succeed, and how often: "4, 5 or 6 (3 chances in 6)". @param {Chance} chance */
export function chanceWords(chance) {
  const { dice, least } = chance;
  const faces = [1, 2, 3, 4, 5, 6].filter((face) => face >= least);
  const which = `${faces.slice(0, -1).join(', ')}${faces.length > 1 ? ' or ' : ''}${faces.at(-1)}`;
  return `${which}${dice > 1 ? ` on either of ${dice} dice` : ''} (${oddsOf(chance)})`;
}

/** Names of the units and hexes of one battle. */
export class Names extends AnyNames {
  /** @param {Pick<BrigadeSheet, 'units' | 'hexes'>} sheet */
  constructor(sheet) {
    super({ units: sheet.units, cells: sheet.hexes });
    this.sheet = sheet;
  }

  /** What a unit is: "infantry", "Parrott guns". @param {string} id */
  kind(id) {
    const unit = this.sheet.units[id];
    if (!unit) return '';
    return unit.guns ? gunWords(unit.guns) : unit.arm;
  }

  /** A unit with its kind, for lists: "Law, infantry". @param {string} id */
  described(id) {
    return `${this.unit(id)}, ${this.kind(id)}`;
  }
}
