// The dialog of preferences: how the page looks and how fast it shows what happens. They are kept in this browser.

import { show } from '../dialogs.js';
import { h } from '../dom.js';
import { askPermission, permission } from '../notify.js';
import * as store from '../store.js';
import { SPEEDS } from './speeds.js';

/** Opens the dialog; every choice takes effect at once. @param {{staff: boolean, cell: string, assessed: boolean}} options whether the battle has a staff to ask, what cells are called, and whether what the staff expects is shown */
export async function preferencesDialog({ staff, cell, assessed }) {
  const now = /** @type {any} */ (store.prefs());
  await show({
    title: 'Preferences',
    className: 'dialog-preferences',
    body: [
      choice('Colours', 'theme', now.theme, [['auto', 'As the system has it'], ['light', 'Light'], ['dark', 'Dark']]),
      choice('Speed of what happens', 'speed', now.speed, SPEEDS.map(({ id, title }) => [id, title])),
      choice('Size of text', 'textSize', now.textSize, [['small', 'Small'], ['normal', 'Normal'], ['large', 'Large'], ['larger', 'Larger']]),
      h('label', { class: 'pref pref-check' },
        h('input', { type: 'checkbox', checked: now.card !== false, on: { change: (/** @type {any} */ event) => change({ card: event.target.checked }) } }),
        `Show the card of the ${cell} under the pointer`),
      h('label', { class: 'pref pref-check' },
        h('input', { type: 'checkbox', checked: now.advice !== false, on: { change: (/** @type {any} */ event) => change({ advice: event.target.checked }) } }),
        'Say above the map what can be done next'),
      staff && h('label', { class: 'pref pref-check' },
        h('input', { type: 'checkbox', checked: assessed, on: { change: (/** @type {any} */ event) => change({ assessment: event.target.checked }) } }),
        'Show what the staff expects of the game (not against another person)'),
      noticeRow(),
    ],
    choices: [{ value: 'done', label: 'Done', kind: 'primary' }],
  });
}

/** @param {Record<string, unknown>} patch */
function change(patch) {
  store.setPrefs(/** @type {any} */ (patch));
}

/** @param {string} title @param {string} name @param {string} value @param {string[][]} values */
function choice(title, name, value, values) {
  return h('label', { class: 'pref' }, h('span', null, title),
    h('select', { class: 'input', value, on: { change: (/** @type {any} */ event) => change({ [name]: event.target.value }) } },
      values.map(([id, words]) => h('option', { value: id }, words))));
}

function noticeRow() {
  const state = h('span', { class: 'hint', role: 'status' }, noticeWords());
  const button = h('button', {
    type: 'button', class: 'button button-small', hidden: permission() !== 'default', on: {
      click: async () => {
        await askPermission();
        state.textContent = noticeWords();
        button.hidden = permission() !== 'default';
      },
    },
  }, 'Allow notices');
  return h('div', { class: 'pref' }, h('span', null, 'Notice when a decision is yours'), h('span', null, state, ' ', button));
}

function noticeWords() {
  return {
    granted: 'Allowed by this browser.',
    denied: 'Refused in this browser; the title of the page is marked instead.',
    default: 'Not allowed yet; the title of the page is marked.',
    unsupported: 'This browser has none; the title of the page is marked.',
  }[permission()];
}
