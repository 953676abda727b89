import assert from 'node:assert/strict';
import { test } from 'node:test';

/** A Storage in memory that can be made to refuse. */
class FakeStorage {
  map = new Map();
  full = false;
  get length() { return this.map.size; }
  key(index) { return [...this.map.keys()][index] ?? null; }
  getItem(key) { return this.map.get(key) ?? null; }
  removeItem(key) { this.map.delete(key); }
  setItem(key, value) {
    if (this.full) throw new Error('full');
    this.map.set(key, value);
  }
}

const disk = new FakeStorage();
Object.defineProperty(globalThis, 'localStorage', { value: disk, configurable: true });
const store = await import('../js/store.js');

test('a game keeps its tokens when more is learnt of it', () => {
  store.keep('g1', { tokens: { owner: 'o' }, links: { confederate: 'c' }, title: 'Antietam' });
  store.keep('g1', { tokens: { union: 'u' } });
  const kept = store.game('g1');
  assert.deepEqual(kept.tokens, { owner: 'o', union: 'u' });
  assert.deepEqual(kept.links, { confederate: 'c' });
  assert.equal(kept.title, 'Antietam');
  assert.deepEqual(store.sidesOf(kept.tokens), ['union']);
});

test('of a new game the seats played here are kept apart from those to give away', () => {
  const seats = { union: { holder: 'here' }, confederate: { holder: 'link' } };
  store.keepCreated({ id: 'g0', tokens: { owner: 'o', union: 'u', watch: 'w' }, invitations: { confederate: 'c' }, view: { title: 'T', battle: 'B', seats } });
  assert.deepEqual(store.game('g0').tokens, { owner: 'o', union: 'u' });
  assert.deepEqual(store.game('g0').links, { watch: 'w', confederate: 'c' });
});

test('what was seen never goes back', () => {
  store.keep('g2', {});
  store.seen('g2', 9);
  store.seen('g2', 4);
  assert.equal(store.game('g2').seenSeq, 9);
  store.seen('unknown', 4);
  assert.equal(store.game('unknown'), null);
});

test('dropping a role leaves the others, forgetting leaves nothing', () => {
  store.keep('g3', { tokens: { owner: 'o', union: 'u' }, links: { watch: 'w' } });
  store.drop('g3', 'union');
  store.drop('g3', 'watch');
  assert.deepEqual(store.game('g3').tokens, { owner: 'o' });
  assert.deepEqual(store.game('g3').links, {});
  store.forget('g3');
  assert.equal(store.games().some((game) => game.id === 'g3'), false);
});

test('spoiled entries are not games and spoiled preferences are the defaults', () => {
  disk.setItem('longroll.game.bad', '{');
  disk.setItem('longroll.prefs', '{"theme":"pink","speed":"fast"}');
  assert.equal(store.game('bad'), null);
  assert.equal(store.games().some((game) => game.id === 'bad'), false);
  assert.equal(store.prefs().theme, 'auto');
  assert.equal(store.prefs().speed, 'fast');
});

test('a change of preferences is told', () => {
  let told = null;
  store.changes.addEventListener('prefs', (event) => { told = event.detail; }, { once: true });
  store.setPrefs({ theme: 'dark' });
  assert.equal(told.theme, 'dark');
  assert.equal(store.prefs().theme, 'dark');
});

test('a full disk does not stop the page', () => {
  disk.full = true;
  assert.doesNotThrow(() => store.setPrefs({ theme: 'light' }));
  disk.full = false;
});
