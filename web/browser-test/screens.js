// Every screen: accessible, nothing cut off, nothing in the console. A picture of each is kept.
import assert from 'node:assert/strict';
import { keep, openHouse, exceptInSoak } from './harness.js';
import { faultsOf } from './looks.js';

/** Games that stand where a screen is to be seen. */
const games = {};

export const house = openHouse(async ({ server }) => {
  games.movement = await server.newGame('blue-gray/antietam');
  games.combat = await upToCombat();
  games.retreat = await upToCombat();
  await act(games.retreat, { attack: { defenders: ['0508'], attackers: ['0507'], bombard: [] } }, [1]);
  games.over = await upToCombat();
  await server.ask('POST', `/games/${games.over.id}/resign`, {
    token: games.over.tokens.union, body: { request: 'resign-of-union', version: games.over.view.version },
  });
  games.fog = await server.newGame('blue-gray/fredericksburg');
  const recruit = { holder: 'computer', level: 'recruit' };
  games.computer = await server.newGame('blue-gray/antietam', { seats: { union: { holder: 'me' }, confederate: recruit } });
  games.show = await server.newGame('blue-gray/fredericksburg', { scenario: 'may-3', seats: { union: recruit, confederate: recruit }, dice: 'seeded' });
});

/** How long computers may take to play a game, and to review it. */
const LONG = 180_000;

/** A game in which a Union brigade stands before a battery and must attack it. */
async function upToCombat() {
  const game = await house.server.newGame('blue-gray/antietam');
  await act(game, { move: { unit: '2/1/I', to: '0507' } });
  await act(game, { end_phase: {} });
  return game;
}

/** Does something for whoever decides. */
async function act(game, action, dice) {
  const { version, decision } = game.view;
  const request = `screens-${game.id}-${version}`;
  const answer = await house.server.ask('POST', `/games/${game.id}/actions`, { token: game.tokens[decision.side], body: { request, version, action, dice } });
  game.view = answer.view;
}

/** Goes to an address of the page and waits until its screen shows something. */
async function go(page, address, selector) {
  await page.goto(`${house.server.url}/${address}`);
  await page.waitForSelector(selector);
}

/** Sits down at a game; the join screen stands between, so that no board of before is taken for this one. */
async function sit(page, { id, tokens }, role) {
  await page.goto(`${house.server.url}/#/join/${id}/${tokens[role]}`);
  await page.waitForFunction((hash) => location.hash === hash && document.querySelector('.screen-game [data-board] [data-unit]'), `#/game/${id}`);
}

async function openPanel(page, id) {
  const tab = page.locator(`[data-tab="${id}"]`);
  if (await tab.getAttribute('aria-expanded') === 'false') await tab.click();
  await page.waitForSelector(`[data-panel="${id}"]:not([hidden])`);
}

async function fromMenu(page, item) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText(item, { exact: true }).click();
  await page.waitForSelector('dialog[open]');
}

async function closeDialog(page) {
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
}

/** A dialog of the game that is open. */
const dialog = (name, item) => ({
  name, show: (page) => fromMenu(page, item), leave: closeDialog,
});

/** Two panels side by side, or one after the other where there is room for one. */
const panels = (...ids) => ({
  name: `panel-${ids.join('-')}`,
  async show(page) {
    for (const id of ids) await openPanel(page, id);
  },
});

/**
 * The screens in the order in which one page shows them; `main` are those for every size of window, and `board`
 * those where the board itself is looked at every day, and `leads` those without which others are not reached.
 */
