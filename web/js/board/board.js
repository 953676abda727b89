/**
 * The board: map, lit hexes and counters in one window that is panned and zoomed, for play and for
 * replay. It shows what it is told and says where the person pointed; it knows no rule.
 *
 * Events (all `CustomEvent`s): `hex`, `hover`, `cursor`, `dragstart` (cancelable), `drop`, `menu`,
 * `viewchange`.
 */

import { h, s, trusted } from '../dom.js';
import { Counters } from './counters.js';
import { Cursor } from './cursor.js';
import { readMap } from './drawings.js';
import { CellFinder } from './geometry.js';
import { BOARD_KEYS, commandOf } from './keys.js';
import { patterns } from './kinds.js';
import { Layers } from './layers.js';
import { Motion } from './motion.js';
import { Pointers } from './pointer.js';
import { Pointing } from './pointing.js';
import { Viewport } from './viewport.js';

/** @typedef {import('../types.js').Sheet} Sheet */
/** @typedef {import('./geometry.js').Point} Point */

/** The zoom below which a spread stack does not get smaller on the screen. */
const LEAST_FAN = 0.62;

let boards = 0;

export class Board extends EventTarget {
  /** The keys the board itself understands, for the help. */
  static keys = BOARD_KEYS;

  /** What the board says of the hex under the cursor. @type {(hex: string) => string} */
  describe = (hex) => this.#plainWords(hex);
  /** Whether a counter may be taken up with the pointer. @type {(unit: string) => boolean} */
  draggable = () => true;
  /** The element of the board. */
  root;

  /** @type {Sheet} */
  #sheet;
  /** @type {Map<string, Point>} */
  #centres;
  #finder;
  #viewport;
  #counters;
  #layers;
  #motion;
  #pointing;
  #pointers;
  #cursor;
  #world = h('div', { class: 'board-world' });
  #over;
  #tint = s('rect', { class: 'board-tint' });
  #live = h('div', { class: 'board-live', 'aria-live': 'polite', role: 'status' });
  #peopled = false;

  /**
   * @param {HTMLElement} container is filled
   * @param {{sheet: Sheet, mapSvg: string}} drawings
   */
  constructor(container, { sheet, mapSvg }) {
    super();
    boards += 1;
    const prefix = `board-${boards}`;
    this.#sheet = sheet;
    this.#centres = new Map(Object.entries(sheet.hexes).map(([name, { x, y }]) => [name, { x, y }]));
    this.#finder = new CellFinder(this.#centres, sheet.hex);
    this.#counters = new Counters(sheet, this.#centres);
    this.#layers = new Layers(this.#centres, sheet.hex, prefix, (hex) => this.#counters.at(hex).length > 0);
    this.#cursor = new Cursor(sheet, this.#centres, this.#counters);
    this.#motion = new Motion(this.#counters, this.#centres, sheet.hex);
    const [x, y, width, height] = sheet.view_box;
    this.#over = this.#overlay(prefix);
    this.root = h('div', {
      class: 'board', tabindex: 0, role: 'application', 'aria-roledescription': 'map',
      'aria-label': `Map of ${sheet.title}. Arrow keys move the cursor, Enter points.`, dataset: { board: sheet.battle },
    }, this.#world, this.#live);
    this.#world.append(readMap(mapSvg), this.#over);
    for (const drawing of this.#world.children) {
      if (!(drawing instanceof SVGElement)) continue;
      for (const [name, value] of Object.entries({ left: x, top: y, width, height })) {
        drawing.style.setProperty(name, `${value}px`);
      }
    }
    container.append(this.root);
    this.#viewport = new Viewport(this.root, this.#world, { x, y, width, height });
    this.#counters.spread.seen = () => this.#viewport.seen;
    this.#viewport.onMove = () => this.#emit('viewchange', { ...this.#viewport.camera });
    this.#viewport.onRest = (zoom) => this.#rested(zoom);
    this.#pointing = new Pointing({
      viewport: this.#viewport,
      counters: this.#counters,
      finder: this.#finder,
      draggable: (unit) => this.draggable(unit),
      lit: (hex) => this.#layers.lit(hex),
      pointed: (hex) => this.#pointed(hex),
      emit: (name, detail, cancelable) => this.#emit(name, detail, cancelable),
    });
    this.#pointers = new Pointers(this.root, this.#pointing);
    this.root.addEventListener('keydown', (event) => {
      if (!event.defaultPrevented && this.key(event)) event.preventDefault();
    });
    // The first thing one who comes by keyboard needs is to see the cursor.
    this.root.addEventListener('keyup', (event) => {
      if (event.key !== 'Tab') return;
      this.root.classList.add('by-key');
      if (this.#cursor.hex === null) this.#begin();
    });
    this.root.addEventListener('blur', () => this.root.classList.remove('by-key'));
  }

