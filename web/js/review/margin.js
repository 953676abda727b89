// Margins in words and on a scale. A margin is Union minus Confederate points, as the staff expects them.

import { sideAdjective } from '../words.js';

/** "4", "3.5", never "3.5000001" or "-0". @param {number} value */
export function rounded(value) {
  const half = Math.round(value * 2) / 2;
  return String(half === 0 ? 0 : half);
}

/** Who is ahead, and by how much: "Union by 3.5", "even". @param {number} margin */
export function marginWords(margin) {
  const size = rounded(Math.abs(margin));
  if (size === '0') return 'even';
  return `${margin > 0 ? 'Union' : 'Confederates'} by ${size}`;
}

/**
 * A margin with its bounds: "Union by 4, probably between Confederates by 2 and Union by 9".
 * @param {{margin: number, low: number, high: number}} expected
 */
export function expectedWords({ margin, low, high }) {
  if (rounded(low) === rounded(high)) return `${marginWords(margin)}, for certain`;
  return `${marginWords(margin)}, probably between ${marginWords(low)} and ${marginWords(high)}`;
}

/** A round number that no value exceeds, for both ends of a scale. @param {number[]} values */
export function spanOf(values) {
  const most = Math.max(10, ...values.map(Math.abs).filter(Number.isFinite));
  const size = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((one) => one * size >= most) ?? 10;
  return factor * size;
}

/**
 * The chances of the levels of victory, in their order; what has less than half a percent is left out.
 * @param {import('../types.js').LevelChance[]} chances
 */
export function chancesOf(chances) {
  return chances.filter(({ chance }) => chance >= 0.005).map(({ winner, level, chance }) =>
    ({ winner, words: winner ? `${sideAdjective(winner)} ${level}` : level, percent: Math.round(chance * 100) }));
}
