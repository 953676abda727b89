// The log: one line an event, grouped by phase; a line leads to its place, a filter finds a unit or a cell.

import { h } from '../dom.js';
import { sentence } from '../words.js';
import { matches } from './story.js';

/**
 * @typedef {import('./story.js').Line} Line
 * @typedef {import('./story.js').Group} Group
 * @typedef {import('./story.js').Story} Story
 */

/** Shows a story in a panel. */
export class Log {
  /** The frame with which the end is come to, and how far down it was when that was done last. */
  #coming = 0;
  #end = 0;

  /**
   * @param {HTMLElement} body
   * @param {Story} story
   * @param {{go: (line: Line) => void, point: (line: Line | null) => void, here: () => string | null,
   *   cell: string, tools?: Node[]}} parts `go`: a line was chosen; `point`: it is under the pointer; `here`: the cell
   *   under the cursor; `cell`: what cells are called
   */
  constructor(body, story, { go, point, here, cell, tools = [] }) {
    this.story = story;
    this.go = go;
    this.point = point;
    this.wanted = '';
    this.now = Infinity;
    /** @type {Map<Line, HTMLElement>} */
    this.rows = new Map();
    /** @type {Map<Group, {root: HTMLElement, list: HTMLElement}>} */
    this.sections = new Map();
    this.field = h('input', {
      type: 'search', class: 'log-filter', placeholder: 'Filter', 'aria-label': `Filter the log by unit, ${cell} or word`,
      on: { input: () => this.filter(this.field.value) },
    });
    const atCursor = h('button', { type: 'button', class: 'button button-small', title: `Only what happened at the ${cell} under the cursor`, on: { click: () => this.filter(here() ?? '') } }, `This ${cell}`);
    this.count = h('span', { class: 'log-count', role: 'status' });
    this.list = h('div', { class: 'log-list', role: 'log', 'aria-label': 'Log', 'aria-live': 'polite', tabindex: '0' });
    body.classList.add('log');
    body.removeAttribute('tabindex');
    body.append(h('div', { class: 'log-tools' }, this.field, atCursor, ...tools), this.count, this.list);
    // Whoever reads the newest line goes on seeing it, whatever becomes of the panel's height.
    this.atEnd = true;
    let height = 0;
    this.list.addEventListener('scroll', () => {
      // A panel that grew beside it moved the end away, not the reader.
      if (this.list.clientHeight !== height) return;
      // What has just come is yet to be scrolled to: only whoever went back has left the end.
      const end = this.#coming === 0 ? this.list.scrollHeight - this.list.clientHeight : this.#end;
      this.atEnd = end - this.list.scrollTop < 40;
    });
    this.watcher = new ResizeObserver(() => {
      height = this.list.clientHeight;
      if (this.atEnd && this.now === Infinity) this.#toEnd();
    });
    this.watcher.observe(this.list);
    this.fill();
  }

  destroy() {
    cancelAnimationFrame(this.#coming);
    this.watcher.disconnect();
  }

  /** Draws the whole story anew, without reading it out. */
  fill() {
    this.list.setAttribute('aria-busy', 'true');
    this.rows.clear();
    this.sections.clear();
    this.list.replaceChildren();
    for (const group of this.story.groups) this.#section(group);
    this.#sift();
    this.atEnd = true;
    // With the frame's own layout: one more for it alone is long in a long game.
    requestAnimationFrame(() => {
      if (this.atEnd && this.now === Infinity) this.#toEnd();
    });
    this.list.removeAttribute('aria-busy');
  }

  /** Draws what an entry changed. @param {{opened: Group[], undone: Line[]}} change */
  apply(change) {
    for (const line of change.undone) this.rows.get(line)?.classList.add('undone');
    for (const group of this.story.groups) {
      const section = this.sections.get(group);
      if (!section) this.#section(group);
      else for (const line of group.lines.slice(section.list.childElementCount)) this.#row(section.list, line);
    }
    this.#sift();
    this.#endSoon();
  }

  /** Shows only lines that answer to a text. @param {string} wanted */
  filter(wanted) {
    this.wanted = wanted;
    if (this.field.value !== wanted) this.field.value = wanted;
    this.#sift();
  }

  /** Marks the lines of a step as the present ones, and later ones as yet to come. @param {number} step */
  mark(step) {
    this.now = step;
    /** @type {HTMLElement | null} */
    let last = null;
    for (const [group, { root, list }] of this.sections) {
      root.classList.toggle('to-come', group.began > step);
      if (group.began <= step) last = root;
      for (const line of group.lines) {
        const row = this.rows.get(line);
        const at = line.step ?? group.began;
        row?.classList.toggle('to-come', at > step);
        row?.classList.toggle('present', at === step);
        row?.setAttribute('aria-current', at === step ? 'step' : 'false');
        if (row && at <= step) last = row;
      }
      root.classList.toggle('present', group.began === step && list.childElementCount === 0);
    }
    last?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Group} group */
  #section(group) {
    const list = h('ol', { class: 'log-lines' });
    const root = h('section', { class: 'log-group', dataset: { side: group.side } }, h('h3', null, group.title),
      group.plan ? h('p', { class: 'log-plan' }, h('b', null, 'Plan: '), sentence(group.plan)) : null, list);
    this.sections.set(group, { root, list });
    for (const line of group.lines) this.#row(list, line);
    this.list.append(root);
  }

  /** @param {HTMLElement} list @param {Line} line */
  #row(list, line) {
    const leads = line.cells.length > 0 || line.units.length > 0 || line.step !== null;
    const words = [line.text, line.auto ? h('span', { class: 'log-auto', title: 'By standing order' }, ' (standing order)') : null];
    const inside = leads
      ? h('button', {
        type: 'button', class: 'log-line', on: {
          click: () => this.go(line), pointerenter: () => this.point(line), pointerleave: () => this.point(null),
          focus: () => this.point(line), blur: () => this.point(null),
        },
      }, words)
      : h('span', { class: 'log-line' }, words);
    const row = h('li', { class: line.undone ? 'undone' : null, dataset: { kind: line.kind, by: line.by, step: line.step } }, inside,
      line.why ? h('details', { class: 'log-why' }, h('summary', null, 'Why'), h('p', null, sentence(line.why))) : null);
    this.rows.set(line, row);
    list.append(row);
  }

  #sift() {
    let shown = 0;
    for (const [line, row] of this.rows) {
      row.hidden = !matches(line, this.wanted);
      if (!row.hidden) shown += 1;
    }
    for (const [group, { root }] of this.sections) {
      root.hidden = this.wanted.trim() !== '' && !group.lines.some((line) => matches(line, this.wanted));
    }
    const filtered = this.wanted.trim() !== '';
    this.count.hidden = !filtered;
    this.count.textContent = filtered ? `${shown} of ${this.rows.size} lines` : '';
  }

  /** With the next frame's own layout: one more for it alone is long in a long game. */
  #endSoon() {
    cancelAnimationFrame(this.#coming);
    this.#coming = requestAnimationFrame(() => {
      this.#coming = 0;
      if (this.atEnd) this.#toEnd();
    });
  }

  #toEnd() {
    this.atEnd = true;
    this.list.scrollTop = this.list.scrollHeight;
    this.#end = this.list.scrollTop;
  }
}
