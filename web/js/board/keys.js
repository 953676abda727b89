/**
 * What keys mean on the board. Pure: the board carries the commands out.
 */

import { keyTable } from '../keys.js';

/**
 * @typedef {{type: 'step', way: 'up' | 'down' | 'left' | 'right'}
 *   | {type: 'side', side: import('./sheet.js').Direction}
 *   | {type: 'pan', dx: number, dy: number}
 *   | {type: 'zoom', factor: number}
 *   | {type: 'fit'} | {type: 'enter', shift: boolean, ctrl: boolean} | {type: 'menu'}
 *   | {type: 'turn', by: 1 | -1}
 *   | {type: 'nth', place: number}} Command
 */

/** @type {Record<string, 'up' | 'down' | 'left' | 'right'>} */
const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** @type {Record<string, import('./sheet.js').Direction>} */
const PAD = { Numpad7: 'nw', Numpad8: 'n', Numpad9: 'ne', Numpad1: 'sw', Numpad2: 's', Numpad3: 'se' };

/** On squares the number pad has two sides more. @type {typeof PAD} */
const SQUARE_PAD = { ...PAD, Numpad4: 'w', Numpad6: 'e' };

/** @type {Record<string, [number, number]>} */
const PANS = { up: [0, 120], down: [0, -120], left: [120, 0], right: [-120, 0] };

/** The keys of a board, for the help. @param {boolean} hex whether its cells are hexes */
export function boardKeys(hex) {
  const cell = hex ? 'hex' : 'square';
  return keyTable('Map', [
    ['Arrows', 'Move the cursor'],
    hex ? ['Number pad 7 8 9 1 2 3', 'Move the cursor over one side of the hex']
      : ['Number pad 7 8 9 4 6 1 2 3', 'Move the cursor over one side or corner of the square'],
    ['Enter', `Point at the ${cell} or counter under the cursor`],
    ['Space', 'Next counter of the stack (with Shift: the one before)'],
    ['1 to 9', 'A counter of the stack by its place'],
    ['Shift+F10', `More about the ${cell} under the cursor`],
    ['Shift+Arrows', 'Move the map'],
    ['+ -', 'Larger, smaller'],
    ['0', 'The whole map'],
  ]);
}

/**
 * The command of a key, or `null` if the board has no use for it.
 * @param {{key: string, code?: string, shiftKey?: boolean, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean}} event
 * @param {{hex?: boolean}} [grid] whether cells are hexes
 * @returns {Command | null}
 */
export function commandOf(event, { hex = true } = {}) {
  const pad = hex ? PAD : SQUARE_PAD;
  const { key, code = '', shiftKey = false, ctrlKey = false } = event;
  if (event.altKey || event.metaKey) return null;
  if (key === 'Enter') return { type: 'enter', shift: shiftKey, ctrl: ctrlKey };
  if (ctrlKey) return null;
  if (code in pad && /^\d$/.test(key)) return { type: 'side', side: pad[code] };
  const way = ARROWS[key];
  if (way && shiftKey) return { type: 'pan', dx: PANS[way][0], dy: PANS[way][1] };
  if (way) return { type: 'step', way };
  if (key === ' ') return { type: 'turn', by: shiftKey ? -1 : 1 };
  if (key === '+' || key === '=') return { type: 'zoom', factor: 1.3 };
  if (key === '-' || key === '_') return { type: 'zoom', factor: 1 / 1.3 };
  if (key === '0') return { type: 'fit' };
  if (/^[1-9]$/.test(key)) return { type: 'nth', place: Number(key) - 1 };
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { type: 'menu' };
  return null;
}
