/**
 * The small slip of paper beside a hex: why something is not possible there, or a short choice.
 * One at a time; it follows its hex and goes away on Escape, or when something else is done.
 */

import { fill, h } from '../dom.js';

/**
 * @import { Hex, Refusal } from '../types.js'
 * @import { Context } from '../play/types.js'
 */

/** @typedef {{label: string, run: () => void, primary?: boolean}} NoteChoice */

const GAP = 8;

export class Note {
  #root = h('div', { class: 'bg-note', hidden: true });
  #context;
  #close = () => this.close();
  #follow = () => {
    if (this.open && this.#hex) this.#put(this.#hex);
  };
  /** @type {Hex | null} */
  #hex = null;
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

  /** Shows why not, with the way into the rulebook. @param {Hex} hex @param {Refusal} refusal @param {string} [lead] */
  refusal(hex, refusal, lead) {
    this.link = refusal.link ?? null;
    this.#show(hex, 'status', 'Why not', [
      lead ? h('p', { class: 'bg-note-lead' }, lead) : null,
      h('p', null, refusal.reason),
      h('p', null, ruleButton(this.#context, refusal), refusal.link ? h('kbd', { 'aria-hidden': 'true' }, 'i') : null),
      this.#dismiss(),
    ]);
  }

  /**
   * Shows a short choice; by key the first button is ready.
   * @param {Hex} hex
   * @param {string} title
   * @param {NoteChoice[]} choices
   * @param {{focus?: boolean}} [options]
   */
  choose(hex, title, choices, { focus = false } = {}) {
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
    this.#show(hex, 'dialog', title, [
      h('p', { class: 'bg-note-lead' }, title),
      h('div', { class: 'bg-note-choices' }, buttons),
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
      { type: 'button', class: 'bg-note-close', 'aria-label': 'Close this note', on: { click: this.#close } },
      '×',
    );
  }

  /**
   * @param {Hex} hex
   * @param {string} role
   * @param {string} label
   * @param {import('../dom.js').Child[]} content
   */
  #show(hex, role, label, content) {
    this.#root.setAttribute('role', role);
    this.#root.setAttribute('aria-label', label);
    fill(this.#root, ...content);
    this.#root.hidden = false;
    this.#hex = hex;
    this.#put(hex);
  }

  /** Beside the hex, wherever there is room. @param {Hex} hex */
  #put(hex) {
    const board = this.#context.board.root.getBoundingClientRect();
    const cell = hexBox(this.#context.board.root, hex) ?? board;
    const box = this.#root.getBoundingClientRect();
    const right = cell.right + GAP;
    const x = right + box.width <= window.innerWidth - GAP ? right : cell.left - GAP - box.width;
    const y = cell.top + cell.height / 2 - box.height / 2;
    this.#root.style.left = `${clamp(x, GAP, window.innerWidth - box.width - GAP)}px`;
    this.#root.style.top = `${clamp(y, board.top + GAP, Math.max(board.top + GAP, board.bottom - box.height - GAP))}px`;
  }
}

/**
 * Where a hex is on the screen.
 * @param {HTMLElement} root of the board
 * @param {Hex} hex
 * @returns {DOMRect | null}
 */
export function hexBox(root, hex) {
  return root.querySelector(`[data-cell="${CSS.escape(hex)}"]`)?.getBoundingClientRect() ?? null;
}

/**
 * A button that opens the rulebook at a rule.
 * @param {Pick<Context, 'openRule'>} context
 * @param {{rule: string, link?: string | null}} refusal
 */
export function ruleButton(context, { rule, link }) {
  if (!link) return h('span', { class: 'bg-rule' }, `Rule ${rule}`);
  return h(
    'button',
    {
      type: 'button',
      class: 'bg-rule',
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
