// The panels at the edges of the board: opened and closed by tab or key, moved from one edge to the other, and
// on a narrow screen shown one at a time as a sheet at the bottom. What is in them is no concern of this module.

import { h } from '../dom.js';
import { isLow, isNarrow, onNarrowChange } from './narrow.js';

/**
 * @typedef {import('./types.js').Slot} Slot
 * @typedef {{id: string, title: string, key: string | null, slot: Slot, open: boolean, opened: number,
 *   gaveWay: string[], due: (() => void) | null, root: HTMLElement, body: HTMLElement, tab: HTMLButtonElement, badge: HTMLElement,
 *   move: HTMLButtonElement}} Panel `due`: what is to be drawn in it once it is opened
 * @typedef {Record<string, {open?: boolean, slot?: Slot}>} Kept
 */

/** A panel with less room than this shows nothing worth having; the one opened first makes room. */
const LEAST_HEIGHT = 240;
/** What the bars above and below the docks take of the window. */
const BARS = 95;
/** More panels than this are never open in one dock. */
const MOST_OPEN = 3;

/** In a window narrower than this two docks leave the map too little; the one on the other side makes room. */
const TWO_DOCKS = 960;

/** The other side of the map. @param {Slot} slot @returns {Slot} */
function across(slot) {
  return slot === 'left' ? 'right' : 'left';
}

