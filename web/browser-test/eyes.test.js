// What new players stumbled over: what the bar offers and says, what a plan bears, and that nothing moves under the eye.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, counter, decides, farewell, middle, openHouse, person, stands, takeSeat } from './harness.js';
import { faultsOf, namesOnCounters } from './looks.js';

const house = openHouse();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Does something for whoever decides. */
async function act(game, action, dice) {
  const { version, decision } = game.view;
  const body = { request: `eyes-${game.id}-${version}`, version, action, dice };
  game.view = (await house.server.ask('POST', `/games/${game.id}/actions`, { token: game.tokens[decision.side], body })).view;
}

/** A game in which a Union brigade stands before a battery and must attack it. */
async function upToCombat() {
  const game = await house.server.newGame('blue-gray/antietam');
  await act(game, { move: { unit: '2/1/I', to: '0507' } });
  await act(game, { end_phase: {} });
  return game;
}

/** Whether the name of every counter can be read as the table opens. */
async function canRead(page) {
  const names = await namesOnCounters(page);
  assert.ok(names.length > 30 && names[0].height >= 11, `${names.length} names, ${JSON.stringify(names.slice(0, 3))}`);
}

test('who waits is offered a take-back and no undo, and it says what it takes back', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  await act(game, { move: { unit: '2/1/I', to: '0507' } });
  const [one, two] = [await person(house.browser), await person(house.browser)];
  await takeSeat(one, house.server, game.id, game.tokens.union);
  await takeSeat(two, house.server, game.id, game.tokens.confederate);
  assert.match(await one.getByRole('button', { name: 'Undo' }).getAttribute('title'), /^Undo: Hofmann \(2\/1\/I\) moves/);
  assert.equal(await two.getByRole('button', { name: 'Undo' }).count(), 0);
  await two.getByRole('button', { name: 'Take back…' }).click();
  await two.getByRole('dialog').getByRole('button', { name: 'Ask for it' }).click();
  await one.locator('[data-notice="take-back"]').getByText(/asks to take back “Hofmann \(2\/1\/I\) moves from 0706 to 0507/).waitFor();
  await farewell(one, two);
});

test('on a phone nobody advances at one touch', { timeout: 360_000 }, async () => {
  const game = await upToCombat();
  await act(game, { attack: { defenders: ['0508'], attackers: ['0507'], bombard: [] } }, [1]);
  await act(game, { retreat: { unit: 'Pelham', to: '0608' } });
  const page = await person(house.browser, PHONE);
  await takeSeat(page, house.server, game.id, game.tokens.union);
  const zoom = await page.evaluate(() => Number(document.querySelector('[style*="--zoom"]')?.style.getPropertyValue('--zoom')));
  assert.ok(zoom > 0 && zoom < 1, `what is printed on the map has its size: ${zoom}`);
  await canRead(page);
  await page.locator('.play-bar').getByRole('button', { name: 'Nobody advances' }).tap();
  await decides(page, 'union:combat');
  assert.equal(await page.locator('.play-bar').getByRole('button', { name: 'Nobody advances' }).count(), 0);
  await farewell(page);
});

test('lines of sight leave an attack as it is planned', { timeout: 360_000 }, async () => {
  const game = await upToCombat();
  const page = await person(house.browser);
  await takeSeat(page, house.server, game.id, game.tokens.union);
  const click = async (hex) => {
    const { x, y } = await middle(page, cell(hex));
    await page.mouse.click(x, y);
  };
  await click('0508');
  await page.getByRole('heading', { name: 'Attack on 0508' }).waitFor();
  await page.keyboard.press('x');
  for (const hex of ['0507', '0508', '0610']) {
    await click(hex);
    await page.waitForSelector(`[data-board] [data-lit="chosen"][data-cell="${hex}"]`);
  }
  const attackers = page.locator('[data-panel="combat"]').getByRole('checkbox');
  assert.equal(await attackers.first().isChecked(), true);
  assert.equal(await page.getByRole('heading', { name: 'Attack on 0508' }).count(), 1);
  await page.keyboard.press('x');
  await click('0507');
  await page.waitForFunction(() => !document.querySelector('[data-panel="combat"] input[type="checkbox"]').checked);
  await farewell(page);
});

