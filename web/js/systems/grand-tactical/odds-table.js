/**
 * What a shot or a melee would do, with each factor: the sums behind a plot, before it is made.
 */

import { h } from '../../dom.js';
import { expected, factorWords, spreadWords } from './names.js';

/**
 * @import { FireOdds, MeleeOdds, Peril } from './types.js'
 * @import { Scene } from './scene.js'
 */

/** @param {[string, number][]} factors */
function factorRows(factors) {
  const changed = factors.filter(([, percent]) => percent !== 100);
  if (changed.length === 0) return [h('tr', null, h('td', { colspan: 2 }, 'No factor changes it.'))];
  return changed.map(([name, percent]) => h('tr', { class: percent > 100 ? 'gt-more' : 'gt-less' }, h('th', { scope: 'row' }, factorWords(name)), h('td', null, `${percent} %`)));
}

/** What a shot may do to one unit, in words. @param {Scene['names']} names @param {Peril} peril */
export function perilWords(names, peril) {
  const { unit, men, guns, disrupted, routed, eliminated, leaders } = peril;
  const lost = guns ?? men ?? { min: 0, max: 0, mean: 0 };
  const chances = /** @type {[string, number][]} */ ([
    ['is disrupted', disrupted ?? 0], ['routs', routed], ['is eliminated', eliminated],
    ...(leaders ?? []).map(([name, chance]) => [`${name} falls`, chance]),
  ]).filter(([, chance]) => chance > 0).map(([deed, chance]) => `${deed} ${chance} %`);
  return `${names.unit(unit)} loses ${spreadWords(lost)} ${guns ? 'guns' : 'men'}${chances.length > 0 ? `; ${chances.join(', ')}` : ''}.`;
}

/** @param {Scene} scene @param {FireOdds} odds @param {Peril[]} may */
export function fireOdds(scene, odds, may) {
  const { casualties: { min, max, mean }, dry } = odds;
  const counted = scene.names.counted(odds.unit);
  const per = counted === 'guns' ? 'a gun' : '100 men';
  return h('section', { class: 'gt-odds', 'aria-label': `Fire at ${odds.square}` },
    h('p', { class: 'fight-sum' }, h('span', { class: 'fight-figure' }, expected(mean)), ` casualties at ${scene.names.place(odds.square)}, ${min} to ${max} by chance`),
    h('table', { class: 'gt-factors' },
      h('tbody', null,
        h('tr', null, h('th', { scope: 'row' }, `${odds.strength} ${counted}, ${odds.rate} for ${per} at range ${odds.range}`), h('td', null, '')),
        factorRows(odds.factors))),
    may.length > 0 ? h('ul', { class: 'gt-may', 'aria-label': 'What it may do' }, may.map((peril) => h('li', null, perilWords(scene.names, peril)))) : null,
    dry ? h('p', { class: 'hint' }, `${dry.chance} in 100 that its ammunition gives out on this shot; then ${expected(dry.mean)}.`) : null);
}

/** @param {Scene} scene @param {MeleeOdds} odds */
export function meleeOdds(scene, odds) {
  const men = (/** @type {number} */ hundredths) => Math.round(hundredths / 100);
  const all = odds.rows.filter(({ ways }) => ways > 0);
  return h('section', { class: 'gt-odds', 'aria-label': `Melee at ${odds.square}` },
    h('p', { class: 'fight-sum' }, h('span', { class: 'fight-figure' }, men(odds.attack)), h('span', { class: 'fight-against' }, 'against'), h('span', { class: 'fight-figure' }, men(odds.defence)), ' in melee, as they are now'),
    h('p', { class: 'fight-terms' }, `${scene.names.units(odds.attackers.map(({ unit }) => unit))} against ${scene.names.units(odds.defenders.map(({ unit }) => unit))}.`),
    h('div', { class: 'gt-rows', role: 'img', 'aria-label': all.map(({ difference, ways }) => `difference ${difference}: ${percent(ways, odds.of)}`).join(', ') },
      all.map(({ difference, ways }) => h('span', { class: 'gt-row', style: { 'flex-grow': ways }, title: `Difference ${difference}: ${percent(ways, odds.of)}` }, h('b', null, difference), percent(ways, odds.of)))),
    odds.attackers.map(({ unit, factors }) => (factors.some(([, value]) => value !== 100)
      ? h('table', { class: 'gt-factors' }, h('caption', null, scene.names.unit(unit)), h('tbody', null, factorRows(factors))) : null)));
}

/** @param {number} ways @param {number} of */
function percent(ways, of) {
  return `${Math.round((100 * ways) / of)} %`;
}
