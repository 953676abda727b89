/**
 * The Grand-tactical game on the page: everything particular to the system, as the common play screen asks for it.
 */

import { boardSheet } from './board.js';
import { Controller } from './controller.js';
import { firstGame } from './help.js';
import { actionWords } from './hint.js';
import { INSTEAD, KEYS, OVERLAYS, PANELS } from './keys.js';
import { Names } from './names.js';
import { starts } from './starts.js';
import { phaseWords } from './tell.js';

/** @import { GrandSheet } from './types.js' */

/** @type {import('../../play/types.js').GameSystem} */
export const grandTactical = {
  id: 'grand-tactical',
  title: 'Grand-tactical',
  hex: false,
  styles: ['/css/systems/grand-tactical.css'],
  keys: { orders: KEYS, panels: Object.values(PANELS), overlays: Object.values(OVERLAYS), instead: INSTEAD },
  help: firstGame,
  board: (sheet) => boardSheet(/** @type {GrandSheet} */ (sheet)),
  moment: ({ turn, side, phase }) => ({ turn, side, phase }),
  phaseWords,
  tint: ({ visibility }) => (visibility < 80 ? 'fog' : 'day'),
  points: () => null,
  beginsPhase: ({ event }) => event === 'phase_began',
  reveals: ({ event }) => event === 'fired' || event === 'melee' || event === 'sighted' || event === 'drew',
  actionWords: (action, sheet) => actionWords(action, new Names(/** @type {GrandSheet} */ (sheet))),
  starts,
  mount: (context) => new Controller(context),
};
