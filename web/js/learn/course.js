/**
 * How far a learner has come in a step of a lesson: pure, from what was done in it. The engine judges what may be done;
 * this only compares it with what the lesson asks for.
 *
 * @import { Action, Side } from '../types.js'
 */

/** @typedef {{action: Action, or: Action[], dice: number[]}} Deed `or`: what counts as well, as far as it is written */
/** @typedef {{action: Action, words: string, refused: string | null, dice: number[]}} Slip */
/**
 * @typedef {{id: string, title: string, words: string[], task: string, done: string, rule: string, link: string,
 *   cells: string[], position: Record<string, any> | null, deeds: Deed[], slips: Slip[]}} Step
 */
/** @typedef {{title: string, words: string, scenario: string | null, side: Side, steps: Step[]}} Lesson */
/** What was done, and by whom. @typedef {{by: Side | null, action: Action}} Done */
/**
 * `at`: the next deed; `slip`: what to say of a mistake that stands; `done`: nothing is left to do.
 * @typedef {{at: number, slip: string | null, done: boolean}} Verdict
 */

/** What is said of something that the lesson does not know. */
export const ASIDE = 'That is allowed, but this step is about something else. Take it back, and try again.';

/**
 * Whether a value says everything that a pattern does: lists in any order, objects as far as the pattern has members.
 * A march by a path counts as one `to` its end.
 * @param {any} pattern @param {any} value @returns {boolean}
 */
export function covers(pattern, value) {
  if (Array.isArray(pattern)) {
    return Array.isArray(value) && pattern.length === value.length && pattern.every((wanted) => value.some((found) => covers(wanted, found)));
  }
  if (pattern === null || typeof pattern !== 'object') return pattern === value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.entries(pattern).every(([key, wanted]) => covers(wanted, value[key] ?? (key === 'to' ? value.path?.at(-1) : undefined)));
}

/** Whether an action is what a deed asks for. @param {Deed} deed @param {Action} action */
export function does(deed, action) {
  return [deed.action, ...deed.or].some((pattern) => covers(pattern, action));
}

/** The likely mistake that an action is. @param {Step} step @param {Action} action @param {boolean} refused */
export function slipOf(step, action, refused) {
  return step.slips.find((slip) => (slip.refused !== null) === refused && covers(slip.action, action)) ?? null;
}

/**
 * Judges what was done in a step so far.
 * @param {Step} step @param {Side} side the learner's @param {Done[]} done
 * @returns {Verdict}
 */
export function judge(step, side, done) {
  let at = 0;
  for (const { by, action } of done) {
    if (at >= step.deeds.length) break;
    if (does(step.deeds[at], action)) at += 1;
    else if (by === side) return { at, slip: slipOf(step, action, false)?.words ?? ASIDE, done: false };
  }
  return { at, slip: null, done: at >= step.deeds.length };
}

/** The draws that the lesson gives to an action. @param {Step} step @param {number} at @param {Action} action */
export function diceFor(step, at, action) {
  const deed = step.deeds[at];
  const dice = deed && does(deed, action) ? deed.dice : slipOf(step, action, false)?.dice;
  return dice && dice.length > 0 ? dice : undefined;
}

/**
 * From which step a game must begin so that a step can be played: the nearest before it that has a position.
 * @param {Lesson} lesson @param {number} index
 */
export function beginning(lesson, index) {
  return lesson.steps.findLastIndex(({ position }, at) => at <= index && position !== null);
}
