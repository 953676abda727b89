/**
 * Ways to start a game of Brigade with one press.
 */

/** @import { Computer } from '../../types.js' */
/** @import { Start } from '../../play/types.js' */

/** The level that is meant where nobody chooses: not the easiest. @param {Computer[]} computers @returns {Computer | undefined} */
const usual = (computers) => computers[Math.min(1, computers.length - 1)];

/** Solitaire as the booklet has it (3.0): one is Lee, and the Union's corps are drawn. @param {Computer[]} computers @returns {Start[]} */
export function starts(computers) {
  const level = usual(computers);
  const union = level ? `the computer moves them (${level.title})` : 'you move them too, as the rulebook advises, for no computer plays this game yet';
  return [{
    title: 'Solitaire, as printed',
    words: `You are Lee. The two Union corps of each turn are drawn by lot (option 3.0), and ${union}.`,
    choice: {
      options: ['3.0'],
      seats: { union: level ? { holder: 'computer', level: level.id } : { holder: 'here' }, confederate: { holder: 'me' } },
    },
  }];
}
