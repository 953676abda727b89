/**
 * The panel of the combat phase: the planned attack with its arithmetic, the six faces and the throw,
 * above the list of what is still to be fought. It draws what `Combat` holds and passes on what is pressed.
 */

import { h } from '../../dom.js';
import { count } from '../../words.js';
import { odds as oddsWords, resultWords } from './names.js';
import { facesText, gainer, groupedFaces } from './planner.js';
import { ruleButton } from '../../parts/note.js';
import { die } from '../../parts/faces.js';
import { dutiesList } from './duties-panel.js';

/**
 * @import { OddsTable } from './types.js'
 * @import { Combat } from './combat.js'
 * @import { Child } from '../../dom.js'
 */

/** Everything in the panel. @param {Combat} combat @returns {Child[]} */
export function combatPanel(combat) {
  return [combat.plan.targets.length > 0 ? plan(combat) : prompt(combat), dutiesList(combat)];
}

/** @param {Combat} combat */
function prompt(combat) {
  const { must_be_attacked, must_attack, targets } = combat.duties;
  if (targets.length === 0) return h('p', { class: 'part-prompt' }, 'Nobody is left to attack. The phase can be ended.');
  const owing = must_be_attacked.length + must_attack.length > 0;
  return h(
    'p',
    { class: 'part-prompt' },
    owing ? 'Point at a target on the map or in the list.' : 'Every duty is done. Guns may still bombard, or end the phase.',
  );
}

/** @param {Combat} combat */
function plan(combat) {
  const {
    scene,
    plan: { targets },
    odds,
    widened,
  } = combat;
  return h(
    'section',
    { class: 'bg-plan', 'aria-label': 'Planned attack' },
    h(
      'header',
      { class: 'bg-plan-head' },
      h('h3', null, `Attack on ${scene.names.places(targets)}`),
      h(
        'button',
        {
          type: 'button',
          class: 'bg-drop',
          'aria-label': 'Drop the plan',
          title: 'Drop the plan (Esc)',
          dataset: { focus: 'drop-plan' },
          on: { click: () => combat.cancel() },
        },
        '×',
      ),
    ),
    widened && targets.length > 1
      ? h('p', { class: 'hint' }, `${widened.reason} So both are planned. `, ruleButton(scene.context, widened))
      : null,
    odds === null
      ? h('p', { class: 'hint' }, 'Working out the odds…')
      : odds.legal
        ? [arithmetic(combat, odds), outcome(odds)]
        : h('div', { class: 'refusal-box', role: 'alert' }, h('p', null, odds.reason), ruleButton(scene.context, odds)),
    forces(combat),
    odds?.legal ? thrower(combat) : null,
  );
}

/** Attackers and guns, each to be taken in or left out. @param {Combat} combat */
function forces(combat) {
  const { scene, plan, answer } = combat;
  if (!answer) return null;
  const attackers = answer.attackers.map(({ hex, units, strength, must }) =>
    row(
      `attacker-${hex}`,
      plan.attackers.includes(hex),
      () => combat.toggleAttacker(hex),
      scene.names.units(units),
      [`from ${hex}`, must ? h('em', { class: 'bg-must' }, 'must attack') : null],
      strength,
    ),
  );
  const joining = answer.guns.filter(({ unit, legal }) => legal || plan.guns.includes(unit));
  const silent = answer.guns.filter((gun) => !joining.includes(gun));
  const guns = joining.map(({ unit, hex, strength }) =>
    row(
      `gun-${unit}`,
      plan.guns.includes(unit),
      () => combat.toggleGun(unit),
      scene.names.unit(unit),
      [`bombards from ${hex}`],
      strength,
    ),
  );
  return [
    attackers.length > 0 ? h('ul', { class: 'bg-forces', 'aria-label': 'Adjacent attackers' }, attackers) : null,
    guns.length > 0 ? h('ul', { class: 'bg-forces', 'aria-label': 'Bombarding guns' }, guns) : null,
    silent.length > 0 ? silentGuns(combat, silent) : null,
  ];
}

/** Guns in range that cannot join, and why. @param {Combat} combat @param {import('./types.js').TargetAnswer['guns']} guns */
function silentGuns({ scene }, guns) {
  return h(
    'details',
    { class: 'bg-silent' },
    h('summary', { dataset: { focus: 'silent' } }, `${count(guns.length, 'gun')} in range cannot join`),
    h(
      'ul',
      null,
      guns.map(({ unit, refusal }) =>
        h(
          'li',
          null,
          h('b', null, scene.names.unit(unit)),
          ' ',
          refusal?.reason ?? '',
          ' ',
          refusal ? ruleButton(scene.context, refusal) : null,
        ),
      ),
    ),
  );
}

/**
 * @param {string} focus
 * @param {boolean} on
 * @param {() => void} toggle
 * @param {string} name
 * @param {Child[]} note
 * @param {number} strength
 */
