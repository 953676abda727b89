// A turn of Brigade at the table: the Union by mouse, the Confederate by keys, a telephone by fingers.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Fingers } from './fingers.js';
import { keys, mouse } from './hands.js';
import { PROGRAM, cell, counter, decides, exceptInSoak, farewell, keep, middle, openHouse, person, stands, takeSeat } from './harness.js';
import { faultsOf, namesOnCounters } from './looks.js';

const house = openHouse();
const SEYMOUR = 'US-I-MEADE-SEYMOUR';
const HARTSUFF = 'US-I-RICKETTS-HARTSUFF';
/** Two in one hex. */
const STACK = ['US-I-RICKETTS-DURYEA', 'US-I-RICKETTS-MATTHEWS-ART'];
const LEE = 'CS-JS-STUART-FLEE';
const WALKER = 'CS-JS-LAWTON-JAWALKER';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Does something as a program would. */
async function order(game, side, action, dice) {
  const token = game.tokens[side];
  const { version } = await house.server.ask('GET', `/games/${game.id}`, { token });
  order.count = (order.count ?? 0) + 1;
  const body = { request: `brigade-${order.count}`, version, action, ...(dice ? { dice } : {}) };
  return house.server.ask('POST', `/games/${game.id}/actions`, { token, body });
}

/** Drags a counter to a hex with the mouse, a key held. */
async function carry(page, unit, to, key) {
  const [from, there] = [await middle(page, counter(unit)), await middle(page, cell(to))];
  await page.keyboard.down(key);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(there.x, there.y, { steps: 6 });
  await page.locator('[data-board] .badge.order').first().waitFor();
  await page.mouse.up();
  await page.keyboard.up(key);
}

/** The strength that a counter shows. */
async function shows(page, unit, strength) {
  await page.waitForFunction(([id, wanted]) => document.querySelector(`[data-board] [data-unit="${id}"]`)?.textContent.includes(wanted), [unit, String(strength)]);
}

test('a player-turn by mouse: corps, march, bombardment, an assault on two hexes; the enemy chooses by keys', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('brigade/antietam', { scenario: 'hooker-attacks' });
  const [one, two] = [await person(house.browser), await person(house.browser)];
  await takeSeat(one, house.server, game.id, game.tokens.union);
  await takeSeat(two, house.server, game.id, game.tokens.confederate);

  // Two corps are named, one by its unit on the map, one in the panel; the third comes later and is dimmed.
  await decides(one, 'union:activation');
  const [smallest] = await namesOnCounters(one);
  assert.ok(smallest.height >= 11, `${smallest.text} is ${smallest.height} pixels high`);
  await one.locator('[data-corps="I"]').click();
  await one.locator('[data-corps="XII"]').click();
  await one.waitForSelector(`${counter('US-II-SEDGWICK-DANA')}.faded`);
  await one.waitForSelector('[data-corps="II"][aria-disabled="true"]');
  await keep(one, 'brigade-activation');
  await one.getByRole('button', { name: /^Name I and XII Corps/ }).click();
  await decides(one, 'union:rally');
  await mouse.endPhase(one);

  await decides(one, 'union:movement');
  await mouse.move(one, SEYMOUR, '1314');
  await stands(two, SEYMOUR, '1314');
  await mouse.undo(one);
  await stands(two, SEYMOUR, '1114');

  // A stack is dragged with Shift held: both march, and one undo brings both back.
  await carry(one, STACK[0], '1115', 'Shift');
  await Promise.all(STACK.map((unit) => stands(two, unit, '1115')));
  assert.match(await one.getByRole('button', { name: 'Undo' }).getAttribute('title'), /the march of 2 units/);
  await mouse.undo(one);
  await Promise.all(STACK.map((unit) => stands(two, unit, '1015')));

  await order(game, 'union', { move: { unit: SEYMOUR, to: '1314' } });
  await order(game, 'union', { move: { unit: HARTSUFF, to: '1315' } });
  await stands(one, HARTSUFF, '1315');
  await mouse.endPhase(one);

  // Guns bombard cavalry on the heights, and its counter is turned over.
  await decides(one, 'union:bombardment');
  await shows(two, LEE, 4);
  await mouse.attack(one, '1020', 6);
  await one.getByText(/^DR|^D1|^EX/).first().waitFor();
  await keep(one, 'brigade-bombardment');
  if ((await one.locator('[data-decision]').first().getAttribute('data-decision')) === 'confederate:retreat') await keys.choose(two, 'retreat');
  await decides(one, 'union:bombardment');
  await mouse.endPhase(one);

  // Two hexes are taken into one assault and one is left out again; the enemy is beaten and answers by keys.
  await decides(one, 'union:assault');
  await one.getByRole('button', { name: /^1414/ }).click();
  await one.getByRole('button', { name: 'Add 1415 to this attack' }).click();
  await one.getByRole('heading', { name: 'Assault on 1414 and 1415' }).waitFor();
  await one.getByRole('button', { name: 'Leave 1415 out of this attack' }).click();
  await one.getByRole('heading', { name: 'Assault on 1414', exact: true }).waitFor();
  await keep(one, 'brigade-assault');
  assert.deepEqual(await faultsOf(one), []);
  await one.getByRole('radio', { name: 'die shows 5' }).check();
  await one.getByRole('button', { name: /^Throw the die/ }).click();
  await decides(two, 'confederate:retreat');
  const left = await keys.choose(two, 'retreat');
  await stands(one, WALKER, left);
  await decides(one, 'union:advance');
  await mouse.choose(one, 'advance');
  await one.getByText(/advances from .* to 1414/).waitFor();

  // The replay shows the same story from its beginning.
  await one.goto(`${house.server.url}/#/replay/${game.id}/0`);
  await stands(one, SEYMOUR, '1114');
  await one.getByRole('button', { name: /last step|end of the game|to the end/i }).click();
  await stands(one, WALKER, left);
  await farewell(one, two);
});

