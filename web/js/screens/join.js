/**
 * Opens a link that was given away: keeps its token, takes it out of the address, and goes to the
 * game (or to a step of it).
 */

import * as api from '../api.js';
import { toast } from '../dialogs.js';
import { go } from '../router.js';
import * as store from '../store.js';
import { expectSystem } from '../systems/index.js';
import { expectTable } from '../table.js';
import { sideName } from '../words.js';

/**
 * @param {{id: string, token: string, step?: string}} params
 */
export async function joinScreen({ id, token, step }) {
  const opened = await api.game(id, token);
  const { view } = opened;
  if (view) {
    // What the table needs is on its way while it is built.
    expectSystem(view.system);
    if (step === undefined) expectTable(id, token, opened);
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
}
