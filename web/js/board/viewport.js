/**
 * The window onto the sheet: applies the camera as one transform, at most once a frame.
 *
 * While the camera moves the drawings are kept as they were painted and only scaled by the
 * compositor; a moment after it rests they are painted anew at their true size, so that panning
 * and zooming never wait for the map. `onRest` hears the zoom then, `onMove` every change.
 */

import * as cameras from './camera.js';
import { opening } from './opening.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./geometry.js').Point} Point */

/** So long the map must have been still before it is painted anew, in milliseconds; and at most, where frames come slowly. */
const REST = 140;
const LONGEST_REST = 600;

/** What is shown together has so much around it, in map units. */
const AROUND = 90;

/** Whether the person asked the system for little motion. */
export function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export class Viewport {
  /** @type {Camera} */
  camera = { x: 0, y: 0, zoom: 1 };
  /** @type {import('./camera.js').Insets} */
  insets = { left: 0, top: 0, right: 0, bottom: 0 };
  /** Things that lie over the window: what is to be seen is not left under them. @type {Element[]} */
  covers = [];
  /** Hears the zoom once the map rests; none before the board is there. @type {((zoom: number) => void) | null} */
  onRest = null;
  /** @type {() => void} */
  onMove = () => {};

  #frame;
  #world;
  #box;
  #size = { width: 0, height: 0 };
  #painting = 0;
  #resting = 0;
  /** When the camera was last shown. */
  #painted = 0;
  #flight = 0;
  #touched = false;
  /** The zoom for which the drawings were painted. */
  #sharp = 0;
  /** While the map slides: see `#slide`. @type {Animation | null} */
  #sliding = null;
  /** Where a flight under way ends. @type {Camera | null} */
  #goal = null;
  #observer;
  /** @type {import('./front.js').Front} */
  #front = { places: [], must: [] };

  /**
   * @param {HTMLElement} frame what clips the sheet
   * @param {HTMLElement} world what carries it
   * @param {import('./geometry.js').Box} box the sheet in map units
   */
  constructor(frame, world, box) {
    this.#frame = frame;
    this.#world = world;
    this.#box = box;
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(frame);
    this.#resized();
  }

  /** The smallest zoom: the whole sheet, and a little air around it. */
  get smallest() {
    const none = { left: 0, top: 0, right: 0, bottom: 0 };
    return cameras.fitted(this.#box, this.#size, none).zoom * 0.96;
  }

  /**
   * Says what a large sheet is opened with; does nothing once the camera was moved.
   * @param {import('./front.js').Front} front
   */
  openOn(front) {
    this.#front = front;
    if (this.#touched) return;
    // Panels may have opened since the window was measured, and the observer speaks only with the next frame: what is
    // brought into sight by then would be judged by a map that is about to move.
    this.#size = { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
    if (this.#size.width > 0) {
      this.#showNow(opening(this.#box, front, this.#size, this.insets));
    }
  }

  /** What of the sheet is seen between the insets, in map units. @returns {import('./geometry.js').Box} */
  get seen() {
    const { x, y, zoom } = this.#goal ?? this.camera;
    const { left, top, right, bottom } = this.insets;
    return {
      x: (left - x) / zoom,
      y: (top - y) / zoom,
      width: (this.#size.width - left - right) / zoom,
      height: (this.#size.height - top - bottom) / zoom,
    };
  }

  /** Shows the whole sheet. */
  fit() {
    this.fly(cameras.fitted(this.#box, this.#size, this.insets));
  }

  /**
   * @param {Point} point in map units
   * @param {number} [zoom]
   */
  centreOn(point, zoom = (this.#goal ?? this.camera).zoom) {
    this.fly(cameras.centred(point, zoom, this.#size, this.insets));
  }

  /**
   * Moves as little as needed to show a point.
   * @param {Point} point in map units
   */
  reveal(point) {
    const now = this.#goal ?? this.camera;
    const shown = cameras.revealing(now, point, 110, this.#size, this.insets);
    const next = this.#clear(now, shown, [point]);
    if (Math.hypot(next.x - now.x, next.y - now.y) > 0.5) this.fly(next, 120);
  }

  /**
   * Moves and zooms out as little as needed to show several points together.
   * @param {Point[]} points in map units
   */
  revealAll(points) {
    if (points.length === 0) return;
    const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))];
    const [right, bottom] = [Math.max(...points.map(({ x }) => x)), Math.max(...points.map(({ y }) => y))];
    const box = { x: left - AROUND, y: top - AROUND, width: right - left + 2 * AROUND, height: bottom - top + 2 * AROUND };
    const now = this.#goal ?? this.camera;
    const smallest = Math.min(now.zoom, this.smallest);
    const next = this.#clear(now, cameras.holding(now, box, smallest, this.#size, this.insets), points);
    if (next.zoom !== now.zoom || Math.hypot(next.x - now.x, next.y - now.y) > 0.5) this.fly(next);
  }

  /**
   * @param {number} factor
   * @param {Point} [pointer] in pixels of the window; its middle if missing
   */
  zoomBy(factor, pointer = { x: this.#size.width / 2, y: this.#size.height / 2 }) {
    this.set(this.#zoomed(this.camera, factor, pointer));
  }

  /**
   * @param {number} factor
   * @param {Point} [pointer]
   */
  flyBy(factor, pointer = { x: this.#size.width / 2, y: this.#size.height / 2 }) {
    this.fly(this.#zoomed(this.#goal ?? this.camera, factor, pointer), 160);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  panBy(dx, dy) {
    this.set({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  /**
   * Goes to a camera in a short flight, or at once for people who asked for little motion.
   * @param {Camera} target
   * @param {number} [ms]
   */
  fly(target, ms = 220) {
    if (this.#size.width === 0) return;
    const to = cameras.kept(target, this.#box, this.#size);
    this.#touched = true;
    if (calm()) {
      this.set(to);
      return;
    }
    cancelAnimationFrame(this.#flight);
    this.#goal = to;
    const from = this.camera;
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = Math.min(1, Math.max(0, (now - began) / ms));
      this.#show(cameras.between(from, to, share));
      if (share < 1) this.#flight = requestAnimationFrame(step);
      else this.#goal = null;
    };
    this.#flight = requestAnimationFrame(step);
  }

  /**
   * Goes to a camera at once; a flight under way ends.
   * @param {Camera} camera
   */
  set(camera) {
    if (this.#size.width === 0) return;
    cancelAnimationFrame(this.#flight);
    this.#goal = null;
    this.#touched = true;
    this.#show(cameras.kept(camera, this.#box, this.#size));
  }

  /**
   * The point of the sheet under a point of the page.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Point}
   */
  onSheet(clientX, clientY) {
    return cameras.onSheet(this.camera, this.inWindow(clientX, clientY));
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Point}
   */
  inWindow(clientX, clientY) {
    const { left, top } = this.#frame.getBoundingClientRect();
    return { x: clientX - left - this.#frame.clientLeft, y: clientY - top - this.#frame.clientTop };
  }

  /** Stops listening and moving. */
  destroy() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#flight);
    cancelAnimationFrame(this.#painting);
    clearTimeout(this.#resting);
    this.#slide(false);
  }

  /** @param {Camera} camera @param {number} factor @param {Point} pointer */
  #zoomed(camera, factor, pointer) {
    const next = cameras.zoomed(camera, factor, pointer, this.smallest);
    return factor < 1 ? cameras.gathered(next, this.#box, this.#size) : next;
  }

  /** A camera that is moved to shows no empty margin without need, and the points not under what covers them. @param {Camera} now @param {Camera} shown @param {Point[]} points */
  #clear(now, shown, points) {
    const moves = shown.zoom !== now.zoom || Math.hypot(shown.x - now.x, shown.y - now.y) > 0.5;
    let next = moves ? cameras.within(shown, this.#box, this.#size, this.insets) : shown;
    const covers = this.#covered();
    for (const point of points) next = cameras.uncovered(next, point, 70, covers, this.#size);
    return next;
  }

  /** Where the covers lie, in pixels of the window; those not shown are left out. */
  #covered() {
    return this.covers.flatMap((cover) => {
      const { left, top, width, height } = cover.getBoundingClientRect();
      return width * height > 0 ? [{ ...this.inWindow(left, top), width, height }] : [];
    });
  }

  /** @param {Camera} camera */
  #show(camera) {
    this.camera = camera;
    this.#slide(camera.zoom === this.#sharp);
    if (this.#painting === 0) {
      this.#world.classList.remove('sharpening');
      this.#painting = requestAnimationFrame(() => this.#paint());
    }
  }

  /**
   * An element under a transform animation, though it stands still and adds nothing, is moved by the compositor alone;
   * otherwise a browser takes all layers of the page apart and puts them together again at each frame. Where the size
   * changes too, the browser would paint it anew for that: there it is left out.
   * @param {boolean} only whether the map slides and does nothing else
   */
  #slide(only) {
    if (only === (this.#sliding !== null)) return;
    this.#sliding?.cancel();
    this.#sliding = only ? this.#world.animate({ transform: ['none', 'none'] }, { duration: 1, fill: 'both', composite: 'add' }) : null;
    this.#sliding?.pause();
  }

  /** Before the next frame is painted: what has just been laid out is never seen in a wrong place. @param {Camera} camera */
  #showNow(camera) {
    this.#show(camera);
    cancelAnimationFrame(this.#painting);
    this.#paint();
    if (this.#touched || !this.onRest) return;
    // Where a game opens nothing has moved: what is drawn by the size of the map has its size from the first.
    clearTimeout(this.#resting);
    this.#rest();
  }

  #paint() {
    this.#painting = 0;
    const { x, y, zoom } = this.camera;
    this.#world.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    this.onMove();
    clearTimeout(this.#resting);
    // Whoever turns the wheel notch by notch, or has a slow machine, is not made to wait for the map between two notches.
    const now = performance.now();
    const pause = now - this.#painted;
    this.#painted = now;
    this.#resting = setTimeout(() => this.#rest(), pause > LONGEST_REST ? REST : Math.max(REST, Math.min(LONGEST_REST, 2.5 * pause)));
  }

  #rest() {
    this.#slide(false);
    // With its corner on a whole pixel the sheet is painted alike at rest and in motion.
    const { x, y, zoom } = this.camera;
    const [left, top] = [this.#box.x * zoom, this.#box.y * zoom];
    this.camera = { x: Math.round(x + left) - left, y: Math.round(y + top) - top, zoom };
    this.#world.style.transform = `translate(${this.camera.x}px, ${this.camera.y}px) scale(${zoom})`;
    if (zoom === this.#sharp || !this.onRest) return;
    this.#sharp = zoom;
    this.#world.classList.add('sharpening');
    this.onRest(zoom);
  }

  #resized() {
    const before = this.#size;
    this.#size = { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
    if (this.#size.width === 0 || this.#size.height === 0) return;
    if (before.width === this.#size.width && before.height === this.#size.height) return;
    if (!this.#touched || before.width === 0 || before.height === 0) {
      this.openOn(this.#front);
      return;
    }
    cancelAnimationFrame(this.#flight);
    const camera = this.#goal ?? this.camera;
    this.#goal = null;
    const [dx, dy] = [(this.#size.width - before.width) / 2, (this.#size.height - before.height) / 2];
    const zoom = Math.max(camera.zoom, this.smallest);
    // A window that grew is filled with the map, as far as there is any.
    this.#showNow(cameras.within({ x: camera.x + dx, y: camera.y + dy, zoom }, this.#box, this.#size, this.insets));
  }
}
