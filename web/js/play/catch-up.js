// "What happened since my last decision": goes back to where the player last looked and plays the steps since.

import { toast } from '../dialogs.js';
import { count } from '../words.js';
import { tellProblem } from './problems.js';
import { viewAt } from './stand-in.js';
import { millisecondsOf } from './speeds.js';
import { shellPrefs } from './stage.js';
import { playbackFrom } from './story.js';

/**
 * @typedef {import('../types.js').Entry} Entry
 * @typedef {import('../types.js').Step} Step
 * @typedef {import('../types.js').View} View
 */

/** Longer stretches are shown from here on; the whole of it is in the replay. */
const LONGEST = 60;

/**
 * What of the play screen this needs.
 * @typedef {{table: import('../table.js').Table, stage: import('./stage.js').Stage, entries: Entry[], view: View,
 *   storyShow: import('./story-show.js').StoryShow, wordsOf: (step: number) => string,
 *   show: (view: View, previous: View | null) => void}} Host
 */

/** Plays back steps on the play screen. */
export class CatchUp {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.running = false;
  }

  /** On coming back: plays what others did since this entry was seen. @param {number} seen */
  async onReturn(seen) {
    const { table, entries } = this.host;
    if (!seen || this.running || table.view.status === 'read-only') return;
    const unseen = entries.filter((entry) => entry.seq > seen);
    const byOthers = unseen.some((entry) => entry.kind === 'action' && (entry.auto || entry.by === null || !table.seats.includes(entry.by)));
    if (!byOthers) return;
    const from = playbackFrom(unseen, table.view.steps);
    if (from === null) return;
    if (millisecondsOf(shellPrefs().speed) > 0) await this.#play(from, 'While you were away');
    else this.#offer(from, table.view.steps - from);
  }

  /** Plays what happened since the last step of the side whose decision it is, or of the player's own. */
  async sinceMyDecision() {
    const { table } = this.host;
    if (this.running) return;
    const steps = await this.#steps();
    if (!steps) return;
    const side = table.mine ? table.view.decision.side : table.seats[0];
    const last = steps.findLast((step) => step.by === side)?.n ?? 0;
    if (last >= steps.length) toast('Nothing has happened since your last decision.');
    else await this.#play(last, 'Since your last decision', steps);
  }

  /** The steps, or nothing if the table is away. */
  async #steps() {
    try {
      return (await this.host.table.steps()).steps;
    } catch (problem) {
      tellProblem(/** @type {any} */ (problem), this.host.stage.notices);
      return null;
    }
  }

  /** Who wants no animation is not shown one unasked. @param {number} from @param {number} steps */
  #offer(from, steps) {
    const { notices } = this.host.stage;
    notices.set('catch-up', {
      text: `While you were away: ${count(steps, 'step')}. The log has them.`,
      actions: [
        { label: 'Play them back', act: () => void this.#play(from, 'While you were away'), primary: true },
        { label: 'Dismiss', act: () => notices.set('catch-up', null) },
      ],
    });
  }

  /** @param {number} from @param {string} title @param {Step[]} [known] */
  async #play(from, title, known) {
    const { table, stage, storyShow } = this.host;
    this.running = true;
    try {
      const steps = known ?? (await table.steps()).steps;
      const first = Math.max(from, steps.length - LONGEST);
      await this.#back(first);
      const rest = steps.filter((step) => step.n > first);
      rest.forEach((step, index) => this.#queue(step, `${title}: ${index + 1} of ${rest.length}. ${this.host.wordsOf(step.n)}`));
      storyShow.next(async () => {
        stage.notices.set('catch-up', null);
        // What came meanwhile is queued behind this, and shown from here on.
        const { view } = table;
        const last = view.steps > steps.length ? viewAt(view, await table.stepView(steps.length)) : view;
        this.host.show(last, this.host.view);
      });
      await storyShow.idle();
    } catch (problem) {
      tellProblem(/** @type {any} */ (problem), stage.notices);
    } finally {
      stage.notices.set('catch-up', null);
      this.running = false;
    }
  }

  /** @param {number} step */
  async #back(step) {
    const { table, storyShow } = this.host;
    const then = await table.stepView(step);
    storyShow.next(() => this.#showStep(then), { always: false });
  }

  /** @param {Step} step @param {string} words */
  #queue(step, words) {
    const { table, stage, storyShow } = this.host;
    storyShow.next(() => stage.notices.set('catch-up', {
      text: words, actions: [{ label: 'Skip', act: () => storyShow.skip(), primary: true }],
    }), { always: false });
    storyShow.play(/** @type {any} */ ({ kind: 'action', by: step.by, step: step.n, line: step }));
    storyShow.next(async () => this.#showStep(await table.stepView(step.n)), { always: false });
    storyShow.next(() => timeToRead(words), { always: false });
  }

  /** Only the board goes back; the bar keeps saying how the game stands. @param {import('../types.js').StepView} then */
  #showStep(then) {
    const { stage, table } = this.host;
    const view = viewAt(table.view, then);
    stage.controller.update(view, this.host.view);
    stage.tint(view);
    this.host.view = view;
  }
}

/** A line is on the screen long enough to be read, at the player's speed. @param {string} words */
function timeToRead(words) {
  const ms = (millisecondsOf(shellPrefs().speed) || millisecondsOf('normal')) * (1 + words.length / 60);
  return new Promise((resolve) => setTimeout(resolve, ms));
}
