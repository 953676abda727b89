/**
 * Lines of the log that several systems write alike. Pure.
 */

import { capital, sideAdjective } from '../words.js';
import { theSide } from './names.js';

/**
 * @import { Moment } from '../types.js'
 * @import { Names } from './names.js'
 */

/** @typedef {import('../play/types.js').Told} Line */
/** @typedef {Record<string, any>} GameEvent */

/**
 * @param {string} text
 * @param {string} kind
 * @param {string[]} [cells]
 * @param {string[]} [units]
 * @returns {Line}
 */
export function line(text, kind, cells = [], units = []) {
  return { text: capital(text), cells, units, kind };
}

/**
 * @param {GameEvent} event
 * @param {Names} names
 */
export function entered(event, names) {
  const first = event.path[0];
  const last = event.path.at(-1);
  const deed = first === last ? `enters the map at ${first}` : `enters the map at ${first} and goes on to`;
  const on = first === last ? '' : ` ${names.place(last)}`;
  return line(`${names.does(event.unit, deed)}${on}.`, 'move', event.path, [event.unit]);
}

/**
 * @param {GameEvent} event
 * @param {Names} names
 * @param {string} verb
 * @param {string} kind
 */
export function stepped(event, names, verb, kind) {
  return line(
    `${names.does(event.unit, verb)} from ${event.from} to ${names.place(event.to)}.`,
    kind,
    [event.from, event.to],
    [event.unit],
  );
}

/** A phase, as the log calls it. @param {Moment} moment */
export function phaseWords({ turn, side, phase }) {
  return `Turn ${turn}: ${side ? `${sideAdjective(side)} ` : ''}${phase} phase.`;
}

/** The line with which a phase begins. @param {GameEvent} event @returns {Line} */
export function phaseBegan(event) {
  return { ...line(phaseWords(/** @type {any} */ (event)), 'phase'), side: event.side };
}

/** A landmark that is in other hands. @param {GameEvent} event @param {Names} names */
export function controlChanged(event, names) {
  return line(`${names.place(event.hex)} is now held by ${theSide(event.to)}.`, 'control', [event.hex]);
}

/** Nobody advances. @param {GameEvent} event */
export function declined(event) {
  return line(`${theSide(event.side)} ${event.side === 'union' ? 'does' : 'do'} not advance.`, 'choice');
}
