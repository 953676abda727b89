// Steps of a replay: where phases begin, and the views of the steps, fetched once.

/**
 * @typedef {import('../types.js').StepView} StepView
 * @typedef {import('../types.js').Step} Step
 * @typedef {import('./story.js').Story} Story
 */

/** So many views are kept; they are some tens of kilobytes each. */
const KEPT = 64;

/** Steps after which a phase begins; the start is one. @param {Step[]} steps @param {Story | undefined} story */
export function phaseStarts(steps, story) {
  const starts = new Set([0]);
  for (const group of story?.groups ?? []) if (group.began <= steps.length) starts.add(group.began);
  return [...starts].sort((a, b) => a - b);
}

/**
 * The step at which the next phase begins, or the present or previous one.
 * @param {number[]} starts @param {number} at @param {1 | -1} way @param {number} last
 */
export function phaseStep(starts, at, way, last) {
  if (way === 1) return starts.find((start) => start > at) ?? last;
  return starts.findLast((start) => start < at) ?? 0;
}

/** Which step of the whole game a step is, where a side counts its own. @param {Step[]} steps @param {number} at */
export function wholeStep(steps, at) {
  return at === 0 ? 0 : (steps[at - 1]?.whole ?? at);
}

/** The last step of these that is not after a step of the whole game. @param {Step[]} steps @param {number} whole */
export function stepOfWhole(steps, whole) {
  return steps.findLastIndex((_, index) => wholeStep(steps, index + 1) <= whole) + 1;
}

/** Views of steps, fetched when first wanted. */
export class StepViews {
  /** @param {(step: number) => Promise<StepView>} fetchView */
  constructor(fetchView) {
    this.fetchView = fetchView;
    /** @type {Map<number, Promise<StepView>>} */
    this.kept = new Map();
  }

  /** @param {number} step @returns {Promise<StepView>} */
  get(step) {
    const known = this.kept.get(step);
    if (known) return known;
    const view = this.fetchView(step);
    this.kept.set(step, view);
    view.catch(() => this.kept.delete(step));
    if (this.kept.size > KEPT) this.kept.delete(/** @type {number} */ (this.kept.keys().next().value));
    return view;
  }

  clear() {
    this.kept.clear();
  }
}
