/**
 * Divides the textures of a map (thousands of tree crowns and hachures in one path) into pieces by
 * place, so that painting a part of the map costs what lies in that part.
 *
 * Only paths of relative `m` and `l` commands are divided: strokes whose order does not matter.
 */

/** Shorter paths are left alone. */
const LONG = 4000;

/** Side of a piece, in the units of the path. */
const PIECE = 500;

const STROKES = /^[ml\d\s.-]+$/;
const NUMBERS = /[ml]|-?(?:\d+\.?\d*|\.\d+)/g;

/**
 * The pieces of a path, or `null` if it is not of the divisible kind.
 * @param {string} d
 * @param {number} [size] side of a piece
 * @returns {string[] | null}
 */
export function divided(d, size = PIECE) {
  if (!STROKES.test(d)) return null;
  /** @type {Map<string, string[]>} */
  const pieces = new Map();
  let [x, y] = [0, 0];
  let moving = false;
  /** @type {number | null} */
  let half = null;
  /** @type {string[]} */
  let piece = [];
  for (const [token] of d.matchAll(NUMBERS)) {
    if (token === 'm' || token === 'l') {
      moving = token === 'm';
      continue;
    }
    if (half === null) {
      half = Number(token);
      continue;
    }
    const [dx, dy] = [half, Number(token)];
    half = null;
    [x, y] = [x + dx, y + dy];
    if (moving) {
      const key = `${Math.floor(x / size)},${Math.floor(y / size)}`;
      piece = pieces.get(key) ?? [];
      pieces.set(key, piece);
      piece.push(`M${round(x)} ${round(y)}l`);
      moving = false;
    } else piece.push(`${dx} ${dy} `);
  }
  return [...pieces.values()].map((parts) => parts.join('').replace(/l(?=M|$)/g, ''));
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/**
 * Divides every long texture below an element.
 * @param {Element} map
 */
export function divideTextures(map) {
  for (const path of map.querySelectorAll('path')) {
    const d = path.getAttribute('d') ?? '';
    const pieces = d.length >= LONG ? divided(d) : null;
    if (!pieces || pieces.length < 2) continue;
    const group = document.createElementNS(path.namespaceURI, 'g');
    for (const { name, value } of path.attributes) if (name !== 'd') group.setAttribute(name, value);
    for (const piece of pieces) {
      const part = document.createElementNS(path.namespaceURI, 'path');
      part.setAttribute('d', piece);
      group.append(part);
    }
    path.replaceWith(group);
  }
}
