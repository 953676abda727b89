/**
 * Everything the manual's unit display shows of a unit, with what each number means, and the orders it can be given. It
 * draws what `Operations` holds and passes on what is pressed.
 */

import { h } from '../../dom.js';
import { ruleButton } from '../../parts/note.js';
import { capital, list } from '../../words.js';
import { DIRECTIONS } from './board.js';
import { corpsWords, directionWords, expected, markWords, weaponWords } from './names.js';
import { fireOdds, meleeOdds } from './odds-table.js';
import { deedLabel } from './operations.js';

/**
 * @import { Child } from '../../dom.js'
 * @import { UnitId } from '../../types.js'
 * @import { Operations } from './operations.js'
 * @import { Scene } from './scene.js'
 * @import { Deed, DeedName, GrandUnit, UnitFacts } from './types.js'
 */

/** A line of the display: its name, what it is, and what it means. @typedef {[name: string, value: Child, meaning: string]} Fact */

/** The numbers of a unit; what its level of the game does without is left out. @param {Scene} scene @param {GrandUnit} unit @param {UnitFacts} facts @returns {Fact[]} */
export function unitFacts(scene, unit, facts) {
  const guns = facts.arm === 'artillery';
  /** @type {(Fact | null)[]} */
  const all = [
    [guns ? 'Guns' : 'Men', `${scene.position?.strength(unit.id) ?? 0} of ${facts.strength}`, 'There is no other life: when they are gone, the unit is.'],
    ['Weapon', facts.weapon, `${capital(weaponWords(facts.weapon))}: reaching ${facts.range === 1 ? 'the next square' : `${facts.range} squares`}.`],
    ['Effectiveness', facts.effectiveness, 'How good it is, up to 99. It never changes.'],
    ['Fatigue', unit.fatigue ?? 0, 'How tired it is, 0 to 100. Each point costs a per cent of its fire; marching and losses raise it, a new turn lowers it.'],
    ['Morale', unit.morale ?? 0, 'Effectiveness less fatigue. When it falls low, the unit may rout.'],
    ['Points', unit.op ?? 0, 'Operation points: moving, fire and melee are paid with them, and with few left it shoots less.'],
    unit.facing ? ['Faces', capital(directionWords(unit.facing)), 'It sees and fires in the quarter before it; whoever comes from elsewhere flanks it.'] : null,
    unit.mode ? ['Formation', capital(unit.mode === 'normal' ? 'line' : unit.mode), 'In column, mounted and limbered units march fast and fight badly.'] : null,
    unit.fort === undefined ? null : ['Works', unit.fort, 'Levels of fortification, to 5: each takes a tenth off the fire that hits it.'],
    unit.ammo === undefined ? null : ['Ammunition', unit.ammo ? 'Yes' : h('b', { class: 'gt-bad' }, 'None'), 'Without it, it cannot fire; it may be resupplied at the beginning and in the middle of a turn.'],
    unit.in_command === undefined ? null : ['Command', unit.in_command ? 'In' : h('b', { class: 'gt-bad' }, 'Out'), 'Out of command it has half its points, and neither rallies nor gets ammunition.'],
    ['Active', unit.active === null ? 'Not known' : unit.active ? 'Yes' : 'No', 'Whether it may move, and advance after combat, in this turn.'],
    ['Fires at', unit.fire ?? 'nearest', 'The square it shoots at in combat, if it can; else the nearest enemy it sees.'],
    guns ? null : ['Charges', unit.melee ? 'Yes' : 'No', 'Whether it goes in hand to hand after the fire.'],
    guns || unit.advance === undefined ? null : ['Advances', unit.advance ? 'Yes' : 'No', 'Whether it takes the square when the enemy leaves it.'],
  ];
  return all.filter((fact) => fact !== null);
}

/** What is the matter with a unit, in words. @param {GrandUnit} unit */
export function states(unit) {
  return (unit.marks ?? []).filter((mark) => mark !== 'melee' && mark !== 'inactive').map(markWords);
}

/** The leaders with a unit: "Hooker (I Corps, +33 %)". @param {Scene} scene @param {UnitId} id */
export function leaderWords(scene, id) {
  return (scene.position?.leadersWith(id) ?? []).map(({ name, rank, commands, bonus }) =>
    `${name} (${rank === 'corps' ? corpsWords(commands) : rank}, +${bonus} %)`);
}

