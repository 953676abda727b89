// The first minutes of somebody who has never been here: from the front page to a move, with what the page says on
// the way, and to the end of a game that is given up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, counter, farewell, middle, openHouse, person, stands, takeSeat } from './harness.js';

const house = openHouse();

/** Chooses a counter or a hex with the mouse. */
async function click(page, selector) {
  const { x, y } = await middle(page, selector);
  await page.mouse.click(x, y);
}

test('one press leads to a table that says what can be done next, until it is told not to', { timeout: 360_000 }, async () => {
  const page = await person(house.browser);
  await page.goto(house.server.url);
  await page.getByRole('button', { name: 'Play a first game' }).click();
  await page.waitForSelector('[data-board] [data-unit]');
  const advice = page.locator('.play-advice');
  await advice.getByText(/^More points win after turn 10: .* Pick a unit/).waitFor();

  await click(page, counter('1/3/I'));
  await advice.getByText(/^Point at a lit hex/).waitFor();
  await page.waitForSelector('[data-board] [data-lit="reach"][data-cell="1109"]');
  await click(page, cell('1109'));
  await stands(page, '1/3/I', '1109');
  await advice.getByText(/^Pick a unit/).waitFor();

  await page.getByRole('button', { name: 'No more advice' }).click();
  await advice.waitFor({ state: 'hidden' });
  await page.reload();
  await page.waitForSelector('[data-board] [data-unit]');
  assert.equal(await advice.isVisible(), false, 'it stays away');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('Preferences…', { exact: true }).click();
  await page.getByRole('checkbox', { name: /what can be done next/ }).check();
  await page.keyboard.press('Escape');
  await advice.waitFor();

  // Whoever has a game is not asked to play a first one.
  await page.goto(`${house.server.url}/#/`);
  await page.waitForSelector('.my-games [data-game]');
  assert.equal(await page.getByRole('button', { name: 'Play a first game' }).count(), 0);
  await farewell(page);
});

test('the map is where it stays from the first time it is seen with its units', { timeout: 360_000 }, async () => {
  const page = await person(house.browser);
  await page.addInitScript((selector) => {
    window.places = [];
    // A new observer hears of sizes last of all, just before the frame is painted.
    const look = () => requestAnimationFrame(() => {
      const last = new ResizeObserver(() => {
        last.disconnect();
        const found = document.querySelector(selector);
        if (found) window.places.push(found.getBoundingClientRect());
        look();
      });
      last.observe(document.documentElement);
    });
    look();
  }, counter('1/3/I'));
  await page.goto(house.server.url);
  await page.getByRole('button', { name: 'Play a first game' }).click();
  await page.locator('.play-advice').getByText(/Pick a unit/).waitFor();
  await middle(page, counter('1/3/I'));
  const places = await page.evaluate(() => window.places.map(({ x, y }) => ({ x, y })));
  const last = places.at(-1);
  const astray = places.filter(({ x, y }) => Math.hypot(x - last.x, y - last.y) > 4);
  assert.ok(places.length > 0, 'it was seen');
  assert.deepEqual(astray, [], `it came to rest at ${JSON.stringify(last)}`);
  await farewell(page);
});

test('the first view shows the wing that begins the battle, and what is said stands beside the map', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  const page = await person(house.browser, { viewport: { width: 1440, height: 813 } });
  await takeSeat(page, house.server, game.id, game.tokens.union);
  await page.locator('.play-advice').getByText(/Pick a unit/).waitFor();
  const [hidden, blank] = await page.evaluate(() => {
    const window = document.querySelector('[data-board]').getBoundingClientRect();
    const covers = [...document.querySelectorAll('.play-advice, .play-zoom, .play-card:not([hidden])')].map((element) => element.getBoundingClientRect());
    const within = (box, x, y) => x > box.left && x < box.right && y > box.top && y < box.bottom;
    const corps = [...document.querySelectorAll('[data-board] [data-unit]')].filter(({ dataset }) => /\/(I|XII)$/.test(dataset.unit));
    const map = document.querySelector('.board-map').getBoundingClientRect();
    const seen = (Math.min(map.right, window.right) - Math.max(map.left, window.left)) * (Math.min(map.bottom, window.bottom) - Math.max(map.top, window.top));
    return [corps.map((unit) => {
      const { left, top, width, height } = unit.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return within(window, x, y) && !covers.some((box) => within(box, x, y)) ? null : unit.dataset.unit;
    }).filter(Boolean), 1 - seen / (window.width * window.height)];
  });
  assert.deepEqual(hidden, []);
  assert.ok(blank < 0.25, `${blank} of the window is blank`);
  await farewell(page);
});

test('the map grows and shrinks by its buttons, and takes keys while a button has the focus', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  const page = await person(house.browser);
  await takeSeat(page, house.server, game.id, game.tokens.union);
  const width = async () => (await middle(page, cell('1210'))).width;
  const before = await width();
  await page.getByRole('button', { name: 'Larger' }).click();
  await page.waitForFunction(([selector, last]) => document.querySelector(selector).getBoundingClientRect().width > last * 1.2, [cell('1210'), before]);
  await page.getByRole('button', { name: 'The whole map' }).click();
  await page.waitForFunction(([selector, last]) => document.querySelector(selector).getBoundingClientRect().width < last * 0.8, [cell('1210'), before]);
  await page.getByRole('button', { name: 'Menu' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('[data-board] .board-cursor [data-at]');
  await farewell(page);
});

test('after a resignation nobody can be moved and no phase be ended', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  const [one, two] = [await person(house.browser), await person(house.browser)];
  await takeSeat(one, house.server, game.id, game.tokens.union);
  await takeSeat(two, house.server, game.id, game.tokens.confederate);
  await two.getByRole('button', { name: 'Menu' }).click();
  await two.getByText('Resign…', { exact: true }).click();
  await two.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const page of [one, two]) {
    await page.locator('.side-chip').getByText('Union victory').waitFor();
    assert.equal(await page.getByRole('button', { name: /^End movement/ }).isVisible(), false);
    await page.locator('[data-board]').focus();
    await page.keyboard.press('n');
    assert.equal(await page.locator('[data-board] [data-lit="reach"]').count(), 0);
    await page.locator('.play-advice').waitFor({ state: 'hidden' });
  }
  await farewell(one, two);
});
