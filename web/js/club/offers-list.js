/**
 * The list of games that are offered, with filters: on the front page and on the page of open tables. It asks the
 * server again while it is being looked at.
 *
 * @import { Offer } from './api.js'
 * @import { Side } from '../types.js'
 */

import { toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { go } from '../router.js';
import { faultWords, waiting } from '../screens/frame.js';
import { ago, capital, otherSide, sideName } from '../words.js';
import * as club from './api.js';
import { playerLink, sideWords, still, termsWords, titleOf } from './words.js';

const EVERY = 15_000;

/** What is shown of the list. @typedef {{battle: string, side: string, kind: string}} Wanted */

/** The offers that are wanted. @param {Offer[]} offers @param {Wanted} wanted */
export function wantedOnes(offers, { battle, side, kind }) {
  return offers.filter((offer) =>
    (battle === '' || offer.terms.battle === battle) &&
    (side === '' || offer.side === 'either' || otherSide(offer.side) === side) &&
    (kind === '' || offer.terms.rated === (kind === 'rated')));
}

/**
 * @param {{changed?: () => void}} [options] `changed`: this browser has withdrawn an offer
 * @returns {{node: HTMLElement, ready: Promise<void>, refresh: () => Promise<void>, destroy: () => void}}
 */
export function offersList({ changed = () => undefined } = {}) {
  /** @type {Offer[]} */
  let offers = [];
  let mine = /** @type {string | null} */ (null);
  let closed = false;
  const list = h('div', { class: 'offer-place' }, waiting('Looking who offers a game…'));
  const battle = select('Battle', [['', 'Every battle']]);
  const side = select('I play', [['', 'Either side'], ['union', 'The Union'], ['confederate', 'The Confederacy']]);
  const kind = select('Kind', [['', 'Rated or not'], ['rated', 'Rated'], ['plain', 'Not rated']]);
  const filters = h('div', { class: 'offer-filters', role: 'group', 'aria-label': 'Filter the offers', hidden: true }, battle.node, side.node, kind.node);
  const node = h('div', { class: 'offers' }, filters, list);
  const draw = () => {
    filters.hidden = offers.length === 0;
    battle.offer(offers);
    const wanted = wantedOnes(offers, { battle: battle.value(), side: side.value(), kind: kind.value() });
    const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
    fill(list, offers.length === 0
      ? h('p', { class: 'offer-none' }, 'Nobody offers a game just now. Offer one yourself: it stands here until somebody takes it.')
      : wanted.length === 0
        ? h('p', { class: 'offer-none' }, 'No offer fits these filters.')
        : h('ul', { class: 'game-list' }, wanted.map((offer) => offerCard(offer, offer.by.id === mine, refresh, changed))));
    const again = focused ? [...list.querySelectorAll('[aria-label]')].find((one) => one.getAttribute('aria-label') === focused) : null;
    if (again instanceof HTMLElement) again.focus();
  };
  const refresh = async () => {
    try {
      const found = await club.offers();
      if (closed) return;
      const before = JSON.stringify([offers, mine]);
      offers = found.offers;
      mine = club.myId();
      if (before !== JSON.stringify([offers, mine]) || list.querySelector('.waiting')) draw();
    } catch (fault) {
      if (!closed) fill(list, h('p', { class: 'field-fault', role: 'alert' }, faultWords(fault)));
    }
  };
  const look = () => {
    if (document.visibilityState === 'visible') refresh();
  };
  for (const one of [battle, side, kind]) one.node.addEventListener('change', draw);
  const timer = setInterval(look, EVERY);
  document.addEventListener('visibilitychange', look);
  return {
    node,
    ready: refresh(),
    refresh,
    destroy() {
      closed = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    },
  };
}

/** @param {string} title @param {[string, string][]} choices */
function select(title, choices) {
  const input = h('select', { class: 'input' }, choices.map(([value, text]) => h('option', { value }, text)));
  const node = h('label', { class: 'field' }, h('span', { class: 'field-name' }, title), input);
  return {
    node,
    value: () => input.value,
    /** Lets the battles be chosen of which there are offers. @param {Offer[]} offers */
    offer(offers) {
      const chosen = input.value;
      const battles = new Map(offers.map(({ terms }) => [terms.battle, terms.title]));
      if (chosen && !battles.has(chosen)) battles.set(chosen, input.selectedOptions[0]?.textContent ?? chosen);
      fill(input, h('option', { value: '' }, 'Every battle'), [...battles].sort((a, b) => a[1].localeCompare(b[1])).map(([value, text]) => h('option', { value }, text)));
      input.value = chosen;
    },
  };
}

/** @param {Offer} offer @param {boolean} mine @param {() => Promise<void>} refresh @param {() => void} changed */
function offerCard(offer, mine, refresh, changed) {
  const what = `${titleOf(offer.terms)}, offered by ${offer.by.name}`;
  /** @param {() => Promise<void>} work @returns {(event: Event) => Promise<void>} */
  const doing = (work) => async (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    try {
      await work();
    } catch (fault) {
      toast(faultWords(fault), { kind: 'problem' });
      button.disabled = false;
      await refresh();
    }
  };
  const withdraw = doing(async () => {
    await club.withdraw(offer.id);
    changed();
    await refresh();
  });
  /** @param {Side | null} side @param {string} text */
  const takes = (side, text) => h('button', {
    type: 'button', class: 'button button-primary', 'aria-label': `${text}: ${what}`,
    on: { click: club.myId() ? doing(() => takeIt(offer.id, side)) : () => go('#/tables') },
  }, text);
  const buttons = mine
    ? [h('button', { type: 'button', class: 'button', 'aria-label': `Withdraw ${what}`, on: { click: withdraw } }, 'Withdraw')]
    : offer.side === 'either'
      ? /** @type {Side[]} */ (['union', 'confederate']).map((side) => takes(side, `Take ${sideName(side)}`))
      : [takes(null, 'Take it')];
  return h(
    'li',
    { class: `card game ${mine ? 'game-mine' : ''}`.trim(), dataset: { offer: offer.id } },
    h('div', { class: 'game-words' },
      h('h3', null, titleOf(offer.terms), h('span', { class: 'chip' }, offer.terms.rated ? 'Rated' : 'Not rated')),
      h('p', null, mine ? `Yours; ${offer.side === 'either' ? 'either side' : `you would command ${sideName(offer.side)}`}.` : ['Offered by ', playerLink(offer.by), `. ${sideWords(offer)}`]),
      offer.words ? h('p', { class: 'offer-words' }, `“${offer.words}”`) : null,
      h('p', { class: 'hint' }, `${termsWords(offer.terms)} ${capital(ago(offer.made))}; stands ${still(offer.expires)}.`)),
    h('p', { class: 'row' }, buttons),
  );
}

/** @param {string} offer @param {Side | null} side */
async function takeIt(offer, side) {
  const { game } = await club.take(offer, side);
  await club.sit(game);
  go(`#/game/${encodeURIComponent(game)}`);
}
