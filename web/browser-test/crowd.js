// The fullest table there is: every unit of Grand-tactical Antietam on the map at once.

const BATTLE = 'grand-tactical/antietam';

/** @param {string} square */
const at = (square) => square.split(',').map(Number);

/**
 * A game of two people in which all units stand on the map, those that come later on open ground behind the others.
 * @param {import('./harness.js').Server} server @param {{options?: string[]}} [choice]
 * @returns {Promise<{game: any, unit: string, number: number}>} `unit` can step south and north
 */
export async function crowded(server, { options = ['4=advanced', '8'] } = {}) {
  const opening = await server.newGame(BATTLE, { options, dice: 'seeded' });
  const { squares, units: facts } = await server.ask('GET', `/battles/${BATTLE}/sheet?options=${encodeURIComponent(options.join(','))}&theme=light`);
  const { units } = opening.view.game;
  const standing = units.filter(({ cell }) => cell);
  const taken = new Set(standing.map(({ cell }) => cell));
  const open = Object.keys(squares).filter((square) => squares[square].terrain.includes('clear') && !squares[square].scenery && !taken.has(square));
  const far = (square, side) => Math.min(...standing.filter(({ id }) => facts[id].side !== side).map(({ cell }) => Math.max(...at(cell).map((value, axis) => Math.abs(value - at(square)[axis])))));
  const room = Object.fromEntries(['union', 'confederate'].map((side) => [side, open.map((square) => ({ square, far: far(square, side) })).filter((one) => one.far >= 6).sort((a, b) => a.far - b.far).map(({ square }) => square)]));
  function behind(side) {
    const square = room[side].find((one) => !taken.has(one));
    taken.add(square);
    return square;
  }
  const placed = units.map(({ id, cell, facing, mode }) => ({ id, square: cell ?? behind(facts[id].side), ...(facing ? { facing, mode } : {}) }));
  const from = { game: BATTLE, scenario: 'september-17', options, turn: 4, phase: 'operations', side: 'union', units: placed };
  const game = await server.newGame(BATTLE, { options, dice: 'seeded', from });
  return { game, unit: 'US-DURYEA-A', number: placed.length };
}