test('on the front page nothing moves once it is seen, and its pictures have the size they are shown in', { timeout: 360_000 }, async () => {
  for (const options of [{ viewport: { width: 1440, height: 813 } }, PHONE]) {
    const page = await person(house.browser, options);
    await page.addInitScript(() => {
      window.moved = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.moved += value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(house.server.url);
    await page.waitForFunction(() => document.querySelector('.battle-picture')?.naturalWidth > 0);
    await page.evaluate(() => document.fonts.ready);
    const first = await page.locator('.battle-picture').first().evaluate((image) => ({
      loading: image.loading, natural: image.naturalWidth / image.naturalHeight, shown: image.clientWidth / image.clientHeight,
    }));
    assert.notEqual(first.loading, 'lazy');
    assert.ok(Math.abs(first.natural - first.shown) < 0.1, `${first.natural} is shown as ${first.shown}`);
    const moved = await page.evaluate(() => window.moved);
    assert.ok(moved < 0.05, `things moved by ${moved}`);
    await farewell(page);
  }
});

test('at the opening zoom of a laptop numbers can be read, and those that are pointed at or spoken of with ease', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  await act(game, { move: { unit: '2/1/I', to: '0507' } });
  const page = await person(house.browser, { viewport: { width: 1440, height: 813 } });
  await takeSeat(page, house.server, game.id, game.tokens.union);
  const { x, y } = await middle(page, cell('1110'));
  await page.mouse.move(x, y);
  await page.waitForSelector('[data-board] .labels-pointer [data-label="1110"]');
  const heights = await page.evaluate(() => {
    const size = (element) => Number.parseFloat(getComputedStyle(element).fontSize) * element.getScreenCTM().d;
    const texts = (selector) => [...document.querySelectorAll(`[data-board] ${selector}`)].map(size);
    return { printed: texts('[data-layer="numbers"] text'), spoken: texts('.labels-spoken text'), pointed: texts('.labels-pointer text') };
  });
  assert.equal(heights.spoken.length, 2, 'where the last move began and ended');
  assert.ok([...heights.spoken, ...heights.pointed].every((height) => height >= 12), JSON.stringify(heights));
  assert.ok(heights.printed.every((height) => height > 9), `${Math.min(...heights.printed)}`);
  await canRead(page);

  // The table with the most units, and two halves of each brigade to tell apart.
  const fullest = await house.server.newGame('grand-tactical/antietam');
  await takeSeat(page, house.server, fullest.id, fullest.tokens.union);
  await page.waitForSelector(counter('US-SEYMOUR-A'));
  await canRead(page);
  await farewell(page);
});

test('the victory panel says what wins, what scores and who has it; a place is shown, a rule opened', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  const page = await person(house.browser);
  await takeSeat(page, house.server, game.id, game.tokens.union);
  await page.keyboard.press('v');
  const panel = page.locator('[data-panel="victory"]');
  await panel.getByText(/^When turn 10 ends, the Union wins with more points/).waitFor();
  await panel.getByText('Turn 1 of 10: 10 turns are left, with this one.').waitFor();
  assert.match(await panel.getByRole('row', { name: /^Only if the game ended now/ }).innerText(), /0\s+15/);
  assert.match(await panel.getByRole('row', { name: /^Scored for good/ }).innerText(), /0\s+0/);
  assert.match(await page.locator('.headline').innerText(), /0 : 0 scored\s+0 : 15 held now/);
  await panel.getByRole('button', { name: /^Sharpsburg: all 4 hexes/ }).click();
  await panel.getByRole('button', { name: 'Rule BG-A 17.2' }).click();
  await page.getByRole('dialog').getByText('17.2').first().waitFor();
  await farewell(page);
});

