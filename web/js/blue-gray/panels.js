/**
 * The panels that inform: reinforcements, turn track, victory and charts. The order of battle has a
 * module of its own.
 */

import { h } from '../dom.js';
import { capital, count, sideAdjective } from '../words.js';
import { counterFace, sideLabel } from './face.js';
import { victoryWords } from './names.js';
import { refill } from './refill.js';

/**
 * @import { Arrival, Side, UnitId } from '../types.js'
 * @import { Scene } from './scene.js'
 */

/** @type {readonly Side[]} */
const SIDES = ['union', 'confederate'];

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

/** Whether some of a group can come on at this moment. @param {import('../types.js').BlueGrayGame} game @param {Arrival} group */
const canCome = (game, group) => group.due && group.units.some((id) => game.movable.includes(id));

/** @param {Scene} scene @param {Arrival} group @param {UnitId | null} picked @param {(unit: UnitId) => void} pick */
function arrivalGroup(scene, group, picked, pick) {
  const { names, sheet, game } = scene;
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
      { class: 'bg-units' },
      units.map((id) => {
        const able = game.movable.includes(id);
        return h(
          'button',
          {
            type: 'button',
            class: 'bg-unit',
            'aria-pressed': picked === id,
            'aria-disabled': !able,
            dataset: { focus: `arrival-${id}` },
            title: able ? 'Pick it, then point at a lit hex' : 'It cannot come on now; press to see why',
            on: { click: () => pick(id) },
          },
          counterFace(sheet, id),
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
          { type: 'button', class: 'bg-link', 'aria-label': `Show ${hex}`, on: { click: () => scene.goTo(hex) } },
          hex,
        ),
      ]),
    ),
  );
}

/** @type {Record<string, string>} */
const LIGHTS = { night: 'night', fog: 'fog' };

/** Turns with their light and what arrives. @param {HTMLElement} body @param {Scene} scene */
export function drawTurnTrack(body, scene) {
  const { game, sheet } = scene;
  const titles = new Map(game.arrivals.map((group) => [group.group, group.title]));
  refill(
    body,
    h(
      'ol',
      { class: 'bg-turns' },
      sheet.turns.map(({ turn, time, light, arrivals }) => {
        const now = turn === game.turn;
        return h(
          'li',
          {
            class: `bg-turn bg-light-${light}${now ? ' bg-now' : ''}${turn < game.turn ? ' bg-past' : ''}`,
            'aria-current': now ? 'step' : null,
          },
          h('span', { class: 'bg-turn-number' }, turn),
          h(
            'span',
            { class: 'bg-turn-words' },
            [time, LIGHTS[light] && time !== LIGHTS[light] ? LIGHTS[light] : null].filter(Boolean).join(', '),
            now ? h('b', { class: 'visually-hidden' }, ` now, ${sideAdjective(game.side)} ${game.phase}`) : null,
            arrivals.length > 0
              ? h('span', { class: 'bg-turn-arrivals' }, `+ ${arrivals.map((id) => titles.get(id) ?? id).join(', ')}`)
              : null,
          ),
        );
      }),
    ),
    h('p', { class: 'hint' }, `${capital(sideAdjective(sheet.first))} player-turn first in each turn.`),
  );
}

