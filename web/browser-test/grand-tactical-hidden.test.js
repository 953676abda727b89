// A game with hidden units at two browsers: whoever must not see something looks at everything that reaches him. After
// the end the whole battle is seen from either side's eyes, or from above.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mouse } from './hands.js';
import { counter, decides, farewell, openHouse, person, stands, takeSeat } from './harness.js';

const BATTLE = 'grand-tactical/antietam';
const house = openHouse(async ({ server }) => {
  await (await fetch(`${server.url}/api/v1/battles/${BATTLE}/map.svg?theme=light`)).text();
});
/** In sight of the enemy, far behind the lines, and the enemy. */
const [SEEN, HIDDEN, LAW, FAR] = ['US-GIBBON-A', 'US-PATRICK-A', 'CS-LAW-A', 'CS-LAW-B'];
/** Where the hidden one stands, and where it goes. */
const [HERE, THERE] = ['5,16', '6,16'];

function begin() {
  const units = [{ id: SEEN, square: '11,20' }, { id: HIDDEN, square: HERE }, { id: LAW, square: '13,20' }, { id: FAR, square: '33,5' }];
  const from = { game: BATTLE, scenario: 'september-17', options: ['5'], turn: 4, phase: 'operations', side: 'union', units };
  return house.server.newGame(BATTLE, { options: ['5'], dice: 'seeded', from });
}

/** Keeps every byte that a page is told of games: answers, faults and news as they come. */
async function listen(page) {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.heard = [];
    window.fetch = async (...asked) => {
      const answer = await fetch(...asked);
      const url = String(asked[0]?.url ?? asked[0]);
      if (!url.includes('/games/') || !answer.body) return answer;
      const [mine, theirs] = answer.body.tee();
      void (async () => {
        const reader = mine.pipeThrough(new TextDecoderStream()).getReader();
        for (let piece = await reader.read().catch(() => ({ done: true })); !piece.done; piece = await reader.read().catch(() => ({ done: true }))) {
          window.heard.push({ url, text: piece.value });
        }
      })();
      return new Response(theirs, answer);
    };
  });
}

/** What a page was told, and which version it shows; that the line is alive and who sits at the table is no secret. */
const known = (page) => page.evaluate(() => ({
  heard: window.heard.map(({ text }) => text).filter((text) => !/^:|^event: ?(presence|heartbeat)/.test(text)),
  version: document.querySelector('[data-version]')?.dataset.version,
}));

/** Where a page was told of one of these words. */
const told = (page, words) => page.evaluate((all) => window.heard.filter(({ text }) => all.some((word) => text.includes(word))).map(({ url, text }) => `${url}: ${text.slice(0, 200)}`), words);

/** Everything on the page that can be read or looked up, the printed map aside. */
const shown = (page) => page.evaluate(() => {
  const whole = document.body.cloneNode(true);
  whole.querySelector('.board-map')?.remove();
  return whole.outerHTML;
});

/** What a browser gets that asks the server by itself, with the token that it holds. */
const tries = (page, id, role, hidden) => page.evaluate(async ([game, as, unit]) => {
  const { game: kept } = await import('/js/store.js');
  const token = kept(game).tokens[as];
  const ask = async (method, path, body) => {
    const answer = await fetch(`/api/v1/games/${game}${path}`, { method, headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }, body: body ? JSON.stringify(body) : undefined });
    return { path, status: answer.status, text: await answer.text() };
  };
  const questions = [{ orders: { unit } }, { sight: { unit } }, { field: { unit } }, { group: { units: [unit], order: 'fire' } }, { why: { action: { step: { unit, dir: 5 } } } }];
  return {
    roles: Object.keys(kept(game).tokens),
    refused: await Promise.all(['/record', '/verify', '/review', '/steps?eyes=union', '/steps?eyes=confederate', '/steps/0?eyes=union'].map((path) => ask('GET', path))),
    branch: await ask('POST', '/branch', { step: 0 }),
    through: await ask('POST', '/ask', { step: 0, eyes: 'union', question: { actions: {} } }),
    answers: await Promise.all(questions.map((question) => ask('POST', '/ask', { question }))),
  };
}, [id, role, hidden]);

/** The same of somebody who is not there at all: what is hidden must look no different. */
const alike = (answers, unit, other) => answers.map(({ status, text }) => `${status} ${text.replaceAll(unit, other)}`);

