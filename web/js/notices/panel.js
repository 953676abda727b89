/**
 * The panel "Tell me when it is my turn": the ways in which a seat is told, what became of them, and new ones.
 *
 * @import { Channel, NoticesView, Seat } from './calls.js'
 */

import { show, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { copy } from '../play/clipboard.js';
import { faultWords } from '../screens/frame.js';
import { Problem } from '../api.js';
import { endpoint, subscribe, whyNot } from './browser.js';
import * as calls from './calls.js';
import { asked, lastWords, nameOf, PACES, TELL_ME } from './words.js';

/** How often the panel looks again while it is open, in milliseconds. */
const AGAIN = 4000;

/** Opens the panel for the seat that is held here. @param {import('../table.js').Table} table */
export async function noticesPanel(table) {
  const [seat] = table.seatsHeld();
  if (!seat) return;
  const panel = new Panel(seat);
  const timer = setInterval(() => void panel.refresh(), AGAIN);
  try {
    await panel.refresh();
    await show({
      title: TELL_ME, body: panel.root, className: 'dialog-notices', choices: [{ value: 'done', label: 'Done', kind: 'primary' }],
      // The list may be long: one begins at its top.
      open: (dialog) => {
        const heading = dialog.querySelector('h2');
        if (!heading) return;
        heading.tabIndex = -1;
        heading.focus();
      },
    });
  } finally {
    clearInterval(timer);
  }
}

class Panel {
  /** @type {NoticesView | null} */
  #view = null;
  /** The endpoint of this browser. @type {string | null} */
  #here = null;
  #drawn = '';
  #busy = false;

  /** @param {Seat} seat */
  constructor(seat) {
    this.seat = seat;
    this.list = h('ul', { class: 'notice-ways' });
    this.add = h('div', { class: 'notice-add' });
    this.fault = h('p', { class: 'field-fault', role: 'alert' });
    this.secret = h('div', { role: 'status' });
    this.root = h('div', { class: 'notices' },
      h('p', { class: 'hint' }, 'You are told when a decision has become yours and you have done nothing at this table for five minutes. Nobody else at the table learns of it. A message says which battle, turn and phase, and nothing about units.'),
      this.list, this.secret, this.fault, this.add);
  }

  /** Looks again. */
  async refresh() {
    if (this.#busy || document.hidden) return;
    try {
      this.#here = await endpoint();
      this.#take(await calls.look(this.seat));
    } catch (problem) {
      // While it is open it looks again by itself; only the first look must say what is wrong.
      if (!this.#view) this.#tell(problem);
    }
  }

  /** Does something, and shows what came of it. @param {() => Promise<NoticesView>} act */
  async #do(act) {
    if (this.#busy) return false;
    this.#busy = true;
    this.fault.textContent = '';
    try {
      this.#take(await act());
      return true;
    } catch (problem) {
      this.#tell(problem);
      return false;
    } finally {
      this.#busy = false;
    }
  }

  /** @param {unknown} problem */
  #tell(problem) {
    this.fault.textContent = problem instanceof Error && !(problem instanceof Problem) ? problem.message : faultWords(problem);
  }

  /** @param {NoticesView} view */
  #take(view) {
    this.#view = view;
    if (view.secret) this.#showSecret(view.secret);
    const now = JSON.stringify([view.channels, view.offers, this.#here]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const focus = this.root.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : undefined;
    fill(this.list, view.channels.map((channel) => this.#way(channel)));
    this.list.hidden = view.channels.length === 0;
    this.#drawAdd(view);
    if (focus && !this.root.contains(document.activeElement)) /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-key="${CSS.escape(focus)}"]`))?.focus();
  }

  /** @param {Channel} channel */
  #way(channel) {
    const name = nameOf(channel, this.#here);
    const { id } = channel;
    const button = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => unknown} */ act) => h('button', {
      type: 'button', class: 'button button-small', 'aria-label': `${label}: ${name}`, dataset: { key: `${id} ${key}` }, on: { click: act },
    }, label);
    const isFeed = channel.means === 'feed';
    const feed = isFeed ? new URL(channel.to, location.href).href : '';
    const state = channel.confirmed ? channel.last ? lastWords(channel.last) : 'In use; nothing was sent yet.' : asked(channel);
    return h('li', { class: 'notice-way', dataset: { means: channel.means, confirmed: channel.confirmed } },
      h('h3', null, name),
      h('p', { class: 'hint', role: 'status' }, state),
      !channel.confirmed && channel.last?.why ? h('p', { class: 'hint' }, lastWords(channel.last)) : null,
      isFeed ? h('p', null, h('input', { class: 'input link-text', readonly: true, value: feed, 'aria-label': 'Address of the feed', dataset: { key: `${id} address` } })) : null,
      h('div', { class: 'row' },
        h('select', {
          class: 'input notice-pace', 'aria-label': `How often: ${name}`, value: channel.pace, dataset: { key: `${id} pace` },
          on: { change: (event) => void this.#do(() => calls.setPace(this.seat, id, event.target.value)) },
        }, PACES.map(([value, words]) => h('option', { value }, words))),
        isFeed ? button('Copy', 'copy', () => void copy(feed, 'The address of the feed')) : null,
        !isFeed && channel.confirmed ? button('Send a test', 'test', () => void this.#test(id)) : null,
        button('Forget it', 'forget', () => void this.#do(() => calls.forget(this.seat, id)))));
  }

  /** @param {string} id */
  async #test(id) {
    if (await this.#do(() => calls.test(this.seat, id))) toast('A test is on its way.');
  }

  /** @param {NoticesView} view */
  #drawAdd({ offers, channels }) {
    const has = (/** @type {string} */ means) => channels.some((channel) => channel.means === means);
    const browser = channels.some(({ means, to }) => means === 'push' && to === this.#here);
    // What is being typed stays.
    const typed = [...this.add.querySelectorAll('input')].map((field) => [field.name, field.value]);
    fill(this.add,
      h('h3', null, channels.length ? 'Tell me also by' : 'Tell me by'),
      browser ? null : this.#browser(offers.push),
      offers.mail ? this.#form('mail', 'email', 'Mail to this address', 'name@example.org') : null,
      has('feed') ? null : h('p', null, h('button', { type: 'button', class: 'button', dataset: { key: 'feed' }, on: { click: () => void this.#do(() => calls.open(this.seat, { means: 'feed' })) } }, 'A feed for a reader of feeds')),
      this.#form('webhook', 'url', 'A call of this address, for programs', 'https://example.org/hook'));
    for (const [name, value] of typed) {
      const field = /** @type {HTMLInputElement | null} */ (this.add.querySelector(`input[name="${name}"]`));
      if (field) field.value = value;
    }
  }

  /** @param {string} key */
  #browser(key) {
    const why = whyNot();
    if (why) return h('p', { class: 'hint' }, why);
    return h('p', null, h('button', {
      type: 'button', class: 'button', dataset: { key: 'push' }, on: { click: () => void this.#do(() => subscribe(this.seat, key)).then(() => this.refresh()) },
    }, 'Notices of this browser, also when the page is closed'));
  }

  /** @param {'mail' | 'webhook'} means @param {string} type @param {string} label @param {string} example */
  #form(means, type, label, example) {
    const field = h('input', { type, name: means, class: 'input', required: true, placeholder: example, autocomplete: means === 'mail' ? 'email' : 'off', dataset: { key: `field ${means}` } });
    return h('form', {
      class: 'notice-form', on: {
        submit: async (event) => {
          event.preventDefault();
          if (!await this.#do(() => calls.open(this.seat, { means, to: field.value.trim() }))) return;
          // What was typed has been taken over into a form that was drawn anew.
          const now = /** @type {HTMLInputElement | null} */ (this.add.querySelector(`input[name="${means}"]`));
          if (now) now.value = '';
        },
      },
    }, h('label', null, h('span', null, label), field), h('button', { type: 'submit', class: 'button', 'aria-label': `Add: ${label}`, dataset: { key: `add ${means}` } }, 'Add'));
  }

  /** @param {string} secret */
  #showSecret(secret) {
    fill(this.secret, h('p', null, 'Calls are signed with this secret, which is shown only now: ', h('code', { class: 'notice-secret' }, secret), ' ',
      h('button', { type: 'button', class: 'button button-small', on: { click: () => void copy(secret, 'The secret') } }, 'Copy')));
  }
}
