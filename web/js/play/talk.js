// A line of talk between the seats. Text is shown as text, never as markup.

import { toast } from '../dialogs.js';
import { h } from '../dom.js';
import { TALK_PANEL } from './help.js';
import { playerName } from './sides.js';

/** @typedef {import('../types.js').Entry} Entry */

const LONGEST = 500;

/** Opens the talk of a table in a panel of its own. @param {import('./panels.js').Panels} panels @param {import('../table.js').Table} table */
export function openTalk(panels, table) {
  const mayTalk = table.seats.length > 0 && table.view.status !== 'read-only';
  return new Talk(panels.panel('talk', TALK_PANEL), {
    send: mayTalk ? async (text) => void await table.talk(text) : null,
    seats: () => table.view.seats,
    mine: () => table.seats,
    panels,
  });
}

/** The talk panel. */
export class Talk {
  /** How much has been said while the panel was closed. */
  #unread = 0;

  /**
   * @param {HTMLElement} body
   * @param {{send: ((text: string) => Promise<void>) | null, seats: () => Record<string, any>, mine: () => string[],
   *   panels: import('./panels.js').Panels}} parts without `send` the panel only shows what was said
   */
  constructor(body, { send, seats, mine, panels }) {
    this.panels = panels;
    this.seats = seats;
    this.mine = mine;
    this.lines = h('ol', { class: 'talk-lines' });
    this.list = h('div', { class: 'talk-list', role: 'log', 'aria-label': 'Talk', 'aria-live': 'polite', tabindex: '0' }, this.lines);
    this.empty = h('p', { class: 'hint' }, 'Nothing has been said yet.');
    body.classList.add('talk');
    body.removeAttribute('tabindex');
    body.append(this.empty, this.list);
    this.field = h('input', { type: 'text', maxlength: LONGEST, autocomplete: 'off', 'aria-label': 'What you want to say', placeholder: 'Say something' });
    panels.addEventListener('open', (event) => {
      if (/** @type {CustomEvent} */ (event).detail === 'talk') this.#count(0);
    });
    body.append(send ? this.#form(send) : h('p', { class: 'hint' }, 'Only the two players talk here; everybody at the table can read it.'));
  }

  /** Something has just been said: whoever does not look at the panel is told. @param {Entry} entry */
  hear(entry) {
    this.add(entry);
    const mine = this.mine();
    const own = entry.by !== null && mine.includes(entry.by) && mine.length === 1;
    if (own || this.panels.isOpen('talk')) return;
    this.#count(this.#unread + 1);
    if (entry.text) toast(`${playerName(entry.by, this.seats())}: “${entry.text}”`);
  }

  /** @param {number} unread */
  #count(unread) {
    this.#unread = unread;
    this.panels.badge('talk', unread > 0 ? String(unread) : null);
  }

  /** Puts the cursor where one types. */
  focus() {
    if (this.field.isConnected) this.field.focus();
  }

  /** @param {Entry} entry */
  add(entry) {
    if (entry.kind !== 'talk' || !entry.text) return;
    this.empty.hidden = true;
    const own = entry.by !== null && this.mine().includes(entry.by);
    const who = entry.by ? playerName(entry.by, this.seats()).replace(/^The (\w+) player$/, '$1') : 'A spectator';
    this.lines.append(h('li', { class: own ? 'own' : null, dataset: { by: entry.by } },
      h('span', { class: 'talk-who' }, who), ' ',
      h('time', { datetime: entry.at, title: entry.at }, clock(entry.at)),
      h('span', { class: 'talk-text' }, entry.text)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {(text: string) => Promise<void>} send */
  #form(send) {
    const button = h('button', { type: 'submit', class: 'button button-small' }, 'Say it');
    return h('form', {
      class: 'talk-form', on: {
        submit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const text = this.field.value.trim();
          if (!text || button.disabled) return;
          button.disabled = true;
          try {
            await send(text);
            this.field.value = '';
          } finally {
            button.disabled = false;
          }
        },
      },
    }, this.field, button);
  }
}

/** @param {string} at */
function clock(at) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return '';
  const today = new Date().toDateString() === time.toDateString();
  return today
    ? time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : time.toLocaleDateString([], { day: 'numeric', month: 'short' });
}
