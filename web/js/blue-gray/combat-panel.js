/**
 * The panel of the combat phase: duties, the planned attack with its arithmetic, the six faces and
 * the throw. It draws what `Combat` holds and passes on what is pressed.
 */

import { h } from '../dom.js';
import { count } from '../words.js';
import { odds as oddsWords, resultWords } from './names.js';
import { facesText, gainer, groupedFaces } from './planner.js';
import { ruleButton } from './note.js';
import { die } from './face.js';

/**
 * @import { Hex, OddsTable } from '../types.js'
 * @import { Combat } from './combat.js'
 * @import { Child } from '../dom.js'
 */

/** Everything in the panel. @param {Combat} combat @returns {Child[]} */
export function combatPanel(combat) {
  return [combat.plan.targets.length > 0 ? plan(combat) : prompt(combat), duties(combat)];
}

/** @param {Combat} combat */
function prompt(combat) {
  const { must_be_attacked, must_attack, targets } = combat.duties;
  if (targets.length === 0) return h('p', { class: 'bg-prompt' }, 'Nobody is left to attack. The phase can be ended.');
  const owing = must_be_attacked.length + must_attack.length > 0;
  return h('p', { class: 'bg-prompt' }, owing
    ? 'Point at a target on the map or in the list.'
    : 'Every duty is done. Guns may still bombard, or end the phase.');
}

/** @param {Combat} combat */
function plan(combat) {
  const { scene, plan: { targets }, odds, widened } = combat;
  return h('section', { class: 'bg-plan', 'aria-label': 'Planned attack' },
    h('header', { class: 'bg-plan-head' },
      h('h3', null, `Attack on ${scene.names.places(targets)}`),
      h('button', { type: 'button', class: 'bg-drop', 'aria-label': 'Drop the plan', title: 'Drop the plan (Esc)', dataset: { focus: 'drop-plan' }, on: { click: () => combat.cancel() } }, '×')),
    widened && targets.length > 1 ? h('p', { class: 'hint' }, `${widened.reason} So both are planned. `, ruleButton(scene.context, widened)) : null,
    odds === null ? h('p', { class: 'hint' }, 'Working out the odds…')
      : odds.legal ? [arithmetic(combat, odds), outcome(odds)]
      : h('div', { class: 'bg-refusal', role: 'alert' }, h('p', null, odds.reason), ruleButton(scene.context, odds)),
    forces(combat),
    odds?.legal ? thrower(combat) : null);
}

/** Attackers and guns, each to be taken in or left out. @param {Combat} combat */
function forces(combat) {
  const { scene, plan, answer } = combat;
  if (!answer) return null;
  const attackers = answer.attackers.map(({ hex, units, strength, must }) =>
    row(`attacker-${hex}`, plan.attackers.includes(hex), () => combat.toggleAttacker(hex), scene.names.units(units),
      [`from ${hex}`, must ? h('em', { class: 'bg-must' }, 'must attack') : null], strength));
  const joining = answer.guns.filter(({ unit, legal }) => legal || plan.guns.includes(unit));
  const silent = answer.guns.filter((gun) => !joining.includes(gun));
  const guns = joining.map(({ unit, hex, strength }) =>
    row(`gun-${unit}`, plan.guns.includes(unit), () => combat.toggleGun(unit), scene.names.unit(unit), [`bombards from ${hex}`], strength));
  return [
    attackers.length > 0 ? h('ul', { class: 'bg-forces', 'aria-label': 'Adjacent attackers' }, attackers) : null,
    guns.length > 0 ? h('ul', { class: 'bg-forces', 'aria-label': 'Bombarding guns' }, guns) : null,
    silent.length > 0 ? silentGuns(combat, silent) : null,
  ];
}

/** Guns in range that cannot join, and why. @param {Combat} combat @param {import('../types.js').TargetAnswer['guns']} guns */
function silentGuns({ scene }, guns) {
  return h('details', { class: 'bg-silent' },
    h('summary', { dataset: { focus: 'silent' } }, `${count(guns.length, 'gun')} in range cannot join`),
    h('ul', null, guns.map(({ unit, refusal }) => h('li', null, h('b', null, scene.names.unit(unit)), ' ', refusal?.reason ?? '', ' ', refusal ? ruleButton(scene.context, refusal) : null))));
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
  return h('li', null, h('label', { class: 'bg-force' },
    h('input', { type: 'checkbox', checked: on, dataset: { focus }, on: { change: toggle } }),
    h('span', { class: 'bg-force-name' }, name, h('span', { class: 'bg-force-note' }, ...note)),
    h('span', { class: 'bg-force-strength', title: 'strength' }, strength)));
}

/** @param {Combat} combat @param {OddsTable} odds */
function arithmetic(combat, odds) {
  const { scene, plan } = combat;
  const terms = odds.terms.defence.map(({ unit, strength, multiplier, why }, index) => [
    index > 0 ? ', ' : '', scene.names.unit(unit), ' ',
    h('b', null, multiplier === 1 ? `${strength}` : `${strength} × ${multiplier}`), why ? ` (${why})` : '',
  ]);
  const at = odds.columns.indexOf(odds.column);
  return h('div', { class: 'bg-odds' },
    h('div', { class: 'bg-sum' },
      h('span', { class: 'bg-figure' }, odds.attack), h('span', { class: 'bg-against' }, 'against'), h('span', { class: 'bg-figure' }, odds.defence),
      h('span', { class: 'bg-column', role: 'group', 'aria-label': 'Column of the Combat Results Table' },
        h('button', { type: 'button', class: 'button button-small', disabled: at <= 0, 'aria-label': 'Announce the next lower column', title: 'A lower column [', dataset: { focus: 'column-down' }, on: { click: () => combat.stepColumn(-1) } }, '−'),
        h('select', { 'aria-label': 'Column', dataset: { focus: 'column' }, value: odds.column, on: { change: (/** @type {any} */ event) => combat.setColumn(event.target.value) } },
          odds.columns.map((column) => h('option', { value: column }, oddsWords(column)))),
        h('button', { type: 'button', class: 'button button-small', disabled: at >= odds.columns.length - 1, 'aria-label': 'The next higher column', title: 'A higher column ]', dataset: { focus: 'column-up' }, on: { click: () => combat.stepColumn(1) } }, '+'))),
    h('p', { class: 'bg-terms' }, 'Defence: ', terms, plan.column === null ? null : ' A lower column is announced.'));
}

