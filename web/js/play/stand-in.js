// A stand-in for the table at an earlier step: what a system's part reads and asks, without a hand on the game.

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').StepView} StepView
 */

/**
 * The view of a game as it was after a step: the step's state in the present game's frame. How the game ended is
 * known only at its last step.
 * @param {View} view @param {StepView} step @param {number} [last] the last step there is, as they are counted here
 * @returns {View & {step: number}}
 */
export function viewAt(view, { step, decision, game }, last = view.steps) {
  if (step >= last) return { ...view, decision, game, step };
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
  /** Through whose eyes the step is seen; nobody's: from above. @type {import('../types.js').Side | null} */
  eyes = null;

  /** @param {Table} table @param {View & {step: number}} view */
  constructor(table, view) {
    super();
    this.table = table;
    this.id = table.id;
    this.sheet = table.sheet;
    this.view = view;
  }

  /** Takes the eyes of a side, or with nobody's those of one above. @param {import('../types.js').Side | null} eyes */
  through(eyes) {
    this.eyes = eyes;
    this.seats = eyes ? [eyes] : [];
  }

  /** @param {Record<string, any>} question */
  ask(question) {
    return this.table.ask(question, { step: this.view.step, eyes: this.eyes });
  }

  /** Nothing can be done at an earlier step. */
  async act() {
    throw new Error('a replay is only watched');
  }
}
