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

/**
 * A member that stands twice in one object of a JSON text, or `null`: readers differ in which of the two counts.
 * @param {string} text well-formed JSON
 * @returns {string | null}
 */
export function doubled(text) {
  /** The members of each object that is open; `null` for a list. @type {(Set<string> | null)[]} */
  const open = [];
  let [last, before] = ['', ''];
  for (const [token] of text.matchAll(TOKENS)) {
    const members = open[open.length - 1];
    if (token === ':' && members && last.startsWith('"') && (before === '{' || before === ',')) {
      const name = JSON.parse(last);
      if (members.has(name)) return name;
      members.add(name);
    }
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    [before, last] = [last, token];
  }
  return null;
}
