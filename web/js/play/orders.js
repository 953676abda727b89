// Standing orders: decisions that a player leaves to the server, so that a game by link does not stop at each of them.
// What can be left to them is the system's: its form comes with the sheet, and this draws it.

import { show, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { sideLabel } from './sides.js';

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').OrderChoice} OrderChoice
 * @typedef {import('../types.js').OrderItem} OrderItem
 * @typedef {import('../types.js').OrdersForm} OrdersForm
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').StandingOrders} StandingOrders
 */

/**
 * What of the map the dialog needs: whether there is a cell, the one under the cursor, which is proposed as a goal,
 * and what cells are called.
 * @typedef {{has: (cell: string) => boolean, cursor: string | null, word: string}} Cells
 */

/** The form of a game's standing orders; nothing where its system has none. @param {Pick<Table, 'sheet'>} table */
export function ordersForm({ sheet }) {
  return sheet.orders && sheet.orders.items.length > 0 ? sheet.orders : null;
}

/**
 * Opens the dialog for the sides played from this browser.
 * @param {Table} table @param {OrdersForm} form @param {Cells} cells
 */
export async function ordersDialog(table, form, cells) {
  const sides = table.seats.map((side) => sideForm(side, form, table.view.orders?.[side], cells));
  const answer = await show({
    title: form.title,
    className: 'dialog-orders',
    body: [h('p', { class: 'hint' }, form.words), sides.map(({ root }) => root)],
    choices: [{ value: 'no', label: 'Cancel', kind: 'quiet' }, { value: 'yes', label: 'Give these orders', kind: 'primary', ready: () => sides.every(({ check }) => check()) }],
  });
  if (answer !== 'yes') return;
  for (const { side, read } of sides) {
    const orders = read();
    if (JSON.stringify(orders) === JSON.stringify(readOrders(form, table.view.orders?.[side]))) continue;
    try {
      await table.setOrders(side, orders);
      toast(`${sideLabel(side)}: ${ordersWords(form, orders)}`);
    } catch {
      return;
    }
  }
}

/** Orders with every item in its place; what is not ordered is as usual. @param {OrdersForm} form @param {StandingOrders | undefined} orders @returns {StandingOrders} */
export function readOrders(form, orders) {
  return Object.fromEntries(form.items.map(({ key, choices }) => [key, orders?.[key] ?? choices[0].value]));
}

/** Which choice of an item is ordered, and for which cell. @param {OrderItem} item @param {StandingOrders[string]} order */
export function chosenIn({ choices }, order) {
  const [value, cell] = typeof order === 'object' ? (Object.entries(order)[0] ?? ['', '']) : [order, null];
  return { choice: choices.find((known) => known.value === value) ?? choices[0], cell };
}

/** One sentence on what is ordered. @param {OrdersForm} form @param {StandingOrders | undefined} orders */
export function ordersWords(form, orders) {
  const all = readOrders(form, orders);
  const parts = form.items.flatMap((item) => {
    const { choice, cell } = chosenIn(item, all[item.key]);
    if (choice === item.choices[0]) return [];
    const words = choice.words ?? `${lower(item.title)}: ${lower(choice.title)}${choice.asks ? ' {cell}' : ''}`;
    return [words.replace('{cell}', cell ?? '')];
  });
  return parts.length ? `${lower(form.title)}: ${parts.join(', ')}.` : form.none;
}

/** As it stands inside a sentence. @param {string} text */
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {Side} side @param {OrdersForm} form @param {StandingOrders | undefined} orders @param {Cells} cells */
function sideForm(side, form, orders, cells) {
  const now = readOrders(form, orders);
  const rows = form.items.map((item) => itemRow(side, item, now[item.key], cells));
  const root = h('fieldset', { class: 'orders-side', dataset: { side } }, h('legend', null, sideLabel(side)), rows.map((row) => row.root));
  return {
    side,
    root,
    /** Whether the orders can be given; if not, it is said beside the field. */
    check: () => rows.every(({ check }) => check()),
    read: () => /** @type {StandingOrders} */ (Object.fromEntries(rows.map(({ key, read }) => [key, read()]))),
  };
}

/** @param {Side} side @param {OrderItem} item @param {StandingOrders[string]} order @param {Cells} cells */
function itemRow(side, item, order, cells) {
  const { key, title, choices } = item;
  const now = chosenIn(item, order);
  const id = `orders-${side}-${key}`;
  const select = h('select', { class: 'input', id, value: now.choice.value }, choices.map((choice) => h('option', { value: choice.value }, choice.title)));
  const asking = () => choices.find(({ value }) => value === select.value)?.asks === 'cell';
  const fault = h('p', { class: 'field-fault', role: 'alert', id: `${id}-fault` });
  const goal = h('input', {
    type: 'text', class: 'input orders-cell', maxlength: 6, size: 6, autocomplete: 'off', 'aria-describedby': fault.id,
    'aria-label': `${sideLabel(side)}, ${lower(title)}: which ${cells.word}`, value: now.cell ?? cells.cursor ?? '',
  });
  const showGoal = () => {
    goal.hidden = !asking();
    fill(fault);
  };
  select.addEventListener('change', showGoal);
  showGoal();
  const check = () => {
    const cell = goal.value.trim();
    const sound = !asking() || cells.has(cell);
    goal.setAttribute('aria-invalid', String(!sound));
    fill(fault, sound ? null : cell ? `There is no ${cells.word} ${cell} on this map.` : `Which ${cells.word}? Give its number, as it stands on the map.`);
    if (!sound) goal.focus();
    return sound;
  };
  const read = () => (asking() ? { [select.value]: goal.value.trim() } : select.value);
  const hasGoal = choices.some(({ asks }) => asks === 'cell');
  return { key, root: h('div', { class: 'orders-row' }, h('label', { for: id }, title), select, hasGoal ? [goal, fault] : null), check, read };
}
