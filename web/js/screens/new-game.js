/**
 * Sets up a game: scenario, optional rules, who sits where, undo and dice; then hands out the links.
 *
 * @import { BattleCard, Computer, Created, DicePolicy, Holder, NewGame, Option, Side, UndoPolicy } from '../types.js'
 */

import * as api from '../api.js';
import { Problem } from '../api.js';
import { fill, h } from '../dom.js';
import { sitDown } from '../fair.js';
import { openRulebook } from '../rulebook.js';
import { go } from '../router.js';
import * as store from '../store.js';
import { hasTable } from '../systems/index.js';
import { onTheme } from '../theme.js';
import { capital, count, sideAdjective, sideName } from '../words.js';
import { balancePart } from './balance.js';
import { battleFacts, battlePicture } from './battle.js';
import { faultWords, frame } from './frame.js';
import { linksPage } from './links.js';
import { pacePart } from './pace-part.js';
import { startsPart } from './starts.js';

const SIDES = /** @type {Side[]} */ (['union', 'confederate']);
const HOLDERS = /** @type {[string, string, string][]} */ ([
  ['me', 'Me', ''],
  ['here', 'Someone at this screen', 'you pass the mouse back and forth'],
  ['link', 'Someone elsewhere', 'you get a link to send'],
]);
const COMPUTER = /** @type {[string, string, string]} */ (['computer', 'The computer', 'at the level you choose']);
export const UNDO = /** @type {[UndoPolicy, string, string][]} */ ([
  ['until_die', 'Until a die is thrown', 'Take back your own steps freely; beyond a die the other side must agree.'],
  ['ask', 'Only if the other side agrees', 'Every take-back is asked for.'],
  ['never', 'Never', 'A piece let go is a piece played.'],
]);
export const DICE = /** @type {[DicePolicy, string, string][]} */ ([
  ['seeded', 'The host’s dice', 'The seed is sealed, then every player gives a number to it. Nobody can choose the dice; only the host can know them. They can be verified after the last throw.'],
  ['witnessed', 'Witnessed dice', 'For two people, each at a browser of his own: every throw waits for both browsers. Nobody can choose the dice, and nobody can know them, not even the host. Not in games with hidden units. Not promised: a host who alters the page he serves, stops the game, or withholds the seed.'],
  ['by_hand', 'By hand: a study table', 'You may set the dice yourself, to try things out or to follow a game on paper. The record says so.'],
]);

/**
 * @param {HTMLElement} root
 * @param {{system: string, name: string}} params
 */
export async function newGameScreen(root, { system, name }) {
  const id = `${system}/${name}`;
  const { battles, computers = [] } = await api.battles();
  const battle = battles.find((known) => known.id === id);
  if (!battle) throw new Problem({ type: 'unknown-battle', title: 'No such battle', status: 404, detail: `There is no battle called ${id} here.` });
  if (!hasTable(battle)) {
    go(`#/map/${id}`, { replace: true });
    return {};
  }
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  const button = h('button', { type: 'submit', class: 'button button-primary button-large' }, 'Set up the table');
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    fill(fault);
    button.disabled = true;
    try {
      created(root, battle, await api.createGame(choiceOf(battle, form, balance, pace)), handOver);
    } catch (trouble) {
      fill(fault, faultWords(trouble));
      button.disabled = false;
    }
  };
  const balance = balancePart(battle);
  const pace = pacePart(battle.computer ? computers : []);
  const changed = (/** @type {any} */ event) => {
    if (event.target.name === 'scenario') balance.show(event.target.value);
    pace.show(new FormData(form));
  };
  const form = h(
    'form',
    { class: 'setup', on: { submit, change: changed } },
    battle.scenarios.length > 1 ? scenarioPart(battle) : null,
    seatsPart(battle.computer ? computers : []),
    pace.root,
    balance,
    battle.options.length > 0 ? optionsPart(battle.options) : null,
    choicePart('Taking back', 'undo', UNDO),
    choicePart('Dice', 'dice', DICE),
    friendlyPart(),
    fault,
    h('p', { class: 'row' }, button, h('a', { class: 'button button-quiet', href: '#/' }, 'Back')),
  );
  const starts = await startsPart(battle, battle.computer ? computers : [], (game) => created(root, battle, game, handOver));
  const picture = battlePicture(battle);
  const framed = frame(
    root,
    { title: `New game: ${battle.title}`, wide: true },
    h('div', { class: 'setup-page' },
      h('aside', { class: 'card setup-battle' },
        picture,
        h('div', { class: 'battle-body' },
          h('p', { class: 'battle-subtitle' }, battle.subtitle ?? ''),
          battleFacts(battle),
          h('p', null, h('a', { href: `#/map/${battle.id}` }, 'Look at the map')))),
      h('div', { class: 'setup-main' }, h('h1', null, `New game: ${battle.title}`), starts, form)),
  );
  let destroy = framed.destroy;
  const handOver = (/** @type {() => void} */ next) => {
    destroy();
    destroy = next;
  };
  const off = onTheme(picture.redraw);
  return {
    destroy() {
      off();
      destroy();
    },
  };
}

