/**
 * The order of battle: every unit of both armies by command, with where it is now. A press shows
 * the unit on the map and picks it.
 */

import { h } from '../dom.js';
import { count, sideAdjective } from '../words.js';
import { counterFace } from './face.js';
import { refill } from './refill.js';

/**
 * @import { BlueGrayUnit, Side, UnitId } from '../types.js'
 * @import { Scene } from './scene.js'
 */

/** @type {[string, string][]} */
const FILTERS = [
  ['all', 'all'],
  ['map', 'on the map'],
  ['reserve', 'to come'],
  ['eliminated', 'lost'],
  ['exited', 'left the map'],
];

/**
 * The units of a side in the order of the sheet, under their commands.
 * @param {Scene['sheet']} sheet
 * @param {readonly BlueGrayUnit[]} units
 * @param {Side} side
 * @returns {Map<string, BlueGrayUnit[]>}
 */
export function byCommand(sheet, units, side) {
  /** @type {Map<string, BlueGrayUnit[]>} */
  const groups = new Map();
  for (const unit of units) {
    const facts = sheet.units[unit.id];
    if (!facts || facts.side !== side || unit.place === 'absent') continue;
    const command =
      facts.command ?? (facts.arm === 'artillery' ? 'Artillery' : facts.arm === 'cavalry' ? 'Cavalry' : 'Army');
    const known = groups.get(command);
    if (known) known.push(unit);
    else groups.set(command, [unit]);
  }
  return groups;
}

/**
 * How many units and how much strength a side has in each place.
 * @param {Scene['sheet']} sheet
 * @param {readonly BlueGrayUnit[]} units
 * @param {Side} side
 */
export function tally(sheet, units, side) {
  /** @type {Record<string, {units: number, strength: number}>} */
  const sums = {
    map: { units: 0, strength: 0 },
    reserve: { units: 0, strength: 0 },
    eliminated: { units: 0, strength: 0 },
    exited: { units: 0, strength: 0 },
  };
  for (const { id, place } of units) {
    const facts = sheet.units[id];
    if (facts?.side !== side || !(place in sums)) continue;
    sums[place].units += 1;
    sums[place].strength += facts.strength;
  }
  return sums;
}

export class OrderOfBattle {
  /**
   * @param {HTMLElement} body
   * @param {Scene} scene
   * @param {(unit: UnitId) => void} pick
   */
  constructor(body, scene, pick) {
    this.scene = scene;
    this.pick = pick;
    /** @type {Side | null} */
    this.side = null;
    this.filter = 'all';
    this.wanted = '';
    this.drawn = '';
    this.tools = h('div', { class: 'bg-oob-tools' });
    this.list = h('div', { class: 'bg-oob' });
    body.append(this.tools, this.list);
  }

  /** Draws it, if anything has changed. */
  update() {
    this.side ??= this.scene.table.seats?.[0] ?? this.scene.game.side;
    const key = JSON.stringify([this.side, this.filter, this.wanted, this.scene.game.units]);
    if (key === this.drawn) return;
    this.drawn = key;
    if (this.tools.childElementCount === 0) this.tools.append(...this.#controls());
    this.#draw();
  }

  #controls() {
    const sides = /** @type {Side[]} */ (['union', 'confederate']).map((side) =>
      h(
        'label',
        { class: `bg-side side-${side}` },
        h('input', {
          type: 'radio',
          name: 'bg-oob-side',
          checked: side === this.side,
          on: {
            change: () => {
              this.side = side;
              this.update();
            },
          },
        }),
        h('span', { class: 'side-mark', 'aria-hidden': 'true' }),
        sideAdjective(side),
      ),
    );
    const filter = h(
      'select',
      {
        'aria-label': 'Which units',
        value: this.filter,
        on: {
          change: () => {
            this.filter = filter.value;
            this.update();
          },
        },
      },
      FILTERS.map(([value, label]) => h('option', { value }, label)),
    );
    const search = h('input', {
      type: 'search',
      class: 'input',
      placeholder: 'Name or command',
      'aria-label': 'Find a unit by name or command',
      on: {
        input: () => {
          this.wanted = search.value.trim().toLowerCase();
          this.update();
        },
      },
    });
    return [h('fieldset', { class: 'bg-sides' }, h('legend', { class: 'visually-hidden' }, 'Side'), sides), filter, search];
  }

  #draw() {
    const { scene } = this;
    const side = /** @type {Side} */ (this.side);
    const sums = tally(scene.sheet, scene.game.units, side);
    const summary = FILTERS.slice(1)
      .filter(([place]) => sums[place].units > 0)
      .map(([place, words]) => `${sums[place].units} ${words} (strength ${sums[place].strength})`)
      .join(', ');
    const sections = [...byCommand(scene.sheet, scene.game.units, side)].flatMap(([command, units]) => {
      const shown = units.filter((unit) => this.#wants(unit, command));
      return shown.length === 0 ? [] : [this.#section(command, shown)];
    });
    refill(
      this.list,
      h('p', { class: 'hint', role: 'status' }, `${sideAdjective(side)}: ${summary || count(0, 'unit')}.`),
      sections.length > 0 ? sections : h('p', null, 'No unit fits.'),
    );
  }

  /** @param {BlueGrayUnit} unit @param {string} command */
  #wants(unit, command) {
    if (this.filter !== 'all' && unit.place !== this.filter) return false;
    const facts = this.scene.sheet.units[unit.id];
    return this.wanted === '' || `${unit.id} ${facts.name} ${command} ${unit.hex ?? ''}`.toLowerCase().includes(this.wanted);
  }

  /** @param {string} command @param {BlueGrayUnit[]} units */
  #section(command, units) {
    return h(
      'section',
      null,
      h('h3', null, command),
      h(
        'ul',
        { class: 'bg-oob-list' },
        units.map((unit) => this.#row(unit)),
      ),
    );
  }

  /** @param {BlueGrayUnit} unit */
  #row(unit) {
    const { scene } = this;
    const facts = scene.sheet.units[unit.id];
    return h(
      'li',
      null,
      h(
        'button',
        {
          type: 'button',
          class: `bg-oob-unit bg-place-${unit.place}`,
          dataset: { focus: `oob-${unit.id}`, unitRow: unit.id },
          on: { click: () => this.pick(unit.id) },
        },
        counterFace(scene.sheet, unit.id, unit.marks.includes('ineffective')),
        h(
          'span',
          { class: 'bg-oob-name' },
          facts.name || unit.id,
          facts.name && !` ${facts.name}`.endsWith(` ${unit.id}`) ? h('span', { class: 'hint' }, ` ${unit.id}`) : null,
        ),
        h('span', { class: 'bg-oob-where' }, this.#where(unit)),
      ),
    );
  }

  /** @param {BlueGrayUnit} unit */
  #where(unit) {
    if (unit.place === 'map') return [unit.hex, ...unit.marks].join(', ');
    if (unit.place === 'eliminated') return 'lost';
    if (unit.place === 'exited') return 'left the map';
    const group = this.scene.game.arrivals.find(({ units }) => units.includes(unit.id));
    return group?.due ? 'may come now' : group?.turn ? `comes on turn ${group.turn}` : 'to come';
  }
}
