// Every screen, by day and by night.
import { test } from 'node:test';
import { exceptInSoak, person } from './harness.js';
import { SCREENS, house, lookAt } from './screens.js';

for (const theme of ['light', 'dark']) {
  // Every day the dark colours are looked at on the phone.
  test(`every screen of the ${theme} table`, { skip: theme === 'dark' && exceptInSoak, timeout: 1_260_000 }, async () => {
    const page = await person(house.browser, { colorScheme: theme });
    // Every day the main screens are looked at on the phone; here the others, and those that lead to them.
    const wanted = SCREENS.filter(({ main, board, leads }) => !exceptInSoak || !main || board || leads);
    await lookAt(page, wanted, theme);
    await page.context().close();
  });
}