/**
 * A group of choices of which one holds.
 * @param {string} legend
 * @param {string} name
 * @param {[string, string, string][]} choices value, label, hint
 * @param {string} [chosen]
 */
export function choicePart(legend, name, choices, chosen = choices[0][0]) {
  return h(
    'fieldset',
    { class: 'card setup-part' },
    h('legend', { class: 'setup-legend' }, legend),
    choices.map(([value, label, hint]) =>
      h('label', { class: 'pick' },
        h('input', { type: 'radio', name, value, checked: value === chosen }),
        h('span', null, h('b', null, label), hint ? h('span', { class: 'hint pick-hint' }, hint) : null))),
  );
}

/** Whether the computer lets throws be taken back. */
function friendlyPart() {
  return h('fieldset', { class: 'card setup-part' },
    h('legend', { class: 'setup-legend' }, 'Friendly game'),
    h('label', { class: 'pick' },
      h('input', { type: 'checkbox', name: 'friendly' }),
      h('span', null, h('b', null, 'The computer lets throws be taken back'), h('span', { class: 'hint pick-hint' }, 'Otherwise it lets only steps without dice be taken back. The record says which it was.'))));
}

/** @param {BattleCard} battle */
export function scenarioPart(battle) {
  return choicePart('Scenario', 'scenario', battle.scenarios.map((scenario) =>
    [scenario.id, scenario.title, `${count(scenario.turns, 'turn')}; the ${sideAdjective(scenario.first)} player goes first`]));
}

/** @param {Computer[]} levels of the computers that can play this battle */
function seatsPart(levels) {
  return h(
    'fieldset',
    { class: 'card setup-part' },
    h('legend', { class: 'setup-legend' }, 'Who sits where'),
    h('div', { class: 'setup-seats' }, SIDES.map((side) => seatPart(side, levels))),
  );
}

/** @param {Side} side @param {Computer[]} levels */
function seatPart(side, levels) {
  const holders = levels.length > 0 ? [...HOLDERS, COMPUTER] : HOLDERS;
  const usual = side === 'union' ? 'me' : levels.length > 0 ? 'computer' : 'here';
  const name = h('label', { class: 'field' },
    h('span', { class: 'field-name' }, 'Name ', h('span', { class: 'hint' }, '(optional)')),
    h('input', { type: 'text', class: 'input', name: `name-${side}`, maxlength: 40, autocomplete: 'off' }));
  const usualLevel = levels[Math.min(1, levels.length - 1)];
  const ability = h('span', { class: 'hint pick-hint', role: 'status' }, capital(usualLevel?.words ?? ''));
  const level = h('label', { class: 'field' },
    h('span', { class: 'field-name' }, 'Level'),
    h('select', { class: 'input', name: `level-${side}`, value: usualLevel?.id ?? '', on: { change: (/** @type {any} */ event) => fill(ability, capital(levels.find(({ id }) => id === event.target.value)?.words ?? '')) } },
      levels.map(({ id, title }) => h('option', { value: id }, title))),
    ability);
  const choose = (/** @type {string} */ holder) => {
    level.hidden = holder !== 'computer';
    name.hidden = holder === 'computer';
  };
  choose(usual);
  return h('fieldset', { class: `setup-seat side-${side}`, on: { change: (/** @type {any} */ event) => event.target.type === 'radio' && choose(event.target.value) } },
    h('legend', null, h('span', { class: 'side-mark' }), capital(sideName(side))),
    holders.map(([value, label, hint]) =>
      h('label', { class: 'pick' },
        h('input', { type: 'radio', name: `holder-${side}`, value, checked: value === usual }),
        h('span', null, label, hint ? h('span', { class: 'hint pick-hint' }, hint) : null))),
    name, level);
}

/** @param {Option[]} options */
export function optionsPart(options) {
  return h(
    'fieldset',
    { class: 'card setup-part' },
    h('legend', { class: 'setup-legend' }, options.some(({ values = [] }) => values.length > 0) ? 'Options' : 'Optional rules'),
    h('p', { class: 'hint' }, options.some(({ values = [] }) => values.length > 0) ? 'For a first game leave them as they are.' : 'None is needed for a first game.'),
    options.map(optionRow),
  );
}

