/**
 * The panel of orders: the corps to be named, the units that may rally, the planned bombardment or assault with its
 * arithmetic, the six faces and the throw, above the list of what is still to be fought.
 */

import { h } from '../../dom.js';
import { dutiesList } from '../../parts/duties-panel.js';
import { ruleButton } from '../../parts/note.js';
import { cannotJoin, dieChoice, forceList, forceRow, outcomes, planSection, sums } from '../../parts/plan-panel.js';
import { count } from '../../words.js';
import { chanceWords, corpsList, gainer, halves, odds as oddsWords, resultWords } from './names.js';

/**
 * @import { Child } from '../../dom.js'
 * @import { Assault } from './assault.js'
 * @import { Bombardment } from './bombardment.js'
 * @import { Naming } from './activation.js'
 * @import { Rally } from './rally.js'
 * @import { CorpsAnswer, OddsTable, Term } from './types.js'
 */

// ---- activation --------------------------------------------------------------------------------

/** The corps, what each could do, and the button that names them. @param {Naming} naming @returns {Child[]} */
export function namingPanel(naming) {
  const { scene, corps, most } = naming;
  return [
    h('p', { class: 'part-prompt' }, `Name up to ${most} corps. Only these and the cavalry act in this turn.`),
    h('ul', { class: 'br-corps', 'aria-label': 'Corps' }, corps.map((one) => corpsRow(naming, one))),
    scene.mine ? nameButton(naming) : null,
  ];
}

/** Once something is chosen it stays in sight; to name nobody is rarely meant. @param {Naming} naming */
function nameButton(naming) {
  const none = naming.chosen.length === 0;
  return h('div', { class: none ? null : 'fight-thrower' },
    h('button', { type: 'button', class: none ? 'button' : 'button button-primary fight-throw', dataset: { focus: 'name-corps' }, on: { click: () => void naming.name() } },
      none ? 'Name no corps' : [`Name ${corpsList(naming.action().activate.corps)}`, h('kbd', { 'aria-hidden': 'true' }, 'f')]));
}

/** @param {Naming} naming @param {{corps: string, refusal: import('../../types.js').Refusal | null}} one */
function corpsRow(naming, { corps, refusal }) {
  const { scene, chosen, outlook, seen } = naming;
  const on = chosen.includes(corps);
  const known = outlook.get(corps);
  return h(
    'li',
    { class: `br-corps-row${on ? ' br-named' : ''}${seen === corps ? ' br-seen' : ''}` },
    h(
      'button',
      {
        type: 'button',
        class: 'br-corps-button',
        'aria-pressed': on,
        'aria-disabled': !scene.mine || refusal !== null,
        dataset: { focus: `corps-${corps}`, corps },
        on: { click: () => naming.toggle(corps) },
      },
      h('b', { class: 'br-corps-name' }, corps),
      h('span', { class: 'br-corps-words' }, refusal ? refusal.reason : outlookWords(known)),
    ),
    refusal ? ruleButton(scene.context, refusal) : findButton(naming, corps),
  );
}

/** @param {Naming} naming @param {string} corps */
function findButton(naming, corps) {
  return h('button', {
    type: 'button', class: 'button button-small', 'aria-label': `Show ${corps} Corps on the map`, dataset: { focus: `find-${corps}` },
    on: { click: () => naming.find(corps), pointerleave: () => naming.unfind(), blur: () => naming.unfind() },
  }, 'Show');
}

/** What a corps could do, in a few words. @param {CorpsAnswer | undefined} known */
export function outlookWords(known) {
  if (!known) return '…';
  const parts = [`${count(known.units.length, 'unit')}, strength ${known.strength}`];
  if (known.rally.length > 0) parts.push(`${known.rally.length} may rally`);
  if (known.move.length < known.units.length) parts.push(`${known.move.length} can move`);
  if (known.bombard.length > 0) parts.push(`guns in range: ${known.bombard.length}`);
  if (known.must_assault.length > 0) parts.push(`in contact with ${known.must_assault.join(', ')}`);
  return parts.join('; ');
}

// ---- rally -------------------------------------------------------------------------------------

/** Who may rally, with a throw for each. @param {Rally} rally @returns {Child[]} */
export function rallyPanel(rally) {
  const { scene, able, chance, unit } = rally;
  if (able.length === 0) return [h('p', { class: 'part-prompt' }, 'Nobody can rally. The phase can be ended.')];
  return [
    h('p', { class: 'part-prompt' }, `Throw ${chanceWords(chance)}, and the unit has both steps again. Either way it does nothing else this turn.`),
    scene.mine && scene.view.dice === 'by_hand' ? dieChoice(rally.face, (face) => rally.setFace(face)) : null,
    h('ul', { class: 'fight-targets', 'aria-label': 'May try to rally' }, able.map((id) => {
      const cell = scene.position?.cellOf(id) ?? '';
      return h('li', { class: id === unit ? 'fight-target fight-planned' : 'fight-target' },
        h('button', { type: 'button', class: 'plain-link br-unit', dataset: { focus: `show-${id}` }, on: { click: () => { scene.goTo(cell); rally.show(id); } } },
          scene.face(id), h('span', null, h('b', null, scene.names.unit(id)), ` ${cell}`)),
        scene.mine
          ? h('button', { type: 'button', class: 'button button-small', dataset: { focus: `rally-${id}` }, 'aria-label': `Throw to rally ${scene.names.unit(id)}`, on: { click: () => void rally.try(id) } }, 'Throw')
          : null);
    })),
  ];
}

