// The computer at the table: as an opponent, as an adviser, as a show, and as a reviewer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mouse } from './hands.js';
import { decides, exceptInSoak, farewell, keep, openHouse, person, stands, takeSeat } from './harness.js';

const house = openHouse();

test('a person moves, the Recruit answers with a whole player-turn, and hints help on', { timeout: 720_000 }, async () => {
  const page = await person(house.browser);
  await setUp(page, { union: 'Me', confederate: 'Recruit' });
  await decides(page, 'union:movement');
  await mouse.move(page, '2/1/I', '0507');
  await stands(page, '2/1/I', '0507');

  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  const hint = page.locator('[data-notice="hint"]');
  await hint.getByRole('button', { name: 'Do it' }).waitFor();
  await keep(page, 'computer-hint');
  // What is shown can be refused, and the board is as it was.
  await page.keyboard.press('Escape');
  await hint.waitFor({ state: 'detached' });
  const before = await version(page);
  await takeHint(page);
  assert.ok(await version(page) > before);

  await mouse.endPhase(page);
  await decides(page, 'union:combat');
  await fightOn(page);
  await page.waitForFunction(() => /^Turn 2\b/.test(document.querySelector('.headline')?.textContent ?? ''));
  await decides(page, 'union:movement');
  const lines = page.locator('.log-list [data-by="confederate"]');
  assert.ok(await lines.count() > 0, 'the log tells what the computer did');
  const why = page.locator('.log-why').first();
  await why.locator('summary').click();
  assert.ok((await why.locator('p').textContent()).length > 10, 'and why');
  await keep(page, 'computer-answered');

  // A take-back offers what was decided for one's own side, and keeps inside the window.
  await choose(page, /Ask for a take-back/);
  const dialog = page.getByRole('dialog');
  const chosen = dialog.getByRole('listbox').locator('option:checked');
  assert.match(await chosen.textContent(), /^\d+\. /);
  const last = await page.locator('.log-list [data-by="confederate"]').last().getAttribute('data-step');
  assert.ok(Number(await chosen.getAttribute('value')) + 1 < Number(last), 'the computer went on after it');
  const box = await dialog.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= page.viewportSize().height, JSON.stringify(box));
  await keep(page, 'computer-take-back');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // What becomes of an offer is said wherever one looks.
  await choose(page, /Offer a draw/);
  await page.getByRole('dialog').getByRole('button', { name: 'Offer a draw' }).click();
  await page.locator('.toast').getByText(/draw/i).waitFor();
  await farewell(page);
});

test('the seat is handed to the computer and taken back', { timeout: 360_000 }, async () => {
  const page = await person(house.browser);
  await setUp(page, { union: 'Me', confederate: 'Someone at this screen' });
  await decides(page, 'union:movement');
  await choose(page, /Let the computer play the Confederate seat/);
  await page.getByRole('radio', { name: /Captain/ }).check();
  await page.getByRole('button', { name: 'Let it play' }).click();
  await page.getByText(/Captain takes the Confederate seat/).first().waitFor();
  await choose(page, /Play the Confederates yourself/);
  await page.getByText(/Captain gives the Confederate seat back/).first().waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: /Let the computer play the Confederate seat/ }).waitFor();
  await farewell(page);
});

