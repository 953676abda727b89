// The dice in words: what is promised of them, what is not, and whom a throw waits for.

import { sideLabel } from './sides.js';

/** @typedef {import('../types.js').View} View */

const HOST = 'The host’s dice: the server seals its seed first, then every player’s browser gives a number to it, and all throws follow from all of them. Nobody can choose the dice; only the host can know them. Whoever plays against the host himself and doubts him takes witnessed dice.';
const WITNESSED = 'Witnessed dice: every throw takes a secret link from both players’ browsers, after the action was fixed. Nobody can choose the dice, and nobody can know them beforehand, not even the host. Not promised: a host who alters the page he serves (use your own copy), stops the game, or withholds the seed at the end.';
const BY_HAND = 'A study table: throws may be given by hand, and the record says so.';

/** What is promised of the dice of a game. @param {Pick<View, 'dice' | 'fair'>} view */
export function policyWords({ dice, fair }) {
  if (dice === 'by_hand') return BY_HAND;
  if (dice !== 'witnessed') return HOST;
  return fair && !fair.witnessed ? `Both players agreed to go on with the host’s dice. ${HOST}` : WITNESSED;
}

/**
 * What is to be said about the dice above the board: whom a throw waits for, or a wish to go on with the host's dice.
 * @param {View} view @param {import('../types.js').Side[]} seats those held here @param {import('../types.js').Side | null} [held] the one whose link is not shown without its holder's consent
 * @returns {{text: string, detail?: string, asked?: 'mine' | 'theirs' | 'anew'} | null}
 */
export function diceNotice({ fair, seats: all, ended, clock }, seats, held = null) {
  if (!fair || ended) return null;
  if (fair.throw && held) {
    return {
      text: 'This throw is to be witnessed once more.',
      detail: 'Your browser had shown its link for it, and then it was sealed anew: a browser has a new chain. That is right if a player has lost his browser or given up his seat. A host who plays himself could be rid of a throw like that; ask before you agree.',
      asked: 'anew',
    };
  }
  if (fair.throw) {
    const away = fair.throw.awaits.filter((side) => !seats.includes(side));
    if (away.length === 0) return null;
    const names = away.map((side) => `the ${sideLabel(side)} player`).join(' and ');
    const absent = away.some((side) => !all[side].connected);
    return {
      text: `The dice wait for ${names}.`,
      detail: `${absent ? 'Not connected: the throw is made when that browser is here again.' : 'The throw is made as soon as that browser has shown its link.'}${clock ? ' The time is taken from that player’s next phase.' : ''}`,
    };
  }
  if (!fair.host_asked) return null;
  const mine = seats.includes(fair.host_asked);
  return {
    text: mine ? 'You asked to go on with the host’s dice.' : `The ${sideLabel(fair.host_asked)} player asks to go on with the host’s dice.`,
    detail: 'The host could then know throws beforehand. The record says so.',
    asked: mine ? 'mine' : 'theirs',
  };
}
