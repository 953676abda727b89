// How a problem with the table is told to the player.

import { toast } from '../dialogs.js';

/** @typedef {import('../api.js').Problem} Problem */

/** Problems that end the page's part in a game; they stay on the screen. */
const LASTING = new Set(['bad-token', 'no-token', 'unknown-game']);

/** @param {Problem} problem @param {import('./notices.js').Notices} notices */
export function tellProblem(problem, notices) {
  if (LASTING.has(problem.type)) {
    notices.set('problem', { text: wordsOf(problem), kind: 'trouble', actions: [{ label: 'Home', act: () => { location.hash = '#/'; } }] });
  } else if (problem.rule) {
    toast(`${problem.reason ?? problem.message} [${problem.rule}]`, { link: problem.link, kind: 'refusal' });
  } else {
    toast(wordsOf(problem), { kind: 'problem' });
  }
}

/** The table may be away this long before the page speaks of it. */
const PATIENCE = 1500;

/** Tells, until the signal, whenever the table is out of reach. @param {import('../table.js').Table} table @param {import('./notices.js').Notices} notices @param {AbortSignal} signal */
export function tellConnection(table, notices, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const look = () => {
    clearTimeout(timer);
    if (table.connection !== 'away') {
      notices.set('away', null);
      return;
    }
    timer = setTimeout(() => notices.set('away', {
      text: 'The table is out of reach. The page goes on trying; nothing that was confirmed is lost.', kind: 'trouble',
    }), PATIENCE);
  };
  table.addEventListener('connection', look, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  look();
}

/** @param {Problem} problem */
export function wordsOf(problem) {
  switch (problem.type) {
    case 'bad-token': return 'Your link to this game no longer works: a new one was made for this seat. Ask the creator of the game for it.';
    case 'unknown-game': return 'This game is no longer on the table.';
    case 'stale-version': return 'The game went on meanwhile; this is how it stands now.';
    case 'not-your-decision': return 'It is the other side\'s decision.';
    case 'over': return 'The game is over.';
    case 'too-many-requests': return 'Too fast for the server; try again in a moment.';
    default: return problem.detail ?? problem.message;
  }
}
