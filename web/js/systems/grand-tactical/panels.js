/**
 * The panels that inform: turn track, score with the objectives and the losses, charts, and the headline.
 */

import { h } from '../../dom.js';
import { drawCharts } from '../../parts/charts.js';
import { sideLabel } from '../../parts/faces.js';
import { drawHeadline } from '../../parts/headline.js';
import { drawTurnTrack } from '../../parts/turn-track.js';
import { drawVictory, waysOn } from '../../parts/victory.js';
import { count, sideAdjective } from '../../words.js';
import { signed } from './names.js';

/**
 * @import { Side } from '../../types.js'
 * @import { Scene } from './scene.js'
 * @import { GrandGame, Losses } from './types.js'
 */

/** What the rounds of a turn are called. @param {GrandGame} game */
export function momentWords({ side, phase, round }) {
  if (phase === 'over') return 'The game is over';
  return `${sideAdjective(side)} ${phase}${phase === 'operations' ? `, round ${round}` : ''}`;
}

/** @param {HTMLElement} body @param {Scene} scene */
export function turnTrack(body, { game, sheet }) {
  drawTurnTrack(body, {
    turns: sheet.turns.map(({ turn, time, visibility, arrivals }) => ({
      turn, time, light: visibility < 100 ? 'fog' : 'day', more: arrivals.length > 0 ? `+ ${arrivals.join(', ')}` : null,
    })),
    now: game.turn,
    nowWords: momentWords(game),
    hint: `Each turn has two rounds: Union operations and combat, Confederate operations and combat. Now one sees ${game.visibility} % as far as on a clear day.`,
  });
}

/** @param {HTMLElement} body @param {Scene} scene */
export function victory(body, scene) {
  const { game, sheet, view } = scene;
  const chart = sheet.charts.find(({ id }) => id === 'victory');
  drawVictory(body, {
    over: Boolean(view.ended),
    goals: game.goals,
    standing: view.ended?.words ?? `Announced score: ${signed(game.score)}. That is now a ${game.standing.words}.`.replace('a Draw', 'a draw'),
    more: [
      game.now === null ? h('p', { class: 'hint' }, 'With hidden units the score is announced at the end of each turn; until then nobody knows what the other has lost.')
        : h('p', null, `As it stands on the map: ${signed(game.now)}. The score is counted at the end of each turn, the Union’s points less the Confederates’.`),
      losses(scene),
    ],
    levels: (chart?.rows ?? []).map(([from, words]) => ({ words: `${from}: ${words}`, now: words.toLowerCase() === levelWords(game) })),
  }, waysOn(scene));
}

/** @param {GrandGame} game */
function levelWords({ standing: { winner, level } }) {
  return (winner ? `${sideAdjective(winner)} ${level}` : 'Draw').toLowerCase();
}

/** @type {[keyof Losses, string][]} */
const KINDS = [['infantry', 'Infantry'], ['cavalry', 'Cavalry'], ['guns', 'Guns'], ['brigade', 'Brigade leaders'], ['division', 'Division leaders'], ['corps', 'Corps leaders']];

/** @param {Scene} scene */
function losses({ game, sheet }) {
  const sides = /** @type {Side[]} */ (['union', 'confederate']);
  const shown = KINDS.filter(([kind]) => sheet.level === 'advanced' || !['brigade', 'division', 'corps'].includes(kind));
  return h('table', { class: 'victory-points' },
    h('caption', null, 'Lost so far'),
    h('thead', null, h('tr', null, h('td', null), sides.map((side) => h('th', { scope: 'col' }, sideAdjective(side))))),
    h('tbody', null, shown.map(([kind, words]) => h('tr', null, h('td', null, words), sides.map((side) => h('td', { class: 'number' }, game.losses[side][kind] ?? 0))))),
    game.worth.union === null ? null : h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'Worth to the other side'), [game.worth.confederate, game.worth.union].map((points) => h('td', { class: 'number' }, points ?? '?')))));
}

/** Where the rulebook has each chart. @param {string} rule "GT-T 1.0" */
function linkOf(rule) {
  return `grand-tactical/${rule.toLowerCase().replace(' ', '-')}`;
}

/** @param {HTMLElement} body @param {Scene} scene */
export function charts(body, scene) {
  drawCharts(body, scene.context, scene.sheet.charts.map(({ title, rule, columns, rows }) => ({ title, link: linkOf(rule), head: columns, rows })));
}

/** What is shown at the top. @param {any} view */
export function headline(view) {
  /** @type {GrandGame} */
  const game = view.game;
  const left = game.activation?.left ?? 0;
  return drawHeadline({
    turn: `Turn ${game.turn} of ${game.turns}`,
    phase: sideLabel(game.side, momentWords(game)),
    time: game.time,
    more: game.phase === 'activation' && left > 0 ? h('span', { class: 'gt-left' }, `${count(left, 'division')} left`) : null,
    points: `Score ${signed(game.score)}`,
    standing: { ...game.standing, short: game.standing.words },
    ended: Boolean(view.ended),
  });
}
