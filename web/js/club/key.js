/**
 * The key by which a player keeps his name: made by this browser, kept in it, signed with, and carried to another
 * device as a text. Nobody else ever has its secret half.
 *
 * ECDSA over P-256 with SHA-256, as every browser knows it (`crates/server/src/club/key.rs` says what is signed).
 */

import * as store from '../store.js';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };
const PURPOSE = 'long roll player 1';
const NOTE = 'player';
/** What a key that is carried away begins with: in the clear, or under a passphrase. */
const CLEAR = 'longroll-name-1:';
const LOCKED = 'longroll-name-1-locked:';
/** How often a passphrase is hashed: half a second of work for whoever guesses at one. */
const ROUNDS = 600_000;
const SECRET = 32;
const POINT = 65;

/** @typedef {{secret: string, key: string}} Kept both in hexadecimal digits */

/** Whether this page may make and use keys at all: over https, or on this machine. */
export const canKeep = () => globalThis.crypto?.subtle !== undefined;

/** The public half of the key of this browser, if it has one. @returns {string | null} */
export const publicKey = () => kept()?.key ?? null;

/** @returns {Kept | null} */
function kept() {
  const found = store.note(NOTE);
  return typeof found?.secret === 'string' && typeof found?.key === 'string' ? found : null;
}

/** Makes a key; one that is there is kept. */
export async function make() {
  if (kept()) return;
  const pair = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  keep({ secret: hex(bytesOf(d)), key: hex(point) });
}

/** Forgets the key. */
export const forget = () => keep(null);

/** @param {Kept | null} found */
function keep(found) {
  store.setNote(NOTE, found);
  imported = null;
}

/** The secret half, as the browser signs with it. @type {{of: string, key: Promise<CryptoKey>} | null} */
let imported = null;

/** @param {Kept} found */
function secretKey(found) {
  if (imported?.of !== found.secret) imported = { of: found.secret, key: importSecret(found) };
  return imported.key;
}

/** @param {Kept} found */
function importSecret({ secret, key }) {
  const point = unhex(key);
  const jwk = { kty: 'EC', crv: 'P-256', d: base64url(unhex(secret)), x: base64url(point.slice(1, 33)), y: base64url(point.slice(33)) };
  return crypto.subtle.importKey('jwk', jwk, CURVE, false, ['sign']);
}

/** How far the server's clock is ahead of ours, in milliseconds. */
let ahead = 0;

/** Notes what the server's clock says. @param {string | null} date */
export function heed(date) {
  const told = Date.parse(date ?? '');
  if (!Number.isNaN(told)) ahead = told - Date.now();
}

/**
 * What the head of a request says that is signed now.
 * @param {string} method @param {string} path below `/api/v1` @param {string} body
 * @returns {Promise<string>}
 */
export async function sign(method, path, body) {
  const found = kept();
  if (!found) throw new Error('this browser keeps no name');
  const at = Math.round(Date.now() + ahead);
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  const text = [PURPOSE, location.hostname.replace(/\.$/, ''), method, path, at, nonce, body].join('\n');
  const signature = await crypto.subtle.sign(SIGNING, await secretKey(found), new TextEncoder().encode(text));
  return `LongRoll ${found.key}.${at}.${nonce}.${hex(new Uint8Array(signature))}`;
}

/**
 * The key as a text that another device can read.
 * @param {string} passphrase empty for none
 * @returns {Promise<string>}
 */
export async function carry(passphrase) {
  const found = kept();
  if (!found) throw new Error('this browser keeps no name');
  const plain = unhex(found.secret + found.key);
  if (!passphrase) return CLEAR + base64url(plain);
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const locked = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await lock(passphrase, salt), plain);
  return LOCKED + base64url(joined(salt, iv, new Uint8Array(locked)));
}

/** Whether a text is a key under a passphrase. @param {string} text */
export const isLocked = (text) => text.trim().startsWith(LOCKED);

/**
 * Takes a key over from a text; what is wrong with it in words, or `null`. The key of before is gone.
 * @param {string} text @param {string} passphrase
 * @returns {Promise<string | null>}
 */
export async function bring(text, passphrase) {
  try {
    const plain = await opened(text.replace(/\s/g, ''), passphrase);
    if (plain === null) return 'That passphrase does not open it.';
    if (plain.length !== SECRET + POINT) return NO_KEY;
    const found = { secret: hex(plain.slice(0, SECRET)), key: hex(plain.slice(SECRET)) };
    if (!(await belongs(found))) return NO_KEY;
    keep(found);
    return null;
  } catch {
    return NO_KEY;
  }
}

const NO_KEY = 'That is not a name that was carried here from another device. Copy the whole text.';

/** @param {string} text @param {string} passphrase @returns {Promise<Uint8Array | null>} `null`: the passphrase is wrong */
async function opened(text, passphrase) {
  if (!text.startsWith(LOCKED)) return text.startsWith(CLEAR) ? bytesOf(text.slice(CLEAR.length)) : new Uint8Array(0);
  const all = bytesOf(text.slice(LOCKED.length));
  const [salt, iv, locked] = [all.slice(0, 16), all.slice(16, 28), all.slice(28)];
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await lock(passphrase, salt), locked));
  } catch {
    return null;
  }
}

/** The key that a passphrase makes. @param {string} passphrase @param {Uint8Array<ArrayBuffer>} salt */
async function lock(passphrase, salt) {
  const from = await crypto.subtle.importKey('raw', new TextEncoder().encode(passphrase.normalize('NFC')), 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }, from, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Whether the two halves of a key belong together. @param {Kept} found */
async function belongs(found) {
  const text = new TextEncoder().encode(PURPOSE);
  const signature = await crypto.subtle.sign(SIGNING, await importSecret(found), text);
  const open = await crypto.subtle.importKey('raw', unhex(found.key), CURVE, false, ['verify']);
  return crypto.subtle.verify(SIGNING, open, signature, text);
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} digits @returns {Uint8Array<ArrayBuffer>} */
const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Uint8Array} bytes */
const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
