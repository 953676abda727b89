/**
 * The pace of a new game: a few that suit most, or one's own. It is for two people who are not at one screen.
 *
 * @import { PaceTerms } from '../types.js'
 */

import { h } from '../dom.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** @type {Record<string, {label: string, hint: string, time: PaceTerms['time'] | null, allowance: number, days: number}>} */
const PRESETS = {
  none: { label: 'At one sitting', hint: 'Nobody’s time is kept.', time: null, allowance: 0, days: 0 },
  day: { label: 'A day a turn', hint: '12 hours for a choice in the other’s turn; 7 days of vacation each.', time: { kind: 'turn', seconds: DAY }, allowance: 12 * HOUR, days: 7 },
  three: { label: 'Three days a turn', hint: 'A day for a choice in the other’s turn; 14 days of vacation each.', time: { kind: 'turn', seconds: 3 * DAY }, allowance: DAY, days: 14 },
  banked: { label: 'Banked', hint: '5 days to begin with, 12 hours more with each turn, at most 10 days; a day for a choice in the other’s turn; 14 days of vacation each.', time: { kind: 'banked', bank: 5 * DAY, increment: 12 * HOUR, cap: 10 * DAY }, allowance: DAY, days: 14 },
  custom: { label: 'Custom', hint: 'Set every time yourself.', time: null, allowance: 0, days: 0 },
};

const TURN_HOURS = /** @type {[number, number]} */ ([1, 336]);

/** A number of hours or days that can be chosen. @param {string} name @param {string} label @param {number} value @param {[number, number]} bounds @param {string} unit */
function number(name, label, value, [min, max], unit) {
  return h('label', { class: 'field pace-field' },
    h('span', { class: 'field-name' }, label, ' ', h('span', { class: 'hint' }, `(${unit}, ${min} to ${max})`)),
    h('input', { type: 'number', class: 'input', name, min: String(min), max: String(max), step: '1', value: String(value), required: true }));
}

/**
 * The part of the form. `show` says whether a pace can be chosen: with somebody elsewhere, and no computer.
 * @param {import('../types.js').Computer[]} levels of the computers that can play this battle
 */
export function pacePart(levels) {
  const turn = number('pace-turn', 'For each turn', 48, TURN_HOURS, 'hours');
  const banked = h('div', { class: 'pace-fields' },
    number('pace-bank', 'To begin with', 120, [1, 1440], 'hours'),
    number('pace-increment', 'More with each turn', 12, [0, 336], 'hours'),
    number('pace-cap', 'Never more than', 240, [1, 2160], 'hours'));
  const kind = h('select', { class: 'input', name: 'pace-kind', 'aria-label': 'How time is kept' }, h('option', { value: 'turn' }, 'So much for each turn'), h('option', { value: 'banked' }, 'A store that each turn adds to'));
  const own = h('div', { class: 'pace-fields pace-own' },
    h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'Time'), kind), turn, banked,
    number('pace-allowance', 'For a choice in the other’s turn', 24, TURN_HOURS, 'hours'),
    number('pace-days', 'Vacation of each player', 14, [0, 60], 'days'));
  const end = h('label', { class: 'field pace-end' }, h('span', { class: 'field-name' }, 'When a player’s time has run out'),
    h('select', { class: 'input', name: 'pace-end' },
      h('option', { value: 'claim' }, 'The other side may claim the game'),
      levels.map(({ id, title }) => h('option', { value: id }, `The staff plays until the player is back: ${title}`))));
  const root = h('fieldset', { class: 'card setup-part pace-part', hidden: true },
    h('legend', { class: 'setup-legend' }, 'Pace'),
    h('p', { class: 'hint' }, 'For players who are not at the table together. Your guest reads it before he takes the seat. The clock stands while the server is down.'),
    Object.entries(PRESETS).map(([value, { label, hint }]) =>
      h('label', { class: 'pick' }, h('input', { type: 'radio', name: 'pace', value, checked: value === 'none' }), h('span', null, h('b', null, label), h('span', { class: 'hint pick-hint' }, hint)))),
    own, end);
  const enable = (/** @type {HTMLElement} */ part, /** @type {boolean} */ on) => {
    part.hidden = !on;
    part.querySelectorAll('input, select').forEach((field) => { /** @type {HTMLInputElement} */ (field).disabled = !on; });
  };
  /** @param {FormData} data */
  const show = (data) => {
    const holders = [data.get('holder-union'), data.get('holder-confederate')];
    const distant = holders.includes('link') && !holders.includes('computer');
    root.hidden = !distant;
    const chosen = distant ? String(data.get('pace') ?? 'none') : 'none';
    enable(own, chosen === 'custom');
    if (chosen === 'custom') {
      enable(turn, kind.value !== 'banked');
      enable(banked, kind.value === 'banked');
    }
    enable(end, chosen !== 'none');
  };
  show(new FormData());
  return { root, show, chosen: chosenPace };
}

/** The pace that a form holds; nothing for a game at one sitting. @param {FormData} data @returns {PaceTerms | null} */
export function chosenPace(data) {
  const holders = [data.get('holder-union'), data.get('holder-confederate')];
  const preset = PRESETS[String(data.get('pace') ?? 'none')];
  if (!preset || preset === PRESETS.none || !holders.includes('link') || holders.includes('computer')) return null;
  const end = String(data.get('pace-end') ?? 'claim');
  const at_end = /** @type {PaceTerms['at_end']} */ (end === 'claim' ? { kind: 'claim' } : { kind: 'staff', level: end });
  if (preset.time) return { time: preset.time, allowance: preset.allowance, vacation_days: preset.days, at_end };
  const hours = (/** @type {string} */ name) => Number(data.get(name)) * HOUR;
  const time = /** @type {PaceTerms['time']} */ (data.get('pace-kind') === 'banked'
    ? { kind: 'banked', bank: hours('pace-bank'), increment: hours('pace-increment'), cap: hours('pace-cap') }
    : { kind: 'turn', seconds: hours('pace-turn') });
  return { time, allowance: hours('pace-allowance'), vacation_days: Number(data.get('pace-days')), at_end };
}