function row(focus, on, toggle, name, note, strength) {
  return h(
    'li',
    null,
    h(
      'label',
      { class: 'bg-force' },
      h('input', { type: 'checkbox', checked: on, dataset: { focus }, on: { change: toggle } }),
      h('span', { class: 'bg-force-name' }, name, h('span', { class: 'bg-force-note' }, ...note)),
      h('span', { class: 'bg-force-strength', title: 'strength' }, strength),
    ),
  );
}

/** @param {Combat} combat @param {OddsTable} odds */
function arithmetic(combat, odds) {
  const { scene, plan } = combat;
  const terms = odds.terms.defence.map(({ unit, strength, multiplier, why }, index) => [
    index > 0 ? ', ' : '',
    scene.names.unit(unit),
    ' ',
    h('b', null, multiplier === 1 ? `${strength}` : `${strength} × ${multiplier}`),
    why ? ` (${why})` : '',
  ]);
  const at = odds.columns.indexOf(odds.column);
  return h(
    'div',
    { class: 'bg-odds' },
    h(
      'div',
      { class: 'bg-sum' },
      h('span', { class: 'bg-figure' }, odds.attack),
      h('span', { class: 'bg-against' }, 'against'),
      h('span', { class: 'bg-figure' }, odds.defence),
      h(
        'span',
        { class: 'bg-column', role: 'group', 'aria-label': 'Column of the Combat Results Table' },
        h(
          'button',
          {
            type: 'button',
            class: 'button button-small',
            disabled: at <= 0,
            'aria-label': 'Announce the next lower column',
            title: 'A lower column [',
            dataset: { focus: 'column-down' },
            on: { click: () => combat.stepColumn(-1) },
          },
          '−',
        ),
        h(
          'select',
          {
            'aria-label': 'Column',
            dataset: { focus: 'column' },
            value: odds.column,
            on: { change: (/** @type {any} */ event) => combat.setColumn(event.target.value) },
          },
          odds.columns.map((column) => h('option', { value: column }, oddsWords(column))),
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'button button-small',
            disabled: at >= odds.columns.length - 1,
            'aria-label': 'The next higher column',
            title: 'A higher column ]',
            dataset: { focus: 'column-up' },
            on: { click: () => combat.stepColumn(1) },
          },
          '+',
        ),
      ),
    ),
    h('p', { class: 'bg-terms' }, 'Defence: ', terms, plan.column === null ? null : ' A lower column is announced.'),
  );
}

/** The six faces: a bar, and in words what each would do. @param {OddsTable} odds */
function outcome(odds) {
  const bar = odds.faces.map(({ die: face, result }) =>
    h(
      'span',
      { class: `bg-face bg-face-${gainer(result)}`, title: `${face}: ${resultWords(result)}` },
      h('span', { class: 'bg-face-die' }, face),
      h('span', { class: 'bg-face-result' }, result),
    ),
  );
  const words = groupedFaces(odds.faces).map(({ dice, result, words }) =>
    h(
      'li',
      { class: `bg-fate bg-fate-${gainer(result)}` },
      h('b', { class: 'bg-fate-dice' }, `On ${facesText(dice)}`),
      h('span', null, h('abbr', { title: resultWords(result) }, result), ` ${words}`),
    ),
  );
  return [
    h('div', { class: 'bg-faces', 'aria-hidden': 'true' }, bar),
    h('ul', { class: 'bg-fates', 'aria-label': 'What each face of the die would do' }, words),
  ];
}

/** @param {Combat} combat */
function thrower(combat) {
  const { scene } = combat;
  if (!scene.mine) return null;
  const picker =
    scene.view.dice === 'by_hand'
      ? h(
          'fieldset',
          { class: 'die-choice' },
          h('legend', null, 'The die'),
          [null, 1, 2, 3, 4, 5, 6].map((face) =>
            h(
              'label',
              null,
              h('input', {
                type: 'radio',
                name: 'bg-face',
                checked: combat.face === face,
                dataset: { focus: `face-${face ?? 'chance'}` },
                on: { change: () => combat.setFace(face) },
              }),
              face === null ? 'chance' : die(face),
            ),
          ),
        )
      : null;
  // The button stays in sight while the panel is scrolled; the faces with it, or it would lie over them.
  return [
    h(
      'div',
      { class: 'bg-thrower' },
      picker,
      h(
        'button',
        {
          type: 'button',
          class: 'button button-primary bg-throw',
          disabled: combat.throwing,
          dataset: { focus: 'throw' },
          on: { click: () => void combat.throw() },
        },
        combat.throwing ? 'The die is thrown…' : 'Throw the die',
        h('kbd', { 'aria-hidden': 'true' }, 'f'),
      ),
    ),
  ];
}
