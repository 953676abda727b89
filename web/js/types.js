/**
 * The shapes that the server and the page exchange, as JSDoc types. There is no code here: import a
 * type with `@import { View } from './types.js'` or `import('./types.js').View`.
 */

/** @typedef {'union' | 'confederate'} Side */
/** @typedef {'owner' | Side | 'watch'} Role */
/** @typedef {string} Cell a hex or a square, as printed on the map: "0816" */
/** @typedef {string} UnitId as printed on the counter: "1/1/I" */
/** @typedef {Record<string, any>} Action one choice, as the engine lists it: `{"move":{…}}` */
/** @typedef {Record<string, any>} GameEvent what happened, in the past tense: `{"moved":{…}}` */

/**
 * Why something is not allowed; `link` is book and anchor, as `openRulebook` reads it.
 * @typedef {{rule: string, reason: string, link: string}} Refusal
 */

// ---- battles -------------------------------------------------------------------------------

/** Points that a side is given beforehand. @typedef {{side: Side, points: number}} GivenPoints */
/**
 * What studies say of a scenario between equal players.
 * @typedef {{words: string, players: string, games: number, union: number, confederate: number,
 *   even: GivenPoints | null}} Balance
 */
/** @typedef {{id: string, title: string, turns: number, first: Side, balance?: Balance | null}} Scenario */
/**
 * An optional rule, used or not; one with `values` is set to one of them.
 * @typedef {{number: string, title: string, meaning: string,
 *   values: {word: string, meaning: string}[], default: string | null, link: string | null}} Option
 */
/**
 * Where a map's facts come from: how many cells and edges a rulebook states, and in words what they
 * cover, what is documented, what is reconstructed, and what was changed.
 * @typedef {{stated_cells: number, stated_edges: number, stated_note: string, documented: string,
 *   reconstructed: string, changes: string | null, attribution: string}} Provenance
 */
/**
 * @typedef {{id: string, system: string, title: string, subtitle: string | null,
 *   date: string | null, summary: string | null, length: string | null,
 *   complexity: number | null, playable: boolean, why_not: string | null,
 *   scenarios: Scenario[], options: Option[], card: string, sources: string[], computer?: boolean,
 *   lesson?: {title: string, words: string, steps: number} | null, puzzles?: number,
 *   licence: string | null, provenance: Provenance | null}} BattleCard
 */

/** A computer player one can play against: its level. @typedef {{id: string, title: string, words: string}} Computer */

/**
 * One thing that can be left to a standing order. The first choice is the usual one; a choice that `asks` for a cell
 * is given as `{value: cell}`, any other as its `value`.
 * @typedef {{value: string, title: string, words?: string, asks?: 'cell'}} OrderChoice `words`: what is said once it is ordered, with `{cell}` for the cell
 * @typedef {{key: string, title: string, choices: OrderChoice[]}} OrderItem
 * @typedef {{title: string, words: string, none: string, items: OrderItem[]}} OrdersForm `none`: what is said when nothing is ordered
 */
/** What a system has, for whoever must ask instead of knowing. @typedef {{hidden?: boolean, die?: number | null, orders?: boolean, staff?: boolean, time_limit?: number | null, threats?: boolean}} Capabilities */
/**
 * What never changes in a game, as far as every system gives it: the battle's names and its drawings. What else is in
 * it the system's own part of the page knows.
 * @typedef {{battle: string, system: string, title: string, subtitle: string | null,
 *   scenario: string, scenario_title: string, options: string[],
 *   view_box: [number, number, number, number], hex: boolean, definitions: string, map: string, legend: string,
 *   orders?: OrdersForm | null, capabilities?: Capabilities}} Sheet
 */

// ---- a game --------------------------------------------------------------------------------

/** @typedef {'day' | 'night' | 'fog'} Light */
/** When something happens: the side is nobody where both play at once. @typedef {{turn: number, side: Side | null, phase: string}} Moment */
/** @typedef {{side: Side | null, kind: string, words: string}} Decision */
/** @typedef {'me' | 'here' | 'link' | 'computer'} Holder */
/**
 * A seat; `level` and `thinking` are a computer's. `invited`: its invitation waits to be redeemed; `lost`: somebody
 * wants it given out again.
 * @typedef {{name: string | null, holder: Holder, connected: boolean, level?: string | null,
 *   thinking?: boolean, invited?: boolean, lost?: {by: Role, granted: boolean} | null}} SeatView
 */
