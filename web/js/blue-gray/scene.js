/**
 * What every part of the Blue & Gray page shares: the table and the board, the position as it is
 * shown, and the ways to ask, to act and to light hexes. It decides nothing.
 */

import { Names } from './names.js';
import { Note, hexBox } from './note.js';
import { Position, settled } from './model.js';

/**
 * @import { Action, BlueGrayGame, Hex, Refusal, Side, UnitId } from '../types.js'
 * @import { Context } from '../play/types.js'
 */

/** Narrower windows show one panel at a time, over the map: there a panel comes only if it is needed. */
const ROOM = 900;

/** One table as this part of the page sees it. */
export class Scene {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.table = context.table;
    this.board = context.board;
    this.sheet = context.sheet;
    this.names = new Names(context.sheet);
    this.note = new Note(context);
    /** @type {any} */
    this.view = null;
    /** Set by the controller: the hex card should be drawn anew. */
    this.onCardChange = () => {};
  }

  /** Takes a new view in. @param {any} view */
  take(view) {
    this.view = view.ended ? { ...view, game: settled(view.game) } : view;
    this.position = new Position(this.view.game, this.sheet);
  }

  /** @returns {BlueGrayGame} */
  get game() {
    return this.view.game;
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
   * Sends an action; a refusal is shown at the hex. Whether it was accepted.
   * @param {Action} action
   * @param {{hex?: Hex | null, dice?: number[]}} [options]
   */
  async act(action, { hex = null, dice } = {}) {
    if (!this.mine) {
      this.context.toast(this.view.decision?.words ?? 'Nothing can be done here.');
      return false;
    }
    this.note.close();
    try {
      await this.table.act(action, dice ? { dice, quiet: true } : { quiet: true });
      return true;
    } catch (fault) {
      this.#explain(fault, hex);
      return false;
    }
  }

  /** @param {any} fault @param {Hex | null} hex */
  #explain(fault, hex) {
    if (fault?.rule && hex) {
      this.refuse(hex, { rule: fault.rule, reason: fault.reason ?? fault.detail, link: fault.link });
    } else {
      this.context.toast(fault?.reason ?? fault?.detail ?? fault?.title ?? 'The table did not answer.', {
        link: fault?.link ?? null,
      });
    }
  }

  /** Shows why something is not possible, where the player pointed. @param {Hex} hex @param {Refusal} refusal @param {string} [lead] */
  refuse(hex, refusal, lead) {
    this.context.say(`${lead ? `${lead} ` : ''}${refusal.reason} Rule ${refusal.rule}.`);
    this.note.refusal(hex, refusal, lead);
  }

  /** Where a hex is in the window of the map: 0 to 1 across and down. @param {Hex} hex */
  #whereabouts(hex) {
    const cell = hexBox(this.board.root, hex);
    const board = this.board.root.getBoundingClientRect();
    if (!cell) return null;
    return {
      across: (cell.left + cell.width / 2 - board.left) / board.width,
      down: (cell.top + cell.height / 2 - board.top) / board.height,
    };
  }

  /** Brings a hex into the part of the map that nothing covers. @param {Hex} hex */
  look(hex) {
    const place = this.#whereabouts(hex);
    if (!place) return;
    // The card of a hex lies over the lower part of the map.
    const clear = place.across > 0.12 && place.across < 0.88 && place.down > 0.12 && place.down < 0.62;
    if (!clear) this.board.centreOn(hex);
  }

  /** Brings the first of some hexes into sight, if none of them is. @param {readonly Hex[]} hexes */
  lookAtAny(hexes) {
    const inside = (/** @type {number} */ share) => share > 0.04 && share < 0.96;
    const seen = hexes.some((hex) => {
      const place = this.#whereabouts(hex);
      return place !== null && inside(place.across) && inside(place.down);
    });
    if (!seen && hexes.length > 0) this.board.centreOn(hexes[0]);
  }

  /** Brings a hex into sight and puts the cursor there. @param {Hex} hex */
  goTo(hex) {
    this.board.centreOn(hex);
    this.board.cursor = hex;
  }

  /** Puts the counters on the board. @param {UnitId | null} [onTop] */
  place(onTop = null) {
    this.board.setUnits(this.position?.counters(onTop) ?? []);
  }
}