/** @param {Option} option */
function optionRow(option) {
  const link = option.link;
  const number = link
    ? h('button', {
        type: 'button', class: 'rule-number', 'aria-label': `Rule ${option.number}: open the rulebook there`,
        on: { click: () => openRulebook(link) },
      }, option.number)
    : h('span', { class: 'rule-number' }, option.number);
  return h('div', { class: 'option' }, (option.values ?? []).length > 0 ? valuesRow(option) : checkRow(option), number);
}

/** @param {Option} option */
function checkRow(option) {
  return h('label', { class: 'pick' },
    h('input', { type: 'checkbox', name: 'option', value: option.number }),
    h('span', null, h('b', null, option.title), h('span', { class: 'hint pick-hint' }, option.meaning)));
}

/** So many values are offered as buttons with their meanings; more as a list. */
const MOST_BUTTONS = 5;

/** An option with values: one of them holds. @param {Option} option */
function valuesRow({ number, title, meaning, values = [], default: usual }) {
  const chosen = usual ?? values[0].word;
  if (values.length > MOST_BUTTONS) {
    return h('label', { class: 'field option-values' }, h('b', null, title), h('span', { class: 'hint' }, meaning),
      h('select', { class: 'input', name: `value-${number}`, value: chosen, dataset: { option: number } },
        values.map((value, index) => h('option', { value: value.word }, value.meaning === values[index + 1]?.meaning || value.meaning === values[index - 1]?.meaning ? value.word : `${value.word}: ${value.meaning}`))));
  }
  return h('fieldset', { class: 'option-values' }, h('legend', null, h('b', null, title), h('span', { class: 'hint pick-hint' }, meaning)),
    values.map((value) => h('label', { class: 'pick' },
      h('input', { type: 'radio', name: `value-${number}`, value: value.word, checked: value.word === chosen }),
      h('span', null, h('b', null, capital(value.word)), h('span', { class: 'hint pick-hint' }, value.meaning)))));
}

/** The options as they are chosen; a value that holds anyway is not told. @param {Option[]} options @param {FormData} data */
export function chosenOptions(options, data) {
  return options.flatMap(({ number, values = [], default: usual }) => {
    if (values.length === 0) return data.getAll('option').includes(number) ? [number] : [];
    const value = String(data.get(`value-${number}`) ?? usual ?? '');
    return value && value !== usual ? [`${number}=${value}`] : [];
  });
}

/**
 * @param {BattleCard} battle @param {HTMLFormElement} form @param {ReturnType<typeof balancePart>} balance @param {ReturnType<typeof pacePart>} pace
 * @returns {NewGame}
 */
function choiceOf(battle, form, balance, pace) {
  const data = new FormData(form);
  const terms = pace.chosen(data);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  /** @param {Side} side @returns {import('../types.js').SeatChoice} */
  const seat = (side) => {
    const holder = /** @type {Holder} */ (text(`holder-${side}`));
    if (holder === 'computer') return { holder, level: text(`level-${side}`) };
    const name = text(`name-${side}`);
    return name ? { holder, name } : { holder };
  };
  return {
    battle: battle.id,
    scenario: text('scenario') || battle.scenarios[0]?.id,
    options: chosenOptions(battle.options, data),
    bid: balance.chosen(data),
    seats: { union: seat('union'), confederate: seat('confederate') },
    undo: /** @type {UndoPolicy} */ (text('undo')),
    dice: /** @type {DicePolicy} */ (text('dice')),
    ...(data.get('friendly') ? { friendly: true } : {}),
    ...(terms ? { pace: terms } : {}),
  };
}

/**
 * Keeps the seats that are played here, and shows the links for the others.
 * @param {HTMLElement} root
 * @param {BattleCard} battle
 * @param {Created} game
 * @param {(destroy: () => void) => void} handOver
 */
function created(root, battle, game, handOver) {
  const { id, tokens, invitations, view } = game;
  store.keepCreated(game);
  // Whoever sets the game up gives to the dice first; if it fails, the table does it.
  void sitDown(id, tokens, view).catch(() => undefined);
  const away = SIDES.filter((side) => view.seats[side].holder === 'link');
  if (away.length === 0) go(`#/game/${encodeURIComponent(id)}`, { replace: true });
  else handOver(linksPage(root, { id, title: battle.title, pace: view.pace?.words, away, links: { watch: tokens.watch, ...invitations } }).destroy);
}
