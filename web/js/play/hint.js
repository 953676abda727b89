// A hint: what the staff would do in the decision that is due, drawn on the map and in words, to be done or not.

import { Problem } from '../api.js';
import { toast } from '../dialogs.js';
import { sentence } from '../words.js';
import { mayAsk } from './computer.js';
import { tellProblem } from './problems.js';

/**
 * What of the play screen this needs.
 * @typedef {{table: import('../table.js').Table, stage: import('./stage.js').Stage, levels: import('../types.js').Computer[],
 *   finishShowing: () => Promise<void> | null}} Host
 */

/** The hint of one screen. */
export class Hint {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** The hint that is shown. @type {import('../types.js').Hint | null} */
    this.shown = null;
    this.asking = false;
  }

  /** Whether a hint may be asked for now. */
  get allowed() {
    const { table, levels } = this.host;
    return levels.length > 0 && table.mine && mayAsk(table.view, table.seats);
  }

  /** Asks for a hint and shows it; if one is shown, its buttons get the focus. */
  async ask() {
    const { table, stage } = this.host;
    if (this.asking || !this.#may()) return;
    if (this.shown?.version === table.view.version) {
      this.#focus();
      return;
    }
    this.asking = true;
    stage.notices.set('hint', { text: 'The staff is thinking about it…' });
    try {
      await this.host.finishShowing();
      const hint = await table.hint();
      // The game went on meanwhile: the advice is about another position.
      if (hint.version === table.view.version && this.asking) this.#show(hint);
      else this.clear();
    } catch (problem) {
      this.clear();
      if (!(problem instanceof Problem)) throw problem;
      if (problem.type === 'not-allowed') toast(problem.message);
      else tellProblem(problem, stage.notices);
    } finally {
      this.asking = false;
    }
  }

  #may() {
    if (this.allowed) return true;
    const { table, levels } = this.host;
    if (levels.length === 0) toast('There is no staff for this battle.');
    else toast(table.mine ? 'Against another person there are no hints.' : 'A hint is for a decision that is yours.');
    return false;
  }

  /** @param {import('../types.js').Hint} hint */
  #show(hint) {
    const { stage } = this.host;
    this.shown = hint;
    const [told] = stage.controller.propose?.([{ action: hint.action, kind: 'proposed', label: 'hint' }]) ?? [];
    stage.notices.set('hint', {
      text: `Hint: ${told?.words ?? hint.words}`,
      detail: sentence(hint.why),
      actions: [
        { label: 'Do it', act: () => void this.take(), primary: true },
        { label: 'No thanks', act: () => this.clear() },
      ],
    });
    this.#focus();
  }

  /** Does what is proposed. */
  async take() {
    const { table, stage } = this.host;
    const hint = this.shown;
    this.clear();
    stage.focusBoard();
    if (!hint || hint.version !== table.view.version) return;
    await table.act(hint.action).catch(() => undefined);
  }

  /** Takes the hint away; whether there was one. */
  clear() {
    const { stage } = this.host;
    const any = this.shown !== null || this.asking;
    const focused = stage.frame.notices.querySelector('[data-notice="hint"]')?.contains(document.activeElement) ?? false;
    this.asking = false;
    this.shown = null;
    stage.notices.set('hint', null);
    stage.controller.propose?.([]);
    if (focused) stage.focusBoard();
    return any;
  }

  #focus() {
    const button = this.host.stage.frame.notices.querySelector('[data-notice="hint"] button');
    if (button instanceof HTMLElement) button.focus();
  }
}
