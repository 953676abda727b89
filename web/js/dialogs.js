/**
 * Questions and short messages: dialogs built on `<dialog>` (focus kept inside, Escape closes) and
 * toasts that go away by themselves. They know nothing of games.
 */

import { announce, append, h } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */
/**
 * A button of a dialog. `ready` may keep the dialog open by answering false, and says why itself.
 * @typedef {{value: string, label: string, hint?: string, kind?: 'primary' | 'danger' | 'quiet',
 *   ready?: () => boolean}} Choice
 */

let count = 0;

/**
 * Shows a dialog with any content and buttons; gives the value of the button, or `null` when it was
 * closed without one.
 * @param {{title: string, body?: Child, choices: Choice[], className?: string,
 *   open?: (dialog: HTMLDialogElement, close: (value: string | null) => void) => void}} options
 * @returns {Promise<string | null>}
 */
export function show({ title, body, choices, className = '', open }) {
  const before = document.activeElement;
  count += 1;
  const heading = h('h2', { id: `dialog-title-${count}` }, title);
  const dialog = h('dialog', { class: `dialog ${className}`.trim(), 'aria-labelledby': heading.id });
  return new Promise((resolve) => {
    /** @type {string | null} */
    let answer = null;
    /** @param {string | null} value */
    const close = (value) => {
      answer = value;
      dialog.close();
    };
    const buttons = choices.map((choice, index) =>
      h(
        'button',
        {
          type: 'button',
          class: `button ${choice.kind ? `button-${choice.kind}` : ''}`.trim(),
          autofocus: index === choices.length - 1 && !open,
          on: { click: () => (choice.ready?.() ?? true) && close(choice.value) },
        },
        choice.label,
        choice.hint ? h('small', { class: 'button-hint' }, choice.hint) : null,
      ),
    );
    append(dialog, heading, h('div', { class: 'dialog-body' }, body ?? null));
    if (buttons.length > 0) dialog.append(h('div', { class: 'dialog-buttons' }, buttons));
    // Keys pressed in a dialog are not orders to the table behind it.
    dialog.addEventListener('keydown', (event) => event.stopPropagation());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog && outside(dialog, event)) close(null);
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    open?.(dialog, close);
  });
}

/** @param {HTMLDialogElement} dialog @param {MouseEvent} event */
function outside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/**
 * Asks yes or no.
 * @param {{title: string, text?: Child, yes?: string, no?: string, danger?: boolean}} options
 * @returns {Promise<boolean>}
 */
export async function confirm({ title, text, yes = 'Yes', no = 'No', danger = false }) {
  const answer = await show({
    title,
    body: paragraph(text),
    choices: [
      { value: 'no', label: no, kind: 'quiet' },
      { value: 'yes', label: yes, kind: danger ? 'danger' : 'primary' },
    ],
  });
  return answer === 'yes';
}

/**
 * Lets one of several things be chosen; `null` if none was.
 * @param {{title: string, text?: Child, options: Choice[], cancel?: string}} options
 * @returns {Promise<string | null>}
 */
export async function choose({ title, text, options, cancel = 'Cancel' }) {
  const answer = await show({
    title,
    body: paragraph(text),
    className: 'dialog-choose',
    choices: [...options, { value: '\0cancel', label: cancel, kind: 'quiet' }],
  });
  return answer === '\0cancel' ? null : answer;
}

/** @param {Child} text @returns {Child} */
function paragraph(text) {
  return typeof text === 'string' ? h('p', null, text) : (text ?? null);
}

/**
 * Shows a short message and reads it to screen readers. `link` adds a link into the rulebook
 * (book and anchor, with a slash between) or to any `#/…` address.
 * @param {string} text
 * @param {{link?: string | null, linkText?: string, kind?: 'plain' | 'refusal' | 'problem', ms?: number}} [options]
 * @returns {() => void} takes it away at once
 */
export function toast(text, { link, linkText = 'See the rule', kind = 'plain', ms = 6000 } = {}) {
  const toast = h(
    'div',
    { class: `toast toast-${kind}` },
    h('span', { class: 'toast-text' }, text),
    link ? toastLink(link, linkText) : null,
    h('button', { type: 'button', class: 'toast-close', 'aria-label': 'Dismiss', on: { click: () => close() } }, '×'),
  );
  const close = () => toast.remove();
  toastRack().append(toast);
  announce(text, { urgent: kind !== 'plain' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const start = () => {
    timer = setTimeout(close, ms);
  };
  const stop = () => clearTimeout(timer);
  for (const name of ['pointerenter', 'focusin']) toast.addEventListener(name, stop);
  for (const name of ['pointerleave', 'focusout']) toast.addEventListener(name, start);
  start();
  return close;
}

/** Takes away what was said of the screen before. */
export function clearToasts() {
  for (const rack of document.querySelectorAll('.toasts')) rack.replaceChildren();
}

/** @param {string} link @param {string} text */
function toastLink(link, text) {
  if (link.startsWith('#')) return h('a', { class: 'toast-link', href: link }, text);
  /** @param {MouseEvent} event */
  const open = async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The book opens over the game, so that nobody has to leave the table for a rule.
    event.preventDefault();
    const { openRulebook } = await import('./rulebook.js');
    await openRulebook(link);
  };
  return h('a', { class: 'toast-link', href: `#/rules/${link}`, on: { click: open } }, text);
}

/** Where toasts hang; above an open dialog, so that they can be seen there too. */
function toastRack() {
  const open = document.querySelectorAll('dialog[open]');
  const parent = open[open.length - 1] ?? document.body;
  const found = parent.querySelector(':scope > .toasts');
  if (found) return found;
  const rack = h('div', { class: 'toasts', role: 'region', 'aria-label': 'Messages' });
  parent.append(rack);
  return rack;
}
