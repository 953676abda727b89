/**
 * The panel of orders for many units, and of who could still do something. It draws what `GroupOrders` and `Todo` hold.
 */

import { h } from '../../dom.js';
import { count } from '../../words.js';
import { ORDER_WORDS } from './group.js';
import { actionWords } from './hint.js';
import { compass } from './unit-panel.js';

/**
 * @import { Child } from '../../dom.js'
 * @import { Operations } from './operations.js'
 * @import { Todo } from './todo.js'
 */

/** The orders that are worked out at once, by level. @type {readonly (readonly [import('./group.js').Order, string[]])[]} */
const PLAIN = [
  ['fire', ['basic', 'intermediate', 'advanced']],
  ['march', ['intermediate', 'advanced']],
  ['fight', ['intermediate', 'advanced']],
  ['force_march', ['intermediate', 'advanced']],
  ['fortify', ['advanced']],
];

/** @param {Operations} operations @returns {Child[]} */
export function groupPanel({ group, grand }) {
  const { level } = grand.sheet;
  if (group.units.length === 0) {
    return [h('p', { class: 'part-prompt', role: 'status' }, 'Point at one corner of the rectangle, then at the opposite one.'), cancelButton(group, 'Never mind')];
  }
  return [
    h('header', { class: 'gt-unit-head' }, h('div', null, h('h3', null, group.title), h('p', { class: 'hint' }, count(group.units.length, 'unit'))),
      h('button', { type: 'button', class: 'fight-drop', 'aria-label': 'Let go of them', title: 'Let go (Esc)', dataset: { focus: 'drop-group' }, on: { click: () => group.cancel() } }, '×')),
    group.plan ? planPart(group, grand) : group.waiting ? h('p', { class: 'part-prompt', role: 'status' }, 'Point at the square to march to.') : null,
    group.once ? null : h('div', { class: 'gt-deeds' },
      /** @type {const} */ (['line', 'column']).map((how) => h('button', { type: 'button', class: 'button button-small', 'aria-pressed': group.waiting === how, dataset: { focus: `order-${how}` }, title: how === 'line' ? 'Each keeps its place beside the others' : 'All towards the same square, by the best way', on: { click: () => group.march(how) } }, `${ORDER_WORDS[how]} to…`)),
      PLAIN.filter(([, levels]) => levels.includes(level)).map(([order]) => h('button', { type: 'button', class: 'button button-small', dataset: { focus: `order-${order}` }, on: { click: () => void group.work({ order }) } }, ORDER_WORDS[order])),
      group.last ? h('button', { type: 'button', class: 'button button-small', dataset: { focus: 'order-repeat' }, on: { click: () => group.repeat() } }, `Again: ${group.words(group.last)}`, h('kbd', { 'aria-hidden': 'true' }, 'G')) : null),
    group.once || level === 'basic' ? null : h('div', { class: 'gt-orders' }, h('span', { class: 'hint' }, 'Face them all'), compass(null, (dir) => void group.work({ order: 'face', dir }))),
  ];
}

/** @param {import('./group.js').GroupOrders} group @param {string} label */
function cancelButton(group, label) {
  return h('button', { type: 'button', class: 'button button-small', dataset: { focus: 'group-cancel' }, on: { click: () => group.cancel() } }, label);
}

/** What would be done, listed. @param {import('./group.js').GroupOrders} group @param {import('./scene.js').Scene} scene */
function planPart(group, scene) {
  const { plan } = group;
  if (!plan) return null;
  const { actions, left_out: leftOut } = plan.answer;
  return h('section', { class: 'gt-plan', 'aria-label': 'What would be done' },
    h('h3', { class: 'part-heading' }, group.words(plan.wish)),
    actions.length === 0 ? h('p', null, 'Nobody would do anything.') : h('ol', { class: 'gt-plan-list' }, actions.map(({ action, cost }) => h('li', null, actionWords(action, scene.names), cost ? h('span', { class: 'hint' }, ` ${count(cost, 'point')}`) : null))),
    leftOut.length > 0 ? h('details', { class: 'fight-silent' }, h('summary', null, `${count(leftOut.length, 'unit')} left out`),
      h('ul', null, leftOut.map(({ unit, refusal }) => h('li', null, h('b', null, scene.names.unit(unit)), refusal ? `: ${refusal.reason}` : ': nothing to do')))) : null,
    h('div', { class: 'gt-deeds' },
      actions.length > 0 ? h('button', { type: 'button', class: 'button button-primary', disabled: group.busy, dataset: { focus: 'group-confirm' }, on: { click: () => void group.confirm() } }, `Give ${actions.length === 1 ? 'this order' : `these ${actions.length} orders`}`, h('kbd', { 'aria-hidden': 'true' }, 'Enter')) : null,
      cancelButton(group, actions.length > 0 ? 'Cancel' : 'All right')));
}

/** What can be told to nobody in particular: who could still do something, and how many are chosen together. @param {Operations} operations @param {Todo} todo @returns {Child[]} */
export function idlePanel({ group, grand, column }, todo) {
  void column;
  if (!grand.mine) return [h('p', { class: 'hint' }, grand.view.decision.words)];
  return [
    h('p', { class: 'part-prompt' }, 'Pick a unit: where it can go and whom it can hit is lit.'),
    h('div', { class: 'gt-deeds' },
      h('button', { type: 'button', class: 'button button-small', dataset: { focus: 'rectangle' }, on: { click: () => group.takeRectangle() } }, 'Choose by rectangle'),
      h('button', { type: 'button', class: 'button button-small', dataset: { focus: 'all-fire' }, title: 'Works out the best fire plot of every unit that has a target; nothing happens before you confirm it', on: { click: () => todo.fireForAll(group) } }, 'Plot fire for all')),
    todoPart(todo),
  ];
}

/** Who could still do something worth doing. @param {Todo} todo */
function todoPart(todo) {
  const { scene, units, kinds, filter } = todo;
  if (units.length === 0) return h('p', { class: 'hint' }, 'Nobody has anything left to do.');
  const shown = todo.shown;
  return h('section', { 'aria-label': 'Could still do something' },
    h('h3', { class: 'part-heading' }, 'Could still do something'),
    h('div', { class: 'gt-chips', role: 'group', 'aria-label': 'Show only' }, kinds.map(({ kind, words, number }) => h('button', { type: 'button', class: 'chip gt-chip', 'aria-pressed': filter === kind, dataset: { focus: `todo-${kind}` }, on: { click: () => todo.only(filter === kind ? null : kind) } }, `${words} ${number}`))),
    h('ul', { class: 'gt-todo' }, shown.slice(0, 60).map(({ unit, why }) => h('li', null,
      h('button', { type: 'button', class: 'oob-unit', dataset: { focus: `todo-${unit}` }, on: { click: () => todo.go(unit) } },
        scene.face(unit), h('span', { class: 'oob-name' }, scene.names.unit(unit)), h('span', { class: 'oob-where' }, why.map((word) => todo.words(word)).join(', ')))))),
    shown.length > 60 ? h('p', { class: 'hint' }, `And ${shown.length - 60} more.`) : null);
}
