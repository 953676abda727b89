// What every screen must bear to be looked at: accessible by the rules of axe-core, nothing beyond the edge, no
// letters too small to read.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The least size of letters, in pixels. */
const LEAST = 12;

/**
 * Everything that is wrong with the screen as it stands, one sentence each. The board has thousands of elements and
 * is the same on most screens: it can be left out of what axe looks at.
 * @returns {Promise<string[]>}
 */
export async function faultsOf(page, { board = true } = {}) {
  // Nothing is judged half way through a transition.
  await page.evaluate(() => Promise.all([document.fonts.ready, ...document.getAnimations().map((one) => one.finished.catch(() => null))]));
  return [...await axeFaults(page, board), ...await page.evaluate(spills), ...await page.evaluate(smallLetters, LEAST)];
}

/**
 * How high the letters of names on counters are on the screen, in pixels: of every counter that lies on top of its cell.
 * @returns {Promise<{unit: string, text: string, height: number}[]>} the smallest first
 */
export function namesOnCounters(page) {
  return page.evaluate(() => {
    const tops = new Map([...document.querySelectorAll('[data-board] .unit[data-at]')].map((unit) => [unit.dataset.at, unit]));
    const all = [...tops.values()].flatMap((unit) => {
      const shown = [...unit.querySelectorAll('.designation, .far-name text')].filter((text) => text.getClientRects().length > 0);
      return shown.map((text) => ({ unit: unit.dataset.unit, text: text.textContent, height: Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d }));
    });
    return all.sort((a, b) => a.height - b.height);
  });
}

async function axeFaults(page, board) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(AXE);
  const violations = await page.evaluate(async (board) => {
    const where = board ? document : { exclude: ['[data-board]'] };
    return (await window.axe.run(where, { resultTypes: ['violations'] })).violations;
  }, board);
  return violations.flatMap(({ id, impact, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) =>
    `${id} (${impact}): ${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, ' ').slice(0, 240)}`));
}

/** Words and controls that lie beyond the left or right edge and cannot be scrolled to. Runs in the page. */
function spills() {
  const found = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > window.innerWidth) found.push(`the page is ${root.scrollWidth} wide in a window of ${window.innerWidth}`);
  const scrolls = (element) => {
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll('button, a, input, select, summary, h1, h2, h3, p, li, td, th')) {
    if (element.closest('[data-board], .visually-hidden, .skip-link')) continue;
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 0 && (left < -1 || right > window.innerWidth + 1) && !scrolls(element)) {
      found.push(`beyond the edge: ${element.outerHTML.slice(0, 120)}`);
    }
  }
  return found.slice(0, 5);
}

/** Words in letters smaller than they may be; the map has its own sizes. Runs in the page. */
function smallLetters(least) {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || !element || element.closest('[data-board], svg, script, noscript')) continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < least && element.getClientRects().length > 0) found.add(`letters of ${size} pixels: ${element.outerHTML.slice(0, 120)}`);
  }
  return [...found].slice(0, 5);
}
