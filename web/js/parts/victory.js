/**
 * What the game is about and how it stands: what wins, every way to score with its worth and who has it now, how far it
 * is to the next level, what the clock leaves. Points that are scored for good stand apart from those that only count if
 * the game ended now.
 */

import { h } from '../dom.js';
import { count, sideAdjective } from '../words.js';
import { sideLabel } from './faces.js';
import { refill } from './refill.js';

/** @import { Cell, Side } from '../types.js' */

/** `banked`: of the total, what is scored for good; of a line, whether it is. @typedef {{total: number, banked?: number, lines: {what: string, points: number, banked?: boolean}[]}} Points */

/**
 * A way to score: `worth` in words, `to` whom (null: whoever has it), `holder` who has it now, `now` what it has brought.
 * @typedef {{what: string, worth: string, to: Side | null, banked: boolean, holder: Side | null, now: Record<Side, number | null>,
 *   cells: Cell[], rule: string, link: string}} Source what nobody at this screen knows is `null`
 */

/**
 * What a game is about, as a system tells it. `words`: what wins; `brief`: the same with what scores, in one sentence;
 * `clock`: what is left of the time; `next`: how far it is to the next level for each side.
 * @typedef {{words: string, brief: string, rule: string, link: string, clock: string,
 *   next: {side: Side, points: number, words: string}[], sources: Source[]}} Goals
 */

/** @typedef {{openRule: (link: string) => void, show: (cells: Cell[]) => void}} Ways what a press on a rule and on a place does */

/** @type {readonly Side[]} */
const SIDES = ['union', 'confederate'];

/**
 * The points of the sides, apart by whether they are scored for good.
 * @param {Record<Side, Points>} points
 * @returns {{banked: Record<Side, number>, standing: Record<Side, number>, isMixed: boolean}} `isMixed`: some are not
 */
export function apart(points) {
  const of = (/** @type {(points: Points) => number} */ part) =>
    /** @type {Record<Side, number>} */ (Object.fromEntries(SIDES.map((side) => [side, part(points[side])])));
  const banked = of(({ total, banked: scored = total }) => scored);
  const standing = of(({ total, banked: scored = total }) => total - scored);
  return { banked, standing, isMixed: SIDES.some((side) => standing[side] !== 0) };
}

/**
 * @param {HTMLElement} body
 * @param {{standing: string, over?: boolean, goals?: Goals, sourceNote?: string, more?: import('../dom.js').Child,
 *   levels: {words: string, now: boolean}[], note?: string}} score
 *   `sourceNote`: what is to be known of the ways to score, `more`: what stands before the levels, `note`: what is to be known of them
 * @param {Ways} [ways]
 */
export function drawVictory(body, { standing, over = false, goals, sourceNote, more, levels, note }, ways) {
  refill(
    body,
    h('p', { class: 'victory-standing' }, standing),
    goals && ways ? about(goals, over, sourceNote ?? null, ways) : null,
    more ?? null,
    levels.length > 0
      ? [
          h('h3', { class: 'part-heading' }, 'Levels of victory'),
          note ? h('p', { class: 'hint chart-note' }, note) : null,
          h(
            'ul',
            { class: 'victory-levels' },
            levels.map(({ words, now }) => h('li', { class: now ? 'chart-here' : null, 'aria-current': now ? 'true' : null }, words)),
          ),
        ]
      : null,
  );
}

/** What wins, and what scores. @param {Goals} goals @param {boolean} over @param {string | null} note @param {Ways} ways */
function about(goals, over, note, ways) {
  return [
    h('h3', { class: 'part-heading' }, 'What wins', rule(goals, ways)),
    h('p', null, goals.words),
    over ? null : h('p', null, goals.clock),
    over || goals.next.length === 0
      ? null
      : h('ul', { class: 'victory-next', 'aria-label': 'To the next level' },
        goals.next.map(({ side, words }) => h('li', null, sideLabel(side, words)))),
    h('h3', { class: 'part-heading' }, 'What scores'),
    note ? h('p', { class: 'hint chart-note' }, note) : null,
    table(goals.sources, ways),
  ];
}

/** @param {{rule: string, link: string}} where @param {Ways} ways */
function rule({ rule: number, link }, { openRule }) {
  return [' ', h('button', { type: 'button', class: 'rule-link', 'aria-label': `Rule ${number}`, on: { click: () => openRule(link) } }, number)];
}

/** What a side has of some ways to score; nothing where that is not known. @param {Source[]} sources @param {Side} side @returns {number | null} */
function sum(sources, side) {
  return sources.reduce((/** @type {number | null} */ total, { now }) => (total === null || now[side] === null ? null : total + now[side]), 0);
}

/** @param {Source[]} sources @param {Ways} ways */
function table(sources, ways) {
  // Where one side alone scores, there is one column.
  const sides = SIDES.filter((side) => sources.some(({ to }) => to === null || to === side));
  const parts = [true, false].map((scored) => sources.filter((source) => source.banked === scored));
  const sums = (/** @type {Source[]} */ some) => sides.map((side) => h('td', { class: 'number' }, sum(some, side) ?? '?'));
  const part = (/** @type {string} */ title, /** @type {Source[]} */ own) => (own.length === 0 ? null
    : h('tbody', null,
      h('tr', { class: 'victory-part' }, h('th', { scope: 'rowgroup' }, title), sums(own)),
      own.map((source) => row(source, sides, ways))));
  return h(
    'table',
    { class: 'victory-points' },
    h('thead', null, h('tr', null, h('td', null),
      sides.map((side) => h('th', { scope: 'col', title: sideAdjective(side) }, sideLabel(side, sideAdjective(side).slice(0, 1)), h('span', { class: 'visually-hidden' }, sideAdjective(side)))))),
    part('Scored for good', parts[0]),
    part('Only if the game ended now', parts[1]),
    h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, parts.every((some) => some.length > 0) ? 'Both together' : 'Total'), sums(sources))),
  );
}

/** @param {Source} source @param {Side[]} sides @param {Ways} ways */
function row(source, sides, ways) {
  const { what, worth, to, holder, cells } = source;
  const words = [worth, to && sides.length > 1 ? `to the ${sideAdjective(to)} side` : null, holder ? `now ${sideAdjective(holder)}` : null].filter(Boolean).join(', ');
  return h('tr', null,
    h('td', null,
      cells.length > 0
        ? h('button', { type: 'button', class: 'plain-link', title: `Show ${count(cells.length, 'place')} on the map`, on: { click: () => ways.show(cells) } }, what)
        : what,
      h('span', { class: 'hint' }, `${words} `, rule(source, ways))),
    sides.map((side) => h('td', { class: 'number' }, to === null || to === side ? (source.now[side] ?? '?') : '')));
}

/** What a press in the panel does on a table. @param {{board: import('../board/board.js').Board, context: {openRule: (link: string) => void}}} scene @returns {Ways} */
export function waysOn({ board, context }) {
  return {
    openRule: (link) => context.openRule(link),
    show: (cells) => {
      board.revealAll(cells);
      for (const cell of cells) void board.flash(cell, 'chosen');
    },
  };
}
