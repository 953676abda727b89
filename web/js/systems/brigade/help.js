/**
 * How a first game of Brigade goes, as the help tells it.
 */

import { h } from '../../dom.js';

/** The steps of a first game. */
export function firstGame() {
  return h('ol', null,
    h('li', null, 'Begin with “Hooker Attacks”, six turns on the northern half of the map, with both sides at this screen.'),
    h('li', null, 'The Union names two corps each turn: point at their units or take them in the panel. The others stand, dimmed, and defend. The Confederate uses all he has.'),
    h('li', null, 'Reduced units away from the enemy may try to rally. Then move: pick a unit, and the hexes it can reach light up with the points left. Point at an enemy to see where he could go next and whom he could assault.'),
    h('li', null, 'In the bombardment phase point at an enemy: every gun says whether it reaches him, and if not why. In the assault phase enemies with a burst must be assaulted; with Shift, or the + in the list, several hexes are assaulted together.'),
    h('li', null, 'You see what each face of the die would do before you throw. The first loss turns a counter over, the second removes it.'));
}
