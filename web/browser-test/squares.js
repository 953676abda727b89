// The board of squares of the fixture, served with the page's own modules: a map of the program's, its counters read
// from a drawing of the armies, and what a square system would say of each unit.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PROGRAM } from './harness.js';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const BATTLE = 'grand-tactical/antietam';
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.json': 'application/json', '.svg': 'image/svg+xml' };
const AROUND = { n: [-1, 0], ne: [-1, 1], e: [0, 1], se: [1, 1], s: [1, 0], sw: [1, -1], w: [0, -1], nw: [-1, -1] };
const DIRECTIONS = Object.keys(AROUND);
const FACE = /<g class="counter ([a-z]+)" data-unit="([^"]+)".*?<\/g>/gs;

/** Serves the fixture. @param {string} house the address of a running server, whose map is taken @returns {Promise<{url: string, stop: () => Promise<void>}>} */
export async function serveSquares(house) {
  const made = new Map();
  for (const theme of ['light', 'dark']) {
    const map = await (await fetch(`${house}/api/v1/battles/${BATTLE}/map.svg?theme=${theme}`)).text();
    made.set(`/made/${theme}.svg`, map);
    made.set(`/made/${theme}.json`, JSON.stringify({ ...armies(await drawArmies(theme)), sheet: sheetOf(map, await drawArmies(theme)) }));
  }
  const server = createServer(async ({ url }, response) => {
    const path = normalize(new URL(url, 'http://here').pathname);
    const body = made.get(path) ?? await readFile(join(WEB, path)).catch(() => null);
    response.writeHead(body === null ? 404 : 200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
    response.end(body ?? '');
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/test/fixtures/squares/index.html`, stop: () => new Promise((resolve) => { server.close(() => resolve()); server.closeAllConnections(); }) };
}

/** The map with the armies on it, as the program draws it. @param {string} theme */
async function drawArmies(theme) {
  const folder = await mkdtemp(join(tmpdir(), 'longroll-squares-'));
  try {
    const file = join(folder, 'units.svg');
    await promisify(execFile)(PROGRAM, ['map', 'render', BATTLE, '--units', '--theme', theme, '--out', file]);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What the board is made of. @param {string} map @param {string} drawing */
function sheetOf(map, drawing) {
  const cells = Object.fromEntries([...map.matchAll(/<path class="cell ([^"]*)" data-cell="([^"]+)" d="m([\d.]+) ([\d.]+)/g)].map(([, words, name, x, y]) =>
    [name, { x: Number(x) - 50, y: Number(y) + 50, words, names: [], neighbours: {} }]));
  for (const [name, cell] of Object.entries(cells)) {
    const [row, column] = name.split(',').map(Number);
    for (const [direction, [down, across]] of Object.entries(AROUND)) {
      const other = `${row + down},${column + across}`;
      if (other in cells) cell.neighbours[direction] = other;
    }
  }
  const faces = [...drawing.matchAll(FACE)];
  const body = drawing.indexOf('id="lr-body-u"');
  const definitions = drawing.slice(drawing.lastIndexOf('<defs>', body), drawing.indexOf('</defs>', body) + '</defs>'.length);
  return {
    battle: BATTLE, title: 'Antietam', hex: false, viewBox: /viewBox="([^"]+)"/.exec(map)[1].split(' ').map(Number), definitions, cells,
    looks: Object.fromEntries(faces.map(([face, , id]) => [id, looksOf(face)])),
    sides: Object.fromEntries(faces.map(([, side, id]) => [id, side])),
    halos: { union: 'lr-halo-u', confederate: 'lr-halo-c' },
    signs: { moved: '<use href="#lr-moved"/>' }, signPlaces: [['moved', 0]],
  };
}

/** A face without what changes in play: its place, where it faces and its strength. @param {string} face */
function looksOf(face) {
  const plain = face.replace(/ transform="[^"]*"/, '').replace(/<path transform="rotate[^>]*>/, '').replace(/<text [^>]*y="43\.5"[^>]*>[^<]*<\/text>/, '');
  return { plain, routed: plain.replace('</g>', '<use href="#lr-crack"/></g>') };
}

/** Where the units stand, which way they face and how strong they are; the first of a stack is its top. @param {string} drawing */
function armies(drawing) {
  const units = [];
  for (const [stack, cell] of drawing.matchAll(/<g class="stack" data-cell="([^"]+)".*?(?=<g class="stack"|<\/svg>)/gs)) {
    const here = [...stack.matchAll(FACE)].reverse().slice(0, 3).map(([face, side, id]) => {
      const turn = /<path transform="rotate\((\d+)\)/.exec(face)?.[1];
      const facing = turn === undefined ? usualFacing(side, units.length) : DIRECTIONS[Number(turn) / 45];
      return { id, cell, facing, texts: [{ at: 'strength', text: /y="43\.5"[^>]*>([^<]*)</.exec(face)?.[1] ?? '' }] };
    });
    units.push(...here);
  }
  units.forEach((unit, index) => {
    if (index % 9 === 4) unit.look = 'routed';
    if (index % 5 === 2) unit.badge = `F${1 + (index % 3)}`;
    if (index % 7 === 1) unit.marks = ['moved'];
  });
  return { units };
}

/** Each army towards the other, and not all of it straight. @param {string} side @param {number} index */
function usualFacing(side, index) {
  const ways = side === 'union' ? ['s', 'sw', 'w', 'w'] : ['n', 'ne', 'e', 'e'];
  return ways[index % ways.length];
}
