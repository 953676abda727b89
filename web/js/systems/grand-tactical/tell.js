/**
 * What happened, in sentences: one for each event that deserves a line of the log. Pure: the same event always gives the
 * same words.
 */

import { line } from '../../parts/log-lines.js';
import { theSide } from '../../parts/names.js';
import { capital, count, sideAdjective } from '../../words.js';
import { directionWords, divisionWords, points, signed } from './names.js';

/**
 * @import { GameEvent, Moment } from '../../types.js'
 * @import { Line } from '../../parts/log-lines.js'
 * @import { Names } from './names.js'
 */

/** The phases by their words in the doors. @type {Record<string, string>} */
const PHASES = {
  activation: 'activation', command: 'command control', recovery: 'recovery and rally', reinforcement: 'reinforcements',
  operations: 'operations', combat: 'combat', victory: 'victory determination', over: 'the end',
};

/** A phase, as the log calls it. @param {Moment & {round?: number}} moment */
export function phaseWords({ turn, side, phase, round }) {
  const what = PHASES[phase] ?? String(phase);
  return `Turn ${turn}: ${side ? `${sideAdjective(side)} ` : ''}${what}${round ? `, round ${round}` : ''}.`;
}

/** The parts of a combat phase. @type {Record<string, string>} */
export const PARTS = {
  'defensive artillery fire': 'The guns of the defender fire.',
  'offensive artillery fire': 'The guns of the attacker fire.',
  'defensive fire': 'Infantry and cavalry of the defender fire.',
  'offensive fire': 'Infantry and cavalry of the attacker fire.',
  'defensive melee fire': 'Those who are charged fire.',
  melee: 'Melee.',
};

/** @param {GameEvent} event @param {Names} names @param {string} deed @param {string} [kind] @param {string[]} [cells] */
function one(event, names, deed, kind = 'state', cells = event.square ? [event.square] : []) {
  return line(`${names.does(event.unit, deed)}.`, kind, cells, [event.unit]);
}

/** @param {GameEvent} event @param {Names} names */
function fired(event, names) {
  const who = event.unit ? `${names.does(event.unit, 'fires')} at` : 'Somebody unseen fires at';
  const dry = event.dry ? ' Its ammunition is spent.' : '';
  return line(`${who} ${names.place(event.at)}: ${count(event.casualties, 'casualty', 'casualties')}.${dry}`, 'combat', [event.at, ...(event.from ? [event.from] : [])], event.unit ? [event.unit] : []);
}

/** @param {GameEvent} event @param {Names} names */
function lost(event, names) {
  const amount = event.guns ?? event.men ?? 0;
  if (amount === 0) return line(`${names.unit(event.unit)} is hit but loses nobody.`.replace('nobody', event.guns === undefined ? 'nobody' : 'no gun'), 'state', [event.square], [event.unit]);
  const what = event.guns !== undefined ? count(amount, 'gun') : count(amount, 'man', 'men');
  return line(`${names.unit(event.unit)} loses ${what}.`, 'loss', [event.square], [event.unit]);
}

/** @param {GameEvent} event @param {Names} names */
function moved(event, names) {
  const to = event.path.at(-1) ?? event.from;
  return line(`${names.does(event.unit, 'moves')} from ${event.from} to ${names.place(to)}, ${points(event.cost)}.`, 'move', [event.from, ...event.path], [event.unit]);
}

/** @param {GameEvent} event @param {Names} names */
function melee(event, names) {
  return line(`Melee at ${names.place(event.at)}: ${names.units(event.attackers)} against ${names.units(event.defenders)}, difference ${event.difference}.`, 'combat', [event.at], [...event.attackers, ...event.defenders]);
}

