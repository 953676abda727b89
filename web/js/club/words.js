/**
 * Open tables in words.
 *
 * @import { CupCard, Offer, PlayerName, Terms } from './api.js'
 */

import { h } from '../dom.js';
import { bidWords } from '../screens/balance.js';
import { otherSide, sideName } from '../words.js';

/** Dice in a few words. */
const DICE = { seeded: 'the host’s dice', witnessed: 'witnessed dice', by_hand: 'dice by hand' };
/** Taking back in a few words. */
const UNDO = { until_die: 'steps without dice may be taken back', ask: 'take-backs are asked for', never: 'nothing is taken back' };

/** How fast games are usually played. */
export const PACES = ['in one sitting', 'several moves a day', 'a move a day', 'a move in three days', 'no hurry'];

/** A player as a link to what is known of him. @param {PlayerName} player */
export const playerLink = ({ id, name }) => (name === null ? h('span', null, 'a player who has left') : h('a', { href: `#/player/${encodeURIComponent(id)}`, class: 'player-name' }, name));

/** A player in plain words. @param {PlayerName} player */
export const playerWords = ({ name }) => name ?? 'a player who has left';

/** What is played: battle and scenario. @param {Terms} terms */
export const titleOf = ({ title, scenario_title: scenario }) => (scenario && scenario !== title ? `${title}: ${scenario}` : title);

/** How it is played, a sentence. @param {Terms} terms */
export function termsWords({ options, pace, dice, undo, bid }) {
  const parts = [
    pace || 'no pace agreed', DICE[dice], UNDO[undo], ...(bid ? [bidWords(bid)] : []),
    ...(options.length > 0 ? [`with ${options.join(', ')}`] : []),
  ];
  return `${parts.join('; ')}.`.replace(/^./, (letter) => letter.toUpperCase());
}

/** Which side the taker has. @param {Offer} offer */
export const sideWords = ({ side }) => (side === 'either' ? 'You choose the side.' : `You would command ${sideName(otherSide(side))}.`);

/** How far a cup has come. @param {CupCard} cup */
export const cupState = ({ state, drawn, rounds }) => (state === 'open' ? 'Players may enter' : state === 'over' ? 'Over' : `Round ${drawn} of ${rounds}`);

/** How long something still stands: "for 5 hours". @param {string} until @param {number} [now] */
export function still(until, now = Date.now()) {
  const hours = (Date.parse(until) - now) / 3_600_000;
  if (hours < 1) return 'for less than an hour';
  const round = Math.floor(hours);
  if (round < 48) return `for ${round === 1 ? 'an hour' : `${round} hours`}`;
  return `for ${Math.floor(round / 24)} days`;
}
