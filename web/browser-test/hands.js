// Two ways to play: with the mouse, and with the keys. Both do everything.

import { cell, counter, middle } from './harness.js';

/** Turns the wheel until the whole map is to be seen. */
async function wholeMap(page) {
  const board = await page.locator('[data-board]').boundingBox();
  await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2);
  for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, 400);
  await page.waitForTimeout(300);
}

async function clickHex(page, hex) {
  const { x, y } = await middle(page, cell(hex));
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
}

/** Clicks a counter, in a stack after the stack has been spread. */
async function clickUnit(page, unit) {
  const under = await middle(page, counter(unit));
  await page.mouse.move(under.x, under.y);
  await page.waitForTimeout(400);
  const { x, y } = await middle(page, counter(unit));
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
}

export const mouse = {
  async move(page, unit, to) {
    await wholeMap(page);
    await clickUnit(page, unit);
    await page.waitForSelector(`[data-board] [data-lit][data-cell="${to}"]`);
    await clickHex(page, to);
  },

  async undo(page) {
    await page.getByRole('button', { name: 'Undo' }).click();
  },

  async endPhase(page) {
    const before = await decision(page);
    await page.getByRole('button', { name: ENDS }).first().click();
    await sure(page, before, (yes) => yes.click());
  },

  async attack(page, target, face) {
    await wholeMap(page);
    await clickHex(page, target);
    // Only at a study table faces are chosen.
    if (face !== undefined) await page.getByRole('radio', { name: `die shows ${face}` }).check();
    await page.getByRole('button', { name: /^Throw the die/ }).click();
  },

  async choose(page, kind) {
    await page.waitForSelector(`[data-board] [data-lit="${kind}"]`);
    await wholeMap(page);
    const hex = await page.locator(`[data-board] [data-lit="${kind}"]`).first().getAttribute('data-cell');
    await clickHex(page, hex);
    return hex;
  },
};

/** Walks the cursor to a hex with the arrow keys. */
async function walk(page, hex) {
  await page.locator('[data-board]').focus();
  const ring = page.locator('[data-board] .board-cursor [data-at]');
  // The first arrow calls the cursor.
  if (await ring.count() === 0) await page.keyboard.press('ArrowUp');
  for (let step = 0; step < 120; step += 1) {
    const at = await ring.getAttribute('data-at');
    if (at === hex) return;
    const across = Number(hex.slice(0, 2)) - Number(at.slice(0, 2));
    const down = Number(hex.slice(2)) - Number(at.slice(2));
    if (across !== 0) await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
    else await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  throw new Error(`the cursor does not come to ${hex}`);
}

export const keys = {
  async move(page, unit, to) {
    await page.locator('[data-board]').focus();
    for (let presses = 0; presses < 80; presses += 1) {
      if (await page.locator(`${counter(unit)}.selected`).count()) break;
      await page.keyboard.press('n');
      await page.waitForTimeout(30);
    }
    await page.waitForSelector(`[data-board] [data-lit][data-cell="${to}"]`);
    await walk(page, to);
    await page.keyboard.press('Enter');
  },

  async undo(page) {
    await page.keyboard.press('u');
  },

  async endPhase(page) {
    const before = await decision(page);
    await page.keyboard.press('Shift+E');
    await sure(page, before, () => page.keyboard.press('Enter'));
  },

  async attack(page, target, face) {
    await walk(page, target);
    await page.keyboard.press('Enter');
    const chance = page.getByRole('radio', { name: `die shows ${face}` });
    await chance.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('f');
  },

  async choose(page, kind) {
    await page.waitForSelector(`[data-board] [data-lit="${kind}"]`);
    const hex = await page.locator(`[data-board] [data-lit="${kind}"]`).first().getAttribute('data-cell');
    await walk(page, hex);
    await page.keyboard.press('Enter');
    return hex;
  },
};

/** What ends a phase. */
const ENDS = /^(End \w+|Name the corps|To combat)/;

/** Whose decision it is and what kind. */
function decision(page) {
  return page.locator('[data-decision]').first().getAttribute('data-decision');
}

/** Says yes if the table asks whether the phase is really to be ended. */
async function sure(page, before, say) {
  const dialog = page.getByRole('dialog');
  const asked = await Promise.race([
    dialog.waitFor({ timeout: 5000 }).then(() => true, () => false),
    page.waitForSelector(`[data-decision]:not([data-decision="${before}"])`, { timeout: 5000 }).then(() => false, () => false),
  ]);
  if (!asked) return;
  const yes = dialog.getByRole('button', { name: ENDS });
  await yes.focus();
  await say(yes);
}
