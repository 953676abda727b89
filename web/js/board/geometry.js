/**
 * Where things lie on the sheet, in map units (a cell is 100 from side to side).
 *
 * Pure arithmetic on the centres the sheet gives: no document, no rule, no camera.
 */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, side: number}} Spot */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const THIRD = 100 / (2 * Math.sqrt(3));

/** The most counters of a stack that are drawn; a badge tells how many there are. */
export const SHOWN = 3;
const PEEK = 0.345;
const SHIFT = 0.07;

/** How wide a counter is that lies alone, how high a stack, and where its middle is: on a near map and on a far one. */
const LYING = {
  hex: { near: [64, 76, 7], far: [74, 88, 5] },
  square: { near: [74, 84, 4.5], far: [84, 94, 1.5] },
};

const FAN_SIDE = 70;
const FAN_GAP = 7;

/**
 * Corners of a cell around its middle, clockwise on the screen.
 * @param {boolean} hex whether cells are hexes, else squares
 * @returns {Point[]}
 */
export function corners(hex) {
  const points = hex
    ? [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]].map(([x, y]) => [x * THIRD, y * 50])
    : [[50, -50], [50, 50], [-50, 50], [-50, -50]];
  return points.map(([x, y]) => ({ x, y }));
}

/**
 * A closed path through points.
 * @param {Point[]} points
 */
export function closedPath(points) {
  return `M${points.map(({ x, y }) => `${fine(x)} ${fine(y)}`).join('L')}Z`;
}

/**
 * The outline of a cell, drawn in by a share of its size.
 * @param {Point} centre
 * @param {boolean} hex
 * @param {number} [inset] 0 leaves it whole, 1 shrinks it to its middle
 */
export function cellPath(centre, hex, inset = 0) {
  const scale = 1 - inset;
  const around = corners(hex);
  return closedPath(around.map(({ x, y }) => ({ x: centre.x + x * scale, y: centre.y + y * scale })));
}

/**
 * The boundary of an area of cells as one path: sides between two of its cells are left out.
 * @param {Point[]} centres
 * @param {boolean} hex
 */
export function outline(centres, hex) {
  /** @type {Map<string, {from: Vertex, to: Vertex}>} */
  const sides = new Map();
  const [first] = corners(hex);
  // Wherever the grid begins, the corners of its cells lie on one lattice.
  const origin = { x: centres[0]?.x + first.x, y: centres[0]?.y + first.y };
  for (const centre of centres) {
    const around = corners(hex).map((corner) => vertex({ x: centre.x + corner.x, y: centre.y + corner.y }, origin, hex));
    around.forEach((from, index) => {
      const to = around[(index + 1) % around.length];
      const back = `${to.key}>${from.key}`;
      if (!sides.delete(back)) sides.set(`${from.key}>${to.key}`, { from, to });
    });
  }
  return loops([...sides.values()]).map((loop) => closedPath(loop)).join('');
}

/** @typedef {{key: string, x: number, y: number}} Vertex */

/**
 * A corner snapped to the lattice, so that neighbours name it alike.
 * @param {Point} corner
 * @param {Point} origin some corner of the lattice
 * @param {boolean} hex
 * @returns {Vertex}
 */
function vertex({ x, y }, origin, hex) {
  const [wide, high] = hex ? [THIRD, 50] : [100, 100];
  const [column, row] = [Math.round((x - origin.x) / wide), Math.round((y - origin.y) / high)];
  return { key: `${column},${row}`, x: origin.x + column * wide, y: origin.y + row * high };
}

/**
 * @param {{from: Vertex, to: Vertex}[]} sides
 * @returns {Vertex[][]}
 */
function loops(sides) {
  /** @type {Map<string, {from: Vertex, to: Vertex}[]>} */
  const leaving = new Map();
  for (const side of sides) {
    const others = leaving.get(side.from.key);
    if (others) others.push(side);
    else leaving.set(side.from.key, [side]);
  }
  const found = [];
  for (const first of sides) {
    const loop = [];
    let next = leaving.get(first.from.key)?.pop();
    while (next) {
      loop.push(next.from);
      next = leaving.get(next.to.key)?.pop();
    }
    if (loop.length > 0) found.push(loop);
  }
  return found;
}

