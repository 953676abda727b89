/**
 * The counters on the board: drawn once, put in place by transforms, and changed only where their
 * unit changed. A stack is laid so that every counter of it can be read, and can be spread.
 */

import { s } from '../dom.js';
import { drawSigns, readLooks } from './drawings.js';
import { Designation, armUnder, sizeOn } from './designation.js';
import { counterBadge, earthworks, facingPointer, slotText } from './dress.js';
import { Fan } from './fan.js';
import { SHOWN, fine, spots } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./geometry.js').Spot} Spot */
/** @typedef {import('./sheet.js').Direction} Direction */
/**
 * A unit as the board is to show it: where, in which of its looks, which way it faces, and what stands on it. `badge`
 * is a small plate on its corner, `texts` stand in its slots, `uses` are parts of the sheet's definitions that are put on it
 * as they are drawn, `works` is how much it has dug where it faces; `faded` units are there but do not count now.
 * @typedef {{id: string, cell: string | null, look?: string, facing?: Direction | null, marks?: string[],
 *   badge?: string | number | null, texts?: import('./dress.js').CounterText[], uses?: string[], works?: number,
 *   faded?: boolean}} UnitState
 */
/**
 * @typedef {{id: string, element: SVGGElement, face: Element | null, name: Designation, signs: SVGGElement, under: SVGGElement,
 *   over: SVGGElement, words: string, cell: string, shown: string, spot: Spot}} Counter `shown`: what it shows, to see whether
 *   that changed
 */

/** @type {Record<Direction, string>} */
const DIRECTIONS = {
  n: 'north', ne: 'north-east', e: 'east', se: 'south-east', s: 'south', sw: 'south-west', w: 'west', nw: 'north-west',
};

export class Counters {
  /** What holds the counters. */
  group = s('g', { class: 'units' });
  /** The stack that is spread. */
  spread = new Fan();
  /** What holds the counter that is being dragged or is on the march. */
  liftGroup = s('g', { class: 'lifted' });

  /** How large the map is, and whether that is so small that counters are drawn to be read from afar. */
  #zoom = 1;
  #far = false;
  #sheet;
  #centres;
  /** @type {Map<string, Map<string, Element>>} */
  #looks;
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
   * @param {import('./sheet.js').BoardSheet} sheet
   * @param {Map<string, Point>} centres
   */
  constructor(sheet, centres) {
    this.#sheet = sheet;
    this.#centres = centres;
    this.#looks = readLooks(sheet.looks);
  }

