/**
 * What happened, in sentences: one for each event that deserves a line of the log. Pure: the same event always gives the
 * same words.
 */

import { controlChanged, declined, entered, line, phaseBegan, stepped } from '../../parts/log-lines.js';
import { theSide } from '../../parts/names.js';
import { capital, count } from '../../words.js';
import { corpsList, halves, odds, points, resultWords } from './names.js';
import { attackWords, attackersOf, targetsOf } from './attacks.js';

/**
 * @import { Action, GameEvent } from '../../types.js'
 * @import { Line } from '../../parts/log-lines.js'
 * @import { Names } from './names.js'
 */

/** @param {GameEvent} event @param {Names} names */
function moved(event, names) {
  const to = event.path.at(-1) ?? event.from;
  const text = `${names.does(event.unit, 'moves')} from ${event.from} to ${names.place(to)}, ${points(event.half_points)}.`;
  return line(text, 'move', [event.from, ...event.path], [event.unit]);
}

/** @param {GameEvent} event @param {Names} names */
function attacked(event, names) {
  const [attack, defence] = [halves(event.attack_doubled), halves(event.defence_doubled)];
  const text = `${attackWords(event, names)}: ${attack} against ${defence}, ${odds(event.column)}.`;
  return line(text, 'combat', targetsOf(event), attackersOf(event));
}

/** @param {GameEvent} event @param {Names} names */
function dieThrown(event, names) {
  const face = `The die shows ${event.face}`;
  const units = event.unit ? [event.unit] : [];
  switch (event.for) {
    case 'rally':
      return line(`${face} for the rally of ${names.unit(event.unit)}.`, 'die', [], units);
    case 'search':
      return line(`${face} for the search of ${names.unit(event.unit)}.`, 'die', [], units);
    case 'arrival':
      return line(`${face} for the arrival of A. P. Hill.`, 'die');
    case 'initiative':
      return line(`${face} for the initiative of ${theSide(event.side)}.`, 'die');
    default:
      return line(`${face}.`, 'die');
  }
}

/** @param {GameEvent} event */
function activated({ corps, drawn }) {
  const verb = corps.length === 1 ? 'is' : corps.length === 0 ? 'is' : 'are';
  return line(`${capital(corpsList(corps))} ${verb} ${drawn ? 'drawn' : 'named'}.`, 'state');
}

/** Why a step was lost. @type {Record<string, string>} */
const BY = { crossing: ' in crossing the water', trapped: ', having no retreat' };

/** @param {GameEvent} event @param {Names} names @param {string} deed */
function lost(event, names, deed) {
  return line(`${names.does(event.unit, deed, ` in ${names.place(event.at)}`)}${BY[event.by] ?? ''}.`, 'loss', [event.at], [event.unit]);
}

/** @param {GameEvent} event @param {Names} names */
function searched(event, names) {
  const deed = event.found ? 'finds a ford' : 'finds no ford';
  return line(`${names.unit(event.unit)} ${deed} towards ${names.place(event.hex)}.`, event.found ? 'control' : 'state', [event.hex], [event.unit]);
}

/** @param {GameEvent} event */
function ended({ level, winner, points: total }) {
  return line(`The game is over: ${level}${winner ? ' victory' : ''}, with ${count(total, 'point')} in Union hands.`, 'end');
}

/** A line about one unit. @param {GameEvent} event @param {Names} names @param {string} deed @param {string} [kind] */
function one(event, names, deed, kind = 'state') {
  return line(`${names.does(event.unit, deed)}.`, kind, [], [event.unit]);
}

/** @type {Record<string, (event: GameEvent, names: Names, action: Action | null) => Line | null>} */
const TELLERS = {
  turn_began: ({ turn, first }) => line(`Turn ${turn} begins: ${theSide(first)} ${first === 'union' ? 'goes' : 'go'} first.`, 'state'),
  phase_began: phaseBegan,
  die_thrown: dieThrown,
  activated,
  rallied: (event, names) => one(event, names, 'rallies and has both steps again'),
  rally_failed: (event, names) => one(event, names, 'does not rally'),
  moved,
  entered,
  searched,
  withdrew: (event, names) => stepped(event, names, 'withdraws', 'retreat'),
  stayed: (event, names) => one(event, names, 'stays', 'choice'),
  assaulted: attacked,
  bombarded: attacked,
  resulted: ({ result }, _names, action) => line(`${result}: ${resultWords(result, { guns: Boolean(action?.bombard) })}.`, 'combat'),
  reduced: (event, names) => lost(event, names, 'is reduced'),
  eliminated: (event, names) => lost(event, names, 'is eliminated'),
  retreated: (event, names) => stepped(event, names, 'retreats', 'retreat'),
  displaced: (event, names) => stepped(event, names, 'makes room and goes', 'retreat'),
  stood: (event, names) => one(event, names, 'has no way to retreat', 'retreat'),
  advanced: (event, names) => stepped(event, names, 'advances', 'advance'),
  declined,
  lapsed: ({ hex }, names) => line(`${names.place(hex)} need not be assaulted any more.`, 'state', [hex]),
  control_changed: controlChanged,
  arrived: ({ units, at }, names) => line(`${names.units(units)} arrive at ${names.place(at)}.`, 'move', [at], units),
  delayed: ({ at }, names) => line(`An enemy in ${names.place(at)} delays the arrival.`, 'state', [at]),
  sent_back: ({ units }, names) => line(`${names.units(units)} find no room and come later.`, 'state', [], units),
  ended,
};

/**
 * The line of an event, or null for one that needs none.
 * @param {GameEvent} event
 * @param {Names} names
 * @param {Action | null} [action] the action it came of
 * @returns {Line | null}
 */
export function tell(event, names, action = null) {
  return TELLERS[event.event]?.(event, names, action) ?? null;
}
