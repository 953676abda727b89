/**
 * Ways to start a game with one press, as the system of a battle knows them.
 *
 * @import { BattleCard, Computer, Created } from '../types.js'
 */

import * as api from '../api.js';
import { fill, h } from '../dom.js';
import { loadSystem } from '../systems/index.js';
import { faultWords } from './frame.js';

/**
 * The buttons, with what each would set up; nothing if the system has none.
 * @param {BattleCard} battle @param {Computer[]} computers that can play it
 * @param {(game: Created) => void} created
 * @returns {Promise<HTMLElement | null>}
 */
export async function startsPart(battle, computers, created) {
  const system = await loadSystem(battle.system);
  const starts = system?.starts?.(computers) ?? [];
  if (starts.length === 0) return null;
  return h('section', { class: 'card setup-part setup-starts', 'aria-label': 'Start at once' }, starts.map(({ title, words, choice }) => {
    const fault = h('span', { class: 'field-fault', role: 'alert' });
    const button = h('button', { type: 'button', class: 'button', on: { click: () => void begin() } }, title);
    const begin = async () => {
      button.disabled = true;
      fill(fault);
      try {
        created(await api.createGame({ battle: battle.id, undo: 'until_die', dice: 'seeded', ...choice }));
      } catch (trouble) {
        fill(fault, faultWords(trouble));
        button.disabled = false;
      }
    };
    return h('div', { class: 'setup-start' }, button, h('span', { class: 'hint' }, words), fault);
  }));
}
