// Two people at two browsers play the opening of each battle: one by mouse, one by keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keys, mouse } from './hands.js';
import { decides, exceptInSoak, farewell, keep, openHouse, person, stands, standsElsewhere, takeSeat } from './harness.js';

const house = openHouse();

/**
 * What is played: a unit moves next to an enemy who must retreat on a 1, and there is more than one way
 * to go. `other` is moved first and taken back.
 */
const OPENINGS = [
  { battle: 'antietam', first: 'union', other: ['2/1/I', '0607'], unit: '2/1/I', to: '0507', target: '0508', loser: 'Pelham' },
  { battle: 'fredericksburg', first: 'confederate', other: ['Lane', '1804'], unit: 'Lane', to: '1805', target: '1705', loser: '3/2/VI' },
  { battle: 'chattanooga', first: 'union', other: ['1/3/IV', '2111'], unit: '1/3/IV', to: '2008', target: '2109', loser: 'Lowrey' },
];

for (const [index, opening] of OPENINGS.entries()) {
  for (const firstHand of ['mouse', 'keys']) {
    // Every day one battle, the mouse against the keys; in soak each battle both ways.
    const everyDay = index === 0 && firstHand === 'mouse';
    test(`${opening.battle}: the first player by ${firstHand}, the second by the other`, { skip: !everyDay && exceptInSoak, timeout: 360_000 }, async () => {
      const game = await house.server.newGame(`blue-gray/${opening.battle}`);
      const second = opening.first === 'union' ? 'confederate' : 'union';
      const [one, two] = [await person(house.browser), await person(house.browser)];
      await takeSeat(one, house.server, game.id, game.tokens[opening.first]);
      await takeSeat(two, house.server, game.id, game.tokens[second]);
      const hands = firstHand === 'mouse' ? [mouse, keys] : [keys, mouse];

      await decides(one, `${opening.first}:movement`);
      await hands[0].move(one, ...opening.other);
      await stands(two, ...opening.other);
      await hands[0].undo(one);
      await standsElsewhere(two, ...opening.other);
      await hands[0].move(one, opening.unit, opening.to);
      await stands(two, opening.unit, opening.to);
      await keep(one, `${opening.battle}-moved-${firstHand}`);

      await hands[0].endPhase(one);
      await decides(one, `${opening.first}:combat`);
      await hands[0].attack(one, opening.target, 1);
      await decides(two, `${second}:retreat`);
      await keep(two, `${opening.battle}-retreat-${firstHand}`);
      const left = await hands[1].choose(two, 'retreat');
      await stands(one, opening.loser, left);
      await decides(one, `${opening.first}:advance`);
      await keep(one, `${opening.battle}-advance-${firstHand}`);
      await hands[0].choose(one, 'advance');
      await stands(two, opening.unit, opening.target);

      // A page that is opened anew shows the same table.
      await two.reload();
      await two.waitForSelector('[data-board] [data-unit]');
      await stands(two, opening.unit, opening.target);
      assert.equal(await version(one), await version(two));
      await watchAgain(one, house.server, game.id, opening);
      await farewell(one, two);
    });
  }
}

test('a server that was away comes back, and so does the table', { timeout: 360_000 }, async () => {
  const game = await house.server.newGame('blue-gray/antietam');
  const [one, two] = [await person(house.browser), await person(house.browser)];
  await takeSeat(one, house.server, game.id, game.tokens.union);
  await takeSeat(two, house.server, game.id, game.tokens.confederate);
  await mouse.move(one, '2/1/I', '0507');
  await stands(two, '2/1/I', '0507');
  await house.server.kill();
  await two.getByText(/out of reach|away|connection/i).first().waitFor();
  await keep(two, 'away');
  await house.server.restart();
  // What happens while one of them has not noticed yet reaches both.
  const before = Number(await version(one));
  await house.server.ask('POST', `/games/${game.id}/actions`, {
    token: game.tokens.union,
    body: { request: 'while-away-1', version: before, action: { move: { unit: '4/1/I', to: '0607' } } },
  });
  await stands(one, '4/1/I', '0607');
  await stands(two, '4/1/I', '0607');
  await mouse.move(one, '3/1/I', '0808');
  await stands(two, '3/1/I', '0808');
  await farewell(one, two);
});

/** The replay shows the same story from its beginning. */
async function watchAgain(page, { url }, id, { unit, to, target }) {
  const board = page.url();
  await page.goto(`${url}/#/replay/${id}/0`);
  await page.waitForSelector('[data-board] [data-unit]');
  await standsElsewhere(page, unit, to);
  await page.getByRole('button', { name: /next step/i }).click();
  await stands(page, unit, to);
  await page.getByRole('button', { name: /last step|end of the game|to the end/i }).click();
  await stands(page, unit, target);
  await page.goto(board);
  await page.waitForSelector('[data-board] [data-unit]');
}

async function version(page) {
  return page.locator('[data-version]').first().getAttribute('data-version');
}