  /**
   * Puts these units on the board and takes all others off. In a cell the first is on top.
   * @param {UnitState[]} units
   */
  set(units) {
    const before = this.fanned === null ? '' : this.at(this.fanned).join();
    /** @type {Map<string, string[]>} */
    const stacks = new Map();
    const gone = new Set(this.#counters.keys());
    for (const unit of units) {
      if (!unit.cell || !this.#centres.has(unit.cell) || !this.#looks.has(unit.id)) continue;
      gone.delete(unit.id);
      this.#dress(this.#counter(unit.id, unit.cell), unit);
      const stack = stacks.get(unit.cell);
      if (stack) stack.push(unit.id);
      else stacks.set(unit.cell, [unit.id]);
    }
    for (const id of gone) this.#remove(id);
    this.#stacks = stacks;
    if (this.fanned !== null && this.at(this.fanned).join() !== before) this.fan(null);
    this.#layOut();
  }

  /**
   * The units in a cell, the top one first.
   * @param {string} cell
   */
  at(cell) {
    return this.#stacks.get(cell) ?? [];
  }

  /**
   * @param {string} id
   * @returns {string | null}
   */
  cellOf(id) {
    return this.#counters.get(id)?.cell ?? null;
  }

  /** @param {string} id */
  element(id) {
    return this.#counters.get(id)?.element ?? null;
  }

  /** Where every counter lies, and whose it is. @returns {import('./front.js').Standing[]} */
  standing() {
    return [...this.#stacks].flatMap(([cell, units]) => units.map((unit) => ({ unit, cell, side: this.#sheet.sides[unit] ?? '' })));
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
    this.#halo.setAttribute('href', `#${this.#sheet.halos[this.#sheet.sides[counter.id]] ?? ''}`);
    counter.element.prepend(this.#halo);
  }

  /** The unit of the cell under the cursor that a key would pick. */
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

  /** Tells how large the map is drawn. @param {number} zoom @param {boolean} far */
  drawnAt(zoom, far) {
    if (zoom === this.#zoom && far === this.#far) return;
    [this.#zoom, this.#far] = [zoom, far];
    this.#layOut();
  }

  /** The cell whose stack is spread. */
  get fanned() {
    return this.spread.cell;
  }

  /**
   * Spreads the stack of a cell, or with `null` puts it together again.
   * @param {string | null} cell
   */
  fan(cell) {
    const wanted = cell !== null && this.at(cell).length > 1 ? cell : null;
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
   * Puts a counter in another cell, on top, until the next `set`.
   * @param {string} id
   * @param {string} cell
   */
  relocate(id, cell) {
    if (!this.#centres.has(cell) || !this.#looks.has(id)) return;
    const counter = this.#counter(id, cell);
    const left = this.at(counter.cell).filter((other) => other !== id);
    if (left.length > 0) this.#stacks.set(counter.cell, left);
    else this.#stacks.delete(counter.cell);
    counter.cell = cell;
    counter.element.dataset.at = cell;
    this.#stacks.set(cell, [id, ...this.at(cell).filter((other) => other !== id)]);
    if (counter.shown === '') this.#dress(counter, { id, cell });
    this.#layOut();
  }

  /**
   * The transform of a counter as it lies, and as it would lie in the middle of a cell.
   * @param {string} id
   * @param {string} cell
   */
  placing(id, cell) {
    const centre = this.#centres.get(cell);
    const spot = this.#counters.get(id)?.spot ?? spots(1, this.#sheet.hex, this.#far)[0];
    return centre ? placed(centre, { x: 0, y: spot.y, side: spot.side }) : '';
  }

  /**
   * @param {string} id
   * @param {string} cell
   * @returns {Counter}
   */
  #counter(id, cell) {
    let counter = this.#counters.get(id);
    if (counter) return counter;
    const side = this.#sheet.sides[id] ?? '';
    const words = this.#looks.get(id)?.get('plain')?.getAttribute('aria-label') ?? id;
    const [signs, under, over] = ['signs', 'under-face', 'over-face'].map((name) => s('g', { class: name }));
    const element = s('g', { class: `unit ${side}`, dataset: { unit: id }, role: 'img' });
    const spot = spots(1, this.#sheet.hex, this.#far)[0];
    counter = { id, element, face: null, name: new Designation(), signs, under, over, words, cell, shown: '', spot };
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
    if (unit.cell) counter.cell = unit.cell;
    const { marks = [], faded = false, look = 'plain', facing = null, badge = null, texts = [], uses = [], works = 0 } = unit;
    const shown = JSON.stringify([marks, faded, look, facing, badge, texts, uses, works, counter.cell]);
    if (shown === counter.shown) return;
    counter.shown = shown;
    const looks = /** @type {Map<string, Element>} */ (this.#looks.get(unit.id));
    const face = looks.get(look) ?? looks.get('plain');
    if (face && (counter.face?.parentNode !== counter.element || counter.face !== face)) this.#wear(counter, face);
    counter.signs.replaceChildren(...drawSigns(this.#sheet, marks));
    const pointer = facingPointer(facing, this.#sheet.hex);
    const dug = earthworks(facing, works, this.#sheet.hex);
    counter.under.replaceChildren(...[pointer, dug].filter((part) => part !== null));
    // A wash, for a counter that could be seen through could not be read in a stack.
    const wash = faded ? [s('rect', { class: 'wash', x: -50, y: -50, width: 100, height: 100, rx: 14 })] : [];
    counter.over.replaceChildren(...uses.map((id) => s('use', { href: `#${id}` })), ...wash, ...texts.map(slotText), ...(badge === null ? [] : [counterBadge(badge, facing)]));
    counter.element.classList.toggle('faded', faded);
    counter.element.dataset.at = counter.cell;
    const said = [...texts.map(({ text }) => String(text)), ...(badge === null ? [] : [String(badge)]), ...(pointer ? [`facing ${DIRECTIONS[facing ?? 'n']}`] : [])];
    counter.element.setAttribute('aria-label', [counter.words, `in ${counter.cell}`, ...said, ...marks].join(', '));
  }

  /** Gives a counter another face; what lies under and over it stays. @param {Counter} counter @param {Element} face */
  #wear(counter, face) {
    counter.face?.remove();
    for (const name of ['role', 'aria-label', 'data-unit']) face.removeAttribute(name);
    counter.element.prepend(counter.under, face);
    if (counter.id === this.#selected) counter.element.prepend(this.#halo);
    counter.name.wear(face);
    face.append(counter.name.group, counter.signs, counter.over);
    counter.face = face;
  }

  /** Gives every counter its place and its turn in the drawing. */
  #layOut() {
    const cells = [...this.#stacks.keys()].sort((a, b) => this.#before(a, b));
    /** @type {Element | null} */
    let last = null;
    const next = (/** @type {SVGGElement} */ element) => {
      const expected = last ? last.nextElementSibling : this.group.firstElementChild;
      // One that has gone farther down steps out until its turn comes: all others stay where they are.
      if (expected !== element && expected?.nextElementSibling === element) expected.remove();
      else if (expected !== element) this.group.insertBefore(element, expected);
      last = element;
    };
    for (const cell of cells) {
      if (cell === this.fanned) this.#layFan(cell);
      else this.#layStack(cell, next);
    }
    for (const [cell, count] of this.#counts) {
      if (this.at(cell).length <= SHOWN || cell === this.fanned) {
        count.remove();
        this.#counts.delete(cell);
      }
    }
  }

  /**
   * @param {string} cell
   * @param {(element: SVGGElement) => void} next
   */
  #layStack(cell, next) {
    const centre = /** @type {Point} */ (this.#centres.get(cell));
    const stack = this.at(cell);
    const laid = spots(stack.length, this.#sheet.hex, this.#far);
    for (let place = stack.length - 1; place >= 0; place -= 1) {
      const counter = /** @type {Counter} */ (this.#counters.get(stack[place]));
      counter.spot = laid[Math.min(place, laid.length - 1)];
      this.#size(counter, counter.spot);
      counter.element.classList.toggle('covered', place >= laid.length);
      if (this.#lifted.has(counter.id)) continue;
      counter.element.style.transform = placed(centre, counter.spot);
      next(counter.element);
    }
    if (stack.length > SHOWN) next(this.#count(cell, stack.length, centre, laid[0]));
  }

  /** @param {string} cell */
  #layFan(cell) {
    const stack = this.at(cell);
    const laid = this.spread.spots(stack.length);
    stack.forEach((id, place) => {
      const counter = /** @type {Counter} */ (this.#counters.get(id));
      counter.element.classList.remove('covered');
      this.#size(counter, laid[place]);
      if (this.#lifted.has(id)) return;
      counter.element.style.transform = placed(this.spread.centre, laid[place]);
      if (counter.element.parentNode !== this.spread.group) this.spread.group.append(counter.element);
    });
  }

  /** The smaller a counter is on the screen, the more of it is its name. @param {Counter} counter @param {Spot} spot */
  #size({ element, name }, { side }) {
    const size = sizeOn(side * this.#zoom);
    if (element.dataset.letters === String(size)) return;
    element.dataset.letters = String(size);
    element.style.setProperty('--arm', armUnder(size));
    name.size = size;
  }

  /**
   * A disc with the number of counters, on the upper left corner of the one on top.
   * @param {string} cell
   * @param {number} number
   * @param {Point} centre
   * @param {Spot} top
   */
  #count(cell, number, centre, top) {
    let disc = this.#counts.get(cell);
    if (!disc) {
      disc = s('g', { class: 'count' }, s('circle', { r: 11 }), s('text', { y: 5.2 }));
      this.#counts.set(cell, disc);
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