/** The panel of the picked unit, or of an enemy who is pointed at. @param {Operations} operations @param {UnitId} id @param {() => void} letGo @returns {Child[]} */
export function unitPanel(operations, id, letGo) {
  const { grand: scene } = operations;
  const unit = scene.position?.units.get(id);
  if (!unit) return [];
  const facts = scene.sheet.units[id];
  const own = scene.mine && facts.side === scene.own;
  return [
    h('header', { class: 'gt-unit-head' }, scene.face(id),
      h('div', null, h('h3', null, scene.names.unit(id)), h('p', { class: 'hint' }, [capital(scene.names.kind(id)), scene.names.command(id)].filter(Boolean).join(', '))),
      h('button', { type: 'button', class: 'fight-drop', 'aria-label': 'Let go of the unit', title: 'Let go (Esc)', dataset: { focus: 'drop-unit' }, on: { click: letGo } }, '×')),
    states(unit).length > 0 ? h('p', { class: 'gt-states' }, capital(list(states(unit)))) : null,
    own ? waitingLine(operations) : null,
    own ? targetList(operations) : null,
    own ? ordersPart(operations, unit) : null,
    own ? groupButtons(operations, id) : null,
    h('dl', { class: 'gt-facts' }, unitFacts(scene, unit, facts).map(([name, value, meaning]) => h('div', { title: meaning }, h('dt', null, name), h('dd', null, value)))),
    leaderWords(scene, id).length > 0 ? h('p', { class: 'gt-leaders', title: 'Leaders add their bonus to the fire and melee of the unit they are with.' }, 'With it: ', list(leaderWords(scene, id))) : null,
    own ? transfers(operations) : null,
    facts.note ? h('p', { class: 'hint' }, facts.note) : null,
  ];
}

/** @param {Operations} operations */
function waitingLine({ waiting, leader }) {
  const words = { face: 'Press 1 (north) to 8 (north-west), or a side of the compass.', fire: 'Point at the square to fire at.', leader: `Point at the unit that ${leader} is to go to.` };
  return waiting ? h('p', { class: 'part-prompt', role: 'status' }, words[waiting]) : null;
}

/** Whom it could hit, with what is expected, and the sums of the one that is pointed at. @param {Operations} operations */
function targetList(operations) {
  const { grand: scene, answer, targets, odds } = operations;
  if (!answer || answer.unit !== operations.unit) return h('p', { class: 'hint' }, '…');
  const fire = scene.position?.units.get(answer.unit)?.fire ?? null;
  return [
    answer.silent ? h('p', { class: 'refusal-box' }, answer.silent) : null,
    targets.length > 0 ? h('h4', { class: 'part-heading' }, 'Can fire at') : null,
    targets.length > 0
      ? h('ul', { class: 'gt-targets' }, targets.map((target) => h('li', { class: target.square === fire ? 'gt-plotted' : null },
          h('button', { type: 'button', class: 'plain-link', dataset: { focus: `target-${target.square}` }, title: 'Plot fire at it', on: { click: () => void operations.plot(target.square), pointerenter: () => operations.hover(target.square), focus: () => operations.hover(target.square) } },
            h('b', null, target.square), ' ', scene.names.units(target.units)),
          h('span', { class: 'gt-expected', title: `${target.casualties.min} to ${target.casualties.max} casualties` }, expected(target.casualties.mean)))))
      : null,
    odds?.fire ? fireOdds(scene, odds.fire, odds.may) : null,
    odds?.melee ? meleeOdds(scene, odds.melee) : null,
    odds && operations.chargeAt(odds.square)
      ? h('button', { type: 'button', class: 'button button-small', dataset: { focus: 'charge' }, on: { click: () => void operations.charge(odds.square) } }, `Charge ${odds.square}: fire, then melee`)
      : null,
  ];
}

