/**
 * What this browser remembers of lessons and puzzles.
 *
 * @typedef {{step?: string, done: string[], game?: string}} LessonProgress `step`: where one was; `done`: the steps that
 *   were done; `game`: the game that was left on the server
 */

import * as api from '../api.js';
import * as store from '../store.js';

/** @param {string} battle */
const lessonKey = (battle) => `lesson.${battle}`;

/** @param {string} battle @returns {LessonProgress} */
export function lessonProgress(battle) {
  const kept = store.note(lessonKey(battle));
  const done = Array.isArray(kept?.done) ? kept.done.filter((/** @type {unknown} */ one) => typeof one === 'string') : [];
  return { ...kept, done };
}

/** @param {string} battle @param {Partial<LessonProgress>} change */
export function keepLesson(battle, change) {
  store.setNote(lessonKey(battle), { ...lessonProgress(battle), ...change });
}

/** A step was done. @param {string} battle @param {string} step */
export function stepDone(battle, step) {
  const { done } = lessonProgress(battle);
  if (!done.includes(step)) keepLesson(battle, { done: [...done, step] });
}

/** Gives a game of a lesson or a puzzle back: nobody needs it any more. @param {string | undefined} id */
export async function giveBack(id) {
  const token = id ? store.game(id)?.tokens.owner : undefined;
  if (!id || !token) return;
  store.forget(id);
  // What cannot be deleted now is one game more on the server, and nobody's trouble.
  await api.deleteGame(id, token).catch(() => undefined);
}

/** @param {string} battle */
const puzzleKey = (battle) => `puzzles.${battle}`;

/** Which puzzles of a battle were solved, and whose answer was seen first. @param {string} battle @returns {Record<string, 'solved' | 'seen'>} */
export function puzzleMarks(battle) {
  return store.note(puzzleKey(battle)) ?? {};
}

/** @param {string} battle @param {string} puzzle @param {'solved' | 'seen'} mark */
export function markPuzzle(battle, puzzle, mark) {
  const marks = puzzleMarks(battle);
  // What was solved stays solved, whatever one looks at afterwards.
  if (marks[puzzle] !== 'solved') store.setNote(puzzleKey(battle), { ...marks, [puzzle]: mark });
}

/** @param {string} battle */
const gameKey = (battle) => `puzzle-game.${battle}`;

/** The game of a puzzle that was left on the server. @param {string} battle @returns {string | undefined} */
export function puzzleGame(battle) {
  return store.note(gameKey(battle)) ?? undefined;
}

/** @param {string} battle @param {string | undefined} game */
export function keepPuzzleGame(battle, game) {
  store.setNote(gameKey(battle), game ?? null);
}
