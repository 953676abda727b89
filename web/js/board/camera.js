/**
 * The camera over the sheet: which part is seen and how large.
 *
 * A camera is a value; every function gives a new one. A point of the sheet is shown at
 * `point * zoom + offset`, in pixels from the upper left corner of the window onto it.
 */

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./geometry.js').Box} Box */
/** @typedef {{x: number, y: number, zoom: number}} Camera */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Insets */

/** Largest zoom: a cell is 260 pixels across. */
export const LARGEST = 2.6;

/** The share of the window that may be blank while there is a sheet to fill it with. */
export const BLANK = 0.24;

/**
 * The camera that shows the whole box between the insets.
 * @param {Box} box
 * @param {Size} size
 * @param {Insets} insets
 * @returns {Camera}
 */
export function fitted(box, size, insets) {
  const room = free(size, insets);
  const zoom = Math.min(room.width / box.width, room.height / box.height, LARGEST);
  return centred({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, zoom, size, insets);
}

/** Which share of a room the sheet fills at most at a zoom. @param {Box} box @param {number} zoom @param {Size} room */
export function shares(box, zoom, room) {
  return Math.min(1, box.width * zoom / room.width) * Math.min(1, box.height * zoom / room.height);
}

/**
 * The camera that shows a point in the middle of what is free.
 * @param {Point} point
 * @param {number} zoom
 * @param {Size} size
 * @param {Insets} insets
 * @returns {Camera}
 */
export function centred(point, zoom, size, insets) {
  const room = free(size, insets);
  return {
    x: insets.left + room.width / 2 - point.x * zoom,
    y: insets.top + room.height / 2 - point.y * zoom,
    zoom,
  };
}

/**
 * The camera zoomed by a factor, with the point under the pointer staying there.
 * @param {Camera} camera
 * @param {number} factor
 * @param {Point} pointer in pixels
 * @param {number} smallest
 * @returns {Camera}
 */
export function zoomed(camera, factor, pointer, smallest) {
  const zoom = Math.min(LARGEST, Math.max(smallest, camera.zoom * factor));
  const real = zoom / camera.zoom;
  return {
    x: pointer.x - (pointer.x - camera.x) * real,
    y: pointer.y - (pointer.y - camera.y) * real,
    zoom,
  };
}

/**
 * The camera after zooming out: the less of the sheet lies outside the window, the less margin is
 * left beside it, and a sheet that fits is seen whole.
 * @param {Camera} camera
 * @param {Box} box
 * @param {Size} size
 * @returns {Camera}
 */
export function gathered(camera, box, size) {
  const { zoom } = camera;
  const axis = (/** @type {number} */ value, /** @type {number} */ start, /** @type {number} */ length, /** @type {number} */ window) => {
    const spare = window - length * zoom;
    const margin = Math.max(0, -spare);
    return clamp(value + start * zoom, Math.min(spare, 0) - margin, Math.max(spare, 0) + margin) - start * zoom;
  };
  return {
    x: axis(camera.x, box.x, box.width, size.width),
    y: axis(camera.y, box.y, box.height, size.height),
    zoom,
  };
}

/**
 * The camera kept so that the sheet fills the window: it may be drawn away from an edge, to bring a corner out from
 * under what covers it, but never so far that a quarter of the window is blank. A sheet smaller than the window stays
 * in it whole.
 * @param {Camera} camera
 * @param {Box} box
 * @param {Size} size
 * @returns {Camera}
 */
export function kept(camera, box, size) {
  const { zoom } = camera;
  const spare = Math.max(0, 1 - (1 - BLANK) / shares(box, zoom, size));
  const across = overshoot(camera.x + box.x * zoom, box.width * zoom, size.width, spare);
  const down = overshoot(camera.y + box.y * zoom, box.height * zoom, size.height, spare);
  // Both at once leave a corner blank twice: they give way alike.
  const both = Math.abs(across.over * down.over);
  const [a, b] = [Math.abs(across.over), Math.abs(down.over)];
  const sum = a + b;
  const k = both > 0 && sum - both > spare ? (sum - Math.sqrt(sum * sum - 4 * both * spare)) / (2 * both) : 1;
  return {
    x: across.at + across.over * k * size.width - box.x * zoom,
    y: down.at + down.over * k * size.height - box.y * zoom,
    zoom,
  };
}

/**
 * Where the sheet's edge would lie without a blank margin, and which share of the window it is drawn beyond.
 * @param {number} edge @param {number} length @param {number} window @param {number} spare the largest share
 */
function overshoot(edge, length, window, spare) {
  const room = window - length;
  const at = clamp(edge, Math.min(room, 0), Math.max(room, 0));
  return { at, over: room >= 0 ? 0 : clamp((edge - at) / window, -spare, spare) };
}

/**
 * The camera moved so that no empty margin is seen where the sheet could fill it.
 * @param {Camera} camera
 * @param {Box} box
 * @param {Size} size
 * @param {Insets} insets
 * @returns {Camera}
 */
export function within(camera, box, size, insets) {
  const { zoom } = camera;
  const axis = (/** @type {number} */ value, /** @type {number} */ start, /** @type {number} */ length,
    /** @type {number} */ low, /** @type {number} */ high) => {
    if (length * zoom <= high - low) return (low + high - (2 * start + length) * zoom) / 2;
    return clamp(value, high - (start + length) * zoom, low - start * zoom);
  };
  return {
    x: axis(camera.x, box.x, box.width, insets.left, size.width - insets.right),
    y: axis(camera.y, box.y, box.height, insets.top, size.height - insets.bottom),
    zoom,
  };
}

/**
 * The least movement that brings a point at least a margin inside what is free.
 * @param {Camera} camera
 * @param {Point} point
 * @param {number} margin in map units
 * @param {Size} size
 * @param {Insets} insets
 * @returns {Camera}
 */
export function revealing(camera, point, margin, size, insets) {
  const { zoom } = camera;
  const room = free(size, insets);
  const edge = Math.min(margin * zoom, room.width / 2, room.height / 2);
  const [x, y] = [point.x * zoom + camera.x, point.y * zoom + camera.y];
  return {
    x: camera.x + clamp(x, insets.left + edge, insets.left + room.width - edge) - x,
    y: camera.y + clamp(y, insets.top + edge, insets.top + room.height - edge) - y,
    zoom,
  };
}

/**
 * The camera moved as little as needed to show a whole box, and zoomed out only if it has no room otherwise.
 * @param {Camera} camera
 * @param {Box} box
 * @param {number} smallest
 * @param {Size} size
 * @param {Insets} insets
 * @returns {Camera}
 */
export function holding(camera, box, smallest, size, insets) {
  const room = free(size, insets);
  const whole = Math.min(room.width / box.width, room.height / box.height);
  if (whole < camera.zoom) {
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return centred(middle, Math.max(smallest, whole), size, insets);
  }
  const { zoom } = camera;
  const [x, y] = [box.x * zoom + camera.x, box.y * zoom + camera.y];
  return {
    x: camera.x + clamp(x, insets.left, insets.left + room.width - box.width * zoom) - x,
    y: camera.y + clamp(y, insets.top, insets.top + room.height - box.height * zoom) - y,
    zoom,
  };
}

/**
 * The camera moved so that a point does not lie under something that covers a part of the window:
 * up if there is room above it, else to the right, to the left or down.
 * @param {Camera} camera
 * @param {Point} point
 * @param {number} margin in map units
 * @param {Box[]} covers in pixels of the window
 * @param {Size} size
 * @returns {Camera}
 */
export function uncovered(camera, point, margin, covers, size) {
  let { x, y } = camera;
  const edge = margin * camera.zoom;
  for (const cover of covers) {
    const [right, down] = [point.x * camera.zoom + x - cover.x, point.y * camera.zoom + y - cover.y];
    const under = right > -edge && right < cover.width + edge && down > -edge && down < cover.height + edge;
    if (!under) continue;
    if (cover.y >= 3 * edge) y -= down + edge;
    else if (size.width - cover.x - cover.width >= 2 * edge) x += cover.width + edge - right;
    else if (cover.x >= 2 * edge) x -= right + edge;
    else y += cover.height + edge - down;
  }
  return { x, y, zoom: camera.zoom };
}

/**
 * A camera on the way from one to another; the zoom changes evenly to the eye.
 * @param {Camera} from
 * @param {Camera} to
 * @param {number} share from 0 to 1
 * @returns {Camera}
 */
export function between(from, to, share) {
  if (share >= 1) return to;
  const eased = 1 - (1 - share) ** 3;
  const zoom = from.zoom * (to.zoom / from.zoom) ** eased;
  // Following the zoom keeps the fixed point of the movement where it is.
  const along = Math.abs(to.zoom - from.zoom) < 1e-9 ? eased : (zoom - from.zoom) / (to.zoom - from.zoom);
  return { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along, zoom };
}

/**
 * The point of the sheet that is shown at a point of the window.
 * @param {Camera} camera
 * @param {Point} pixel
 * @returns {Point}
 */
export function onSheet(camera, pixel) {
  return { x: (pixel.x - camera.x) / camera.zoom, y: (pixel.y - camera.y) / camera.zoom };
}

/**
 * @param {Size} size
 * @param {Insets} insets
 * @returns {Size}
 */
export function free(size, insets) {
  return {
    width: Math.max(1, size.width - insets.left - insets.right),
    height: Math.max(1, size.height - insets.top - insets.bottom),
  };
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
