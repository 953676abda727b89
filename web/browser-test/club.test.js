// Open tables: one browser offers a game, another takes it, and both are at the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server, farewell, keep, openHouse, person } from './harness.js';
import { faultsOf } from './looks.js';

const house = openHouse(async () => {}, () => Server.start(['--open-tables']));

/** Chooses a name on the page of open tables. */
async function choose(page, name) {
  await page.goto(`${house.server.url}/#/tables`);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Take this name' }).click();
  await page.locator('.name-shown').waitFor();
  return page.locator('.name-shown').innerText();
}

test('one offers, the other takes, and both are at the table; a third has the name on another device', { timeout: 360_000 }, async () => {
  const { server, browser } = house;
  const [ada, bob] = [await person(browser), await person(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' })];
  const wrong = [];
  const look = async (page, name) => {
    wrong.push(...(await faultsOf(page, { board: false })).map((fault) => `${name}: ${fault}`));
    await keep(page, `club-${name}`);
  };

  await ada.goto(`${server.url}/#/`);
  await ada.getByText('Nobody offers a game just now.').waitFor();
  await look(ada, 'home-empty');
  await ada.goto(`${server.url}/#/tables`);
  await ada.getByRole('textbox', { name: 'Name' }).waitFor();
  await look(ada, 'no-name');
  assert.match(await choose(ada, 'Ada'), /^Ada#[0-9a-f]{4}$/);
  assert.match(await choose(bob, 'Bob'), /^Bob#[0-9a-f]{4}$/);

  // By keys alone.
  await ada.locator('.offer-door > summary').focus();
  await ada.keyboard.press('Enter');
  await ada.getByRole('combobox', { name: 'Battle' }).last().selectOption('blue-gray/antietam');
  await ada.getByRole('combobox', { name: 'I play' }).last().selectOption('union');
  await ada.getByRole('textbox', { name: 'A word to whoever reads it' }).fill('A first game');
  await look(ada, 'offering');
  await ada.keyboard.press('Enter');
  await ada.getByRole('button', { name: /^Withdraw/ }).waitFor();
  await look(ada, 'offered');

  // The other finds it on the front page, by a filter, and takes it with a finger.
  await bob.goto(`${server.url}/#/`);
  await bob.getByRole('button', { name: /^Take it: / }).waitFor();
  await bob.getByRole('combobox', { name: 'I play' }).selectOption('union');
  await bob.getByText('No offer fits these filters.').waitFor();
  await bob.getByRole('combobox', { name: 'I play' }).selectOption('confederate');
  await look(bob, 'home-phone-dark');
  await bob.getByRole('button', { name: /^Take it: / }).tap();
  await bob.getByText('Waiting for the Union player to sit down').waitFor();

  // Whoever offered it sits down when the page is looked at again.
  await ada.reload();
  const sit = ada.getByRole('button', { name: /^Sit down at/ });
  await sit.waitFor();
  await look(ada, 'taken');
  await sit.click();
  for (const page of [ada, bob]) await page.waitForSelector('[data-board] [data-unit]');
  const { hash } = new URL(ada.url());
  assert.equal(new URL(bob.url()).hash, hash, 'at the same table');
  assert.equal(await ada.evaluate(() => [...Object.keys(localStorage)].some((key) => /owner/.test(localStorage.getItem(key) ?? ''))), false, 'nobody owns it');

  // The name, and with it the seat, goes to another device; the first holds it no longer.
  await ada.goto(`${server.url}/#/tables`);
  await ada.getByRole('button', { name: 'To another device…' }).click();
  await ada.getByLabel('Passphrase').fill('drums along the creek');
  await ada.getByRole('button', { name: 'Show the text' }).click();
  const text = ada.getByRole('textbox', { name: 'Your name as a text' });
  await text.waitFor();
  await look(ada, 'carried');
  const carried = await text.inputValue();
  const tablet = await person(browser, { viewport: { width: 820, height: 1100 } });
  await tablet.goto(`${server.url}/#/tables`);
  await tablet.getByRole('button', { name: 'I have a name on another device…' }).click();
  await tablet.getByLabel('The text from the other device').fill(carried);
  await tablet.getByLabel('Its passphrase, if it has one').fill('wrong');
  await tablet.getByRole('button', { name: 'Bring the name here' }).click();
  await tablet.getByText('That passphrase does not open it.').waitFor();
  await tablet.getByLabel('Its passphrase, if it has one').fill('drums along the creek');
  await tablet.getByRole('button', { name: 'Bring the name here' }).click();
  await tablet.getByRole('button', { name: /^Sit down at/ }).click();
  await tablet.waitForSelector('[data-board] [data-unit]');

  // It is given up; both are rated.
  const { tokens } = await tablet.evaluate((id) => JSON.parse(localStorage.getItem(`longroll.game.${id}`) ?? '{}'), hash.split('/')[2]);
  await server.ask('POST', `/games/${hash.split('/')[2]}/resign`, { token: tokens.union, body: { request: 'resign-at-last' } });
  await bob.goto(`${server.url}/#/ratings`);
  await bob.getByRole('cell', { name: '1662 ± 290' }).waitFor();
  await look(bob, 'ratings-phone-dark');
  await bob.getByRole('link', { name: /^Ada#/ }).tap();
  await bob.getByText('Verified; it counts.').waitFor();
  await look(bob, 'player-phone-dark');
  await tablet.goto(`${server.url}/#/ratings`);
  await tablet.getByRole('cell', { name: '1662 ± 290' }).waitFor();
  await look(tablet, 'ratings');

  // A cup of the two.
  await bob.goto(`${server.url}/#/cups`);
  await bob.getByText('There is no cup yet.').waitFor();
  await bob.locator('.offer-door > summary').tap();
  await bob.getByRole('textbox', { name: 'What it is called' }).fill('Autumn cup');
  await look(bob, 'making-a-cup-phone-dark');
  await bob.getByRole('button', { name: 'Make this cup' }).tap();
  await bob.getByRole('button', { name: 'Enter', exact: true }).tap();
  const cup = new URL(bob.url()).hash;
  await tablet.goto(`${server.url}/${cup}`);
  await tablet.getByRole('button', { name: 'Enter', exact: true }).click();
  await tablet.getByRole('button', { name: 'Leave…' }).waitFor();
  await bob.reload();
  await bob.getByRole('button', { name: 'Begin: draw the first round' }).tap();
  await bob.getByRole('button', { name: /^Decide/ }).waitFor();
  await look(bob, 'cup-phone-dark');
  await bob.getByRole('button', { name: /^Decide/ }).tap();
  await bob.getByRole('button', { name: 'Half a point each' }).tap();
  await bob.getByText('½ : ½').waitFor();
  await tablet.goto(`${server.url}/#/cups`);
  await tablet.getByRole('link', { name: 'Autumn cup' }).click();
  await tablet.getByText('Over', { exact: true }).waitFor();
  await look(tablet, 'cup-over');

  assert.deepEqual(wrong, []);
  await farewell(ada, bob, tablet);
});
