/** What the kinds of puzzles are called. @type {Record<'attack' | 'close' | 'hold', string>} */
export const KINDS = { attack: 'Best attack', close: 'Close the retreat', hold: 'Hold or take the place' };