/** @typedef {{how: 'rules' | 'resigned' | 'agreed' | 'time', winner: Side | null, level: string | null, words: string}} Ended */
/** What a player lets the server decide for him: a value for each item of the system's form. @typedef {Record<string, string | Record<string, Cell>>} StandingOrders */
/** @typedef {'until_die' | 'ask' | 'never'} UndoPolicy */
/** @typedef {'seeded' | 'by_hand' | 'witnessed'} DicePolicy */
/**
 * What was given to the dice, and what they wait for; `wanted`: the seats whose holders have still to give.
 * @typedef {{end: string, links: number, shown: number, last: string}} ChainView
 * @typedef {{n: number, by: Side | null, seal: string, links: Record<Side, number>, awaits: Side[], clock: boolean}} WaitingThrow
 * @typedef {{witnessed: boolean, wanted: Side[], contributions: {by: Side, bytes: string}[],
 *   chains: Record<Side, ChainView | null>, throw: WaitingThrow | null, host_asked: Side | null}} Fair
 */
/** The clock that counts now. @typedef {{kind: 'phase' | 'turn' | 'choice' | 'witness', side: Side, limit: number, left: number, running: boolean}} Clock `limit` in seconds, `left` in milliseconds */
/**
 * What two players agreed on about their time, in seconds.
 * @typedef {{time: {kind: 'turn', seconds: number} | {kind: 'banked', bank: number, increment: number, cap: number},
 *   allowance: number, vacation_days: number, at_end: {kind: 'claim'} | {kind: 'staff', level: string}}} PaceTerms
 */
/**
 * The same, and how they stand with it; times in milliseconds.
 * @typedef {{left: number, vacation_days: number, away: number | null, stand_in: boolean}} SeatPace
 * @typedef {{terms: PaceTerms, words: string, seats: Record<Side, SeatPace>, time_up: Side | null, may_claim: Side | null,
 *   pause: {stage: 'asked' | 'paused' | 'ending', by: Side, left: number | null} | null}} Pace
 */
/**
 * What a guest is told before he takes a seat.
 * @typedef {{side: Side, battle: string, title: string, scenario: string, options: string[], bid?: GivenPoints,
 *   undo: UndoPolicy, dice: DicePolicy, pace: PaceTerms | null, pace_words: string | null}} InvitedTo
 */
/**
 * A game as one seat sees it; `game` belongs to the system, and only its own part of the page reads it.
 * @template [G=unknown]
 * @typedef {{id: string, version: number, seq: number, battle: string, system: string, scenario: string,
 *   options: string[], bid?: GivenPoints, title: string, status: 'waiting' | 'playing' | 'over' | 'read-only',
 *   why_read_only: string | null, created: string, updated: string, you: {role: Role},
 *   seats: Record<Side, SeatView>, dice: DicePolicy, friendly?: boolean, fair?: Fair,
 *   undo: {policy: UndoPolicy, can: boolean, why_not: string | null, by?: Side | null,
 *     asked: {by: Side, steps: number, to: number} | null},
 *   draw: {by: Side} | null, ended: Ended | null, commitment: string, seed: string | null,
 *   steps: number, orders: Partial<Record<Side, StandingOrders>>, decision: Decision,
 *   clock?: Clock | null, pace?: Pace | null, game: G, step?: number}} View `step`: the view is of an
 *   earlier step
 */
/**
 * @typedef {{id: string, version: number, battle: string, title: string, scenario: string,
 *   status: View['status'], turn: number, turns: number, decision: Decision,
 *   seats: Record<Side, SeatView>, why_read_only?: string | null, updated: string, clock?: Clock | null, ended: Ended | null}} Summary
 */
