/**
 * A battle's map and legend to look at, larger or smaller, with where its facts come from. For
 * battles that cannot be played yet, and for a look before a game.
 */

import * as api from '../api.js';
import { Problem } from '../api.js';
import { fill, h, trusted } from '../dom.js';
import { hasTable, withoutTable } from '../systems/index.js';
import { onTheme, resolvedTheme } from '../theme.js';
import { frame, waiting } from './frame.js';
import { aboutBattle } from './battle.js';

const WIDTHS = [60, 100, 150, 220, 320, 450];

/**
 * @param {HTMLElement} root
 * @param {{system: string, name: string}} params
 */
export async function mapScreen(root, { system, name }) {
  const id = `${system}/${name}`;
  const battle = (await api.battles()).battles.find((known) => known.id === id);
  if (!battle) throw new Problem({ type: 'unknown-battle', title: 'No such battle', status: 404, detail: `There is no battle called ${id} here.` });
  let size = 1;
  const image = h('div', { class: 'map-image', role: 'img', 'aria-label': `The map of ${battle.title}` }, waiting('The map is being drawn…'));
  const legend = h('div', { class: 'map-legend', role: 'img', 'aria-label': 'The legend of the map' });
  const sheet = h('div', { class: 'map-sheet card', tabindex: 0, role: 'region', 'aria-label': 'The map; scroll or drag to move it' }, image);
  const draw = () => {
    void show(image, id, 'map.svg');
    void show(legend, id, 'legend.svg');
  };
  /** @param {number} by */
  const zoom = (by) => {
    const centre = (sheet.scrollLeft + sheet.clientWidth / 2) / (image.clientWidth || 1);
    const middle = (sheet.scrollTop + sheet.clientHeight / 2) / (image.clientHeight || 1);
    size = Math.min(WIDTHS.length - 1, Math.max(0, size + by));
    image.style.width = `${WIDTHS[size]}%`;
    sheet.scrollLeft = centre * image.clientWidth - sheet.clientWidth / 2;
    sheet.scrollTop = middle * image.clientHeight - sheet.clientHeight / 2;
    fill(percent, `${WIDTHS[size]} %`);
  };
  const percent = h('output', { class: 'chip' }, '100 %');
  sheet.addEventListener('keydown', (event) => {
    if (event.key === '+' || event.key === '=') zoom(1);
    if (event.key === '-') zoom(-1);
  });
  drag(sheet);
  draw();
  const { destroy } = frame(
    root,
    { title: `${battle.title}: the map`, wide: true },
    h('div', { class: 'map-head' },
      h('div', null, h('h1', null, battle.title), h('p', { class: 'battle-subtitle' }, battle.subtitle ?? '')),
      h('p', { class: 'row' },
        h('button', { type: 'button', class: 'button', 'aria-label': 'Smaller', on: { click: () => zoom(-1) } }, '−'),
        percent,
        h('button', { type: 'button', class: 'button', 'aria-label': 'Larger', on: { click: () => zoom(1) } }, '+'),
        hasTable(battle)
          ? h('a', { class: 'button button-primary', href: `#/new/${id}` }, 'New game')
          : h('span', { class: 'chip' }, withoutTable(battle).short))),
    hasTable(battle) ? null : h('p', { class: 'hint' }, withoutTable(battle).long),
    sheet,
    h('div', { class: 'map-below' }, h('section', { class: 'card' }, h('h2', null, 'Legend'), legend), h('section', { class: 'card' }, h('h2', null, 'About this battle'), aboutBattle(battle))),
  );
  const off = onTheme(draw);
  return {
    destroy() {
      off();
      destroy();
    },
  };
}

/**
 * Draws a picture within the page: as one of its own it has the page's letters.
 * @param {HTMLElement} place @param {string} battle @param {'map.svg' | 'legend.svg'} what
 */
async function show(place, battle, what) {
  const theme = resolvedTheme();
  place.dataset.theme = theme;
  try {
    const drawing = trusted(await api.drawing(api.picture(battle, what, theme))).firstElementChild;
    if (place.dataset.theme === theme) fill(place, drawing);
  } catch {
    fill(place, h('p', { class: 'waiting' }, 'The drawing could not be fetched.'));
  }
}

/** Lets the sheet be dragged with the mouse; fingers scroll it anyway. @param {HTMLElement} sheet */
function drag(sheet) {
  sheet.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const { clientX, clientY } = event;
    const { scrollLeft, scrollTop } = sheet;
    sheet.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} move */
    const follow = (move) => {
      sheet.scrollLeft = scrollLeft + clientX - move.clientX;
      sheet.scrollTop = scrollTop + clientY - move.clientY;
    };
    sheet.addEventListener('pointermove', follow);
    sheet.addEventListener('lostpointercapture', () => sheet.removeEventListener('pointermove', follow), { once: true });
  });
}
