/**
 * What every planner's panel is made of: the plan's head, forces to be taken in or left out, those who cannot join and
 * why, the six faces, and the throw. It draws what `Planning` holds and passes on what is pressed.
 */

import { h } from '../dom.js';
import { die } from './faces.js';
import { ruleButton } from './note.js';

/**
 * @import { Child } from '../dom.js'
 * @import { Refusal, UnitId } from '../types.js'
 * @import { Planning } from './planning.js'
 */

/** What one face would do. @typedef {{die: number, result: string, words: string}} Face */
/** How a table reads results: who gains by one, and what it means. @typedef {{gainer: (result: string) => 'attacker' | 'defender' | 'both', words: (result: string) => string}} Results */

/**
 * The planned attack: its head, why it is not allowed or what it would do, who takes part, and the throw.
 * @param {Planning<any, any>} planning
 * @param {{arithmetic: Child, outcome: Child, forces: Child, more?: Child}} parts
 */
export function planSection(planning, { arithmetic, outcome, forces, more }) {
  const { scene, odds, widened, plan: { targets } } = planning;
  return h(
    'section',
    { class: 'fight-plan', 'aria-label': 'Planned attack' },
    h(
      'header',
      { class: 'fight-plan-head' },
      h('h3', null, `${planning.deed} ${scene.names.places(targets)}`),
      h(
        'button',
        {
          type: 'button',
          class: 'fight-drop',
          'aria-label': 'Drop the plan',
          title: 'Drop the plan (Esc)',
          dataset: { focus: 'drop-plan' },
          on: { click: () => planning.cancel() },
        },
        '×',
      ),
    ),
    widened && targets.length > 1
      ? h('p', { class: 'hint' }, `${widened.reason} So they are planned together. `, ruleButton(scene.context, widened))
      : null,
    odds === null
      ? h('p', { class: 'hint' }, 'Working out the odds…')
      : odds.legal
        ? [arithmetic, outcome]
        : h('div', { class: 'refusal-box', role: 'alert' }, h('p', null, odds.reason), ruleButton(scene.context, odds)),
    forces,
    odds?.legal ? thrower(planning) : null,
    more ?? null,
  );
}

/** Forces to be taken in or left out, if there are any. @param {string} label @param {HTMLElement[]} rows */
export function forceList(label, rows) {
  return rows.length > 0 ? h('ul', { class: 'fight-forces', 'aria-label': label }, rows) : null;
}

/**
 * Somebody who can be taken in or left out.
 * @param {{focus: string, on: boolean, toggle: () => void, name: Child, note: Child[], strength: Child, face?: Node | null}} force
 */
export function forceRow({ focus, on, toggle, name, note, strength, face = null }) {
  return h(
    'li',
    null,
    h(
      'label',
      { class: 'fight-force' },
      h('input', { type: 'checkbox', checked: on, dataset: { focus }, on: { change: toggle } }),
      face,
      h('span', { class: 'fight-force-name' }, name, h('span', { class: 'fight-force-note' }, ...note)),
      h('span', { class: 'fight-force-strength', title: 'strength' }, strength),
    ),
  );
}

/**
 * Those who cannot join, and why.
 * @param {Planning<any, any>} planning
 * @param {string} summary
 * @param {{unit: UnitId, refusal: Refusal | null}[]} units
 */
export function cannotJoin({ scene }, summary, units) {
  if (units.length === 0) return null;
  return h(
    'details',
    { class: 'fight-silent' },
    h('summary', { dataset: { focus: 'silent' } }, summary),
    h(
      'ul',
      null,
      units.map(({ unit, refusal }) => {
        const name = scene.names.unit(unit);
        const reason = refusal?.reason ?? '';
        // A reason that begins with the name need not have it twice.
        const rest = reason.startsWith(`${name} `) ? reason.slice(name.length) : ` ${reason}`;
        return h('li', null, h('b', null, name), rest, ' ', refusal ? ruleButton(scene.context, refusal) : null);
      }),
    ),
  );
}

