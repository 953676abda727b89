/** What the kinds of puzzles are called. @type {Record<'attack' | 'close' | 'hold' | 'fire' | 'break', string>} */
export const KINDS = { attack: 'Best attack', close: 'Close the retreat', hold: 'Hold or take the place', fire: 'Best target', break: 'Break the enemy' };
