// What play and replay have in common: the frame, the board, the panels and the system's own part, wired together.

import * as api from '../api.js';
import { Board } from '../board/board.js';
import { readMap } from '../board/drawings.js';
import { confirm, toast } from '../dialogs.js';
import { announce, breathe, h } from '../dom.js';
import * as store from '../store.js';
import { cellWord } from '../words.js';
import { Advice } from './advice.js';
import { Card } from './card.js';
import { helpDialog } from './help.js';
import { listenToKeys, walkParts } from './keys.js';
import { buildFrame } from './layout.js';
import { Notices } from './notices.js';
import { Panels } from './panels.js';
import { loadSystem } from '../systems/index.js';

/**
 * @typedef {import('./types.js').Controller} Controller
 * @typedef {import('./types.js').TableLike} TableLike
 */

/** Events of the board that are orders: what is still being shown is finished before they go on to the system. */
const ORDERS = /** @type {const} */ (['cell', 'drop', 'menu']);

/** How much larger or smaller one press of a button makes the map. */
const ZOOM = 1.4;

/** The screen of one game, played or replayed. */
export class Stage {
  /**
   * Loads what is needed and builds the screen.
   * @param {HTMLElement} root
   * @param {TableLike} table
   * @param {{readOnly: boolean, title: string}} options
   */
  static async open(root, table, { readOnly, title }) {
    const { sheet, view } = table;
    const [mapSvg, system] = await Promise.all([api.drawing(sheet.map), loadSystem(view.system)]);
    if (!system) {
      throw new api.Problem({ type: 'unknown-system', title: 'This page cannot show the game', detail: `The page has no part for the system "${view.system}".` });
    }
    // Between the parts of the work the page stays alive.
    const map = readMap(mapSvg);
    await breathe();
    const stage = new Stage(root, table, system, map, title);
    await breathe();
    stage.controller = system.mount(stage.context(readOnly));
    stage.board.describe = (cell) => stage.controller.cardText?.(cell) ?? cell;
    stage.#addOverlays();
    return stage;
  }

