/**
 * What a player can do next, in one or two sentences: for whoever does not know the table yet. It says how things are done
 * here; what is wise to do, it does not know.
 */

import { advise } from '../../parts/situation.js';
import { count } from '../../words.js';

/** @import { GrandGame, OrdersAnswer } from './types.js' */

/**
 * What the advice depends on.
 * @typedef {import('../../parts/situation.js').Situation & {game: GrandGame, picked: boolean, answer: OrdersAnswer | null,
 *   grouped: number, planned: boolean, waiting: boolean, plotted: number, coarse: boolean}} Situation
 *   `grouped`: so many are told something together; `planned`: what they would do is listed; `waiting`: something is to be
 *   pointed at; `plotted`: so many units have a plot; `coarse`: one points with a finger
 */

/** What to say, or `null`. @param {Situation} situation @returns {string | null} */
export function advice(situation) {
  return advise(situation, () => own(situation));
}

/** @param {Situation} situation */
function own(situation) {
  const { game } = situation;
  if (game.phase === 'activation') return `${about(game)}${activation(game)}`;
  if (situation.waiting) return 'Point at a square on the map; Esc lets go.';
  if (situation.planned) return 'What each of them would do is listed and drawn. Give the orders, or think again; one undo takes all of it back.';
  if (situation.grouped > 0) return `${count(situation.grouped, 'unit')} are told together: choose what in the panel.`;
  if (situation.picked) return picked(situation);
  return nobody(situation);
}

/** Who sits down for the first time wants to know what it is about. @param {GrandGame} game */
function about({ turn, round, goals }) {
  return turn === 1 && round === 1 && goals ? `${goals.brief} ` : '';
}

/** @param {GrandGame} game */
function activation({ activation: now }) {
  const left = now?.left ?? 0;
  if (left === 0) return 'Every division that may be is active. End the phase, and the turn goes on.';
  return `Choose the divisions that may move this turn: ${count(left, 'more may', 'more may')} be activated. The others can still turn, fire and fight where they stand.`;
}

/** @param {Situation} situation */
function picked({ answer, game, coarse }) {
  if (!answer) return null;
  const shoot = answer.targets.length > 0 ? 'Point at an enemy with a number to fire at him: so many casualties are expected.' : '';
  const move = answer.moves.length > 0 ? 'Point at a lit square to move there; the figure is what it has left, and it shoots better with more.' : '';
  const turn = game.level !== 'basic' && answer.moves.length + answer.targets.length > 0 ? (coarse ? 'The compass under Orders turns it.' : 'The wheel turns it.') : '';
  if (!shoot && !move) return 'This unit can neither go anywhere nor hit anybody now. The panel says why. Pick another one.';
  return [shoot, move, turn].filter(Boolean).join(' ');
}

/** @param {Situation} situation */
function nobody({ game, plotted }) {
  if (game.turn === 1 && game.round === 1 && plotted === 0) {
    return game.level === 'basic'
      ? `${about(game)}Pick a unit near the enemy: lit squares are where it can go, red ones whom it can hit. Press To combat when you are done: both sides fire.`
      : `${game.activation ? '' : about(game)}Pick a unit, move it, turn it, say whom it fires at. Units without a plot fire at the nearest. Press To combat when you are done: both sides fire, and a report says what it cost.`;
  }
  return 'Pick a unit, or go with n through those who could still do something; an enemy shows what he could do next. End the phase when you are done: then everybody fires.';
}
