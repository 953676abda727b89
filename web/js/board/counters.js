/**
 * The counters on the board: drawn once, put in place by transforms, and changed only where their
 * unit changed. A stack is laid so that every counter of it can be read, and can be spread.
 */

import { s } from '../dom.js';
import { drawSigns, readFaces } from './drawings.js';
import { Fan } from './fan.js';
import { SHOWN, fine, spots } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./geometry.js').Spot} Spot */
/** @typedef {{id: string, hex: string | null, marks?: string[], faded?: boolean, ineffective?: boolean}} UnitState */
/**
 * @typedef {{id: string, element: SVGGElement, face: Element | null, signs: SVGGElement,
 *   words: string, hex: string, look: string, spot: Spot}} Counter
 */

const SIDES = { union: 'u', confederate: 'c' };

export class Counters {
  /** What holds the counters. */
  group = s('g', { class: 'units' });
  /** The stack that is spread. */
  spread = new Fan();
  /** What holds the counter that is being dragged or is on the march. */
  liftGroup = s('g', { class: 'lifted' });

  #sheet;
  #centres;
  /** @type {Map<string, Element>} */
  #faces;
  /** @type {Map<string, Element>} */
  #tired;
  /** @type {Map<string, Counter>} */
  #counters = new Map();
  /** @type {Map<string, string[]>} top first */
  #stacks = new Map();
  /** @type {Map<string, SVGGElement>} */
  #counts = new Map();
  /** @type {string | null} */
  #selected = null;
  /** @type {string | null} */
  #picked = null;
  /** @type {Set<string>} */
  #lifted = new Set();
  #halo = s('use', { class: 'halo' });
  #pick = s('path', { class: 'pick', d: 'M-57-57H57V57H-57z' });

  /**
   * @param {import('../types.js').Sheet} sheet
   * @param {Map<string, Point>} centres
   */
  constructor(sheet, centres) {
    this.#sheet = sheet;
    this.#centres = centres;
    this.#faces = readFaces(sheet.faces);
    this.#tired = readFaces(sheet.faces_ineffective ?? {});
  }

