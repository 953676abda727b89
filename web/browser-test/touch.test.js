// Two people who have nothing but fingers, one at a tablet and one at a telephone: choose, move, zoom, attack, retreat.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fingers } from './fingers.js';
import { decides, farewell, keep, openHouse, person, stands, takeSeat } from './harness.js';

const house = openHouse();

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('pinching zooms around the fingers and stops at the whole map; one finger moves it', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  const page = await person(house.browser, TABLET);
  await takeSeat(page, house.server, game.id, game.tokens.union);
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
  await farewell(page);
});

test('a move, an attack and a retreat by taps alone', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  const [one, two] = [await person(house.browser, TABLET), await person(house.browser, PHONE)];
  await takeSeat(one, house.server, game.id, game.tokens.union);
  await takeSeat(two, house.server, game.id, game.tokens.confederate);
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
  await decides(one, 'union:combat');
  await tablet.tapHex('0508');
  await one.getByRole('button', { name: /^Throw the die/ }).waitFor();
  await keep(one, 'touch-planner');
  await one.getByRole('radio', { name: 'die shows 1' }).tap({ force: true });
  await one.getByRole('button', { name: /^Throw the die/ }).tap();

  await decides(two, 'confederate:retreat');
  await two.waitForSelector('[data-board] [data-lit="retreat"]');
  const to = await two.locator('[data-board] [data-lit="retreat"]').first().getAttribute('data-cell');
  await phone.bring(to);
  await keep(two, 'touch-retreat');
  await phone.tapHex(to);
  await stands(one, 'Pelham', to);
  await farewell(one, two);
});
