/**
 * The card of a square: ground, level, what it is worth, who controls it, who stands there with every number, and what the
 * picked unit could do there. In words as well, for the cursor.
 */

import { h } from '../../dom.js';
import { cellCard } from '../../parts/card.js';
import { controlWords } from '../../parts/control.js';
import { capital, list, sideAdjective } from '../../words.js';
import { directionWords, markWords, weaponWords } from './names.js';
import { leaderWords } from './unit-panel.js';

/**
 * @import { CardNote } from '../../parts/card.js'
 * @import { Scene } from './scene.js'
 * @import { Square } from './types.js'
 */

/** What the ground is, with a ford that chance gave. @param {Scene} scene @param {Square} square */
function ground({ sheet, game }, square) {
  const facts = sheet.squares[square];
  return game.fords.includes(square) ? capital(facts.words.replace('stream', 'ford')) : capital(facts.words);
}

/** @param {Scene} scene @param {Square} square @param {CardNote} note @param {string | null} ghost who was seen here last */
export function squareCard(scene, square, note, ghost) {
  const facts = scene.sheet.squares[square];
  if (!facts || !scene.position) return null;
  return cellCard(scene.context, {
    title: scene.names.cell(square),
    words: ground(scene, square),
    edges: facts.scenery ? '' : `From here one sees ${facts.sees === 1 ? 'one square' : `${facts.sees} squares`}.`,
    worth: worth(scene, square),
    chips: [...controlWords(scene.game, square), ...(ghost ? [ghost] : [])],
    units: scene.position.at(square).map((id) => ({ face: scene.face(id), name: scene.names.unit(id), more: unitLine(scene, id) })),
    note,
  });
}

/** What an objective counts for, and brings now. @param {Scene} scene @param {Square} square */
function worth({ game, sheet }, square) {
  const goal = game.objectives.find((one) => one.square === square);
  return goal ? `${goal.name}: ${goal.points} points for the ${sideAdjective(goal.to)} side, ${goal.brings} of them now` : (sheet.squares[square].worth ?? null);
}

/** @param {Scene} scene @param {string} id */
function unitLine(scene, id) {
  const leaders = leaderWords(scene, id);
  return [`, ${scene.names.command(id)}`, h('br'), numbers(scene, id), states(scene, id).length > 0 ? h('em', null, `; ${states(scene, id).join(', ')}`) : null,
    leaders.length > 0 ? [h('br'), `With ${list(leaders)}`] : null];
}

/** "502 men, rifles (RFL), effectiveness 80, fatigue 12, morale 68, 10 points, facing south, line". @param {Scene} scene @param {string} id */
export function numbers(scene, id) {
  const unit = scene.position?.units.get(id);
  const facts = scene.sheet.units[id];
  if (!unit || !facts) return '';
  return [
    `${scene.position?.strength(id)} ${scene.names.counted(id)}`,
    weaponWords(facts.weapon),
    `effectiveness ${facts.effectiveness}`,
    `fatigue ${unit.fatigue}`,
    `morale ${unit.morale}`,
    `${unit.op} points`,
    unit.facing ? `facing ${directionWords(unit.facing)}` : '',
    unit.mode && unit.mode !== 'normal' ? unit.mode : '',
    unit.fort ? `works ${unit.fort}` : '',
    unit.fire ? `fires at ${unit.fire}` : '',
  ].filter(Boolean).join(', ');
}

/** @param {Scene} scene @param {string} id */
function states(scene, id) {
  return (scene.position?.units.get(id)?.marks ?? []).map(markWords);
}

/** The card in one sentence, for a screen reader. @param {Scene} scene @param {Square} square @param {CardNote} note @param {string | null} ghost */
export function cardText(scene, square, note, ghost) {
  if (!scene.sheet.squares[square] || !scene.position) return square;
  const parts = [`Square ${scene.names.cell(square)}`, ground(scene, square)];
  for (const id of scene.position.at(square)) {
    const side = scene.names.side(id);
    parts.push([`${side ? `${sideAdjective(side)} ` : ''}${scene.names.unit(id)}`, numbers(scene, id), ...states(scene, id)].join(', '));
  }
  if (note && 'text' in note) parts.push(note.text);
  parts.push(...controlWords(scene.game, square));
  const goal = worth(scene, square);
  if (goal) parts.push(goal);
  if (ghost) parts.push(ghost);
  return `${parts.map((part) => part.replace(/\.$/, '')).join('. ')}.`;
}
