// The plot of a game's course: the expected margin with its bounds over the turns. Pointer and arrow keys walk
// along it; what stands at the place is told in words below.

import { fill, h, s } from '../dom.js';
import { sideAdjective } from '../words.js';
import { apart, EDGES, layOut, nearest } from './course.js';
import { expectedWords } from './margin.js';

/** @typedef {import('../types.js').Review} Review */

/** Wide turns have room for each number; in narrow ones some are left out. */
const ROOM_FOR_NUMBER = 26;

/** Of the marks of the decisions, in pixels. */
const RADIUS = 10;

/** A plot that keeps to the width of its place. */
export class CoursePlot {
  /**
   * @param {Review} review
   * @param {{look: (step: number) => void, end?: string}} parts `look`: the player wants to see a step on the board;
   *   `end`: how the game ended, if the last position does not say it
   */
  constructor({ course, moments }, { look, end = '' }) {
    this.course = course;
    this.moments = moments;
    this.look = look;
    this.end = end;
    this.at = course.length - 1;
    /** In pixels, as it was drawn last. */
    this.width = 0;
    this.height = 0;
    /** @type {import('./course.js').Plot | null} */
    this.plot = null;
    this.words = h('p', { class: 'course-words', 'aria-hidden': 'true' });
    this.go = h('button', { type: 'button', class: 'button button-small', on: { click: () => this.#open() } }, 'Look at it');
    this.frame = h('div', {
      class: 'course', role: 'slider', tabindex: 0, 'aria-label': 'Course of the expected margin over the game', 'aria-valuemin': 0,
      'aria-valuemax': course.length - 1, on: {
        keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        pointermove: (/** @type {PointerEvent} */ event) => this.#show(this.#under(event)),
        pointerleave: () => this.#show(this.at),
        pointerdown: (/** @type {PointerEvent} */ event) => this.#set(this.#under(event)),
      },
    });
    this.root = h('div', { class: 'course-place' }, this.frame, h('div', { class: 'course-foot' }, this.words, this.go));
    this.watcher = new ResizeObserver(() => this.#draw());
    this.watcher.observe(this.frame);
    this.#draw();
  }

  destroy() {
    this.watcher.disconnect();
  }

  #draw() {
    const width = Math.max(280, Math.round(this.frame.clientWidth) || 720);
    const height = Math.round(Math.min(380, Math.max(220, width * 0.42)));
    if (this.plot && width === this.width) return;
    this.width = width;
    this.height = height;
    const plot = layOut(this.course, { width, height }, this.moments.flatMap(({ expected, best }) => [expected, best]));
    this.plot = plot;
    this.cursor = s('g', { class: 'course-cursor' });
    fill(this.frame, s('svg', { viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
      s('rect', { class: 'course-union', x: EDGES.left, y: EDGES.top, width: width - EDGES.left - EDGES.right, height: plot.even - EDGES.top }),
      s('rect', { class: 'course-confederate', x: EDGES.left, y: plot.even, width: width - EDGES.left - EDGES.right, height: height - EDGES.bottom - plot.even }),
      this.#turns(plot, height),
      plot.marks.map(({ y, margin }) => [
        s('path', { class: margin === 0 ? 'course-even' : 'course-rule', d: `M${EDGES.left} ${y}H${width - EDGES.right}` }),
        s('text', { class: 'course-number', x: EDGES.left - 6, y: y + 4 }, String(Math.abs(margin))),
      ]),
      s('text', { class: 'course-number', x: EDGES.left - 6, y: height - EDGES.bottom + 16 }, 'Turn'),
      s('text', { class: 'course-side', x: EDGES.left + 8, y: EDGES.top + 16 }, 'Union'),
      s('text', { class: 'course-side', x: EDGES.left + 8, y: height - EDGES.bottom - 8 }, 'Confederates'),
      s('path', { class: 'course-band', d: plot.band }),
      s('path', { class: 'course-line', d: plot.line }),
      this.cursor,
      this.#marks(plot, height)));
    this.#set(this.at);
  }

  /** @param {import('./course.js').Plot} plot @param {number} height */
  #turns({ turns }, height) {
    let free = -Infinity;
    return turns.map(({ x, turn }) => {
      const numbered = x >= free;
      if (numbered) free = x + ROOM_FOR_NUMBER;
      return [
        s('path', { class: 'course-turn', d: `M${x} ${EDGES.top}V${height - EDGES.bottom}` }),
        numbered ? s('text', { class: 'course-turn-number', x: x + 3, y: height - EDGES.bottom + 16 }, String(turn)) : null,
      ];
    });
  }

  /** The decisions: what was expected of each and of the staff's, and its number, none on top of another. @param {import('./course.js').Plot} plot @param {number} height */
  #marks({ place }, height) {
    const places = this.moments.map(({ until, expected }) => place(until, expected));
    const numbers = apart(places, { least: 2 * RADIUS + 2, top: EDGES.top + RADIUS, bottom: height - EDGES.bottom - RADIUS });
    return this.moments.map(({ until, best }, index) => {
      const [{ x, y }, at] = [places[index], numbers[index]];
      const reach = place(until, best).y;
      return s('g', { class: 'course-moment' },
        s('path', { d: `M${x} ${y}V${reach}M${x - 6} ${reach}h12` }),
        at === y ? null : s('path', { class: 'course-leader', d: `M${x} ${y}V${at}` }),
        at === y ? null : s('circle', { class: 'course-spot', cx: x, cy: y, r: 3.5 }),
        s('circle', { cx: x, cy: at, r: RADIUS }), s('text', { x, y: at + 4.5 }, String(index + 1)));
    });
  }

  /** Chooses a point. @param {number} index */
  #set(index) {
    const point = this.course[Math.max(0, Math.min(this.course.length - 1, index))];
    if (!point) return;
    this.at = this.course.indexOf(point);
    this.frame.setAttribute('aria-valuenow', String(this.at));
    this.frame.setAttribute('aria-valuetext', this.#tell(point));
    this.go.setAttribute('aria-label', `Look at it: step ${point.step}`);
    this.#show(this.at);
  }

  /** Marks a point and tells of it; the one chosen stays. @param {number} index */
  #show(index) {
    const spot = this.plot?.spots[index];
    if (!spot || !this.cursor) return;
    const foot = this.height - EDGES.bottom;
    fill(this.cursor, s('path', { d: `M${spot.x} ${EDGES.top}V${foot}` }), s('circle', { cx: spot.x, cy: spot.y, r: 5 }));
    this.words.textContent = this.#tell(spot.point);
  }

  /** @param {import('../types.js').CoursePoint} point */
  #tell(point) {
    return [pointWords(point), ...(this.end && point === this.course.at(-1) ? [this.end] : [])].join(' ');
  }

  #open() {
    const point = this.course[this.at];
    if (point) this.look(point.step);
  }

  /** The point under the pointer. @param {PointerEvent} event */
  #under(event) {
    const box = this.frame.getBoundingClientRect();
    return nearest(this.plot?.spots ?? [], ((event.clientX - box.left) / box.width) * this.width);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const to = {
      ArrowRight: this.at + 1, ArrowUp: this.at + 1, ArrowLeft: this.at - 1, ArrowDown: this.at - 1,
      Home: 0, End: this.course.length - 1, PageDown: this.#turn(1), PageUp: this.#turn(-1),
    }[event.key];
    if (to !== undefined) this.#set(to);
    else if (event.key === 'Enter') this.#open();
    else return;
    event.preventDefault();
  }

  /** The first point of the next turn, or of the one before. @param {1 | -1} way */
  #turn(way) {
    const turn = (this.course[this.at]?.turn ?? 0) + way;
    const found = this.course.findIndex((point) => point.turn === turn);
    return found < 0 ? this.at : found;
  }
}

/** A point in words. @param {import('../types.js').CoursePoint} point */
export function pointWords(point) {
  return `Turn ${point.turn}, ${sideAdjective(point.side)} player-turn, step ${point.step}: ${expectedWords(point)}.`;
}
