// What a browser's threads cost: their processor time, which other work on the machine changes little. Linux alone tells it.
import { readFile, readdir } from 'node:fs/promises';

/** What the threads of pages and of the display are called here, by how their names begin: scripts and layout, the painting of tiles, and putting them together. @type {[string, string][]} */
const THREADS = [
  ['CompositorTileW', 'raster'],
  ['ThreadPoolForeg', 'raster'],
  ['Compositor', 'compositor'],
];

/** Processor time that the threads of a browser have used, in milliseconds. @typedef {Record<string, number>} Used */

/** What a thread is. @param {string} type of its process @param {boolean} first whether it is the first of it @param {string} name */
function kindOf(type, first, name) {
  if (type === 'GPU') return 'display';
  if (type !== 'renderer') return 'browser';
  return first ? 'main' : THREADS.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 'other';
}

/** What the threads of a browser have used until now. @param {import('playwright-core').Browser} browser @returns {Promise<Used>} */
export async function used(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const used = /** @type {Used} */ ({});
  for (const { id, type } of processInfo) {
    for (const thread of await readdir(`/proc/${id}/task`).catch(() => [])) {
      const [name, times] = await Promise.all(['comm', 'schedstat'].map((what) => readFile(`/proc/${id}/task/${thread}/${what}`, 'utf8').catch(() => '')));
      const kind = kindOf(type, thread === String(id), name.trim());
      used[kind] = (used[kind] ?? 0) + Number(times.split(' ')[0] || 0) / 1e6;
    }
  }
  return used;
}

/** What was used between two moments, by a frame, in words. @param {Used} before @param {Used} after @param {number} frames */
export function usedWords(before, after, frames) {
  const kinds = ['main', 'raster', 'compositor', 'display', 'browser'];
  return kinds.map((kind) => `${kind} ${(((after[kind] ?? 0) - (before[kind] ?? 0)) / frames).toFixed(2)}`).join(', ');
}
