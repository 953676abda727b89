/**
 * How a battle balances between equals, and the points that make it even: said where it is presented, offered where a
 * game is set up.
 *
 * @import { Balance, BattleCard, GivenPoints, Side } from '../types.js'
 */

import { fill, h } from '../dom.js';
import { capital, count, sideName } from '../words.js';

const SIDES = /** @type {Side[]} */ (['union', 'confederate']);

/** The most points that can be given. */
const MOST = 99_999;

/** Points for a side in words. @param {GivenPoints} bid */
export function bidWords({ side, points }) {
  return `${count(points, 'point')} for ${sideName(side)}`;
}

/** What a study says, with where it comes from. @param {Balance} balance */
export function balanceWords({ words, players, games, union, confederate }) {
  const drawn = games - union - confederate;
  const won = [`Union ${union}`, `Confederate ${confederate}`, ...(drawn > 0 ? [`drawn ${drawn}`] : [])];
  return [
    h('span', null, words),
    ' ',
    h('span', { class: 'hint' }, `${games.toLocaleString('en')} games of ${players}: ${won.join(', ')}.`),
  ];
}

/** What the studies say of each scenario. @param {BattleCard} battle @returns {HTMLElement | null} */
export function balanceOf(battle) {
  const known = battle.scenarios.filter(({ balance }) => balance);
  if (known.length === 0) return null;
  return h('ul', { class: 'balance' }, known.map(({ title, balance }) =>
    h('li', null, known.length > 1 ? h('b', null, `${title}: `) : null, balanceWords(/** @type {Balance} */ (balance)))));
}

/**
 * The part of the form that offers points to one side. The scenario may change while it stands.
 * @param {BattleCard} battle
 */
export function balancePart(battle) {
  const said = h('p', { class: 'balance-said' });
  const even = h('span', { class: 'hint pick-hint' });
  const evenPick = pick('even', 'Even it', even);
  const points = h('input', {
    type: 'number', class: 'input balance-points', name: 'bid-points', min: 1, max: MOST, step: 1, value: '10',
    'aria-label': 'Points', on: { input: () => choose('own') },
  });
  const side = h('select', { class: 'input', name: 'bid-side', 'aria-label': 'For whom', on: { change: () => choose('own') } },
    SIDES.map((one) => h('option', { value: one }, capital(sideName(one)))));
  const own = pick('own', 'Points of your own', 'Bid against each other: whoever asks for fewer points for the weaker side plays it.');
  const node = h(
    'fieldset',
    { class: 'card setup-part balance-part' },
    h('legend', { class: 'setup-legend' }, 'Balance'),
    said,
    pick('none', 'As it is', 'Nobody is given anything.', true),
    evenPick,
    own,
    h('p', { class: 'row balance-own' }, points, h('span', null, 'points for'), side),
    h('p', { class: 'hint' }, 'Points that are given count like any others, from the first turn to the last, and stand in the record.'),
  );

  /** @param {string} value */
  function choose(value) {
    const input = /** @type {HTMLInputElement | null} */ (node.querySelector(`input[name="bid"][value="${value}"]`));
    if (input) input.checked = true;
  }

  /** What is known of a scenario. @param {string | undefined} id */
  function known(id) {
    return (battle.scenarios.find((one) => one.id === id) ?? battle.scenarios[0])?.balance ?? null;
  }

  /** @param {string | undefined} id the scenario that is chosen now */
  function show(id) {
    const balance = known(id);
    fill(said, balance ? balanceWords(balance) : 'Nobody has studied how this battle balances.');
    evenPick.hidden = !balance?.even;
    if (!balance?.even) return unchooseEven();
    fill(even, `${capital(bidWords(balance.even))}: with them such games come out about even.`);
    side.value = balance.even.side;
  }

  function unchooseEven() {
    const input = /** @type {HTMLInputElement} */ (evenPick.querySelector('input'));
    if (input.checked) choose('none');
  }

  /** The points that are given now. @param {FormData} data @returns {GivenPoints | undefined} */
  function chosen(data) {
    const scenario = data.get('scenario');
    const choice = data.get('bid');
    if (choice === 'even') return known(scenario ? String(scenario) : undefined)?.even ?? undefined;
    if (choice !== 'own') return undefined;
    return { side: /** @type {Side} */ (String(data.get('bid-side'))), points: Number(data.get('bid-points')) };
  }

  show(undefined);
  return Object.assign(node, { show, chosen });
}

/**
 * @param {string} value @param {string} label @param {HTMLElement | string} hint @param {boolean} [checked]
 */
function pick(value, label, hint, checked = false) {
  return h('label', { class: 'pick' },
    h('input', { type: 'radio', name: 'bid', value, checked }),
    h('span', null, h('b', null, label), typeof hint === 'string' ? h('span', { class: 'hint pick-hint' }, hint) : hint));
}