export const SCREENS = [
  { name: 'movement', main: true, board: true, async show(page) {
    await sit(page, games.movement, 'union');
    await page.locator('[data-board]').focus();
    await page.keyboard.press('n');
    await page.waitForSelector('[data-board] [data-lit="reach"]');
  } },
  panels('order-of-battle', 'charts'),
  panels('turn-track', 'talk'),
  panels('victory', 'log'),
  panels('arrivals', 'combat'),
  { name: 'help-over-the-board', main: true, async show(page) {
    await page.locator('[data-board]').focus();
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
  }, leave: closeDialog },
  dialog('preferences', 'Preferences…'),
  { ...dialog('orders', 'Standing orders…'), main: true },
  dialog('seats', 'Seats and links…'),
  dialog('resign', 'Resign…'),
  { name: 'planner', main: true, async show(page) {
    await sit(page, games.combat, 'union');
    await openPanel(page, 'combat');
    await page.locator('[data-panel="combat"]').getByRole('button', { name: /0508/ }).first().click();
    await page.getByRole('button', { name: /^Throw the die/ }).waitFor();
  } },
  { name: 'retreat', main: true, board: true, async show(page) {
    await sit(page, games.retreat, 'confederate');
    await page.waitForSelector('[data-board] [data-lit="retreat"]');
  } },
  { name: 'hint', main: true, async show(page) {
    await sit(page, games.computer, 'union');
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.locator('[data-notice="hint"]').getByRole('button', { name: 'Do it' }).waitFor();
  }, leave: async (page) => page.getByRole('button', { name: 'No thanks' }).click() },
  { name: 'assessment', main: true, async show(page) {
    await fromMenu(page, 'Preferences…');
    await page.getByRole('checkbox', { name: /staff expects/ }).check();
    await closeDialog(page);
    await page.waitForSelector('.assessment:not([hidden])');
  } },
  { ...dialog('level', 'Let the computer play this seat…'), main: true },
  { name: 'fog', async show(page) {
    await sit(page, games.fog, 'watch');
    await page.waitForSelector('[data-board][data-tint="fog"]');
  } },
  { name: 'over', main: true, leads: true, async show(page) {
    await sit(page, games.over, 'union');
    await openPanel(page, 'over');
  } },
  { name: 'replay', main: true, board: true, show: (page) => go(page, `#/replay/${games.over.id}/1`, '.screen-replay [data-board] [data-unit]') },
  { name: 'show-over', main: true, async show(page) {
    await sit(page, games.show, 'watch');
    await page.waitForSelector('[data-tab="over"]', { timeout: LONG });
    await openPanel(page, 'over');
    await page.getByRole('link', { name: 'Review the game' }).waitFor();
  } },
  { name: 'review', main: true, async show(page) {
    await page.goto(`${house.server.url}/#/review/${games.show.id}`);
    await page.waitForSelector('.course svg', { timeout: LONG });
  } },
  { name: 'review-decision', main: true, async show(page) {
    await page.getByRole('link', { name: /^Look at it: decision 1/ }).click();
    await page.locator('[data-notice="review"]').getByText(/^Decision 1 of/).waitFor();
  } },
  { name: 'home', main: true, leads: true, async show(page) {
    await go(page, '#/', '.battle');
    await page.waitForSelector('.my-games [data-game]');
  } },
  { name: 'new-game', main: true, show: (page) => go(page, '#/new/blue-gray/fredericksburg', 'form.setup') },
  { name: 'links', main: true, async show(page) {
    await page.getByRole('group', { name: 'The Confederacy' }).getByRole('radio', { name: /Someone elsewhere/ }).check();
    await page.getByRole('button', { name: 'Set up the table' }).click();
    await page.getByRole('heading', { name: 'The table is set' }).waitFor();
  } },
  { name: 'join-error', show: (page) => go(page, `#/join/${games.over.id}/worthless`, '.notice h1') },
  { name: 'rule', main: true, leads: true, show: (page) => go(page, '#/rules/blue-gray/bg-7.72', '.rule-target') },
  { name: 'rules-found', async show(page) {
    await page.getByRole('searchbox', { name: 'Search the rules' }).fill('retreat');
    await page.waitForSelector('.reader-result');
  } },
  { name: 'figures', main: true, async show(page) {
    await go(page, '#/rules/brigade/br-13.0', '.rule-target');
    await page.waitForFunction(() => {
      const pictures = [...document.querySelectorAll('.reader-text img')];
      return pictures.some((one) => one.complete && one.naturalWidth > 0);
    });
  } },
  { name: 'map', show: (page) => go(page, '#/map/blue-gray/chattanooga', '.map-image') },
  { name: 'help', show: (page) => go(page, '#/help', '.prose') },
  { name: 'nowhere', show: (page) => go(page, '#/no/such/place', '.notice h1') },
];

/** Looks at screens one after the other and tells all that is wrong at the end. */
export async function lookAt(page, screens, mark) {
  const wrong = [];
  for (const screen of screens) {
    await screen.show(page);
    const board = screen.board || !exceptInSoak;
    wrong.push(...(await faultsOf(page, { board })).map((fault) => `${screen.name}: ${fault}`));
    await keep(page, `${screen.name}-${mark}`);
    await screen.leave?.(page);
  }
  assert.deepEqual([...wrong, ...page.troubles], []);
}