/** The orders that need no square. @param {Operations} operations @param {GrandUnit} unit */
function ordersPart(operations, unit) {
  const deeds = /** @type {[DeedName, Deed][]} */ (Object.entries(operations.answer?.deeds ?? {}));
  if (operations.answer?.unit !== operations.unit) return null;
  return h('div', { class: 'gt-orders' },
    unit.facing ? compass(unit.facing, (dir) => operations.face(dir)) : null,
    h('div', { class: 'gt-deeds' }, deeds.filter(([name, { can }]) => name !== 'hold_fire' || can).map(([name, deed]) =>
      h('button', {
        type: 'button', class: 'button button-small', 'aria-disabled': !deed.can, title: deed.can ? null : (deed.refusal?.reason ?? null),
        dataset: { focus: `deed-${name}`, deed: name }, on: { click: () => operations.do(name) },
      }, deedLabel(name, deed), KEYS[name] ? h('kbd', { 'aria-hidden': 'true' }, KEYS[name]) : null))),
    operations.answer.refusal ? h('p', { class: 'hint' }, operations.answer.refusal.reason, ' ', ruleButton(operations.grand.context, operations.answer.refusal)) : null);
}

/** @type {Partial<Record<DeedName, string>>} */
const KEYS = { mode: 's', force_march: 'x', fortify: 'b', melee: 'm', advance: 'a' };

/** The eight directions, to be pressed. @param {number | null} facing @param {(dir: number) => void} face */
export function compass(facing, face) {
  const order = [8, 1, 2, 7, 0, 3, 6, 5, 4];
  return h('div', { class: 'gt-compass', role: 'group', 'aria-label': 'Face' }, order.map((dir) => (dir === 0 ? h('span', { class: 'gt-compass-middle', 'aria-hidden': 'true' }, '•')
    : h('button', { type: 'button', class: 'gt-way', 'aria-pressed': dir === facing, 'aria-label': `Face ${directionWords(dir)}`, title: `Face ${directionWords(dir)} (${dir})`, dataset: { focus: `way-${dir}`, way: DIRECTIONS[dir - 1] }, on: { click: () => face(dir) } }, '▲'))));
}

/** The leaders who may go elsewhere: by a press and a point, or dragged onto the map. @param {Operations} operations */
function transfers(operations) {
  return operations.transferable.map(({ name, transferred }) => h('button', {
    type: 'button', class: 'button button-small gt-leader', 'aria-disabled': transferred === true, dataset: { focus: `transfer-${name}` },
    title: transferred ? 'He has been transferred in this phase.' : 'Drag him to a unit of his command, or press and point at it',
    on: { click: () => operations.transfer(name), pointerdown: (/** @type {PointerEvent} */ down) => dragLeader(operations, name, down) },
  }, `★ Send ${name} to another unit`, h('kbd', { 'aria-hidden': 'true' }, 'l')));
}

/** So far a press may tremble and still be a press. */
const TREMBLE = 8;

/** A leader is dragged out of the panel: where he is let go, he goes. @param {Operations} operations @param {string} name @param {PointerEvent} down */
function dragLeader(operations, name, down) {
  const ghost = h('div', { class: 'gt-dragged', hidden: true }, `★ ${name}`);
  document.body.append(ghost);
  const { board } = operations.grand;
  const far = (/** @type {PointerEvent} */ event) => Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > TREMBLE;
  const move = (/** @type {PointerEvent} */ event) => {
    if (!far(event) && ghost.hidden) return;
    ghost.hidden = false;
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
  };
  const end = (/** @type {PointerEvent} */ event) => {
    document.removeEventListener('pointermove', move);
    ghost.remove();
    const cell = event.type === 'pointerup' && far(event) ? board.cellAt(event.clientX, event.clientY) : null;
    if (cell) operations.dropLeader(name, cell);
  };
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', end, { once: true });
  document.addEventListener('pointercancel', end, { once: true });
}

/** The formations that the unit belongs to, to be told something together. @param {Operations} operations @param {UnitId} id */
function groupButtons(operations, id) {
  const { group, grand } = operations;
  const facts = grand.sheet.units[id];
  const kinds = /** @type {const} */ (['brigade', 'division', 'corps']).filter((kind) => facts[kind] && group.formation(kind, id).length > 1);
  if (kinds.length === 0) return null;
  return h('p', { class: 'gt-group-buttons' }, h('span', { class: 'hint' }, 'Together: '), kinds.map((kind) =>
    h('button', { type: 'button', class: 'button button-small', dataset: { focus: `group-${kind}` }, on: { click: () => operations.together(kind) } }, capital(kind))));
}
