/**
 * What the server has of open tables: one function a route. What a player asks for is signed by his key.
 *
 * @import { DicePolicy, GivenPoints, Side, UndoPolicy } from '../types.js'
 */

import * as api from '../api.js';
import { Problem } from '../api.js';
import { freshToken } from '../invitation.js';
import * as store from '../store.js';
import { forget, heed, publicKey, sign } from './key.js';

/** A player; the name is `null` when he is there no longer. @typedef {{id: string, name: string | null}} PlayerName */
/**
 * @typedef {{battle: string, system: string, title: string, scenario: string, scenario_title: string, options: string[],
 *   pace: string, undo: UndoPolicy, dice: DicePolicy, bid: GivenPoints | null, rated: boolean}} Terms
 * @typedef {{battle: string, scenario?: string, options: string[], pace: string, undo: UndoPolicy, dice: DicePolicy,
 *   bid?: GivenPoints, rated: boolean}} NewTerms
 * @typedef {Side | 'either'} Wish
 * @typedef {{id: string, by: PlayerName, terms: Terms, side: Wish, words: string, made: string, expires: string}} Offer
 * @typedef {{terms: NewTerms, side: Wish, words: string, hours: number}} NewOffer
 * @typedef {{game: string, side: Side}} OpenSeat
 * @typedef {OpenSeat & {title: string, against: PlayerName, made: string, ended: string | null}} OpenGame
 * @typedef {{player: PlayerName, system: string, side: Side, rating: number, deviation: number, won: number, drawn: number, lost: number}} Standing
 * @typedef {{winner: Side | null, how: string | null, words: string, why_not: string | null}} Verdict
 * @typedef {{game: string, terms: Terms, side: Side, against: PlayerName, ended: string, verdict: Verdict | null}} PlayedGame
 * @typedef {{player: PlayerName, since: string, fingerprint: string, standings: Standing[], games: PlayedGame[]}} PlayerPage
 * @typedef {'round_robin' | 'swiss'} CupKind
 * @typedef {'union' | 'confederate' | 'drawn' | 'neither'} Forfeit
 * @typedef {{id: string, name: string, kind: CupKind, state: 'open' | 'running' | 'over', organiser: PlayerName, terms: Terms,
 *   players: number, drawn: number, rounds: number, made: string}} CupCard
 * @typedef {{player: PlayerName, points: number, buchholz: number, direct: number, played: number, left: boolean}} CupRow
 * @typedef {{union: PlayerName, confederate: PlayerName | null, game: string | null, union_points: number | null,
 *   confederate_points: number | null, forfeit: Forfeit | null}} CupPair
 * @typedef {{cup: CupCard, words: string, table: CupRow[], rounds: CupPair[][]}} CupPage
 * @typedef {{name: string, kind: CupKind, rounds?: number, words: string, terms: NewTerms}} NewCup
 * @typedef {{player: PlayerName | null, fingerprint: string, offers: Offer[], games: OpenGame[]}} Me
 */

const part = encodeURIComponent;
/** Where the id of this browser's player is noted. */
const ID = 'player-id';

/**
 * Sends a request that this browser's key signs. A clock that goes wrong is set by the server's, once.
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function signed(method, path, body) {
  const ask = async () => {
    const headers = { Authorization: await sign(method, path, body === undefined ? '' : JSON.stringify(body)) };
    return api.call(method, path, { body, headers });
  };
  try {
    return await ask();
  } catch (fault) {
    if (!(fault instanceof Problem) || fault.type !== 'bad-signature') throw fault;
    heed((await api.send('GET', '/club/offers')).headers.get('Date'));
    return ask();
  }
}

/** @returns {Promise<{offers: Offer[]}>} */
export const offers = () => api.call('GET', '/club/offers');

/** @returns {Promise<{standings: Standing[]}>} */
export const ratings = () => api.call('GET', '/club/ratings');

/** @param {string} id @returns {Promise<PlayerPage>} */
export const player = (id) => api.call('GET', `/club/players/${part(id)}`);

/** @returns {Promise<{cups: CupCard[]}>} */
export const cups = () => api.call('GET', '/club/cups');

/** @param {string} id @returns {Promise<CupPage>} */
export const cup = (id) => api.call('GET', `/club/cups/${part(id)}`);

/** @param {NewCup} cup @returns {Promise<CupPage>} */
export const makeCup = (cup) => signed('POST', '/club/cups', cup);

/** Enters a cup, leaves it, or draws its next round. @param {string} id @param {'enter' | 'leave' | 'rounds'} what @returns {Promise<CupPage>} */
export const cupDo = (id, what) => signed('POST', `/club/cups/${part(id)}/${what}`);

/** @param {string} id @param {{round: number, pair: number, result: Forfeit | null}} word @returns {Promise<CupPage>} */
export const decideCup = (id, word) => signed('POST', `/club/cups/${part(id)}/decisions`, word);

/** @param {string} id @returns {Promise<null>} */
export const giveCupUp = (id) => signed('DELETE', `/club/cups/${part(id)}`);

/** By which this browser's player is known here, as far as it knows. @returns {string | null} */
export const myId = () => (publicKey() && store.note(ID)) ?? null;

/** @param {string} name @returns {Promise<PlayerName>} */
export async function name(name) {
  const player = await signed('PUT', '/club/me', { name });
  store.setNote(ID, player.id);
  return player;
}

/** @returns {Promise<Me>} */
export async function me() {
  const found = await signed('GET', '/club/me');
  store.setNote(ID, found.player?.id ?? null);
  return found;
}

/** Is forgotten by the server; the key goes, too. */
export async function forgetMe() {
  await signed('DELETE', '/club/me');
  store.setNote(ID, null);
  forget();
}

/** @param {NewOffer} offer @returns {Promise<Offer>} */
export const offer = (offer) => signed('POST', '/club/offers', offer);

/** @param {string} id @returns {Promise<null>} */
export const withdraw = (id) => signed('DELETE', `/club/offers/${part(id)}`);

/** @param {string} id @param {Side | null} side @returns {Promise<OpenSeat>} */
export const take = (id, side) => signed('POST', `/club/offers/${part(id)}/take`, side ? { side } : {});

/**
 * Takes one's seat from this browser and keeps it. The token is noted before it is sent, so that a lost answer loses
 * no seat.
 * @param {string} game
 * @returns {Promise<Side>}
 */
export async function sit(game) {
  const note = `seat.${game}`;
  const token = store.note(note) ?? freshToken();
  store.setNote(note, token);
  const { side } = await signed('POST', `/club/games/${part(game)}/seat`, { token });
  const { view } = await api.game(game, token);
  store.keep(game, { tokens: { [side]: token }, title: view?.title, battle: view?.battle });
  store.setNote(note, null);
  return side;
}

/** Whether this browser holds the seat. @param {OpenSeat} seat */
export const holds = ({ game, side }) => Boolean(store.game(game)?.tokens[side]);
