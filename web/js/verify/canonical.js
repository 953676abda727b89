/**
 * The text of an action to which its dice are bound: compact JSON, its fields in one order, its hexes
 * in the order of their numbers. A record holds it so already; a file that another program has
 * rewritten may have other spaces or another order of fields. Units stay in the order they have in the
 * record (that of the battle's list), and the first hex of a path is not looked at: no move throws dice.
 */

/** The fields of each action in order, by system. @type {Record<string, Record<string, string[]>>} */
const FIELDS = {
  'blue-gray': {
    move: ['unit', 'path', 'to'],
    enter: ['unit', 'hex', 'path', 'to'],
    exit: ['unit', 'hex', 'path'],
    end_phase: [],
    attack: ['defenders', 'attackers', 'bombard', 'column'],
    elect: ['unit', 'retreat'],
    losses: ['units'],
    retreat: ['unit', 'to', 'displace'],
    advance: ['unit', 'to'],
    decline: [],
  },
};

/**
 * @param {string} game as in the header: `blue-gray/antietam`
 * @param {Record<string, any>} action
 * @returns {string | null} `null` if it is no action of that game
 */
export function canonicalText(game, action) {
  const system = game.split('/')[0];
  if (!Object.hasOwn(FIELDS, system)) return JSON.stringify(action);
  const kinds = FIELDS[system];
  const entries = Object.entries(action);
  if (entries.length !== 1) return null;
  const [kind, body] = entries[0];
  const order = Object.hasOwn(kinds, kind) ? kinds[kind] : null;
  if (!order || !isObject(body)) return null;
  if (Object.keys(body).some((field) => !order.includes(field))) return null;
  const given = kind === 'attack' ? completeAttack(body) : shortened(body);
  const present = order.filter((field) => given[field] !== undefined && given[field] !== null);
  return JSON.stringify({ [kind]: Object.fromEntries(present.map((field) => [field, given[field]])) });
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {Record<string, any>} attack @returns {Record<string, any>} */
function completeAttack(attack) {
  /** @param {unknown} hexes */
  const inOrder = (hexes) => (Array.isArray(hexes) ? hexes.toSorted() : (hexes ?? []));
  return {
    ...attack,
    defenders: inOrder(attack.defenders),
    attackers: inOrder(attack.attackers),
    bombard: attack.bombard ?? [],
  };
}

/** A path says already where it ends. @param {Record<string, any>} body */
const shortened = (body) => (Array.isArray(body.path) ? { ...body, to: null } : body);
