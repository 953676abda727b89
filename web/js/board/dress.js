/**
 * What is drawn on a counter beside its face, for it changes too often to be drawn anew with it: where the unit faces,
 * and numbers and words in their slots.
 */

import { s } from '../dom.js';
import { angleOf, edgeAt, fine } from './geometry.js';

/** @typedef {'strength' | 'left' | 'right' | 'top'} Slot */
/** A text on a counter; `kind` is a class of it, such as `bad`. @typedef {{at: Slot, text: string | number, kind?: string}} CounterText */

/** Where each slot is, on a counter of 100 by 100: the middle of its text, and the size of its letters. @type {Record<Slot, {x: number, y: number, size: number, room: number}>} */
const SLOTS = {
  strength: { x: 0, y: 43.5, size: 32.5, room: 80 },
  left: { x: -37, y: 2, size: 17, room: 20 },
  right: { x: 37, y: 2, size: 17, room: 20 },
  top: { x: 0, y: -32, size: 15.5, room: 84 },
};

/** The width of a digit as a share of its height. */
const DIGIT = 0.58;

/**
 * The pointer on the side or corner that a unit faces; none if the grid has no such direction.
 * @param {string | null | undefined} facing
 * @param {boolean} hex
 */
export function facingPointer(facing, hex) {
  const angle = facing ? angleOf(facing, hex) : null;
  if (angle === null) return null;
  const edge = edgeAt(angle);
  const d = `M-19 ${fine(-edge + 2)}L0 ${fine(-edge - 16)}L19 ${fine(-edge + 2)}z`;
  return s('path', { class: 'facing', d, transform: `rotate(${fine(angle)})`, dataset: { facing } });
}

/**
 * What a unit has dug, on the side or corner that it faces: a bank with a tooth for each level. Without a facing it lies
 * all along the foot.
 * @param {string | null | undefined} facing
 * @param {number} level
 * @param {boolean} hex
 */
export function earthworks(facing, level, hex) {
  if (level <= 0) return null;
  const angle = (facing ? angleOf(facing, hex) : null) ?? 180;
  const edge = edgeAt(angle) + 4;
  const step = 17;
  const teeth = Array.from({ length: level }, (_, index) => {
    const x = fine((index - (level - 1) / 2) * step);
    return `M${fine(x - 7)} ${fine(-edge)}L${x} ${fine(-edge - 13)}L${fine(x + 7)} ${fine(-edge)}z`;
  });
  const half = (level * step) / 2 + 4;
  return s('path', { class: 'works', d: `M${-half} ${fine(-edge + 4)}H${half}V${fine(-edge)}H${-half}z${teeth.join('')}`, transform: `rotate(${fine(angle)})`, dataset: { works: level } });
}

/** A text in its slot, made smaller where it is long. @param {CounterText} given */
export function slotText({ at, text, kind = '' }) {
  const { x, y, size, room } = SLOTS[at];
  const words = String(text);
  const fitted = Math.min(size, room / (words.length * DIGIT));
  return s('text', { class: `slot slot-${at} ${kind}`.trim(), x, y, 'font-size': fine(fitted) }, words);
}

/** A small plate on the lower right corner; on the left one, where the unit faces to the right one. @param {string | number} text @param {string | null} [facing] */
export function counterBadge(text, facing = null) {
  const words = String(text);
  const width = Math.max(24, words.length * 10.5 + 11);
  const right = facing === 'se' ? -1 : 1;
  return s('g', { class: 'counter-badge', transform: `translate(${fine(right * (66 - width / 2))} 53)` },
    s('rect', { x: -width / 2, y: -11, width, height: 22, rx: 11 }),
    s('text', { y: 6 }, words));
}
