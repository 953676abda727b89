/**
 * Open tables: the player's name, the games that are offered, offering one, and his own.
 *
 * @import { Me, OpenGame, Wish } from '../club/api.js'
 * @import { BattleCard } from '../types.js'
 */

import * as api from '../api.js';
import * as club from '../club/api.js';
import { canKeep, publicKey } from '../club/key.js';
import { nameCard } from '../club/name-card.js';
import { clubNav } from '../club/nav.js';
import { offersList } from '../club/offers-list.js';
import { termsForm } from '../club/terms-form.js';
import { playerLink, playerWords } from '../club/words.js';
import { toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { go } from '../router.js';
import { ago, sideName } from '../words.js';
import { faultWords, frame } from './frame.js';

const EVERY = 20_000;
const STANDS = /** @type {[number, string][]} */ ([[1, 'an hour'], [6, '6 hours'], [24, 'a day'], [72, '3 days'], [168, 'a week'], [336, '2 weeks']]);

/** @param {HTMLElement} root */
export async function tablesScreen(root) {
  const [{ battles }] = await Promise.all([api.battles(), club.offers()]);
  const mine = h('section', { class: 'open-games', 'aria-labelledby': 'open-games-title', hidden: true });
  const offering = h('section', { class: 'offering' });
  /** The games that were known when the page last looked. @type {Set<string> | null} */
  let known = null;
  const look = async () => {
    const me = canKeep() && publicKey() ? await club.me() : null;
    name.draw(me);
    showGames(mine, me);
    if (me?.player && !offering.hasChildNodes()) fill(offering, offerForm(battles, again));
    if (!me?.player) fill(offering);
    for (const game of me?.games ?? []) {
      if (known && !known.has(game.game) && !club.holds(game)) toast(`${playerWords(game.against)} has taken your offer of ${game.title}.`, { link: '#/tables', linkText: 'Sit down' });
    }
    known = me ? new Set(me.games.map(({ game }) => game)) : null;
  };
  const again = async () => {
    await Promise.all([look(), offers.refresh()]);
  };
  const name = nameCard(again);
  const offers = offersList({ changed: () => void look().catch(() => undefined) });
  try {
    await look();
  } catch (fault) {
    name.draw(null);
    toast(faultWords(fault), { kind: 'problem' });
  }
  const framed = frame(root, { title: 'Open tables', wide: true },
    clubNav('tables'),
    h('div', { class: 'club-head' },
      h('div', null,
        h('h1', null, 'Open tables'),
        h('p', null, 'Offer a game to whoever is here, or take one. Both seats are their players’ alone; tables that you set up for your friends stay between you.')),
      name.node),
    mine,
    h('section', { 'aria-labelledby': 'offers-title' }, h('h2', { id: 'offers-title' }, 'Games that are offered'), offers.node),
    offering);
  const visit = () => {
    // Whoever has nothing there need not be asked about.
    if (document.visibilityState === 'visible' && publicKey()) look().catch(() => undefined);
  };
  const timer = setInterval(visit, EVERY);
  return {
    destroy() {
      clearInterval(timer);
      offers.destroy();
      framed.destroy();
    },
  };
}

/** @param {HTMLElement} place @param {Me | null} me */
function showGames(place, me) {
  const running = (me?.games ?? []).filter(({ ended }) => ended === null);
  place.hidden = running.length === 0;
  const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : null;
  fill(place, h('h2', { id: 'open-games-title' }, 'Your games at open tables'), h('ul', { class: 'game-list' }, running.map(gameCard)));
  const again = focused ? [...place.querySelectorAll('[aria-label]')].find((one) => one.getAttribute('aria-label') === focused) : null;
  if (again instanceof HTMLElement) again.focus();
}

/** @param {OpenGame} game */
function gameCard(game) {
  const here = club.holds(game);
  const words = `${game.title} against ${playerWords(game.against)}`;
  /** @param {Event} event */
  const sit = async (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    try {
      await club.sit(game.game);
      go(`#/game/${encodeURIComponent(game.game)}`);
    } catch (fault) {
      toast(faultWords(fault), { kind: 'problem' });
      button.disabled = false;
    }
  };
  return h('li', { class: `card game ${here ? '' : 'game-mine'}`.trim(), dataset: { openGame: game.game } },
    h('div', { class: 'game-words' },
      h('h3', null, game.title),
      h('p', null, `You command ${sideName(game.side)} against `, playerLink(game.against), '.'),
      h('p', { class: 'hint' }, here ? `Set up ${ago(game.made)}.` : `Set up ${ago(game.made)}. Your seat is kept for you; a seat is held by one device at a time.`)),
    h('p', { class: 'row' }, here
      ? h('a', { class: 'button', href: `#/game/${encodeURIComponent(game.game)}`, 'aria-label': `Open ${words}` }, 'Open')
      : h('button', { type: 'button', class: 'button button-primary', 'aria-label': `Sit down at ${words}`, on: { click: sit } }, 'Sit down')));
}

/** @param {BattleCard[]} battles @param {() => Promise<void>} done */
function offerForm(battles, done) {
  const terms = termsForm(battles);
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  const button = h('button', { type: 'submit', class: 'button button-primary' }, 'Offer this game');
  const side = h('select', { class: 'input', name: 'side' },
    [['either', 'Either: the taker chooses'], ['union', 'The Union'], ['confederate', 'The Confederacy']].map(([value, text]) => h('option', { value }, text)));
  const hours = h('select', { class: 'input', name: 'hours', value: 24 }, STANDS.map(([value, text]) => h('option', { value }, text)));
  const words = h('input', { type: 'text', class: 'input', name: 'words', maxlength: 200, autocomplete: 'off' });
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    fill(fault);
    button.disabled = true;
    try {
      await club.offer({ terms: terms.chosen(form), side: /** @type {Wish} */ (side.value), words: words.value, hours: Number(hours.value) });
      toast('Your game is offered.');
      /** @type {HTMLDetailsElement} */ (form.parentElement).open = false;
      await done();
    } catch (trouble) {
      fill(fault, faultWords(trouble));
    } finally {
      button.disabled = false;
    }
  };
  const field = (/** @type {string} */ title, /** @type {HTMLElement} */ input) => h('label', { class: 'field' }, h('span', { class: 'field-name' }, title), input);
  const form = h('form', { class: 'setup offer-form', on: { submit } },
    terms.node, field('I play', side), field('The offer stands for', hours), field('A word to whoever reads it', words), fault, h('p', null, button));
  return h('details', { class: 'offer-door' }, h('summary', null, h('h2', null, 'Offer a game')), form);
}