// ---- bombardment -------------------------------------------------------------------------------

/** The planned bombardment, and what guns reach. @param {Bombardment} fire @returns {Child[]} */
export function bombardmentPanel(fire) {
  const planned = fire.plan.targets.length > 0;
  return [planned ? firePlan(fire) : firePrompt(fire), dutiesList(fire, { must: '', owing: '', may: 'Can be bombarded' })];
}

/** @param {Bombardment} fire */
function firePrompt({ targets, ready }) {
  const words = targets.length === 0
    ? ready.length === 0 ? 'Every gun has fired or may not. The phase can be ended.' : 'No gun reaches anybody in the open. The phase can be ended.'
    : `${count(ready.length, 'unit')} of guns may fire. Point at a target on the map or in the list; or end the phase.`;
  return h('p', { class: 'part-prompt' }, words);
}

/** @param {Bombardment} fire */
function firePlan(fire) {
  const { scene, odds, answer, plan } = fire;
  const guns = answer?.guns ?? [];
  const rows = guns.filter(({ can }) => can).map(({ unit, hex, strength, distance, range, far }) => forceRow({
    focus: `gun-${unit}`,
    on: plan.guns.includes(unit),
    toggle: () => fire.toggle(unit),
    face: scene.face(unit),
    name: scene.names.unit(unit),
    note: [`${hex}, ${count(distance, 'hex', 'hexes')} away, range ${range}`, far ? h('em', null, 'far: die −1') : null],
    strength,
  }));
  const silent = guns.filter(({ can, unit }) => !can && fire.ready.includes(unit)).sort((a, b) => a.distance - b.distance);
  return planSection(fire, {
    arithmetic: odds?.legal ? arithmetic(fire, odds) : null,
    outcome: odds?.legal ? outcomes(odds.faces, { gainer: (result) => gainer(result, { guns: true }), words: (result) => resultWords(result, { guns: true }) }) : null,
    forces: [forceList('Guns that reach it', rows), cannotJoin(fire, `${count(silent.length, 'unit')} of guns cannot fire at it`, silent)],
  });
}

// ---- assault -----------------------------------------------------------------------------------

/** The planned assault, and what must and may be assaulted. @param {Assault} assault @returns {Child[]} */
export function assaultPanel(assault) {
  const planned = assault.plan.targets.length > 0;
  const words = { must: 'Must be assaulted', owing: 'Their zone obliges', may: 'May be assaulted' };
  return [planned ? assaultPlan(assault) : assaultPrompt(assault), dutiesList(assault, words)];
}

/** @param {Assault} assault */
function assaultPrompt({ targets, owed }) {
  const words = targets.length === 0
    ? 'Nobody is left to assault. The phase can be ended.'
    : owed.length > 0
      ? 'Point at a target on the map or in the list; with Shift, or +, several together.'
      : 'No assault is owed. Others may be assaulted, or end the phase.';
  return h('p', { class: 'part-prompt' }, words);
}

/** @param {Assault} assault */
function assaultPlan(assault) {
  const { scene, odds, answer, plan } = assault;
  const all = answer?.units ?? [];
  const supports = new Set((answer?.may_join ?? []).filter((unit) => !answer?.attackers.includes(unit)));
  const row = (/** @type {import('./types.js').TargetAnswer['units'][number]} */ { unit, hex, strength }) => forceRow({
    focus: `unit-${unit}`,
    on: plan.attackers.includes(unit),
    toggle: () => assault.toggle(unit),
    face: scene.face(unit),
    name: scene.names.unit(unit),
    note: [supports.has(unit) ? `supports from ${hex}` : `from ${hex}`, must(assault, unit)],
    strength,
  });
  const able = all.filter(({ can }) => can);
  const others = all.filter(({ can }) => !can);
  return planSection(assault, {
    arithmetic: odds?.legal ? arithmetic(assault, odds) : null,
    outcome: odds?.legal ? outcomes(odds.faces, { gainer, words: resultWords }) : null,
    forces: [
      forceList('Next to them', able.filter(({ unit }) => !supports.has(unit)).map(row)),
      forceList('Guns in support', able.filter(({ unit }) => supports.has(unit)).map(row)),
      cannotJoin(assault, `${count(others.length, 'unit')} near by cannot join`, others),
    ],
  });
}

/** @param {Assault} assault @param {string} unit */
function must({ scene }, unit) {
  const marked = scene.position?.units.get(unit)?.marks.includes('must assault');
  return marked ? h('em', { class: 'fight-must' }, 'obliged') : null;
}

// ---- both --------------------------------------------------------------------------------------

/** Strengths, column, and what every unit counts for. @param {Bombardment | Assault} planning @param {OddsTable} odds */
function arithmetic({ scene }, { attack_doubled: attack, defence_doubled: defence, column, terms, die_less: less }) {
  const told = (/** @type {Term[]} */ all) => all.map(({ unit, strength, doubled, why }, index) => [
    index > 0 ? ', ' : '',
    scene.names.unit(unit),
    ' ',
    h('b', null, halves(doubled)),
    why ? ` (${strength}, ${why})` : '',
  ]);
  return h(
    'div',
    { class: 'fight-odds' },
    sums(halves(attack), halves(defence), h('span', { class: 'fight-column br-column' }, oddsWords(column))),
    h('p', { class: 'fight-terms' }, 'Attack: ', told(terms.attack), '. Defence: ', told(terms.defence), '.'),
    less > 0 ? h('p', { class: 'fight-terms' }, `Guns five or more hexes away: the die counts ${less} less.`) : null,
  );
}
