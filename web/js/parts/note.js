/**
 * The small slip of paper beside a cell: why something is not possible there, or a short choice.
 * One at a time; it follows its cell and goes away on Escape, or when something else is done.
 */

import { fill, h } from '../dom.js';

/**
 * @import { Cell, Refusal } from '../types.js'
 * @import { Context } from '../play/types.js'
 */

/** @typedef {{label: string, run: () => void, primary?: boolean}} NoteChoice */

const GAP = 8;

export class Note {
  #root = h('div', { class: 'map-note', hidden: true });
  #context;
  #close = () => this.close();
  #follow = () => {
    if (this.open && this.#cell) this.#put(this.#cell);
  };
  /** @type {Cell | null} */
  #cell = null;
  /** The rule that the slip speaks of. @type {string | null} */
  link = null;

  /** @param {Context} context */
  constructor(context) {
    this.#context = context;
    document.body.append(this.#root);
    context.board.addEventListener('viewchange', this.#follow);
    window.addEventListener('resize', this.#close);
  }

  /** Whether a slip is shown. */
  get open() {
    return !this.#root.hidden;
  }

  /** Shows why not, with the way into the rulebook. @param {Cell} cell @param {Refusal} refusal @param {string} [lead] */
  refusal(cell, refusal, lead) {
    this.link = refusal.link ?? null;
    this.#show(cell, 'status', 'Why not', [
      lead ? h('p', { class: 'map-note-lead' }, lead) : null,
      h('p', null, refusal.reason),
      h('p', null, ruleButton(this.#context, refusal), refusal.link ? h('kbd', { 'aria-hidden': 'true' }, 'i') : null),
      this.#dismiss(),
    ]);
  }

  /** Tells something about a cell. @param {Cell} cell @param {string} title @param {import('../dom.js').Child[]} content */
  tell(cell, title, content) {
    this.link = null;
    this.#show(cell, 'status', title, [h('p', { class: 'map-note-lead' }, title), ...content, this.#dismiss()]);
  }

  /**
   * Shows a short choice; by key the first button is ready.
   * @param {Cell} cell
   * @param {string} title
   * @param {NoteChoice[]} choices
   * @param {{focus?: boolean}} [options]
   */
  choose(cell, title, choices, { focus = false } = {}) {
    const buttons = choices.map(({ label, run, primary }) =>
      h(
        'button',
        {
          type: 'button',
          class: `button button-small${primary ? ' button-primary' : ''}`,
          on: {
            click: () => {
              this.close();
              run();
            },
          },
        },
        label,
      ),
    );
    this.#show(cell, 'dialog', title, [
      h('p', { class: 'map-note-lead' }, title),
      h('div', { class: 'map-note-choices' }, buttons),
      this.#dismiss(),
    ]);
    if (focus) buttons[0]?.focus();
  }

  /** Takes the slip away; says whether there was one. */
  close() {
    if (this.#root.hidden) return false;
    const inside = this.#root.contains(document.activeElement);
    this.#root.hidden = true;
    this.link = null;
    fill(this.#root);
    if (inside) this.#context.board.root.focus({ preventScroll: true });
    return true;
  }

  /** Takes everything away for good. */
  destroy() {
    this.#context.board.removeEventListener('viewchange', this.#follow);
    window.removeEventListener('resize', this.#close);
    this.#root.remove();
  }

  #dismiss() {
    return h(
      'button',
      { type: 'button', class: 'map-note-close', 'aria-label': 'Close this note', on: { click: this.#close } },
      '×',
    );
  }

  /**
   * @param {Cell} cell
   * @param {string} role
   * @param {string} label
   * @param {import('../dom.js').Child[]} content
   */
  #show(cell, role, label, content) {
    this.#root.setAttribute('role', role);
    this.#root.setAttribute('aria-label', label);
    fill(this.#root, ...content);
    this.#root.hidden = false;
    this.#cell = cell;
    this.#put(cell);
  }

  /** Beside the cell, wherever there is room. @param {Cell} cell */
  #put(cell) {
    const board = this.#context.board.root.getBoundingClientRect();
    const place = cellBox(this.#context.board.root, cell) ?? board;
    const box = this.#root.getBoundingClientRect();
    const right = place.right + GAP;
    const x = right + box.width <= window.innerWidth - GAP ? right : place.left - GAP - box.width;
    const y = place.top + place.height / 2 - box.height / 2;
    this.#root.style.left = `${clamp(x, GAP, window.innerWidth - box.width - GAP)}px`;
    this.#root.style.top = `${clamp(y, board.top + GAP, Math.max(board.top + GAP, board.bottom - box.height - GAP))}px`;
  }
}

/**
 * Where a cell is on the screen.
 * @param {HTMLElement} root of the board
 * @param {Cell} cell
 * @returns {DOMRect | null}
 */
export function cellBox(root, cell) {
  return root.querySelector(`[data-cell="${CSS.escape(cell)}"]`)?.getBoundingClientRect() ?? null;
}

/**
 * A button that opens the rulebook at a rule.
 * @param {Pick<Context, 'openRule'>} context
 * @param {{rule: string, link?: string | null}} refusal
 */
export function ruleButton(context, { rule, link }) {
  if (!link) return h('span', { class: 'rule-link' }, `Rule ${rule}`);
  return h(
    'button',
    {
      type: 'button',
      class: 'rule-link',
      'aria-label': `Open rule ${rule}`,
      on: { click: () => context.openRule(link) },
    },
    `Rule ${rule}`,
  );
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