  /**
   * Puts these units on the board and takes all others off. In a hex the first is on top.
   * @param {UnitState[]} units
   */
  set(units) {
    const before = this.fanned === null ? '' : this.at(this.fanned).join();
    /** @type {Map<string, string[]>} */
    const stacks = new Map();
    const gone = new Set(this.#counters.keys());
    for (const unit of units) {
      if (!unit.hex || !this.#centres.has(unit.hex) || !this.#faces.has(unit.id)) continue;
      gone.delete(unit.id);
      this.#dress(this.#counter(unit.id, unit.hex), unit);
      const stack = stacks.get(unit.hex);
      if (stack) stack.push(unit.id);
      else stacks.set(unit.hex, [unit.id]);
    }
    for (const id of gone) this.#remove(id);
    this.#stacks = stacks;
    if (this.fanned !== null && this.at(this.fanned).join() !== before) this.fan(null);
    this.#layOut();
  }

  /**
   * The units in a hex, the top one first.
   * @param {string} hex
   */
  at(hex) {
    return this.#stacks.get(hex) ?? [];
  }

  /**
   * @param {string} id
   * @returns {string | null}
   */
  hexOf(id) {
    return this.#counters.get(id)?.hex ?? null;
  }

  /** @param {string} id */
  element(id) {
    return this.#counters.get(id)?.element ?? null;
  }

  /** Middles of all hexes with counters. */
  places() {
    return [...this.#stacks.keys()].flatMap((hex) => this.#centres.get(hex) ?? []);
  }

  /** The unit with a ring around it. */
  get selected() {
    return this.#selected;
  }

  set selected(id) {
    this.#ring(this.#selected, 'selected', false);
    this.#selected = id;
    this.#ring(id, 'selected', true);
    const counter = id === null ? undefined : this.#counters.get(id);
    if (!counter) {
      this.#halo.remove();
      return;
    }
    const side = this.#sheet.units[counter.id]?.side ?? 'union';
    this.#halo.setAttribute('href', `#lr-halo-${SIDES[side]}`);
    counter.element.prepend(this.#halo);
  }

  /** The unit of the hex under the cursor that a key would pick. */
  get picked() {
    return this.#picked;
  }

  set picked(id) {
    this.#ring(this.#picked, 'picked', false);
    this.#picked = id;
    this.#ring(id, 'picked', true);
    const counter = id === null ? undefined : this.#counters.get(id);
    if (counter) counter.element.append(this.#pick);
    else this.#pick.remove();
  }

  /** The hex whose stack is spread. */
  get fanned() {
    return this.spread.hex;
  }

  /**
   * Spreads the stack of a hex, or with `null` puts it together again.
   * @param {string | null} hex
   */
  fan(hex) {
    const wanted = hex !== null && this.at(hex).length > 1 ? hex : null;
    if (wanted === this.fanned) return;
    this.spread.close();
    const home = wanted === null ? undefined : this.#centres.get(wanted);
    if (wanted !== null && home) this.spread.open(wanted, home, this.at(wanted).length);
    this.#layOut();
  }

  /**
   * Takes a counter up, above all others, or puts it down where it belongs.
   * @param {string} id
   * @param {boolean} up
   */
  lift(id, up) {
    const counter = this.#counters.get(id);
    if (!counter) return;
    if (up) {
      this.#lifted.add(id);
      this.liftGroup.append(counter.element);
    } else {
      this.#lifted.delete(id);
      this.#layOut();
    }
  }

  /**
   * Draws a lifted counter with its middle at a point.
   * @param {string} id
   * @param {Point} point
   */
  hold(id, point) {
    const counter = this.#counters.get(id);
    if (counter) counter.element.style.transform = placed(point, { x: 0, y: 0, side: 70 });
  }

  /**
   * Puts a counter in another hex, on top, until the next `set`.
   * @param {string} id
   * @param {string} hex
   */
  relocate(id, hex) {
    if (!this.#centres.has(hex) || !this.#faces.has(id)) return;
    const counter = this.#counter(id, hex);
    const left = this.at(counter.hex).filter((other) => other !== id);
    if (left.length > 0) this.#stacks.set(counter.hex, left);
    else this.#stacks.delete(counter.hex);
    counter.hex = hex;
    counter.element.dataset.hex = hex;
    this.#stacks.set(hex, [id, ...this.at(hex).filter((other) => other !== id)]);
    if (counter.look === '') this.#dress(counter, { id, hex });
    this.#layOut();
  }

  /**
   * The transform of a counter as it lies, and as it would lie in the middle of a hex.
   * @param {string} id
   * @param {string} hex
   */
  placing(id, hex) {
    const centre = this.#centres.get(hex);
    const spot = this.#counters.get(id)?.spot ?? spots(1, this.#sheet.hex)[0];
    return centre ? placed(centre, { x: 0, y: spot.y, side: spot.side }) : '';
  }

  /**
   * @param {string} id
   * @param {string} hex
   * @returns {Counter}
   */
  #counter(id, hex) {
    let counter = this.#counters.get(id);
    if (counter) return counter;
    const side = this.#sheet.units[id]?.side ?? '';
    const words = this.#faces.get(id)?.getAttribute('aria-label') ?? id;
    const element = s('g', { class: `unit ${side}`, dataset: { unit: id }, role: 'img' });
    counter = {
      id, element, face: null, signs: s('g', { class: 'signs' }), words, hex, look: '',
      spot: spots(1, this.#sheet.hex)[0],
    };
    this.#counters.set(id, counter);
    this.group.append(element);
    if (id === this.#selected) this.selected = id;
    return counter;
  }

  /** @param {string} id */
  #remove(id) {
    this.#counters.get(id)?.element.remove();
    this.#counters.delete(id);
    this.#lifted.delete(id);
    if (this.#picked === id) this.picked = null;
  }

  /**
   * Shows the state of a unit on its counter.
   * @param {Counter} counter
   * @param {UnitState} unit
   */
  #dress(counter, unit) {
    if (unit.hex) counter.hex = unit.hex;
    const marks = unit.marks ?? [];
    const tired = unit.ineffective ?? marks.includes('ineffective');
    const look = JSON.stringify([marks, unit.faded ?? false, tired, counter.hex]);
    if (look === counter.look) return;
    counter.look = look;
    const drawing = (tired ? this.#tired.get(unit.id) : undefined) ?? this.#faces.get(unit.id);
    const face = /** @type {Element} */ (drawing);
    if (counter.face?.parentNode !== counter.element || counter.face !== face) {
      counter.face?.remove();
      for (const name of ['role', 'aria-label', 'data-unit']) face.removeAttribute(name);
      counter.element.prepend(face);
      if (unit.id === this.#selected) counter.element.prepend(this.#halo);
      counter.face = face;
    }
    counter.signs.replaceChildren(...drawSigns(this.#sheet.signs, marks));
    face.append(counter.signs);
    counter.element.classList.toggle('faded', unit.faded ?? false);
    counter.element.dataset.hex = counter.hex;
    counter.element.setAttribute('aria-label', [counter.words, `in ${counter.hex}`, ...marks].join(', '));
  }

  /** Gives every counter its place and its turn in the drawing. */
  #layOut() {
    const hexes = [...this.#stacks.keys()].sort((a, b) => this.#before(a, b));
    /** @type {Element | null} */
    let last = null;
    const next = (/** @type {SVGGElement} */ element) => {
      const expected = last ? last.nextElementSibling : this.group.firstElementChild;
      if (expected !== element) this.group.insertBefore(element, expected);
      last = element;
    };
    for (const hex of hexes) {
      if (hex === this.fanned) this.#layFan(hex);
      else this.#layStack(hex, next);
    }
    for (const [hex, count] of this.#counts) {
      if (this.at(hex).length <= SHOWN || hex === this.fanned) {
        count.remove();
        this.#counts.delete(hex);
      }
    }
  }

  /**
   * @param {string} hex
   * @param {(element: SVGGElement) => void} next
   */
  #layStack(hex, next) {
    const centre = /** @type {Point} */ (this.#centres.get(hex));
    const stack = this.at(hex);
    const laid = spots(stack.length, this.#sheet.hex);
    for (let place = stack.length - 1; place >= 0; place -= 1) {
      const counter = /** @type {Counter} */ (this.#counters.get(stack[place]));
      counter.spot = laid[Math.min(place, laid.length - 1)];
      counter.element.classList.toggle('covered', place >= laid.length);
      if (this.#lifted.has(counter.id)) continue;
      counter.element.style.transform = placed(centre, counter.spot);
      next(counter.element);
    }
    if (stack.length > SHOWN) next(this.#count(hex, stack.length, centre, laid[0]));
  }

  /** @param {string} hex */
  #layFan(hex) {
    const stack = this.at(hex);
    const laid = this.spread.spots(stack.length);
    stack.forEach((id, place) => {
      const counter = /** @type {Counter} */ (this.#counters.get(id));
      counter.element.classList.remove('covered');
      if (this.#lifted.has(id)) return;
      counter.element.style.transform = placed(this.spread.centre, laid[place]);
      if (counter.element.parentNode !== this.spread.group) this.spread.group.append(counter.element);
    });
  }

  /**
   * A disc with the number of counters, on the upper left corner of the one on top.
   * @param {string} hex
   * @param {number} number
   * @param {Point} centre
   * @param {Spot} top
   */
  #count(hex, number, centre, top) {
    let disc = this.#counts.get(hex);
    if (!disc) {
      disc = s('g', { class: 'count' }, s('circle', { r: 11 }), s('text', { y: 5.2 }));
      this.#counts.set(hex, disc);
    }
    const [x, y] = [centre.x + top.x - top.side * 0.5, centre.y + top.y - top.side * 0.42];
    disc.setAttribute('transform', `translate(${fine(x)} ${fine(y)})`);
    /** @type {SVGTextElement} */ (disc.lastElementChild).textContent = String(Math.min(number, 99));
    return disc;
  }

  /**
   * From the top of the sheet down, so that shadows fall on what lies below.
   * @param {string} a
   * @param {string} b
   */
  #before(a, b) {
    const [one, two] = [this.#centres.get(a), this.#centres.get(b)];
    return one && two ? one.y - two.y || one.x - two.x : 0;
  }

  /**
   * @param {string | null} id
   * @param {string} name
   * @param {boolean} on
   */
  #ring(id, name, on) {
    if (id !== null) this.#counters.get(id)?.element.classList.toggle(name, on);
  }
}

/**
 * @param {Point} centre
 * @param {Spot} spot
 */
function placed(centre, { x, y, side }) {
  return `translate(${fine(centre.x + x)}px, ${fine(centre.y + y)}px) scale(${fine4(side / 100)})`;
}

/** @param {number} value */
function fine4(value) {
  return Math.round(value * 1e4) / 1e4;
}