test('by keys alone: corps are named, a rally is thrown for, a unit moves', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('brigade/antietam', { scenario: 'hooker-attacks', from: await weary() });
  const page = await person(house.browser);
  await takeSeat(page, house.server, game.id, game.tokens.union);
  await decides(page, 'union:activation');
  await page.locator('[data-board]').focus();
  await page.keyboard.press('n');
  await page.keyboard.press('m');
  await page.waitForSelector('[data-corps="I"][aria-pressed="true"]');
  await page.keyboard.press('f');
  await decides(page, 'union:rally');
  await shows(page, SEYMOUR, 3);
  await page.keyboard.press('n');
  await page.getByRole('radio', { name: 'die shows 4' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('f');
  await page.getByText('Seymour rallies and has both steps again.').waitFor();
  await shows(page, SEYMOUR, 5);
  await keys.endPhase(page);
  await decides(page, 'union:movement');
  await keys.move(page, HARTSUFF, '1014');
  await stands(page, HARTSUFF, '1014');
  await farewell(page);
});

test('on a telephone: corps by taps, a move by taps, and the panel says what each corps could do', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('brigade/antietam', { scenario: 'hooker-attacks' });
  const page = await person(house.browser, PHONE);
  await takeSeat(page, house.server, game.id, game.tokens.union);
  await page.getByText(/12 units, strength 48/).waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await page.locator('[data-corps="I"]').tap();
  await page.getByRole('button', { name: /^Name I Corps/ }).tap();
  await decides(page, 'union:rally');
  await order(game, 'union', { end_phase: {} });
  await decides(page, 'union:movement');
  const fingers = await Fingers.of(page);
  await fingers.bring('1114');
  await fingers.tapUnit(SEYMOUR);
  await page.waitForSelector('[data-board] [data-lit][data-cell="1113"]');
  await keep(page, 'brigade-phone');
  await fingers.tapHex('1113');
  await stands(page, SEYMOUR, '1113');

  // A finger that stays on a stack is offered the whole of it; then it is dragged.
  await fingers.hold(STACK[0]);
  await page.getByRole('button', { name: 'Take the whole stack' }).tap();
  await page.waitForSelector('[data-board] [data-lit="reach"][data-cell="1115"]');
  await fingers.drag(await middle(page, counter(STACK[0])), await fingers.placeOf('1115'));
  await Promise.all(STACK.map((unit) => stands(page, unit, '1115')));
  await page.locator('.play-bar').getByRole('button', { name: 'Undo' }).tap();
  await Promise.all(STACK.map((unit) => stands(page, unit, '1015')));
  await farewell(page);
});

test('every panel can be looked at, by night and on a telephone', { skip: exceptInSoak, timeout: 720_000 }, async () => {
  const game = await house.server.newGame('brigade/antietam');
  for (const options of [{ colorScheme: 'dark' }, PHONE]) {
    const page = await person(house.browser, options);
    await takeSeat(page, house.server, game.id, game.tokens.union);
    for (const panel of ['combat', 'charts', 'order-of-battle', 'arrivals', 'turn-track', 'victory']) {
      const tab = page.locator(`[data-tab="${panel}"]`);
      if (await tab.getAttribute('aria-expanded') === 'false') await tab.click();
      await page.waitForSelector(`[data-panel="${panel}"]:not([hidden])`);
      assert.deepEqual(await faultsOf(page), [], panel);
      await keep(page, `brigade-${panel}-${options.colorScheme ?? 'phone'}`);
    }
    await farewell(page);
  }
});

/** The beginning, with a brigade that has lost a step. */
async function weary() {
  const text = await promisify(execFile)(PROGRAM, ['position', 'new', 'brigade/antietam', '--scenario', 'hooker-attacks']);
  const { seed: _, ...position } = JSON.parse(text.stdout);
  return { ...position, units: position.units.map((unit) => (unit.id === SEYMOUR ? { ...unit, steps: 1 } : unit)) };
}