  /**
   * Puts units on the board; keyed by id. In a hex the first given lies on top.
   * @param {import('./counters.js').UnitState[]} units
   */
  setUnits(units) {
    this.#motion.skip();
    this.#counters.set(units);
    if (this.#peopled) return;
    const places = this.#counters.places();
    if (places.length === 0) return;
    this.#peopled = true;
    this.#viewport.openAround(middle(places));
  }

  /**
   * Lights hexes; a layer is replaced as a whole, an empty one is removed.
   * @param {string} name
   * @param {import('./layers.js').Lit[]} items
   */
  setLayer(name, items) {
    this.#layers.setLayer(name, items);
  }

  /**
   * @param {string[] | null} hexes
   * @param {import('./layers.js').PathOptions} [options]
   */
  setPath(hexes, options) {
    this.#layers.setPath(hexes, options);
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

  /** The unit with the ring around it. */
  get selected() {
    return this.#counters.selected;
  }

  set selected(unit) {
    this.#counters.selected = unit;
  }

  /** The hex under the keyboard's cursor. */
  get cursor() {
    return this.#cursor.hex;
  }

  set cursor(hex) {
    if (hex !== null && !this.#centres.has(hex)) return;
    this.root.classList.add('by-key');
    if (this.#cursor.put(hex)) this.#cursorMoved();
  }

  /** The unit in the cursor's hex that Enter would point at: the one picked, or the top one. */
  get cursorUnit() {
    return this.#cursor.unit;
  }

  /**
   * Units in a hex, top first.
   * @param {string} hex
   */
  unitsAt(hex) {
    return [...this.#counters.at(hex)];
  }

  /**
   * Marches a counter along hexes, the first being where it starts.
   * @param {string} id
   * @param {string[]} hexes
   * @param {{ms?: number}} [options] time of the whole march; 0 is at once
   * @returns {Promise<void>}
   */
  moveUnit(id, hexes, options) {
    this.#counters.fan(null);
    return this.#motion.march(id, hexes, options);
  }

  /**
   * Lights a hex for a moment.
   * @param {string} hex
   * @param {string} [kind]
   * @param {{ms?: number}} [options]
   * @returns {Promise<void>}
   */
  flash(hex, kind = 'chosen', options = {}) {
    return this.#motion.flash(hex, kind, options);
  }

  /** Ends every movement at once; says whether there was one. */
  skip() {
    const { running } = this.#motion;
    this.#motion.skip();
    return running;
  }

  /** @param {string} hex */
  centreOn(hex) {
    const centre = this.#centres.get(hex);
    if (centre) this.#viewport.centreOn(centre);
  }

  /**
   * Moves the map as little as needed to show a hex.
   * @param {string} hex
   */
  reveal(hex) {
    const centre = this.#centres.get(hex);
    if (centre) this.#viewport.reveal(centre);
  }

  /**
   * Moves the map, and zooms out if it must, as little as needed to show some hexes together.
   * @param {readonly string[]} hexes
   */
  revealAll(hexes) {
    this.#viewport.revealAll(hexes.flatMap((hex) => this.#centres.get(hex) ?? []));
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

  /** Elements that lie over the board: a hex that is to be seen is not left under them. */
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
   * Spreads the stack of a hex, or with `null` puts it together again.
   * @param {string | null} hex
   */
  fan(hex) {
    this.#pointing.cancelFan();
    this.#counters.fan(hex);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {string | null}
   */
  hexAt(clientX, clientY) {
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
    if (event.key === 'Escape') {
      this.fan(null);
      this.#counters.picked = null;
      return this.#pointers.abandon();
    }
    const command = commandOf(event);
    if (!command) return false;
    switch (command.type) {
      case 'step': return this.#walk(() => this.#cursor.step(command.way));
      case 'side': return this.#walk(() => this.#cursor.cross(command.side));
      case 'turn': return this.#picked(this.#cursor.turn(command.by));
      case 'nth': return this.#picked(this.#cursor.pick(command.place));
      case 'pan': this.#viewport.panBy(command.dx, command.dy); return true;
      case 'zoom': this.#viewport.flyBy(command.factor, this.#cursorPixel()); return true;
      case 'fit': this.fit(); return true;
      case 'menu': return this.#keyMenu();
      case 'enter': return this.#enter(command.shift, command.ctrl);
    }
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
    const [x, y, width, height] = this.#sheet.view_box;
    for (const [name, value] of Object.entries({ x, y, width, height })) this.#tint.setAttribute(name, String(value));
    const over = s('svg', { class: 'board-over', viewBox: `${x} ${y} ${width} ${height}` });
    over.append(trusted(this.#sheet.definitions), patterns(prefix), this.#tint, this.#layers.below,
      this.#counters.group, this.#layers.above, this.#motion.group, this.#cursor.ring,
      this.#counters.spread.group, this.#counters.liftGroup);
    return over;
  }

  /** @param {number} zoom */
  #rested(zoom) {
    this.#over.style.setProperty('--zoom', String(zoom));
    const scale = Math.max(1, LEAST_FAN / zoom);
    if (scale === this.#counters.spread.scale) return;
    this.fan(null);
    this.#counters.spread.scale = scale;
  }

  /** Puts the cursor in the middle of what is seen. */
  #begin() {
    const box = this.root.getBoundingClientRect();
    const middle = this.hexAt(box.left + box.width / 2, box.top + box.height / 2);
    this.cursor = middle ?? this.#pointing.hovered.hex ?? [...this.#centres.keys()][0] ?? null;
  }

  /** @param {() => boolean} go */
  #walk(go) {
    this.root.classList.add('by-key');
    if (this.#cursor.hex === null) this.#begin();
    else if (go()) this.#cursorMoved();
    return true;
  }

  #cursorMoved() {
    const { hex } = this.#cursor;
    const centre = hex === null ? undefined : this.#centres.get(hex);
    if (hex === null || !centre) return;
    this.#viewport.reveal(centre);
    this.fan(hex);
    this.#live.textContent = this.describe(hex);
    this.#emit('cursor', { hex });
  }

  /**
   * The pointer takes the cursor along, without a word.
   * @param {string} hex
   */
  #pointed(hex) {
    this.root.classList.remove('by-key');
    this.#cursor.put(hex);
  }

  /** @param {string | null} unit */
  #picked(unit) {
    if (unit === null) return false;
    this.root.classList.add('by-key');
    this.#live.textContent = this.#counters.element(unit)?.getAttribute('aria-label') ?? unit;
    this.#emit('hover', { hex: this.#cursor.hex, unit });
    return true;
  }

  /**
   * @param {boolean} shift
   * @param {boolean} ctrl
   */
  #enter(shift, ctrl) {
    const { hex, unit } = this.#cursor;
    if (hex === null) return false;
    const picked = this.#counters.picked !== null;
    this.#emit('hex', { hex, unit, picked, pointer: 'key', shift, ctrl });
    return true;
  }

  #keyMenu() {
    const { hex, unit } = this.#cursor;
    const pixel = this.#cursorPixel();
    if (hex === null || !pixel) return false;
    const box = this.root.getBoundingClientRect();
    this.#emit('menu', { hex, unit, x: box.left + pixel.x, y: box.top + pixel.y });
    return true;
  }

  /** @returns {Point | undefined} */
  #cursorPixel() {
    const { hex } = this.#cursor;
    const centre = hex === null ? undefined : this.#centres.get(hex);
    if (!centre || !this.root.classList.contains('by-key')) return undefined;
    const { x, y, zoom } = this.#viewport.camera;
    return { x: centre.x * zoom + x, y: centre.y * zoom + y };
  }

  /** @param {string} hex */
  #plainWords(hex) {
    const { words, names } = this.#sheet.hexes[hex];
    const units = this.#counters.at(hex).map((id) => this.#counters.element(id)?.getAttribute('aria-label') ?? id);
    return [[`Hex ${hex}`, ...names].join(', '), words, ...units].filter(Boolean).join('. ');
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

/**
 * @param {Point[]} points
 * @returns {Point}
 */
function middle(points) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const half = (/** @type {number[]} */ values) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: half(xs), y: half(ys) };
}
