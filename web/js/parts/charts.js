/**
 * The charts of a battle as tables, with the way to the rules and the column that matters now.
 */

import { h } from '../dom.js';
import { refill } from './refill.js';

/** @import { Context } from '../play/types.js' */

/**
 * `link` is where the rulebook has it, `here` the column to mark (from 0, that of the row's heading being 0; none
 * if it is not given), `results` a narrow table of results whose cells are centred, `note` what is to be known of it.
 * @typedef {{title: string, note?: string | null, link?: string | null, head: string[], rows: (string | number)[][], here?: number, results?: boolean}} Chart
 */

/**
 * @param {HTMLElement} body
 * @param {Pick<Context, 'openRule'>} context
 * @param {Chart[]} charts
 */
export function drawCharts(body, context, charts) {
  refill(body, charts.map((chart) => [heading(context, chart.title, chart.link ?? null), note(chart), table(chart)]));
}

/** @param {Chart} chart */
function note({ note: words }) {
  return words ? h('p', { class: 'hint chart-note' }, words) : null;
}

/** @param {Chart} chart */
function table({ title, head, rows, here = -1, results = false }) {
  const mark = (/** @type {number} */ index) => (index === here ? 'chart-here' : null);
  return h(
    'div',
    { class: 'chart-scroll', tabindex: 0, role: 'group', 'aria-label': title },
    h(
      'table',
      { class: results ? 'chart chart-results' : 'chart' },
      h('thead', null, h('tr', null, head.map((text, index) => (text === '' ? h('td', null) : h('th', { scope: 'col', class: mark(index) }, text))))),
      h(
        'tbody',
        null,
        rows.map((row) =>
          h('tr', null, row.map((text, index) =>
            (index === 0 ? h('th', { scope: 'row' }, text) : h('td', { class: mark(index) }, text))))),
      ),
    ),
  );
}

/** @param {Pick<Context, 'openRule'>} context @param {string} title @param {string | null} link */
function heading(context, title, link) {
  return h(
    'h3',
    { class: 'part-heading' },
    title,
    link
      ? [
          ' ',
          h(
            'button',
            { type: 'button', class: 'rule-link', 'aria-label': `${title} in the rules`, on: { click: () => context.openRule(link) } },
            'in the rules',
          ),
        ]
      : null,
  );
}
