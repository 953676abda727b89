/**
 * The panel of reinforcements.
 */

import { h } from '../dom.js';
import { sideLabel } from './faces.js';
import { refill } from './refill.js';

/**
 * @import { Cell, Side, UnitId } from '../types.js'
 * @import { Scene } from './scene.js'
 */

/**
 * Units that come together. `turn`: from when on, if it is known; `due`: they may come now; `chance`: what a die does
 * about it; `when`: when they come, if the turn does not say it.
 * @typedef {{title: string, side: Side, turn: number | null, hexes: Cell[], units: UnitId[], due: boolean, words: string, chance?: string, when?: string}} Arrival
 */
/** @typedef {Scene<any, any, any> & {position?: any}} Host */

/**
 * Reinforcements that are still to come; those due now can be picked.
 * @param {HTMLElement} body
 * @param {Host} scene
 * @param {Arrival[]} arrivals
 * @param {UnitId | null} picked
 * @param {(unit: UnitId) => void} pick
 */
export function drawArrivals(body, scene, arrivals, picked, pick) {
  const { movable } = /** @type {{movable: UnitId[]}} */ (scene.game);
  const due = arrivals.filter((group) => canCome(scene.game, group));
  const waiting = due.reduce((sum, { units }) => sum + units.filter((id) => movable.includes(id)).length, 0);
  scene.context.badgePanel('arrivals', waiting > 0 ? String(waiting) : null);
  const later = arrivals.filter((group) => !due.includes(group));
  scene.context.drawPanels(['arrivals'], () => {
    if (arrivals.length === 0) refill(body, h('p', { class: 'hint' }, 'No reinforcements are to come.'));
    else refill(body, [...due, ...later].map((group) => arrivalGroup(scene, group, picked, pick)));
  });
}

/** Whether some of a group can come on at this moment. @param {{movable: UnitId[]}} game @param {Arrival} group */
const canCome = (game, group) => group.due && group.units.some((id) => game.movable.includes(id));

/** @param {Host} scene @param {Arrival} group @param {UnitId | null} picked @param {(unit: UnitId) => void} pick */
function arrivalGroup(scene, group, picked, pick) {
  const { names, game } = scene;
  const when = group.due
    ? canCome(game, group)
      ? 'now'
      : 'due'
    : (group.when ?? (group.turn === null ? 'not yet known' : `turn ${group.turn}`));
  const units = group.units.filter((id) => scene.position?.units.get(id)?.place === 'reserve');
  return h(
    'section',
    { class: group.due ? 'arrival arrival-due' : 'arrival' },
    h('h3', null, sideLabel(group.side, group.title), ' ', h('span', { class: 'chip' }, when)),
    h('p', { class: 'hint' }, group.words, group.chance ? h('b', null, ` ${group.chance}`) : null),
    h(
      'div',
      { class: 'unit-buttons' },
      units.map((id) => {
        const able = game.movable.includes(id);
        return h(
          'button',
          {
            type: 'button',
            class: 'unit-button',
            'aria-pressed': picked === id,
            'aria-disabled': !able,
            dataset: { focus: `arrival-${id}` },
            title: able ? 'Pick it, then point at a lit hex' : 'It cannot come on now; press to see why',
            on: { click: () => pick(id) },
          },
          scene.face(id),
          names.unit(id),
        );
      }),
    ),
    group.hexes.length === 0 ? null : h(
      'p',
      { class: 'arrival-places' },
      'At ',
      group.hexes.map((hex, index) => [
        index > 0 ? ', ' : '',
        h(
          'button',
          { type: 'button', class: 'plain-link', 'aria-label': `Show ${hex}`, on: { click: () => scene.goTo(hex) } },
          hex,
        ),
      ]),
    ),
  );
}
