// A stand-in for the table at an earlier step: what a system's part reads and asks, without a hand on the game.

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').StepView} StepView
 */

/**
 * The view of a game as it was after a step: the step's state in the present game's frame. How the game ended is
 * known only at its last step.
 * @param {View} view @param {StepView} step
 * @returns {View & {step: number}}
 */
export function viewAt(view, { step, decision, game }) {
  if (step >= view.steps) return { ...view, decision, game, step };
  return { ...view, decision, game, step, ended: null, status: view.status === 'over' ? 'playing' : view.status };
}

/** Whether what is shown has been decided since. @param {View & {step?: number}} shown @param {View} now */
export function isPast(shown, now) {
  return shown.step !== undefined && shown.step < now.steps;
}

/** Looks like a table nobody sits at, showing one step. */
export class StandIn extends EventTarget {
  seats = /** @type {import('../types.js').Side[]} */ ([]);
  mine = false;
  busy = false;

  /** @param {Table} table @param {View & {step: number}} view */
  constructor(table, view) {
    super();
    this.table = table;
    this.id = table.id;
    this.sheet = table.sheet;
    this.view = view;
  }

  /** @param {Record<string, any>} question */
  ask(question) {
    return this.table.ask(question, { step: this.view.step });
  }

  /** Nothing can be done at an earlier step. */
  async act() {
    throw new Error('a replay is only watched');
  }
}
