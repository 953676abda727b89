/**
 * What this browser remembers: the games it has a part in, with their tokens, and the player's
 * preferences. Each game has a key of its own, so that two tabs do not overwrite one another.
 * Where storage is blocked it is kept in memory and lasts as long as the page.
 *
 * @import { Created, KeptGame, Prefs, Role, Side, Tokens } from './types.js'
 */

const GAME = 'longroll.game.';
const PREFS = 'longroll.prefs';
const NOTE = 'longroll.note.';

/** @type {Map<string, string>} */
const memory = new Map();
const disk = usableStorage();

/** Whether what is stored outlives this page. */
export const lasting = disk !== null;

/** @returns {Storage | null} */
function usableStorage() {
  try {
    const storage = globalThis.localStorage;
    storage.setItem('longroll.probe', '1');
    storage.removeItem('longroll.probe');
    return storage;
  } catch {
    return null;
  }
}

/** @param {string} key @returns {any} */
function read(key) {
  const text = disk ? disk.getItem(key) : (memory.get(key) ?? null);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    disk?.setItem(key, text);
  } catch {
    // The quota is full: the page goes on with what it holds in memory.
  }
}

/** @param {string} key */
function remove(key) {
  memory.delete(key);
  disk?.removeItem(key);
}

/** @returns {string[]} */
function keys() {
  if (!disk) return [...memory.keys()];
  return Array.from({ length: disk.length }, (_, index) => disk.key(index) ?? '');
}

/**
 * One game, or `null` if this browser has no part in it.
 * @param {string} id
 * @returns {KeptGame | null}
 */
export function game(id) {
  const kept = read(GAME + id);
  if (!kept || typeof kept !== 'object') return null;
  return { title: '', seenSeq: 0, ...kept, tokens: { ...kept.tokens }, links: { ...kept.links }, id };
}

/**
 * All games this browser has a part in, those added last first; without those of lessons and puzzles.
 * @returns {KeptGame[]}
 */
export function games() {
  return keys()
    .filter((key) => key.startsWith(GAME))
    .map((key) => game(key.slice(GAME.length)))
    .filter((kept) => kept !== null)
    .filter(({ guided }) => !guided)
    .sort((a, b) => (b.added ?? '').localeCompare(a.added ?? ''));
}

/**
 * Adds a game, or changes what is known of it; tokens and links are added to those it has.
 * @param {string} id
 * @param {Partial<Omit<KeptGame, 'id'>>} [change]
 * @returns {KeptGame}
 */
export function keep(id, change = {}) {
  const old = game(id) ?? { id, tokens: {}, links: {}, title: '', seenSeq: 0, added: new Date().toISOString() };
  /** @type {KeptGame} */
  const kept = {
    ...old,
    ...change,
    tokens: { ...old.tokens, ...change.tokens },
    links: { ...old.links, ...change.links },
  };
  write(GAME + id, kept);
  return kept;
}

/**
 * Keeps a game just made: the seats played from here to play with, invitations to the others to give away.
 * @param {Created} created
 * @returns {KeptGame}
 */
export function keepCreated({ id, tokens, invitations, view }) {
  const { watch, ...mine } = tokens;
  /** @type {Tokens} */
  const links = { watch, ...invitations };
  return keep(id, { tokens: mine, links, title: view.title, battle: view.battle, commitment: view.commitment });
}

/**
 * Forgets a token that was replaced or given up.
 * @param {string} id
 * @param {Role} role
 */
export function drop(id, role) {
  const kept = game(id);
  if (!kept) return;
  delete kept.tokens[role];
  delete kept.links[role];
  write(GAME + id, kept);
}

/** Something small that a part of the page remembers. @param {string} key @returns {any} */
export function note(key) {
  return read(NOTE + key);
}

/** @param {string} key @param {unknown} value */
export function setNote(key, value) {
  write(NOTE + key, value);
}

/** Forgets a game. @param {string} id */
export function forget(id) {
  remove(GAME + id);
}

/**
 * Notes that the story was shown up to this entry.
 * @param {string} id
 * @param {number} seq
 */
export function seen(id, seq) {
  const kept = game(id);
  if (kept && seq > kept.seenSeq) keep(id, { seenSeq: seq });
}

/** The sides played from this browser. @param {Tokens} tokens @returns {Side[]} */
export function sidesOf(tokens) {
  return /** @type {Side[]} */ (['union', 'confederate']).filter((side) => tokens[side]);
}

/** @type {Prefs} */
const DEFAULTS = { theme: 'auto', speed: 'normal', overlays: {}, textSize: 'normal' };
const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  speed: ['slow', 'normal', 'fast', 'off'],
  textSize: ['small', 'normal', 'large', 'larger'],
};

/** The player's preferences. @returns {Prefs} */
export function prefs() {
  const stored = read(PREFS) ?? {};
  const found = { ...DEFAULTS, ...stored, overlays: { ...stored.overlays } };
  for (const [name, choices] of Object.entries(CHOICES)) {
    const key = /** @type {'theme' | 'speed' | 'textSize'} */ (name);
    if (!choices.includes(found[key])) Object.assign(found, { [key]: DEFAULTS[key] });
  }
  return found;
}

/** Tells of changed preferences: a `prefs` event whose detail is the new ones. */
export const changes = new EventTarget();

/**
 * Changes preferences and tells the page.
 * @param {Partial<Prefs>} change
 * @returns {Prefs}
 */
export function setPrefs(change) {
  const found = { ...prefs(), ...change };
  write(PREFS, found);
  changes.dispatchEvent(new CustomEvent('prefs', { detail: found }));
  return found;
}

// Another tab changed something.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === PREFS) changes.dispatchEvent(new CustomEvent('prefs', { detail: prefs() }));
  if (event.key?.startsWith(GAME)) changes.dispatchEvent(new CustomEvent('games'));
});
