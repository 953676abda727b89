// A board of squares in a real browser: eight directions by keys and number pad, stacks of three by mouse and finger,
// counters that face somewhere. A picture by day and by night is kept, to be looked at.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Fingers } from './fingers.js';
import { cell, counter, farewell, keep, middle, openHouse, person } from './harness.js';
import { serveSquares } from './squares.js';

/** @type {Awaited<ReturnType<typeof serveSquares>>} */
let squares;
const house = openHouse(async ({ server }) => { squares = await serveSquares(server.url); });
after(() => squares?.stop());

/** Somebody before the board. */
async function looker(options = {}, theme = 'light') {
  const page = await person(house.browser, options);
  await page.goto(`${squares.url}?theme=${theme}`);
  await page.waitForSelector('[data-board] [data-unit]');
  return page;
}

const ring = (page) => page.locator('[data-board] .board-cursor [data-at]').getAttribute('data-at');

/** A stack of so many, and its units from the top. */
const stackOf = (page, size) => page.evaluate((wanted) => {
  const cells = Map.groupBy(window.units, (unit) => unit.cell);
  const found = [...cells].find(([, units]) => units.length === wanted);
  return { cell: found[0], units: found[1].map(({ id }) => id) };
}, size);

test('the cursor goes in eight directions, by arrows and by the number pad, and stops at the edge', async () => {
  const page = await looker();
  await page.evaluate(() => { window.board.cursor = '10,10'; window.board.focus(); });
  const walk = async (key, expected) => {
    // The driver's number pad has its lock off: its digits are told as a keyboard tells them.
    if (key.startsWith('Numpad')) await page.evaluate((code) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { code, key: code.at(-1), bubbles: true })), key);
    else await page.keyboard.press(key);
    assert.equal(await ring(page), expected, key);
  };
  await walk('ArrowUp', '9,10');
  await walk('ArrowRight', '9,11');
  await walk('ArrowDown', '10,11');
  await walk('ArrowLeft', '10,10');
  await walk('Numpad7', '9,9');
  await walk('Numpad3', '10,10');
  await walk('Numpad9', '9,11');
  await walk('Numpad1', '10,10');
  await walk('Numpad6', '10,11');
  await walk('Numpad4', '10,10');
  await walk('Numpad8', '9,10');
  await walk('Numpad2', '10,10');
  await page.evaluate(() => { window.board.cursor = '0,0'; });
  for (const key of ['ArrowUp', 'ArrowLeft', 'Numpad7', 'Numpad4', 'Numpad9', 'Numpad1']) await walk(key, '0,0');
  await walk('Numpad3', '1,1');
  await farewell(page);
});

test('a stack of three is spread under the mouse; one of it is picked, and goes where it is told', async () => {
  const page = await looker();
  const { cell: home, units } = await stackOf(page, 3);
  await page.evaluate((where) => window.board.centreOn(where), home);
  const under = await middle(page, counter(units[0]));
  await page.mouse.move(under.x, under.y);
  await page.waitForSelector('[data-board] .fan .plate');
  assert.equal(await page.locator('[data-board] .fan [data-unit]').count(), 3);
  const third = await middle(page, counter(units[2]));
  await page.mouse.click(third.x, third.y);
  await page.waitForSelector(`${counter(units[2])}.selected`);
  const goal = await page.locator('[data-board] [data-lit="reach"]').evaluateAll((lit) => lit.map((one) => one.dataset.cell).find((name) => window.board.unitsAt(name).length === 0));
  const { x, y } = await middle(page, cell(goal));
  await page.mouse.move(x, y);
  await page.waitForTimeout(350);
  await page.mouse.click(x, y);
  await page.waitForSelector(`[data-board] [data-unit="${units[2]}"][data-at="${goal}"]`);
  // Its facing goes with it.
  const facing = await page.evaluate((id) => window.units.find((unit) => unit.id === id).facing, units[2]);
  assert.equal(await page.locator(`${counter(units[2])} .facing`).getAttribute('data-facing'), facing);
  await farewell(page);
});

