/**
 * The panels that inform: turn track, victory with the landmarks, charts, and the headline. What we reconstructed says so.
 */

import { h } from '../../dom.js';
import { drawCharts } from '../../parts/charts.js';
import { sideLabel } from '../../parts/faces.js';
import { drawHeadline } from '../../parts/headline.js';
import { drawTurnTrack } from '../../parts/turn-track.js';
import { drawVictory, waysOn } from '../../parts/victory.js';
import { capital, count, sideAdjective } from '../../words.js';
import { theSide } from '../../parts/names.js';
import { chanceWords, corpsList, oddsOf } from './names.js';

/**
 * @import { Arrival } from '../../parts/arrivals.js'
 * @import { Scene } from './scene.js'
 * @import { BrigadeGame } from './types.js'
 */

/** What stands where something of the game is our work. */
const RECONSTRUCTED = 'Reconstructed: the printed sheet is lost.';

/** Where the rulebook has a chart, and whether it is ours. @type {Record<string, {link: string, note?: string}>} */
const CHARTS = {
  'Terrain, in movement points': { link: 'brigade/br-6.0', note: `${RECONSTRUCTED} Who may not go where is the booklet’s; the numbers are ours.` },
  'Ranges, in hexes': { link: 'brigade/br-7.0' },
  'Combat results': { link: 'brigade/br-10.0' },
};

/** Whose corps act in this player-turn, in words; nothing if all do. @param {BrigadeGame} game */
export function activeWords({ active, side, phase }) {
  if (!active || active.side !== side || phase === 'activation') return null;
  return corpsList(active.corps.filter((one) => one.active).map(({ corps }) => corps));
}

/** Turns with their times and what may arrive. @param {HTMLElement} body @param {Scene} scene */
export function turnTrack(body, { game, sheet }) {
  const hill = sheet.chances.arrival;
  drawTurnTrack(body, {
    turns: sheet.turns.map(({ turn, time, arrivals }) => ({ turn, time, light: 'day', more: arrivals.length > 0 ? `+ ${arrivals.join(', ')}` : null })),
    now: game.turn,
    nowWords: `${sideAdjective(game.side)} ${game.phase}`,
    hint: [
      `${capital(theSide(game.first))} ${game.first === 'union' ? 'goes' : 'go'} first in this turn; dice decide it in the next.`,
      hill && game.arrivals.length > 0 ? `A. P. Hill comes on ${chanceWords(hill)}, each turn from 11 on.` : '',
    ].join(' ').trim(),
  });
}

/** Reinforcements with the chance of those that a die brings. @param {Scene} scene @returns {Arrival[]} */
export function arrivals({ game, sheet }) {
  const hill = sheet.chances.arrival;
  return game.arrivals.map((group) => {
    const thrown = hill && !group.due && Object.values(sheet.units).every(({ start }) => typeof start === 'string' || start.group === group.group);
    if (!hill || !thrown) return group;
    const first = group.turn ?? 0;
    const when = game.turn < first ? `as turn ${first} begins` : `as turn ${game.turn + 1} begins`;
    return { ...group, when: game.turn < first ? `turn ${first} on` : 'by a die', chance: game.turn < game.turns ? `${capital(oddsOf(hill))} ${when}.` : undefined };
  });
}

/** What wins, the landmarks with who holds them, and the levels. @param {HTMLElement} body @param {Scene} scene */
export function victory(body, scene) {
  const { game, sheet, view } = scene;
  const now = game.standing.level.toLowerCase();
  drawVictory(body, {
    standing: view.ended?.words ?? game.standing.words,
    over: Boolean(view.ended),
    goals: game.goals,
    sourceNote: 'Reconstructed: places and points are ours.',
    levels: sheet.levels.map(({ words }) => ({ words, now: words.toLowerCase().startsWith(`${now}:`) })),
    note: 'Reconstructed: the printed levels are lost.',
  }, waysOn(scene));
}

/** The Combat Results Table with the present column, and the other charts. @param {HTMLElement} body @param {Scene} scene @param {string | null} column */
export function charts(body, scene, column) {
  const { table, charts: others } = scene.sheet;
  drawCharts(body, scene.context, [
    {
      title: 'Combat Results Table',
      link: 'brigade/br-9.0',
      note: `${RECONSTRUCTED} Its results and four of its columns are the booklet’s; the cells are ours.`,
      head: ['die', ...table.columns],
      rows: table.rows.map((row, face) => [face + 1, ...row]),
      here: column === null || !table.columns.includes(column) ? undefined : table.columns.indexOf(column) + 1,
      results: true,
    },
    ...others.map((chart) => ({ ...chart, ...CHARTS[chart.title] })),
  ]);
}

/** What is shown at the top: turn, phase, time, active corps and points. @param {Scene} _scene @param {any} view */
export function headline(_scene, view) {
  /** @type {BrigadeGame} */
  const game = view.game;
  const { standing } = game;
  const active = view.ended ? null : activeWords(game);
  return drawHeadline({
    turn: `Turn ${game.turn} of ${game.turns}`,
    phase: sideLabel(game.side, `${sideAdjective(game.side)} ${game.phase}`),
    time: game.time,
    more: active ? h('span', { class: 'br-active', title: 'The corps that act in this player-turn, beside the cavalry' }, capital(active)) : null,
    points: sideLabel('union', count(game.points.union, 'point')),
    standing: { ...standing, short: standing.winner ? `${standing.level} victory` : standing.level },
    ended: Boolean(view.ended),
  });
}
