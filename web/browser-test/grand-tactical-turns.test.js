// A whole turn of the Grand-tactical game by each hand at each level: every day one level a hand, all nine in the soak.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fingers } from './fingers.js';
import { cell, counter, decides, exceptInSoak, farewell, middle, openHouse, person, stands } from './harness.js';

const BATTLE = 'grand-tactical/antietam';
const house = openHouse(async ({ server }) => {
  await (await fetch(`${server.url}/api/v1/battles/${BATTLE}/map.svg?theme=light`)).text();
});
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Who stands where, and where each goes in its first phase. */
const UNION = { unit: 'US-GIBBON-A', at: '11,20', step: '10,20', target: '13,20' };
const CONFEDERATE = { unit: 'CS-LAW-A', at: '13,20', step: '14,20', target: '11,21' };

/** Two half-brigades against two, at the beginning of a turn. */
async function begin(level) {
  const options = level === 'basic' ? [] : [`4=${level}`];
  const faces = (facing) => (level === 'basic' ? {} : { facing });
  const units = [
    { id: UNION.unit, square: UNION.at, ...faces(5) }, { id: 'US-GIBBON-B', square: '11,21', ...faces(5) },
    { id: CONFEDERATE.unit, square: CONFEDERATE.at, ...faces(1) }, { id: 'CS-LAW-B', square: '13,22', ...faces(1) },
  ];
  const phase = level === 'basic' ? 'operations' : 'activation';
  const seats = { union: { holder: 'me' }, confederate: { holder: 'here' } };
  return house.server.newGame(BATTLE, { options, seats, dice: 'seeded', from: { game: BATTLE, scenario: 'september-17', options, turn: 4, phase, side: 'union', units } });
}

/** Both players at one screen. */
async function sit(page, game) {
  await page.goto(house.server.url);
  await page.evaluate(async (made) => (await import('/js/store.js')).keepCreated(made), game);
  await page.goto(`${house.server.url}/#/game/${game.id}`);
  await page.waitForSelector('[data-board] [data-unit]');
}

const ENDS = /^(End activation|To combat)/;

/** The hands: each activates, picks, goes, turns, plots and ends a phase in its own way. */
const HANDS = {
  mouse: {
    person: () => person(house.browser),
    ready: () => {},
    activate: (page) => page.locator('[data-division="Doubleday"]').click(),
    async pick(page, unit) {
      const { x, y } = await middle(page, counter(unit));
      await page.mouse.click(x, y);
    },
    async point(page, square) {
      const { x, y } = await middle(page, cell(square));
      await page.mouse.click(x, y);
    },
    async turn(page, unit) {
      const { x, y } = await middle(page, counter(unit));
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, 60);
    },
    plot: (page, square) => HANDS.mouse.point(page, square),
    letGo: (page) => page.getByRole('button', { name: 'Let go of the unit' }).click(),
    end: (page) => page.getByRole('button', { name: ENDS }).first().click(),
    sure: (yes) => yes.click(),
  },
  keys: {
    person: () => person(house.browser),
    ready: (page) => page.locator('[data-board]').focus(),
    async activate(page) {
      for (let presses = 0; presses < 20 && await page.locator('.gt-seen [data-division="Doubleday"]').count() === 0; presses += 1) await page.keyboard.press('n');
      await page.keyboard.press('Enter');
    },
    async pick(page, unit) {
      for (let presses = 0; presses < 12 && await page.locator(`${counter(unit)}.selected`).count() === 0; presses += 1) {
        await page.keyboard.press('n');
        await page.waitForTimeout(60);
      }
    },
    async point(page, square) {
      await walk(page, square);
      await page.keyboard.press('Enter');
    },
    turn: (page) => page.keyboard.press(']'),
    async plot(page, square) {
      await walk(page, square);
      await page.keyboard.press('f');
    },
    letGo: (page) => page.keyboard.press('Escape'),
    end: (page) => page.keyboard.press('c'),
    sure: (yes, page) => page.keyboard.press('Enter'),
  },
  fingers: {
    person: () => person(house.browser, PHONE),
    async ready(page) {
      page.fingers = await Fingers.of(page);
      await page.fingers.bring('12,20');
    },
    async activate(page) {
      if (await page.locator('[data-division="Doubleday"]:visible').count() === 0) await page.locator('[data-tab="combat"]').tap();
      await page.locator('[data-division="Doubleday"]').tap();
    },
    pick: (page, unit) => page.fingers.tapUnit(unit),
    async point(page, square) {
      // The sheet at the foot makes room for the map first.
      if (await page.locator('[data-panel="combat"]').isVisible()) await page.locator('[data-tab="combat"]').tap();
      await page.fingers.tapHex(square);
    },
    async turn(page, unit) {
      if (await page.getByRole('button', { name: 'Face south-west' }).or(page.getByRole('button', { name: 'Face north-east' })).first().isVisible() === false) await page.locator('[data-tab="combat"]').tap();
      await page.getByRole('button', { name: unit.startsWith('US') ? 'Face south-west' : 'Face north-east' }).tap();
    },
    async plot(page, square) {
      await page.fingers.tapHex(square);
      await page.getByRole('button', { name: 'Plot fire' }).tap();
    },
    letGo: (page) => page.fingers.tapHex('12,23'),
    end: (page) => page.getByRole('button', { name: ENDS }).first().tap(),
    sure: (yes) => yes.tap(),
  },
};

