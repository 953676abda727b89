/**
 * The shape of every table of keys, as the help shows them. What a key does, its owner says; this only names it.
 */

/** @typedef {{keys: string, what: string, group?: string}} Key */

/**
 * The keys of one group of the help.
 * @param {string} group
 * @param {[keys: string, what: string][]} rows
 * @returns {Required<Key>[]}
 */
export function keyTable(group, rows) {
  return rows.map(([keys, what]) => ({ keys, what, group }));
}