test('computers play a show to its end, and the review leads through it', { skip: exceptInSoak, timeout: 900_000 }, async () => {
  const page = await person(house.browser, { reducedMotion: 'no-preference' });
  await setUp(page, { union: 'Recruit', confederate: 'Recruit' });
  const before = await headline(page);
  await page.getByRole('button', { name: 'Next phase' }).click({ timeout: 60_000 });
  await page.waitForFunction((last) => document.querySelector('.headline')?.textContent !== last, before);
  assert.match(await headline(page), /^Turn [12]\b/, 'one phase is skipped, not the game');
  await watchToEnd(page);
  await page.getByRole('button', { name: 'To the end' }).waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('button', { name: 'Next phase' }).count(), 0, 'nothing is left to be skipped');
  await keep(page, 'computer-show-over');
  await page.getByRole('link', { name: 'Review the game' }).click();
  const course = page.getByRole('slider', { name: /Course of the expected margin/ });
  await course.waitFor({ timeout: 180_000 });
  await course.focus();
  await page.keyboard.press('Home');
  assert.match(await course.getAttribute('aria-valuetext'), /^Turn 1\b/);
  await page.keyboard.press('PageDown');
  assert.match(await course.getAttribute('aria-valuetext'), /^Turn 2\b/);
  await keep(page, 'review');

  const cards = page.locator('.moment');
  assert.ok(await cards.count() > 0 && await cards.count() <= 5);
  await cards.first().getByRole('link', { name: /Look at it/ }).click();
  const notice = page.locator('[data-notice="review"]');
  await notice.getByText(/^Decision 1 of/).waitFor();
  await keep(page, 'review-decision');
  await notice.getByRole('button', { name: 'Back to the review' }).click();
  await course.waitFor();
  await farewell(page);
});