  /** @param {HTMLElement} root @param {TableLike} table @param {import('./types.js').GameSystem} system @param {SVGElement} map @param {string} title */
  constructor(root, table, system, map, title) {
    const prefs = shellPrefs();
    this.table = table;
    this.system = system;
    /** What the board is made of. */
    this.drawing = system.board(table.sheet);
    this.frame = buildFrame(root, title, {
      widths: prefs.dockWidth ?? {},
      keepWidths: (dockWidth) => setShellPrefs({ dockWidth }),
    });
    this.notices = new Notices(this.frame.notices);
    this.panels = new Panels(this.frame.docks, this.frame.sheet, this.frame.tabs, {
      kept: prefs.panels ?? {},
      keep: (panels) => setShellPrefs({ panels }),
      keys: system.keys.instead,
    });
    this.board = new Board(this.frame.board, { sheet: this.drawing, map });
    /** @type {Controller} */
    this.controller = /** @type {any} */ (null);
    this.card = new Card(this.frame.card, (cell) => this.controller.card?.(cell));
    this.board.covers = [this.frame.card, this.frame.zoom];
    this.advice = new Advice(this.frame.advice, () => this.controller.advice?.());
    this.frame.zoom.append(...zoomButtons(this.board));
    this.card.want(prefs.card !== false);
    /** @type {Map<string, {key: string | null, set: (on: boolean) => void, toggle: () => void}>} */
    this.overlays = new Map();
    /** The places that were spoken of last. @type {string[]} */
    this.spoken = [];
    /** Finishes what is being shown; nothing if nothing is. @type {() => Promise<void> | null} */
    this.finishShowing = () => null;
    /** What else the screen can do for the system; in a replay nothing. @type {{undo: () => void, endPhase: () => void}} */
    this.commands = { undo: () => {}, endPhase: () => {} };
    /** Keys of the screen itself. @type {(event: KeyboardEvent) => boolean} */
    this.screenKey = () => false;
    /** @type {import('./help.js').Key[]} */
    this.screenKeys = [];
    this.onPrefs = () => this.card.want(shellPrefs().card !== false);
    store.changes.addEventListener('prefs', this.onPrefs);
    this.stopKeys = listenToKeys((event) => this.#key(event), () => this.focusBoard());
    this.#listen();
  }

  /** What the system's part is given. @param {boolean} readOnly @returns {import('./types.js').Context} */
  context(readOnly) {
    return {
      table: this.table, board: this.board, sheet: this.table.sheet, drawing: this.drawing, readOnly,
      slots: this.frame.docks,
      panel: (id, options) => this.panels.panel(id, options),
      openPanel: (id) => this.panels.open(id),
      closePanel: (id) => this.panels.close(id),
      togglePanel: (id) => this.panels.toggle(id),
      drawPanels: (ids, draw) => this.panels.draw(ids, draw),
      badgePanel: (id, text) => this.panels.badge(id, text),
      setOverlay: (id, on) => this.setOverlay(id, on),
      say: (text) => announce(text),
      advise: () => this.advice.refresh(),
      confirm, toast,
      openRule: async (link) => (await import('../rulebook.js')).openRulebook(link),
      undo: () => this.commands.undo(),
      endPhase: () => this.commands.endPhase(),
    };
  }

  /** Shows the help with every key there is. */
  help() {
    return helpDialog([...this.system.keys.orders, ...this.screenKeys, ...this.panels.keys(), ...this.board.keys], this.cellWord);
  }

  /** What a cell of this map is called. */
  get cellWord() {
    return cellWord(this.drawing.hex);
  }

  /** The first view is there: once its panels and advice have their places, all of it is seen. */
  opened() {
    const { root } = this.frame;
    if (root.classList.contains('play-opening')) requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove('play-opening')));
  }

  /** Gives the focus to the map. */
  focusBoard() {
    this.board.focus();
  }

  /** Gives the focus to the map once it has been laid out. */
  focusSoon() {
    requestAnimationFrame(() => this.focusBoard());
  }

  /** Leads to places on the map: centres on the first and lights them all. @param {string[]} cells */
  lead(cells) {
    if (!cells.length) return;
    this.board.centreOn(cells[0]);
    for (const cell of cells) void this.board.flash(cell, 'chosen');
  }

  /** Lights cells as long as something points at them. @param {string[]} cells */
  point(cells) {
    this.board.nameCells(cells.length ? cells : this.spoken);
    this.board.setLayer('pointed', cells.map((cell) => ({ cell, kind: 'chosen' })));
  }

  /** Names on the map the places that were spoken of last. @param {string[]} cells */
  speakOf(cells) {
    this.spoken = cells;
    this.board.nameCells(cells);
  }

  /** Night and fog tint the table. @param {import('../types.js').View} view */
  tint(view) {
    this.board.show({ tint: this.system.tint(view.game) });
  }

  destroy() {
    this.stopKeys();
    store.changes.removeEventListener('prefs', this.onPrefs);
    this.controller?.destroy?.();
    this.card.destroy();
    this.advice.destroy();
    this.panels.destroy();
    this.board.destroy();
  }

  #listen() {
    for (const name of ORDERS) {
      this.board.addEventListener(name, (event) => {
        const { detail } = /** @type {CustomEvent} */ (event);
        this.#afterShown(() => this.controller[name]?.(detail));
        if (name === 'cell') this.card.show(detail.cell);
      });
    }
    // It can be refused, so it cannot wait.
    this.board.addEventListener('dragstart', (event) => this.controller.dragstart?.(/** @type {CustomEvent} */ (event).detail, event));
    this.board.addEventListener('turn', (event) => this.#afterShown(() => this.controller.turn?.(/** @type {CustomEvent} */ (event).detail)));
    this.board.yields = (event) => this.controller.wants?.(event) ?? false;
    for (const name of /** @type {const} */ (['hover', 'cursor'])) {
      this.board.addEventListener(name, (event) => {
        const { detail } = /** @type {CustomEvent} */ (event);
        this.controller[name]?.(detail);
        this.card.show(detail.cell ?? (name === 'hover' ? null : this.card.cell));
      });
    }
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  #key(event) {
    if (this.controller.wants?.(event)) return this.controller.key?.(event) ?? false;
    if (event.key === '?') void this.help();
    else if (event.key === 'F6') walkParts([this.frame.bar, this.frame.guide, this.frame.board, this.frame.docks.left, this.frame.docks.right, this.frame.sheet, this.frame.controls, this.frame.foot], event.shiftKey ? -1 : 1);
    else if (event.key === 'F') this.frame.root.classList.toggle('play-bare');
    else if (event.key === 'h') setShellPrefs({ card: shellPrefs().card === false });
    else if (this.screenKey(event)) return true;
    else if (event.key === 'Escape') return this.#escape();
    else if (this.panels.byKey(event.key)) this.panels.toggle(/** @type {string} */ (this.panels.byKey(event.key)));
    else if (!this.#overlayKey(event.key)) return this.#systemKey(event);
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  #systemKey(event) {
    const shown = event.key.length === 1 || event.key === 'Enter' ? this.finishShowing() : null;
    const use = () => (this.controller.key?.(event) ?? false) || this.#boardKey(event);
    if (!shown) return use();
    void shown.then(use);
    return true;
  }

  /** With the focus on nothing, or on a button at the edge that has no use for it, a key is the map's. @param {KeyboardEvent} event @returns {boolean} */
  #boardKey(event) {
    const at = /** @type {Node} */ (event.target);
    const free = at === document.body || this.frame.bar.contains(at) || this.frame.foot.contains(at);
    return free && this.board.key(event);
  }

  /** Does something once the board shows the present. @param {() => void} work */
  #afterShown(work) {
    const shown = this.finishShowing();
    if (shown) void shown.then(work);
    else work();
  }

  #escape() {
    if (this.frame.root.classList.contains('play-bare')) this.frame.root.classList.remove('play-bare');
    else if (!this.panels.closeSheet()) this.controller.cancel?.();
    return true;
  }

  /** Sets an overlay as its button would. @param {string} id @param {boolean} on */
  setOverlay(id, on) {
    this.overlays.get(id)?.set(on);
  }

  #addOverlays() {
    const overlays = this.controller.overlays ?? [];
    const group = h('div', { class: 'play-overlays', role: 'group', 'aria-label': 'Show on the map' });
    const wanted = store.prefs().overlays;
    for (const overlay of overlays) {
      const button = h('button', { type: 'button', class: 'tab tab-overlay', 'aria-pressed': 'false', 'aria-keyshortcuts': overlay.key ?? null, on: { click: () => toggle() } },
        h('span', { class: 'tab-title' }, overlay.title), overlay.key ? h('kbd', { 'aria-hidden': 'true' }, overlay.key) : null);
      const set = (/** @type {boolean} */ on) => {
        button.setAttribute('aria-pressed', String(on));
        overlay.set(on);
      };
      const toggle = () => {
        const on = button.getAttribute('aria-pressed') !== 'true';
        set(on);
        if (overlay.lasting !== false) store.setPrefs({ overlays: { ...store.prefs().overlays, [overlay.id]: on } });
      };
      if (overlay.lasting !== false && wanted[overlay.id]) set(true);
      group.append(button);
      this.overlays.set(overlay.id, { key: overlay.key ?? null, set, toggle });
    }
    if (overlays.length) this.frame.foot.insertBefore(folding(group), this.frame.tabs);
  }

  /** Switches the overlay of a key; whether there is one. @param {string} key */
  #overlayKey(key) {
    const overlay = [...this.overlays.values()].find((known) => known.key === key);
    overlay?.toggle();
    return overlay !== undefined;
  }
}

