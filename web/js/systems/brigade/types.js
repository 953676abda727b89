/**
 * The shapes of Brigade: its sheet, the field `game` of a view, and the answers to questions. The server says hex where
 * the page says cell. Movement is counted in half-points, strength in combat doubled. There is no code here.
 *
 * @import { Action, Refusal, Side, UnitId, View } from '../../types.js'
 */

/** @typedef {import('../../types.js').Cell} Hex as printed on the map: "1216" */

// ---- the sheet -------------------------------------------------------------------------------

/** @typedef {'regular' | 'parrott' | 'horse'} Guns */
/**
 * @typedef {{name: string, called: string, short: string, side: Side, arm: 'infantry' | 'cavalry' | 'artillery',
 *   guns: Guns | null, size: string, strength: number, reduced: number, half_points: number,
 *   range: [number, number] | null, corps: string | null, division: string | null, start: Hex | {group: string},
 *   note: string | null}} UnitFacts `range`: from level ground, and from an elevated hex
 */
/**
 * @typedef {{terrain: string, words: string, half_points: (number | null)[], elevated: boolean, cover: boolean,
 *   blocks: boolean, names: string[], neighbours: Partial<Record<'n'|'ne'|'se'|'s'|'sw'|'nw', Hex>>,
 *   sides: Partial<Record<'n'|'ne'|'se'|'s'|'sw'|'nw', string[]>>, worth: string | null, x: number, y: number}} HexFacts
 */
/** What a throw needs: how many dice, of which one must show the least face or more. @typedef {{dice: number, least: number}} Chance */
/**
 * @typedef {import('../../types.js').Sheet & {
 *   turns: {turn: number, time: string | null, arrivals: string[]}[], first: Side, units: Record<UnitId, UnitFacts>,
 *   hexes: Record<Hex, HexFacts>, landmarks: {hex: Hex, name: string, points: number}[],
 *   table: {columns: string[], rows: string[][]}, levels: {winner: Side | null, words: string}[],
 *   charts: {title: string, head: string[], rows: string[][]}[],
 *   chances: {rally: Record<Side, Chance>, search: Chance | null, arrival: Chance | null},
 *   faces: Record<UnitId, string>, faces_reduced: Record<UnitId, string>, signs: Record<string, string>}} BrigadeSheet
 */

// ---- the field `game` of a view ----------------------------------------------------------------

/**
 * @typedef {{id: UnitId, place: 'map' | 'reserve' | 'eliminated' | 'absent', hex: Hex | null, steps: 1 | 2,
 *   strength: number, active: boolean, marks: string[], holds: Refusal | null}} BrigadeUnit
 */
/** @typedef {'activation' | 'rally' | 'movement' | 'bombardment' | 'assault'} Phase */
/** @typedef {{assault: {defenders: Hex[], attackers: UnitId[]}} | {bombard: {target: Hex, guns: UnitId[]}}} AttackAction */
/**
 * @typedef {{step: 'loss' | 'retreat' | 'advance' | 'withdraw' | 'go_on', decider: Side, units: UnitId[], words: string,
 *   choices: Action[], attack?: AttackAction, die?: number, result?: string, moving?: UnitId | null, mover?: UnitId,
 *   half_points?: number}} Pending
 */
/** @typedef {{side: Side, most: number, corps: {corps: string, active: boolean, refusal: Refusal | null}[]}} Activation */
/**
 * @typedef {{turn: number, turns: number, time: string | null, side: Side, first: Side, phase: Phase,
 *   active: Activation | null, units: BrigadeUnit[], movable: UnitId[], rally: UnitId[], zones: Record<Side, Hex[]>,
 *   held: Record<Hex, Side>, ford: [Hex, Hex] | null,
 *   points: {union: number, lines: {what: string, points: number}[]},
 *   standing: {winner: Side | null, level: string, points: number, words: string}, goals?: import('../../parts/victory.js').Goals,
 *   arrivals: (import('../../parts/arrivals.js').Arrival & {group: string})[],
 *   bombardment: {targets: {hex: Hex, guns: UnitId[]}[], ready: UnitId[], bombarded: Hex[]} | null,
 *   assault: {must_be_assaulted: Hex[], may_assault: UnitId[], targets: Hex[]} | null, pending: Pending | null,
 *   end_phase: {can: boolean, rule: string | null, reason: string | null, link?: string | null,
 *     unfinished: {kind: string, words: string, units: UnitId[], serious: boolean}[]}}} BrigadeGame
 */

// ---- answers to questions ----------------------------------------------------------------------

/**
 * @typedef {{unit: UnitId, from: Hex | null, allowance: number,
 *   moves: {to: Hex, half_points: number, left: number, stops: boolean}[],
 *   entries: {hex: Hex, to: Hex, half_points: number, left: number, stops: boolean}[],
 *   searches: Hex[], refusal: Refusal | null}} ReachAnswer
 */
/**
 * Guns against a hex: whether it may be bombarded at all, and what each could do.
 * @typedef {{hex: Hex, refusal: Refusal | null, guns: {unit: UnitId, hex: Hex, strength: number, distance: number,
 *   range: number, far: boolean, can: boolean, refusal: Refusal | null}[]}} FireAnswer
 */
/**
 * Who could assault some hexes together, who is proposed, and which hexes with them if these alone cannot be.
 * @typedef {{attackers: UnitId[], may_join: UnitId[], proposed: UnitId[] | null, instead: Hex[] | null,
 *   refusal: Refusal | null, units: {unit: UnitId, hex: Hex, strength: number, can: boolean, alone: boolean,
 *   refusal: Refusal | null}[]}} TargetAnswer
 */
/** What one unit counts for, doubled, and why. @typedef {{unit: UnitId, hex: Hex, strength: number, doubled: number, why: string}} Term */
/**
 * @typedef {{legal: true, attack_doubled: number, defence_doubled: number, column: string, die_less: number,
 *   terms: {attack: Term[], defence: Term[]},
 *   faces: {die: number, result: string, fates: {unit: UnitId, fate: string}[], words: string}[]}} OddsTable
 */
/** @typedef {OddsTable | ({legal: false} & Refusal)} OddsAnswer */
/**
 * What a corps could do if it were named.
 * @typedef {{corps: string, units: UnitId[], strength: number, rally: UnitId[], move: UnitId[], bombard: UnitId[],
 *   must_assault: Hex[], refusal: Refusal | null}} CorpsAnswer
 */

/** A view of the game. @typedef {View<BrigadeGame>} BrigadeView */

export {};
