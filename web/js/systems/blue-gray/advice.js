/**
 * What a player can do next, in one or two sentences: for whoever does not know the table yet. It says how things
 * are done here; what is wise to do, it does not know.
 */

import { LOOKING, advise } from '../../parts/situation.js';

/** @import { BlueGrayGame, OddsAnswer, Pending } from './types.js' */

/**
 * What the advice depends on.
 * @typedef {import('../../parts/situation.js').Situation & {game: BlueGrayGame,
 *   picked: boolean, reaches: boolean, planned: boolean, odds: OddsAnswer | null,
 *   duties: {targets: string[], must_attack: string[], must_be_attacked: string[]}}} Situation
 *   `picked`: a unit is picked, `reaches`: and can go somewhere; `planned`: an attack is
 */

/** @type {Record<Pending['step'], string>} */
const CHOICES = {
  retreat: 'Point at a lit hex: the unit retreats there.',
  withdraw: 'Point at a lit hex: the unit withdraws there.',
  advance: 'Point at a lit hex to advance into it, or press “Nobody advances”.',
  losses: 'Choose in the panel who pays for the exchange, then confirm.',
  elect: 'Choose in the panel.',
};

/** What to say, or `null`. @param {Situation} situation @returns {string | null} */
export function advice(situation) {
  return advise(situation, () => own(situation));
}

/** @param {Situation} situation */
function own(situation) {
  const { game } = situation;
  if (game.pending) return CHOICES[game.pending.step] ?? 'Choose on the map or in the panel.';
  return game.phase === 'combat' ? fighting(situation) : moving(situation);
}

/** @param {Situation} situation */
function moving({ game, picked, reaches }) {
  if (picked && reaches) {
    return 'Point at a lit hex to move there. The figures are the movement points it would have left; hatched hexes, in an enemy zone of control, end the move.';
  }
  if (picked) return 'This unit cannot go anywhere now. Pick another one.';
  if (game.movable.length === 0) return 'Nobody can move any more: end the movement phase.';
  const waiting = game.arrivals.some((group) => group.due && group.units.some((id) => game.movable.includes(id)));
  const pick = 'Pick a unit, then point at a lit hex or drag the unit there; an enemy shows what he could do next. When you have moved enough, end the movement phase.';
  if (waiting) return `Reinforcements are due: pick them in their panel. ${pick}`;
  // Who sits down for the first time wants to know what it is about.
  const untouched = game.turn === 1 && !game.units?.some(({ marks }) => marks.includes('moved'));
  return untouched && game.goals ? `${game.goals.brief} Pick a unit, then point at a lit hex or drag the unit there.` : pick;
}

/** @param {Situation} situation */
function fighting({ planned, odds, duties, looking = false }) {
  if (looking) return LOOKING;
  if (planned && odds && !odds.legal) return 'This attack is not allowed as it is planned; the panel says why. Point at units to take them in or leave them out.';
  if (planned) return 'The six boxes say what each face of the die would do. Point at your units to take them in or leave them out, then throw.';
  if (duties.targets.length === 0) return 'Nobody is left to attack: end the combat phase.';
  if (duties.must_attack.length + duties.must_be_attacked.length > 0) {
    return 'Who stands next to an enemy must fight. Point at an enemy marked with a burst: you see the odds before you throw.';
  }
  return 'Every duty is done. Guns may still bombard: point at an enemy in their range. Or end the combat phase.';
}
