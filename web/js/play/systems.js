// Which module plays which system. A new system adds one line here and a folder of its own beside it.

/**
 * Loads what the page needs to play a system.
 * @param {string} id the system's name: `blue-gray`
 * @returns {Promise<import('./types.js').GameSystem | null>} nothing if the page does not know the system
 */
export async function loadSystem(id) {
  const load = SYSTEMS.get(id);
  return load ? load() : null;
}

/** @type {Map<string, () => Promise<import('./types.js').GameSystem>>} */
const SYSTEMS = new Map([
  ['blue-gray', async () => (await import('../blue-gray/index.js')).blueGray],
]);
