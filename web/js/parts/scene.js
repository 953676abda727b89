/**
 * What every part of a system's page shares: the table and the board, the view as it is shown, and the ways to ask, to
 * act and to light cells. It decides nothing. A system adds how its units are called and where they are.
 */

import { counterFace } from './faces.js';
import { Note, cellBox } from './note.js';

/**
 * @import { UnitState } from '../board/counters.js'
 * @import { Action, Cell, Refusal, Side, UnitId, View } from '../types.js'
 * @import { Context } from '../play/types.js'
 */

/** Narrower windows show one panel at a time, over the map: there a panel comes only if it is needed. */
const ROOM = 900;

/**
 * One table as a system's part of the page sees it.
 * @template S the system's sheet
 * @template G the field `game` of its views
 * @template N how it calls its units
 */
export class Scene {
  /** The view that is shown; there is none before the first `take`. @type {View<G>} */
  view = /** @type {any} */ (null);
  /** Set by the controller: the card should be drawn anew. */
  onCardChange = () => {};

  /** @param {Context} context @param {N} names */
  constructor(context, names) {
    this.context = context;
    this.table = context.table;
    this.board = context.board;
    this.sheet = /** @type {S} */ (context.sheet);
    this.names = names;
    this.note = new Note(context);
  }

  /** Takes a new view in. @param {View<G>} view */
  take(view) {
    this.view = view;
  }

  /** @returns {G} */
  get game() {
    return this.view.game;
  }

  /** What the board shows of the units: a system says it. @param {UnitId | null} [_onTop] @returns {UnitState[]} */
  counters(_onTop = null) {
    return [];
  }

  /** The counter of a unit as a small drawing. @param {UnitId} id @param {string} [look] */
  face(id, look) {
    return counterFace(this.context.drawing, id, look);
  }

  /** Whether the decision that is shown is due, and one of this player's. */
  get mine() {
    const { decision, status, step } = this.view;
    const past = step !== undefined && step < this.table.view.steps;
    const shown = decision.side !== null && this.table.seats.includes(decision.side) && !past;
    return !this.context.readOnly && this.table.mine && shown && status !== 'over' && status !== 'read-only';
  }

  /** Whether panels leave the map in sight. */
  get roomy() {
    return window.innerWidth >= ROOM;
  }

  /** Whose decision it is. @returns {Side | null} */
  get decider() {
    return this.view.decision?.side ?? null;
  }

  /** Asks the engine about what is shown. @param {Record<string, any>} question @returns {Promise<any>} */
  ask(question) {
    return this.table.ask(question, this.view.step === undefined ? {} : { step: this.view.step });
  }

  /**
   * Sends an action; a refusal is shown at the cell. Whether it was accepted.
   * @param {Action} action
   * @param {{cell?: Cell | null, dice?: number[]}} [options]
   */
  async act(action, { cell = null, dice } = {}) {
    if (!this.mine) {
      this.context.toast(this.view.decision?.words ?? 'Nothing can be done here.');
      return false;
    }
    this.note.close();
    try {
      await this.table.act(action, dice ? { dice, quiet: true } : { quiet: true });
      return true;
    } catch (fault) {
      this.#explain(fault, cell);
      return false;
    }
  }

  /** @param {any} fault @param {Cell | null} cell */
  #explain(fault, cell) {
    if (fault?.rule && cell) {
      this.refuse(cell, { rule: fault.rule, reason: fault.reason ?? fault.detail, link: fault.link });
    } else {
      this.context.toast(fault?.reason ?? fault?.detail ?? fault?.title ?? 'The table did not answer.', {
        link: fault?.link ?? null,
      });
    }
  }

  /** Shows why something is not possible, where the player pointed. @param {Cell} cell @param {Refusal} refusal @param {string} [lead] */
  refuse(cell, refusal, lead) {
    this.context.say(`${lead ? `${lead} ` : ''}${refusal.reason} Rule ${refusal.rule}.`);
    this.note.refusal(cell, refusal, lead);
  }

  /** Where a cell is in the window of the map: 0 to 1 across and down. @param {Cell} cell */
  #whereabouts(cell) {
    const place = cellBox(this.board.root, cell);
    const board = this.board.root.getBoundingClientRect();
    if (!place) return null;
    return {
      across: (place.left + place.width / 2 - board.left) / board.width,
      down: (place.top + place.height / 2 - board.top) / board.height,
    };
  }

  /** Brings a cell into the part of the map that nothing covers. @param {Cell} cell */
  look(cell) {
    const place = this.#whereabouts(cell);
    if (!place) return;
    // The card of a cell lies over the lower part of the map.
    const clear = place.across > 0.12 && place.across < 0.88 && place.down > 0.12 && place.down < 0.62;
    if (!clear) this.board.centreOn(cell);
  }

  /** Brings the first of some cells into sight, if none of them is. @param {readonly Cell[]} cells */
  lookAtAny(cells) {
    const inside = (/** @type {number} */ share) => share > 0.04 && share < 0.96;
    const seen = cells.some((cell) => {
      const place = this.#whereabouts(cell);
      return place !== null && inside(place.across) && inside(place.down);
    });
    if (!seen && cells.length > 0) this.board.centreOn(cells[0]);
  }

  /** Brings a cell into sight and puts the cursor there. @param {Cell} cell */
  goTo(cell) {
    this.board.centreOn(cell);
    this.board.cursor = cell;
  }

  /** Puts the counters on the board. @param {UnitId | null} [onTop] */
  place(onTop = null) {
    this.board.setUnits(this.counters(onTop));
  }
}
