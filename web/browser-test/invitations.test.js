// A seat is its holder's alone: an invitation is redeemed once, by the browser that opens it first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decides, farewell, keep, openHouse, person } from './harness.js';

const house = openHouse();

/** What a browser keeps of a game. */
const kept = (page, id) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}'), `longroll.game.${id}`);

/** Tries every word that a page has kept of a game on something that is the other side's to do; the statuses. */
const tryAll = (page, id, side, version) => page.evaluate(async ({ id, side, version }) => {
  const game = JSON.parse(localStorage.getItem(`longroll.game.${id}`) ?? '{}');
  const words = [...Object.values(game.tokens ?? {}), ...Object.values(game.links ?? {})];
  const statuses = [];
  for (const word of words) {
    const send = async (method, path, body) => (await fetch(`/api/v1/games/${id}${path}`, {
      method, headers: { authorization: `Bearer ${word}`, 'content-type': 'application/json' }, body: JSON.stringify(body),
    })).status;
    statuses.push(await send('POST', '/actions', { request: crypto.randomUUID(), version, action: { end_phase: {} } }));
    statuses.push(await send('PUT', `/seats/${side}/orders`, { retreat: 'safest' }));
    statuses.push(await send('PUT', `/seats/${side}`, { name: 'Somebody else' }));
    statuses.push(await send('POST', `/seats/${side}/reissue`, {}));
  }
  return statuses;
}, { id, side, version });

test('an invitation is redeemed once, and whoever sent it does nothing for the guest', { timeout: 360_000 }, async () => {
  const { server, browser } = house;
  const seats = { union: { holder: 'me' }, confederate: { holder: 'link' } };
  const game = await server.ask('POST', '/games', { body: { battle: 'blue-gray/antietam', options: [], seats } });
  const invitation = game.invitations.confederate;
  const link = `${server.url}/#/join/${game.id}/${invitation}`;
  const [creator, guest, late] = [await person(browser), await person(browser), await person(browser)];
  // Nothing begins before the guest has sat down.
  for (const token of [game.tokens.union, game.tokens.owner]) {
    await creator.goto(`${server.url}/#/join/${game.id}/${token}`);
    await creator.getByText('Waiting for the Confederate player to sit down').waitFor();
  }

  await guest.goto(link);
  await guest.getByText('You command the Confederacy.').first().waitFor();
  for (const page of [guest, creator]) await page.waitForSelector('[data-board] [data-unit]');
  const { tokens } = await kept(guest, game.id);
  assert.deepEqual(Object.keys(tokens), ['confederate']);
  assert.notEqual(tokens.confederate, invitation, 'the guest has a token of his own');
  assert.ok(!guest.url().includes(invitation), 'the word is no longer in the address');

  // The link is spent: another browser reads why, and the guest's own comes back by it.
  await late.goto(link);
  await late.getByRole('heading', { name: 'No seat at this table' }).waitFor();
  await late.getByText('This invitation was redeemed already, and opens nothing any more. If that was not you, ask for another.').waitFor();
  await keep(late, 'invitation-used');
  assert.deepEqual(await kept(late, game.id), {});
  await guest.goto(link);
  await guest.waitForSelector('[data-board] [data-unit]');
  // Whoever made the link comes to his own seat by it.
  await creator.goto(link);
  await creator.waitForSelector('[data-board] [data-unit]');

  // It is the guest's turn: the creator's page has no hand in it, nor has any word that it keeps.
  for (const request of ['union-phase-1', 'union-phase-2']) {
    const { version } = await server.ask('GET', `/games/${game.id}/summary`, { token: game.tokens.union });
    await server.ask('POST', `/games/${game.id}/actions`, { token: game.tokens.union, body: { request, version, action: { end_phase: {} } } });
  }
  const { version } = await server.ask('GET', `/games/${game.id}/summary`, { token: game.tokens.union });
  await decides(guest, 'confederate:movement');
  await decides(creator, 'confederate:movement');
  const ends = /^End/;
  await guest.getByRole('button', { name: ends }).first().waitFor();
  assert.equal(await creator.getByRole('button', { name: ends, disabled: false }).count(), 0);
  const before = await server.ask('GET', `/games/${game.id}/entries`, { token: game.tokens.watch });
  const words = await kept(creator, game.id);
  assert.ok(Object.keys(words.tokens).length >= 2, 'the creator has something to try');
  const statuses = await tryAll(creator, game.id, 'confederate', version);
  assert.ok(statuses.every((status) => [401, 403, 409].includes(status)), `${statuses}`);
  assert.deepEqual(await server.ask('GET', `/games/${game.id}/entries`, { token: game.tokens.watch }), before);

  // The guest plays on.
  await guest.getByRole('button', { name: ends }).first().click();
  await farewell(creator, guest, late);
});
