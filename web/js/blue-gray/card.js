/**
 * The card of a hex: ground, edges, who holds and who threatens it, who stands there, and what the
 * picked unit could do there. In words as well, for the cursor.
 */

import { fill, h } from '../dom.js';
import { list, sideAdjective } from '../words.js';
import { counterFace } from './face.js';
import { ruleButton } from './note.js';

/**
 * @import { Hex, Refusal, Side } from '../types.js'
 * @import { Scene } from './scene.js'
 */

/** @typedef {{text: string} | {ask: Promise<Refusal | null>, lead: string} | null} CardNote */

/** @type {Record<string, string>} */
const DIRECTIONS = { n: 'north', ne: 'north-east', se: 'south-east', s: 'south', sw: 'south-west', nw: 'north-west' };

/**
 * The edges of a hex in words: "creek and bridge to the north-east".
 * @param {Partial<Record<string, string[]>>} sides
 */
export function edgeWords(sides) {
  /** @type {Map<string, string[]>} */
  const byWhat = new Map();
  for (const [direction, what] of Object.entries(sides)) {
    if (!what || what.length === 0) continue;
    const key = list(what);
    const known = byWhat.get(key);
    if (known) known.push(DIRECTIONS[direction] ?? direction);
    else byWhat.set(key, [DIRECTIONS[direction] ?? direction]);
  }
  return [...byWhat].map(([what, where]) => `${what} to the ${list(where)}`).join('; ');
}

/**
 * Who controls and who holds a hex, in sentences.
 * @param {Pick<Scene, 'game'>} scene
 * @param {Hex} hex
 */
export function controlWords({ game }, hex) {
  const sides = /** @type {Side[]} */ (['union', 'confederate']).filter((side) => game.zones[side]?.includes(hex));
  const words = [];
  if (sides.length > 0) words.push(`In ${list(sides.map(sideAdjective))} ${sides.length > 1 ? 'zones' : 'zone'} of control`);
  const holder = game.held[hex];
  if (holder) words.push(`${sideAdjective(holder)} held`);
  return words;
}

/** @param {Scene} scene @param {Hex} hex @param {CardNote} note */
export function hexCard(scene, hex, note) {
  const facts = scene.sheet.hexes[hex];
  if (!facts || !scene.position) return null;
  const units = scene.position.at(hex);
  const edges = edgeWords(facts.sides ?? {});
  return h(
    'div',
    { class: 'bg-card' },
    h(
      'div',
      { class: 'bg-card-ground' },
      h('h2', null, scene.names.hex(hex)),
      h('p', null, facts.words),
      edges ? h('p', { class: 'hint' }, edges) : null,
      facts.worth ? h('p', { class: 'bg-worth' }, facts.worth) : null,
      controlWords(scene, hex).map((words) => h('span', { class: 'chip' }, words)),
    ),
    units.length > 0
      ? h(
          'ul',
          { class: 'bg-card-units' },
          units.map((id) => unitLine(scene, id)),
        )
      : null,
    noteLine(scene, note),
  );
}

/** @param {Scene} scene @param {string} id */
function unitLine(scene, id) {
  const facts = scene.sheet.units[id];
  const unit = scene.position?.units.get(id);
  const marks = (unit?.marks ?? []).filter((mark) => mark !== 'immobile' || !unit?.holds);
  return h(
    'li',
    null,
    counterFace(scene.sheet, id, marks.includes('ineffective')),
    h(
      'span',
      null,
      h('b', null, scene.names.unit(id)),
      facts.command ? `, ${facts.command}` : '',
      h('br'),
      `${facts.arm}, strength ${facts.strength}${facts.range ? `, range ${facts.range}` : ''}`,
      marks.length > 0 ? h('em', null, ` ${marks.join(', ')}`) : null,
      unit?.holds ? h('span', { class: 'hint' }, ` ${unit.holds}`) : null,
    ),
  );
}

/** @param {Scene} scene @param {CardNote} note */
function noteLine(scene, note) {
  if (!note) return null;
  const line = h('p', { class: 'bg-card-note' });
  if ('text' in note) line.append(note.text);
  else {
    line.append(note.lead);
    void note.ask.then((refusal) => {
      if (refusal) fill(line, `${note.lead} ${refusal.reason} `, ruleButton(scene.context, refusal));
    });
  }
  return line;
}

/** The card in one sentence, for a screen reader. @param {Scene} scene @param {Hex} hex @param {CardNote} note */
export function cardText(scene, hex, note) {
  const facts = scene.sheet.hexes[hex];
  if (!facts || !scene.position) return hex;
  const parts = [scene.names.hex(hex), facts.words];
  for (const id of scene.position.at(hex)) {
    const side = scene.names.side(id);
    const marks = scene.position.units.get(id)?.marks ?? [];
    parts.push([`${side ? `${sideAdjective(side)} ` : ''}${scene.names.described(id)}`, ...marks].join(', '));
  }
  if (note && 'text' in note) parts.push(note.text);
  parts.push(...controlWords(scene, hex));
  if (facts.worth) parts.push(facts.worth);
  return `${parts.map((part) => part.replace(/\.$/, '')).join('. ')}.`;
}