/**
 * Where the counters of a stack lie around the middle of their cell, the top one first; of a large
 * stack only those shown. The upper end of a cell is kept for its printed number; on a far map counters take more of
 * their cells, so that they can be read.
 * @param {number} count
 * @param {boolean} hex
 * @param {boolean} [far]
 * @returns {Spot[]}
 */
export function spots(count, hex, far = false) {
  const [single, height, middle] = LYING[hex ? 'hex' : 'square'][far ? 'far' : 'near'];
  const shown = Math.min(count, SHOWN);
  const behind = Math.max(shown - 1, 0);
  const side = Math.min(single, height / (1 + PEEK * behind));
  return Array.from({ length: shown }, (_, place) => {
    const from = place - behind / 2;
    return { x: from * side * SHIFT, y: middle + from * side * PEEK, side };
  });
}

/**
 * Where the counters of a stack lie when it is spread, around the middle of its cell.
 * @param {number} count
 * @param {number} [scale] how much larger than on the open map
 * @returns {Spot[]}
 */
export function fanSpots(count, scale = 1) {
  const columns = count <= 3 ? count : Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const step = (FAN_SIDE + FAN_GAP) * scale;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    return {
      x: ((index % columns) - (inRow - 1) / 2) * step,
      y: (row - (rows - 1) / 2) * step,
      side: FAN_SIDE * scale,
    };
  });
}

/**
 * The plate below a spread stack.
 * @param {Spot[]} fan
 * @returns {Box}
 */
export function fanBox(fan) {
  const reach = fan[0].side / 2 + FAN_GAP;
  const width = Math.max(...fan.map(({ x }) => x)) + reach;
  const height = Math.max(...fan.map(({ y }) => y)) + reach;
  return { x: -width, y: -height, width: 2 * width, height: 2 * height };
}

/**
 * The middle of something so wide and high, moved as little as needed to lie inside a box.
 * @param {Point} middle
 * @param {number} width
 * @param {number} height
 * @param {Box | null} box
 * @returns {Point}
 */
export function inside(middle, width, height, box) {
  if (!box) return middle;
  const axis = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ start, /** @type {number} */ room) =>
    (size >= room ? at : Math.max(start + size / 2, Math.min(start + room - size / 2, at)));
  return { x: axis(middle.x, width, box.x, box.width), y: axis(middle.y, height, box.y, box.height) };
}

/** Finds the cell at a point. */
export class CellFinder {
  /** @type {Map<string, string[]>} */
  #buckets = new Map();
  #centres;
  #hex;

  /**
   * @param {Map<string, Point>} centres
   * @param {boolean} hex
   */
  constructor(centres, hex) {
    this.#centres = centres;
    this.#hex = hex;
    for (const [name, { x, y }] of centres) {
      const key = `${Math.floor(x / 100)},${Math.floor(y / 100)}`;
      const bucket = this.#buckets.get(key);
      if (bucket) bucket.push(name);
      else this.#buckets.set(key, [name]);
    }
  }

