// Two people at two browsers with witnessed dice: they wait for one another, a throw waits for both, and at the end each
// browser holds its notes against the record.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mouse } from './hands.js';
import { decides, farewell, keep, openHouse, person } from './harness.js';

const house = openHouse();

/** Two brigades beside an enemy, about to attack. */
const FROM = {
  game: 'blue-gray/antietam', turn: 2, side: 'union', phase: 'combat',
  units: [{ id: 'Hood', hex: '0910' }, { id: '1/1/I', hex: '0909' }, { id: '2/1/I', hex: '0909' }],
};

test('a witnessed throw waits for the other browser, and both find the record true', { timeout: 360_000 }, async () => {
  const { server, browser } = house;
  const game = await server.newGame('blue-gray/antietam', { invite: true, dice: 'witnessed', from: FROM });
  const [one, two] = [await person(browser), await person(browser)];
  await one.goto(`${server.url}/#/join/${game.id}/${game.invitations.union}`);
  await one.getByText('Waiting for the Confederate player to sit down').waitFor();
  await keep(one, 'witness-waiting');
  await two.goto(`${server.url}/#/join/${game.id}/${game.invitations.confederate}`);
  for (const page of [one, two]) await page.waitForSelector('[data-board] [data-unit]');
  await decides(one, 'union:combat');

  // The witness is away: the throw waits, and it is said for whom.
  const away = two.url();
  await two.goto('about:blank');
  await mouse.attack(one, '0910');
  await one.getByText('The dice wait for the Confederate player').first().waitFor();
  await keep(one, 'witness-throw-waits');
  // Whoever could foretell the throw would be rid of it by a new chain: no second link is shown without its player's consent.
  await two.goto(server.url);
  const tokenOf = (page, side) => page.evaluate(([id, side]) => JSON.parse(localStorage.getItem(`longroll.game.${id}`)).tokens[side], [game.id, side]);
  const chain = { request: 'another-chain', end: 'ab'.repeat(32), links: 5 };
  await server.ask('POST', `/games/${game.id}/dice/chain`, { token: await tokenOf(two, 'confederate'), body: chain });
  await one.getByText('This throw is to be witnessed once more').first().waitFor();
  await keep(one, 'witness-once-more');
  await two.goto(away);
  await two.waitForSelector('[data-board] [data-unit]');
  const chains = () => two.evaluate((id) => JSON.parse(localStorage.getItem(`longroll.note.chain.${id}.confederate`)).length, game.id);
  while (await chains() < 2) await two.waitForTimeout(50);
  await one.getByRole('button', { name: 'Witness it once more' }).click();
  await one.waitForSelector('[data-decision]:not([data-decision="none:throw"])');

  const token = await tokenOf(one, 'union');
  await server.ask('POST', `/games/${game.id}/resign`, { token, body: { request: 'enough-of-it' } });
  for (const page of [one, two]) {
    await page.getByText('The dice, and the proof of them').click();
    await page.getByRole('button', { name: 'Verify the dice' }).click();
    const verdict = page.locator('[data-verdict="proven"]');
    await verdict.waitFor();
    assert.match(await verdict.textContent(), /1 throw witnessed by both players’ browsers/);
  }
  assert.match(await two.locator('[data-verdict]').textContent(), /noted the seal before it showed its link/);
  assert.match(await one.locator('[data-verdict]').textContent(), /For 2 throws it showed a link, and no such throw was made|For one throw it showed a link/);
  await keep(two, 'witness-proof');
  await farewell(one, two);
});
