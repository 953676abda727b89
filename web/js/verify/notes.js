/**
 * What this browser noted of the dice while a game went on, held against the record: the numbers it gave, the seals of
 * the throws it witnessed, and the hash that pinned the record when it last looked.
 */

import { hex } from './blake3.js';
import { sealOf } from './dice.js';
import { RecordFault } from './read.js';

/**
 * `seals` by the number of the link that was shown for each, '' with an action of one's own; `made`: of which links the
 * throw was seen; `before`: how many numbers were there when this one was given.
 * @typedef {{end: string, seals: Record<string, string>, made?: number[]}} ChainNotes
 * @typedef {{bytes: string, before: number}} NumberNote
 * @typedef {{numbers: {side: string, note: NumberNote}[], chains: {side: string, notes: ChainNotes[]}[],
 *   head: {head: string, broken?: boolean} | null}} Notes
 */

/**
 * Checks a record against the notes; what was found, in sentences.
 * @param {import('./read.js').GameRecord} record @param {Notes} notes
 * @returns {string[]}
 * @throws {RecordFault} if they do not agree
 */
export function checkNotes(record, { numbers, chains, head }) {
  const words = [];
  if (head?.broken) throw new RecordFault(1, 'the story of this game is not the one this browser was told: something was changed afterwards');
  if (head && record.heads.length > 0 && record.end) {
    if (!record.heads.includes(head.head)) throw new RecordFault(record.end.line, 'the record is not the one whose hash this browser noted');
    words.push('The lines are those whose hash this browser noted.');
  }
  for (const { side, note } of numbers) words.push(...checkNumber(record, side, note));
  const [held, gone, unmade] = chains.reduce(([held, gone, unmade], { side, notes }) => {
    const found = checkSeals(record, side, notes);
    return [held + found.held, gone + found.gone, unmade + found.unmade];
  }, [0, 0, 0]);
  if (held > 0) words.push(`Of ${held === 1 ? 'one throw' : `${held} throws`} this browser noted the seal before it showed its link: the record has the same.`);
  if (gone > 0) words.push(`${gone === 1 ? 'One throw' : `${gone} throws`} it witnessed ${gone === 1 ? 'is' : 'are'} not in the record: taken back.`);
  if (unmade > 0) words.push(`For ${unmade === 1 ? 'one throw' : `${unmade} throws`} it showed a link, and no such throw was made: it was sealed anew, with a new chain. A host who plays himself could have been rid of a throw like that.`);
  return words;
}

/** @param {import('./read.js').GameRecord} record @param {string} side @param {NumberNote} note */
function checkNumber(record, side, { bytes, before }) {
  const at = record.contributions.findIndex((given) => given.by === side && hex(given.bytes) === bytes);
  if (at < 0) throw new RecordFault(1, 'the number this browser gave to the dice is not in the record');
  const later = record.contributions.length > at + 1 && record.contributions.some(({ by }, index) => index > at && by !== side);
  return [
    'The number this browser gave to the dice is in the record.',
    later && before <= at ? 'The other player gave his after it: a host who plays himself could have chosen it.' : '',
  ].filter(Boolean);
}

/** @param {import('./read.js').GameRecord} record @param {string} side @param {ChainNotes[]} notes */
function checkSeals(record, side, notes) {
  let [held, gone, unmade] = [0, 0, 0];
  const { end: last } = record;
  if (!last) return { held, gone, unmade };
  const steps = [record.setUp, ...record.actions];
  for (const { end, seals, made } of notes) {
    for (const [at, seal] of Object.entries(seals)) {
      const step = steps.find(({ links }) => {
        const used = links?.[/** @type {'union' | 'confederate'} */ (side)];
        return used?.at === Number(at) && used.end === end;
      });
      if (step?.links) {
        // Of a link that went out with an action of one's own there is no seal.
        if (seal === '') continue;
        const { links } = step;
        if (sealOf(last.seed, step.n, step.text, { union: links.union.at, confederate: links.confederate.at }) !== seal) {
          throw new RecordFault(step.line, 'this throw is of another action than the one whose seal this browser noted');
        }
        held += 1;
      } else if (made && !made.includes(Number(at))) unmade += 1;
      else if (seal !== '') gone += 1;
    }
  }
  return { held, gone, unmade };
}
