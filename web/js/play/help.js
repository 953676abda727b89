// The help over the board: every key, by group.

import { show } from '../dialogs.js';
import { h } from '../dom.js';
import { keyTable } from '../keys.js';
import { capital } from '../words.js';

/** @typedef {import('../keys.js').Key} Key */

/** Keys of every screen with a board. @param {string} cell what a cell is called */
const screenKeys = (cell) => keyTable('Panels', [
  ['h', `${capital(cell)} card on or off`],
  ['Shift+F', 'Only the map; again: everything'],
  ['F6', 'Next part of the screen (Shift+F6: previous)'],
  ['?', 'This help'],
]);

/** Keys of the play screen. @param {string} cell what a cell is called */
export const playKeys = (cell) => [...keyTable('Game', [
  ['Esc', 'Cancel, skip what is being shown'],
  ['s', 'Stop what is being shown; again: go on'],
  ['u', 'Undo, or ask for a take-back'],
  ['Shift+E', 'End the phase'],
  ['y', 'Play back what happened since your last decision'],
]), ...screenKeys(cell)];

/** Keys of the play screen where there is a staff. */
export const STAFF_KEYS = keyTable('Game', [['Shift+H', 'A hint: what the staff would do']]);

/** The panels that every play screen has. */
export const LOG_PANEL = /** @type {const} */ ({ title: 'Log', key: 'l', slot: 'right', open: true });
export const TALK_PANEL = /** @type {const} */ ({ title: 'Talk', key: 't', slot: 'right' });

/** Keys of the replay. @param {string} cell what a cell is called */
export const replayKeys = (cell) => [...keyTable('Replay', [
  ['. ,', 'Next step, previous step'],
  ['> <', 'Next phase, previous phase'],
  ['Home End', 'First step, last step'],
  ['s', 'Play, stop'],
  ['E', 'After a game with hidden units: as either side saw it, or from above'],
  ['Esc', 'Stop'],
]), ...screenKeys(cell)];

/** Keys in the order of their groups' first appearance, none twice. @param {Key[]} keys @returns {[string, Key[]][]} */
export function groupKeys(keys) {
  /** @type {Map<string, Key[]>} */
  const groups = new Map();
  for (const key of keys) {
    const name = key.group ?? 'Other';
    const group = groups.get(name) ?? [];
    if (!group.some((known) => known.keys === key.keys)) group.push(key);
    groups.set(name, group);
  }
  return [...groups];
}

const A_KEY = /^(.|F\d+|(Shift\+)?(.|F\d+|Enter|Arrows)|Esc|Space|Home|End)$/u;

/** The keys as key caps, the words between them as words: "f, or Enter on the target". @param {string} keys */
export function keyMarks(keys) {
  return keys.split(' ').map((part) => {
    const name = part.length > 1 ? part.replace(/,$/, '') : part;
    return A_KEY.test(name) ? [h('kbd', null, name), part.slice(name.length), ' '] : `${part} `;
  });
}

/** Shows the help. @param {Key[]} keys @param {string} cell what a cell is called */
export function helpDialog(keys, cell) {
  const groups = groupKeys(keys).map(([title, rows]) => h('section', null,
    h('h3', null, title),
    h('dl', { class: 'help-keys' }, rows.map((row) => h('div', null,
      h('dt', null, keyMarks(row.keys)),
      h('dd', null, row.what))))));
  return show({
    title: 'Keys and pointing',
    className: 'dialog-help',
    body: [
      h('p', null, `Mouse and touch: drag the map to move it, wheel or pinch to zoom; click a unit, then a ${cell}, or drag the unit there; right click or press long for more on a ${cell}. Lines of the log lead to their place.`),
      h('div', { class: 'help-groups' }, groups),
      h('p', null, h('a', { href: '#/help' }, 'More help')),
    ],
    choices: [{ value: 'done', label: 'Close', kind: 'primary' }],
    // Focus on the button at the end would hide the beginning.
    open: (dialog) => {
      dialog.tabIndex = -1;
      dialog.focus();
      dialog.scrollTop = 0;
    },
  });
}
