/**
 * The page's own verifier: checks a record in the browser, with no word from the server, and says in a
 * sentence what it found. Beside it stands the server's answer, which replays the game by the rules.
 */

import * as api from '../api.js';
import { Problem } from '../api.js';
import { show as showDialog } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { notesOf } from '../fair.js';
import * as store from '../store.js';
import { readingRole } from '../sitting.js';
import { capital, count, list, sideAdjective } from '../words.js';
import { checkRecord, RecordFault } from './record.js';

/**
 * @typedef {import('./record.js').Thrown} Thrown
 * @typedef {import('../types.js').Side} Side
 * @typedef {{ok: boolean, proven: boolean, words: string, actions: number, throws: number, forced: number[],
 *   thrown: Thrown[], die?: number | null, line?: number}} Found `ok`: nothing is wrong; `proven`: and the seed gives every
 *   throw; `forced`: the actions whose faces were given by hand; `line`: the first that is wrong
 * @typedef {{id: string, record: () => Promise<string>, verify: () => Promise<{words: string}>}} Source
 */

/**
 * Checks a record; never throws for what is in it.
 * @param {string} text
 * @param {{commitment?: string | null, notes?: import('./notes.js').Notes | null}} [known] the commitment as it was seen while the game went on, and what this browser noted of its dice
 * @returns {Found}
 */
export function verifyRecord(text, known = {}) {
  try {
    const findings = checkRecord(text, known);
    const words = [...dieWords(findings), noted(known), ...witnessWords(findings), ...findings.noted, ...boundWords(findings), ...handWords(findings.forced)].filter(Boolean).join(' ');
    return { ...findings, ok: true, words, forced: findings.forced.map((step) => step.n) };
  } catch (fault) {
    if (!(fault instanceof RecordFault)) throw fault;
    return { ok: false, proven: false, words: `Line ${fault.line}: ${fault.message}.`, line: fault.line, actions: 0, throws: 0, forced: [], thrown: [] };
  }
}

/** @param {import('./record.js').Findings} findings */
function dieWords({ actions, throws, proven }) {
  const dice = `${count(throws, 'throw')}, ${count(actions, 'action')}`;
  if (!proven) return [`No fault found, but the dice (${dice}) can be checked only when the seed is revealed, at the end of the game.`];
  const seal = 'The seed is the one that was sealed before the first throw';
  return [throws === 0 ? `${seal}. No die was thrown from it.` : `${seal}, and it gives every die as recorded (${dice}).`];
}

/** @param {{commitment?: string | null}} known */
const noted = ({ commitment }) => (commitment ? 'The seal is the one this browser noted when it first opened the game.' : '');

/** @param {import('./record.js').Findings} findings */
function witnessWords({ policy, witnessed, agreed, renewed, friendly }) {
  return [
    policy === 'witnessed' ? `${count(witnessed, 'throw')} witnessed by both players’ browsers: nobody could know ${witnessed === 1 ? 'it' : 'them'} beforehand, not even the host.` : '',
    renewed > 0 ? `${count(renewed, 'chain')} deposited anew on the way.` : '',
    agreed ? 'Both players then agreed to go on with the host’s dice.' : '',
    friendly ? 'It was set up as a friendly game: throws could be taken back.' : '',
  ];
}

/**
 * What else binds the throws and the lines, and what is not checked here. The records of format 1 have no more.
 * @param {import('./record.js').Findings} findings
 */
function boundWords({ format, contributors }) {
  if (format === 1) return [];
  const given = contributors.length > 0
    ? [`The throws also follow from numbers that the ${list(contributors.map((side) => sideAdjective(/** @type {Side} */ (side))))} ${contributors.length > 1 ? 'players' : 'player'} gave.`]
    : [];
  return [...given, 'Every line is bound to the one before it. Whether the moves were legal is not checked here: for that the game is replayed by the rules.'];
}

/** @param {Thrown[]} forced */
function handWords(forced) {
  if (forced.length === 0) return [];
  const named = forced.map(({ n, faces }) => `${n} (${faces.join(', ')})`);
  return [`Faces given by hand, for which no seed speaks: ${forced.length === 1 ? 'action' : 'actions'} ${list(named)}.`];
}

/**
 * Checks the record of a game here, has the server replay it, and shows both verdicts.
 * @param {Source} source a table is one
 * @param {HTMLElement} place
 */
export async function showProof(source, place) {
  const [here, there] = [h('div', null, 'Checking…'), h('div', null, 'Checking…')];
  fill(place,
    h('section', { class: 'proof' }, h('h3', null, 'Checked by this browser, from the record alone'), here),
    h('section', { class: 'proof' }, h('h3', null, 'Replayed by the server, by the rules'), there));
  const commitment = store.game(source.id)?.commitment ?? null;
  const notes = notesOf(source.id);
  await Promise.all([
    source.record().then((text) => fill(here, verdict(verifyRecord(text, { commitment, notes }))), (problem) => fill(here, failed(problem))),
    source.verify().then(({ words }) => fill(there, h('p', null, words)), (problem) => fill(there, failed(problem))),
  ]);
}

/** @param {unknown} problem */
const failed = (problem) => h('p', { class: 'field-fault' }, problem instanceof Problem ? problem.message : 'It could not be checked.');

/**
 * The verdict as it is shown: the sentence, and every throw to be looked at.
 * @param {Found} found
 * @returns {import('../dom.js').Child}
 */
export function verdict(found) {
  return [
    h('p', { class: found.ok ? null : 'field-fault', dataset: { verdict: found.ok ? (found.proven ? 'proven' : 'sealed') : 'false' } },
      found.ok ? found.words : [h('strong', null, 'This is not a true record. '), found.words]),
    found.thrown.length > 0 ? throwList(found) : null,
  ];
}

/** The throws of an action as they are listed; those of another die than the game's say of how many. @param {Thrown} step @param {number | null | undefined} die */
const throwsListed = ({ faces, of }, die) => faces.map((face, at) => (of[at] === die ? String(face) : `${face} (0 to ${of[at] - 1})`)).join(', ');

/** @param {Found} found */
function throwList({ thrown, die }) {
  return h('details', { class: 'proof-throws' },
    h('summary', null, 'Every throw'),
    h('table', null,
      h('thead', null, h('tr', null, ['Action', 'By', 'What', 'Dice'].map((title) => h('th', { scope: 'col' }, title)))),
      h('tbody', null, thrown.map((step) => h('tr', null,
        h('td', { class: 'number' }, String(step.n)),
        h('td', null, step.by ? sideAdjective(/** @type {Side} */ (step.by)) : ''),
        h('td', null, step.n === 0 ? 'Set-up' : capital(step.kind.replaceAll('_', ' '))),
        h('td', { class: 'number' }, throwsListed(step, die), step.forced ? ' by hand' : null))))));
}

/**
 * Opens the verdicts on a game over the page.
 * @param {string} gameId
 */
export function openVerifier(gameId) {
  const tokens = store.game(gameId)?.tokens ?? {};
  const role = readingRole(tokens);
  const token = (role && tokens[role]) ?? '';
  const place = h('div', { role: 'status' });
  void showProof({ id: gameId, record: () => api.record(gameId, token), verify: () => api.verify(gameId, token) }, place);
  return showDialog({ title: 'Is the record true?', body: place, choices: [{ value: 'done', label: 'Close', kind: 'primary' }] });
}
