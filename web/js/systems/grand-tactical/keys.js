/**
 * The keys of the Grand-tactical game: those of 1985 for a picked unit, and those of its panels and of what it lays over
 * the map. What they do, the modes and the parts they are made of say.
 */

import { keyTable } from '../../keys.js';

/** Keys that give orders. */
export const KEYS = [
  ...keyTable('Orders, as in 1985', [
    ['1 to 8', 'Step: 1 is north, clockwise to 8, north-west (with no unit picked: a counter of the stack)'],
    ['d, then 1 to 8', 'Turn to a direction'],
    ['s', 'Change the formation'],
    ['x', 'Force march: a point for fatigue'],
    ['b', 'Dig in (advanced game)'],
    ['f', 'Plot fire at the square pointed at, or at the next one'],
    ['m a', 'Plot melee, plot the advance; again: not'],
    ['l', 'Send the leader with the unit to another one (advanced game)'],
    ['v', 'What the unit sees'],
    ['t', 'Terrain only. Talk, which has t on other tables, has Shift+T here, and the log Shift+L'],
    ['z', 'Take back'],
    ['c', 'To combat: end the phase'],
  ]),
  ...keyTable('Orders', [
    ['n p', 'The next, the previous unit that could still do something; in the activation the next division'],
    ['Enter', 'Pick the unit under the cursor; move there; fire there; confirm what is listed'],
    ['[ ]', 'Turn left, turn right; also the wheel over the picked unit'],
    ['Shift+Enter', 'Take the unit under the cursor into a group (also Shift and a click)'],
    ['Shift+G', 'The same group order again'],
    ['0 to 9', 'While a combat is shown: its pace'],
    ['Shift+Q', 'Who could fire at the square under the cursor, or charge it'],
    ['Enter on an enemy', 'Where it could go next, and at whom it could fire'],
    ['i', 'Open the rule that a note speaks of'],
    ['Esc', 'Let go of the unit, the group or the order; skip what is shown'],
  ]),
];

/** Letters that belong to orders of 1985: panels of every table have others here. */
export const INSTEAD = /** @type {const} */ ({ log: 'L', talk: 'T' });

/** The panels in the order of their tabs; a tab has the short title where there is little room. */
export const PANELS = /** @type {const} */ ({
  combat: { title: 'Orders', key: 'o', slot: 'right' },
  report: { title: 'Combat report', short: 'Report', key: 'q', slot: 'left' },
  charts: { title: 'Charts', key: 'k', slot: 'right' },
  'order-of-battle': { title: 'Order of battle', short: 'Units', key: 'w', slot: 'left' },
  arrivals: { title: 'Reinforcements', short: 'Arrivals', key: 'r', slot: 'left' },
  'turn-track': { title: 'Turn track', short: 'Turns', key: 'g', slot: 'left' },
  victory: { title: 'Victory', key: 'e', slot: 'left' },
});

/** What can be laid over the map. */
export const OVERLAYS = /** @type {const} */ ({
  sight: { title: 'What it sees', key: 'v' },
  field: { title: 'Field of fire', key: 'R' },
  zones: { title: 'Zones of control', key: 'Z' },
  ranges: { title: 'Range', key: 'W' },
  command: { title: 'Lines of command', key: 'C' },
  plots: { title: 'All plots', key: 'P' },
  threats: { title: 'What the enemy threatens', key: 'D' },
  icons: { title: 'Icons', key: 'I' },
  terrain: { title: 'Terrain only', key: 't' },
});
