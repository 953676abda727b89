// Measures how smoothly the fullest table is panned and zoomed, and how soon an order is seen on the screen.
//
// Every unit of the largest battle stands on the map. Of each movement it prints the frames a second, the longest pause
// between two of them, and what a frame costs each of the browser's threads in processor time, which other work on the
// machine changes little: a sixtieth of a second is 16.7 ms. Of an order it prints when it is seen, and what it costs.
//
// LONGROLL_PROGRAM names the program (a release), LONGROLL_CHROMIUM the browser, LONGROLL_GPU=1 lets the browser use a graphics processor, LONGROLL_SECONDS is how long each movement takes.
import { chromium } from 'playwright-core';
import { Server, counter, middle, takeSeat } from '../browser-test/harness.js';
import { crowded } from '../browser-test/crowd.js';
import { used, usedWords } from './processor.js';

const CHROMIUM = process.env.LONGROLL_CHROMIUM ?? '/usr/bin/chromium';
const SECONDS = Number(process.env.LONGROLL_SECONDS ?? 3);
const ORDERS = 7;
const SIZES = { desk: { width: 1440, height: 813 }, tablet: { width: 820, height: 1180 }, phone: { width: 390, height: 844 } };

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** What was seen, in words. @param {number[]} shown when each frame was shown */
function summary(shown) {
  const pauses = shown.slice(1).map((now, index) => now - shown[index]);
  const seconds = (shown[shown.length - 1] - shown[0]) / 1000;
  return `${Math.round(pauses.length / seconds)} frames a second, half of them within ${median(pauses).toFixed(1)} ms, longest pause ${Math.round(Math.max(...pauses))} ms`;
}

/** Counts the frames that are shown while something is done. @param {import('playwright-core').Page} page @param {() => Promise<void>} work */
async function frames(page, work) {
  await page.evaluate(() => {
    const shown = /** @type {number[]} */ ([]);
    const step = (/** @type {number} */ now) => { shown.push(now); counting = requestAnimationFrame(step); };
    let counting = requestAnimationFrame(step);
    Object.assign(window, { framesShown: () => { cancelAnimationFrame(counting); return shown; } });
  });
  await work();
  return /** @type {Promise<number[]>} */ (page.evaluate(() => /** @type {any} */ (window).framesShown()));
}

/** Drags the map to and fro. @param {import('playwright-core').Page} page */
async function pan(page) {
  const board = await page.locator('[data-board]').boundingBox();
  if (!board) throw new Error('no board');
  const [x, y] = [board.x + board.width / 2, board.y + board.height / 2];
  const until = Date.now() + SECONDS * 1000;
  await page.mouse.move(x, y);
  await page.mouse.down({ button: 'middle' });
  for (let step = 0; Date.now() < until; step += 1) await page.mouse.move(x + Math.sin(step / 20) * board.width * 0.3, y + Math.cos(step / 27) * board.height * 0.25);
  await page.mouse.up({ button: 'middle' });
}

/** Turns the wheel in and out. @param {import('playwright-core').Page} page */
async function zoom(page) {
  const board = await page.locator('[data-board]').boundingBox();
  if (!board) throw new Error('no board');
  await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2);
  const until = Date.now() + SECONDS * 1000;
  for (let step = 0; Date.now() < until; step += 1) await page.mouse.wheel(0, Math.sin(step / 15) * 30);
}

/** How long after a key the counter of a unit is seen elsewhere, in milliseconds. @param {import('playwright-core').Page} page @param {string} unit @param {string} key */
async function untilSeen(page, unit, key) {
  await page.evaluate((selector) => {
    const one = /** @type {SVGElement} */ (document.querySelector(selector));
    let began = 0;
    addEventListener('keydown', (event) => { began ||= event.timeStamp; }, { capture: true, once: true });
    Object.assign(window, { seenAfter: new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now - began)));
      });
      watch.observe(one, { attributes: true, attributeFilter: ['data-at'] });
    }) });
  }, counter(unit));
  await page.keyboard.press(key);
  return /** @type {Promise<number>} */ (page.waitForFunction(() => /** @type {any} */ (window).seenAfter, null, { timeout: 10_000 }).then((handle) => handle.jsonValue()));
}

/** @param {import('playwright-core').Page} page @param {string} name @param {() => Promise<void>} work */
async function measure(page, name, work) {
  await page.waitForTimeout(1500);
  const before = await used(browser);
  const shown = await frames(page, work);
  console.log(`  ${name}: ${summary(shown)}; ms of the processor a frame: ${usedWords(before, await used(browser), shown.length)}`);
}

const server = await Server.start();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-quic', ...(process.env.LONGROLL_GPU ? [] : ['--disable-gpu'])] });
try {
  const { game, unit, number } = await crowded(server);
  for (const [name, viewport] of Object.entries(SIZES)) {
    const page = await (await browser.newContext({ viewport })).newPage();
    await takeSeat(page, server, game.id, game.tokens.union);
    console.log(`${name}, ${viewport.width} by ${viewport.height}, ${number} units:`);
    await measure(page, 'panning', () => pan(page));
    await measure(page, 'zooming', () => zoom(page));
    await page.context().close();
  }
  const page = await (await browser.newContext({ viewport: SIZES.desk })).newPage();
  await takeSeat(page, server, game.id, game.tokens.union);
  await page.locator(counter(unit)).scrollIntoViewIfNeeded();
  const { x, y } = await middle(page, counter(unit));
  await page.mouse.click(x, y);
  await page.waitForSelector(`${counter(unit)}.selected`);
  await page.waitForSelector('[data-lit="reach"]');
  const times = { order: /** @type {number[]} */ ([]), undo: /** @type {number[]} */ ([]) };
  const before = await used(browser);
  for (let turn = 0; turn < ORDERS; turn += 1) {
    times.order.push(await untilSeen(page, unit, '5'));
    await page.waitForTimeout(700);
    times.undo.push(await untilSeen(page, unit, 'z'));
    await page.waitForTimeout(700);
  }
  for (const [what, all] of Object.entries(times)) console.log(`an ${what} is seen after ${Math.round(median(all))} ms (${Math.round(Math.min(...all))} to ${Math.round(Math.max(...all))})`);
  console.log(`each costs, with all that follows it, ms of the processor: ${usedWords(before, await used(browser), 2 * ORDERS)}`);
} finally {
  await browser.close();
  await server.stop();
}
