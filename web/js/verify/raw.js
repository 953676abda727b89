/**
 * Parts of a JSON text as they are written. `JSON.parse` forgets the order of fields whose names are
 * whole numbers, as those of hexes are, and a hash is of the text.
 */

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/**
 * The value of a field of an object, compact, as it stands in the text; `null` if it has no such
 * field. Of several the last counts, as with `JSON.parse`.
 * @param {string} text well-formed JSON
 * @param {string} name
 * @returns {string | null}
 */
export function member(text, name) {
  let depth = 0;
  /** The field whose value is being read. @type {string | null} */
  let field = null;
  /** @type {string | null} */
  let found = null;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 1 && token === ',') field = null;
    else if (depth === 1 && field === null) {
      field = token.startsWith('"') ? JSON.parse(token) : null;
      if (field === name) found = '';
    } else if (depth >= 1 && field === name && !(depth === 1 && token === ':')) {
      found += token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
    }
    if (token === '{' || token === '[') depth += 1;
  }
  return found;
}
