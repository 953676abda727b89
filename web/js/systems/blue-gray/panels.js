/**
 * The panels that inform: reinforcements, turn track, victory and charts. The order of battle has a
 * module of its own.
 */

import { h } from '../../dom.js';
import { capital, count, sideAdjective } from '../../words.js';
import { sideLabel } from '../../parts/faces.js';
import { drawCharts } from '../../parts/charts.js';
import { victoryWords } from '../../parts/names.js';
import { drawTurnTrack } from '../../parts/turn-track.js';
import { apart, drawVictory } from '../../parts/victory.js';
import { refill } from '../../parts/refill.js';

/**
 * @import { UnitId } from '../../types.js'
 * @import { Arrival } from './types.js'
 * @import { Scene } from './scene.js'
 */

/**
 * Reinforcements that are still to come; those due now can be picked.
 * @param {HTMLElement} body
 * @param {Scene} scene
 * @param {UnitId | null} picked
 * @param {(unit: UnitId) => void} pick
 */
export function drawArrivals(body, scene, picked, pick) {
  const { arrivals, movable } = scene.game;
  const due = arrivals.filter((group) => canCome(scene.game, group));
  const waiting = due.reduce((sum, { units }) => sum + units.filter((id) => movable.includes(id)).length, 0);
  scene.context.badgePanel('arrivals', waiting > 0 ? String(waiting) : null);
  if (arrivals.length === 0) {
    refill(body, h('p', { class: 'hint' }, 'No reinforcements are to come.'));
    return;
  }
  const later = arrivals.filter((group) => !due.includes(group));
  refill(
    body,
    [...due, ...later].map((group) => arrivalGroup(scene, group, picked, pick)),
  );
}

/** Whether some of a group can come on at this moment. @param {import('./types.js').BlueGrayGame} game @param {Arrival} group */
const canCome = (game, group) => group.due && group.units.some((id) => game.movable.includes(id));

/** @param {Scene} scene @param {Arrival} group @param {UnitId | null} picked @param {(unit: UnitId) => void} pick */
function arrivalGroup(scene, group, picked, pick) {
  const { names, game } = scene;
  const when = group.due
    ? canCome(game, group)
      ? 'now'
      : 'due'
    : group.turn === null
      ? 'not yet known'
      : `turn ${group.turn}`;
  const units = group.units.filter((id) => scene.position?.units.get(id)?.place === 'reserve');
  return h(
    'section',
    { class: group.due ? 'bg-arrival bg-due' : 'bg-arrival' },
    h('h3', null, sideLabel(group.side, group.title), ' ', h('span', { class: 'chip' }, when)),
    h('p', { class: 'hint' }, group.words),
    h(
      'div',
      { class: 'unit-buttons' },
      units.map((id) => {
        const able = game.movable.includes(id);
        return h(
          'button',
          {
            type: 'button',
            class: 'unit-button',
            'aria-pressed': picked === id,
            'aria-disabled': !able,
            dataset: { focus: `arrival-${id}` },
            title: able ? 'Pick it, then point at a lit hex' : 'It cannot come on now; press to see why',
            on: { click: () => pick(id) },
          },
          scene.face(id),
          names.unit(id),
        );
      }),
    ),
    h(
      'p',
      { class: 'bg-places' },
      'At ',
      group.hexes.map((hex, index) => [
        index > 0 ? ', ' : '',
        h(
          'button',
          { type: 'button', class: 'plain-link', 'aria-label': `Show ${hex}`, on: { click: () => scene.goTo(hex) } },
          hex,
        ),
      ]),
    ),
  );
}

/** Turns with their light and what arrives. @param {HTMLElement} body @param {Scene} scene */
export function turnTrack(body, { game, sheet }) {
  const titles = new Map(game.arrivals.map((group) => [group.group, group.title]));
  drawTurnTrack(body, {
    turns: sheet.turns.map(({ arrivals, ...turn }) => ({
      ...turn,
      more: arrivals.length > 0 ? `+ ${arrivals.map((id) => titles.get(id) ?? id).join(', ')}` : null,
    })),
    now: game.turn,
    nowWords: `${sideAdjective(game.side)} ${game.phase}`,
    hint: `${capital(sideAdjective(sheet.first))} player-turn first in each turn.`,
  });
}

