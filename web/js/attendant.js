/**
 * Does for the dice what a browser has to do by itself while a table is open: whoever holds a seat gives his number or his
 * chain, and witnesses the throws that wait for him.
 *
 * @import { Fair, Side, Tokens, View } from './types.js'
 */

import { Problem } from './api.js';
import { deposit, isHeldBack, nextLink, sitDown, witness, witnessAnew } from './fair.js';
import * as store from './store.js';

/**
 * The next link of a seat held here; a browser that has lost its chain deposits a new one first.
 * @param {string} id @param {string} token @param {Side} side @param {Fair | undefined} fair
 * @returns {Promise<string>}
 */
export async function ownLink(id, token, side, fair) {
  const link = fair && nextLink(id, side, fair, '');
  if (link) return link;
  const { fair: now } = await deposit(id, token, side);
  const next = now && nextLink(id, side, now, '');
  if (!next) throw new Problem({ type: 'internal', title: 'No link', detail: 'This browser could not make a chain for the dice.' });
  return next;
}

/** @typedef {{id: () => string, tokens: () => Tokens, view: () => View, seats: () => Side[], refresh: () => Promise<void>, background: (work: () => Promise<void>) => void, held: () => void}} Attended the table that is attended; `held`: a throw waits for the consent of whoever sits here */

/** Looks after the dice of one table. */
export class Attendant {
  #busy = false;

  /** @param {Attended} table */
  constructor(table) {
    this.table = table;
  }

  /** The seat held here whose link a throw waits for that was sealed anew: it is shown only if its holder agrees. @returns {Side | null} */
  get heldBack() {
    const { table } = this;
    return table.seats().find((side) => isHeldBack(table.id(), side, table.view().fair)) ?? null;
  }

  /** Lets that throw be witnessed once more. */
  witnessAnew() {
    const { table, heldBack } = this;
    if (heldBack) witnessAnew(table.id(), heldBack, table.view().fair?.throw?.seal ?? '');
    this.look();
  }

  /** Does what is to be done, if there is something. */
  look() {
    const { table } = this;
    const { fair } = table.view();
    const mine = store.sidesOf(table.tokens()).filter((side) => fair?.wanted.includes(side) || fair?.throw?.awaits.includes(side));
    if (!fair || mine.length === 0 || this.#busy) return;
    this.#busy = true;
    table.background(async () => {
      try {
        await sitDown(table.id(), table.tokens(), table.view()).catch(tooLate);
        for (const side of mine) await witness(table.id(), table.tokens()[side] ?? '', side, fair).catch(tooLate);
        await table.refresh();
        if (mine.some((side) => isHeldBack(table.id(), side, table.view().fair))) table.held();
      } finally {
        this.#busy = false;
      }
      if (table.view().fair?.throw?.seal !== fair.throw?.seal) this.look();
    });
  }
}

/** Another page of this browser was faster. @param {unknown} fault */
function tooLate(fault) {
  if (!(fault instanceof Problem) || fault.type !== 'not-allowed') throw fault;
}
