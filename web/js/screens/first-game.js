/**
 * The way from the front page to a first game, for whoever has none yet: one press sets up a table with everything
 * as usual.
 *
 * @import { BattleCard, Computer, NewGame } from '../types.js'
 */

import * as api from '../api.js';
import { fill, h } from '../dom.js';
import { go } from '../router.js';
import * as store from '../store.js';
import { hasTable } from '../systems/index.js';
import { faultWords } from './frame.js';

/**
 * What a first game is: the first battle a computer plays, against its easiest level; else both sides at this screen.
 * @param {BattleCard[]} battles @param {Computer[]} computers
 * @returns {{battle: BattleCard, level: Computer | null, choice: NewGame} | null}
 */
export function firstChoice(battles, computers) {
  const playable = battles.filter(hasTable);
  const battle = (computers.length > 0 ? playable.find(({ computer }) => computer) : undefined) ?? playable[0];
  if (!battle) return null;
  const level = battle.computer ? (computers[0] ?? null) : null;
  return {
    battle,
    level,
    choice: {
      battle: battle.id,
      scenario: battle.scenarios[0]?.id,
      options: [],
      seats: { union: { holder: 'me' }, confederate: level ? { holder: 'computer', level: level.id } : { holder: 'here' } },
      undo: 'until_die',
      dice: 'seeded',
    },
  };
}

/**
 * The button and what it does; nothing for whoever has games already.
 * @param {BattleCard[]} battles @param {Computer[]} computers
 */
export function firstGame(battles, computers) {
  const first = firstChoice(battles, computers);
  if (!first || store.games().length > 0) return null;
  const { battle, level, choice } = first;
  const fault = h('span', { class: 'field-fault', role: 'alert' });
  const button = h('button', { type: 'button', class: 'button button-primary button-large', on: { click: () => void begin() } }, 'Play a first game');
  const begin = async () => {
    button.disabled = true;
    fill(fault);
    try {
      const made = await api.createGame(choice);
      store.keepCreated(made);
      go(`#/game/${encodeURIComponent(made.id)}`);
    } catch (trouble) {
      fill(fault, faultWords(trouble));
      button.disabled = false;
    }
  };
  const against = level ? `the computer commands the Confederates (${level.title}, the easiest level)` : 'you move both sides in turn';
  return h('div', { class: 'first-game' }, button,
    h('span', { class: 'hint' }, `${battle.title}: you command the Union, ${against}. The table says at every step what can be done; no rules to be read first.`), fault);
}
