/**
 * Good faith at the dice: what this browser gives to them when somebody sits down, the chain whose links it shows for
 * witnessed throws, and what it notes to hold against the record when the game is over.
 *
 * @import { Entry, Fair, Side, Tokens, View } from './types.js'
 */

import * as api from './api.js';
import * as store from './store.js';
import { hex } from './verify/blake3.js';
import { linkBack, readSeed } from './verify/dice.js';

/** How many links a chain of this browser has. */
export const LINKS = 1_000;

/**
 * `seals`: for each link that was shown, of which throw; '' for one that went out with an action of one's own. `made`: the
 * links whose throws this browser has seen made; chains of before have no such list.
 * @typedef {{secret: string, end: string, links: number, seals: Record<string, string>, made?: number[]}} KeptChain
 */

/** @param {string} id @param {Side} side */
const chainKey = (id, side) => `chain.${id}.${side}`;
/** @param {string} id @param {Side} side */
const numberKey = (id, side) => `number.${id}.${side}`;
/** @param {string} id @param {Side} side */
const againKey = (id, side) => `again.${id}.${side}`;
/** @param {string} id @param {string} role */
const headKey = (id, role) => `head.${id}.${role}`;

/** The chains this browser made for a seat, the one in use last. @param {string} id @param {Side} side @returns {KeptChain[]} */
const chainsOf = (id, side) => store.note(chainKey(id, side)) ?? [];

/** 32 random bytes. */
const fresh = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** A link of a chain by its number; 0 is the end. @param {{secret: string, links: number}} chain @param {number} at */
export const linkOf = ({ secret, links }, at) => hex(linkBack(/** @type {Uint8Array} */ (readSeed(secret)), links - at));

/**
 * Gives to the dice what the seats of this browser have still to give; the view after it.
 * @param {string} id @param {Tokens} tokens @param {View} view
 * @returns {Promise<View | null>} `null` if nothing was to be given
 */
export async function sitDown(id, tokens, view) {
  const sides = store.sidesOf(tokens).filter((side) => view.fair?.wanted.includes(side));
  // The seal binds the host only if it is noted before anything is given.
  if (sides.length > 0 && !view.seed) store.keep(id, { commitment: store.game(id)?.commitment ?? view.commitment });
  let after = null;
  for (const side of sides) {
    const token = tokens[side] ?? '';
    after = view.fair?.witnessed ? await deposit(id, token, side) : await contribute(id, token, side, view.fair);
  }
  return after;
}

/** @param {string} id @param {string} token @param {Side} side @param {Fair | undefined} fair @returns {Promise<View>} */
async function contribute(id, token, side, fair) {
  const given = fair?.contributions ?? [];
  const noted = store.note(numberKey(id, side));
  const isSpent = given.some(({ bytes }) => bytes === noted?.bytes);
  // Noted before it is sent: if the answer is lost, the same is sent again.
  const note = noted && !isSpent ? noted : { bytes: fresh(), before: given.length };
  store.setNote(numberKey(id, side), note);
  return (await api.dice(id, token, 'contribution', { bytes: note.bytes })).view;
}

/** Deposits a new chain. @param {string} id @param {string} token @param {Side} side @returns {Promise<View>} */
export async function deposit(id, token, side) {
  const secret = fresh();
  const chain = { secret, links: LINKS, end: linkOf({ secret, links: LINKS }, 0), seals: {}, made: [] };
  store.setNote(chainKey(id, side), [...chainsOf(id, side), chain]);
  return (await api.dice(id, token, 'chain', { end: chain.end, links: chain.links })).view;
}

/**
 * The next link of a seat, noted as shown for a throw; `null` if this browser does not have it, or has shown it for
 * another throw: then only a new chain helps.
 * @param {string} id @param {Side} side @param {Fair} fair @param {string} seal '' with an action of one's own
 * @returns {string | null}
 */
export function nextLink(id, side, fair, seal) {
  const all = chainsOf(id, side);
  const known = fair.chains[side];
  const chain = all.at(-1);
  if (!known || !chain || chain.end !== known.end) return null;
  const at = known.shown + 1;
  const noted = chain.seals[at];
  if (at > chain.links || (noted !== undefined && noted !== seal)) return null;
  chain.seals[at] = seal;
  store.setNote(chainKey(id, side), all);
  return linkOf(chain, at);
}

/**
 * Whether a throw waits for a link that this browser does not show by itself: it has shown one already, and instead of
 * making the throw somebody had it sealed anew. A host who plays himself, and so knows the seed, could throw again and
 * again like that.
 * @param {string} id @param {Side} side @param {Fair | undefined} fair
 */
