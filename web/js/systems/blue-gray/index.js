/**
 * Blue & Gray on the page: everything particular to the system, as the common play screen asks for it.
 */

import { boardSheet } from './board.js';
import { Controller } from './controller.js';
import { firstGame } from './help.js';
import { actionWords } from './hint.js';
import { KEYS, OVERLAYS, PANELS } from './keys.js';
import { Names } from './names.js';
import { phaseWords } from '../../parts/log-lines.js';

/** @import { BlueGrayGame, BlueGraySheet } from './types.js' */

/** @type {import('../../play/types.js').GameSystem} */
export const blueGray = {
  id: 'blue-gray',
  title: 'Blue & Gray',
  hex: true,
  styles: ['/css/systems/blue-gray.css'],
  keys: { orders: KEYS, panels: Object.values(PANELS), overlays: Object.values(OVERLAYS) },
  help: firstGame,
  board: (sheet) => boardSheet(/** @type {BlueGraySheet} */ (sheet)),
  moment: ({ turn, side, phase }) => ({ turn, side, phase }),
  phaseWords,
  tint: (/** @type {BlueGrayGame} */ game) => game.light ?? 'day',
  points: (/** @type {BlueGrayGame} */ game) => game.points ?? null,
  beginsPhase: ({ event }) => event === 'phase_began',
  reveals: ({ event }) => event === 'die_thrown',
  actionWords: (action, sheet) => actionWords(action, new Names(/** @type {BlueGraySheet} */ (sheet))),
  mount: (context) => new Controller(context),
};
