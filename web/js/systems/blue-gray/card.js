/**
 * The card of a hex: ground, edges, who holds and who threatens it, who stands there, and what the
 * picked unit could do there. In words as well, for the cursor.
 */

import { h } from '../../dom.js';
import { cellCard, edgeWords } from '../../parts/card.js';
import { controlWords } from '../../parts/control.js';
import { sideAdjective } from '../../words.js';
import { INEFFECTIVE } from './board.js';

/**
 * @import { Hex } from './types.js'
 * @import { CardNote } from '../../parts/card.js'
 * @import { Scene } from './scene.js'
 */

/** @param {Scene} scene @param {Hex} hex @param {CardNote} note */
export function hexCard(scene, hex, note) {
  const facts = scene.sheet.hexes[hex];
  if (!facts || !scene.position) return null;
  return cellCard(scene.context, {
    title: scene.names.cell(hex),
    words: facts.words,
    edges: edgeWords(facts.sides ?? {}),
    worth: facts.worth,
    chips: controlWords(scene.game, hex),
    units: scene.position.at(hex).map((id) => unitLine(scene, id)),
    note,
  });
}

/** @param {Scene} scene @param {string} id */
function unitLine(scene, id) {
  const facts = scene.sheet.units[id];
  const unit = scene.position?.units.get(id);
  const marks = (unit?.marks ?? []).filter((mark) => mark !== 'immobile' || !unit?.holds);
  return {
    face: scene.face(id, marks.includes(INEFFECTIVE) ? INEFFECTIVE : undefined),
    name: scene.names.unit(id),
    more: [
      facts.command ? `, ${facts.command}` : '',
      h('br'),
      `${facts.arm}, strength ${facts.strength}${facts.range ? `, range ${facts.range}` : ''}`,
      marks.length > 0 ? h('em', null, `; ${marks.join(', ')}`) : null,
      unit?.holds ? h('span', { class: 'hint' }, ` ${unit.holds}`) : null,
    ],
  };
}

/** The card in one sentence, for a screen reader. @param {Scene} scene @param {Hex} hex @param {CardNote} note */
export function cardText(scene, hex, note) {
  const facts = scene.sheet.hexes[hex];
  if (!facts || !scene.position) return hex;
  const parts = [scene.names.cell(hex), facts.words];
  for (const id of scene.position.at(hex)) {
    const side = scene.names.side(id);
    const marks = scene.position.units.get(id)?.marks ?? [];
    parts.push([`${side ? `${sideAdjective(side)} ` : ''}${scene.names.described(id)}`, ...marks].join(', '));
  }
  if (note && 'text' in note) parts.push(note.text);
  parts.push(...controlWords(scene.game, hex));
  if (facts.worth) parts.push(facts.worth);
  return `${parts.map((part) => part.replace(/\.$/, '')).join('. ')}.`;
}