/** The strengths against each other, with the column or what chooses it. @param {Child} attack @param {Child} defence @param {Child} column */
export function sums(attack, defence, column) {
  return h(
    'div',
    { class: 'fight-sum' },
    h('span', { class: 'fight-figure' }, attack),
    h('span', { class: 'fight-against' }, 'against'),
    h('span', { class: 'fight-figure' }, defence),
    column,
  );
}

/** The six faces: a bar, and in words what each would do. @param {Face[]} faces @param {Results} results */
export function outcomes(faces, { gainer, words: meaning }) {
  const bar = faces.map(({ die: face, result }) =>
    h(
      'span',
      { class: `fight-face fight-face-${gainer(result)}`, title: `${face}: ${meaning(result)}` },
      h('span', { class: 'fight-face-die' }, face),
      h('span', { class: 'fight-face-result' }, result),
    ),
  );
  const fates = groupedFaces(faces).map(({ dice, result, words }) =>
    h(
      'li',
      { class: `fight-fate fight-fate-${gainer(result)}` },
      h('b', { class: 'fight-fate-dice' }, `On ${facesText(dice)}`),
      h('span', null, h('abbr', { title: meaning(result) }, result), ` ${words}`),
    ),
  );
  return [
    h('div', { class: 'fight-faces', 'aria-hidden': 'true' }, bar),
    h('ul', { class: 'fight-fates', 'aria-label': 'What each face of the die would do' }, fates),
  ];
}

/** What the attack would leave to the others, before the die. @param {Planning<any, any>} planning */
function warnings(planning) {
  const found = planning.warnings;
  if (found.length === 0) return null;
  return h('div', { class: 'fight-warning', role: 'status' }, found.map(({ warning }) => h('p', null, warning)));
}

/** The throw, and on a study table its face. @param {Planning<any, any>} planning */
export function thrower(planning) {
  if (!planning.scene.mine) return null;
  const picker = planning.scene.view.dice === 'by_hand' ? dieChoice(planning.face, (face) => planning.setFace(face)) : null;
  // The button stays in sight while the panel is scrolled; the faces with it, or it would lie over them.
  return h(
    'div',
    { class: 'fight-thrower' },
    warnings(planning),
    picker,
    h(
      'button',
      {
        type: 'button',
        class: 'button button-primary fight-throw',
        disabled: planning.throwing,
        dataset: { focus: 'throw' },
        on: { click: () => void planning.throw() },
      },
      planning.throwing ? 'The die is thrown…' : 'Throw the die',
      h('kbd', { 'aria-hidden': 'true' }, 'f'),
    ),
  );
}

/** Which face a study table shall throw. @param {number | null} chosen @param {(face: number | null) => void} choose */
export function dieChoice(chosen, choose) {
  return h(
    'fieldset',
    { class: 'die-choice' },
    h('legend', null, 'The die'),
    [null, 1, 2, 3, 4, 5, 6].map((face) =>
      h(
        'label',
        null,
        h('input', {
          type: 'radio',
          name: 'fight-face',
          checked: chosen === face,
          dataset: { focus: `face-${face ?? 'chance'}` },
          on: { change: () => choose(face) },
        }),
        face === null ? 'chance' : die(face),
      ),
    ),
  );
}

/**
 * The faces that do the same thing, together: `[{dice: [1, 2], result: 'Dr', words}]`.
 * @param {Face[]} faces
 */
export function groupedFaces(faces) {
  /** @type {{dice: number[], result: string, words: string}[]} */
  const groups = [];
  for (const { die: face, result, words } of faces) {
    const same = groups.find((group) => group.result === result && group.words === words);
    if (same) same.dice.push(face);
    else groups.push({ dice: [face], result, words });
  }
  return groups;
}

/** "1 to 3", "1 and 4", "6". @param {readonly number[]} dice */
export function facesText(dice) {
  const run = dice.length > 2 && dice.every((face, index) => index === 0 || face === dice[index - 1] + 1);
  if (run) return `${dice[0]} to ${dice[dice.length - 1]}`;
  if (dice.length < 2) return dice.join('');
  return `${dice.slice(0, -1).join(', ')} and ${dice[dice.length - 1]}`;
}
