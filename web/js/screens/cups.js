/**
 * Cups: the list, and making one.
 *
 * @import { CupCard, CupKind } from '../club/api.js'
 * @import { BattleCard } from '../types.js'
 */

import * as api from '../api.js';
import * as club from '../club/api.js';
import { clubNav } from '../club/nav.js';
import { termsForm } from '../club/terms-form.js';
import { cupState, playerLink, titleOf } from '../club/words.js';
import { fill, h } from '../dom.js';
import { go } from '../router.js';
import { count } from '../words.js';
import { choicePart } from './new-game.js';
import { faultWords, frame } from './frame.js';

const KINDS = /** @type {[CupKind, string, string][]} */ ([
  ['round_robin', 'Everybody meets everybody', 'A round robin: fair, and long with many players.'],
  ['swiss', 'As many rounds as you say', 'The Swiss way: everybody meets those who stand about as he does, nobody twice.'],
]);

/** @param {HTMLElement} root */
export async function cupsScreen(root) {
  const [{ battles }, { cups }] = await Promise.all([api.battles(), club.cups()]);
  return frame(root, { title: 'Cups', wide: true },
    clubNav('cups'),
    h('h1', null, 'Cups'),
    h('p', { class: 'club-words' }, 'A player makes a cup and says what is played; others enter; the organiser draws the rounds. The results come from the games.'),
    cups.length === 0 ? h('p', { class: 'offer-none' }, 'There is no cup yet.') : [h('h2', null, 'All cups'), h('ul', { class: 'game-list' }, cups.map(cupCard))],
    club.myId() === null
      ? h('p', null, h('a', { href: '#/tables' }, 'Choose a name'), ' to enter a cup or to make one.')
      : h('details', { class: 'offer-door' }, h('summary', null, h('h2', null, 'Make a cup')), cupForm(battles)));
}

/** @param {CupCard} cup */
function cupCard(cup) {
  return h('li', { class: 'card game', dataset: { cup: cup.id } },
    h('div', { class: 'game-words' },
      h('h3', null, h('a', { href: `#/cup/${encodeURIComponent(cup.id)}` }, cup.name), h('span', { class: 'chip' }, cupState(cup))),
      h('p', null, `${titleOf(cup.terms)}. ${count(cup.players, 'player')}.`),
      h('p', { class: 'hint' }, 'Organised by ', playerLink(cup.organiser), '.')));
}

/** @param {BattleCard[]} battles */
function cupForm(battles) {
  const terms = termsForm(battles);
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  const button = h('button', { type: 'submit', class: 'button button-primary' }, 'Make this cup');
  const name = h('input', { type: 'text', class: 'input', name: 'name', maxlength: 60, required: true, autocomplete: 'off' });
  const rounds = h('input', { type: 'number', class: 'input', name: 'rounds', min: 1, max: 12, value: '4' });
  const words = h('textarea', { class: 'input', name: 'words', maxlength: 500, rows: 3 });
  const field = (/** @type {string} */ title, /** @type {HTMLElement} */ input) => h('label', { class: 'field' }, h('span', { class: 'field-name' }, title), input);
  const roundsField = field('Rounds', rounds);
  roundsField.hidden = true;
  const kinds = choicePart('Who meets whom', 'kind', KINDS);
  const chosen = () => /** @type {CupKind} */ (String(new FormData(form).get('kind')));
  kinds.addEventListener('change', () => {
    roundsField.hidden = chosen() !== 'swiss';
  });
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    fill(fault);
    button.disabled = true;
    try {
      const kind = chosen();
      const { cup } = await club.makeCup({ name: name.value, words: words.value, kind, terms: terms.chosen(form), ...(kind === 'swiss' ? { rounds: Number(rounds.value) } : {}) });
      go(`#/cup/${encodeURIComponent(cup.id)}`);
    } catch (trouble) {
      fill(fault, faultWords(trouble));
      button.disabled = false;
    }
  };
  const form = h('form', { class: 'setup offer-form', on: { submit } },
    field('What it is called', name), kinds, roundsField, terms.node, field('What players should know', words), fault, h('p', null, button));
  return form;
}
