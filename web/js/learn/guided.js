/**
 * A game that a lesson or a puzzle sets up for one player: his side at this screen, the other side's moves made by the
 * page itself.
 *
 * @import { Action, Side } from '../types.js'
 */

import * as api from '../api.js';
import { Problem } from '../api.js';
import { toast } from '../dialogs.js';
import { sitDown } from '../fair.js';
import { wordsOf } from '../play/problems.js';
import { freshToken } from '../invitation.js';
import * as store from '../store.js';
import { giveBack } from './progress.js';

/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === 'union' ? 'confederate' : 'union');

/**
 * Sets a game up from a position, and does what was done before.
 * @param {{battle: string, scenario?: string | null, side: Side, position: Record<string, any>,
 *   before?: {action: Action, dice: number[]}[]}} choice
 * @returns {Promise<{id: string, other: string}>} the game, and the token of the other side
 */
export async function setUp({ battle, scenario, side, position, before = [] }) {
  const seats = /** @type {any} */ ({ [side]: { holder: 'me' }, [otherSide(side)]: { holder: 'link' } });
  const made = await api.createGame({
    battle, ...(scenario ? { scenario } : {}), options: [], seats, undo: 'until_die', dice: 'by_hand', from: position,
  });
  const other = freshToken();
  await api.redeem(made.id, made.invitations?.[otherSide(side)] ?? '', other);
  const tokens = /** @type {Record<Side, string>} */ ({ ...made.tokens, [otherSide(side)]: other });
  store.keepCreated(made);
  store.keep(made.id, { guided: battle });
  // Both sides are played here, so that this page gives to the dice for both: before that nothing can be done.
  const begun = await sitDown(made.id, tokens, made.view);
  let { version, decision } = begun ?? made.view;
  try {
    for (const { action, dice } of before) {
      const done = await act(made.id, tokens[decision.side ?? side], version, action, dice);
      ({ version, decision } = done.view);
    }
  } catch (fault) {
    void giveBack(made.id);
    throw fault;
  }
  return { id: made.id, other: tokens[otherSide(side)] };
}

/**
 * Does something for a side.
 * @param {string} id @param {string} token @param {number} version @param {Action} action @param {number[]} dice
 */
export function act(id, token, version, action, dice) {
  return api.command(id, token, 'actions', { request: api.requestId(), version, action, ...(dice.length > 0 ? { dice } : {}) });
}

/** Says what kept something from being done, and gives the words. @param {unknown} fault */
export function tellTrouble(fault) {
  console.warn(fault);
  const words = fault instanceof Problem ? wordsOf(fault) : 'Something went wrong on this page.';
  toast(words, { kind: 'problem' });
  return words;
}

/** How much nearer one comes than to a whole battle, where there is room. */
const NEARER = 1.4;

/** From which width of the window on there is. */
const ROOM = 1100;

/** Comes near to the few units of a lesson or a puzzle. @param {import('../play/stage.js').Stage} stage @param {string[]} [cells] where to look; else at the midst of all units */
export function approach(stage, cells = []) {
  const at = cells.length > 0 ? cells : [...stage.frame.board.querySelectorAll('[data-unit][data-at]')].map((counter) => /** @type {HTMLElement} */ (counter).dataset.at ?? '');
  const places = at.flatMap((cell) => (stage.drawing.cells[cell] ? [{ cell, ...stage.drawing.cells[cell] }] : []));
  if (places.length === 0) return;
  const mean = (/** @type {'x' | 'y'} */ axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  const [x, y] = [mean('x'), mean('y')];
  const far = (/** @type {{x: number, y: number}} */ place) => Math.hypot(place.x - x, place.y - y);
  places.sort((a, b) => far(a) - far(b));
  stage.board.centreOn(places[0].cell);
  if (window.innerWidth >= ROOM) stage.board.zoomBy(NEARER);
}