test('a counter is dragged, and one of a stack is picked by keys', async () => {
  const page = await looker();
  const { cell: home, units: [unit] } = await stackOf(page, 1);
  await page.evaluate((where) => window.board.centreOn(where), home);
  const [row, column] = home.split(',').map(Number);
  const goal = await page.evaluate((names) => names.find((name) => window.board.unitsAt(name).length === 0), [`${row + 1},${column + 1}`, `${row},${column - 1}`, `${row - 1},${column - 1}`, `${row + 1},${column}`]);
  const [from, to] = [await middle(page, counter(unit)), await middle(page, cell(goal))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await page.waitForSelector(`[data-board] [data-unit="${unit}"][data-at="${goal}"]`);
  const { cell: stacked, units } = await stackOf(page, 3);
  await page.evaluate((where) => { window.board.cursor = where; window.board.focus(); }, stacked);
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await page.waitForSelector(`${counter(units[2])}.selected`);
  const told = await page.evaluate(() => window.heard.findLast(([name]) => name === 'cell')[1]);
  assert.deepEqual([told.cell, told.unit, told.pointer, told.picked], [stacked, units[2], 'key', true]);
  await farewell(page);
});

test('a finger picks and moves, two zoom', async () => {
  const page = await looker({ hasTouch: true, viewport: { width: 800, height: 600 } });
  const fingers = await Fingers.of(page);
  const { cell: home, units: [unit] } = await stackOf(page, 1);
  await page.evaluate((where) => window.board.centreOn(where), home);
  await fingers.tapUnit(unit);
  await page.waitForSelector(`${counter(unit)}.selected`);
  const before = await fingers.widthOf(home);
  await fingers.pinch(await fingers.placeOf(home), 120, 180);
  assert.ok(await fingers.widthOf(home) > before * 1.2, 'it grows under the fingers');
  const goal = await page.locator('[data-board] [data-lit="reach"]').evaluateAll((lit, from) => lit.map((one) => one.dataset.cell).find((name) => {
    const [a, b] = [name.split(',').map(Number), from.split(',').map(Number)];
    return window.board.unitsAt(name).length === 0 && Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) === 1;
  }), home);
  await fingers.tapHex(goal);
  await page.waitForSelector(`[data-board] [data-unit="${unit}"][data-at="${goal}"]`);
  await farewell(page);
});

for (const theme of ['light', 'dark']) {
  test(`the ${theme} board of squares shows facings, strengths, looks, badges and lights`, async () => {
    const page = await looker({ viewport: { width: 1440, height: 900 } }, theme);
    const id = await page.evaluate(() => {
      const { board, units, showAll } = window;
      const far = (a, b) => Math.max(...a.cell.split(',').map((value, axis) => Math.abs(value - b.cell.split(',')[axis])));
      const enemy = (a, b) => a.id.slice(0, 2) !== b.id.slice(0, 2);
      const crowd = (unit) => units.filter((other) => enemy(unit, other) && far(unit, other) <= 4).length + (board.unitsAt(unit.cell).length > 1 ? 1 : 0);
      // Somebody near the enemy, with the most around him to be seen.
      const [chosen] = units.toSorted((a, b) => crowd(b) - crowd(a));
      board.centreOn(chosen.cell);
      showAll(chosen.id);
      return chosen.id;
    });
    for (const part of ['.facing', '.slot-strength', '.counter-badge', '.signs *']) {
      assert.ok(await page.locator(`[data-board] .unit ${part}`).count() > 5, part);
    }
    assert.match(await page.locator(counter(id)).getAttribute('aria-label'), /facing (north|east|south|west)/);
    await page.waitForTimeout(500);
    await keep(page, `squares-${theme}`);
    await page.evaluate(() => window.board.zoomBy(1.8));
    await page.waitForTimeout(700);
    await page.evaluate((cell) => window.board.fan(cell), (await stackOf(page, 3)).cell);
    await keep(page, `squares-near-${theme}`);
    await farewell(page);
  });
}
