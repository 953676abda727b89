// The panel at the end of a game: the result and how it was reckoned, proof of the dice, and what to do next.

import { Problem } from '../api.js';
import { toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { showProof } from '../verify/verify.js';
import { copy, save } from './clipboard.js';
import { policyWords } from './dice-words.js';
import { SIDES, sideLabel } from './sides.js';
import { rematch, whatIf } from './what-if.js';

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').View} View
 * @typedef {import('../parts/victory.js').Points} Points
 */

/**
 * Fills the panel.
 * @param {HTMLElement} body @param {Table} table
 * @param {{reviewed: boolean, points: Record<string, Points> | null}} options whether the staff can review the game, and how it was reckoned
 */
export function showOver(body, table, { reviewed, points }) {
  const { view } = table;
  if (!view.ended) return;
  body.classList.add('over');
  fill(body,
    h('p', { class: 'over-result', dataset: { side: view.ended.winner } }, view.ended.words),
    h('p', { class: 'hint' }, HOW[view.ended.how] ?? ''),
    points ? arithmetic(points) : null,
    proof(view, table),
    h('div', { class: 'over-next' },
      reviewed ? h('a', { class: 'button button-small button-primary', href: `#/review/${view.id}` }, 'Review the game') : null,
      h('a', { class: 'button button-small', href: `#/replay/${view.id}/0` }, 'Watch the replay'),
      button('Play it again', () => rematch(view)),
      button('What if…', () => whatIf(table, view.steps)),
      button('Save the record', () => exportRecord(table))));
}

const HOW = { rules: 'By the rules of the game.', resigned: 'By resignation.', agreed: 'By agreement.', time: 'On time.' };

/** @param {Record<string, Points>} points */
function arithmetic(points) {
  return h('div', { class: 'over-points' }, SIDES.filter((side) => points[side]).map((side) => h('table', null,
    h('caption', null, `${sideLabel(side)} points`),
    h('tbody', null, points[side].lines.map((line) => h('tr', null,
      h('td', null, line.what), h('td', { class: 'number' }, String(line.points))))),
    h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'Total'), h('td', { class: 'number' }, String(points[side].total)))))));
}

/** @param {View} view @param {Table} table */
function proof(view, table) {
  const answer = h('div', { role: 'status' });
  return h('details', { class: 'over-proof' }, h('summary', null, 'The dice, and the proof of them'),
    h('p', { class: 'hint' }, policyWords(view)),
    h('p', { class: 'hint' }, 'Before the first throw the server committed itself to the first number. The seed, secret until now, must give that number and, with what the players gave, every throw of the game.'),
    h('dl', { class: 'over-numbers' },
      h('dt', null, 'Commitment'), h('dd', null, h('code', null, view.commitment)),
      view.seed ? [h('dt', null, 'Seed'), h('dd', null, h('code', null, view.seed), button('Copy', () => copy(/** @type {string} */ (view.seed), 'The seed')))] : null),
    button('Verify the dice', () => showProof(table, answer)), answer);
}

/** Saves the record as a file. @param {Pick<Table, 'record' | 'view'>} table */
export async function exportRecord(table) {
  const { view } = table;
  let text;
  try {
    text = await table.record();
  } catch (problem) {
    toast(problem instanceof Problem ? problem.message : 'The record could not be fetched.', { kind: 'problem' });
    return;
  }
  save(`${view.battle.replaceAll('/', '-')}-${view.id}.jsonl`, text, 'application/x-ndjson');
}

/** @param {string} label @param {() => unknown} act */
function button(label, act) {
  return h('button', { type: 'button', class: 'button button-small', on: { click: () => void act() } }, label);
}
