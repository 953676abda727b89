/**
 * The card of a hex: ground, edges, landmark, who controls and who stands there, and what the picked unit could do there.
 * In words as well, for the cursor.
 */

import { h } from '../../dom.js';
import { cellCard, edgeWords } from '../../parts/card.js';
import { controlWords } from '../../parts/control.js';
import { sideAdjective } from '../../words.js';
import { corpsWords, halves, markWords } from './names.js';

/**
 * @import { CardNote } from '../../parts/card.js'
 * @import { Scene } from './scene.js'
 * @import { Hex, HexFacts } from './types.js'
 */

/** North is to the left of this sheet: where the sides of a hex lie by the compass. @type {Record<string, string>} */
const COMPASS = { n: 'e', ne: 'se', se: 'sw', s: 'w', sw: 'nw', nw: 'ne' };

/** The edges of a hex in words, the ford that was found among them. @param {HexFacts} facts @param {[Hex, Hex] | null} ford @param {Hex} hex */
export function edges(facts, ford, hex) {
  const beyond = ford?.includes(hex) ? ford.find((other) => other !== hex) : null;
  /** @type {Record<string, string[]>} */
  const sides = {};
  for (const [direction, what] of Object.entries(facts.sides)) {
    const found = beyond && facts.neighbours[/** @type {'n'} */ (direction)] === beyond;
    sides[COMPASS[direction] ?? direction] = found ? [...(what ?? []), 'the ford that was found'] : (what ?? []);
  }
  return edgeWords(sides);
}

/** @param {Scene} scene @param {Hex} hex @param {CardNote} note */
export function hexCard(scene, hex, note) {
  const facts = scene.sheet.hexes[hex];
  if (!facts || !scene.position) return null;
  return cellCard(scene.context, {
    title: scene.names.cell(hex),
    words: facts.words,
    edges: edges(facts, scene.game.ford, hex),
    worth: worth(scene, hex),
    chips: controlWords(scene.game, hex),
    units: scene.position.at(hex).map((id) => unitLine(scene, id)),
    note,
  });
}

/** What a landmark counts for. @param {Scene} scene @param {Hex} hex */
function worth({ sheet }, hex) {
  const landmark = sheet.landmarks.find((one) => one.hex === hex);
  return landmark ? `${landmark.name}: ${sheet.hexes[hex].worth ?? ''}` : null;
}

/** @param {Scene} scene @param {string} id */
function unitLine(scene, id) {
  const facts = scene.sheet.units[id];
  return {
    face: scene.face(id),
    name: scene.names.unit(id),
    more: [
      `, ${[facts.division, facts.corps ? corpsWords(facts.corps) : null].filter(Boolean).join(', ')}`,
      h('br'),
      numbers(scene, id),
      states(scene, id).length > 0 ? h('em', null, `; ${states(scene, id).join(', ')}`) : null,
      holds(scene, id),
    ],
  };
}

/** Kind, strength, movement and range of a unit: "Parrott guns, strength 5 of 5, range 8 (10 from a height)". @param {Scene} scene @param {string} id */
export function numbers(scene, id) {
  const { strength: full, reduced, half_points: allowance, range } = scene.sheet.units[id];
  const now = scene.position?.strength(id) ?? full;
  const other = now === full ? `reduced ${reduced}` : `full ${full}`;
  const far = range ? `, range ${range[0]} (${range[1]} from a height)` : '';
  return `${scene.names.kind(id)}, strength ${now} (${other}), moves ${halves(allowance)}${far}`;
}

/** What state a unit is in, as the booklet's markers say it. @param {Scene} scene @param {string} id */
export function states(scene, id) {
  const { position, game } = scene;
  const unit = position?.units.get(id);
  const own = scene.names.side(id) === game.side;
  // What must be fought is said of the hex.
  const said = [...new Set((unit?.marks ?? []).filter((mark) => !mark.startsWith('must')).map(markWords))];
  if (own && game.active && game.active.side === game.side && game.phase !== 'activation') said.push(unit?.active ? 'in an Active Corps' : 'idle this turn');
  return said;
}

/** Why a unit of the player who moves stands still; that its corps is idle is said already. @param {Scene} scene @param {string} id */
function holds(scene, id) {
  const unit = scene.position?.units.get(id);
  return unit?.holds && unit.active ? h('span', { class: 'hint' }, ` ${unit.holds.reason}`) : null;
}

/** The card in one sentence, for a screen reader. @param {Scene} scene @param {Hex} hex @param {CardNote} note */
export function cardText(scene, hex, note) {
  const facts = scene.sheet.hexes[hex];
  if (!facts || !scene.position) return hex;
  const parts = [scene.names.cell(hex), facts.words];
  for (const id of scene.position.at(hex)) {
    const side = scene.names.side(id);
    parts.push([`${side ? `${sideAdjective(side)} ` : ''}${scene.names.unit(id)}`, numbers(scene, id), ...states(scene, id)].join(', '));
  }
  if (note && 'text' in note) parts.push(note.text);
  parts.push(...controlWords(scene.game, hex));
  const landmark = worth(scene, hex);
  if (landmark) parts.push(landmark);
  return `${parts.map((part) => part.replace(/\.$/, '')).join('. ')}.`;
}
