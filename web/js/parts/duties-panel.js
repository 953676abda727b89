/**
 * The list of what must and what may still be fought in a phase of attacks; each line plans an attack.
 */

import { h } from '../dom.js';
import { count } from '../words.js';

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
    part(words.must, owed, targetList(combat, owed)),
    part(words.owing, owing, ownList(combat, owing)),
    part(words.may, others, targetList(combat, others)),
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
