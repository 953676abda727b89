/**
 * What is drawn on the map besides counters: lit cells, a path with its costs, arrows and badges.
 *
 * Each named layer is replaced as a whole and left alone if it did not change.
 */

import { s } from '../dom.js';
import { arrowPath, cellPath, outline, trackPath } from './geometry.js';
import { SIGNS } from './kinds.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{cell: string, kind: string, text?: string | number | null, title?: string | null}} Lit */
/** @typedef {{from: string, to: string, kind?: string, line?: boolean}} Arrow `line`: only a line, not an arrow */
/** @typedef {{cell: string, text: string | number, kind?: string, below?: boolean}} Badge `below`: at the foot of the cell */
/** @typedef {{name?: string, kind?: string, costs?: (number | string)[] | null}} PathOptions paths of different names lie side by side */

export class Layers {
  /** Below the counters. */
  below = s('g', { class: 'board-below' });
  /** Above the counters. */
  above = s('g', { class: 'board-above' });

  #centres;
  #hex;
  #prefix;
  #kinds;
  #occupied;
  #low = s('g');
  #high = s('g');
  #track = s('g', { class: 'track' });
  #marks = s('g', { class: 'track-marks' });
  #numbers = s('g', { class: 'lit-numbers' });
  #arrows = s('g', { class: 'arrows' });
  #badges = s('g', { class: 'badges' });
  /** @type {Map<string, {key: string, groups: SVGGElement[]}>} */
  #drawn = new Map();

