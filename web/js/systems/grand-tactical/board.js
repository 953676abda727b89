/**
 * What the board is made of in the Grand-tactical game: the server's sheet in the board's words, the small drawings that
 * are put on counters, and how squares are lit.
 */

import { KINDS } from '../../parts/lit-kinds.js';

/**
 * @import { BoardSheet, Direction } from '../../board/sheet.js'
 * @import { Square, GrandSheet } from './types.js'
 */

/** The directions as the rules number them, from 1. @type {readonly Direction[]} */
export const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

/** Where the neighbours of a square are: x counts southward, y eastward. @type {readonly [number, number][]} */
const AROUND = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];

/** Which place each mark prefers, in the order in which they choose. @type {[mark: string, place: number][]} */
const SIGN_PLACES = [
  ['corps leader', 1],
  ['division leader', 1],
  ['melee', 2],
  ['fire', 2],
  ['advance', 5],
  ['no ammunition', 4],
  ['moved', 0],
  ['out of command', 3],
];

/** Signs around their own middle, which the page draws itself. @type {Record<string, string>} */
const OWN_SIGNS = {
  'division leader': 'star-1',
  'corps leader': 'star-2',
  fire: 'aim',
  melee: 'charge',
  advance: 'forward',
  'no ammunition': 'dry',
};

const STAR = 'M0-7 2-2.2 7-1.9 3.1 1.3 4.4 6.3 0 3.6-4.4 6.3-3.1 1.3-7-1.9-2-2.2z';

/** The drawings: signs, gauges of fatigue, and the arms as little pictures. */
const OWN_DEFINITIONS = `<defs>
<g id="gt-star-1"><circle r="12" fill="#191510"/><path d="${STAR}" fill="#ffc21a"/></g>
<g id="gt-star-2"><rect x="-11" y="-19" width="22" height="38" rx="11" fill="#191510"/><path transform="translate(0 -8.5)" d="${STAR}" fill="#ffc21a"/><path transform="translate(0 8.5)" d="${STAR}" fill="#ffc21a"/></g>
<g id="gt-aim"><circle r="12.5" fill="#fff8e6" stroke="#191510" stroke-width="2"/><circle r="6" fill="none" stroke="#b3160f" stroke-width="2.6"/><path d="M0-11V-3M0 11V3M-11 0H-3M11 0H3" stroke="#b3160f" stroke-width="2.6"/></g>
<g id="gt-charge"><circle r="12.5" fill="#b3160f" stroke="#fff8e6" stroke-width="2"/><path d="M-7 7 5-5M-5-5 7 7M2-7h5v5" fill="none" stroke="#fff" stroke-width="3"/></g>
<g id="gt-forward"><circle r="10.5" fill="#1f6e4a" stroke="#fff8e6" stroke-width="2"/><path d="M0-6.5 6 .5H2.3V6h-4.6V.5H-6z" fill="#fff"/></g>
<g id="gt-dry"><circle r="11.5" fill="#fff8e6" stroke="#191510" stroke-width="2"/><path d="M-3 6V-3a3 4 0 0 1 6 0V6z" fill="#191510"/><path d="M-8 8 8-8" stroke="#b3160f" stroke-width="3.4"/></g>
${[1, 2, 3].map((level) => `<g id="gt-tired-${level}"><rect x="-41" y="45.5" width="82" height="6.5" rx="3" fill="#191510"/><rect x="-39.5" y="46.7" width="${level * 26.3}" height="4" rx="2" fill="${['#ffd75a', '#ff9d3c', '#ff4a3a'][level - 1]}"/></g>`).join('')}
<g id="gt-icon-infantry"><path d="M-24-18h48v30h-48z" fill="#efe6cf" stroke="#191510" stroke-width="2.4"/>${[-14, 0, 14].map((x) => `<g transform="translate(${x} 0)" fill="#191510"><circle cy="-11" r="3.4"/><path d="M-4-7h8l1 9H-5z"/><path d="M-4 2h3v8h-3zM1 2h3v8H1z"/><path d="M5-16l1.6.4-3 20-1.8-.4z"/></g>`).join('')}</g>
<g id="gt-icon-cavalry"><path d="M-24-18h48v30h-48z" fill="#efe6cf" stroke="#191510" stroke-width="2.4"/><path fill="#191510" d="M-17 9v-9c-4 0-5-4-3-6 3-2 9-1 16-1l5-6 3-5 2 2 4 1 5 5-2 3-6-1-3 4v13H1V2h-9v7h-3V1l-3 8z"/><circle cx="-3" cy="-13" r="3.2" fill="#191510"/><path d="M-6-10h6l2 6h-8z" fill="#191510"/></g>
<g id="gt-icon-artillery"><path d="M-24-18h48v30h-48z" fill="#efe6cf" stroke="#191510" stroke-width="2.4"/><circle cx="-2" cy="2" r="8.4" fill="none" stroke="#191510" stroke-width="2.6"/><path d="M-2-6.4v16.8M-10.4 2H6.4M-8-4 4 8M-8 8 4-4" stroke="#191510" stroke-width="1.3"/><path d="M-10-2 17-11l1.4 4.4L-8 3z" fill="#191510"/><path d="M-8 2l-13 8 1 2 15-6z" fill="#191510"/></g>
</defs>`;

