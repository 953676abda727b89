// A learner on the real board: the guided first battle from the front page to its end, with a mistake on the way, left
// and taken up again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, counter, farewell, keep, middle, openHouse, person } from './harness.js';
import { mouse } from './hands.js';
import { faultsOf } from './looks.js';

const house = openHouse();
const BATTLE = 'blue-gray/antietam';

async function click(page, selector) {
  const { x, y } = await middle(page, selector);
  await page.mouse.click(x, y);
}

/** What the learner does with the mouse and the keys, for each kind of action. */
const HANDS = {
  async move(page, { unit, to }) {
    await click(page, counter(unit));
    await page.waitForSelector(`[data-board] [data-lit][data-cell="${to}"]`);
    await click(page, cell(to));
  },
  end_phase: (page) => mouse.endPhase(page),
  async attack(page, { defenders, attackers = [] }) {
    await click(page, cell(defenders[0]));
    const plan = page.locator('.fight-plan');
    await plan.waitFor();
    // Guns alone: the planner looks at what else is owed, and leaves out whoever is wanted there.
    if (attackers.length === 0) {
      await plan.locator('[data-focus^="gun-"]:checked').first().waitFor();
      assert.equal(await plan.locator('[data-focus^="attacker-"]:checked').count(), 0);
    }
    await plan.getByRole('button', { name: /^Throw the die/ }).click();
  },
  async advance(page, { to }) {
    await page.waitForSelector(`[data-board] [data-lit][data-cell="${to}"]`);
    await click(page, cell(to));
    const choice = page.locator('.map-note-choices button').first();
    if (await choice.isVisible()) await choice.click();
  },
  async retreat(page, { to }) {
    await page.waitForSelector(`[data-board] [data-lit][data-cell="${to}"]`);
    await click(page, cell(to));
  },
  async decline(page) {
    await page.getByRole('button', { name: 'Nobody advances' }).first().click();
  },
};

async function act(page, action) {
  const [[kind, body]] = Object.entries(action);
  await HANDS[kind](page, body);
}

test('the guided first battle leads from the front page to its end, forgives, and remembers', { timeout: 360_000 }, async () => {
  const lesson = await house.server.ask('GET', `/battles/${BATTLE}/lesson`);
  const page = await person(house.browser);
  await page.goto(house.server.url);
  await page.getByRole('link', { name: 'Learn by playing' }).click();
  const guide = page.locator('.play-guide');
  for (const [index, step] of lesson.steps.entries()) {
    await guide.getByRole('heading', { name: step.title, exact: true }).waitFor();
    await page.waitForSelector('[data-board] [data-unit]');
    if (index === 0) {
      assert.deepEqual(await faultsOf(page, { board: false }), []);
      await keep(page, 'lesson');
      // A mistake is explained and taken back.
      await act(page, step.slips[0].action);
      await guide.getByText(step.slips[0].words).waitFor();
      await guide.getByRole('button', { name: 'Try again' }).click();
      await guide.getByText('Not quite.').waitFor({ state: 'detached' });
    }
    if (step.id === 'road') {
      // In other colours the map is drawn anew, and the lesson goes on.
      const light = await page.$('[data-board]');
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForFunction((old) => document.querySelector('[data-board]') !== old, light);
      await guide.getByRole('heading', { name: step.title, exact: true }).waitFor();
      await page.waitForSelector('[data-board] [data-unit]');
    }
    if (step.id === 'bad-attack') {
      // What the server does not give now is told, and can be tried again.
      await page.route('**/api/v1/games', (route) => route.abort());
      await guide.getByRole('button', { name: 'Back' }).click();
      const again = guide.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      await page.unroute('**/api/v1/games');
      await again.click();
      await guide.getByRole('heading', { name: lesson.steps[index - 1].title, exact: true }).waitFor();
      await page.goto(`${house.server.url}/#/learn/${BATTLE}/${step.id}`);
      await guide.getByRole('heading', { name: step.title, exact: true }).waitFor();
      await page.waitForSelector('[data-board] [data-unit]');
    }
    if (step.id === 'guns') {
      // Left and taken up again where it was.
      await guide.getByRole('link', { name: 'Leave' }).click();
      await page.getByText(`${index} of ${lesson.steps.length} steps done.`).waitFor();
      assert.equal(await page.getByRole('heading', { name: 'My games' }).count(), 0);
      await page.getByRole('link', { name: /^Go on/ }).click();
      await guide.getByRole('heading', { name: step.title, exact: true }).waitFor();
      await page.waitForSelector('[data-board] [data-unit]');
    }
    for (const deed of step.deeds) {
      // What the other side does, the page does.
      if ('retreat' in deed.action && deed.action.retreat.unit === 'Winder') continue;
      if ('decline' in deed.action && step.id === 'retreat') continue;
      await act(page, deed.action);
    }
    await guide.getByText(step.done).waitFor({ timeout: 10_000 }).catch(async (fault) => { await keep(page, 'lesson-stuck'); throw fault; });
    if (index % 2) await page.keyboard.press('.');
    else await guide.getByRole('button', { name: /^(Next|Finish)/ }).click();
  }
  await page.getByText(`Done, all ${lesson.steps.length} steps.`).waitFor();
  await farewell(page);
});

