/**
 * The shapes of Blue & Gray: its sheet, the field `game` of a view, and the answers to questions. The server says hex
 * where the page says cell. There is no code here.
 *
 * @import { Action, Light, Refusal, Side, UnitId, View } from '../../types.js'
 */

/** @typedef {import('../../types.js').Cell} Hex as printed on the map: "0816" */

// ---- the sheet -------------------------------------------------------------------------------

/**
 * @typedef {{name: string, called: string, side: Side, arm: 'infantry' | 'cavalry' | 'artillery', size: string,
 *   strength: number, movement: number, command: string | null, range: number | null,
 *   start: Hex | {group: string} | null, short?: string, corps?: string | null,
 *   division?: string | null, immobile?: boolean, stands_on?: number[], note?: string | null}} UnitFacts
 */
/**
 * @typedef {{terrain: string[], words: string, cost: number | null, double: boolean,
 *   names: string[], neighbours: Partial<Record<'n'|'ne'|'se'|'s'|'sw'|'nw', Hex>>,
 *   sides: Partial<Record<'n'|'ne'|'se'|'s'|'sw'|'nw', string[]>>, worth: string | null, blocks?: boolean,
 *   x: number, y: number, shape: string}} HexFacts
 */
/**
 * The sheet of a battle.
 * @typedef {import('../../types.js').Sheet & {
 *   turns: {turn: number, time: string | null, light: Light, arrivals: string[]}[],
 *   first: Side, stacking: number, units: Record<UnitId, UnitFacts>,
 *   hexes: Record<Hex, HexFacts>, table: {columns: string[], rows: string[][]},
 *   levels: {winner?: Side | null, words: string}[], charts: {title: string, head: string[], rows: string[][]}[],
 *   faces: Record<UnitId, string>,
 *   faces_ineffective: Record<UnitId, string>, signs: Record<string, string>}} BlueGraySheet
 */

// ---- the field `game` of a view, and the answers to questions --------------------------------

/**
 * @typedef {{id: UnitId, place: 'map' | 'reserve' | 'eliminated' | 'exited' | 'absent',
 *   hex: Hex | null, marks: string[], holds: string | null}} BlueGrayUnit
 */
/** @typedef {{defenders: Hex[], attackers: Hex[], bombard?: UnitId[], column?: string}} Attack */
/**
 * @typedef {{step: string, decider: Side, attack: Attack, die: number, result: string,
 *   units: UnitId[], displaced?: UnitId | null, vacated: Hex[], words: string,
 *   choices: Action[]}} Pending
 */
/**
 * @typedef {{group: string, title: string, side: Side, turn: number | null, hexes: Hex[],
 *   units: UnitId[], due: boolean, lost_if_late: boolean, words: string}} Arrival
 */
/** @typedef {{kind: 'movable' | 'arrivals' | 'exits' | 'bombard', words: string, units: UnitId[], serious: boolean}} Unfinished */
/** @typedef {import('../../parts/victory.js').Points} Points */
/**
 * @typedef {{targets: Hex[], must_attack: Hex[], must_be_attacked: Hex[],
 *   batteries: {hex: Hex, guns: UnitId[], reaches: Hex[]}[], done?: {attack: Attack}[]}} CombatView
 */
/**
 * @typedef {{turn: number, turns: number, side: Side, phase: string, light: Light,
 *   time: string | null, units: BlueGrayUnit[], movable: UnitId[],
 *   quota: {side: Side, limit: number, used: number, left: number, rule: string, link: string} | null,
 *   zones: Record<Side, Hex[]>, held: Record<Hex, Side>, points: Record<Side, Points>,
 *   standing: {winner: Side | null, level: string, words: string}, goals: import('../../parts/victory.js').Goals, arrivals: Arrival[],
 *   combat: CombatView | null, pending: Pending | null,
 *   end_phase: {can: boolean, rule: string | null, reason: string | null, link?: string | null,
 *     unfinished: Unfinished[]}
 *   }} BlueGrayGame
 */
/**
 * @typedef {{unit: UnitId, from: Hex | null, allowance: number,
 *   moves: {to: Hex, cost: number, left: number, stops: boolean}[],
 *   entries: {hex: Hex, to: Hex, cost: number, left: number, stops?: boolean}[],
 *   exits: {hex: Hex, cost: number, points: number}[], refusal: Refusal | null}} ReachAnswer
 */
/** @typedef {{from?: Hex | null, path: Hex[], costs: number[], cost: number, refusal?: undefined} | {refusal: Refusal, path?: undefined}} PathAnswer */
/** @typedef {{legal: true} | ({legal: false} & Refusal)} WhyAnswer */
/**
 * @typedef {{attackers: {hex: Hex, units: UnitId[], strength: number, must: boolean}[],
 *   guns: {unit: UnitId, hex: Hex, strength: number, legal: boolean, refusal: Refusal | null}[],
 *   combinations: Hex[][], bombard_alone?: boolean, refusal: Refusal | null}} TargetAnswer
 */
/**
 * @typedef {{legal: true, attack: number, defence: number, multipliers: Record<string, any>,
 *   column: string, columns: string[], terms: {attack: {unit: UnitId, hex?: Hex, bombards?: boolean, strength: number}[],
 *   defence: {unit: UnitId, hex: Hex, strength: number, multiplier: number, why: string}[]},
 *   faces: {die: number, result: string, fates: {unit: UnitId, fate: string}[], words: string}[]
 *   }} OddsTable
 */
/** @typedef {OddsTable | ({legal: false} & Refusal)} OddsAnswer */
/** @typedef {{seen: Hex[], range: number}} SeenAnswer */
/** @typedef {{clear: boolean, blocked_by: Hex[], distance?: number, words: string}} SightAnswer */
/** @typedef {{actions: {action: Action, cost?: number, may_bombard?: any}[]}} ActionsAnswer */

/** A view of the game. @typedef {View<BlueGrayGame>} BlueGrayView */

export {};
