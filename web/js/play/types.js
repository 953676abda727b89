/**
 * What the shell of the play screen and a system's own part of the page promise each other. Types only.
 *
 * @import { Action, Cell, Computer, Entry, GameEvent, Light, Moment, SeatChoice, Sheet, Side, UnitId, View } from '../types.js'
 * @import { Board } from '../board/board.js'
 * @import { BoardSheet } from '../board/sheet.js'
 * @import { Child } from '../dom.js'
 * @import { Key } from '../keys.js'
 * @import { Points } from '../parts/victory.js'
 */

/**
 * What a game is played or watched through: a `Table`, or its stand-in in a replay.
 * @typedef {EventTarget & {id: string, sheet: Sheet, view: View, seats: Side[], mine: boolean, busy: boolean,
 *   ask: (question: Record<string, any>, options?: {step?: number}) => Promise<any>,
 *   act: (action: Action, options?: {dice?: number[], quiet?: boolean}) => Promise<unknown>,
 *   together?: {from: number, to: number}[]}} TableLike `together`: steps that were one march, to be undone as one
 */

/**
 * An event in plain words, with the places and units it speaks of. `kind` styles the line; `phase`
 * begins a new group of the log, of `side`.
 * @typedef {{text: string, cells: Cell[], units: UnitId[], kind: string, side?: Side | null}} Told
 */

/** @typedef {'left' | 'right' | 'bottom'} Slot */
/** `short` is the title where there is little room. @typedef {{title: string, short?: string, key?: string | null, slot?: Slot, open?: boolean}} PanelOptions */

/**
 * What a system's part is given.
 * @typedef {{table: TableLike, board: Board, sheet: Sheet, drawing: BoardSheet, readOnly: boolean,
 *   slots: Record<Slot, HTMLElement>,
 *   panel: (id: string, options: PanelOptions) => HTMLElement,
 *   openPanel: (id: string) => void, closePanel: (id: string) => void, togglePanel: (id: string) => void,
 *   drawPanels: (ids: readonly string[], draw: () => void) => void,
 *   badgePanel: (id: string, text: string | null) => void,
 *   setOverlay: (id: string, on: boolean) => void, say: (text: string) => void, advise: () => void,
 *   confirm: (question: {title: string, text: string, yes?: string, no?: string}) => Promise<boolean>,
 *   toast: (text: string, options?: {link?: string | null}) => void,
 *   openRule: (link: string) => void, undo: () => void, endPhase: () => void}} Context `drawing`: what the system's `board` made of the sheet; `advise`: what can be done next may have changed
 */

/**
 * How a phase would end now: with which action, whether it may, and what is left undone.
 * @typedef {{action: Record<string, any>, label: string, can: boolean,
 *   refusal: {rule: string, reason: string, link: string | null} | null,
 *   unfinished: {words: string, serious: boolean, units?: UnitId[]}[]}} PhaseEnd
 */

/** A choice that needs no place on the map: it stands in the bar. @typedef {{label: string, key?: string, act: () => void}} AtHand */

/** What was pointed at: `picked` by key among the counters of a stack. @typedef {{cell: Cell, unit: UnitId | null, pointer: string, picked?: boolean, shift: boolean, ctrl: boolean}} Pointed */

/**
 * What a system's part answers. Its views are the system's own, so it is given them as they are. `passed`: what is
 * asked for has been decided, and what came of it is still to be shown. `wants`: a key is the system's before it is anybody
 * else's; `turn`: the wheel was used on a counter of which the board was told that it turns; `retell`: the story is told anew from
 * its first entry.
 * @typedef {{update: (view: View<any>, previous: View<any> | null) => void, passed?: () => void,
 *   cell?: (detail: Pointed) => void, hover?: (detail: {cell: Cell | null, unit: UnitId | null, dragging?: UnitId}) => void,
 *   cursor?: (detail: {cell: Cell}) => void, drop?: (detail: {unit: UnitId, cell: Cell | null}) => void,
 *   dragstart?: (detail: {unit: UnitId, whole?: boolean}, event: Event) => void,
 *   menu?: (detail: {cell: Cell, unit: UnitId | null, x: number, y: number}) => void,
 *   turn?: (detail: {unit: UnitId, step: 1 | -1}) => void, wants?: (event: KeyboardEvent) => boolean,
 *   key?: (event: KeyboardEvent) => boolean, cancel?: () => boolean | void,
 *   card?: (cell: Cell) => Node | null, cardText?: (cell: Cell) => string,
 *   tell: (event: GameEvent, entry: Entry) => Told | null,
 *   retell?: () => void,
 *   animate?: (event: GameEvent, options: {ms: number}) => Promise<void> | void,
 *   overlays?: {id: string, title: string, key?: string, lasting?: boolean, set: (on: boolean) => void}[],
 *   propose?: (proposals: Proposal[]) => {words: string, cells: Cell[]}[],
 *   advice?: () => string | null, atHand?: (view: View<any>) => AtHand[], headline?: (view: View<any>) => Node | string, endPhase?: (view: View<any>) => PhaseEnd | null,
 *   destroy?: () => void}} Controller
 */

/**
 * An action to be drawn on the map but not done: proposed, or taken in the game that is watched. `label` stands
 * beside it, `kind` styles it; `stays` is a unit that would be left where it is.
 * @typedef {{action: Record<string, any>, kind: 'proposed' | 'taken', label?: string, stays?: UnitId | null}} Proposal
 */

/** A game that is set up with one press; what it does not say is as usual. @typedef {{title: string, words: string, choice: {options: string[], seats: Record<Side, SeatChoice>, scenario?: string}}} Start */

/**
 * A system's own part of the page: what its module exports.
 *
 * `hex`: its cells are hexes, for the help; in a game the sheet says it. `styles`: its stylesheets, loaded before it is mounted. `keys`: the keys of its orders, and what its panels and
 * overlays are called, for the help; `instead`: other keys for panels that every table has, by their ids. `help`: how a first game goes, as the help tells it. `board`: what the board is
 * made of. `moment`: when it is in a `game`, and `phaseWords` how the log calls that. `tint`: the light on the map.
 * `points`: how the result is reckoned, if by points. `beginsPhase`: whether a phase begins with an event; a look at how
 * things stand is due then. `reveals`: whether an event is chance: what it decides is not known before it is shown.
 * `actionWords`: an action as an order. `starts`: ways to set up a game with one press. `mount`: the part itself.
 * @typedef {{id: string, title: string, hex: boolean, styles: string[],
 *   keys: {orders: Key[], panels: {key: string, title: string}[], overlays: {key: string, title: string}[], instead?: Record<string, string>},
 *   help: () => Child, board: (sheet: Sheet) => BoardSheet,
 *   moment: (game: any) => Moment, phaseWords: (moment: Moment) => string, tint: (game: any) => Light,
 *   points: (game: any) => Record<Side, Points> | null,
 *   beginsPhase: (event: GameEvent) => boolean, reveals: (event: GameEvent) => boolean,
 *   actionWords: (action: Action, sheet: Sheet) => string, starts?: (computers: Computer[]) => Start[], mount: (context: Context) => Controller}} GameSystem
 */

export {};