/** All panels of one screen. */
export class Panels extends EventTarget {
  /**
   * @param {Record<Slot, HTMLElement>} docks
   * @param {HTMLElement} sheet where the open panel stands on a narrow screen
   * @param {HTMLElement} tabs
   * @param {{kept: Kept, keep: (kept: Kept) => void, keys?: Record<string, string>}} memory which panels the player opened, and where;
   *   `keys`: panels that have another key here than they are given
   */
  constructor(docks, sheet, tabs, { kept, keep, keys = {} }) {
    super();
    this.docks = docks;
    this.sheet = sheet;
    this.tabs = tabs;
    this.kept = { ...kept };
    this.keep = keep;
    this.ownKeys = keys;
    /** @type {Map<string, Panel>} */
    this.panels = new Map();
    this.count = 0;
    this.narrow = isNarrow();
    /** Of the docks; before they are laid out, about what it will be. */
    this.height = window.innerHeight - BARS;
    this.watcher = new ResizeObserver(([field]) => { this.height = field.contentRect.height; });
    if (docks.left.parentElement) this.watcher.observe(docks.left.parentElement);
    this.stopListening = onNarrowChange((narrow) => this.#rearrange(narrow));
  }

  destroy() {
    this.watcher.disconnect();
    this.stopListening();
  }

  /**
   * The body of a panel, made on first asking.
   * @param {string} id @param {import('./types.js').PanelOptions} options
   */
  panel(id, { title, short = title, key = null, slot = 'right', open = false }) {
    const known = this.panels.get(id);
    if (known) return known.body;
    const panel = this.#make(id, { title, short, key: this.ownKeys[id] ?? key, slot: this.kept[id]?.slot ?? slot });
    this.panels.set(id, panel);
    this.tabs.append(panel.tab);
    this.#place(panel);
    if (!this.narrow && (this.kept[id]?.open ?? (open && !isLow()))) this.#set(panel, true);
    return panel.body;
  }

  /** @param {string} id */
  isOpen(id) {
    return this.panels.get(id)?.open ?? false;
  }

  /** Opens a panel without taking the focus. @param {string} id */
  open(id) {
    const panel = this.panels.get(id);
    if (panel && !panel.open) this.#set(panel, true);
  }

  /** Closes a panel; what had made room for it comes back. @param {string} id */
  close(id) {
    const panel = this.panels.get(id);
    if (!panel?.open) return;
    const back = panel.gaveWay;
    this.#set(panel, false);
    if (!this.narrow) for (const other of back) this.open(other);
  }

  /** Opens or closes a panel as the player asked, and remembers it. @param {string} id */
  toggle(id) {
    const panel = this.panels.get(id);
    if (!panel) return;
    if (panel.open) this.close(id);
    else this.#set(panel, true);
    this.#remember(panel);
  }

  /**
   * Draws what is in some panels: at once if one of them is open, else when one of them is opened. The newest drawing
   * counts: what nobody looks at is not drawn anew at every move.
   * @param {readonly string[]} ids @param {() => void} draw
   */
  draw(ids, draw) {
    const panels = ids.flatMap((id) => this.panels.get(id) ?? []);
    const seen = panels.some(({ open }) => open);
    for (const panel of panels) panel.due = seen ? null : draw;
    if (seen) draw();
  }

  /** Puts a short text, mostly a count, on a panel's tab; nothing takes it away. @param {string} id @param {string | null} text */
  badge(id, text) {
    const panel = this.panels.get(id);
    if (!panel) return;
    panel.badge.textContent = text ?? '';
    panel.badge.hidden = !text;
  }

  /** The panel a key opens. @param {string} key */
  byKey(key) {
    for (const panel of this.panels.values()) if (panel.key === key) return panel.id;
    return null;
  }

  /** Closes whatever stands open in the sheet of a narrow screen; whether anything did. */
  closeSheet() {
    if (!this.narrow) return false;
    const open = [...this.panels.values()].filter((panel) => panel.open);
    for (const panel of open) this.#set(panel, false);
    return open.length > 0;
  }

  /** Keys and titles, for the help. */
  keys() {
    return [...this.panels.values()]
      .filter((panel) => panel.key)
      .map((panel) => ({ keys: /** @type {string} */ (panel.key), what: `${panel.title}: open or close`, group: 'Panels' }));
  }

  /** @param {string} id @param {{title: string, short: string, key: string | null, slot: Slot}} options @returns {Panel} */
  #make(id, { title, short, key, slot }) {
    const heading = `panel-${id}`;
    const body = h('div', { class: 'panel-body', tabindex: 0, role: 'group', 'aria-labelledby': heading });
    const move = h('button', { type: 'button', class: 'panel-button panel-move', on: { click: () => this.#moveAcross(id) } });
    const root = h('section', { class: 'panel', id: `panel-${id}-root`, hidden: true, 'aria-labelledby': heading, dataset: { panel: id } },
      h('header', { class: 'panel-head' },
        h('h2', { id: heading }, title),
        move,
        h('button', { type: 'button', class: 'panel-button', 'aria-label': `Close ${title}`, title: `Close ${title}`, on: { click: () => this.toggle(id) } }, '×')),
      body);
    const badge = h('span', { class: 'tab-badge', hidden: true });
    const tab = h('button', {
      type: 'button', class: 'tab', 'aria-expanded': 'false', 'aria-controls': root.id, 'aria-keyshortcuts': key, dataset: { tab: id },
      on: { click: () => this.toggle(id) },
    }, h('span', { class: 'tab-title' }, title), h('span', { class: 'tab-short' }, short), key ? h('kbd', { 'aria-hidden': 'true' }, key) : null, badge);
    return { id, title, key, slot, open: false, opened: 0, gaveWay: [], due: null, root, body, tab, badge, move };
  }

  /** @param {Panel} panel @param {boolean} open */
  #set(panel, open) {
    panel.open = open;
    panel.root.hidden = !open;
    panel.tab.setAttribute('aria-expanded', String(open));
    if (open) {
      const { due } = panel;
      panel.due = null;
      due?.();
      panel.opened = ++this.count;
      this.#makeRoom(panel);
    }
    this.#showDocks();
    this.dispatchEvent(new CustomEvent(open ? 'open' : 'close', { detail: panel.id }));
  }

  /** @param {Panel} panel */
  #makeRoom(panel) {
    const others = [...this.panels.values()]
      .filter((other) => other !== panel && other.open && (this.narrow || other.slot === panel.slot))
      .sort((a, b) => a.opened - b.opened);
    const leave = others.slice(0, Math.max(0, others.length + 1 - this.#room()));
    if (this.#isTight(panel)) leave.push(...[...this.panels.values()].filter((other) => other.open && other.slot === across(panel.slot)));
    panel.gaveWay = leave.map((other) => other.id);
    for (const other of leave) this.#set(other, false);
  }

  /** Whether docks on both sides are too many. @param {Panel} panel */
  #isTight({ slot }) {
    return !this.narrow && slot !== 'bottom' && window.innerWidth < TWO_DOCKS;
  }

  /** How many panels may be open together. */
  #room() {
    if (this.narrow) return 1;
    return Math.min(MOST_OPEN, Math.max(1, Math.floor(this.height / LEAST_HEIGHT)));
  }

  /** @param {Panel} panel */
  #place(panel) {
    (this.narrow ? this.sheet : this.docks[panel.slot]).append(panel.root);
    const other = panel.slot === 'left' ? 'right' : 'left';
    const words = `Move ${panel.title} to the ${other}`;
    panel.move.textContent = other === 'left' ? '⇤' : '⇥';
    panel.move.setAttribute('aria-label', words);
    panel.move.title = words;
    this.#showDocks();
  }

  /** @param {string} id */
  #moveAcross(id) {
    const panel = this.panels.get(id);
    if (!panel) return;
    panel.slot = panel.slot === 'left' ? 'right' : 'left';
    this.#place(panel);
    this.#makeRoom(panel);
    this.#showDocks();
    this.#remember(panel);
    panel.move.focus();
  }

  /** @param {Panel} panel */
  #remember(panel) {
    if (this.narrow) return;
    this.kept[panel.id] = { open: panel.open, slot: panel.slot };
    this.keep(this.kept);
  }

  #showDocks() {
    const open = [...this.panels.values()].filter((panel) => panel.open);
    for (const slot of /** @type {Slot[]} */ (['left', 'right', 'bottom'])) {
      this.docks[slot].hidden = this.narrow || !open.some((panel) => panel.slot === slot);
    }
    this.sheet.hidden = !this.narrow || open.length === 0;
  }

  /** @param {boolean} narrow */
  #rearrange(narrow) {
    this.narrow = narrow;
    for (const panel of this.panels.values()) {
      this.#place(panel);
      const open = !narrow && (this.kept[panel.id]?.open ?? panel.open);
      if (open !== panel.open) this.#set(panel, open);
    }
    this.#showDocks();
  }
}
