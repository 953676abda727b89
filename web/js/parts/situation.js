/**
 * What a player can do next, as far as it depends on who decides and not on the rules.
 */

/**
 * `mine`: the decision is one of this player's; `over`: the game is; `watching`: nobody at this screen plays;
 * `computer`: the one who decides is a computer; `looking`: lines of sight are asked for.
 * @typedef {{mine: boolean, over: boolean, watching: boolean, computer: boolean, looking?: boolean}} Situation
 */

/** What is said while lines of sight are asked for and an attack could be planned. */
export const LOOKING = 'Lines of sight: point at a hex to look from there. What is planned stays; switch them off (x) to plan on.';

/**
 * What to say, or `null`: the player's own part is asked for only if he decides.
 * @param {Situation} situation
 * @param {() => string | null} own
 * @returns {string | null}
 */
export function advise({ mine, over, watching, computer }, own) {
  if (over || (!mine && watching)) return null;
  if (mine) return own();
  if (computer) return 'The computer plays. What it does is shown here and told in the log, with its reasons.';
  return 'The other side decides. Meanwhile you can pick any unit to see how far it could go.';
}
