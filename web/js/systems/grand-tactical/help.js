/**
 * How a first game of the Grand-tactical game goes, as the help tells it.
 */

import { h } from '../../dom.js';

/** The steps of a first game. */
export function firstGame() {
  return h('ol', null,
    h('li', null, 'Begin with the basic game: you march, shoot and charge. Each level adds something: the intermediate game facing, formations, ammunition and the activation of divisions; the advanced game generals, command and works.'),
    h('li', null, 'In an operations phase pick a unit. Lit squares are where it can go, with the points it would have left. Red squares with a number are enemies it can hit: so many casualties are expected. Point at one to fire at him in the combat that follows.'),
    h('li', null, 'To charge, point at an enemy beside the unit once more, or press m. Beyond the basic game the wheel or the keys [ and ] turn a unit, s changes its formation.'),
    h('li', null, 'For many at once: pick a unit and press Brigade, Division or Corps, or choose a rectangle; then march, face or fire together. Everything is listed before it happens.'),
    h('li', null, 'End the phase: both sides fire, shot by shot at your pace (0 to 9), and a report says what it cost. Units without a plot fire at the nearest enemy they see.'),
    h('li', null, 'The Union wins by losses and by its objectives on the map; the Confederates hold out until four in the afternoon.'));
}
