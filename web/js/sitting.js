/**
 * What comes before a table is open: who sits at this screen and with whose eyes it is read, and what is on its way
 * while it is built.
 *
 * @import { Role, Sheet, Side, Tokens, View } from './types.js'
 */

import * as api from './api.js';
import * as store from './store.js';
import { resolvedTheme } from './theme.js';

/** @typedef {{view: View | null, tag: string | null}} Opened a view as it was fetched */

/** A table that is about to be opened: how it stood a moment ago, and what never changes of it. @type {{id: string, token: string, theme: string, opened: Opened, sheet: Promise<Sheet>} | null} */
let expected = null;

/** Whoever has just looked at a game opens it with that look. @param {string} id @param {string} token @param {Opened} opened */
export function expectTable(id, token, opened) {
  if (!opened.view) return;
  const theme = resolvedTheme();
  api.expectDrawing(api.picture(opened.view.battle, 'map.svg', theme));
  const sheet = sheetOf(opened.view, theme);
  // Whoever opens the table hears of a fault.
  sheet.catch(() => undefined);
  expected = { id, token, theme, opened, sheet };
}

/** How a game stands, as it was just seen or as it is fetched now. @param {string} id @param {string} token @param {string} theme @returns {Promise<Opened & {sheet?: Promise<Sheet>}>} */
export async function expectedTable(id, token, theme) {
  const known = expected;
  expected = null;
  if (known && known.id === id && known.token === token && known.theme === theme) return { ...known.opened, sheet: known.sheet };
  return api.game(id, token);
}

/** What never changes of a game. @param {View} view @param {string} theme */
export function sheetOf(view, theme) {
  return api.sheet(view.battle, { scenario: view.scenario, options: view.options, theme });
}

/** Under which name it is kept who sits at this screen. @param {string} id */
const sittingNote = (id) => `sits ${id}`;

/** Somebody else sits down at this screen: he sees it when it is opened next. @param {string} id @param {Side} side */
export function sitDown(id, side) {
  store.setNote(sittingNote(id), side);
}

/**
 * Who sees the screen, if two people play at it and each has his own truth: whoever sat down last, at first whoever
 * decides. Nobody in particular elsewhere, and once the game is over.
 * @param {string} id @param {Tokens} tokens @param {View} view @param {Sheet} sheet
 * @returns {Side | null}
 */
export function whoSits(id, tokens, view, sheet) {
  const sides = store.sidesOf(tokens).filter((side) => view.seats[side]?.holder !== 'computer');
  if (!sheet.capabilities?.hidden || sides.length < 2 || view.ended) return null;
  const last = store.note(sittingNote(id));
  return sides.find((side) => side === last) ?? view.decision.side ?? sides[0];
}

/**
 * The role to read with: the one seat held; the owner's eye when both or none are held.
 * @param {Tokens} tokens
 * @returns {Role | null}
 */
export function readingRole(tokens) {
  const seats = store.sidesOf(tokens);
  if (seats.length === 1) return seats[0];
  if (tokens.owner) return 'owner';
  return seats[0] ?? (tokens.watch ? 'watch' : null);
}
