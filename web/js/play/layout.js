// The frame of the play and replay screens: bar, notices, board with docks at its edges, cell card, tabs.

import { h } from '../dom.js';

/**
 * @typedef {{root: HTMLElement, bar: HTMLElement, guide: HTMLElement, notices: HTMLElement, board: HTMLElement, card: HTMLElement, advice: HTMLElement, zoom: HTMLElement,
 *   docks: Record<import('./types.js').Slot, HTMLElement>, sheet: HTMLElement, foot: HTMLElement,
 *   tabs: HTMLElement, controls: HTMLElement}} Frame
 */

/** Widths in pixels at the usual size of text; they grow with it. */
const WIDTH = { least: 200, most: 560, usual: 304 };

/**
 * Builds the empty frame.
 * @param {HTMLElement} into
 * @param {string} title said to screen readers
 * @param {{widths: Record<string, number>, keepWidths: (widths: Record<string, number>) => void}} memory
 * @returns {Frame}
 */
export function buildFrame(into, title, { widths, keepWidths }) {
  const kept = { ...widths };
  const dock = (/** @type {'left' | 'right'} */ side) => {
    const aside = h('aside', { class: `dock dock-${side}`, hidden: true, 'aria-label': side === 'left' ? 'Panels on the left' : 'Panels on the right' });
    const width = clampWidth(kept[side] ?? WIDTH.usual);
    setWidth(aside, width);
    aside.append(splitter(aside, side, width, (chosen) => keepWidths({ ...Object.assign(kept, { [side]: chosen }) })));
    return aside;
  };
  const frame = {
    root: h('div', { class: 'play play-opening' }),
    bar: h('header', { class: 'play-bar' }),
    guide: h('section', { class: 'play-guide', hidden: true, 'aria-label': 'Guide' }),
    notices: h('div', { class: 'play-notices' }),
    board: h('div', { class: 'play-board' }),
    card: h('div', { class: 'play-card', hidden: true }),
    advice: h('div', { class: 'play-advice', hidden: true }),
    zoom: h('div', { class: 'play-zoom', role: 'group', 'aria-label': 'Size of the map' }),
    docks: { left: dock('left'), right: dock('right'), bottom: h('aside', { class: 'dock dock-bottom', hidden: true, 'aria-label': 'Panels at the bottom' }) },
    sheet: h('div', { class: 'play-sheet', hidden: true }),
    foot: h('footer', { class: 'play-foot' }),
    tabs: h('nav', { class: 'play-tabs', 'aria-label': 'Panels' }),
    controls: h('section', { class: 'play-controls', hidden: true, 'aria-label': 'Replay' }),
  };
  const middle = h('main', { class: 'play-middle' }, h('h1', { class: 'visually-hidden' }, title), frame.advice,
    h('div', { class: 'play-map' }, frame.board, frame.card, frame.zoom));
  frame.foot.append(frame.tabs);
  frame.root.append(frame.bar, frame.notices,
    h('div', { class: 'play-field' }, frame.guide, frame.docks.left, middle, frame.docks.right),
    frame.docks.bottom, frame.sheet, frame.controls, frame.foot);
  into.replaceChildren(frame.root);
  return frame;
}

/** @param {HTMLElement} dock @param {number} width */
function setWidth(dock, width) {
  dock.style.setProperty('--dock-width', `${width / 16}rem`);
}

/** How much larger than usual the text is. */
function textScale() {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

/** @param {number} width */
function clampWidth(width) {
  return Math.min(WIDTH.most, Math.max(WIDTH.least, Math.round(width)));
}

/**
 * The edge of a dock that can be dragged, or moved with the arrow keys.
 * @param {HTMLElement} dock @param {'left' | 'right'} side @param {number} first @param {(width: number) => void} keep
 */
function splitter(dock, side, first, keep) {
  let width = first;
  const towards = side === 'left' ? 1 : -1;
  const handle = h('div', {
    class: 'splitter', role: 'separator', tabindex: '0', 'aria-orientation': 'vertical',
    'aria-label': `Width of the panels on the ${side}`,
    'aria-valuemin': WIDTH.least, 'aria-valuemax': WIDTH.most, 'aria-valuenow': first,
  });
  const set = (/** @type {number} */ wanted) => {
    width = clampWidth(wanted);
    setWidth(dock, width);
    handle.setAttribute('aria-valuenow', String(width));
  };
  handle.addEventListener('pointerdown', (down) => {
    const start = width;
    handle.setPointerCapture(down.pointerId);
    const drag = (/** @type {PointerEvent} */ move) => set(start + towards * (move.clientX - down.clientX) / textScale());
    handle.addEventListener('pointermove', drag);
    handle.addEventListener('lostpointercapture', () => {
      handle.removeEventListener('pointermove', drag);
      keep(width);
    }, { once: true });
  });
  handle.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    set(width + towards * step);
    keep(width);
  });
  return handle;
}
