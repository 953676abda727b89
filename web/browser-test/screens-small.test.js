// The main screens on a tablet and on a telephone. It is long: `cargo xtask soak` runs it; on the desk they are looked at every day.
import { test } from 'node:test';
import { exceptInSoak, person } from './harness.js';
import { SCREENS, house, lookAt } from './screens.js';

const WINDOWS = [
  { name: 'phone in the dark', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } },
  { name: 'tablet', options: { viewport: { width: 1024, height: 768 }, hasTouch: true } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  { name: 'phone on its side', options: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true } },
];

for (const { name, options } of WINDOWS) {
  test(`the main screens on a ${name}`, { skip: exceptInSoak, timeout: 1_260_000 }, async () => {
    const page = await person(house.browser, options);
    await lookAt(page, SCREENS.filter((screen) => screen.main), name.replaceAll(' ', '-'));
    await page.context().close();
  });
}
