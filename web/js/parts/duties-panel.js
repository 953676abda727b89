/**
 * The list of what must and what may still be fought in a phase of attacks; each line plans an attack.
 */

import { h } from '../dom.js';
import { count } from '../words.js';
import { grade } from './threats.js';

/**
 * @import { Cell } from '../types.js'
 * @import { Planning } from './planning.js'
 */

/** What duties are called. @typedef {{must: string, owing: string, may: string}} DutyWords */

/** What must and what may still be fought. @param {Planning<any, any>} combat @param {DutyWords} words */
export function dutiesList(combat, words) {
  const { owed, owing, targets } = combat;
  const others = targets.filter((hex) => !owed.includes(hex));
  const part = (/** @type {string} */ title, /** @type {Cell[]} */ hexes, /** @type {HTMLElement} */ list) =>
    hexes.length > 0 ? [h('h3', null, `${title}: ${count(hexes.length, 'hex', 'hexes')}`), list] : null;
  return h(
    'section',
    { class: 'fight-duties', 'aria-label': 'What can be attacked' },
    planForAll(combat),
    part(words.must, owed, targetList(combat, owed)),
    part(words.owing, owing, ownList(combat, owing)),
    part(words.may, others, targetList(combat, others)),
  );
}

/** The press that proposes a plan for all that is owed, and what was proposed. @param {Planning<any, any>} combat */
function planForAll(combat) {
  const { scene, all, owed } = combat;
  if (!combat.plansAhead || !scene.mine || owed.length === 0) return null;
  const press = h(
    'button',
    { type: 'button', class: 'button button-small', dataset: { focus: 'plan-all' }, on: { click: () => void combat.planAll() } },
    all ? 'Propose anew' : 'Propose a plan for all',
    h('kbd', { 'aria-hidden': 'true' }, 'Shift+P'),
  );
  if (!all) return h('p', { class: 'fight-plan-all' }, press);
  const drop = h('button', { type: 'button', class: 'button button-small', dataset: { focus: 'drop-all' }, on: { click: () => combat.dropAll() } }, 'Drop it');
  const line = (/** @type {import('./planning.js').Planned} */ one) => {
    const planned = one.targets.join() === [...combat.plan.targets].sort().join();
    return h(
      'li',
      { class: planned ? 'fight-target fight-planned' : 'fight-target' },
      h(
        'button',
        {
          type: 'button',
          class: 'plain-link',
          'aria-pressed': planned,
          dataset: { focus: `planned-${one.targets.join('-')}` },
          on: {
            click: () => {
              scene.look(one.targets[0]);
              void combat.follow(one);
            },
          },
        },
        h('b', null, one.targets.join(', ')),
        ` ${one.attack} against ${one.defence}`,
      ),
      h('span', { class: `fight-best fight-best-${grade(one.danger)}` }, one.column),
    );
  };
  return [
    h('h3', null, `A plan for all: ${count(all.length, 'attack')}`),
    h('ol', { class: 'fight-targets' }, all.map(line)),
    h('p', { class: 'fight-plan-all' }, press, drop),
  ];
}

/** The best that can be had against a cell, now and once the plan is carried out. @param {Planning<any, any>} combat @param {Cell} cell */
function bestOdds({ left, plan }, cell) {
  const known = left.find((one) => one.cell === cell);
  if (!known || plan.targets.includes(cell)) return null;
  const { now, after } = known;
  const changed = plan.targets.length > 0 && after?.column !== now.column;
  const best = changed ? after : now;
  const words = changed ? `At best ${after?.column ?? 'nothing'} after the planned attack; now ${now.column}` : `At best ${now.column}`;
  return h(
    'span',
    { class: `fight-best fight-best-${best ? grade(best.danger) : 1}`, title: words, role: 'img', 'aria-label': words },
    changed ? `${now.column} → ${after?.column ?? '–'}` : now.column,
  );
}

/** @param {Planning<any, any>} combat @param {Cell[]} hexes */
function targetList(combat, hexes) {
  const { scene, plan } = combat;
  return h(
    'ul',
    { class: 'fight-targets' },
    hexes.map((hex) => {
      const planned = plan.targets.includes(hex);
      const who = scene.names.units(scene.position?.at(hex) ?? []);
      return h(
        'li',
        { class: planned ? 'fight-target fight-planned' : 'fight-target' },
        h(
          'button',
          {
            type: 'button',
            class: 'plain-link',
            'aria-pressed': planned,
            dataset: { focus: `target-${hex}` },
            on: {
              click: () => {
                scene.look(hex);
                void combat.target([hex]);
              },
            },
          },
          h('b', null, hex),
          ` ${who}`,
        ),
        bestOdds(combat, hex),
        combat.joins && plan.targets.length > 0 && !planned
          ? h(
              'button',
              {
                type: 'button',
                class: 'button button-small',
                'aria-label': `Add ${hex} to this attack`,
                title: 'Attack both together',
                dataset: { focus: `add-${hex}` },
                on: { click: () => combat.toggleTarget(hex) },
              },
              '+',
            )
          : null,
        planned && plan.targets.length > 1
          ? h(
              'button',
              {
                type: 'button',
                class: 'button button-small',
                'aria-label': `Leave ${hex} out of this attack`,
                dataset: { focus: `add-${hex}` },
                on: { click: () => combat.toggleTarget(hex) },
              },
              '−',
            )
          : null,
      );
    }),
  );
}

/** @param {Planning<any, any>} combat @param {Cell[]} hexes */
function ownList(combat, hexes) {
  const { scene } = combat;
  const taking = combat.drawn(combat.plan).cells;
  return h(
    'ul',
    { class: 'fight-targets' },
    hexes.map((hex) =>
      h(
        'li',
        { class: taking.includes(hex) ? 'fight-target fight-planned' : 'fight-target' },
        h(
          'button',
          {
            type: 'button',
            class: 'plain-link',
            dataset: { focus: `own-${hex}` },
            on: {
              click: () => {
                scene.look(hex);
                if (!taking.includes(hex)) combat.cancel();
                combat.cell({ cell: hex, unit: null });
              },
            },
          },
          h('b', null, hex),
          ` ${scene.names.units(scene.position?.at(hex) ?? [])}`,
        ),
      ),
    ),
  );
}
