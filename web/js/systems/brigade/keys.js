/**
 * The keys of Brigade: those of its orders, its panels and what it lays over the map. What they do, the modes and the
 * parts they are made of say.
 */

import { keyTable } from '../../keys.js';

/** Keys that give orders. */
export const KEYS = keyTable('Orders', [
  ['n', 'Next corps, next unit that can rally or move, next target, next choice'],
  ['p', 'The one before'],
  ['Enter or m', 'Take the corps under the cursor; pick the unit there; move the picked unit to the cursor'],
  ['Shift+Enter', 'Make the path go through this hex; in an assault, add this hex to it'],
  ['f', 'Name the corps; throw the die to rally'],
  ['f, or Enter on the target', 'Throw the die for the planned attack'],
  ['d', 'Nobody advances, nobody withdraws, the march stops'],
  ['j, or Ctrl and a click', 'Take the stack under the cursor, or its unit into the column'],
  ['Shift+P', 'Propose a plan for every attack that is owed'],
  ['q', 'Who could attack the hex under the cursor'],
  ['Enter on an enemy', 'Where it could go next turn, and whom it could attack'],
  ['i', 'Open the rule that a note speaks of'],
  ['Esc', 'Let go of the unit, the path, the corps or the plan'],
]);

/** The panels in the order of their tabs; a tab has the short title where there is little room. */
export const PANELS = /** @type {const} */ ({
  combat: { title: 'Orders and combat', short: 'Orders', key: 'a', slot: 'right' },
  charts: { title: 'Charts', key: 'k', slot: 'right' },
  'order-of-battle': { title: 'Order of battle', short: 'Units', key: 'o', slot: 'left' },
  arrivals: { title: 'Reinforcements', short: 'Arrivals', key: 'r', slot: 'left' },
  'turn-track': { title: 'Turn track', short: 'Turns', key: 'g', slot: 'left' },
  victory: { title: 'Victory', key: 'v', slot: 'left' },
});

/** What can be laid over the map. */
export const OVERLAYS = /** @type {const} */ ({
  zones: { title: 'Zones of control', key: 'z' },
  held: { title: 'Who holds the landmarks', key: 'c' },
  sight: { title: 'Line of sight', key: 'x' },
  threats: { title: 'What the enemy threatens', key: 'w' },
  terrain: { title: 'Terrain only', key: 'b' },
});
