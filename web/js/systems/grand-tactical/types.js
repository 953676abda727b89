/**
 * The shapes of the Grand-tactical game: its sheet, the field `game` of a view, and the answers to questions. The server
 * says square where the page says cell, and numbers directions from 1, north, clockwise to 8. There is no code here.
 *
 * @import { Action, Refusal, Side, UnitId, View } from '../../types.js'
 */

/** @typedef {import('../../types.js').Cell} Square as the map has it: "10,11" */

// ---- the sheet -------------------------------------------------------------------------------

/** @typedef {'basic' | 'intermediate' | 'advanced'} Level */
/** @typedef {'infantry' | 'cavalry' | 'artillery'} Arm */
/**
 * @typedef {{name: string, called: string, short: string, side: Side, arm: Arm, size: string, strength: number,
 *   weapon: string, effectiveness: number, facing: number, mode: string, horse_artillery: boolean,
 *   corps: string | null, division: string | null, brigade: string | null, range: number,
 *   start: Square | {group: string}, no_points_on: number[], note: string | null}} UnitFacts
 */
/**
 * @typedef {{terrain: string[], level: number, road: boolean, scenery: boolean, words: string, names: string[],
 *   sees: number, worth: string | null, x: number, y: number}} SquareFacts
 */
/** @typedef {{id: string, title: string, rule: string, columns: string[], rows: string[][]}} ChartFacts */
/**
 * @typedef {import('../../types.js').Sheet & {level: Level, hidden: boolean, stacking: number,
 *   turns: {turn: number, time: string | null, light: string, visibility: number, arrivals: string[]}[], first: Side,
 *   units: Record<UnitId, UnitFacts>, squares: Record<Square, SquareFacts>,
 *   leaders: {name: string, side: Side, rank: string, commands: string, bonus: number}[], charts: ChartFacts[],
 *   faces: Record<UnitId, string>, faces_routed: Record<UnitId, string>, faces_disrupted: Record<UnitId, string>,
 *   signs: Record<string, string>}} GrandSheet
 */

// ---- the field `game` of a view ----------------------------------------------------------------

/**
 * A unit; what stands after `marks` is not there at every level, nor of a unit that is not on the map.
 * @typedef {{id: UnitId, place: 'map' | 'reserve' | 'eliminated' | 'absent' | 'unseen', cell?: Square, men?: number,
 *   guns?: number, fatigue?: number, morale?: number, op?: number, melee?: boolean, fire?: Square | null,
 *   active?: boolean | null, routed?: boolean, moved?: number, facing?: number, mode?: string, fort?: number, ammo?: boolean,
 *   disrupted?: boolean, advance?: boolean, in_command?: boolean, marks?: string[], holds?: string | null}} GrandUnit
 */
/**
 * @typedef {{name: string, side: Side, rank?: 'brigade' | 'division' | 'corps' | 'deputy', commands?: string, with?: UnitId,
 *   state?: string, transferred?: boolean, bonus: number, cell: Square | null}} Leader
 */
/** @typedef {{division: string, leader: string | null, can: boolean, active: boolean, units: UnitId[]}} Division */
/** @typedef {Partial<Record<'infantry' | 'cavalry' | 'guns' | 'brigade' | 'division' | 'corps', number>>} Losses */
/** @typedef {{square: Square, name: string, to: Side, points: number, brings: number}} Objective */
/**
 * What the engine says, and what every table of marches expects beside it: `arrivals`, `held` and `pending`.
 * @typedef {{turn: number, turns: number, round: number, side: Side, phase: 'activation' | 'operations' | 'over',
 *   time: string | null, level: Level, hidden: boolean, visibility: number, units: GrandUnit[], leaders: Leader[],
 *   movable: UnitId[], activation: {limit: number, used: number, left: number, divisions: Division[]} | null,
 *   released: string[], due: string[], fords: Square[], zones: Record<Side, Square[]>, losses: Record<Side, Losses>,
 *   objectives: Objective[], score: number, now: number | null, worth: Record<Side, number | null>,
 *   standing: {winner: Side | null, level: string, words: string}, goals?: import('../../parts/victory.js').Goals,
 *   arrivals: import('../../parts/arrivals.js').Arrival[], held: Record<Square, Side>, pending: null,
 *   end_phase: {can: boolean, rule: string | null, reason: string | null, link: string | null,
 *     unfinished: {kind: string, words: string, units: UnitId[], serious: boolean}[]}}} GrandGame
 */

// ---- answers -----------------------------------------------------------------------------------

/** @typedef {{min: number, max: number, mean: number}} Spread casualties over all random modifiers */
/** @typedef {{square: Square, range: number, units: UnitId[], casualties: Spread}} Target */
/** An order that needs no square. @typedef {{action: Action, can: boolean, cost?: number | null, refusal?: Refusal, to?: string}} Deed */
/** @typedef {'mode' | 'force_march' | 'fortify' | 'melee' | 'advance' | 'hold_fire'} DeedName */
/**
 * What a unit could be told.
 * @typedef {{unit: UnitId, from: Square | null, points: number, moves: {to: Square, cost: number, left: number, steps: number}[],
 *   refusal: Refusal | null, targets: Target[], silent: string | null, deeds: Partial<Record<DeedName, Deed>>}} OrdersAnswer
 */
/**
 * @typedef {{unit: UnitId, square: Square, range: number, rate: number, strength: number, primary: UnitId,
 *   factors: [string, number][], casualties: Spread, dry?: Spread & {chance: number}}} FireOdds
 */
/**
 * What a shot may do to a unit of its target, chances in per cent.
 * @typedef {{unit: UnitId, men?: Spread, guns?: Spread, eliminated: number, disrupted?: number, routed: number,
 *   leaders?: [string, number][]}} Peril
 */
/**
 * @typedef {{square: Square, attack: number, defence: number, attackers: {unit: UnitId, factors: [string, number][]}[],
 *   defenders: {unit: UnitId, factors: [string, number][]}[], rows: {difference: string, ways: number}[], of: number}} MeleeOdds
 */
/** @typedef {{unit: UnitId, reach: number, squares: {square: Square, enemy: boolean, range: number, casualties: Spread}[]}} FieldAnswer */
/** @typedef {{units: {unit: UnitId, why: string[]}[]}} TodoAnswer */
/** @typedef {{actions: {unit: UnitId, action: Action, cost: number | null}[], left_out: {unit: UnitId, refusal: Refusal | null}[]}} GroupAnswer */
/**
 * A line of command; `of` is the leader whose own line it is.
 * @typedef {{side: Side, unit: UnitId, of: string | null, leader: string, from: Square | null, to: Square | null,
 *   squares: number, most: number | null, holds: boolean}} CommandLine
 */

/** A view of the game. @typedef {View<GrandGame>} GrandView */

export {};
