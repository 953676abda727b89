/**
 * The report of a combat phase: who lost how much, who broke, who fell, who is out of ammunition. Everything in it leads to
 * its place on the map.
 */

import { h } from '../../dom.js';
import { sideLabel } from '../../parts/faces.js';
import { refill } from '../../parts/refill.js';
import { count, sideAdjective } from '../../words.js';
import { byFormation } from './reports.js';

/**
 * @import { Side, UnitId } from '../../types.js'
 * @import { Report } from './reports.js'
 * @import { Scene } from './scene.js'
 */

/** @param {number} men @param {number} guns */
function lossWords(men, guns) {
  return [men > 0 ? count(men, 'man', 'men') : '', guns > 0 ? count(guns, 'gun') : ''].filter(Boolean).join(', ') || 'no losses';
}

/**
 * @param {HTMLElement} body @param {Scene} scene @param {Report[]} reports the newest first
 * @param {{at: number, choose: (at: number) => void, show: (unit: UnitId) => void, fallen: boolean, setFallen: (on: boolean) => void}} ways
 */
export function drawReport(body, scene, reports, { at, choose, show, fallen, setFallen }) {
  const report = reports[at];
  if (!report) {
    refill(body, h('p', { class: 'hint' }, 'No shot has been fired yet. When an operations phase ends, everybody fires; what came of it is told here.'));
    return;
  }
  const step = (/** @type {number} */ to, /** @type {string} */ label, /** @type {string} */ sign) =>
    h('button', { type: 'button', class: 'button button-small', disabled: !reports[to], 'aria-label': label, dataset: { focus: label }, on: { click: () => choose(to) } }, sign);
  const replay = report.step === null || scene.context.readOnly ? null : h('a', { class: 'button button-small', href: `#/replay/${encodeURIComponent(scene.table.id)}/${report.step - 1}` }, 'Watch it again');
  refill(
    body,
    h('header', { class: 'gt-report-head' }, step(at + 1, 'Earlier combat', '‹'), h('h3', null, report.title), step(at - 1, 'Later combat', '›')),
    h('p', null, `${count(report.shots, 'shot')}${report.melees > 0 ? `, ${count(report.melees, 'melee', 'melees')}` : ''}.`),
    /** @type {Side[]} */ (['union', 'confederate']).map((side) => sidePart(scene, report, side, show)),
    listed(scene, 'Routed', report.routed, show),
    listed(scene, 'Disrupted', report.disrupted, show),
    listed(scene, 'Destroyed', report.eliminated, show),
    listed(scene, 'Out of ammunition', report.dry, show),
    report.leaders.length > 0 ? h('p', null, h('b', null, 'Leaders lost: '), report.leaders.map(({ leader, rank }) => `${leader} (${rank})`).join(', '),
      report.succeeded.length > 0 ? `. ${report.succeeded.map(({ leader, rank, commands }) => `${leader} takes over ${rank === 'corps' ? `${commands} Corps` : `${commands}’s ${rank}`}`).join(', ')}` : '', '.') : null,
    h('p', { class: 'gt-deeds' }, h('button', { type: 'button', class: 'button button-small', 'aria-pressed': fallen, dataset: { focus: 'fallen' }, on: { click: () => setFallen(!fallen) } }, 'Where they fell'), replay),
  );
}

/** @param {Scene} scene @param {Report} report @param {Side} side @param {(unit: UnitId) => void} show */
function sidePart(scene, report, side, show) {
  // Who was only tired by it lost nobody.
  const lost = (/** @type {{men: number, guns: number}} */ { men, guns }) => men + guns > 0;
  const rows = byFormation(report, scene.sheet, side).filter(lost);
  const sum = (/** @type {'men' | 'guns'} */ what) => rows.reduce((total, row) => total + row[what], 0);
  return h('section', { class: 'gt-report-side', 'aria-label': `${sideAdjective(side)} losses` },
    h('h4', { class: 'part-heading' }, sideLabel(side, `${sideAdjective(side)}: ${lossWords(sum('men'), sum('guns'))}`)),
    rows.map(({ formation, men, guns, units }) => h('details', null, h('summary', null, `${formation}: ${lossWords(men, guns)}`),
      h('ul', null, units.filter(lost).map(({ unit, men: lost, guns: taken }) => h('li', null, unitButton(scene, unit, show), ` ${lossWords(lost, taken)}`))))));
}

/** @param {Scene} scene @param {UnitId} unit @param {(unit: UnitId) => void} show */
function unitButton(scene, unit, show) {
  return h('button', { type: 'button', class: 'plain-link', on: { click: () => show(unit) } }, scene.names.unit(unit));
}

/** @param {Scene} scene @param {string} title @param {UnitId[]} units @param {(unit: UnitId) => void} show */
function listed(scene, title, units, show) {
  if (units.length === 0) return null;
  return h('p', null, h('b', null, `${title}: `), units.map((unit, index) => [index > 0 ? ', ' : '', unitButton(scene, unit, show)]), '.');
}