test('what is hidden reaches neither the other browser nor whoever watches, and after the end everybody sees it', { timeout: 540_000 }, async () => {
  const game = await begin();
  const [one, two, watcher] = [await person(house.browser), await person(house.browser), await person(house.browser)];
  for (const page of [two, watcher]) await listen(page);
  await takeSeat(one, house.server, game.id, game.tokens.union);
  await takeSeat(two, house.server, game.id, game.tokens.confederate);
  await watcher.goto(`${house.server.url}/#/join/${game.id}/${game.tokens.watch}`);
  await watcher.waitForSelector('.board-map');

  await one.waitForSelector(counter(HIDDEN));
  assert.equal(await two.locator(counter(HIDDEN)).count(), 0);
  assert.equal(await watcher.locator('[data-board] [data-unit]').count(), 0, 'whoever watches sees the map alone');
  const before = await known(two);

  // The hidden unit marches, thinks again, and marches: nobody hears a word of it.
  await one.locator('[data-board]').focus();
  for (let presses = 0; presses < 12 && await one.locator(`${counter(HIDDEN)}.selected`).count() === 0; presses += 1) {
    await one.keyboard.press('n');
    await one.waitForTimeout(60);
  }
  for (const [key, square] of [['5', THERE], ['z', HERE], ['5', THERE]]) {
    await one.keyboard.press(key);
    await stands(one, HIDDEN, square);
  }
  await two.waitForTimeout(300);
  assert.deepEqual(await known(two), before, 'nothing is told before the phase is over');

  // Nobody gets by asking what he is not shown.
  for (const [page, role] of [[two, 'confederate'], [watcher, 'watch']]) {
    const found = await tries(page, game.id, role, HIDDEN);
    assert.deepEqual(found.roles, [role], 'a browser holds no key but its own');
    for (const { path, status, text } of [...found.refused, found.branch, found.through]) {
      assert.ok(status >= 400, `${role} ${path}: ${status}`);
      assert.doesNotMatch(text, /events|units/, `${role} ${path}`);
    }
    const nobody = await tries(page, game.id, role, 'US-NOBODY');
    assert.deepEqual(alike(found.answers, HIDDEN, 'X'), alike(nobody.answers, 'US-NOBODY', 'X'), 'who is hidden is as if he were not');
  }

  await one.keyboard.press('Escape');
  await mouse.endPhase(one);
  await decides(two, 'confederate:operations');
  for (const tab of ['order-of-battle', 'victory', 'report', 'log']) {
    if (await two.locator(`[data-tab="${tab}"]`).getAttribute('aria-expanded') !== 'true') await two.locator(`[data-tab="${tab}"]`).click();
  }
  for (const [page, who] of [[two, 'the Confederate'], [watcher, 'the watcher']]) {
    assert.deepEqual(await told(page, [`"${HERE}"`, `"${THERE}"`]), [], `${who} is told where the hidden unit is`);
    const seen = await shown(page);
    for (const square of [HERE, THERE]) assert.ok(!new RegExp(`data-(?:at|cell|label)="${square}"|in ${square}\\b`).test(seen), `${who} is shown ${square}`);
  }
  assert.deepEqual(await told(watcher, ['"11,20"', '"13,20"', '"men"']), [], 'whoever watches is told of no unit at all');
  assert.equal(await watcher.getByRole('button', { name: 'Where they fell' }).count(), 0);

  // The end: the same game from above and through either side's eyes.
  await house.server.ask('POST', `/games/${game.id}/resign`, { token: game.tokens.union, body: { request: 'the-end-of-hiding', version: (await house.server.ask('GET', `/games/${game.id}`, { token: game.tokens.union })).version } });
  await two.goto(`${house.server.url}/#/replay/${game.id}/0`);
  await two.waitForSelector('.screen-replay [data-board] [data-unit], .play-replay [data-board] [data-unit]');
  await two.waitForSelector(counter(HIDDEN));
  await two.waitForSelector(counter(FAR));
  await two.locator('[data-eyes]').selectOption('confederate');
  await two.waitForSelector(counter(HIDDEN), { state: 'detached' });
  await two.waitForSelector(counter(SEEN));
  await two.waitForSelector(counter(FAR));
  assert.match(await two.evaluate(() => location.hash), /\/0\/confederate$/);
  await two.locator('[data-eyes]').selectOption('union');
  await two.waitForSelector(counter(HIDDEN));
  await two.waitForSelector(counter(FAR), { state: 'detached' });
  await two.getByRole('button', { name: 'Next step' }).click();
  await stands(two, HIDDEN, THERE);
  await two.keyboard.press('Shift+E');
  await two.keyboard.press('Shift+E');
  await two.waitForSelector(counter(FAR));
  await stands(two, HIDDEN, THERE);
  await farewell(one, two, watcher);
});