/** The looks of a unit in each state. @param {GrandSheet} sheet @returns {BoardSheet['looks']} */
function looksOf(sheet) {
  return Object.fromEntries(Object.entries(sheet.faces).map(([id, plain]) =>
    [id, { plain, routed: sheet.faces_routed[id] ?? plain, disrupted: sheet.faces_disrupted[id] ?? plain }]));
}

/** The squares around each square, by direction. @param {Record<Square, unknown>} squares @returns {(name: Square) => Partial<Record<Direction, Square>>} */
export function neighboursIn(squares) {
  return (name) => {
    const [x, y] = name.split(',').map(Number);
    const around = AROUND.map(([dx, dy], index) => [DIRECTIONS[index], `${x + dx},${y + dy}`]);
    return Object.fromEntries(around.filter(([, other]) => other in squares));
  };
}

/** @param {GrandSheet} sheet @returns {BoardSheet} */
export function boardSheet(sheet) {
  const { battle, title, hex, view_box: viewBox } = sheet;
  const neighbours = neighboursIn(sheet.squares);
  const cells = Object.fromEntries(Object.entries(sheet.squares).map(([name, facts]) => [name, { ...facts, neighbours: neighbours(name) }]));
  const own = Object.fromEntries(Object.entries(OWN_SIGNS).map(([mark, id]) => [mark, `<use href="#gt-${id}"/>`]));
  return {
    battle,
    title,
    hex,
    viewBox,
    definitions: `${sheet.definitions}${OWN_DEFINITIONS}`,
    cells,
    looks: looksOf(sheet),
    sides: Object.fromEntries(Object.entries(sheet.units).map(([id, { side }]) => [id, side])),
    halos: { union: 'lr-halo-u', confederate: 'lr-halo-c' },
    signs: { ...sheet.signs, ...own },
    signPlaces: SIGN_PLACES,
    called: Object.fromEntries(Object.entries(sheet.units).map(([id, { called }]) => [id, called])),
    kinds: {
      ...KINDS,
      'fire-field': { low: true, area: true, pattern: 'falling' },
      range: { low: true, area: true },
      unseen: { low: true, area: true },
      group: { area: true },
      goal: { sign: 'forward' },
      ghost: { low: true, pattern: 'dots' },
      division: { area: true },
      'division-active': { area: true, pattern: 'rising' },
      shot: { sign: 'burst' },
      fallen: { low: true },
      'fallen-many': { low: true, pattern: 'crosses' },
      ford: { low: true, pattern: 'bars' },
      todo: { sign: 'square' },
    },
  };
}
