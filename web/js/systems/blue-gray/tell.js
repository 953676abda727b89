/**
 * What happened, in sentences: one for each event that deserves a line of the log.
 * Pure: the same event always gives the same words.
 */

import { capital, count, list, otherSide } from '../../words.js';
import { controlChanged, declined, entered, line, phaseBegan, stepped } from '../../parts/log-lines.js';
import { theSide, victoryWords } from '../../parts/names.js';
import { Names, odds, resultWords } from './names.js';

/** @import { Line } from '../../parts/log-lines.js' */
/** @typedef {Record<string, any>} GameEvent */

/**
 * @param {GameEvent} event
 * @param {Names} names
 */
function moved(event, names) {
  const to = event.path.at(-1) ?? event.from;
  const text =
    `${names.does(event.unit, 'moves')} from ${event.from} to ${names.place(to)}, ` + `${count(event.cost, 'movement point')}.`;
  return line(text, 'move', [event.from, ...event.path], [event.unit]);
}

/**
 * @param {GameEvent} event
 * @param {Names} names
 */
function exited(event, names) {
  const worth = event.points === 0 ? '' : `, for ${count(event.points, 'point')}`;
  return line(
    `${names.does(event.unit, 'leaves')} the map at ${event.hex}${worth}.`,
    'control',
    [event.from, ...event.path],
    [event.unit],
  );
}

/**
 * @param {GameEvent} event
 * @param {Names} names
 */
function attacked(event, names) {
  const { defenders, attackers = [], bombard = [] } = event.attack;
  const by = [];
  if (attackers.length > 0) by.push(`from ${list(attackers)}`);
  if (bombard.length > 0) by.push(`${attackers.length > 0 ? 'with' : 'by'} ${names.units(bombard)}`);
  const verb = attackers.length > 0 ? 'Attack on' : 'Bombardment of';
  const text =
    `${verb} ${names.places(defenders)} ${by.join(' ')}: ${event.strength} against ${event.defence}, ` +
    `${odds(event.column)}.`;
  return line(text, 'combat', [...defenders, ...attackers], bombard);
}

/**
 * @param {GameEvent} event
 * @param {Names} names
 */
function dieThrown(event, names) {
  const face = `The die shows ${event.face}`;
  if (event.for === 'rally') return line(`${face} for the recovery of ${names.unit(event.unit)}.`, 'die', [], [event.unit]);
  if (event.for === 'admission') return line(`${face} for the arrival of the optional brigades.`, 'die');
  return line(`${face}.`, 'die');
}

/**
 * @param {import('../../types.js').Side} side
 * @param {number} points
 */
function scores(side, points) {
  return `${capital(theSide(side))} ${side === 'union' ? 'scores' : 'score'} ${count(points, 'point')}.`;
}

/** @type {Record<string, string>} */
const LOSSES = {
  combat: 'is eliminated',
  exchange: 'is lost in the exchange',
  no_retreat: 'has no retreat open and is eliminated',
  immobile: 'must retreat, cannot move, and is eliminated',
  late: 'could not come on in time and is lost',
};

/**
 * @param {GameEvent} event
 * @param {Names} names
 */
function eliminated(event, names) {
  const where = event.at ? ` in ${names.place(event.at)}` : '';
  const side = names.side(event.unit);
  const worth = event.points > 0 && side ? ` ${scores(otherSide(side), event.points)}` : '';
  return line(
    `${names.does(event.unit, LOSSES[event.by] ?? 'is eliminated', where)}.${worth}`,
    'loss',
    event.at ? [event.at] : [],
    [event.unit],
  );
}

/** @param {GameEvent} event */
function ended(event) {
  const points = event.points ? ` Union ${event.points.union}, Confederates ${event.points.confederate}.` : '';
  const how = event.early ? 'The game ends early' : 'The game is over';
  const result = event.winner ? victoryWords(event.winner, event.level) : 'a draw';
  return line(`${how}: ${result}.${points}`, 'end');
}

/** Whether an action is an attack by guns alone, from afar. @param {import('../../types.js').Action | null} action */
function byGuns(action) {
  return action?.attack !== undefined && !(action.attack.attackers?.length > 0);
}

/** @type {Record<string, (event: GameEvent, names: Names, action: import('../../types.js').Action | null) => Line | null>} */
const TELLERS = {
  phase_began: phaseBegan,
  moved,
  entered,
  exited,
  attacked,
  die_thrown: dieThrown,
  resulted: (event, _names, action) => line(`${event.result}: ${resultWords(event.result, { guns: byGuns(action) })}.`, 'combat'),
  elected: (event, names) =>
    line(`${names.does(event.unit, event.retreat ? 'shares the retreat' : 'stays')}.`, 'choice', [], [event.unit]),
  stood: (event, names) => line(`${names.does(event.unit, 'stands fast')}.`, 'choice', [], [event.unit]),
  eliminated,
  retreated: (event, names) => stepped(event, names, 'retreats', 'retreat'),
  displaced: (event, names) => stepped(event, names, 'makes room and goes', 'retreat'),
  advanced: (event, names) => stepped(event, names, 'advances', 'advance'),
  declined,
  became_ineffective: (event, names) =>
    line(`${names.does(event.unit, 'has lost its attack effectiveness')}.`, 'state', [], [event.unit]),
  rallied: (event, names) => line(`${names.does(event.unit, 'recovers')} and may attack again.`, 'state', [], [event.unit]),
  control_changed: controlChanged,
  awarded: (event, names) =>
    line(`${scores(event.side, event.points).slice(0, -1)} for ${names.place(event.hex)}.`, 'control', [event.hex]),
  released: (event, names) => line(`${names.unit(event.unit)} may move from now on.`, 'state', [], [event.unit]),
  quota_lifted: () => line('The limit on moving units is lifted for good.', 'state'),
  creek_crossed: (event, names) => line(`${names.does(event.unit, 'has crossed')} the creek.`, 'state', [], [event.unit]),
  group_admitted: () => line('The optional brigades may come from now on.', 'state'),
  set_aside: () => null,
  ended,
};

/**
 * The line of an event, or null for one that needs none.
 * @param {GameEvent} event
 * @param {Names} names
 * @param {import('../../types.js').Action | null} [action] the action it came of
 * @returns {Line | null}
 */
export function tell(event, names, action = null) {
  const teller = TELLERS[event.event];
  return teller ? teller(event, names, action) : null;
}
