/**
 * The panel of the activation: which divisions, how many are left, and what each could do.
 */

import { h } from '../../dom.js';
import { count } from '../../words.js';
import { corpsWords, divisionWords } from './names.js';

/**
 * @import { Child } from '../../dom.js'
 * @import { Activation } from './activation.js'
 * @import { Division } from './types.js'
 */

/** @param {Activation} activation @returns {Child[]} */
export function activationPanel(activation) {
  const { scene, divisions, left } = activation;
  const used = scene.game.activation?.used ?? 0;
  const shown = divisions.filter(({ units }) => units.length > 0);
  return [
    h('p', { class: 'part-prompt' }, left > 0 ? `${count(left, 'division')} more may move this turn.` : 'All that may be are active: end the phase.'),
    h('p', { class: 'hint' }, `${used} of ${scene.game.activation?.limit ?? 0} are active. The others stay where they are, but turn, fire and fight.`),
    h('ul', { class: 'gt-divisions', 'aria-label': 'Divisions' }, shown.map((division) => divisionRow(activation, division))),
  ];
}

/** @param {Activation} activation @param {Division} one */
function divisionRow(activation, one) {
  const { scene, seen } = activation;
  const { division, can, active, leader, units } = one;
  const corps = scene.sheet.units[units[0]]?.corps;
  return h('li', { class: `gt-division${active ? ' gt-active' : ''}${seen === division ? ' gt-seen' : ''}` },
    h('button', {
      type: 'button', class: 'gt-division-button', 'aria-pressed': active, 'aria-disabled': !scene.mine || !can,
      dataset: { focus: `division-${division}`, division }, on: { click: () => void activation.activate(division) },
    }, h('b', null, divisionWords(division)), h('span', { class: 'hint' }, [corps ? corpsWords(corps) : '', leader && leader !== division ? `led by ${leader}` : '', activation.outlook(one)].filter(Boolean).join(', ')),
    active ? h('span', { class: 'chip' }, 'active') : null),
    h('button', { type: 'button', class: 'button button-small', 'aria-label': `Show ${divisionWords(division)} on the map`, dataset: { focus: `look-${division}` }, on: { click: () => activation.look(division) } }, 'Show'));
}
