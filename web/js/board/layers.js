/**
 * What is drawn on the map besides counters: lit hexes, a path with its costs, arrows and badges.
 *
 * Each named layer is replaced as a whole and left alone if it did not change.
 */

import { s } from '../dom.js';
import { arrowPath, cellPath, outline, trackPath } from './geometry.js';
import { KINDS, SIGNS } from './kinds.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{hex: string, kind: string, text?: string | number | null, title?: string | null}} Lit */
/** @typedef {{from: string, to: string, kind?: string}} Arrow */
/** @typedef {{hex: string, text: string | number, kind?: string}} Badge */
/** @typedef {{name?: string, kind?: string, costs?: (number | string)[] | null}} PathOptions paths of different names lie side by side */

export class Layers {
  /** Below the counters. */
  below = s('g', { class: 'board-below' });
  /** Above the counters. */
  above = s('g', { class: 'board-above' });

  #centres;
  #hex;
  #prefix;
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
   * @param {boolean} hex
   * @param {string} prefix of the ids of textures
   * @param {(hex: string) => boolean} occupied whether counters lie in a hex
   */
  constructor(centres, hex, prefix, occupied) {
    this.#centres = centres;
    this.#hex = hex;
    this.#prefix = prefix;
    this.#occupied = occupied;
    this.below.append(this.#low, this.#high, this.#track);
    this.above.append(this.#numbers, this.#marks, this.#arrows, this.#badges);
  }

  /**
   * @param {string} name
   * @param {Lit[]} items
   */
  setLayer(name, items) {
    const known = items.filter((item) => this.#centres.has(item.hex));
    const key = JSON.stringify(known.map((item) => [item, this.#occupied(item.hex)]));
    this.#replace(`lit:${name}`, key, known.length > 0, () => this.#drawLit(name, known));
  }

  /**
   * @param {string} name
   * @param {Arrow[]} arrows
   */
  setArrows(name, arrows) {
    this.#replace(`arrows:${name}`, JSON.stringify(arrows), arrows.length > 0, () => {
      const group = s('g', { dataset: { name } });
      for (const { from, to, kind = 'attack' } of arrows) {
        const [start, end] = [this.#centres.get(from), this.#centres.get(to)];
        if (!start || !end) continue;
        const d = kind === 'sight' ? trackPath([start, end]) : arrowPath(start, end);
        group.append(s('path', { class: `arrow ${kind}`, d, dataset: { from, to } }));
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
      for (const { hex, text, kind = 'plain' } of badges) {
        const centre = this.#centres.get(hex);
        if (centre) group.append(badge(centre, String(text), kind, hex));
      }
      this.#badges.append(group);
      return [group];
    });
  }

  /**
   * @param {string[] | null} hexes
   * @param {PathOptions} [options]
   */
  setPath(hexes, { name = 'pointed', kind = 'move', costs = null } = {}) {
    const key = JSON.stringify([hexes, kind, costs]);
    this.#replace(`path:${name}`, key, (hexes?.length ?? 0) > 0, () => {
      const points = (hexes ?? []).flatMap((hex) => this.#centres.get(hex) ?? []);
      const line = s('g', { class: `path ${kind}` });
      const d = trackPath(points);
      line.append(s('path', { class: 'casing', d }), s('path', { class: 'line', d }));
      const marks = s('g', { class: `path ${kind}` });
      // A path has a cost for every hex entered; the first hex is one only if it comes from off the map.
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
   * Whether a hex is lit as something that can be chosen.
   * @param {string} hex
   */
  lit(hex) {
    return this.#high.querySelector(`[data-cell="${CSS.escape(hex)}"]`) !== null;
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
      const manner = KINDS[kind] ?? {};
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
    for (const { hex, title } of items) {
      const centre = this.#centre(hex);
      const d = cellPath(centre, this.#hex);
      const words = title ? s('title', null, title) : null;
      group.append(s('path', { class: `glow ${kind}`, d, dataset: { lit: kind, cell: hex } }, words));
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
      group.append(s('path', { class: `rim area ${kind}`, d: outline(items.map(({ hex }) => this.#centre(hex)), this.#hex) }));
    }
  }

  /** @param {Lit} item */
  #number({ hex, kind, text }) {
    const { x, y } = this.#centre(hex);
    // Beside the counters, where there are some: their own numbers must be read too.
    const [right, down] = this.#occupied(hex) ? [44, 7] : [0, 7];
    return s('text', { class: `lit-number ${kind}`, x: x + right, y: y + down, dataset: { cell: hex } }, String(text));
  }

  /**
   * @param {string} hex
   * @returns {Point}
   */
  #centre(hex) {
    return /** @type {Point} */ (this.#centres.get(hex));
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
 * @param {string} hex
 */
function badge({ x, y }, text, kind, hex) {
  const width = Math.max(26, text.length * 10 + 14);
  return s('g', { class: `badge ${kind}`, transform: `translate(${x + 30} ${y - 34})`, dataset: { cell: hex } },
    s('g', { class: 'steady' },
      s('rect', { x: -width / 2, y: -13, width, height: 26, rx: 13 }),
      s('text', { y: 6 }, text)));
}