test('against a computer the staff says what it expects until it is told not to; the map keeps its place', { timeout: 360_000 }, async () => {
  const seats = { union: { holder: 'me' }, confederate: { holder: 'computer', level: 'recruit' } };
  const game = await house.server.newGame('blue-gray/antietam', { seats, dice: 'seeded' });
  const page = await person(house.browser);
  await takeSeat(page, house.server, game.id, game.tokens.union);
  const top = () => page.locator('[data-board]').evaluate((board) => board.getBoundingClientRect().top);
  const before = await top();
  const expected = page.getByRole('region', { name: 'What the staff expects' });
  await expected.getByText(/^Expected/).waitFor();
  assert.ok(Math.abs(await top() - before) < 1, `from ${before} to ${await top()}`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('Preferences…', { exact: true }).click();
  await page.getByRole('checkbox', { name: /staff expects/ }).uncheck();
  await page.keyboard.press('Escape');
  await expected.waitFor({ state: 'hidden' });
  await farewell(page);
});

test('threats, a column and a plan for all that is owed, on one table', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  const page = await person(house.browser, { viewport: { width: 1440, height: 813 } });
  await takeSeat(page, house.server, game.id, game.tokens.union);
  const lit = (kind, hex) => page.waitForSelector(`[data-board] [data-lit="${kind}"]${hex ? `[data-cell="${hex}"]` : ''}`, { state: 'attached' });
  const to = async (hex) => {
    const { x, y } = await middle(page, cell(hex));
    await page.mouse.move(x, y);
    return { x, y };
  };

  // An enemy that is pointed at: where he could go, and whom he could attack.
  await page.locator(counter('Hood')).click();
  await Promise.all([lit('threat-reach', '0809'), lit('threat-3', '0907')]);
  await page.locator('.cell-card-note').getByText(/^Hood could attack .*0907/).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[data-lit="threat-reach"]').count(), 0);
  // Who could attack here, and everything that is threatened.
  await to('0706');
  await page.keyboard.press('q');
  await page.locator('.map-note').getByText(/by units on the map/).waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await page.keyboard.press('Escape');
  await page.keyboard.press('w');
  await Promise.all([lit('threat-3', '0706'), lit('threat-zone')]);
  await page.keyboard.press('w');
  // What would follow from standing there.
  await page.locator(counter('2/1/I')).click();
  await to('0507');
  await page.locator('[data-board] .badge').getByText(/^you 2-1, they /).waitFor();
  await page.keyboard.press('Escape');

  // A stack marches together and goes back together.
  await page.locator(counter('1/1/I')).first().click({ modifiers: ['Control'] });
  await page.locator('[data-board] .badge.order').waitFor();
  await lit('reach', '0906');
  const { x, y } = await to('0906');
  await page.mouse.click(x, y);
  await Promise.all(['1/1/I', '3/1/I'].map((unit) => stands(page, unit, '0906')));
  assert.match(await page.getByRole('button', { name: 'Undo' }).getAttribute('title'), /the march of 2 units/);
  await page.keyboard.press('u');
  await Promise.all(['1/1/I', '3/1/I'].map((unit) => stands(page, unit, '0804')));

  // Two duties: each with the best it could have, and a plan for both at one press.
  game.view = await house.server.ask('GET', `/games/${game.id}`, { token: game.tokens.union });
  await act(game, { move: { unit: '2/1/I', to: '0507' } });
  await act(game, { move: { unit: '1/3/I', to: '0909' } });
  await act(game, { end_phase: {} });
  await decides(page, 'union:combat');
  await page.locator('.fight-best').first().waitFor();
  await page.keyboard.press('Shift+P');
  await page.getByRole('heading', { name: /^A plan for all: \d attacks$/ }).waitFor();
  await page.getByRole('heading', { name: /^Attack on / }).waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await farewell(page);
});
