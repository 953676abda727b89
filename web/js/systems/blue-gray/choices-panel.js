/**
 * The panel while somebody must choose inside a combat. It draws what `Choices` holds.
 */

import { h } from '../../dom.js';
import { count, sideAdjective } from '../../words.js';
import { odds, resultWords } from './names.js';
import { payers } from './model.js';
import { die, sideLabel } from '../../parts/faces.js';

/**
 * @import { Pending } from './types.js'
 * @import { Choices } from './choices.js'
 */

/** Everything in the panel. @param {Choices} choices */
export function choicesPanel(choices) {
  const { pending, scene } = choices;
  if (!pending) return [];
  if (choices.isPassed) return [result(pending, choices)];
  return [
    result(pending, choices),
    h('p', { class: 'part-prompt' }, pending.words),
    !scene.mine
      ? h('p', { class: 'hint' }, `This is the ${sideAdjective(pending.decider)} player's choice.`)
      : pending.step === 'losses'
        ? losses(choices, pending)
        : steps(choices, pending),
  ];
}

/** The combat that waits. @param {Pending} pending @param {Choices} choices */
function result(pending, { scene }) {
  const { attack, die: face, result: outcome } = pending;
  if (!attack || !outcome) return null;
  return h(
    'div',
    { class: 'bg-result' },
    face ? die(face) : null,
    h(
      'p',
      null,
      h('b', null, outcome),
      ` ${resultWords(outcome)}`,
      h('br'),
      h(
        'span',
        { class: 'hint' },
        `Attack on ${scene.names.places(attack.defenders)}${attack.column ? ` at ${odds(attack.column)}` : ''}`,
      ),
    ),
    sideLabel(pending.decider, `${sideAdjective(pending.decider)} chooses`),
  );
}

/** Units, and a button for each thing one may do. @param {Choices} choices @param {Pending} pending */
function steps(choices, pending) {
  const { scene } = choices;
  const units = [...choices.ways.keys()];
  const plain = pending.choices.filter((action) => !action.retreat && !action.advance);
  const chooser =
    units.length > 1
      ? h(
          'div',
          { class: 'unit-buttons', role: 'group', 'aria-label': 'Which unit' },
          units.map((id) =>
            h(
              'button',
              {
                type: 'button',
                class: 'unit-button',
                'aria-pressed': id === choices.unit,
                dataset: { focus: `unit-${id}` },
                on: { click: () => choices.pick(id) },
              },
              scene.face(id),
              scene.names.unit(id),
            ),
          ),
        )
      : null;
  const ways = choices.unit === null ? [] : (choices.ways.get(choices.unit) ?? []);
  return [
    chooser,
    ways.length > 0 ? h('p', { class: 'hint' }, 'Point at a lit hex, or choose here:') : null,
    h(
      'div',
      { class: 'bg-choices' },
      ways.map(({ to, action }) =>
        h(
          'button',
          {
            type: 'button',
            class: 'button button-small',
            dataset: { focus: `way-${choices.label(action)}` },
            on: {
              click: () => void scene.act(action, { cell: to }),
              pointerenter: () => scene.board.setLayer('pointed', [{ cell: to, kind: 'chosen' }]),
              pointerleave: () => scene.board.setLayer('pointed', []),
              focus: () => scene.board.setLayer('pointed', [{ cell: to, kind: 'chosen' }]),
              blur: () => scene.board.setLayer('pointed', []),
            },
          },
          `${choices.verb}: ${choices.label(action)}`,
        ),
      ),
      plain.map((action) =>
        h(
          'button',
          {
            type: 'button',
            class: 'button button-small',
            dataset: { focus: `plain-${choices.label(action)}` },
            on: { click: () => void scene.act(action) },
          },
          choices.label(action),
          action.decline ? h('kbd', { 'aria-hidden': 'true' }, 'd') : null,
        ),
      ),
    ),
  ];
}

/** Who pays for an exchange, with the running total. @param {Choices} choices @param {Pending} pending */
function losses(choices, pending) {
  const { scene, paying, total, bill } = choices;
  const boxes = payers(pending).map((id) =>
    h(
      'li',
      null,
      h(
        'label',
        { class: 'bg-force' },
        h('input', {
          type: 'checkbox',
          checked: paying.includes(id),
          dataset: { focus: `pays-${id}` },
          on: { change: () => choices.togglePayer(id) },
        }),
        scene.face(id),
        h('span', { class: 'bg-force-name' }, scene.names.unit(id)),
        h('span', { class: 'bg-force-strength' }, scene.names.strength(id)),
      ),
    ),
  );
  return [
    h('ul', { class: 'bg-forces', 'aria-label': 'Who pays' }, boxes),
    h(
      'p',
      { class: 'bg-total', role: 'status' },
      `${count(total, 'strength point')} given up. `,
      bill
        ? 'That pays for the exchange.'
        : paying.length === 0
          ? 'Choose who is lost.'
          : 'That is not a way to pay: too little, or more units than needed.',
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'button button-primary',
        disabled: !bill,
        dataset: { focus: 'pay' },
        on: {
          click: () => {
            if (bill) void scene.act(bill);
          },
        },
      },
      'Give these up',
      h('kbd', { 'aria-hidden': 'true' }, 'f'),
    ),
  ];
}
