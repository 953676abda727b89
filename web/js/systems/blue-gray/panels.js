/**
 * The panels that inform: turn track, victory and charts. The order of battle has a
 * module of its own.
 */

import { h } from '../../dom.js';
import { capital, count, sideAdjective } from '../../words.js';
import { sideLabel } from '../../parts/faces.js';
import { drawCharts } from '../../parts/charts.js';
import { drawHeadline } from '../../parts/headline.js';
import { drawTurnTrack } from '../../parts/turn-track.js';
import { apart, drawVictory, waysOn } from '../../parts/victory.js';

/** @import { Scene } from './scene.js' */

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
export function victory(body, scene) {
  const { game, sheet, view } = scene;
  const { winner, level } = game.standing;
  const levelNow = (winner ? `${sideAdjective(winner)} ${level}` : level).toLowerCase();
  drawVictory(body, {
    standing: view.ended?.words ?? game.standing.words,
    over: Boolean(view.ended),
    goals: game.goals,
    levels: sheet.levels.map(({ words }) => ({ words, now: words.toLowerCase().startsWith(levelNow) })),
  }, waysOn(scene));
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

/** What is shown at the top: turn, phase, time, quota and points. @param {Scene} scene @param {any} view */
export function headline(scene, view) {
  /** @type {import('./types.js').BlueGrayGame} */
  const game = view.game;
  const light = game.light === 'day' ? null : game.light;
  const quota = view.ended ? null : game.quota;
  return drawHeadline({
    turn: `Turn ${game.turn} of ${game.turns}`,
    phase: sideLabel(game.side, `${sideAdjective(game.side)} ${game.phase}`),
    time: game.time && game.time !== light ? game.time : null,
    more: [
      light ? h('span', { class: 'headline-light' }, light) : null,
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
    ],
    points: score(game),
    standing: game.standing,
    ended: Boolean(view.ended),
  });
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
    h('span', { title: 'Points scored for good' }, pair(banked), isMixed ? h('span', { class: 'headline-what' }, ' scored') : null),
    isMixed ? ' ' : null,
    isMixed
      ? h('span', { class: 'headline-held', title: `Points that count only if the game ended now. ${standing.words}` }, pair(held), h('span', { class: 'headline-what' }, ' held now'))
      : null,
  ];
}
