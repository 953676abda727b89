// Where a screen begins: with the game as it stands, or, where computers have played on unseen, with the last that
// was seen, so that nothing of theirs is missed.

import * as store from '../store.js';
import { viewAt } from './stand-in.js';
import { takesBack } from './story.js';

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').Entry} Entry
 * @typedef {import('../types.js').View} View
 */

/** Up to which entry this browser has shown a game, to whoever sits at it; 0 if it never has. @param {Pick<Table, 'id'> & {sits?: string | null}} table */
export function seenBefore({ id, sits = null }) {
  return sits === null ? (store.game(id)?.seenSeq ?? 0) : Number(store.note(`seen ${id} ${sits}`) ?? 0);
}

/** Notes that the story was shown up to an entry. @param {Pick<Table, 'id'> & {sits?: string | null}} table @param {number} seq */
export function noteSeen(table, seq) {
  if (!table.sits) store.seen(table.id, seq);
  else if (seq > seenBefore(table)) store.setNote(`seen ${table.id} ${table.sits}`, seq);
}

/**
 * With which view a screen begins, what of the story leads to it, and what follows.
 * @param {Pick<Table, 'id' | 'view' | 'roles' | 'entries' | 'stepView'>} table @param {Entry[]} entries the story as it was last fetched
 * @param {boolean} animated whether it is shown how things happen
 * @returns {Promise<{view: View, known: Entry[], rest: Entry[], resumed: boolean}>} `resumed`: it begins earlier than
 *   the table stands
 */
export async function begin(table, entries, animated) {
  const { view } = table;
  const last = entries.at(-1)?.seq ?? 0;
  const story = last < view.seq ? [...entries, ...await table.entries(last)] : entries;
  const holds = table.roles.some((role) => role !== 'watch');
  const { known, rest, step } = opening(story, view, { seen: seenBefore(table), holds, animated });
  if (step === null) return { view, known, rest, resumed: false };
  return { view: viewAt(view, await table.stepView(step)), known, rest, resumed: true };
}

/**
 * Divides the story into what is known when the screen opens, and what is shown then.
 * @param {Entry[]} entries the whole story, at least up to the view
 * @param {{seq: number}} view the view that the table opened with
 * @param {{seen: number, holds: boolean, animated: boolean}} looker `seen`: the last entry this browser has shown, 0 if
 *   none; `holds`: it holds a seat or set the game up; `animated`: it shows what happens, and not only what came of it
 * @returns {{known: Entry[], rest: Entry[], step: number | null}} `step`: after which step the screen begins; null if
 *   with the view itself
 */
export function opening(entries, view, { seen, holds, animated }) {
  const unseen = entries.filter(({ seq }) => seq > seen);
  const first = unseen.find(({ kind }) => kind === 'action');
  const isWanted = animated && (seen > 0 || holds);
  const isComputers = unseen.every((entry) => (entry.kind === 'action' ? Boolean(entry.why) : !takesBack(entry)));
  if (!isWanted || !isComputers || !first || first.seq > view.seq || typeof first.step !== 'number') {
    return { ...divide(entries, view.seq), step: null };
  }
  return { ...divide(entries, first.seq - 1), step: first.step - 1 };
}

/** @param {Entry[]} entries @param {number} last */
function divide(entries, last) {
  return { known: entries.filter(({ seq }) => seq <= last), rest: entries.filter(({ seq }) => seq > last) };
}
