import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import vm from 'node:vm';
import { isDistant } from '../js/notices/here.js';
import { asked, lastWords, nameOf } from '../js/notices/words.js';
import { parse } from '../js/router.js';

const at = (text) => `at ${text}`;

test('what became of a message is said in a sentence', () => {
  const last = { what: 'turn', state: 'sent', at: 'noon', attempts: 1, why: null };
  assert.equal(lastWords(last, at), 'Last: your turn, sent at noon.');
  assert.equal(lastWords({ ...last, state: 'seen' }, at), 'Last: your turn; not sent, you were at the table.');
  assert.equal(lastWords({ ...last, state: 'failed', why: 'the answer was 500' }, at), 'Last: your turn, given up at noon: the answer was 500.');
  assert.equal(lastWords({ ...last, state: 'waits', attempts: 0 }, at), 'Next: your turn, not before at noon.');
  assert.equal(lastWords({ ...last, state: 'waits', attempts: 2, why: 'nobody answered there' }, at), 'Next: your turn, tried 2 times: nobody answered there. Again at noon.');
});

test('a way is called by what it is', () => {
  const channel = { means: 'push', to: 'https://push.example/1' };
  assert.equal(nameOf(channel, channel.to), 'Notices of this browser');
  assert.equal(nameOf(channel, null), 'Notices of another browser');
  assert.equal(nameOf({ means: 'mail', to: 'a@b.c' }, null), 'Mail to a@b.c');
  for (const means of ['mail', 'push', 'webhook']) assert.match(asked({ means }), /^Not yet in use/);
});

test('somebody is waited for only where he plays from elsewhere', () => {
  const table = (seats, keys, holder, more = {}) => ({ view: { seats: { union: { holder: 'me' }, confederate: { holder } }, status: 'playing', ended: null, ...more }, seats, keys });
  assert.ok(isDistant(table(['union'], ['union'], 'link')));
  assert.ok(isDistant(table(['union'], ['union'], 'link', { status: 'waiting' })));
  assert.ok(!isDistant(table(['union'], ['union'], 'computer')));
  assert.ok(!isDistant(table(['union', 'confederate'], ['union', 'confederate'], 'here')));
  assert.ok(!isDistant(table([], [], 'link')));
  assert.ok(!isDistant(table(['union'], ['union'], 'link', { ended: {} })));
});

test('links of messages lead to screens', () => {
  assert.deepEqual(parse('#/notices/confirm/abc'), { name: 'notices', params: { what: 'confirm', key: 'abc' } });
  assert.deepEqual(parse('#/notices/stop/abc').params, { what: 'stop', key: 'abc' });
  assert.equal(parse('#/notices/other/abc').name, 'lost');
});

/** The service worker with a browser that is made up. */
async function worker(pages = []) {
  const told = { shown: [], calls: [], opened: [], heard: {} };
  const self = {
    addEventListener: (name, hear) => { told.heard[name] = hear; },
    skipWaiting: () => undefined,
    registration: { showNotification: async (title, options) => { told.shown.push({ title, ...options }); } },
    clients: { matchAll: async () => pages, openWindow: async (place) => { told.opened.push(place); } },
  };
  const fetch = async (address, options) => {
    told.calls.push([address, JSON.parse(options.body)]);
    return { ok: told.answers ?? true };
  };
  vm.runInNewContext(await readFile(new URL('../sw.js', import.meta.url), 'utf8'), { self, fetch, JSON, encodeURIComponent });
  told.push = async (message) => {
    let done;
    told.heard.push({ data: { json: () => JSON.parse(message) }, waitUntil: (work) => { done = work; } });
    await done;
    return told.shown.at(-1);
  };
  return told;
}

test('the service worker shows what it is told, and something whatever it is told', async () => {
  const told = await worker();
  const shown = await told.push(JSON.stringify({ title: 'Antietam: a decision is yours', words: 'You play the Union side.', game: 'g1' }));
  assert.deepEqual([shown.title, shown.body, shown.tag, shown.data.game], ['Antietam: a decision is yours', 'You play the Union side.', 'table-g1', 'g1']);
  assert.equal((await told.push('nonsense')).title, 'Long Roll');
  assert.deepEqual(told.calls, []);
});

test('the service worker answers the question whether the browser is this one', async () => {
  const told = await worker();
  const shown = await told.push(JSON.stringify({ title: 'Is this yours?', confirm: 'word', game: 'g1' }));
  assert.deepEqual(told.calls, [['/api/v1/notices/confirm', { key: 'word' }]]);
  assert.match(shown.title, /^This browser tells you/);
  told.answers = false;
  assert.equal((await told.push(JSON.stringify({ title: 'Is this yours?', confirm: 'word' }))).title, 'Is this yours?');
});

test('a notice leads to the page of its table, and to no other site', async () => {
  const click = async (told, game) => {
    let done;
    told.heard.notificationclick({ notification: { close: () => undefined, data: { game } }, waitUntil: (work) => { done = work; } });
    await done;
  };
  const focused = [];
  const told = await worker([{ url: 'http://x/#/game/g1', focus: async () => focused.push('g1') }]);
  await click(told, 'g1');
  assert.deepEqual([focused, told.opened], [['g1'], []]);
  await click(told, '//evil.example/');
  assert.deepEqual(told.opened, ['/#/game/%2F%2Fevil.example%2F']);
});
