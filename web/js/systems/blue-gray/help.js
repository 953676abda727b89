/**
 * How a first game of Blue & Gray goes, as the help tells it.
 */

import { h } from '../../dom.js';

/** The steps of a first game. */
export function firstGame() {
  return h('ol', null,
    h('li', null, h('em', null, 'Play a first game'), ' on the ', h('a', { href: '#/' }, 'front page'), ' sets up a table at once: you command the Union, the computer the Confederates at its easiest level, and a line above the map says at every step what can be done. Or choose a battle there and set up a table as you like, with both sides at this screen, too.'),
    h('li', null, 'The line at the top says whose decision it is and what about. Pick a unit: the hexes it can reach light up with what they cost. Drag it there, or click the hex. With Shift its whole stack is dragged. Point at an enemy to see where he could go next turn and whom he could attack.'),
    h('li', null, 'When you have moved what you want, end the phase. In the combat phase pick an enemy: the planner lists who may attack him and what each face of the die would do, before you throw. If much is owed, let a plan for all be proposed.'),
    h('li', null, 'If your unit must retreat in the other’s turn, the decision comes to you.'));
}
