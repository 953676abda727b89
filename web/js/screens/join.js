/**
 * Opens a link that was given away: redeems it if it is an invitation, keeps the token, takes the word out of the
 * address, and goes to the game (or to a step of it).
 */

import * as api from '../api.js';
import { confirm, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { isInvitation, pending, redeem } from '../invitation.js';
import { go } from '../router.js';
import * as store from '../store.js';
import { expectTable } from '../sitting.js';
import { expectSystem } from '../systems/index.js';
import { sideName } from '../words.js';

/** How long a greeting stands: it is in the way of the map. */
const GREETING = 2500;

/**
 * @param {{id: string, token: string, step?: string}} params
 */
export async function joinScreen({ id, token, step }) {
  const role = await take(id, token, step === undefined);
  if (role) {
    toast(role === 'union' || role === 'confederate' ? `You command ${sideName(role)}.` : role === 'watch' ? 'You are watching.' : 'You are the owner of this table.', { ms: GREETING });
    if (!store.lasting) toast('This browser keeps nothing: the seat lasts as long as this page.', { ms: 12_000 });
  }
  // Whoever did not agree holds nothing of the game.
  if (!role && Object.keys(store.game(id)?.tokens ?? {}).length === 0) return go('#/', { replace: true });
  const place = encodeURIComponent(id);
  go(step === undefined ? `#/game/${place}` : `#/replay/${place}/${encodeURIComponent(step)}`, { replace: true });
}

/**
 * Takes what a link opens; the role if it is new here, else `null`.
 * @param {string} id @param {string} word @param {boolean} opens whether the table is opened next
 * @returns {Promise<import('../types.js').Role | null>}
 */
async function take(id, word, opens) {
  try {
    const opened = await api.game(id, word);
    const { view } = opened;
    const role = view?.you.role;
    if (!view || !role) return null;
    // What the table needs is on its way while it is built.
    expectSystem(view.system);
    if (opens) expectTable(id, word, opened);
    const known = store.game(id)?.tokens[role];
    if (store.game(id)?.links[role]) store.drop(id, role);
    store.keep(id, { tokens: { [role]: word }, title: view.title, battle: view.battle });
    return known === word ? null : role;
  } catch (fault) {
    // Whoever has redeemed it here before comes back by his old link.
    const mine = store.sidesOf(store.game(id)?.tokens ?? {}).length > 0;
    if (fault instanceof api.Problem && fault.type === 'invitation-used' && mine && !pending(id, word)) return null;
    if (isInvitation(fault) || pending(id, word)) return accept(id, word);
    throw fault;
  }
}

/** Takes a seat, unless it was meant for a guest of this browser. @param {string} id @param {string} word */
async function accept(id, word) {
  if (store.game(id)?.tokens.owner && !pending(id, word)) {
    const sure = await confirm({
      title: 'Take this seat yourself?',
      text: 'This link is an invitation that you made for somebody else, and works once. If you take the seat, send another to your guest.',
      yes: 'Take the seat', no: 'Leave it',
    });
    if (!sure) return null;
  }
  if (!pending(id, word) && !await agrees(id, word)) return null;
  return (await redeem(id, word)).role;
}

/** Whether a guest agrees to the pace of a game that has one: he sits down only then. @param {string} id @param {string} word */
async function agrees(id, word) {
  const invited = await api.invitedTo(id, word);
  if (!invited.pace_words) return true;
  return confirm({
    title: `${invited.title}: ${sideName(invited.side)}`,
    text: [h('p', null, 'You are invited to a game in which time is kept. By taking the seat you agree to its pace:'), h('p', { class: 'join-pace' }, invited.pace_words)],
    yes: 'Agree and take the seat', no: 'Leave it',
  });
}
