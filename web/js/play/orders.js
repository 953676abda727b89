// Standing orders: decisions inside a combat that a player leaves to the server, so that a game by link does not
// stop at each of them. They never move or attack for him.

import { show, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { sideLabel } from './sides.js';

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').StandingOrders} StandingOrders
 */

const CHOICES = /** @type {const} */ ([
  { field: 'retreat', title: 'Retreats', values: [['ask', 'Ask me'], ['safest', 'To the hex with the fewest enemies around it'], ['towards', 'Towards a hex']] },
  { field: 'advance', title: 'Advances after combat', values: [['ask', 'Ask me'], ['never', 'Never advance'], ['always', 'Always, with the strongest unit that can']] },
  { field: 'elect', title: 'Bombarding guns when the attackers retreat', values: [['ask', 'Ask me'], ['retreat', 'Share the retreat'], ['stay', 'Stay']] },
  { field: 'losses', title: 'Losses in an exchange', values: [['ask', 'Ask me'], ['weakest', 'Lose as little strength as possible']] },
]);

/**
 * Opens the dialog for the sides played from this browser.
 * @param {Table} table @param {string | null} cursor the hex under the cursor, proposed as a goal
 */
export async function ordersDialog(table, cursor) {
  const forms = table.seats.map((side) => sideForm(table, side, cursor));
  const answer = await show({
    title: 'Standing orders',
    className: 'dialog-orders',
    body: [
      h('p', { class: 'hint' }, 'What you leave to a standing order is decided for you as soon as it comes up. Moves and attacks are always yours.'),
      forms.map((form) => form.root),
    ],
    choices: [{ value: 'no', label: 'Cancel', kind: 'quiet' }, { value: 'yes', label: 'Give these orders', kind: 'primary', ready: () => forms.every((form) => form.check()) }],
  });
  if (answer !== 'yes') return;
  for (const form of forms) {
    const orders = form.read();
    if (JSON.stringify(orders) === JSON.stringify(readOrders(table.view.orders?.[form.side]))) continue;
    try {
      await table.setOrders(form.side, orders);
      toast(`${sideLabel(form.side)}: ${ordersWords(orders)}`);
    } catch {
      return;
    }
  }
}

/** Orders with every field in its place. @param {StandingOrders | undefined} orders @returns {Required<StandingOrders>} */
export function readOrders(orders) {
  return { retreat: orders?.retreat ?? 'ask', advance: orders?.advance ?? 'ask', elect: orders?.elect ?? 'ask', losses: orders?.losses ?? 'ask' };
}

/** One sentence on what is ordered. @param {StandingOrders | undefined} orders */
export function ordersWords(orders) {
  const { retreat, advance, elect, losses } = readOrders(orders);
  const parts = [];
  if (typeof retreat === 'object') parts.push(`retreat towards ${retreat.towards}`);
  if (retreat === 'safest') parts.push('retreat to the safest hex');
  if (advance !== 'ask') parts.push(`${advance} advance`);
  if (elect !== 'ask') parts.push(elect === 'retreat' ? 'guns share retreats' : 'guns stay');
  if (losses !== 'ask') parts.push('lose the least strength');
  return parts.length ? `standing orders: ${parts.join(', ')}.` : 'no standing orders; every choice is asked for.';
}

/** @param {Table} table @param {Side} side @param {string | null} cursor */
function sideForm(table, side, cursor) {
  const now = readOrders(table.view.orders?.[side]);
  const goal = h('input', {
    type: 'text', class: 'input orders-hex', maxlength: 6, size: 6, autocomplete: 'off', 'aria-label': `${sideLabel(side)}: hex to retreat towards`,
    value: typeof now.retreat === 'object' ? now.retreat.towards : cursor ?? '',
  });
  /** @type {Record<string, HTMLSelectElement>} */
  const fields = {};
  const root = h('fieldset', { class: 'orders-side', dataset: { side } }, h('legend', null, sideLabel(side)));
  for (const { field, title, values } of CHOICES) {
    const chosen = field === 'retreat' && typeof now.retreat === 'object' ? 'towards' : String(now[field]);
    const id = `orders-${side}-${field}`;
    fields[field] = h('select', { class: 'input', id, value: chosen }, values.map(([value, words]) => h('option', { value }, words)));
    root.append(h('div', { class: 'orders-row' }, h('label', { for: id }, title), fields[field], field === 'retreat' ? goal : null));
  }
  const fault = h('p', { class: 'field-fault', role: 'alert', id: `orders-${side}-fault` });
  goal.setAttribute('aria-describedby', fault.id);
  goal.after(fault);
  const showGoal = () => {
    goal.hidden = fields.retreat.value !== 'towards';
    fill(fault);
  };
  fields.retreat.addEventListener('change', showGoal);
  showGoal();
  /** Whether the orders can be given; if not, says why beside the field. */
  const check = () => {
    const towards = goal.value.trim();
    const sound = fields.retreat.value !== 'towards' || Object.hasOwn(table.sheet.hexes, towards);
    goal.setAttribute('aria-invalid', String(!sound));
    fill(fault, sound ? null : towards ? `There is no hex ${towards} on this map.` : 'Towards which hex? Give its number, as it stands on the map.');
    if (!sound) goal.focus();
    return sound;
  };
  const read = () => {
    const retreat = fields.retreat.value === 'towards' ? { towards: goal.value.trim() } : fields.retreat.value;
    return /** @type {Required<StandingOrders>} */ ({ retreat, advance: fields.advance.value, elect: fields.elect.value, losses: fields.losses.value });
  };
  return { side, root, read, check };
}
