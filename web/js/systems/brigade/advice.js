/**
 * What a player can do next, in one or two sentences: for whoever does not know the table yet. It says how things are done
 * here; what is wise to do, it does not know.
 */

import { LOOKING, advise } from '../../parts/situation.js';
import { count } from '../../words.js';

/** @import { BrigadeGame, OddsAnswer, Pending } from './types.js' */

/**
 * What the advice depends on.
 * @typedef {import('../../parts/situation.js').Situation & {game: BrigadeGame, chosen: number, picked: boolean,
 *   reaches: boolean, searches: boolean, planned: boolean, odds: OddsAnswer | null}} Situation
 *   `chosen`: how many corps are to be named; `picked`: a unit is picked, `reaches`: and can go somewhere, `searches`: or
 *   look for a ford; `planned`: an attack is
 */

/** @type {Record<Pending['step'], string>} */
const CHOICES = {
  loss: 'Point at the unit that loses a step, or choose it in the panel.',
  retreat: 'Point at a lit hex: the unit retreats there, one hex or two.',
  advance: 'Point at a lit hex to advance into it, or press “Nobody advances”.',
  withdraw: 'Point at a lit hex: cavalry or guns fall back there before the infantry. Or press “Stay”.',
  go_on: 'Somebody has withdrawn: point at a lit hex to go on, or press “Stop here”.',
};

/** What to say, or `null`. @param {Situation} situation @returns {string | null} */
export function advice(situation) {
  return advise(situation, () => own(situation));
}

/** @param {Situation} situation */
function own(situation) {
  const { game } = situation;
  if (game.pending) return CHOICES[game.pending.step] ?? 'Choose on the map or in the panel.';
  if (situation.looking && game.phase !== 'movement') return LOOKING;
  return PHASES[game.phase]?.(situation) ?? null;
}

/** @type {Record<string, (situation: Situation) => string>} */
const PHASES = {
  activation: ({ game, chosen }) => {
    const most = game.active?.most ?? 0;
    const about = game.turn === 1 && game.goals ? `${game.goals.brief} ` : '';
    if (chosen === 0) return `${about}Point at units of up to ${count(most, 'corps', 'corps')}, or take them in the panel: only these, and the cavalry, act in this turn.`;
    return chosen < most ? 'You may take another corps. Then name them.' : 'Name these corps, or point at another one.';
  },
  rally: ({ game }) =>
    game.rally.length === 0
      ? 'Nobody can rally: end the rally phase.'
      : 'Lit units may try to rally: point at one. Whether it succeeds or not, it does nothing else this turn.',
  movement: ({ game, picked, reaches, searches }) => {
    if (picked && searches) return 'Point at a lit hex to move there. Hexes with a question mark are across the creek: search there for a ford.';
    if (picked && reaches) return 'Point at a lit hex to move there. The figures are the points it would have left; hatched hexes, in an enemy zone of control, end the move.';
    if (picked) return 'This unit cannot go anywhere now. Pick another one.';
    if (game.movable.length === 0) return 'Nobody can move any more: end the movement phase.';
    return 'Pick a unit, then point at a lit hex or drag the unit there; an enemy shows what he could do next. Dimmed units are of corps that were not named. When you have moved enough, end the movement phase.';
  },
  bombardment: ({ game, planned, odds }) => {
    if (planned && odds && !odds.legal) return 'This bombardment is not allowed as it is planned; the panel says why.';
    if (planned) return 'Point at guns to take them in or leave them out, then throw. It costs the guns nothing.';
    if ((game.bombardment?.targets.length ?? 0) === 0) return 'No gun reaches anybody: end the bombardment phase.';
    return 'Point at an enemy that guns reach: all that can fire are proposed, and the others say why not.';
  },
  assault: ({ game, planned, odds }) => {
    if (planned && odds && !odds.legal) return 'This assault is not allowed as it is planned; the panel says why. Point at units to take them in or leave them out.';
    if (planned) return 'The six boxes say what each face of the die would do. Point at your units to take them in or leave them out, then throw.';
    const { must_be_assaulted: owed = [], targets = [] } = game.assault ?? {};
    if (owed.length > 0) return 'Enemies in the zone of your infantry must be assaulted. Point at one marked with a burst: you see the odds before you throw.';
    return targets.length > 0 ? 'No assault is owed. Others next to your units may be assaulted; or end the phase.' : 'Nobody is left to assault: end the assault phase.';
  },
};
