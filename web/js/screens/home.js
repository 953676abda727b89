/**
 * The front page: my games, the battles, a place for a link that was given to me, and for a record, to
 * be watched or to be checked.
 *
 * @import { BattleCard } from '../types.js'
 */

import * as api from '../api.js';
import { toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { go, parse } from '../router.js';
import * as store from '../store.js';
import { hasTable } from '../systems/index.js';
import { onTheme } from '../theme.js';
import { verifierDoor } from '../verify/door.js';
import { battleCard } from './battle.js';
import { firstGame } from './first-game.js';
import { learnDoor } from './learn.js';
import { faultWords, frame, waiting } from './frame.js';
import { myGames } from './my-games.js';

/** @param {HTMLElement} root */
export async function homeScreen(root) {
  const games = myGames();
  const welcome = h('div', null);
  const place = h('section', { class: 'battles', 'aria-labelledby': 'battles-title' });
  const doors = h('section', { class: 'doors', 'aria-label': 'Join, import or check' }, joinDoor(), recordDoor(), verifierDoor());
  // Everything below comes at once, so that nothing that is read moves away.
  const body = h('div', { class: 'home' }, waiting('Unrolling the maps…'));
  const { destroy } = frame(
    root,
    { here: 'home', title: '', wide: true },
    h('div', { class: 'hero' },
      h('h1', null, 'The battles of the Civil War, on your table'),
      h('p', null, 'Every rule kept, every refusal explained, every die open to inspection. Play the computer, play at one screen, or send a friend a link.')),
    body,
  );
  /** @type {(() => void)[]} */
  let redraws = [];
  const open = h('div', null);
  /** @type {{destroy: () => void} | null} */
  let tables = null;
  const load = async () => {
    try {
      const [{ battles, computers = [], open_tables: hasOpen }] = await Promise.all([api.battles(), games.ready]);
      if (hasOpen) tables ??= (await import('../club/home-offers.js')).homeOffers(open);
      redraws = showBattles(place, battles);
      fill(welcome, firstGame(battles, computers), learnDoor(battles));
    } catch (fault) {
      fill(place,
        h('h2', { id: 'battles-title' }, 'Battles'),
        h('p', null, faultWords(fault)),
        h('p', null, h('button', { type: 'button', class: 'button', on: { click: load } }, 'Try again')));
    }
    if (!body.contains(place)) fill(body, welcome, games.node, open, place, doors);
  };
  const off = onTheme(() => redraws.forEach((redraw) => redraw()));
  await load();
  return {
    destroy() {
      off();
      games.destroy();
      tables?.destroy();
      destroy();
    },
  };
}

/** @param {HTMLElement} place @param {BattleCard[]} battles */
function showBattles(place, battles) {
  const playable = battles.filter(hasTable).map((battle, index) => battleCard(battle, { first: index === 0 }));
  const others = battles.filter((battle) => !hasTable(battle)).map((battle) => battleCard(battle));
  fill(
    place,
    h('h2', { id: 'battles-title' }, 'Battles'),
    playable.length > 0 ? h('div', { class: 'battle-grid' }, playable) : h('p', null, 'No battle that can be played was found.'),
    others.length > 0
      ? [
          h('h2', { class: 'later' }, 'Maps to look at'),
          h('p', { class: 'hint' }, 'The ground and the armies are ready, a table on this page is not yet. Where the rules are complete, the game is played at a terminal.'),
          h('div', { class: 'battle-grid battle-grid-small' }, others),
        ]
      : null,
  );
  return [...playable, ...others].map((card) => card.redraw);
}

/** Where a link goes, if it is one of ours: what was pasted may be the whole address or its end. @param {string} text */
export function linkTarget(text) {
  const at = text.indexOf('#/');
  if (at < 0) return null;
  const hash = text.slice(at).trim();
  return parse(hash).name === 'join' ? hash : null;
}

function joinDoor() {
  const input = h('input', { type: 'text', class: 'input', autocomplete: 'off', spellcheck: 'false', placeholder: 'https://…/#/join/…' });
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const target = linkTarget(input.value);
    if (target) go(target);
    else fill(fault, 'That is not a link to a seat. It looks like https://…/#/join/… and is best copied whole.');
  };
  return h(
    'form',
    { class: 'card door', on: { submit } },
    h('h2', null, 'Join by a link'),
    h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'The link you were given'), input),
    fault,
    h('button', { type: 'submit', class: 'button' }, 'Take the seat'),
  );
}

function recordDoor() {
  const file = h('input', { type: 'file', class: 'input', accept: '.jsonl,.ndjson,.json,.txt,application/x-ndjson' });
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  const button = h('button', { type: 'submit', class: 'button' }, 'Read the record');
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    fill(fault);
    const chosen = file.files?.[0];
    if (!chosen) {
      fill(fault, 'Choose a file first.');
      return;
    }
    button.disabled = true;
    try {
      const { id, tokens, view } = await api.importRecord(await chosen.text());
      store.keep(id, { tokens, title: view.title, battle: view.battle });
      toast('The record was replayed and is sound.');
      go(`#/replay/${encodeURIComponent(id)}`);
    } catch (trouble) {
      fill(fault, faultWords(trouble));
    } finally {
      button.disabled = false;
    }
  };
  return h(
    'form',
    { class: 'card door', on: { submit } },
    h('h2', null, 'Import a record'),
    h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'A game saved from Long Roll (JSON Lines)'), file),
    fault,
    button,
  );
}