/** Points with their arithmetic, and what they would mean. @param {HTMLElement} body @param {Scene} scene */
export function drawVictory(body, scene) {
  const { game, sheet, view } = scene;
  const { winner, level } = game.standing;
  const levelNow = (winner ? `${sideAdjective(winner)} ${level}` : level).toLowerCase();
  refill(
    body,
    h('p', { class: 'bg-standing' }, view.ended?.words ?? game.standing.words),
    SIDES.map((side) => {
      const { total, lines } = game.points[side];
      return h(
        'table',
        { class: 'bg-points' },
        h('caption', null, sideLabel(side, sideAdjective(side))),
        h(
          'tbody',
          null,
          lines.length === 0
            ? h('tr', null, h('td', null, 'nothing yet'), h('td', null, '0'))
            : lines.map(({ what, points }) => h('tr', null, h('td', null, what), h('td', null, points))),
        ),
        h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'Total'), h('td', null, total))),
      );
    }),
    h('h3', { class: 'bg-heading' }, 'Levels of victory'),
    h(
      'ul',
      { class: 'bg-levels' },
      sheet.levels.map(({ words }) => {
        const now = words.toLowerCase().startsWith(levelNow);
        return h('li', { class: now ? 'bg-here' : null, 'aria-current': now ? 'true' : null }, words);
      }),
    ),
  );
}

/** Where the rulebook has a chart. @type {Record<string, string>} */
const CHART_RULES = { Terrain: 'blue-gray/bg-9.0', 'Combat results': 'blue-gray/bg-7.6' };

/**
 * The Combat Results Table with the present column, and the other charts.
 * @param {HTMLElement} body
 * @param {Scene} scene
 * @param {string | null} column of the planned attack
 */
export function drawCharts(body, scene, column) {
  const { table, charts } = scene.sheet;
  const at = column === null ? -1 : table.columns.indexOf(column);
  const cell = (/** @type {number} */ index) => (index === at ? 'bg-here' : null);
  refill(
    body,
    chartHead(scene, 'Combat Results Table', 'blue-gray/bg-7.6'),
    h(
      'div',
      { class: 'bg-scroll', tabindex: 0, role: 'group', 'aria-label': 'Combat Results Table' },
      h(
        'table',
        { class: 'bg-chart bg-crt' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, 'die'),
            table.columns.map((name, index) => h('th', { scope: 'col', class: cell(index) }, name)),
          ),
        ),
        h(
          'tbody',
          null,
          table.rows.map((row, face) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, face + 1),
              row.map((result, index) => h('td', { class: cell(index) }, result)),
            ),
          ),
        ),
      ),
    ),
    charts.map((chart) => [
      chartHead(scene, chart.title, CHART_RULES[chart.title] ?? null),
      h(
        'div',
        { class: 'bg-scroll', tabindex: 0, role: 'group', 'aria-label': chart.title },
        h(
          'table',
          { class: 'bg-chart' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              chart.head.map((text) => h('th', { scope: 'col' }, text)),
            ),
          ),
          h(
            'tbody',
            null,
            chart.rows.map((row) =>
              h(
                'tr',
                null,
                row.map((text, index) => (index === 0 ? h('th', { scope: 'row' }, text) : h('td', null, text))),
              ),
            ),
          ),
        ),
      ),
    ]),
  );
}

/** @param {Scene} scene @param {string} title @param {string | null} link */
function chartHead(scene, title, link) {
  return h(
    'h3',
    { class: 'bg-heading' },
    title,
    link
      ? [
          ' ',
          h(
            'button',
            {
              type: 'button',
              class: 'bg-rule',
              'aria-label': `${title} in the rules`,
              on: { click: () => scene.context.openRule(link) },
            },
            'in the rules',
          ),
        ]
      : null,
  );
}

/** What is shown at the top: turn, phase, time, quota and points. @param {import('./scene.js').Scene} scene @param {any} view */
export function headline(scene, view) {
  /** @type {import('../types.js').BlueGrayGame} */
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
    h(
      'span',
      { class: 'bg-headline-points', title: game.standing.words },
      sideLabel('union', String(game.points.union.total)),
      ' : ',
      sideLabel('confederate', String(game.points.confederate.total)),
    ),
    // How a game ended is what the bar says anyway.
    view.ended
      ? null
      : [
          h('span', { class: 'bg-headline-standing' }, game.standing.words),
          h('span', { class: 'bg-headline-short' }, `Now: ${victoryWords(game.standing.winner, game.standing.level)}`),
        ],
  );
}
