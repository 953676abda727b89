/**
 * How a game of an open table is to be played: the part of a form that an offer and a cup share.
 *
 * @import { BattleCard, DicePolicy, UndoPolicy } from '../types.js'
 * @import { NewTerms } from './api.js'
 */

import { fill, h } from '../dom.js';
import { balancePart } from '../screens/balance.js';
import { DICE, UNDO, choicePart, chosenOptions, optionsPart, scenarioPart } from '../screens/new-game.js';
import { hasTable } from '../systems/index.js';
import { PACES } from './words.js';

/**
 * @param {BattleCard[]} battles
 * @returns {{node: HTMLElement, chosen: (form: HTMLFormElement) => NewTerms}}
 */
export function termsForm(battles) {
  const playable = battles.filter(hasTable);
  const place = h('div', { class: 'terms-of-battle' });
  let battle = playable[0];
  let balance = balancePart(battle);
  const choice = h('select', { class: 'input', name: 'battle' }, playable.map(({ id, title, system }) =>
    h('option', { value: id }, playable.some((other) => other.title === title && other.id !== id) ? `${title} (${system.replaceAll('-', ' ')})` : title)));
  const show = () => {
    battle = playable.find(({ id }) => id === choice.value) ?? battle;
    balance = balancePart(battle);
    fill(place,
      battle.scenarios.length > 1 ? scenarioPart(battle) : null,
      h('details', { class: 'card setup-part terms-more' }, h('summary', null, 'Balance, optional rules, taking back, dice'),
        balance,
        battle.options.length > 0 ? optionsPart(battle.options) : null,
        choicePart('Taking back', 'undo', UNDO),
        choicePart('Dice', 'dice', DICE)));
  };
  choice.addEventListener('change', show);
  place.addEventListener('change', (/** @type {any} */ event) => event.target.name === 'scenario' && balance.show(event.target.value));
  show();
  const paces = h('datalist', { id: 'paces' }, PACES.map((pace) => h('option', { value: pace })));
  const node = h('div', { class: 'terms' },
    h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'Battle'), choice),
    place,
    h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'Pace ', h('span', { class: 'hint' }, '(how fast you mean to play; a word between you, no clock)')),
      h('input', { type: 'text', class: 'input', name: 'pace', list: 'paces', maxlength: 60, value: PACES[2], autocomplete: 'off' }), paces),
    h('label', { class: 'pick' }, h('input', { type: 'checkbox', name: 'rated', checked: true }),
      h('span', null, h('b', null, 'Rated'), h('span', { class: 'hint pick-hint' }, 'The result counts for both players’ ratings. Not with dice by hand.'))));
  return {
    node,
    chosen(form) {
      const data = new FormData(form);
      const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
      return {
        battle: battle.id,
        scenario: text('scenario') || battle.scenarios[0]?.id,
        options: chosenOptions(battle.options, data),
        pace: text('pace'),
        undo: /** @type {UndoPolicy} */ (text('undo')),
        dice: /** @type {DicePolicy} */ (text('dice')),
        bid: balance.chosen(data),
        rated: data.get('rated') !== null,
      };
    },
  };
}
