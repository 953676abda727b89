/**
 * The board: map, lit cells and counters in one window that is panned and zoomed, for play and for
 * replay. It shows what it is told and says where the person pointed; it knows no rule.
 *
 * Events (all `CustomEvent`s): `cell`, `hover`, `cursor`, `dragstart` (cancelable), `drop`, `menu`, `turn`,
 * `viewchange`.
 */

import { h, s, trusted } from '../dom.js';
import { Counters } from './counters.js';
import { Cursor } from './cursor.js';
import { frontOf } from './front.js';
import { CellFinder } from './geometry.js';
import { KeyHand } from './key-hand.js';
import { boardKeys } from './keys.js';
import { KINDS, patterns } from './kinds.js';
import { Labels } from './labels.js';
import { Layers } from './layers.js';
import { Motion } from './motion.js';
import { Pointers } from './pointer.js';
import { Pointing } from './pointing.js';
import { Print } from './print.js';
import { Viewport } from './viewport.js';

/** @typedef {import('./sheet.js').BoardSheet} Sheet */
/** @typedef {import('./geometry.js').Point} Point */

/** The zoom below which counters are drawn to be read from afar: larger names, and more of their cells for them. */
const FAR = 0.9;

/** The zoom below which there is no room for the printed numbers. */
const TINY = 0.36;

/** The zoom below which a spread stack does not get smaller on the screen. */
const LEAST_FAN = 0.62;

let boards = 0;

export class Board extends EventTarget {
  /** What the board says of the cell under the cursor. @type {(cell: string) => string} */
  describe = (cell) => this.#plainWords(cell);
  /** Whether a counter may be taken up with the pointer. @type {(unit: string) => boolean} */
  draggable = () => true;
  /** Whether the wheel turns a counter instead of the map's size. @type {(unit: string) => boolean} */
  turnable = () => false;
  /** Whether a key is meant for somebody else, though the board would know what to do with it. @type {(event: KeyboardEvent) => boolean} */
  yields = () => false;
  /** What is to be seen first: whose decision it is, who can be given orders, and cells that must be. @type {{side: string | null, units?: readonly string[], cells: string[]}} */
  first = { side: null, cells: [] };
  /** The element of the board. */
  root;

  /** @type {Sheet} */
  #sheet;
  /** @type {Map<string, Point>} */
  #centres;
  #finder;
  #kinds;
  #viewport;
  #counters;
  #layers;
  #labels;
  #print;
  #motion;
  #pointing;
  #pointers;
  #cursor;
  #hand;
  #world = h('div', { class: 'board-world' });
  #over;
  #tint = s('rect', { class: 'board-tint' });
  #live = h('div', { class: 'board-live', 'aria-live': 'polite', role: 'status' });
  #peopled = false;
  /** What the world is made of, until it has its first units: before that nothing is laid out for nothing. @type {(HTMLElement | SVGElement)[]} */
  #drawings;