/** What wheel, pinch and keys do, for whoever has none of them at hand. @param {Board} board */
function zoomButtons(board) {
  const button = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ act) =>
    h('button', { type: 'button', class: 'zoom-button', 'aria-label': label, title: `${label} (${key})`, 'aria-keyshortcuts': key, on: { click: act } }, sign);
  return [
    button('Larger', '+', '+', () => board.zoomBy(ZOOM)),
    button('Smaller', '−', '-', () => board.zoomBy(1 / ZOOM)),
    button('The whole map', '⤢', '0', () => board.fit()),
  ];
}

/** Buttons in a row; where there is no room for them (play.css says where), behind one button. @param {HTMLElement} group */
function folding(group) {
  const open = (/** @type {boolean} */ on) => {
    place.classList.toggle('open', on);
    button.setAttribute('aria-expanded', String(on));
  };
  const button = h('button', { type: 'button', class: 'tab overlays-button', 'aria-expanded': 'false', on: { click: () => open(!place.classList.contains('open')) } },
    h('span', { class: 'tab-title' }, 'Show on the map…'), h('span', { class: 'tab-short' }, 'Map…'));
  const place = h('div', { class: 'overlays-place' }, button, group);
  place.addEventListener('focusout', (event) => {
    if (!place.contains(/** @type {Node | null} */ (event.relatedTarget))) open(false);
  });
  place.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !place.classList.contains('open')) return;
    event.preventDefault();
    open(false);
    button.focus();
  });
  return place;
}

/** Preferences of the shell itself: which panels are open and where, how wide, whether the card is shown. */
export function shellPrefs() {
  return /** @type {{panels?: any, dockWidth?: Record<string, number>, card?: boolean, speed: string, replaySpeed?: string}} */ (store.prefs());
}

/** @param {Record<string, unknown>} change */
export function setShellPrefs(change) {
  store.setPrefs(/** @type {any} */ (change));
}
