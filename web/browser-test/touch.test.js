// Two people who have nothing but fingers, one at a tablet and one at a telephone: choose, move, zoom, attack, retreat.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Fingers } from './fingers.js';
import { Server, keep, person, startBrowser, takeSeat } from './harness.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  server = await Server.start();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Waits until a counter stands in a hex. */
const stands = (page, unit, hex) => page.waitForSelector(`[data-board] [data-unit="${unit}"][data-hex="${hex}"]`);

test('pinching zooms around the fingers and stops at the whole map; one finger moves it', { timeout: 120_000 }, async () => {
  const game = await server.newGame('blue-gray/antietam');
  const page = await person(browser, TABLET);
  await takeSeat(page, server, game.id, game.tokens.union);
  const fingers = await Fingers.of(page);

  const before = await fingers.placeOf('0910');
  await fingers.pinch(before, 60, 120);
  const near = await fingers.placeOf('0910');
  assert.ok(near.width > before.width * 1.5, `${before.width} became ${near.width}`);
  assert.ok(Math.hypot(near.x - before.x, near.y - before.y) < before.width / 2, 'the hex stays under the fingers');

  await fingers.drag({ x: 300, y: 300 }, { x: 380, y: 350 });
  const moved = await fingers.placeOf('0910');
  assert.ok(Math.abs(moved.x - near.x - 80) < 15 && Math.abs(moved.y - near.y - 50) < 15, 'the map follows the finger');

  for (let times = 0; times < 5; times += 1) await fingers.pinch({ x: 300, y: 400 }, 240, 60);
  const whole = await page.evaluate(() => {
    const window = document.querySelector('[data-board]').getBoundingClientRect();
    const cells = [...document.querySelectorAll('[data-board] path.cell')].map((cell) => cell.getBoundingClientRect());
    const [top, bottom] = [Math.min(...cells.map((cell) => cell.top)), Math.max(...cells.map((cell) => cell.bottom))];
    return { above: top - window.top, below: window.bottom - bottom, share: (bottom - top) / window.height };
  });
  assert.ok(whole.above >= -1 && whole.below >= -1, 'the whole map is in the window');
  assert.ok(whole.share > 0.85, 'and no smaller than need be');
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('a move, an attack and a retreat by taps alone', { timeout: 120_000 }, async () => {
  const game = await server.newGame('blue-gray/antietam');
  const [one, two] = [await person(browser, TABLET), await person(browser, PHONE)];
  await takeSeat(one, server, game.id, game.tokens.union);
  await takeSeat(two, server, game.id, game.tokens.confederate);
  const [tablet, phone] = [await Fingers.of(one), await Fingers.of(two)];

  await tablet.bring('0607');
  await tablet.tapUnit('2/1/I');
  await one.waitForSelector('[data-board] [data-unit="2/1/I"].selected');
  await one.waitForSelector('[data-board] [data-lit][data-cell="0507"]');
  await keep(one, 'touch-selected');
  await tablet.tapHex('0507');
  await stands(one, '2/1/I', '0507');
  await stands(two, '2/1/I', '0507');

  await one.getByRole('button', { name: /^End movement/ }).tap();
  await one.getByRole('dialog').getByRole('button', { name: /^End movement/ }).tap();
  await one.waitForSelector('[data-decision="union:combat"]');
  await tablet.tapHex('0508');
  await one.getByRole('button', { name: /^Throw the die/ }).waitFor();
  await keep(one, 'touch-planner');
  await one.getByRole('radio', { name: 'die shows 1' }).tap({ force: true });
  await one.getByRole('button', { name: /^Throw the die/ }).tap();

  await two.waitForSelector('[data-decision="confederate:retreat"]');
  await two.waitForSelector('[data-board] [data-lit="retreat"]');
  const to = await two.locator('[data-board] [data-lit="retreat"]').first().getAttribute('data-cell');
  await phone.bring(to);
  await keep(two, 'touch-retreat');
  await phone.tapHex(to);
  await stands(one, 'Pelham', to);
  assert.deepEqual([...one.troubles, ...two.troubles], []);
  await one.context().close();
  await two.context().close();
});
