// Two games with hidden units that are one to the Confederates: one seed, one set-up, and in each the Union does something
// else where nobody sees it. Whatever reaches their browsers is the same, byte for byte, whatever they try.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Ears, plain } from './ears.js';
import { decides, exceptInSoak, farewell, middle, openHouse, person, cell, takeSeat } from './harness.js';

const BATTLE = 'grand-tactical/antietam';
const [SEEN, HIDDEN, LAW, FAR] = ['US-GIBBON-A', 'US-PATRICK-A', 'CS-LAW-A', 'CS-LAW-B'];

/** @type {{game: any, servers: import('./harness.js').Server[]}} */
const twins = { game: null, servers: [] };

const house = openHouse(async ({ server: first }) => {
  const units = [{ id: SEEN, square: '11,20' }, { id: HIDDEN, square: '5,16' }, { id: LAW, square: '13,20' }, { id: FAR, square: '33,5' }];
  const from = { game: BATTLE, scenario: 'september-17', options: ['5'], turn: 4, phase: 'operations', side: 'union', units };
  twins.game = await first.newGame(BATTLE, { options: ['5'], dice: 'seeded', from });
  twins.servers = [first, await first.twin()];
  for (const server of twins.servers) await (await fetch(`${server.url}/api/v1/battles/${BATTLE}/map.svg?theme=light`)).text();
});
after(() => twins.servers[1]?.stop());

/** A command of the Union at one of the twins. */
async function command(server, what, body) {
  const token = twins.game.tokens.union;
  const path = `/games/${twins.game.id}`;
  const { version } = await server.ask('GET', `${path}/summary`, { token });
  return server.ask('POST', `${path}/${what}`, { token, body: { request: `union-${what}-${version}`, version, ...body } });
}

const step = (unit, dir) => ({ action: { step: { unit, dir } } });

/** What one asks who wants to know what is hidden. */
function probes(stage) {
  const name = (/** @type {string} */ what) => `${stage}-${what}-0123456789`.slice(0, 40);
  const questions = [
    { actions: {} }, { todo: {} }, { command: {} }, { threats: { by: 'union' } },
    ...[HIDDEN, SEEN, LAW, 'US-NOBODY'].flatMap((unit) => [{ orders: { unit } }, { reach: { unit } }, { field: { unit } }, { sight: { unit } }, { threats: { unit } }, { group: { units: [unit], order: 'fire' } }, { why: step(unit, 5) }, { path: { unit, to: '6,16' } }]),
    ...['5,16', '6,16', '4,16'].flatMap((square) => [{ sight: { square } }, { threats: { cell: square } }, { odds: { action: { plot_fire: { unit: LAW, square } } } }, { why: { action: { plot_fire: { unit: LAW, square } } } }, { path: { unit: LAW, to: square } }, { column: { units: [LAW, FAR], to: square } }]),
  ];
  return [
    ...['', '/summary', '/entries', '/entries?after=1', '/entries?after=99', '/steps', '/steps?eyes=union', '/steps?eyes=confederate', '/record', '/verify', '/review', '/assessment', '/assessment?step=0', '/assessment?step=1', '/steps/0?eyes=union', ...[0, 1, 2, 3, 4, 9].map((number) => `/steps/${number}`)].map((path) => ['GET', path, null]),
    ...questions.map((question) => ['POST', '/ask', { question }]),
    ...[0, 1, 2, 5].map((number) => ['POST', '/ask', { step: number, question: { actions: {} } }]),
    ['POST', '/ask', { version: 1, question: { actions: {} } }],
    ['POST', '/ask', { eyes: 'union', step: 0, question: { actions: {} } }],
    ...[0, 1, 2, 3, 4, 5].map((version) => ['POST', '/actions', { request: name(`act-${version}`), version, ...step(HIDDEN, 5) }]),
    ...[1, 2, 3].map((version) => ['POST', '/undo', { request: name(`undo-${version}`), version }]),
    ...[null, 0, 1, 2, 3].map((to) => ['POST', '/take-back', { request: name(`back-${to}`), to }]),
    ['POST', '/take-back/answer', { request: name('grant'), grant: true }],
    ['POST', '/draw', { request: name('offer'), what: 'offer' }],
    ['POST', '/draw', { request: name('accept'), what: 'accept' }],
    ['POST', '/talk', { request: name('talk'), text: `What do you do, ${stage}?` }],
    ['POST', '/resign', { request: name('resign'), version: 77 }],
    ['POST', '/hint', {}],
    ['POST', '/branch', { step: 0 }],
    ['POST', '/shown', { seq: 2 }],
    ['POST', '/dice/contribution', { request: name('give'), bytes: '00'.repeat(32) }],
    ['PUT', '/seats/confederate', { name: `Bob ${stage}` }],
    ['PUT', '/seats/union', { name: 'Nobody' }],
    ['POST', '/seats/union/reissue', {}],
    ['POST', '/seats/union/computer', { request: name('seat'), level: 'captain' }],
  ];
}

