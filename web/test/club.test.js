import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as key from '../js/club/key.js';
import { wantedOnes } from '../js/club/offers-list.js';
import { sideWords, still, termsWords } from '../js/club/words.js';

globalThis.location = /** @type {any} */ ({ hostname: 'table.example.org' });

const bytes = (/** @type {string} */ hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Whether a signature fits a text, as any other program would look at it. */
async function fits(said, text) {
  const [scheme, parts] = said.split(' ');
  const [point, , , signature] = parts.split('.');
  assert.equal(scheme, 'LongRoll');
  const open = await crypto.subtle.importKey('raw', bytes(point), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, open, bytes(signature), new TextEncoder().encode(text));
}

test('what is signed names server, method, address, hour, number and body', async () => {
  assert.equal(key.publicKey(), null);
  await key.make();
  const said = await key.sign('POST', '/club/offers', '{"a":1}');
  const [, at, nonce] = said.split(' ')[1].split('.');
  assert.match(nonce, /^[0-9a-f]{32}$/);
  const text = (/** @type {string} */ name) => ['long roll player 1', name, 'POST', '/club/offers', at, nonce, '{"a":1}'].join('\n');
  assert.ok(await fits(said, text('table.example.org')));
  assert.ok(!(await fits(said, text('other.example.org'))));
  const again = await key.sign('POST', '/club/offers', '{"a":1}');
  assert.notEqual(again.split('.')[2], nonce, 'each request has a number of its own');
});

test('a clock that goes wrong is set by the server', async () => {
  key.heed(new Date(Date.now() + 3_600_000).toUTCString());
  const at = Number((await key.sign('GET', '/club/me', '')).split('.')[1]);
  assert.ok(Math.abs(at - Date.now() - 3_600_000) < 60_000);
  key.heed(new Date().toUTCString());
  key.heed('no date');
});

test('a name is carried to another device, with a passphrase or without', async () => {
  await key.make();
  const mine = key.publicKey();
  for (const passphrase of ['', 'a long roll of the drum']) {
    const text = await key.carry(passphrase);
    assert.equal(key.isLocked(text), passphrase !== '');
    key.forget();
    assert.equal(key.publicKey(), null);
    if (passphrase) assert.equal(await key.bring(text, 'another'), 'That passphrase does not open it.');
    // Mails break lines.
    assert.equal(await key.bring(`${text.slice(0, 40)}\n ${text.slice(40)}\n`, passphrase), null);
    assert.equal(key.publicKey(), mine);
    const said = await key.sign('GET', '/club/me', '');
    const [, at, nonce] = said.split(' ')[1].split('.');
    assert.ok(await fits(said, ['long roll player 1', 'table.example.org', 'GET', '/club/me', at, nonce, ''].join('\n')));
  }
});

test('what is no name leaves the one that is there', async () => {
  await key.make();
  const mine = key.publicKey();
  const text = await key.carry('');
  for (const bad of ['', 'longroll-name-1:', text.slice(0, -4), `${text.slice(0, 60)}AAAA${text.slice(64)}`, 'longroll-name-1:!!!', 'hello']) {
    assert.match((await key.bring(bad, '')) ?? '', /^That is not a name/, bad);
    assert.equal(key.publicKey(), mine);
  }
});

const offer = (battle, side, rated) => /** @type {any} */ ({ side, terms: { battle, rated } });

test('offers are filtered by battle, by the side one would play, and by what counts', () => {
  const all = [offer('a', 'union', true), offer('a', 'either', false), offer('b', 'confederate', false)];
  const found = (wanted) => wantedOnes(all, { battle: '', side: '', kind: '', ...wanted }).map((one) => all.indexOf(one));
  assert.deepEqual(found({}), [0, 1, 2]);
  assert.deepEqual(found({ battle: 'a' }), [0, 1]);
  assert.deepEqual(found({ side: 'confederate' }), [0, 1], 'whoever takes plays the other side');
  assert.deepEqual(found({ side: 'union' }), [1, 2]);
  assert.deepEqual(found({ kind: 'rated' }), [0]);
  assert.deepEqual(found({ kind: 'plain', battle: 'b' }), [2]);
});

test('offers are told in words', () => {
  assert.equal(sideWords(offer('a', 'union', true)), 'You would command the Confederacy.');
  assert.equal(sideWords(offer('a', 'either', true)), 'You choose the side.');
  const terms = /** @type {any} */ ({ options: ['20.1'], pace: 'a move a day', dice: 'seeded', undo: 'never', bid: { side: 'union', points: 3 } });
  assert.equal(termsWords(terms), 'A move a day; the host’s dice; nothing is taken back; 3 points for the Union; with 20.1.');
  const at = (hours) => new Date(hours * 3_600_000 + 1).toISOString();
  assert.deepEqual([0.5, 1, 5, 47, 48, 336].map((hours) => still(at(hours), 0)),
    ['for less than an hour', 'for an hour', 'for 5 hours', 'for 47 hours', 'for 2 days', 'for 14 days']);
});