test('a puzzle is answered on the board, explained face by face, and kept as solved', { timeout: 360_000 }, async () => {
  const { puzzles } = await house.server.ask('GET', `/battles/${BATTLE}/puzzles`);
  const puzzle = puzzles.find(({ kind }) => kind === 'close');
  // Nobody knows the answer but the server: it comes with any other.
  const { best } = await house.server.ask('POST', `/battles/${BATTLE}/puzzles/${puzzle.id}`, { body: { action: { end_phase: {} } } });
  const page = await person(house.browser);
  await page.goto(`${house.server.url}/#/learn`);
  await page.locator(`[data-battle="${BATTLE}"] a[href$="/${puzzle.id}"]`).click();
  const guide = page.locator('.play-guide');
  await guide.getByText(puzzle.words).waitFor();
  await page.waitForSelector('[data-board] [data-unit]');
  await mouse.move(page, best.action.move.unit, best.action.move.to);
  await guide.getByText('Right.').waitFor();
  assert.equal(await guide.getByRole('row').count(), 6);
  assert.deepEqual(await faultsOf(page, { board: false }), []);
  await keep(page, 'puzzle');
  await guide.getByRole('link', { name: 'Leave' }).click();
  await page.locator(`[data-battle="${BATTLE}"] [data-mark="solved"]`).waitFor();
  await farewell(page);
});

for (const battle of ['blue-gray/chattanooga', 'brigade/antietam']) test(`an attack of a puzzle of ${battle} is judged and not thrown, and can be tried again`, { timeout: 180_000 }, async () => {
  const { puzzles } = await house.server.ask('GET', `/battles/${battle}/puzzles`);
  const attacks = puzzles.filter(({ kind, position }) => kind === 'attack' && position.phase !== 'bombardment');
  const puzzle = attacks.sort((a, b) => a.choices - b.choices)[0];
  const page = await person(house.browser);
  await page.goto(`${house.server.url}/#/puzzles/${battle}/nosuch`);
  await page.getByRole('heading', { name: /no puzzle “nosuch”/ }).waitFor();
  await page.goto(`${house.server.url}/#/puzzles/${battle}/${puzzle.id}`);
  const guide = page.locator('.play-guide');
  await guide.getByText(puzzle.words).waitFor();
  await page.waitForSelector('[data-board] [data-unit]');
  await guide.getByRole('button', { name: 'Show the answer' }).click();
  await guide.getByText('The answer.').waitFor();
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('longroll.game.')));
  const [game] = await kept();
  // A page that is loaded anew gives the game of the old one back.
  await page.reload();
  await guide.getByText(puzzle.words).waitFor();
  await page.waitForSelector('[data-board] [data-unit]');
  const now = await kept();
  assert.ok(now.length === 1 && now[0] !== game, `${game}, then ${now}`);
  await page.keyboard.press('n');
  const plan = page.locator('.fight-plan');
  await plan.getByRole('button', { name: /^Throw the die/ }).click();
  await guide.getByText(/^(Right|Not the best)\./).waitFor();
  assert.equal(await guide.getByRole('row').count(), 6);
  await guide.getByRole('button', { name: 'Try again' }).click();
  await guide.getByText(/^(Right|Not the best)\./).waitFor({ state: 'detached' });
  await plan.getByRole('button', { name: /^Throw the die/ }).click();
  await guide.getByText(/^(Right|Not the best)\./).waitFor();
  await farewell(page);
});
