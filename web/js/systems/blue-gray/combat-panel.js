/**
 * The panel of the combat phase: the planned attack with its arithmetic, the six faces and the throw,
 * above the list of what is still to be fought. It draws what `Combat` holds and passes on what is pressed.
 */

import { h } from '../../dom.js';
import { count } from '../../words.js';
import { odds as oddsWords, resultWords } from './names.js';
import { gainer } from './planner.js';
import { dutiesList } from '../../parts/duties-panel.js';
import { cannotJoin, forceList, forceRow, outcomes, planSection, sums } from '../../parts/plan-panel.js';

/**
 * @import { OddsTable } from './types.js'
 * @import { Combat } from './combat.js'
 * @import { Child } from '../../dom.js'
 */

/** What the duties of this game are called. */
const WORDS = { must: 'Must be attacked', owing: 'Must attack', may: 'May be bombarded' };

/** Everything in the panel. @param {Combat} combat @returns {Child[]} */
export function combatPanel(combat) {
  return [combat.plan.targets.length > 0 ? plan(combat) : prompt(combat), dutiesList(combat, WORDS)];
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
  const { odds } = combat;
  return planSection(combat, {
    arithmetic: odds?.legal ? arithmetic(combat, odds) : null,
    outcome: odds?.legal ? outcomes(odds.faces, { gainer, words: resultWords }) : null,
    forces: forces(combat),
  });
}

/** Attackers and guns, each to be taken in or left out. @param {Combat} combat */
function forces(combat) {
  const { scene, plan, answer } = combat;
  if (!answer) return null;
  const attackers = answer.attackers.map(({ hex, units, strength, must }) =>
    forceRow({
      focus: `attacker-${hex}`,
      on: plan.attackers.includes(hex),
      toggle: () => combat.toggleAttacker(hex),
      name: scene.names.units(units),
      note: [`from ${hex}`, must ? h('em', { class: 'fight-must' }, 'must attack') : null],
      strength,
    }),
  );
  const joining = answer.guns.filter(({ unit, legal }) => legal || plan.guns.includes(unit));
  const silent = answer.guns.filter((gun) => !joining.includes(gun));
  const guns = joining.map(({ unit, hex, strength }) =>
    forceRow({
      focus: `gun-${unit}`,
      on: plan.guns.includes(unit),
      toggle: () => combat.toggleGun(unit),
      name: scene.names.unit(unit),
      note: [`bombards from ${hex}`],
      strength,
    }),
  );
  return [
    forceList('Adjacent attackers', attackers),
    forceList('Bombarding guns', guns),
    cannotJoin(combat, `${count(silent.length, 'gun')} in range cannot join`, silent),
  ];
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
    { class: 'fight-odds' },
    sums(
      odds.attack,
      odds.defence,
      h(
        'span',
        { class: 'fight-column', role: 'group', 'aria-label': 'Column of the Combat Results Table' },
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
    h('p', { class: 'fight-terms' }, 'Defence: ', terms, plan.column === null ? null : ' A lower column is announced.'),
  );
}
