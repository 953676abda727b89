// How fast events are shown. Knows nothing of the board: it only says how long one event may take.

/** The speeds a player may choose, slowest last. */
export const SPEEDS = /** @type {const} */ ([
  { id: 'off', title: 'No animation', ms: 0 },
  { id: 'fast', title: 'Fast', ms: 160 },
  { id: 'normal', title: 'Normal', ms: 360 },
  { id: 'slow', title: 'Slow', ms: 800 },
]);

/**
 * Milliseconds one event may take at a speed; an unknown speed is the normal one.
 * @param {string | undefined} id
 */
export function millisecondsOf(id) {
  const speed = SPEEDS.find((known) => known.id === id) ?? SPEEDS[2];
  return speed.ms;
}

/** Whether the person has asked the system for less motion. */
export function wantsLessMotion() {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/** Whether whoever looks on is shown at a speed how things happen. @param {string | undefined} id */
export function isAnimated(id) {
  return !document.hidden && !wantsLessMotion() && millisecondsOf(id) > 0;
}
