/**
 * The panel while somebody must choose inside a combat or a move. It draws what `Choosing` holds.
 */

import { h } from '../dom.js';
import { sideAdjective } from '../words.js';
import { die, sideLabel } from './faces.js';

/**
 * @import { Child } from '../dom.js'
 * @import { Action, Side, UnitId } from '../types.js'
 * @import { Choosing } from './choosing.js'
 */

/**
 * The combat that waits: what was thrown, what it means, and what it was.
 * @param {{die: number | null, result: string, meaning: string, attack: string, decider: Side}} combat
 */
export function resultBox({ die: face, result, meaning, attack, decider }) {
  return h(
    'div',
    { class: 'fight-result' },
    face ? die(face) : null,
    h('p', null, h('b', null, result), ` ${meaning}`, h('br'), h('span', { class: 'hint' }, attack)),
    sideLabel(decider, `${sideAdjective(decider)} chooses`),
  );
}

/**
 * Everything in the panel: what waits, what is asked, and the choices of whoever decides.
 * @param {Choosing} choosing
 * @param {{result: Child, choices?: Child}} parts `choices`: instead of buttons for units and ways
 */
export function choosingPanel(choosing, { result, choices }) {
  const { pending, scene } = choosing;
  if (!pending) return [];
  if (choosing.isPassed) return [result];
  return [
    result,
    h('p', { class: 'part-prompt' }, pending.words),
    scene.mine
      ? (choices ?? steps(choosing, pending.choices))
      : h('p', { class: 'hint' }, `This is the ${sideAdjective(pending.decider)} player's choice.`),
  ];
}

/** Units, and a button for each thing one may do. @param {Choosing} choosing @param {Action[]} actions */
function steps(choosing, actions) {
  const { scene } = choosing;
  const units = [...choosing.ways.keys()];
  const going = new Set([...choosing.ways.values()].flat().map(({ action }) => action));
  const plain = actions.filter((action) => !going.has(action));
  const chooser =
    units.length > 1
      ? h(
          'div',
          { class: 'unit-buttons', role: 'group', 'aria-label': 'Which unit' },
          units.map((id) => unitButton(choosing, id)),
        )
      : null;
  const found = choosing.unit === null ? [] : (choosing.ways.get(choosing.unit) ?? []);
  return [
    chooser,
    found.length > 0 ? h('p', { class: 'hint' }, 'Point at a lit hex, or choose here:') : null,
    h(
      'div',
      { class: 'fight-choices' },
      found.map(({ to, action }) => wayButton(choosing, to, action)),
      plain.map((action) =>
        h(
          'button',
          {
            type: 'button',
            class: 'button button-small',
            dataset: { focus: `plain-${choosing.label(action)}` },
            on: { click: () => void scene.act(action) },
          },
          choosing.label(action),
          action.decline ? h('kbd', { 'aria-hidden': 'true' }, 'd') : null,
        ),
      ),
    ),
  ];
}

/** @param {Choosing} choosing @param {UnitId} id */
function unitButton(choosing, id) {
  return h(
    'button',
    {
      type: 'button',
      class: 'unit-button',
      'aria-pressed': id === choosing.unit,
      dataset: { focus: `unit-${id}` },
      on: { click: () => choosing.pick(id) },
    },
    choosing.scene.face(id),
    choosing.scene.names.unit(id),
  );
}

/** @param {Choosing} choosing @param {string} to @param {Action} action */
function wayButton(choosing, to, action) {
  const { scene } = choosing;
  const light = () => scene.board.setLayer('pointed', [{ cell: to, kind: 'chosen' }]);
  const dark = () => scene.board.setLayer('pointed', []);
  return h(
    'button',
    {
      type: 'button',
      class: 'button button-small',
      dataset: { focus: `way-${choosing.label(action)}` },
      on: { click: () => void scene.act(action, { cell: to }), pointerenter: light, pointerleave: dark, focus: light, blur: dark },
    },
    `${choosing.verb}: ${choosing.label(action)}`,
  );
}