/** @typedef {{n: number, by: Side, action: Action, dice: number[], events: GameEvent[], hash: string, links?: Record<Side, {at: number, link: string}> | null}} ActionLine */
/**
 * One line of a game's story: an action, an undo, a word said, …
 * @typedef {{seq: number, version: number, kind: 'action' | 'undo' | 'take_back_asked' |
 *   'take_back_granted' | 'take_back_refused' | 'take_back_withdrawn' | 'draw_offered' |
 *   'draw_refused' | 'draw_withdrawn' | 'draw_agreed' | 'resigned' | 'talk' | 'seat' | 'orders' | 'ended' | 'started' | 'begun' | 'dice' | 'throw_waits' | 'clock' | 'clock_reminder', at: string, by: Side | null,
 *   auto: boolean, step: number | null, line: ActionLine | null, text: string | null,
 *   to: number | null, why?: string | null, head?: string | null, dice?: Record<string, any> | null}} Entry `why`: the reasons of a computer
 */
/**
 * @typedef {{n: number, by: Side, action: Action, dice: number[], events: GameEvent[],
 *   turn: number, side: Side, phase: string, at: string, why?: string | null, whole?: number}} Step `whole`: as a side saw it, which step of the whole game
 */
/** @typedef {{header: Record<string, any>, steps: Step[]}} Steps */
/** @typedef {{step: number, decision: Decision, game: unknown}} StepView */
/** @typedef {{version: number, repeated: boolean, news: Entry[], view: View}} Answer */
/** @typedef {Partial<Record<Role, string>>} Tokens */
/** @typedef {{id: string, tokens: Tokens, invitations?: Partial<Record<Side, string>>, view: View}} Created */
/** @typedef {{holder: Holder, name?: string, level?: string}} SeatChoice */
/**
 * @typedef {{battle: string, scenario?: string, options: string[], bid?: GivenPoints,
 *   seats: Record<Side, SeatChoice>, undo: UndoPolicy, dice?: DicePolicy, friendly?: boolean, pace?: PaceTerms,
 *   from?: Record<string, any>}} NewGame
 */
/** @typedef {{title: string, html: string, contents: {id: string, title: string, level: number}[]}} Rulebook */
/** @typedef {{actions: number, dice: boolean, forced: number, words: string}} Verdict */

// ---- the staff -------------------------------------------------------------------------------

/** What the staff would do now, and why. @typedef {{version: number, action: Action, why: string, words: string}} Hint */
/** @typedef {{winner: Side | null, level: string, chance: number}} LevelChance */
/**
 * What a position promises: the expected final margin (Union minus Confederate points), between what bounds it
 * will probably be, and the chance of each level of victory.
 * @typedef {{step: number, margin: number, low: number, high: number, chances: LevelChance[], known: boolean, words: string}} Assessment
 */
/** The expected margin after a step. @typedef {{step: number, turn: number, side: Side, margin: number, low: number, high: number}} CoursePoint */
/**
 * A decision that changed the expected result: by how much, which margin was expected of it (with the step `until`)
 * and of the best that is known, and what the staff would have done instead. `own` is what it cost by itself, without
 * the other moves of its phase; `plan` the rest of the phase as the staff would have moved.
 * @typedef {{step: number, until: number, by: Side, turn: number, swing: number, own: number, expected: number, best: number,
 *   action: Action, words: string, better: {action: Action, why: string, plan: Action[]} | null}} TurningPoint
 */
/** @typedef {{course: CoursePoint[], moments: TurningPoint[]}} Review */
/** A review, or how far it has come (0 to 1) and after how many seconds to ask again. @typedef {{review: Review} | {review: null, done: number, wait: number}} ReviewAnswer */

// ---- the page --------------------------------------------------------------------------------

/** @typedef {'auto' | 'light' | 'dark'} Theme */
/**
 * @typedef {{theme: Theme, speed: 'slow' | 'normal' | 'fast' | 'off',
 *   overlays: Record<string, boolean>, textSize: 'small' | 'normal' | 'large' | 'larger',
 *   panels?: Record<string, any>, dockWidth?: Record<string, number>, card?: boolean, advice?: boolean, assessment?: boolean}} Prefs
 */
/**
 * A game this browser has a part in: `tokens` are the seats played from here, `links` those that
 * were made to be given away, `seenSeq` the last entry that was shown, `commitment` the one seen before
 * the seed was; `guided` the battle of the lesson or puzzle that it belongs to.
 * @typedef {{id: string, tokens: Tokens, links: Tokens, title: string, seenSeq: number,
 *   battle?: string, added?: string, commitment?: string, guided?: string}} KeptGame
 */
/** @typedef {{destroy?: () => void}} Screen what a route leaves behind */

export {};