  /**
   * @param {Point} point
   * @returns {string | null} `null` off the board
   */
  at(point) {
    const [column, row] = [Math.floor(point.x / 100), Math.floor(point.y / 100)];
    let best = null;
    let least = Infinity;
    for (let x = column - 1; x <= column + 1; x += 1) {
      for (let y = row - 1; y <= row + 1; y += 1) {
        for (const name of this.#buckets.get(`${x},${y}`) ?? []) {
          const centre = /** @type {Point} */ (this.#centres.get(name));
          const distance = Math.hypot(centre.x - point.x, centre.y - point.y);
          if (distance < least) [best, least] = [name, distance];
        }
      }
    }
    return best !== null && this.#holds(best, point) ? best : null;
  }

  /**
   * @param {string} name
   * @param {Point} point
   */
  #holds(name, point) {
    const centre = /** @type {Point} */ (this.#centres.get(name));
    const [x, y] = [Math.abs(point.x - centre.x), Math.abs(point.y - centre.y)];
    if (!this.#hex) return x <= 50 && y <= 50;
    return y <= 50 && x + y / Math.sqrt(3) <= 2 * THIRD + 1e-6;
  }
}

/**
 * The neighbour that lies most in a direction. Left and right keep to a lane, so that the cursor
 * goes straight over staggered columns.
 * @param {Map<string, Point>} centres
 * @param {string[]} neighbours
 * @param {string} from
 * @param {'up' | 'down' | 'left' | 'right'} way
 * @param {number} lane height to keep to
 * @returns {string | null} `null` at the edge of the board
 */
export function stepTowards(centres, neighbours, from, way, lane) {
  const here = centres.get(from);
  if (!here) return null;
  const sign = way === 'right' || way === 'down' ? 1 : -1;
  const upright = way === 'up' || way === 'down';
  let best = null;
  let least = Infinity;
  for (const name of neighbours) {
    const there = centres.get(name);
    if (!there) continue;
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const ahead = (upright ? dy : dx) * sign;
    const aside = upright ? Math.abs(dx) : Math.abs(there.y - lane);
    if (ahead < 20 || (upright && aside > 1)) continue;
    // Equal choices go down, so that the way back is the same.
    const cost = aside - (dy > 0 ? 0.01 : 0);
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

/**
 * An arrow from one cell towards another, bent a little so that opposite ones do not cover each
 * other: a filled outline.
 * @param {Point} from
 * @param {Point} to
 * @returns {string}
 */
export function arrowPath(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length < 1) return '';
  const [ux, uy] = [dx / length, dy / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${fine(from.x + ux * along - uy * aside)} ${fine(from.y + uy * along + ux * aside)}`;
  const [start, end] = [Math.min(32, length * 0.3), length - Math.min(28, length * 0.26)];
  const [head, bend] = [end - Math.min(22, (end - start) * 0.5), Math.min(14, length * 0.06)];
  const middle = (start + head) / 2;
  return `M${at(start, 2)}Q${at(middle, bend + 4)} ${at(head, 5.5)}L${at(head, 14)}L${at(end, 0)}`
    + `L${at(head, -14)}L${at(head, -5.5)}Q${at(middle, bend - 4)} ${at(start, -2)}Z`;
}

/**
 * A line through the middles of cells with rounded bends.
 * @param {Point[]} points
 */
export function trackPath(points) {
  if (points.length === 0) return '';
  let path = `M${fine(points[0].x)} ${fine(points[0].y)}`;
  for (let index = 1; index < points.length - 1; index += 1) {
    const [before, here, after] = [points[index - 1], points[index], points[index + 1]];
    const [enter, leave] = [between(here, before, 0.3), between(here, after, 0.3)];
    path += `L${fine(enter.x)} ${fine(enter.y)}Q${fine(here.x)} ${fine(here.y)} ${fine(leave.x)} ${fine(leave.y)}`;
  }
  const last = points[points.length - 1];
  return points.length > 1 ? `${path}L${fine(last.x)} ${fine(last.y)}` : path;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {number} share
 * @returns {Point}
 */
function between(a, b, share) {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** The directions, clockwise from north; hexes have six of them. */
const AROUND = /** @type {const} */ ({ hex: ['n', 'ne', 'se', 's', 'sw', 'nw'], square: ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] });

/**
 * The angle of a direction, in degrees clockwise from north; `null` if the grid has no such direction.
 * @param {string} direction
 * @param {boolean} hex
 */
export function angleOf(direction, hex) {
  const around = /** @type {readonly string[]} */ (hex ? AROUND.hex : AROUND.square);
  const index = around.indexOf(direction);
  return index < 0 ? null : (index * 360) / around.length;
}

/**
 * How far the edge of a counter is from its middle in a direction; corners are a little cut.
 * @param {number} degrees
 */
export function edgeAt(degrees) {
  const turn = (degrees * Math.PI) / 180;
  return Math.min(48 / Math.max(Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))), 60);
}

/**
 * A number with two decimals at most.
 * @param {number} value
 */
export function fine(value) {
  return Math.round(value * 100) / 100;
}
