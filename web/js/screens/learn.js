/**
 * Learning by playing: the lessons and the puzzles there are, and how far one has come in each.
 *
 * @import { BattleCard } from '../types.js'
 */

import * as api from '../api.js';
import { h } from '../dom.js';
import { KINDS } from '../learn/kinds.js';
import { lessonProgress, puzzleMarks } from '../learn/progress.js';
import { hasTable } from '../systems/index.js';
import { frame } from './frame.js';

/** @param {HTMLElement} root */
export async function learnScreen(root) {
  const { battles } = await api.battles();
  const taught = battles.filter((battle) => hasTable(battle) && battle.lesson);
  const asked = battles.filter((battle) => hasTable(battle) && (battle.puzzles ?? 0) > 0);
  const lists = await Promise.all(asked.map(({ id }) => api.puzzles(id)));
  return frame(
    root,
    { here: 'learn', title: 'Learn by playing' },
    h('article', { class: 'learn' },
      h('h1', null, 'Learn by playing'),
      h('p', null, 'On the real board, with the real rules. You can err: the table says what was wrong and lets you try again. What you have done is kept in this browser.'),
      h('h2', null, 'A guided first battle'),
      taught.length > 0 ? h('ul', { class: 'learn-list' }, taught.map(lessonRow)) : h('p', null, 'There is no lesson on this server.'),
      asked.length > 0
        ? [
            h('h2', null, 'Puzzles'),
            h('p', null, 'Positions out of games between computers, each with one best answer. What an answer is worth is reckoned over every draw of the dice, with the best play of both sides; luck has no say in it.'),
            asked.map((battle, index) => puzzleList(battle, lists[index].puzzles)),
          ]
        : null),
  );
}

/** Where the lesson of a battle is gone on with, and how far one has come. @param {BattleCard} battle */
function standing({ id, lesson }) {
  const { step, done } = lessonProgress(id);
  const steps = lesson?.steps ?? 0;
  const finished = steps > 0 && done.length >= steps;
  const begun = !finished && (done.length > 0 || step !== undefined);
  return { href: `#/learn/${id}`, steps, done: Math.min(done.length, steps), finished, begun };
}

/** @param {BattleCard} battle */
function lessonRow(battle) {
  const { href, steps, done, finished, begun } = standing(battle);
  return h('li', { class: 'card learn-row' },
    h('div', null,
      h('h3', null, `${battle.title}: ${battle.lesson?.title}`),
      h('p', null, battle.lesson?.words),
      h('p', { class: 'hint' }, finished ? `Done, all ${steps} steps.` : `${done} of ${steps} steps done.`)),
    h('a', { class: 'button button-primary', href, 'aria-label': `${verb(finished, begun)}: ${battle.title}` }, verb(finished, begun)));
}

/** @param {BattleCard} battle @param {import('../learn/puzzle.js').Puzzle[]} puzzles */
function puzzleList({ id, title }, puzzles) {
  const marks = puzzleMarks(id);
  const solved = puzzles.filter((puzzle) => marks[puzzle.id] === 'solved').length;
  return h('section', { class: 'card learn-puzzles', 'aria-label': `Puzzles of ${title}`, dataset: { battle: id } },
    h('h3', null, title), h('p', { class: 'hint' }, `${solved} of ${puzzles.length} solved.`),
    h('ol', null, puzzles.map((puzzle) => h('li', { dataset: { mark: marks[puzzle.id] ?? 'open' } },
      h('a', { href: `#/puzzles/${id}/${puzzle.id}` }, `${KINDS[puzzle.kind]}: ${puzzle.title}`),
      marks[puzzle.id] ? h('span', { class: 'learn-mark' }, marks[puzzle.id] === 'solved' ? '✓ solved' : 'answer seen') : null))));
}

/** @param {boolean} finished @param {boolean} begun */
const verb = (finished, begun) => (finished ? 'Once more' : begun ? 'Go on' : 'Begin');

/** The way from the front page: one press leads to the first lesson there is. @param {BattleCard[]} battles */
export function learnDoor(battles) {
  const battle = battles.find((one) => hasTable(one) && one.lesson);
  if (!battle) return null;
  const { href, steps, done, finished, begun } = standing(battle);
  if (finished) return null;
  return h('div', { class: 'first-game' },
    h('a', { class: 'button button-large', href }, 'Learn by playing'),
    h('span', { class: 'hint' }, begun
      ? `${done} of ${steps} steps done. It goes on where you left it.`
      : `${steps} small steps on the real board, about ten minutes: march, fight, and why.`));
}
