/**
 * The panel while somebody must choose inside a combat of Blue & Gray. It draws what `Choices` holds.
 */

import { h } from '../../dom.js';
import { choosingPanel, resultBox } from '../../parts/choosing-panel.js';
import { count } from '../../words.js';
import { odds, resultWords } from './names.js';
import { payers } from './model.js';

/**
 * @import { Pending } from './types.js'
 * @import { Choices } from './choices.js'
 */

/** Everything in the panel. @param {Choices} choices */
export function choicesPanel(choices) {
  const pending = /** @type {Pending | null} */ (choices.pending);
  if (!pending) return [];
  return choosingPanel(choices, {
    result: result(pending, choices),
    choices: pending.step === 'losses' ? losses(choices, pending) : undefined,
  });
}

/** The combat that waits. @param {Pending} pending @param {Choices} choices */
function result({ attack, die, result: outcome, decider }, { scene }) {
  if (!attack || !outcome) return null;
  return resultBox({
    die,
    result: outcome,
    meaning: resultWords(outcome),
    attack: `Attack on ${scene.names.places(attack.defenders)}${attack.column ? ` at ${odds(attack.column)}` : ''}`,
    decider,
  });
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
        { class: 'fight-force' },
        h('input', {
          type: 'checkbox',
          checked: paying.includes(id),
          dataset: { focus: `pays-${id}` },
          on: { change: () => choices.togglePayer(id) },
        }),
        scene.face(id),
        h('span', { class: 'fight-force-name' }, scene.names.unit(id)),
        h('span', { class: 'fight-force-strength' }, scene.names.strength(id)),
      ),
    ),
  );
  return [
    h('ul', { class: 'fight-forces', 'aria-label': 'Who pays' }, boxes),
    h(
      'p',
      { class: 'fight-total', role: 'status' },
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