test('a show is assessed, waits for whoever looks on, and is joined where it was stopped', { timeout: 360_000 }, async () => {
  const page = await person(house.browser, { reducedMotion: 'no-preference' });
  await page.addInitScript(() => localStorage.setItem('longroll.prefs', JSON.stringify({ assessment: true })));
  await setUp(page, { union: 'Recruit', confederate: 'Recruit' });
  await page.getByRole('region', { name: 'What the staff expects' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.log-list [data-by]').length >= 2);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  // The march under way is shown to its end, and the computers get ahead of it.
  await page.waitForFunction(() => [...document.querySelectorAll('[data-board] [data-unit]')].every((counter) => counter.getAnimations().length === 0));
  await isAhead(page);
  const [seen, told] = [await standing(page), await page.locator('.log-list [data-by]').count()];
  await keep(page, 'computer-show-stopped');
  await choose(page, /Play the Union yourself/);
  await page.getByText('Your decision (Union)').waitFor();
  assert.deepEqual(await standing(page), seen, 'every counter is where it was seen');
  assert.match(await headline(page), /^Turn 1\b.*movement/, 'and the phase is the same');
  await page.getByText(/What the computers had done beyond what was shown is taken back/).first().waitFor();
  const stand = await page.locator('.log-list [data-kind]:not(.undone)[data-step]').count();
  assert.ok(stand <= told + 1, `${stand} lines stand, and ${told} were shown`);
  await keep(page, 'computer-show-joined');
  await farewell(page);
});

test('what a computer did before the page opened is shown, goes on after a reload, and asks for nothing twice', { timeout: 540_000 }, async () => {
  const seats = { union: { holder: 'computer', level: 'captain' }, confederate: { holder: 'link' } };
  const { id, tokens } = await house.server.newGame('blue-gray/antietam', { seats, dice: 'seeded' });
  const token = tokens.confederate;
  const decided = async () => (await house.server.ask('GET', `/games/${id}/summary`, { token })).decision.side === 'confederate';
  while (!await decided()) await new Promise((resolve) => setTimeout(resolve, 100));

  const page = await person(house.browser, { reducedMotion: 'no-preference' });
  await takeSeat(page, house.server, id, token);
  assert.match(await headline(page), /15 of 15 may move/, 'it begins with the first move');
  const lines = page.locator('.log-list [data-by]');
  await lines.nth(3).waitFor();
  assert.match(await headline(page), /1[0-3] of 15 may move/, 'the quota goes with what is shown');
  assert.equal(await page.locator('[data-mine="true"]').count(), 0, 'nothing is asked before all has been shown');
  const shown = await lines.count();
  await page.reload();
  await page.waitForSelector('[data-board] [data-unit]');
  const known = await lines.count();
  assert.ok(known >= shown - 1 && known <= shown + 3, `${known} lines after the reload, ${shown} before it`);
  await lines.nth(known).waitFor();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.waitForSelector('[data-mine="true"]');

  const asked = await page.locator('.decision-words').textContent();
  const answers = page.locator('.fight-choices button');
  await answers.first().click();
  const changed = await page.waitForFunction(([before, words]) => {
    const now = document.querySelectorAll('.log-list [data-by="union"]').length;
    const asks = document.querySelector('.decision-words')?.textContent;
    return (now > before || asks !== words) && { now, asks };
  }, [await page.locator('.log-list [data-by="union"]').count(), asked], { polling: 20 });
  assert.notEqual((await changed.jsonValue()).asks, asked, 'it was answered before anything else happened');
  await farewell(page);
});

/** Sets up Antietam on the page; a seat is a holder by its words, or a level of the computer. */
async function setUp(page, seats) {
  await page.goto(`${house.server.url}/#/new/blue-gray/antietam`);
  for (const [side, holder] of Object.entries(seats)) {
    const seat = page.getByRole('group', { name: side === 'union' ? 'The Union' : 'The Confederacy' });
    const level = ['Recruit', 'Captain', 'Colonel', 'General'].includes(holder);
    await seat.getByRole('radio', { name: level ? /^The computer/ : new RegExp(`^${holder}`) }).check();
    if (level) await seat.getByRole('combobox', { name: 'Level' }).selectOption(holder);
  }
  await page.getByRole('button', { name: 'Set up the table' }).click();
  await page.waitForSelector('[data-board] [data-unit]');
}

/** Asks for a hint by its key, and does what it says. */
async function takeHint(page) {
  const before = await version(page);
  await page.locator('[data-board]').focus();
  await page.keyboard.press('Shift+H');
  await page.locator('[data-notice="hint"]').getByRole('button', { name: 'Do it' }).click();
  await page.waitForFunction((last) => Number(document.querySelector('[data-version]')?.dataset.version) > last, before);
}

/** Fights the first turn to its end as the staff advises: the person's own combat, and what the computer's attacks ask of him. */
async function fightOn(page) {
  for (let decision = 0; decision < 80; decision += 1) {
    await page.waitForSelector('[data-decision^="union:"]', { timeout: 60_000 });
    if (/^Turn 2\b/.test(await page.locator('.headline').textContent())) return;
    await takeHint(page);
  }
  assert.fail('the first turn does not end');
}

/** Skips whatever computers do until the game is over. */
async function watchToEnd(page) {
  const over = page.getByRole('link', { name: 'Review the game' });
  const skip = page.getByRole('button', { name: 'To the end' });
  for (;;) {
    await over.or(skip).first().waitFor({ timeout: 180_000 });
    if (await over.isVisible()) return;
    // It may have been shown to its end meanwhile.
    await skip.click({ timeout: 2_000 }).catch(() => undefined);
  }
}

/** Waits until the table has more to tell than the page has shown. */
function isAhead(page) {
  return page.waitForFunction(async () => {
    const [, , id] = location.hash.split('/');
    const { tokens, seenSeq } = JSON.parse(localStorage.getItem(`longroll.game.${id}`));
    const answer = await fetch(`/api/v1/games/${id}`, { headers: { authorization: `Bearer ${tokens.owner}` } });
    return (await answer.json()).seq > seenSeq + 2;
  });
}

/** Where every counter stands. */
function standing(page) {
  return page.locator('[data-board] [data-unit]').evaluateAll((counters) => Object.fromEntries(counters.map(({ dataset }) => [dataset.unit, dataset.at])));
}

function headline(page) {
  return page.locator('.headline').textContent();
}

/** Opens the menu and chooses from it. */
async function choose(page, name) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name }).click();
}

async function version(page) {
  return Number(await page.locator('[data-version]').first().getAttribute('data-version'));
}
