// The help over the board: every key, by group.

import { show } from '../dialogs.js';
import { h } from '../dom.js';

/** @typedef {{keys: string, what: string, group?: string}} Key */

/** Keys of the play screen. @type {Key[]} */
export const PLAY_KEYS = [
  { keys: 'Esc', what: 'Cancel, skip what is being shown', group: 'Game' },
  { keys: 'u', what: 'Undo, or ask for a take-back', group: 'Game' },
  { keys: 'Shift+E', what: 'End the phase', group: 'Game' },
  { keys: 'y', what: 'Play back what happened since your last decision', group: 'Game' },
  { keys: 'h', what: 'Hex card on or off', group: 'Panels' },
  { keys: 'Shift+F', what: 'Only the map; again: everything', group: 'Panels' },
  { keys: 'F6', what: 'Next part of the screen (Shift+F6: previous)', group: 'Panels' },
  { keys: '?', what: 'This help', group: 'Panels' },
];

/** Keys of the play screen where there is a staff. @type {Key[]} */
export const STAFF_KEYS = [{ keys: 'Shift+H', what: 'A hint: what the staff would do', group: 'Game' }];

/** Keys of the replay. @type {Key[]} */
export const REPLAY_KEYS = [
  { keys: '. ,', what: 'Next step, previous step', group: 'Replay' },
  { keys: '> <', what: 'Next phase, previous phase', group: 'Replay' },
  { keys: 'Home End', what: 'First step, last step', group: 'Replay' },
  { keys: 's', what: 'Play, stop', group: 'Replay' },
  { keys: 'Esc', what: 'Stop', group: 'Replay' },
  { keys: 'h', what: 'Hex card on or off', group: 'Panels' },
  { keys: 'Shift+F', what: 'Only the map; again: everything', group: 'Panels' },
  { keys: 'F6', what: 'Next part of the screen (Shift+F6: previous)', group: 'Panels' },
  { keys: '?', what: 'This help', group: 'Panels' },
];

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

/** Shows the help. @param {Key[]} keys */
export function helpDialog(keys) {
  const groups = groupKeys(keys).map(([title, rows]) => h('section', null,
    h('h3', null, title),
    h('dl', { class: 'help-keys' }, rows.map((row) => h('div', null,
      h('dt', null, keyMarks(row.keys)),
      h('dd', null, row.what))))));
  return show({
    title: 'Keys and pointing',
    className: 'dialog-help',
    body: [
      h('p', null, 'Mouse and touch: drag the map to move it, wheel or pinch to zoom; click a unit, then a hex, or drag the unit there; right click or press long for more on a hex. Lines of the log lead to their place.'),
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
