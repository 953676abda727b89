// The bar at the top: whose decision it is, how the game stands, undo and its limit, the end of the phase.

import { fill, h } from '../dom.js';
import { PhaseClock } from './phase-clock.js';
import { playerName, sideLabel } from './sides.js';

/**
 * @typedef {import('../types.js').View} View
 * @typedef {import('./types.js').PhaseEnd} PhaseEnd
 * @typedef {{view: View, mine: boolean, seats: string[], headline: Node | string, end: PhaseEnd | null, undo: string | null,
 *   asks?: boolean, others?: import('./types.js').AtHand[], hint?: boolean}} Shown
 *   `undo`: what can be undone here without asking, in words; `asks`: the other side may be asked for more; `others`: what can be chosen beside the map; `hint`: the
 *   staff may be asked
 */

/** The bar of the play screen. */
export class TopBar {
  /**
   * @param {HTMLElement} bar
   * @param {{undo: () => void, endPhase: () => void, hint: () => void, showing: HTMLElement, menu: HTMLElement}} parts
   *   `showing`: what can be done about what is being shown
   */
  constructor(bar, { undo, endPhase, hint, showing, menu }) {
    this.bar = bar;
    this.chip = h('span', { class: 'side-chip' });
    this.words = h('span', { class: 'decision-words' });
    this.decision = h('p', { class: 'decision', role: 'status', 'aria-live': 'polite' }, this.chip, this.words);
    this.headline = h('div', { class: 'headline' });
    this.clock = new PhaseClock();
    this.undoLabel = h('span', null);
    // Part of the button to the eye, its description to a screen reader.
    this.limit = h('span', { class: 'undo-limit', id: 'undo-limit', 'aria-hidden': 'true' });
    this.undo = h('button', { type: 'button', class: 'bar-button bar-undo', 'aria-keyshortcuts': 'u', 'aria-describedby': 'undo-limit', on: { click: undo } },
      this.undoLabel, this.limit);
    this.end = h('button', { type: 'button', class: 'bar-button bar-end', 'aria-keyshortcuts': 'Shift+E', on: { click: endPhase } });
    this.others = h('span', { class: 'bar-others' });
    this.hint = h('button', { type: 'button', class: 'bar-button bar-hint', 'aria-keyshortcuts': 'Shift+H', hidden: true, title: 'What the staff would do (Shift+H)', on: { click: hint } }, 'Hint');
    fill(bar,
      h('a', { class: 'bar-home', href: '#/', title: 'Home', 'aria-label': 'Home: all battles and games' }, drum()),
      h('div', { class: 'bar-main' }, this.decision, this.headline),
      this.clock.root,
      h('div', { class: 'bar-actions' }, showing, this.undo, this.hint, this.others, this.end, menu));
  }

  /** @param {Shown} shown */
  update({ view, mine, seats, headline, end, undo, asks = true, others = [], hint = false }) {
    this.hint.hidden = !hint;
    this.#decide(view, mine, seats);
    fill(this.headline, headline);
    this.clock.update(view.ended ? null : view.clock);
    this.#showUndo(view, seats, undo, asks);
    this.#showOthers(others);
    this.#showEnd(view, mine, end);
  }

  /** The table is left. */
  destroy() {
    this.clock.destroy();
  }