/** @type {Record<string, (event: GameEvent, names: Names) => Line | null>} */
const TELLERS = {
  phase_began: (event) => ({ ...line(phaseWords(/** @type {any} */ (event)), 'phase'), side: event.side ?? null }),
  activated: ({ division }) => line(`${capital(divisionWords(division))} is activated.`, 'state'),
  limited: ({ limit }) => line(`${count(limit, 'division')} may be activated this turn.`, 'state'),
  ford_found: ({ square }, names) => line(`There is a ford at ${names.place(square)}.`, 'control', [square]),
  released: ({ formation }) => line(`${formation} may move from now on.`, 'state'),
  came_due: ({ group }) => line(`Reinforcements ${group} have come up.`, 'state'),
  moved,
  faced: (event, names) => one(event, names, `turns to the ${directionWords(event.dir)}`),
  mode_changed: (event, names) => one(event, names, `forms: ${event.mode === 'normal' ? 'line' : event.mode}`),
  force_marched: (event, names) => one(event, names, 'marches by force'),
  fortified: (event, names) => one(event, names, `digs in, works ${event.fort}`),
  fire_plotted: (event, names) => one(event, names, event.square ? `will fire at ${names.place(event.square)}` : 'will fire at the nearest', 'choice'),
  melee_plotted: (event, names) => one(event, names, event.on ? 'will charge' : 'will not charge', 'choice'),
  advance_plotted: (event, names) => one(event, names, event.on ? 'will advance' : 'will not advance', 'choice'),
  transferred: ({ leader, unit }, names) => line(`${leader} goes to ${names.unit(unit)}.`, 'choice', [], [unit]),
  arrived: (event, names) => one(event, names, `arrives at ${names.place(event.square)}`, 'move'),
  recovered: (event, names) => one(event, names, 'is in order again'),
  rallied: (event, names) => one(event, names, 'rallies'),
  resupplied: (event, names) => one(event, names, 'has ammunition again'),
  sighted: ({ by, unit, square }, names) => line(`${theSide(by)} ${by === 'union' ? 'sees' : 'see'} ${names.unit(unit)} at ${names.place(square)}.`, 'control', [square], [unit]),
  sub_phase: ({ name }) => line(PARTS[name] ?? capital(String(name)), 'state'),
  fired,
  lost,
  disrupted: (event, names) => one(event, names, 'is disrupted', 'loss'),
  routed: (event, names) => one(event, names, 'routs', 'loss'),
  retreated: (event, names) => line(`${names.does(event.unit, 'falls back')} from ${event.from} to ${names.place(event.path.at(-1) ?? event.from)}.`, 'retreat', [event.from, ...event.path], [event.unit]),
  melee,
  advanced: (event, names) => line(`${names.does(event.unit, 'advances')} from ${event.from} to ${names.place(event.to)}.`, 'advance', [event.from, event.to], [event.unit]),
  eliminated: (event, names) => one(event, names, `is eliminated at ${names.place(event.square)}`, 'loss'),
  leader_lost: ({ leader, rank, unit }, names) => line(`${leader}, leader of a ${rank}, is lost with ${names.unit(unit)}.`, 'loss', [], [unit]),
  leader_moved: ({ leader, unit }, names) => line(unit ? `${leader} goes to ${names.unit(unit)}.` : `${leader} leaves the field.`, 'state', [], unit ? [unit] : []),
  succeeded: ({ leader, rank, commands, unit }, names) => line(`${leader} takes over ${rank === 'corps' ? `${commands} Corps` : `${commands}’s ${rank}`}${unit ? `, with ${names.unit(unit)}` : ''}.`, 'state', [], unit ? [unit] : []),
  scored: ({ score }) => line(`The score is announced: ${signed(score)}.`, 'control'),
  ended: ({ score }) => line(`The game is over, with a score of ${signed(score)}.`, 'end'),
};

/** What is no news in a part of a combat. */
const SILENT = new Set(['drew']);

/** Whether nothing happened in the part of a combat that an event begins. @param {GameEvent} event @param {GameEvent[]} events */
function isEmpty(event, events) {
  const next = events.slice(events.indexOf(event) + 1).find((one) => !SILENT.has(one.event));
  return !next || next.event === 'sub_phase' || next.event.startsWith('phase_');
}

/**
 * The line of an event, or null for one that needs none: draws are told by what comes of them, and of a combat only the
 * parts in which something happened.
 * @param {GameEvent} event @param {Names} names @param {GameEvent[] | null} [events] those it came with
 * @returns {Line | null}
 */
export function tell(event, names, events = null) {
  if (event.event === 'sub_phase' && events && isEmpty(event, events)) return null;
  return TELLERS[event.event]?.(event, names) ?? null;
}
