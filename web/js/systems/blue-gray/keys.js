/**
 * The keys of Blue & Gray: those of its orders, its panels and what it lays over the map. What they do, the modes,
 * the controller and the overlays say.
 */

import { keyTable } from '../../keys.js';

/** Keys that give orders. */
export const KEYS = keyTable('Orders', [
  ['n', 'Next unit that can move, next target, next choice'],
  ['p', 'The one before'],
  ['Enter or m', 'Pick the unit under the cursor; move the picked unit to the cursor'],
  ['Shift+Enter', 'Make the path go through this hex; in combat, add this hex to the attack'],
  ['f, or Enter on the target', 'Throw the die for the planned attack'],
  ['f', 'Pay for an exchange as chosen'],
  ['[ ]', 'A lower or a higher column'],
  ['d', 'Nobody advances'],
  ['j, or Ctrl and a click', 'Take the stack under the cursor, or its unit into the column'],
  ['Shift+P', 'Propose a plan for every attack that is owed'],
  ['q', 'Who could attack the hex under the cursor'],
  ['Enter on an enemy', 'Where it could go next turn, and whom it could attack'],
  ['i', 'Open the rule that a note speaks of'],
  ['Esc', 'Let go of the unit, the path or the plan'],
]);

/** The panels in the order of their tabs; a tab has the short title where there is little room. */
export const PANELS = /** @type {const} */ ({
  combat: { title: 'Combat and choices', short: 'Combat', key: 'a', slot: 'right' },
  charts: { title: 'Charts', key: 'k', slot: 'right' },
  'order-of-battle': { title: 'Order of battle', short: 'Units', key: 'o', slot: 'left' },
  arrivals: { title: 'Reinforcements', short: 'Arrivals', key: 'r', slot: 'left' },
  'turn-track': { title: 'Turn track', short: 'Turns', key: 'g', slot: 'left' },
  victory: { title: 'Victory', key: 'v', slot: 'left' },
});

/** What can be laid over the map. */
export const OVERLAYS = /** @type {const} */ ({
  zones: { title: 'Zones of control', key: 'z' },
  held: { title: 'Who holds what', key: 'c' },
  sight: { title: 'Line of sight', key: 'x' },
  threats: { title: 'What the enemy threatens', key: 'w' },
  terrain: { title: 'Terrain only', key: 'b' },
});
