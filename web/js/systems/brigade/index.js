/**
 * Brigade on the page: everything particular to the system, as the common play screen asks for it.
 */

import { phaseWords } from '../../parts/log-lines.js';
import { boardSheet } from './board.js';
import { Controller } from './controller.js';
import { firstGame } from './help.js';
import { actionWords } from './hint.js';
import { KEYS, OVERLAYS, PANELS } from './keys.js';
import { Names } from './names.js';
import { starts } from './starts.js';

/** @import { BrigadeSheet } from './types.js' */

/** @type {import('../../play/types.js').GameSystem} */
export const brigade = {
  id: 'brigade',
  title: 'Brigade',
  hex: true,
  styles: ['/css/systems/brigade.css'],
  keys: { orders: KEYS, panels: Object.values(PANELS), overlays: Object.values(OVERLAYS) },
  help: firstGame,
  board: (sheet) => boardSheet(/** @type {BrigadeSheet} */ (sheet)),
  moment: ({ turn, side, phase }) => ({ turn, side, phase }),
  phaseWords,
  tint: () => 'day',
  // Only the Union scores.
  points: ({ points }) => /** @type {any} */ ({ union: { total: points.union, lines: points.lines } }),
  beginsPhase: ({ event }) => event === 'phase_began',
  reveals: ({ event }) => event === 'die_thrown' || event === 'activated',
  actionWords: (action, sheet) => actionWords(action, new Names(/** @type {BrigadeSheet} */ (sheet))),
  starts,
  mount: (context) => new Controller(context),
};