/** Points with their arithmetic, and what they would mean. @param {HTMLElement} body @param {Scene} scene */
export function victory(body, { game, sheet, view, board, context }) {
  const { winner, level } = game.standing;
  const levelNow = (winner ? `${sideAdjective(winner)} ${level}` : level).toLowerCase();
  drawVictory(body, {
    standing: view.ended?.words ?? game.standing.words,
    over: Boolean(view.ended),
    points: game.points,
    goals: game.goals,
    levels: sheet.levels.map(({ words }) => ({ words, now: words.toLowerCase().startsWith(levelNow) })),
  }, {
    openRule: (link) => context.openRule(link),
    show: (cells) => {
      board.revealAll(cells);
      for (const cell of cells) void board.flash(cell, 'chosen');
    },
  });
}

/** Where the rulebook has a chart. @type {Record<string, string>} */
const CHART_RULES = { Terrain: 'blue-gray/bg-9.0', 'Combat results': 'blue-gray/bg-7.6' };

/**
 * The Combat Results Table with the present column, and the other charts.
 * @param {HTMLElement} body
 * @param {Scene} scene
 * @param {string | null} column of the planned attack
 */
export function charts(body, scene, column) {
  const { table, charts: others } = scene.sheet;
  drawCharts(body, scene.context, [
    {
      title: 'Combat Results Table',
      link: 'blue-gray/bg-7.6',
      head: ['die', ...table.columns],
      rows: table.rows.map((row, face) => [face + 1, ...row]),
      here: column === null || !table.columns.includes(column) ? undefined : table.columns.indexOf(column) + 1,
      results: true,
    },
    ...others.map((chart) => ({ ...chart, link: CHART_RULES[chart.title] ?? null })),
  ]);
}

/** What is shown at the top: turn, phase, time, quota and points. @param {import('./scene.js').Scene} scene @param {any} view */
export function headline(scene, view) {
  /** @type {import('./types.js').BlueGrayGame} */
  const game = view.game;
  const light = game.light === 'day' ? null : game.light;
  const quota = view.ended ? null : game.quota;
  return h(
    'span',
    { class: 'bg-headline' },
    h('span', { class: 'bg-headline-turn' }, `Turn ${game.turn} of ${game.turns}`),
    h('span', { class: 'bg-headline-phase' }, sideLabel(game.side, `${sideAdjective(game.side)} ${game.phase}`)),
    game.time && game.time !== light ? h('span', { class: 'bg-headline-time' }, game.time) : null,
    light ? h('span', { class: 'bg-headline-light' }, light) : null,
    quota
      ? h(
          'span',
          { class: 'bg-quota', title: `${count(quota.used, 'unit')} of ${quota.limit} moved; rule ${quota.rule}` },
          h('meter', {
            min: 0,
            max: quota.limit,
            value: quota.left,
            'aria-label': `${sideAdjective(quota.side)} units that may still move`,
          }),
          h('span', { class: 'bg-quota-words' }, ` ${quota.left} of ${quota.limit} may move`),
        )
      : null,
    score(game),
    // How a game ended is what the bar says anyway.
    view.ended
      ? null
      : [
          h('span', { class: 'bg-headline-standing' }, game.standing.words),
          h('span', { class: 'bg-headline-short' }, `Now: ${victoryWords(game.standing.winner, game.standing.level)}`),
        ],
  );
}

/** The points: those scored for good, and apart from them those that only count if the game ended so. @param {import('./types.js').BlueGrayGame} game */
function score({ points, standing }) {
  const { banked, standing: held, isMixed } = apart(points);
  const pair = (/** @type {Record<import('../../types.js').Side, number>} */ of) => [
    sideLabel('union', String(of.union)),
    ' : ',
    sideLabel('confederate', String(of.confederate)),
  ];
  return [
    h('span', { class: 'bg-headline-points', title: 'Points scored for good' }, pair(banked), isMixed ? h('span', { class: 'bg-headline-what' }, ' scored') : null),
    isMixed
      ? h('span', { class: 'bg-headline-held', title: `Points that count only if the game ended now. ${standing.words}` }, pair(held), h('span', { class: 'bg-headline-what' }, ' held now'))
      : null,
  ];
}