  /**
   * @param {HTMLElement} container is filled
   * @param {{sheet: Sheet, map: SVGElement}} drawings `map`: as `readMap` gives it
   */
  constructor(container, { sheet, map }) {
    super();
    boards += 1;
    const prefix = `board-${boards}`;
    this.#sheet = sheet;
    this.#centres = new Map(Object.entries(sheet.cells).map(([name, { x, y }]) => [name, { x, y }]));
    this.#finder = new CellFinder(this.#centres, sheet.hex);
    this.#counters = new Counters(sheet, this.#centres);
    this.#kinds = { ...KINDS, ...sheet.kinds };
    this.#layers = new Layers(this.#centres, sheet.hex, prefix, this.#kinds, (cell) => this.#counters.at(cell).length > 0);
    this.#labels = new Labels(this.#centres, sheet.cells);
    this.#cursor = new Cursor(sheet, this.#centres, this.#counters);
    this.#motion = new Motion(this.#counters, this.#centres, sheet.hex);
    const [x, y, width, height] = sheet.viewBox;
    this.#over = this.#overlay(prefix);
    this.root = h('div', {
      class: 'board', tabindex: 0, role: 'application', 'aria-roledescription': 'map',
      'aria-label': `Map of ${sheet.title}. Arrow keys move the cursor, Enter points.`, dataset: { board: sheet.battle },
    }, this.#world, this.#live);
    // Who looks for what is under the pointer stops at the glass: the map has thousands of parts.
    this.#drawings = [map, h('div', { class: 'board-glass' }), this.#over];
    this.#print = new Print(map);
    for (const drawing of this.#drawings) {
      for (const [name, value] of Object.entries({ left: x, top: y, width, height })) {
        drawing.style.setProperty(name, `${value}px`);
      }
    }
    container.append(this.root);
    this.#viewport = new Viewport(this.root, this.#world, { x, y, width, height });
    this.#counters.spread.seen = () => this.#viewport.seen;
    this.#labels.seen = () => ({ box: this.#viewport.seen, zoom: this.#viewport.camera.zoom });
    this.#viewport.onMove = () => this.#emit('viewchange', { ...this.#viewport.camera });
    this.#viewport.onRest = (zoom) => this.#rested(zoom);
    this.#pointing = new Pointing({
      viewport: this.#viewport,
      counters: this.#counters,
      finder: this.#finder,
      draggable: (unit) => this.draggable(unit),
      turnable: (unit) => this.turnable(unit),
      lit: (cell) => this.#layers.lit(cell),
      pointed: (cell) => this.#pointed(cell),
      emit: (name, detail, cancelable) => this.#emit(name, detail, cancelable),
    });
    this.#pointers = new Pointers(this.root, this.#pointing);
    this.#hand = new KeyHand(this, {
      sheet,
      centres: this.#centres,
      viewport: this.#viewport,
      counters: this.#counters,
      cursor: this.#cursor,
      live: this.#live,
      hovered: () => this.#pointing.hovered.cell,
      abandon: () => this.#pointers.abandon(),
      emit: (name, detail) => this.#emit(name, detail),
    });
    this.root.addEventListener('keydown', (event) => {
      if (!event.defaultPrevented && !this.yields(event) && this.key(event)) event.preventDefault();
    });
    // The first thing one who comes by keyboard needs is to see the cursor.
    this.root.addEventListener('keyup', (event) => {
      if (event.key !== 'Tab') return;
      this.root.classList.add('by-key');
      if (this.#cursor.cell === null) this.#hand.begin();
    });
    this.root.addEventListener('blur', () => this.root.classList.remove('by-key'));
    for (const name of ['hover', 'cursor', 'cell']) {
      this.addEventListener(name, (event) => this.#labels.set('pointer', [/** @type {CustomEvent} */ (event).detail.cell ?? []].flat(), { units: (cell) => this.#counters.at(cell).map((unit) => sheet.called?.[unit] ?? unit) }));
    }
  }

  /**
   * Puts units on the board; keyed by id. In a cell the first given lies on top.
   * @param {import('./counters.js').UnitState[]} units
   */
  setUnits(units) {
    this.#motion.skip();
    this.#counters.set(units);
    if (this.#peopled) return;
    const standing = this.#counters.standing();
    this.#peopled = standing.length > 0;
    // The window is measured while there is little in it.
    if (this.#peopled) {
      this.#viewport.openOn({
        places: frontOf(standing, this.first.side, this.#sheet.cells, this.first.units),
        must: this.first.cells.flatMap((cell) => this.#centres.get(cell) ?? []),
      });
    }
    this.#world.append(...this.#drawings);
  }

  /**
   * Lights cells; a layer is replaced as a whole, an empty one is removed.
   * @param {string} name
   * @param {import('./layers.js').Lit[]} items
   */
  setLayer(name, items) {
    this.#layers.setLayer(name, items);
  }

  /**
   * @param {string[] | null} cells
   * @param {import('./layers.js').PathOptions} [options]
   */
  setPath(cells, options) {
    this.#layers.setPath(cells, options);
  }

  /**
   * @param {string} name
   * @param {import('./layers.js').Arrow[]} arrows
   */
  setArrows(name, arrows) {
    this.#layers.setArrows(name, arrows);
  }

  /**
   * @param {string} name
   * @param {import('./layers.js').Badge[]} badges
   */
  setBadges(name, badges) {
    this.#layers.setBadges(name, badges);
  }

  /** Names cells that are spoken of, in letters that can be read. @param {readonly string[]} cells */
  nameCells(cells) {
    this.#labels.set('spoken', cells, { names: true });
  }

  /** The keys the board itself understands, for the help. */
  get keys() {
    return boardKeys(this.#sheet.hex);
  }

  /** The unit with the ring around it. */
  get selected() {
    return this.#counters.selected;
  }

  set selected(unit) {
    this.#counters.selected = unit;
  }

  /** The cell under the keyboard's cursor. */
  get cursor() {
    return this.#cursor.cell;
  }

  set cursor(cell) {
    if (cell !== null && !this.#centres.has(cell)) return;
    this.root.classList.add('by-key');
    if (this.#cursor.put(cell)) this.#hand.moved();
  }

  /** The unit in the cursor's cell that Enter would point at: the one picked, or the top one. */
  get cursorUnit() {
    return this.#cursor.unit;
  }

  /**
   * Units in a cell, top first.
   * @param {string} cell
   */
  unitsAt(cell) {
    return [...this.#counters.at(cell)];
  }

  /** The cell in which a counter lies, whatever was played since. @param {string} id @returns {string | null} */
  unitCell(id) {
    return this.#counters.cellOf(id);
  }

  /**
   * Marches a counter along cells, the first being where it starts.
   * @param {string} id
   * @param {string[]} cells
   * @param {{ms?: number}} [options] time of the whole march; 0 is at once
   * @returns {Promise<void>}
   */
  moveUnit(id, cells, options) {
    this.#counters.fan(null);
    return this.#motion.march(id, cells, options);
  }

  /**
   * Lights a cell for a moment.
   * @param {string} cell
   * @param {string} [kind]
   * @param {{ms?: number}} [options]
   * @returns {Promise<void>}
   */
  flash(cell, kind = 'chosen', options = {}) {
    return this.#motion.flash(cell, kind, options);
  }

  /** Ends every movement at once; says whether there was one. */
  skip() {
    const { running } = this.#motion;
    this.#motion.skip();
    return running;
  }

  /** @param {string} cell */
  centreOn(cell) {
    const centre = this.#centres.get(cell);
    if (centre) this.#viewport.centreOn(centre);
  }

  /**
   * Moves the map as little as needed to show a cell.
   * @param {string} cell
   */
  reveal(cell) {
    const centre = this.#centres.get(cell);
    if (centre) this.#viewport.reveal(centre);
  }

  /**
   * Moves the map, and zooms out if it must, as little as needed to show some cells together.
   * @param {readonly string[]} cells
   */
  revealAll(cells) {
    this.#viewport.revealAll(cells.flatMap((cell) => this.#centres.get(cell) ?? []));
  }

  /** Shows the whole map. */
  fit() {
    this.#viewport.fit();
  }

  /**
   * @param {number} factor
   * @param {Point} [point] in pixels from the upper left corner of the board
   */
  zoomBy(factor, point) {
    this.#viewport.flyBy(factor, point);
  }

  /** Pixels at the edges that something else covers: fitting and centring keep clear of them. */
  get insets() {
    return this.#viewport.insets;
  }

  set insets(insets) {
    this.#viewport.insets = insets;
  }

  /** Elements that lie over the board: a cell that is to be seen is not left under them. */
  get covers() {
    return this.#viewport.covers;
  }

  set covers(elements) {
    this.#viewport.covers = elements;
  }

  /**
   * @param {{units?: boolean, numbers?: boolean, tint?: 'day' | 'night' | 'fog'}} what
   */
  show({ units, numbers, tint }) {
    if (units !== undefined) this.root.classList.toggle('no-units', !units);
    if (numbers !== undefined) this.root.classList.toggle('no-numbers', !numbers);
    if (tint !== undefined) this.root.dataset.tint = tint;
  }

  /**
   * Spreads the stack of a cell, or with `null` puts it together again.
   * @param {string | null} cell
   */
  fan(cell) {
    this.#pointing.cancelFan();
    this.#counters.fan(cell);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {string | null}
   */
  cellAt(clientX, clientY) {
    return this.#finder.at(this.#viewport.onSheet(clientX, clientY));
  }

  /** Gives the keyboard to the board. */
  focus() {
    this.root.focus({ preventScroll: true });
  }

  /**
   * Carries out a key; says whether the board has a use for it.
   * @param {KeyboardEvent} event
   */
  key(event) {
    return this.#hand.key(event);
  }

  /** Removes the board and everything that listens. */
  destroy() {
    this.#pointing.cancelFan();
    this.#motion.skip();
    this.#pointers.destroy();
    this.#viewport.destroy();
    this.root.remove();
  }

  /** @param {string} prefix */
  #overlay(prefix) {
    const [x, y, width, height] = this.#sheet.viewBox;
    for (const [name, value] of Object.entries({ x, y, width, height })) this.#tint.setAttribute(name, String(value));
    const over = s('svg', { class: 'board-over', viewBox: `${x} ${y} ${width} ${height}` });
    over.append(trusted(this.#sheet.definitions), patterns(prefix, this.#kinds), this.#tint, this.#layers.below,
      this.#counters.group, this.#layers.above, this.#motion.group, this.#cursor.ring,
      this.#counters.spread.group, this.#labels.group, this.#counters.liftGroup);
    return over;
  }

  /** @param {number} zoom */
  #rested(zoom) {
    this.#world.style.setProperty('--zoom', String(zoom));
    this.root.classList.toggle('tiny', zoom < TINY);
    this.#print.show(zoom);
    this.root.classList.toggle('far', zoom < FAR);
    this.#counters.drawnAt(zoom, zoom < FAR);
    const scale = Math.max(1, LEAST_FAN / zoom);
    if (scale === this.#counters.spread.scale) return;
    this.fan(null);
    this.#counters.spread.scale = scale;
  }

  /**
   * The pointer takes the cursor along, without a word.
   * @param {string} cell
   */
  #pointed(cell) {
    this.root.classList.remove('by-key');
    this.#cursor.put(cell);
  }

  /** @param {string} cell */
  #plainWords(cell) {
    const { words = '', names = [] } = this.#sheet.cells[cell];
    const units = this.#counters.at(cell).map((id) => this.#counters.element(id)?.getAttribute('aria-label') ?? id);
    return [[`${this.#sheet.hex ? 'Hex' : 'Square'} ${cell}`, ...names].join(', '), words, ...units].filter(Boolean).join('. ');
  }

  /**
   * @param {string} name
   * @param {any} detail
   * @param {boolean} [cancelable]
   */
  #emit(name, detail, cancelable = false) {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable }));
  }
}
