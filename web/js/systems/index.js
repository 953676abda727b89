/**
 * Which module plays which system: the only place of the page, outside the systems' own folders, that names one. A new
 * system adds a line to `SYSTEMS` and a folder beside this file; `node preload.js` brings `FILES` up to date.
 */

/** @import { GameSystem } from '../play/types.js' */

/** @type {Map<string, () => Promise<GameSystem>>} */
const SYSTEMS = new Map([
  ['blue-gray', async () => (await import('./blue-gray/index.js')).blueGray],
  ['brigade', async () => (await import('./brigade/index.js')).brigade],
  ['grand-tactical', async () => (await import('./grand-tactical/index.js')).grandTactical],
]);

/** What the browser may fetch at once for each system, instead of import by import. @type {Record<string, string[]>} */
const FILES = {
  // begin files
  'blue-gray': [
    '/css/systems/blue-gray.css',
    '/js/systems/blue-gray/advice.js',
    '/js/systems/blue-gray/animate.js',
    '/js/systems/blue-gray/army.js',
    '/js/systems/blue-gray/board.js',
    '/js/systems/blue-gray/card.js',
    '/js/systems/blue-gray/choices-panel.js',
    '/js/systems/blue-gray/choices.js',
    '/js/systems/blue-gray/combat-panel.js',
    '/js/systems/blue-gray/combat.js',
    '/js/systems/blue-gray/controller.js',
    '/js/systems/blue-gray/help.js',
    '/js/systems/blue-gray/hint.js',
    '/js/systems/blue-gray/index.js',
    '/js/systems/blue-gray/keys.js',
    '/js/systems/blue-gray/model.js',
    '/js/systems/blue-gray/movement.js',
    '/js/systems/blue-gray/names.js',
    '/js/systems/blue-gray/panels.js',
    '/js/systems/blue-gray/planner.js',
    '/js/systems/blue-gray/scene.js',
    '/js/systems/blue-gray/tell.js',
  ],
  'brigade': [
    '/css/systems/brigade.css',
    '/js/systems/brigade/activation.js',
    '/js/systems/brigade/advice.js',
    '/js/systems/brigade/animate.js',
    '/js/systems/brigade/army.js',
    '/js/systems/brigade/assault.js',
    '/js/systems/brigade/attacks.js',
    '/js/systems/brigade/board.js',
    '/js/systems/brigade/bombardment.js',
    '/js/systems/brigade/card.js',
    '/js/systems/brigade/choices.js',
    '/js/systems/brigade/controller.js',
    '/js/systems/brigade/help.js',
    '/js/systems/brigade/hint.js',
    '/js/systems/brigade/index.js',
    '/js/systems/brigade/keys.js',
    '/js/systems/brigade/model.js',
    '/js/systems/brigade/movement.js',
    '/js/systems/brigade/names.js',
    '/js/systems/brigade/orders-panel.js',
    '/js/systems/brigade/panels.js',
    '/js/systems/brigade/rally.js',
    '/js/systems/brigade/scene.js',
    '/js/systems/brigade/starts.js',
    '/js/systems/brigade/tell.js',
  ],
  'grand-tactical': [
    '/css/systems/grand-tactical.css',
    '/js/systems/grand-tactical/activation-panel.js',
    '/js/systems/grand-tactical/activation.js',
    '/js/systems/grand-tactical/advice.js',
    '/js/systems/grand-tactical/animate.js',
    '/js/systems/grand-tactical/army.js',
    '/js/systems/grand-tactical/board.js',
    '/js/systems/grand-tactical/card.js',
    '/js/systems/grand-tactical/controller.js',
    '/js/systems/grand-tactical/ghosts.js',
    '/js/systems/grand-tactical/group-panel.js',
    '/js/systems/grand-tactical/group.js',
    '/js/systems/grand-tactical/help.js',
    '/js/systems/grand-tactical/hint.js',
    '/js/systems/grand-tactical/index.js',
    '/js/systems/grand-tactical/keys.js',
    '/js/systems/grand-tactical/model.js',
    '/js/systems/grand-tactical/names.js',
    '/js/systems/grand-tactical/odds-table.js',
    '/js/systems/grand-tactical/operations.js',
    '/js/systems/grand-tactical/pace.js',
    '/js/systems/grand-tactical/panels.js',
    '/js/systems/grand-tactical/report-panel.js',
    '/js/systems/grand-tactical/reports.js',
    '/js/systems/grand-tactical/scene.js',
    '/js/systems/grand-tactical/starts.js',
    '/js/systems/grand-tactical/tell.js',
    '/js/systems/grand-tactical/todo.js',
    '/js/systems/grand-tactical/unit-panel.js',
    '/js/systems/grand-tactical/views.js',
  ],
  // end files
};

/** Systems whose files are on their way. @type {Set<string>} */
const expected = new Set();

/** Stylesheets of systems that are on the page, or on their way to it. @type {Map<string, Promise<void>>} */
const styled = new Map();

/** The systems that the page can show. @returns {string[]} */
export function systems() {
  return [...SYSTEMS.keys()];
}

/**
 * Whether a battle can be played on this page: its rules can, and the page has a table for them.
 * @param {{playable: boolean, system: string}} battle
 */
export function hasTable({ playable, system }) {
  return playable && SYSTEMS.has(system);
}

/**
 * How a battle without a table on this page can be had, in a few words and in a sentence.
 * @param {{id: string, playable: boolean, why_not?: string | null}} battle
 * @returns {{short: string, long: string}}
 */
export function withoutTable({ id, playable, why_not: why }) {
  return playable
    ? { short: 'At a terminal for now', long: `Its rules are complete. There is no table for it on this page yet; at a terminal it is played with “longroll play ${id}”.` }
    : { short: 'Map only: not playable yet', long: why ?? 'Its rules cannot be played yet; its map can be seen.' };
}

/**
 * Lets the browser fetch what a system will need, before it is needed.
 * @param {string | null | undefined} id
 */
export function expectSystem(id) {
  if (!id || expected.has(id)) return;
  expected.add(id);
  for (const file of Object.hasOwn(FILES, id) ? FILES[id] : []) {
    const link = document.createElement('link');
    link.href = file;
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else link.rel = 'modulepreload';
    document.head.append(link);
  }
}

/**
 * Loads what the page needs to play a system, its styles included: what is mounted then is never seen without them.
 * @param {string} id the system's name
 * @returns {Promise<GameSystem | null>} nothing if the page does not know the system
 */
export async function loadSystem(id) {
  const load = SYSTEMS.get(id);
  if (!load) return null;
  expectSystem(id);
  const system = await load();
  await Promise.all(system.styles.map(style));
  return system;
}

/** Puts a stylesheet on the page, once. @param {string} href @returns {Promise<void>} */
function style(href) {
  const known = styled.get(href);
  if (known) return known;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  const loaded = new Promise((/** @type {(value: void) => void} */ resolve) => {
    link.addEventListener('load', () => resolve());
    // A table without its colours is still a table; the next one asks for them again.
    link.addEventListener('error', () => {
      styled.delete(href);
      link.remove();
      resolve();
    });
  });
  styled.set(href, loaded);
  document.head.append(link);
  return loaded;
}