  /** @param {View} view @param {boolean} mine @param {string[]} seats */
  #decide(view, mine, seats) {
    const side = view.ended ? view.ended.winner : view.decision.side;
    this.bar.dataset.decision = `${view.decision.side ?? 'none'}:${view.decision.kind}`;
    this.bar.dataset.side = side ?? 'none';
    this.bar.dataset.mine = String(mine);
    this.bar.dataset.thinking = String(isThinking(view));
    const chip = chipText(view, mine, seats);
    const words = wordsBeside(view.ended ? view.ended.words : view.decision.words, chip);
    // A live region speaks when its text changes: the same text is not put in anew.
    if (this.chip.textContent !== chip) this.chip.textContent = chip;
    if (this.words.textContent !== words) this.words.textContent = words;
    this.words.title = words;
  }

  /** @param {View} view @param {string[]} seats @param {string | null} what can be undone @param {boolean} asks whether the other side may be asked for more */
  #showUndo(view, seats, what, asks) {
    const playing = view.status === 'playing' && seats.length > 0;
    const { policy, asked } = view.undo;
    const can = what !== null;
    const askable = asks && !can && policy !== 'never' && view.steps > 0 && !asked;
    this.undo.hidden = !playing;
    this.undoLabel.textContent = can || !askable ? 'Undo' : 'Take back…';
    this.undo.setAttribute('aria-disabled', String(!can && !askable));
    this.limit.textContent = undoWords(view, can);
    this.undo.title = can ? `Undo: ${what} (u)` : asks ? 'Ask the other side for a take-back (u)' : 'Undo (u)';
  }

  /** @param {import('./types.js').AtHand[]} others */
  #showOthers(others) {
    const key = others.map(({ label }) => label).join();
    if (this.others.dataset.shown === key) return;
    this.others.dataset.shown = key;
    fill(this.others, others.map(({ label, key: shortcut, act }) =>
      h('button', { type: 'button', class: 'bar-button', 'aria-keyshortcuts': shortcut ?? null, title: shortcut ? `${label} (${shortcut})` : label, on: { click: act } }, label)));
  }

  /** @param {View} view @param {boolean} mine @param {PhaseEnd | null} end */
  #showEnd(view, mine, end) {
    this.end.hidden = view.status !== 'playing' || !mine || !end;
    if (!end) return;
    this.end.textContent = end.label;
    this.end.setAttribute('aria-disabled', String(!end.can));
    this.end.classList.toggle('bar-ready', end.can && end.unfinished.length === 0);
    this.end.title = end.can ? `${end.label} (Shift+E)` : end.refusal?.reason ?? '';
  }
}

/** What stands beside the chip: nothing where it would say the same again. @param {string} words @param {string} chip */
export function wordsBeside(words, chip) {
  return words.replace(/[.]$/, '') === chip ? '' : words;
}

/** @param {View} view @param {boolean} mine @param {string[]} seats */
function chipText(view, mine, seats) {
  if (view.ended) return view.ended.winner ? `${sideLabel(view.ended.winner)} victory` : 'Draw';
  if (view.status === 'read-only') return 'To be watched';
  const side = view.decision.side;
  if (!side) return view.decision.kind === 'throw' ? 'Dice' : 'Over';
  if (mine && seats.length === 1) return `Your decision (${sideLabel(side)})`;
  if (mine) return `${view.seats[side]?.name ? playerName(side, view.seats) : sideLabel(side)} decides`;
  // His standing orders have decided, and what came of it is about to be shown.
  if (seats.includes(side)) return `${sideLabel(side)} decides`;
  if (view.seats[side]?.holder === 'computer') return `${playerName(side, view.seats)} ${isThinking(view) ? 'is thinking' : 'plays'}`;
  const who = playerName(side, view.seats).replace(/^The /, 'the ');
  return `Waiting for ${who}${view.seats[side]?.connected ? '' : ', not connected'}`;
}

/** Whether the decision is with a computer that thinks about it. @param {View} view */
function isThinking({ status, decision: { side }, seats }) {
  return status === 'playing' && side !== null && seats[side]?.holder === 'computer' && seats[side].thinking === true;
}

/** @param {View} view @param {boolean} can whoever sits here may undo by himself */
function undoWords(view, can) {
  const { policy, why_not: whyNot, asked } = view.undo;
  if (asked) return 'a take-back is asked for';
  if (can) return policy === 'ask' ? 'until a die, else by leave' : 'until a die is thrown';
  if (view.steps === 0) return 'nothing to undo';
  if (whyNot) return whyNot.replace(/\.$/, '');
  if (policy === 'never') return 'no undo in this game';
  return view.undo.can ? 'if the other side grants it' : 'nothing to undo';
}

function drum() {
  return h('img', { src: '/icon.svg', alt: '', width: '28', height: '28' });
}
