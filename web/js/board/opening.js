/**
 * Where a table is opened: the part of the sheet that shows the most of the front, as large as it can.
 */

import { BLANK, centred, fitted, free, shares, within } from './camera.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./camera.js').Insets} Insets */
/** @typedef {import('./camera.js').Size} Size */
/** @typedef {import('./front.js').Front} Front */
/** @typedef {import('./geometry.js').Box} Box */
/** @typedef {import('./geometry.js').Point} Point */

/** The zoom at which counters are read with ease. */
const READABLE = 0.62;

/** The least zoom at which they can be read and touched at all. */
export const LEGIBLE = 0.48;

/** What is to be seen is this far inside the window, in map units. */
const INSIDE = 60;

/** How far apart the places are that are tried, in map units. */
const STEP = 60;

/** Openings that differ by less are alike: the larger one is taken. */
const ALIKE = 0.98;

/**
 * The camera a table is opened with: the whole sheet if it can be read so, else the part of it that shows the most of
 * what is worth seeing, as large as it can.
 * @param {Box} box
 * @param {Front} front
 * @param {Size} size
 * @param {Insets} insets
 * @returns {Camera}
 */
export function opening(box, front, size, insets) {
  const whole = fitted(box, size, insets);
  if (whole.zoom >= READABLE) return whole;
  const found = openingZooms(box, size, insets).map((zoom) => best(box, front, zoom, size, insets));
  const most = Math.max(...found.map(({ worth }) => worth));
  // A place that must be seen may count for less than nothing; what is alike is measured from what is there.
  const enough = most - (1 - ALIKE) * Math.abs(most);
  return /** @type {{camera: Camera}} */ (found.find(({ worth }) => worth >= enough)).camera;
}

/** How large a sheet may be opened, from the largest on. @param {Box} box @param {Size} size @param {Insets} insets */
function openingZooms(box, size, insets) {
  const room = free(size, insets);
  const filled = Math.max(room.width / box.width, room.height / box.height);
  const largest = Math.max(LEGIBLE, Math.min(READABLE, filled));
  const zooms = [largest];
  for (let zoom = largest / 1.06; zoom > LEGIBLE; zoom /= 1.06) zooms.push(zoom);
  if (largest > LEGIBLE) zooms.push(LEGIBLE);
  return zooms.filter((zoom) => zoom === largest || 1 - shares(box, zoom, room) <= BLANK);
}

/**
 * The place from which the most that is worth seeing is seen at a zoom.
 * @param {Box} box @param {Front} front @param {number} zoom @param {Size} size @param {Insets} insets
 * @returns {{camera: Camera, worth: number}}
 */
function best(box, { places, must }, zoom, size, insets) {
  const room = free(size, insets);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const half = { x: room.width / zoom / 2, y: room.height / zoom / 2 };
  /** @type {{point: Point, worth: number} | null} */
  let found = null;
  for (const x of steps(box.x + half.x, box.x + box.width - half.x, middle.x)) {
    for (const y of steps(box.y + half.y, box.y + box.height - half.y, middle.y)) {
      const worth = worthOf({ x, y }, half, places, must);
      if (found === null || worth > found.worth) found = { point: { x, y }, worth };
    }
  }
  const { point, worth } = found && places.length > 0 ? found : { point: middle, worth: 0 };
  return { camera: within(centred(point, zoom, size, insets), box, size, insets), worth };
}

/** What is seen from a point: all that lies well inside the window, and of two places alike the one in whose middle it lies.
 * @param {Point} from @param {Point} half of the window, in map units
 * @param {import('./front.js').Seen[]} places @param {Point[]} must
 */
function worthOf(from, half, places, must) {
  const isSeen = (/** @type {Point} */ { x, y }) => Math.abs(x - from.x) < half.x - INSIDE && Math.abs(y - from.y) < half.y - INSIDE;
  const total = places.reduce((sum, { weight }) => sum + weight, 1);
  // Where not all of them have room, as many as have are seen.
  let worth = -total * must.filter((point) => !isSeen(point)).length;
  for (const { point, weight } of places) {
    const off = Math.hypot((point.x - from.x) / half.x, (point.y - from.y) / half.y);
    if (isSeen(point)) worth += weight * (1 - 0.02 * off);
  }
  return worth;
}

/** Values about half a cell apart, ends included; where there is no room for any, the middle. @param {number} low @param {number} high @param {number} middle */
function steps(low, high, middle) {
  if (high <= low) return [middle];
  const count = Math.ceil((high - low) / STEP);
  return Array.from({ length: count + 1 }, (_, index) => low + (high - low) * index / count);
}
