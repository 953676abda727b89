/**
 * Ways to start a Grand-tactical game with one press.
 */

/** @import { Computer, SeatChoice, Side } from '../../types.js' */
/** @import { Start } from '../../play/types.js' */

/** First contact: the basic game, with everything as usual; and the whole game for whoever knew the original. @param {Computer[]} computers @returns {Start[]} */
export function starts(computers) {
  const [easiest] = computers;
  const usual = computers[Math.min(1, computers.length - 1)];
  const seats = (/** @type {Computer | undefined} */ level) => /** @type {Record<Side, SeatChoice>} */ ({ union: { holder: 'me' }, confederate: level ? { holder: 'computer', level: level.id } : { holder: 'here' } });
  const who = (/** @type {Computer | undefined} */ level) => (level ? `You command the Union, the computer the Confederates (${level.title}).` : 'You move both sides in turn.');
  return [
    {
      title: 'First contact: the basic game',
      words: `${who(easiest)} You march, shoot and charge, and nothing else; the table says at every step what can be done.`,
      choice: { options: ['4=basic'], seats: seats(easiest) },
    },
    {
      title: 'The advanced game, as in 1985',
      words: `${who(usual)} Everything is in force: facing, formations, ammunition, generals and command, divisions to be activated.`,
      choice: { options: ['4=advanced'], seats: seats(usual) },
    },
  ];
}
