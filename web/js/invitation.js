/**
 * Taking a seat: an invitation is redeemed once, for a token that this browser makes and nobody else knows.
 *
 * @import { Role, Side, View } from './types.js'
 */

import * as api from './api.js';
import * as store from './store.js';

/** 32 random bytes as base64 for addresses, without padding. @returns {string} */
export function freshToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Redeems an invitation and keeps the seat. The token is noted before it is sent: if the answer is lost, the same
 * is sent again, and the seat is not.
 * @param {string} id
 * @param {string} invitation
 * @returns {Promise<{role: Role, view: View}>}
 */
export async function redeem(id, invitation) {
  const key = `redeem.${id}`;
  const noted = store.note(key);
  const token = noted?.invitation === invitation ? noted.token : freshToken();
  store.setNote(key, { invitation, token });
  const { role, view } = await api.redeem(id, invitation, token);
  store.drop(id, role);
  store.keep(id, { tokens: { [role]: token }, title: view.title, battle: view.battle });
  store.setNote(key, null);
  return { role, view };
}

/** Whether an invitation was sent from here whose answer did not come. @param {string} id @param {string} invitation */
export const pending = (id, invitation) => store.note(`redeem.${id}`)?.invitation === invitation;

/** Whether a fault says that a word is an invitation that nobody has redeemed. @param {unknown} fault */
export const isInvitation = (fault) => fault instanceof api.Problem && fault.type === 'not-redeemed';

/**
 * Redeems what this browser holds of a game from before links were invitations; whether there was something.
 * @param {string} id
 * @returns {Promise<boolean>}
 */
export async function claim(id) {
  let claimed = false;
  for (const side of store.sidesOf(store.game(id)?.tokens ?? {})) {
    const word = store.game(id)?.tokens[side] ?? '';
    try {
      await redeem(id, word);
      claimed = true;
    } catch (fault) {
      // Another seat of this browser may have a token already.
      if (!(fault instanceof api.Problem) || fault.type !== 'wrong-seat') throw fault;
    }
  }
  return claimed;
}

/**
 * Puts a new token in the place of a seat's, so that no other browser holds it any more.
 * @param {string} id
 * @param {Side} side
 * @returns {Promise<string>} the token
 */
export async function renew(id, side) {
  const key = `renew.${id}.${side}`;
  const old = store.game(id)?.tokens[side] ?? '';
  const noted = store.note(key);
  const token = noted?.old === old ? noted.token : freshToken();
  store.setNote(key, { old, token });
  try {
    await api.renew(id, old, token);
  } catch (fault) {
    // An earlier answer may have been lost: then the new one opens the seat already.
    if (!(fault instanceof api.Problem) || fault.type !== 'bad-token') throw fault;
    await api.summary(id, token);
  }
  store.keep(id, { tokens: { [side]: token } });
  store.setNote(key, null);
  return token;
}
