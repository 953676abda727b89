/**
 * A battle as it is presented: its card on the front page, and what it is about.
 *
 * @import { BattleCard, Provenance } from '../types.js'
 */

import * as api from '../api.js';
import { h } from '../dom.js';
import { hasTable, withoutTable } from '../systems/index.js';
import { resolvedTheme } from '../theme.js';
import { capital, count, list, sideAdjective } from '../words.js';
import { balanceOf } from './balance.js';

const MOST = 5;

const ENOUGH = 150;

/**
 * The first sentences of a summary, enough to say what it is about, and the rest.
 * @param {string} text
 * @param {number} [enough] letters the first part has at least, if there are so many
 * @returns {[string, string]}
 */
export function opening(text, enough = ENOUGH) {
  const plain = text.replace(/\s+/g, ' ').trim();
  // Not after an initial or a short form: "A. P. Hill", "St. James".
  const ends = plain.matchAll(/(?<![A-Z]|\b(?:St|Mr|Dr|Gen|Col|Lt|Maj|Capt))[.!?] (?=[A-Z])/g);
  for (const { index } of ends) {
    if (index + 1 >= enough) return [plain.slice(0, index + 1), plain.slice(index + 2)];
  }
  return [plain, ''];
}

/** Five dots, some of them filled. @param {number} level */
function pips(level) {
  return h(
    'span',
    { class: 'pips', role: 'img', 'aria-label': `complexity ${level} of ${MOST}` },
    Array.from({ length: MOST }, (_, index) => h('span', { class: index < level ? 'pip pip-full' : 'pip' })),
  );
}

/** Date, length and complexity. @param {BattleCard} battle */
export function battleFacts(battle) {
  const level = Number(battle.complexity);
  return h(
    'dl',
    { class: 'battle-facts' },
    battle.date ? [h('dt', null, 'Fought'), h('dd', null, battle.date)] : null,
    battle.length ? [h('dt', null, 'Length'), h('dd', null, battle.length)] : null,
    level > 0 ? [h('dt', null, 'Complexity'), h('dd', null, pips(level))] : null,
  );
}

/**
 * The picture of a battle's map; `picture.redraw()` after the theme changed.
 * @param {BattleCard} battle @param {{first?: boolean}} [options] `first`: it is seen at once, and fetched before others
 */
export function battlePicture(battle, { first = false } = {}) {
  const image = h('img', {
    class: 'battle-picture', alt: `The map of ${battle.title}`, width: 720, height: 360, sizes: '(min-width: 46rem) 25rem, 100vw',
    ...(first ? { fetchpriority: 'high' } : { loading: 'lazy' }),
  });
  const redraw = () => {
    const [large, small] = /** @type {const} */ (['card.png', 'card-small.png']).map((what) => api.picture(battle.id, what, resolvedTheme()));
    image.srcset = `${small} 400w, ${large} 720w`;
    image.src = large;
  };
  redraw();
  return Object.assign(image, { redraw });
}

/** Summary, scenarios, sources and licence. @param {BattleCard} battle */
export function aboutBattle(battle) {
  return h(
    'div',
    { class: 'about' },
    battle.summary ? h('p', null, battle.summary) : null,
    battle.scenarios.length > 0
      ? [
          h('h3', null, 'Scenarios'),
          h('ul', null, battle.scenarios.map((scenario) =>
            h('li', null, `${scenario.title}: ${count(scenario.turns, 'turn')}, the ${sideAdjective(scenario.first)} player first`))),
        ]
      : null,
    balanceOf(battle) ? [h('h3', null, 'Balance'), balanceOf(battle)] : null,
    battle.sources.length > 0 ? [h('h3', null, 'Sources'), h('ul', null, battle.sources.map((source) => h('li', null, capital(source))))] : null,
    battle.provenance ? provenance(battle.provenance) : null,
    battle.licence ? h('p', { class: 'hint' }, battle.licence) : null,
  );
}

/** @param {Provenance} from */
function provenance(from) {
  const stated = [count(from.stated_cells, 'cell'), from.stated_edges > 0 ? count(from.stated_edges, 'edge') : ''].filter(Boolean);
  const rows = /** @type {[string, string | null][]} */ ([
    ['Stated in a rulebook', `${list(stated)}${from.stated_note ? `: ${from.stated_note}` : ''}`],
    ['Documented', from.documented],
    ['Reconstructed', from.reconstructed],
    ['Changed', from.changes],
    ['Credit', from.attribution],
  ]);
  return [
    h('h3', null, 'Where the map comes from'),
    h('dl', { class: 'provenance' }, rows.filter(([, words]) => words).map(([name, words]) => [h('dt', null, name), h('dd', null, capital(words ?? ''))])),
  ];
}

/**
 * The card on the front page.
 * @param {BattleCard} battle @param {{first?: boolean}} [options] `first`: it is in sight when the page opens
 */
export function battleCard(battle, options) {
  const picture = battlePicture(battle, options);
  const [first, rest] = opening(battle.summary ?? '');
  const look = h('a', { class: 'button', href: `#/map/${battle.id}`, 'aria-label': `Look at the map of ${battle.title}` }, 'Look at the map');
  const node = h(
    'article',
    { class: 'card battle', dataset: { battle: battle.id } },
    h('a', { class: 'battle-frame', href: hasTable(battle) ? `#/new/${battle.id}` : `#/map/${battle.id}`, tabindex: -1, 'aria-hidden': 'true' }, picture),
    h(
      'div',
      { class: 'battle-body' },
      h('h3', { class: 'battle-title' }, battle.title),
      battle.subtitle ? h('p', { class: 'battle-subtitle' }, battle.subtitle) : null,
      battleFacts(battle),
      h(
        'p',
        { class: 'row battle-buttons' },
        hasTable(battle)
          ? h('a', { class: 'button button-primary', href: `#/new/${battle.id}`, 'aria-label': `New game of ${battle.title}` }, 'New game')
          : h('span', { class: 'chip', title: withoutTable(battle).long }, withoutTable(battle).short),
        look,
      ),
      h('p', { class: 'battle-summary' }, first),
      h('details', { class: 'battle-more' }, h('summary', null, 'More about the battle'), aboutBattle({ ...battle, summary: rest })),
    ),
  );
  return Object.assign(node, { redraw: picture.redraw });
}
