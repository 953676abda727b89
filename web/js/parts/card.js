/**
 * The card of a cell: ground, edges, who holds it, who stands there, and what the picked unit could do there.
 */

import { fill, h } from '../dom.js';
import { list } from '../words.js';
import { ruleButton } from './note.js';

/**
 * @import { Child } from '../dom.js'
 * @import { Refusal } from '../types.js'
 * @import { Context } from '../play/types.js'
 */

/** What is said of the picked unit: a sentence, perhaps with more that is still being asked for, or a lead whose reason is. @typedef {{text: string, more?: Promise<string | null>} | {ask: Promise<Refusal | null>, lead: string} | null} CardNote */

/** @typedef {{face: Node | null, name: string, more: Child}} CardUnit */

/** @type {Record<string, string>} */
const DIRECTIONS = {
  n: 'north', ne: 'north-east', e: 'east', se: 'south-east', s: 'south', sw: 'south-west', w: 'west', nw: 'north-west',
};

/**
 * The edges of a cell in words: "creek and bridge to the north-east".
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
 * Draws the card. `worth` is what the cell counts for, `chips` are short facts about it.
 * @param {Pick<Context, 'openRule'>} context
 * @param {{title: string, words: string, edges: string, worth: string | null, chips: string[], units: CardUnit[], note: CardNote}} card
 */
export function cellCard(context, { title, words, edges, worth, chips, units, note }) {
  return h(
    'div',
    { class: 'cell-card' },
    h(
      'div',
      { class: 'cell-card-ground' },
      h('h2', null, title),
      h('p', null, words),
      edges ? h('p', { class: 'hint' }, edges) : null,
      worth ? h('p', { class: 'cell-card-worth' }, worth) : null,
      chips.map((chip) => h('span', { class: 'chip' }, chip)),
    ),
    units.length > 0
      ? h('ul', { class: 'cell-card-units' }, units.map(({ face, name, more }) => h('li', null, face, h('span', null, h('b', null, name), more))))
      : null,
    noteLine(context, note),
  );
}

/** @param {Pick<Context, 'openRule'>} context @param {CardNote} note */
function noteLine(context, note) {
  if (!note) return null;
  const line = h('p', { class: 'cell-card-note' });
  if ('text' in note) {
    line.append(note.text);
    void note.more?.then((more) => {
      if (more) line.append(` ${more}`);
    });
  }
  else {
    line.append(note.lead);
    void note.ask.then((refusal) => {
      if (refusal) fill(line, `${note.lead} ${refusal.reason} `, ruleButton(context, refusal));
    });
  }
  return line;
}
