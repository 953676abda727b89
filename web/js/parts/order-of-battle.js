/**
 * The order of battle: every unit of both armies by command, with where it is now. A press shows
 * the unit on the map and picks it.
 */

import { h } from '../dom.js';
import { count, sideAdjective } from '../words.js';
import { refill } from './refill.js';

/** @import { Cell, Side, UnitId } from '../types.js' */

/**
 * A unit as it is listed. `place` is one of the filters' (another is not listed), `where` says it in words, `look`
 * is that of its counter.
 * @typedef {{id: UnitId, side: Side, command: string, name: string, place: string, cell: Cell | null, where: string,
 *   strength: number, look?: string, designation?: string}} Row `designation`: what stands beside the name, if not the id
 */

/**
 * What a system brings: its units in the order of the sheet, the places a unit can be in with their words, how a
 * counter is drawn, and what a press does.
 * @typedef {{side: () => Side, rows: () => Row[], places: [place: string, words: string][],
 *   face: (id: UnitId, look?: string) => Node | null, pick: (unit: UnitId) => void}} Army
 */

/**
 * The units of a side under their commands.
 * @param {readonly Row[]} rows
 * @param {Side} side
 * @returns {Map<string, Row[]>}
 */
export function byCommand(rows, side) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of rows) {
    if (row.side !== side) continue;
    const known = groups.get(row.command);
    if (known) known.push(row);
    else groups.set(row.command, [row]);
  }
  return groups;
}

/**
 * How many units and how much strength a side has in each place.
 * @param {readonly Row[]} rows
 * @param {Side} side
 * @param {readonly string[]} places
 */
export function tally(rows, side, places) {
  const sums = Object.fromEntries(places.map((place) => [place, { units: 0, strength: 0 }]));
  for (const row of rows) {
    if (row.side !== side || !(row.place in sums)) continue;
    sums[row.place].units += 1;
    sums[row.place].strength += row.strength;
  }
  return sums;
}

export class OrderOfBattle {
  /** @type {Side | null} */
  #side = null;
  #filter = 'all';
  #wanted = '';
  #drawn = '';
  #tools = h('div', { class: 'oob-tools' });
  #list = h('div', { class: 'oob' });
  #army;

  /**
   * @param {HTMLElement} body
   * @param {Army} army
   */
  constructor(body, army) {
    this.#army = army;
    body.append(this.#tools, this.#list);
  }

  /** Draws it, if anything has changed. */
  update() {
    this.#side ??= this.#army.side();
    const rows = this.#army.rows();
    const key = JSON.stringify([this.#side, this.#filter, this.#wanted, rows]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (this.#tools.childElementCount === 0) this.#tools.append(...this.#controls());
    this.#draw(rows, this.#side);
  }

  #controls() {
    const sides = /** @type {Side[]} */ (['union', 'confederate']).map((side) =>
      h(
        'label',
        { class: `oob-side side-${side}` },
        h('input', {
          type: 'radio',
          name: 'oob-side',
          checked: side === this.#side,
          on: { change: () => this.#change(() => { this.#side = side; }) },
        }),
        h('span', { class: 'side-mark', 'aria-hidden': 'true' }),
        sideAdjective(side),
      ),
    );
    const filter = h(
      'select',
      { 'aria-label': 'Which units', value: this.#filter, on: { change: () => this.#change(() => { this.#filter = filter.value; }) } },
      [['all', 'all'], ...this.#army.places].map(([value, label]) => h('option', { value }, label)),
    );
    const search = h('input', {
      type: 'search',
      class: 'input',
      placeholder: 'Name or command',
      'aria-label': 'Find a unit by name or command',
      on: { input: () => this.#change(() => { this.#wanted = search.value.trim().toLowerCase(); }) },
    });
    return [h('fieldset', { class: 'oob-sides' }, h('legend', { class: 'visually-hidden' }, 'Side'), sides), filter, search];
  }

  /** @param {() => void} change */
  #change(change) {
    change();
    this.update();
  }

  /** @param {Row[]} rows @param {Side} side */
  #draw(rows, side) {
    const { places } = this.#army;
    const sums = tally(rows, side, places.map(([place]) => place));
    const summary = places
      .filter(([place]) => sums[place].units > 0)
      .map(([place, words]) => `${sums[place].units} ${words} (strength ${sums[place].strength})`)
      .join(', ');
    const sections = [...byCommand(rows, side)].flatMap(([command, units]) => {
      const shown = units.filter((row) => this.#wants(row));
      return shown.length === 0 ? [] : [this.#section(command, shown)];
    });
    refill(
      this.#list,
      h('p', { class: 'hint', role: 'status' }, `${sideAdjective(side)}: ${summary || count(0, 'unit')}.`),
      sections.length > 0 ? sections : h('p', null, 'No unit fits.'),
    );
  }

  /** @param {Row} row */
  #wants({ id, name, command, cell, place }) {
    if (this.#filter !== 'all' && place !== this.#filter) return false;
    return this.#wanted === '' || `${id} ${name} ${command} ${cell ?? ''}`.toLowerCase().includes(this.#wanted);
  }

  /** @param {string} command @param {Row[]} rows */
  #section(command, rows) {
    return h('section', null, h('h3', null, command), h('ul', { class: 'oob-list' }, rows.map((row) => this.#row(row))));
  }

  /** @param {Row} row */
  #row({ id, name, place, where, look, designation = id }) {
    return h(
      'li',
      null,
      h(
        'button',
        {
          type: 'button',
          class: `oob-unit oob-place-${place}`,
          dataset: { focus: `oob-${id}`, unitRow: id },
          on: { click: () => this.#army.pick(id) },
        },
        this.#army.face(id, look),
        h(
          'span',
          { class: 'oob-name' },
          name || id,
          name && !` ${name}`.endsWith(` ${designation}`) ? h('span', { class: 'hint' }, ` ${designation}`) : null,
        ),
        h('span', { class: 'oob-where' }, where),
      ),
    );
  }
}