export function isHeldBack(id, side, fair) {
  if (!fair?.throw?.awaits.includes(side)) return false;
  const { seal } = fair.throw;
  const chain = chainsOf(id, side).findLast(({ seals }) => Object.keys(seals).length > 0);
  if (!chain?.made) return false;
  const at = Math.max(...Object.keys(chain.seals).map(Number));
  return !chain.made.includes(at) && chain.seals[at] !== seal && store.note(againKey(id, side)) !== seal;
}

/** Whoever sits here lets the throw that waits be witnessed anew. @param {string} id @param {Side} side @param {string} seal */
export const witnessAnew = (id, side, seal) => store.setNote(againKey(id, side), seal);

/**
 * Shows the link of a seat for the throw that waits for it; a browser that has lost its chain deposits a new one.
 * @param {string} id @param {string} token @param {Side} side @param {Fair} fair
 * @returns {Promise<View | null>} `null` if nothing is shown
 */
export async function witness(id, token, side, fair) {
  if (!fair.throw?.awaits.includes(side)) return null;
  const { seal } = fair.throw;
  if (isHeldBack(id, side, fair)) {
    // The throw may have been made while nobody looked.
    noteThrows(id, (await api.entries(id, token, 0)).entries);
    if (isHeldBack(id, side, fair)) return null;
  }
  const link = nextLink(id, side, fair, seal);
  if (link === null) return deposit(id, token, side);
  return (await api.dice(id, token, 'link', { seal, link })).view;
}

/**
 * Notes the hash that pins the record, as these entries tell it. An entry that was noted and tells another hash now was
 * changed afterwards, which is never forgotten.
 * @param {string} id @param {string} role @param {Pick<Entry, 'seq' | 'head'>[]} entries
 */
export function noteHeads(id, role, entries) {
  const old = store.note(headKey(id, role));
  const same = old && entries.find(({ seq }) => seq === old.seq);
  const broken = Boolean(old?.broken || (same && same.head !== old.head));
  const last = entries.findLast(({ seq, head }) => head && seq > (old?.seq ?? 0));
  if (last || broken !== Boolean(old?.broken)) store.setNote(headKey(id, role), { seq: last?.seq ?? old.seq, head: last?.head ?? old.head, broken });
}

/** Notes what these entries tell of the record and of its throws. @param {string} id @param {string} role @param {Entry[]} entries */
export function noteEntries(id, role, entries) {
  noteHeads(id, role, entries);
  noteThrows(id, entries);
}

/**
 * Notes which throws were made with links of this browser, as these entries tell it: from the first on, or of the chains in
 * use.
 * @param {string} id @param {Pick<Entry, 'seq' | 'kind' | 'by' | 'line' | 'dice'>[]} entries
 */
export function noteThrows(id, entries) {
  for (const side of /** @type {Side[]} */ (['union', 'confederate'])) {
    const all = chainsOf(id, side);
    if (all.length === 0) continue;
    /** @type {KeptChain | undefined} */
    let chain = entries[0]?.seq === 1 ? undefined : all.at(-1);
    // The first line of a game that has begun tells of no links: they are those its set-up last waited for.
    let setUp = chain && Math.max(0, ...Object.keys(chain.seals).map(Number));
    let found = false;
    for (const { kind, by, line, dice } of entries) {
      if (dice?.what === 'deposited' && dice.by === side) chain = all.find(({ end }) => end === dice.end);
      const asked = dice?.what === 'host_asked' && by === side ? dice.at : undefined;
      if (dice?.what === 'waits' && dice.n === 0) setUp = dice[side];
      const at = line?.links?.[side]?.at ?? dice?.links?.[side]?.at ?? asked ?? (kind === 'begun' ? setUp : undefined);
      if (!chain?.made || at === undefined || chain.seals[at] === undefined || chain.made.includes(at)) continue;
      chain.made.push(at);
      found = true;
    }
    if (found) store.setNote(chainKey(id, side), all);
  }
}

/** What this browser noted of a game's dice. @param {string} id @returns {import('./verify/notes.js').Notes} */
export function notesOf(id) {
  const sides = /** @type {Side[]} */ (['union', 'confederate']);
  const heads = ['union', 'confederate', 'owner', 'watch'].map((role) => store.note(headKey(id, role))).filter(Boolean);
  const numbers = sides.flatMap((side) => (store.note(numberKey(id, side)) ? [{ side, note: store.note(numberKey(id, side)) }] : []));
  const chains = sides.map((side) => ({ side, notes: chainsOf(id, side).map(({ end, seals, made }) => ({ end, seals, made })) }));
  return { numbers, chains, head: heads.find(({ broken }) => broken) ?? heads.at(-1) ?? null };
}
