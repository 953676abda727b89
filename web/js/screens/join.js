/**
 * Opens a link that was given away: keeps its token, takes it out of the address, and goes to the
 * game (or to a step of it).
 */

import * as api from '../api.js';
import { toast } from '../dialogs.js';
import { go } from '../router.js';
import * as store from '../store.js';
import { sideName } from '../words.js';
import { frame, waiting } from './frame.js';

/**
 * @param {HTMLElement} root
 * @param {{id: string, token: string, step?: string}} params
 */
export async function joinScreen(root, { id, token, step }) {
  const { destroy } = frame(root, { title: 'Joining' }, waiting('Finding your seat…'));
  const { view } = await api.game(id, token);
  if (view) {
    const role = view.you.role;
    const known = store.game(id)?.tokens[role];
    if (store.game(id)?.links[role]) store.drop(id, role);
    store.keep(id, { tokens: { [role]: token }, title: view.title, battle: view.battle });
    if (known !== token) {
      toast(role === 'union' || role === 'confederate' ? `You command ${sideName(role)}.` : role === 'watch' ? 'You are watching.' : 'You are the owner of this table.');
      if (!store.lasting) toast('This browser keeps nothing: hold on to the link.', { ms: 12_000 });
    }
  }
  const place = encodeURIComponent(id);
  go(step === undefined ? `#/game/${place}` : `#/replay/${place}/${encodeURIComponent(step)}`, { replace: true });
  return { destroy };
}
