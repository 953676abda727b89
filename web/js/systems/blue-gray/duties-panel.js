/**
 * The list of what must and what may still be fought in a combat phase; each line plans an attack.
 */

import { h } from '../../dom.js';
import { count } from '../../words.js';

/**
 * @import { Hex } from './types.js'
 * @import { Combat } from './combat.js'
 */

/** What must and what may still be fought. @param {Combat} combat */
export function dutiesList(combat) {
  const { must_be_attacked, must_attack, targets } = combat.duties;
  const others = targets.filter((hex) => !must_be_attacked.includes(hex));
  return h(
    'section',
    { class: 'bg-duties', 'aria-label': 'What can be attacked' },
    must_be_attacked.length > 0
      ? [
          h('h3', null, `Must be attacked: ${count(must_be_attacked.length, 'hex', 'hexes')}`),
          targetList(combat, must_be_attacked),
        ]
      : null,
    must_attack.length > 0
      ? [h('h3', null, `Must attack: ${count(must_attack.length, 'hex', 'hexes')}`), ownList(combat, must_attack)]
      : null,
    others.length > 0
      ? [h('h3', null, `May be bombarded: ${count(others.length, 'hex', 'hexes')}`), targetList(combat, others)]
      : null,
  );
}

/** @param {Combat} combat @param {Hex[]} hexes */
function targetList(combat, hexes) {
  const { scene, plan } = combat;
  return h(
    'ul',
    { class: 'bg-targets' },
    hexes.map((hex) => {
      const planned = plan.targets.includes(hex);
      const who = scene.names.units(scene.position?.at(hex) ?? []);
      return h(
        'li',
        { class: planned ? 'bg-target bg-planned' : 'bg-target' },
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
        plan.targets.length > 0 && !planned
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

/** @param {Combat} combat @param {Hex[]} hexes */
function ownList(combat, hexes) {
  const { scene, plan } = combat;
  return h(
    'ul',
    { class: 'bg-targets' },
    hexes.map((hex) =>
      h(
        'li',
        { class: plan.attackers.includes(hex) ? 'bg-target bg-planned' : 'bg-target' },
        h(
          'button',
          {
            type: 'button',
            class: 'plain-link',
            dataset: { focus: `own-${hex}` },
            on: {
              click: () => {
                scene.look(hex);
                if (!plan.attackers.includes(hex)) combat.cancel();
                combat.hex({ hex, unit: null });
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
