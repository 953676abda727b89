// The course of a game as a plot, in numbers: where its points, its band and its turns stand. It draws nothing.

import { spanOf } from './margin.js';

/**
 * @typedef {import('../types.js').CoursePoint} CoursePoint
 * @typedef {{x: number, y: number, point: CoursePoint}} Spot
 * @typedef {{spots: Spot[], line: string, band: string, even: number, span: number,
 *   turns: {x: number, turn: number}[], marks: {y: number, margin: number}[],
 *   place: (step: number, margin: number) => {x: number, y: number}}} Plot
 */

/** Room around the plot for its words, in pixels. */
export const EDGES = { left: 44, right: 16, top: 18, bottom: 34 };

/**
 * Lays a course out in so many pixels. The Union's good is above the middle.
 * @param {CoursePoint[]} course @param {{width: number, height: number}} size
 * @param {number[]} [margins] others that must have room
 * @returns {Plot}
 */
export function layOut(course, { width, height }, margins = []) {
  const span = spanOf([...margins, ...course.flatMap(({ margin, low, high }) => [margin, low, high])]);
  const first = course[0]?.step ?? 0;
  const last = Math.max(first + 1, course.at(-1)?.step ?? 1);
  const inner = { width: width - EDGES.left - EDGES.right, height: height - EDGES.top - EDGES.bottom };
  const across = (/** @type {number} */ step) => EDGES.left + (inner.width * (step - first)) / (last - first);
  const up = (/** @type {number} */ margin) => EDGES.top + (inner.height * (1 - margin / span)) / 2;
  const spots = course.map((point) => ({ x: across(point.step), y: up(point.margin), point }));
  const upper = course.map(({ step, high }) => pair(across(step), up(high)));
  const lower = course.map(({ step, low }) => pair(across(step), up(low))).reverse();
  return {
    spots,
    line: `M${spots.map(({ x, y }) => pair(x, y)).join('L')}`,
    band: `M${[...upper, ...lower].join('L')}Z`,
    even: up(0),
    span,
    turns: turnStarts(course).map(({ turn, step }) => ({ turn, x: across(step) })),
    marks: [span, span / 2, 0, -span / 2, -span].map((margin) => ({ margin, y: up(margin) })),
    place: (step, margin) => ({ x: across(step), y: up(margin) }),
  };
}

/** @param {number} x @param {number} y */
function pair(x, y) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** Where each turn begins. @param {CoursePoint[]} course */
export function turnStarts(course) {
  return course.filter((point, index) => index === 0 || point.turn !== course[index - 1].turn).map(({ turn, step }) => ({ turn, step }));
}

/** How it stood at the end of each player-turn. @param {CoursePoint[]} course */
export function playerTurns(course) {
  return course.filter((point, index) => {
    const next = course[index + 1];
    return !next || next.turn !== point.turn || next.side !== point.side;
  });
}

/** The spot nearest to a place across. @param {Spot[]} spots @param {number} x */
export function nearest(spots, x) {
  let best = 0;
  spots.forEach((spot, index) => {
    if (Math.abs(spot.x - x) < Math.abs(spots[best].x - x)) best = index;
  });
  return best;
}

/**
 * Moves marks up or down until no two are nearer than so many pixels: the heights at which they stand, each as near to
 * its own as the others leave it. Where there is no room between the edges, it stays.
 * @param {{x: number, y: number}[]} places @param {{least: number, top: number, bottom: number}} room
 * @returns {number[]}
 */
export function apart(places, { least, top, bottom }) {
  /** @type {{x: number, y: number}[]} */
  const set = [];
  const isFree = (/** @type {number} */ x, /** @type {number} */ y) => set.every((other) => Math.hypot(other.x - x, other.y - y) >= least);
  for (const { x, y } of places) {
    let found = y;
    for (let away = 0; away <= bottom - top; away += 2) {
      const free = [y - away, y + away].find((at) => (away === 0 || (at >= top && at <= bottom)) && isFree(x, at));
      if (free === undefined) continue;
      found = free;
      break;
    }
    set.push({ x, y: found });
  }
  return set.map(({ y }) => y);
}
