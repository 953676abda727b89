// Lines above the board that want to be seen: the table is away, something is asked, the game may only be watched.

import { h } from '../dom.js';

/** @typedef {{label: string, act: () => void, primary?: boolean}} NoticeAction */

/** The notices of one screen, each with a name; a notice of the same name replaces the earlier one. */
export class Notices {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Map<string, {root: HTMLElement, key: string}>} */
    this.shown = new Map();
  }

  /**
   * Shows a notice, or takes it away with `null`.
   * @param {string} name
   * @param {{text: string, detail?: string, kind?: 'plain' | 'ask' | 'trouble', actions?: NoticeAction[]} | null} notice
   */
  set(name, notice) {
    const old = this.shown.get(name);
    if (!notice) {
      old?.root.remove();
      this.shown.delete(name);
      return;
    }
    // What is already there stays there: the focus may be on one of its buttons.
    const key = JSON.stringify([notice.text, notice.detail, notice.kind, notice.actions?.map((action) => action.label)]);
    if (old?.key === key) return;
    const root = h('div', { class: 'play-notice', role: notice.kind === 'trouble' ? 'alert' : 'status', dataset: { notice: name, kind: notice.kind ?? 'plain' } },
      h('span', { class: 'play-notice-text' }, notice.text, notice.detail ? h('span', { class: 'play-notice-detail' }, notice.detail) : null),
      (notice.actions ?? []).map((action) => h('button', {
        type: 'button', class: `button button-small${action.primary ? ' button-primary' : ''}`, on: { click: () => action.act() },
      }, action.label)));
    if (old) old.root.replaceWith(root);
    else this.place.append(root);
    this.shown.set(name, { root, key });
  }
}
