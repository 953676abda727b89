// A game at a distance: its pace is chosen, agreed to, and seen; a day off stops a clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { farewell, keep, openHouse, person } from './harness.js';

const house = openHouse();

test('a pace is chosen by one, agreed to by the other, and both see whose time runs', { timeout: 360_000 }, async () => {
  const { server, browser } = house;
  const [host, guest] = [await person(browser), await person(browser, { viewport: { width: 390, height: 844 }, hasTouch: true })];
  await host.goto(`${server.url}/#/new/blue-gray/antietam`);
  const pace = host.getByRole('group', { name: 'Pace', exact: true });
  // It is for players who are apart.
  await host.getByRole('heading', { name: 'New game: Antietam' }).waitFor();
  assert.equal(await pace.count(), 0);
  await host.locator('input[name="holder-confederate"][value="link"]').check();
  await pace.waitFor();
  await pace.getByText('Custom', { exact: true }).click();
  await pace.getByLabel('For each turn').fill('30');
  await pace.scrollIntoViewIfNeeded();
  await keep(host, 'pace-custom');
  await pace.getByText('A day a turn', { exact: true }).click();
  await pace.getByLabel('For each turn').waitFor({ state: 'hidden' });
  await host.getByRole('button', { name: 'Set up the table' }).click();
  await host.getByText('1 day for each turn; 12 hours for each choice').waitFor();
  await keep(host, 'pace-links');
  const link = await host.getByLabel('the link for the Confederacy').first().inputValue();

  // Whoever does not agree takes nothing; whoever does sits down.
  await guest.goto(link.replace(/^https?:\/\/[^/]+/, server.url));
  await guest.getByText('By taking the seat you agree to its pace').waitFor();
  await keep(guest, 'pace-invitation');
  await guest.getByRole('button', { name: 'Leave it' }).click();
  await guest.waitForURL(/#\/$/);
  await guest.goto(link.replace(/^https?:\/\/[^/]+/, server.url));
  await guest.getByRole('button', { name: 'Agree and take the seat' }).click();
  await guest.waitForSelector('[data-board] [data-unit]');
  await host.getByRole('link', { name: 'Go to the table' }).click();
  await host.waitForSelector('[data-board] [data-unit]');
  for (const page of [host, guest]) {
    const timer = page.getByRole('timer');
    await timer.waitFor();
    assert.match(await timer.innerText(), /^(1 d|23 h 59 min)$/);
    assert.match(await timer.getAttribute('aria-label') ?? '', /^Union: .* left for this turn, of 1 d$/);
  }
  await keep(host, 'pace-table');
  await keep(guest, 'pace-table-phone');

  // A day off: the clock stands, and both read it.
  await host.getByRole('button', { name: 'Menu' }).click();
  await host.getByText('Pace, pause, vacation…').click();
  await host.getByText('7 days of vacation left.').first().waitFor();
  await keep(host, 'pace-dialog');
  await host.getByRole('button', { name: 'Take vacation' }).click();
  for (const page of [host, guest]) await page.locator('.bar-clock[aria-label$="The clock stands"]').waitFor();

  // A pause is asked for, and answered by the other.
  await host.getByRole('button', { name: 'Menu' }).click();
  await host.getByText('Pace, pause, vacation…').click();
  await host.getByText('On vacation for').waitFor();
  await host.getByRole('button', { name: 'Ask for a pause' }).click();
  await guest.getByText('The Union side asks for a pause.').first().waitFor();
  await guest.getByRole('button', { name: 'Agree' }).click();
  await host.locator('[data-notice="pace"]', { hasText: 'A pause: the clocks stand.' }).waitFor();
  await keep(host, 'pace-paused');

  // The list of games tells it too.
  await host.goto(`${server.url}/#/`);
  await host.getByText('left for this turn (the clock stands).').waitFor();
  await keep(host, 'pace-my-games');
  await farewell(host, guest);
});