async function walk(page, square) {
  await page.locator('[data-board]').focus();
  const ring = page.locator('[data-board] .board-cursor [data-at]');
  if (await ring.count() === 0) await page.keyboard.press('ArrowUp');
  const [x, y] = square.split(',').map(Number);
  for (let step = 0; step < 120; step += 1) {
    const [ax, ay] = (await ring.getAttribute('data-at')).split(',').map(Number);
    if (ax === x && ay === y) return;
    await page.keyboard.press(ay < y ? 'ArrowRight' : ay > y ? 'ArrowLeft' : ax < x ? 'ArrowDown' : 'ArrowUp');
  }
  throw new Error(`the cursor does not come to ${square}`);
}

/** Waits until a counter says something. */
function says(page, unit, words) {
  return page.waitForFunction(([id, wanted]) => document.querySelector(`[data-board] [data-unit="${id}"]`)?.getAttribute('aria-label')?.includes(wanted), [unit, words]);
}

/** Ends the phase, and says so again where the table asks. */
async function endPhase(page, hand, next) {
  await hand.end(page);
  const dialog = page.getByRole('dialog');
  const over = page.waitForSelector(`[data-decision="${next}"]`, { timeout: 180_000 });
  over.catch(() => undefined);
  const asked = await Promise.race([dialog.waitFor({ timeout: 20_000 }).then(() => true, () => false), over.then(() => false)]);
  if (asked) {
    const yes = dialog.getByRole('button', { name: ENDS });
    await yes.focus();
    await hand.sure(yes, page);
  }
  await over;
}

/** The level that each hand plays every day. Fingers take a minute for it: they plot a shot every day in grand-tactical.test.js. */
const EVERY_DAY = { mouse: 'advanced', keys: 'intermediate' };

for (const [name, hand] of Object.entries(HANDS)) {
  for (const level of ['basic', 'intermediate', 'advanced']) {
    test(`a whole turn of the ${level} game, by ${name}`, { skip: EVERY_DAY[name] !== level && exceptInSoak, timeout: 540_000 }, async () => {
      const game = await begin(level);
      const page = await hand.person();
      await sit(page, game);
      await hand.ready(page);
      if (level !== 'basic') {
        await decides(page, 'union:activation');
        await hand.activate(page);
        await page.waitForSelector('[data-division="Doubleday"][aria-pressed="true"]', { state: 'attached' });
        await endPhase(page, hand, 'union:operations');
      }
      for (const round of [1, 2]) {
        for (const [side, who, next] of [['union', UNION, 'confederate:operations'], ['confederate', CONFEDERATE, round === 1 ? 'union:operations' : level === 'basic' ? 'union:operations' : 'union:activation']]) {
          await decides(page, `${side}:operations`);
          await hand.ready(page);
          if (round === 1) await play(page, hand, who, level);
          await endPhase(page, hand, next);
        }
      }
      await page.getByText(/Turn 5 of 11/).first().waitFor();
      // Every phase of the turn is in the log.
      const { steps } = await house.server.ask('GET', `/games/${game.id}/steps`, { token: game.tokens.union });
      const parts = steps.flatMap(({ events }) => events.filter(({ event }) => event === 'phase_began').map(({ phase }) => phase));
      assert.equal(parts.filter((phase) => phase === 'combat').length, 4, `four combats in ${parts.join(', ')}`);
      await farewell(page);
    });
  }
}

/** A unit plots, goes a square back and turns, as far as the level knows it. */
async function play(page, hand, { unit, step, target }, level) {
  await hand.pick(page, unit);
  await page.waitForSelector(`[data-board] [data-lit="target"][data-cell="${target}"]`);
  await hand.plot(page, target);
  await says(page, unit, 'fire');
  if (level !== 'basic') {
    const before = await page.locator(counter(unit)).getAttribute('aria-label');
    await hand.turn(page, unit);
    await page.waitForFunction(([id, was]) => document.querySelector(`[data-board] [data-unit="${id}"]`)?.getAttribute('aria-label') !== was, [unit, before]);
  }
  await page.waitForSelector(`[data-board] [data-lit="reach"][data-cell="${step}"]`);
  await hand.point(page, step);
  await stands(page, unit, step);
  await hand.letGo(page);
}