/** The six faces: a bar, and in words what each would do. @param {OddsTable} odds */
function outcome(odds) {
  const bar = odds.faces.map(({ die: face, result }) =>
    h('span', { class: `bg-face bg-face-${gainer(result)}`, title: `${face}: ${resultWords(result)}` },
      h('span', { class: 'bg-face-die' }, face), h('span', { class: 'bg-face-result' }, result)));
  const words = groupedFaces(odds.faces).map(({ dice, result, words }) =>
    h('li', { class: `bg-fate bg-fate-${gainer(result)}` },
      h('b', { class: 'bg-fate-dice' }, `On ${facesText(dice)}`),
      h('span', null, h('abbr', { title: resultWords(result) }, result), ` ${words}`)));
  return [
    h('div', { class: 'bg-faces', 'aria-hidden': 'true' }, bar),
    h('ul', { class: 'bg-fates', 'aria-label': 'What each face of the die would do' }, words),
  ];
}

/** @param {Combat} combat */
function thrower(combat) {
  const { scene } = combat;
  if (!scene.mine) return null;
  const picker = scene.view.dice === 'by_hand'
    ? h('fieldset', { class: 'bg-die-choice' }, h('legend', null, 'The die'),
      [null, 1, 2, 3, 4, 5, 6].map((face) => h('label', null,
        h('input', { type: 'radio', name: 'bg-face', checked: combat.face === face, dataset: { focus: `face-${face ?? 'chance'}` }, on: { change: () => combat.setFace(face) } }),
        face === null ? 'chance' : [die(face), h('span', { class: 'visually-hidden' }, face)])))
    : null;
  return [picker, h('div', { class: 'bg-thrower' }, h('button', {
    type: 'button', class: 'button button-primary bg-throw', disabled: combat.throwing, dataset: { focus: 'throw' }, on: { click: () => void combat.throw() },
  }, combat.throwing ? 'The die is thrown…' : 'Throw the die', h('kbd', { 'aria-hidden': 'true' }, 'f')))];
}

/** What must and what may still be fought. @param {Combat} combat */
function duties(combat) {
  const { must_be_attacked, must_attack, targets } = combat.duties;
  const others = targets.filter((hex) => !must_be_attacked.includes(hex));
  return h('section', { class: 'bg-duties', 'aria-label': 'What can be attacked' },
    must_be_attacked.length > 0 ? [h('h3', null, `Must be attacked: ${count(must_be_attacked.length, 'hex', 'hexes')}`), targetList(combat, must_be_attacked)] : null,
    must_attack.length > 0 ? [h('h3', null, `Must attack: ${count(must_attack.length, 'hex', 'hexes')}`), ownList(combat, must_attack)] : null,
    others.length > 0 ? [h('h3', null, `May be bombarded: ${count(others.length, 'hex', 'hexes')}`), targetList(combat, others)] : null);
}

/** @param {Combat} combat @param {Hex[]} hexes */
function targetList(combat, hexes) {
  const { scene, plan } = combat;
  return h('ul', { class: 'bg-targets' }, hexes.map((hex) => {
    const planned = plan.targets.includes(hex);
    const who = scene.names.units(scene.position?.at(hex) ?? []);
    return h('li', { class: planned ? 'bg-target bg-planned' : 'bg-target' },
      h('button', {
        type: 'button', class: 'bg-link', 'aria-pressed': planned, dataset: { focus: `target-${hex}` },
        on: { click: () => { scene.look(hex); void combat.target([hex]); } },
      }, h('b', null, hex), ` ${who}`),
      plan.targets.length > 0 && !planned
        ? h('button', { type: 'button', class: 'button button-small', 'aria-label': `Add ${hex} to this attack`, title: 'Attack both together', dataset: { focus: `add-${hex}` }, on: { click: () => combat.toggleTarget(hex) } }, '+')
        : null,
      planned && plan.targets.length > 1
        ? h('button', { type: 'button', class: 'button button-small', 'aria-label': `Leave ${hex} out of this attack`, dataset: { focus: `add-${hex}` }, on: { click: () => combat.toggleTarget(hex) } }, '−')
        : null);
  }));
}

/** @param {Combat} combat @param {Hex[]} hexes */
function ownList(combat, hexes) {
  const { scene, plan } = combat;
  return h('ul', { class: 'bg-targets' }, hexes.map((hex) => h('li', { class: plan.attackers.includes(hex) ? 'bg-target bg-planned' : 'bg-target' },
    h('button', {
      type: 'button', class: 'bg-link', dataset: { focus: `own-${hex}` },
      on: { click: () => { scene.look(hex); if (!plan.attackers.includes(hex)) combat.cancel(); combat.hex({ hex, unit: null }); } },
    }, h('b', null, hex), ` ${scene.names.units(scene.position?.at(hex) ?? [])}`))));
}
