/**
 * What is said of the ways in which a seat is told.
 *
 * @import { Channel, Last, Pace } from './calls.js'
 */

/** What the panel is called, in the menu and above it. */
export const TELL_ME = 'Tell me when it is my turn';

/** @type {[Pace, string][]} */
export const PACES = [
  ['each', 'Each time a decision is mine'],
  ['digest', 'The same, at most once an hour'],
  ['reminders', 'Only if it waits for a day, and at the end'],
];

/** What a way is called. @param {Channel} channel @param {string | null} here the endpoint of this browser */
export function nameOf({ means, to }, here) {
  if (means === 'mail') return `Mail to ${to}`;
  if (means === 'feed') return 'A feed for your reader';
  if (means === 'push') return to === here ? 'Notices of this browser' : 'Notices of another browser';
  return `Calls of ${to}`;
}

/** What an address still waits for. @param {Channel} channel */
export function asked({ means }) {
  if (means === 'mail') return 'Not yet in use: open the link in the mail that was sent there.';
  if (means === 'push') return 'Not yet in use: the browser has still to answer the first notice.';
  return 'Not yet in use: the first call has a word in it, “confirm”. Answer with that word, or open the link to it.';
}

/** @type {Record<string, string>} */
const WHAT = { turn: 'your turn', reminder: 'a reminder', take_back: 'a take-back', over: 'the end of the game', test: 'a test', confirm: 'the question whether the address is yours' };

/** What became of the last message. @param {Last} last @param {(at: string) => string} [time] */
export function lastWords(last, time = clock) {
  const what = WHAT[last.what] ?? last.what;
  if (last.state === 'sent') return `Last: ${what}, sent ${time(last.at)}.`;
  if (last.state === 'seen') return `Last: ${what}; not sent, you were at the table.`;
  if (last.state === 'failed') return `Last: ${what}, given up ${time(last.at)}${last.why ? `: ${last.why}` : ''}.`;
  const why = last.why ? `: ${last.why}` : '';
  return last.attempts > 0 ? `Next: ${what}, tried ${times(last.attempts)}${why}. Again ${time(last.at)}.` : `Next: ${what}, not before ${time(last.at)}.`;
}

/** @param {number} count */
const times = (count) => (count === 1 ? 'once' : `${count} times`);

/** @param {string} at */
function clock(at) {
  const time = new Date(at);
  const hour = time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (new Date().toDateString() === time.toDateString()) return `at ${hour}`;
  return `on ${time.toLocaleDateString([], { day: 'numeric', month: 'short' })} at ${hour}`;
}