/** A browser tries all of it by itself, one after the other, with the token that it holds. */
async function probe(page, stage) {
  await page.evaluate(async ([id, all]) => {
    const { game } = await import('/js/store.js');
    const authorization = `Bearer ${game(id).tokens.confederate}`;
    for (const [method, path, body] of all) {
      const answer = await fetch(`/api/v1/games/${id}${path}`, { method, headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) }, ...(body ? { body: JSON.stringify(body) } : {}), cache: 'no-store' });
      await answer.text();
    }
  }, [twins.game.id, probes(stage)]);
}

/** Somebody points at this and that and presses every key that might tell him something. */
async function play(page) {
  for (const square of ['13,20', '11,20', '5,16', '6,16']) {
    const { x, y } = await middle(page, cell(square));
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
    await page.keyboard.press('Escape');
  }
  await page.locator('[data-board]').focus();
  for (const key of ['n', 'Shift+Q', 'Escape', 'Shift+D', 'Shift+D', 'v', 'v', 'Shift+H', 'z', 'u', 'Escape']) await page.keyboard.press(key);
  for (const tab of ['order-of-battle', 'victory', 'report', 'log']) {
    if (await page.locator(`[data-tab="${tab}"]`).getAttribute('aria-expanded') !== 'true') await page.locator(`[data-tab="${tab}"]`).click();
  }
}

/**
 * Everything on the page that can be read or looked up, the printed map aside, and what it keeps. Where a thing is to the
 * fraction of a pixel, and what passes, depends on the moment; so does whether a note was shown before Escape hid it, and
 * the answer that it would show is held against the other's all the same.
 */
const shown = async (page) => plain(await page.evaluate(() => {
  const whole = document.body.cloneNode(true);
  for (const passing of whole.querySelectorAll('.board-map, .toasts, [aria-live], :scope > div[hidden]')) passing.remove();
  for (const one of whole.querySelectorAll('[style], [class]')) for (const name of ['style', 'class']) one.removeAttribute(name);
  return `${whole.outerHTML} ${JSON.stringify(localStorage)} ${document.title}`;
}));

test('two hidden games that differ in what is unseen are one to the other browser, byte for byte', { skip: exceptInSoak, timeout: 540_000 }, async () => {
  const pages = await Promise.all(twins.servers.map(() => person(house.browser, { extraHTTPHeaders: { 'accept-encoding': 'identity' } })));
  const ears = await Promise.all(pages.map((page) => Ears.of(page)));
  const each = (/** @type {(page: any, server: any, index: number) => Promise<any>} */ work) => Promise.all(pages.map((page, index) => work(page, twins.servers[index], index)));
  async function alike(when) {
    const [one, other] = await Promise.all(ears.map((ear) => ear.heard()));
    assert.ok(one.answers.length > 0, `${when}: something was asked`);
    for (const [mine, theirs] of [[one.answers, other.answers], [other.answers, one.answers]]) {
      assert.deepEqual(mine.filter((line) => !theirs.includes(line)).map((line) => line.slice(0, 3000)), [], `${when}: told to one alone`);
    }
    assert.deepEqual(one.news, other.news, when);
    const [here, there] = (await each(shown)).map((text) => text.split('<'));
    const place = here.findIndex((tag, index) => tag !== there[index]);
    assert.deepEqual(here.slice(Math.max(0, place - 3), place + 6), there.slice(Math.max(0, place - 3), place + 6), `${when}: what the page shows`);
    assert.equal(here.length, there.length);
    return one;
  }

  await each((page, server) => takeSeat(page, server, twins.game.id, twins.game.tokens.confederate));
  await alike('the tables are opened');

  // In one game the unseen unit goes, comes back and goes again; in the other it goes elsewhere. Neither browser hears a word.
  const [one, other] = twins.servers;
  await command(one, 'actions', step(HIDDEN, 5));
  await command(one, 'undo', {});
  await command(one, 'actions', step(HIDDEN, 5));
  await command(other, 'actions', step(HIDDEN, 1));
  for (const ear of ears) assert.deepEqual(await ear.heard(), { answers: [], news: [] }, 'nothing is told of a hidden phase');
  await each((page) => play(page));
  await each((page) => probe(page, 'hidden'));
  await alike('while the other side moves');

  // A line that breaks, and a page that is opened anew.
  for (const page of pages) await page.context().setOffline(true);
  await command(one, 'actions', step(SEEN, 5));
  await command(one, 'undo', {});
  for (const page of pages) await page.context().setOffline(false);
  await each(async (page) => {
    await page.reload();
    await page.waitForSelector('[data-board] [data-unit]');
  });
  await alike('the page is opened again');

  for (const server of twins.servers) await command(server, 'actions', { action: { end_phase: {} } });
  await each((page) => decides(page, 'confederate:operations'));
  const told = await alike('the phase is over');
  assert.match(told.news.join(''), /event: ?news/, 'now something is told');
  await each((page) => play(page));
  await each((page) => probe(page, 'mine'));
  await alike('in a phase of its own');
  await farewell(...pages);
});
