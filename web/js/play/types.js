/**
 * What the shell of the play screen and a system's own part of the page promise each other. Types only.
 *
 * @import { Entry, GameEvent, Hex, Sheet, UnitId } from '../types.js'
 * @import { Board } from '../board/board.js'
 */

/** What a game is played or watched through: a `Table`, or its stand-in in a replay. @typedef {any} TableLike */

/**
 * An event in plain words, with the places and units it speaks of. `kind` styles the line; `phase`
 * begins a new group of the log.
 * @typedef {{text: string, hexes: Hex[], units: UnitId[], kind: string}} Told
 */

/** @typedef {'left' | 'right' | 'bottom'} Slot */
/** `short` is the title where there is little room. @typedef {{title: string, short?: string, key?: string | null, slot?: Slot, open?: boolean}} PanelOptions */

/**
 * What a system's part is given.
 * @typedef {{table: TableLike, board: Board, sheet: Sheet, readOnly: boolean,
 *   slots: Record<Slot, HTMLElement>,
 *   panel: (id: string, options: PanelOptions) => HTMLElement,
 *   openPanel: (id: string) => void, closePanel: (id: string) => void, togglePanel: (id: string) => void,
 *   badgePanel: (id: string, text: string | null) => void,
 *   setOverlay: (id: string, on: boolean) => void, say: (text: string) => void, advise: () => void,
 *   confirm: (question: {title: string, text: string, yes?: string, no?: string}) => Promise<boolean>,
 *   toast: (text: string, options?: {link?: string | null}) => void,
 *   openRule: (link: string) => void, prefs: any}} Context `advise`: what can be done next may have changed
 */

/**
 * How a phase would end now: with which action, whether it may, and what is left undone.
 * @typedef {{action: Record<string, any>, label: string, can: boolean,
 *   refusal: {rule: string, reason: string, link: string | null} | null,
 *   unfinished: {words: string, serious: boolean, units?: UnitId[]}[]}} PhaseEnd
 */

/**
 * What a system's part answers. `passed`: what is asked for has been decided, and what came of it is still to be shown.
 * @typedef {{update: (view: any, previous: any) => void, passed?: () => void,
 *   hex?: (detail: any, event: Event) => void, hover?: (detail: any) => void, cursor?: (detail: any) => void,
 *   drop?: (detail: any, event: Event) => void, dragstart?: (detail: any, event: Event) => void,
 *   menu?: (detail: any, event: Event) => void,
 *   key?: (event: KeyboardEvent) => boolean, cancel?: () => boolean | void,
 *   keys?: {keys: string, what: string, group?: string}[],
 *   card?: (hex: Hex) => Node | null, cardText?: (hex: Hex) => string,
 *   tell: (event: GameEvent, entry: Entry) => Told | null,
 *   animate?: (event: GameEvent, options: {ms: number}) => Promise<void> | void,
 *   overlays?: {id: string, title: string, key?: string, lasting?: boolean, set: (on: boolean) => void}[],
 *   propose?: (proposals: Proposal[]) => {words: string, hexes: Hex[]}[],
 *   advice?: () => string | null, headline?: (view: any) => Node | string, endPhase?: (view: any) => PhaseEnd | null,
 *   destroy?: () => void}} Controller
 */

/**
 * An action to be drawn on the map but not done: proposed, or taken in the game that is watched. `label` stands
 * beside it, `kind` styles it; `stays` is a unit that would be left where it is.
 * @typedef {{action: Record<string, any>, kind: 'proposed' | 'taken', label?: string, stays?: UnitId | null}} Proposal
 */

/**
 * @typedef {{id: string, mount: (context: Context) => Controller,
 *   actionWords?: (action: Record<string, any>, sheet: Sheet) => string}} GameSystem
 */

export {};