  /**
   * @param {Map<string, Point>} centres
   * @param {boolean} hex whether cells are hexes
   * @param {string} prefix of the ids of textures
   * @param {Record<string, import('./kinds.js').Kind>} kinds
   * @param {(cell: string) => boolean} occupied whether counters lie in a cell
   */
  constructor(centres, hex, prefix, kinds, occupied) {
    this.#centres = centres;
    this.#hex = hex;
    this.#prefix = prefix;
    this.#kinds = kinds;
    this.#occupied = occupied;
    this.below.append(this.#low, this.#high, this.#track);
    this.above.append(this.#numbers, this.#marks, this.#arrows, this.#badges);
  }

  /**
   * @param {string} name
   * @param {Lit[]} items
   */
  setLayer(name, items) {
    const known = items.filter((item) => this.#centres.has(item.cell));
    const key = JSON.stringify(known.map((item) => [item, this.#occupied(item.cell)]));
    this.#replace(`lit:${name}`, key, known.length > 0, () => this.#drawLit(name, known));
  }

  /**
   * @param {string} name
   * @param {Arrow[]} arrows
   */
  setArrows(name, arrows) {
    this.#replace(`arrows:${name}`, JSON.stringify(arrows), arrows.length > 0, () => {
      const group = s('g', { dataset: { name } });
      for (const { from, to, kind = 'plain', line = false } of arrows) {
        const [start, end] = [this.#centres.get(from), this.#centres.get(to)];
        if (!start || !end) continue;
        const d = line ? trackPath([start, end]) : arrowPath(start, end);
        group.append(s('path', { class: `arrow ${line ? 'line ' : ''}${kind}`, d, dataset: { from, to } }));
      }
      this.#arrows.append(group);
      return [group];
    });
  }

  /**
   * @param {string} name
   * @param {Badge[]} badges
   */
  setBadges(name, badges) {
    this.#replace(`badges:${name}`, JSON.stringify(badges), badges.length > 0, () => {
      const group = s('g', { dataset: { name } });
      for (const { cell, text, kind = 'plain', below = false } of badges) {
        const centre = this.#centres.get(cell);
        if (centre) group.append(badge(below ? { x: centre.x - 30, y: centre.y + 76 } : centre, String(text), kind, cell));
      }
      this.#badges.append(group);
      return [group];
    });
  }

  /**
   * @param {string[] | null} cells
   * @param {PathOptions} [options]
   */
  setPath(cells, { name = 'pointed', kind = 'move', costs = null } = {}) {
    const key = JSON.stringify([cells, kind, costs]);
    this.#replace(`path:${name}`, key, (cells?.length ?? 0) > 0, () => {
      const points = (cells ?? []).flatMap((cell) => this.#centres.get(cell) ?? []);
      const line = s('g', { class: `path ${kind}` });
      const d = trackPath(points);
      line.append(s('path', { class: 'casing', d }), s('path', { class: 'line', d }));
      const marks = s('g', { class: `path ${kind}` });
      // A path has a cost for every cell entered; the first cell is one only if it comes from off the map.
      const start = costs?.length === points.length ? 0 : 1;
      points.slice(start).forEach((point, index) => {
        marks.append(mark(point, costs?.[index] ?? null, start + index === points.length - 1));
      });
      this.#track.append(line);
      this.#marks.append(marks);
      return [line, marks];
    });
  }

  /**
   * Whether a cell is lit as something that can be chosen.
   * @param {string} cell
   */
  lit(cell) {
    return this.#high.querySelector(`[data-cell="${CSS.escape(cell)}"]`) !== null;
  }

  /**
   * @param {string} slot
   * @param {string} key
   * @param {boolean} any whether there is something to draw
   * @param {() => SVGGElement[]} draw
   */
  #replace(slot, key, any, draw) {
    const before = this.#drawn.get(slot);
    if (before?.key === key) return;
    before?.groups.forEach((group) => group.remove());
    this.#drawn.delete(slot);
    if (any) this.#drawn.set(slot, { key, groups: draw() });
  }

  /**
   * @param {string} name
   * @param {Lit[]} items
   */
  #drawLit(name, items) {
    const low = s('g', { class: 'lit', dataset: { name } });
    const high = s('g', { class: 'lit', dataset: { name } });
    const numbers = s('g', { dataset: { name } });
    /** @type {Map<string, Lit[]>} */
    const byKind = new Map();
    for (const item of items) {
      const same = byKind.get(item.kind);
      if (same) same.push(item);
      else byKind.set(item.kind, [item]);
    }
    for (const [kind, same] of byKind) {
      const manner = this.#kinds[kind] ?? {};
      this.#drawKind(manner.low ? low : high, kind, manner, same);
      for (const item of same) {
        if (item.text !== undefined && item.text !== null && item.text !== '') numbers.append(this.#number(item));
      }
    }
    this.#low.append(low);
    this.#high.append(high);
    this.#numbers.append(numbers);
    return [low, high, numbers];
  }

  /**
   * @param {SVGGElement} group
   * @param {string} kind
   * @param {import('./kinds.js').Kind} manner
   * @param {Lit[]} items
   */
  #drawKind(group, kind, manner, items) {
    for (const { cell, title } of items) {
      const centre = this.#centre(cell);
      const d = cellPath(centre, this.#hex);
      const words = title ? s('title', null, title) : null;
      group.append(s('path', { class: `glow ${kind}`, d, dataset: { lit: kind, cell } }, words));
      if (manner.pattern) {
        group.append(s('path', { class: 'weave', d, fill: `url(#${this.#prefix}-${kind})` }));
      }
      if (!manner.area) {
        group.append(s('path', { class: `rim ${kind}`, d: cellPath(centre, this.#hex, 0.06) }));
      }
      if (manner.sign) {
        const [x, y] = this.#hex ? [centre.x - 43, centre.y] : [centre.x - 38, centre.y + 38];
        group.append(s('path', { class: `sign ${kind}`, d: SIGNS[manner.sign], transform: `translate(${x} ${y})` }));
      }
    }
    if (manner.area) {
      group.append(s('path', { class: `rim area ${kind}`, d: outline(items.map(({ cell }) => this.#centre(cell)), this.#hex) }));
    }
  }

  /** @param {Lit} item */
  #number({ cell, kind, text }) {
    const { x, y } = this.#centre(cell);
    // Beside the counters, where there are some: their own numbers must be read too.
    const beside = this.#hex ? [44, 7] : [39, -33];
    const [right, down] = this.#occupied(cell) ? beside : [0, 7];
    return s('text', { class: `lit-number ${kind}`, x: x + right, y: y + down, dataset: { cell } }, String(text));
  }

  /**
   * @param {string} cell
   * @returns {Point}
   */
  #centre(cell) {
    return /** @type {Point} */ (this.#centres.get(cell));
  }
}

/**
 * A stop on a path, with what was spent to get there.
 * @param {Point} point
 * @param {number | string | null} cost
 * @param {boolean} last
 */
function mark({ x, y }, cost, last) {
  const group = s('g', { class: last ? 'stop last' : 'stop', transform: `translate(${x} ${y})` });
  const inner = s('g', { class: 'steady' }, s('circle', { r: cost === null ? 5 : 13 }));
  if (cost !== null) inner.append(s('text', { y: 5.6 }, String(cost)));
  group.append(inner);
  return group;
}

/**
 * @param {Point} centre
 * @param {string} text
 * @param {string} kind
 * @param {string} cell
 */
function badge({ x, y }, text, kind, cell) {
  const width = Math.max(26, text.length * 10 + 14);
  return s('g', { class: `badge ${kind}`, transform: `translate(${x + 30} ${y - 34})`, dataset: { cell } },
    s('g', { class: 'steady' },
      s('rect', { x: -width / 2, y: -13, width, height: 26, rx: 13 }),
      s('text', { y: 6 }, text)));
}
