/**
 * What the board is made of, as a system gives it. Types only: the board knows cells, looks, signs and kinds of light by
 * these shapes and by nothing else.
 */

/** @import { Cell, UnitId } from '../types.js' */
/** @import { Kind } from './kinds.js' */

/** Hexes have no east and no west. @typedef {'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'} Direction */

/**
 * A cell: where its middle lies on the sheet, its neighbours, and what is said of it where the system says nothing.
 * @typedef {{x: number, y: number, neighbours: Partial<Record<Direction, Cell>>, words?: string, names?: string[]}} BoardCell
 */

/**
 * `hex`: cells are hexes, else squares. `looks`: the drawings of each counter, 100 by 100 around its middle; every unit
 * has a `plain` one. `sides`: whose a unit is, a class of its counter. `halos`: what is drawn around the selected counter of a side, by the id
 * of its definition. `signs`: the small drawings of marks, and `signPlaces` the place of `signs.js` that each prefers,
 * in the order in which they choose. `kinds`: how cells are lit, beside the kinds that every board has. `called`: what units
 * are called, where their ids are not meant to be read.
 * @typedef {{battle: string, title: string, hex: boolean, viewBox: [number, number, number, number],
 *   definitions: string, cells: Record<Cell, BoardCell>, looks: Record<UnitId, Record<string, string>>,
 *   sides: Record<UnitId, string>, halos: Record<string, string>, signs: Record<string, string>,
 *   signPlaces: [mark: string, place: number][], kinds: Record<string, Kind>, called?: Record<UnitId, string>}} BoardSheet
 */

export {};
