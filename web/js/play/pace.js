// The pace of a game: what is left in words, what is asked about it, and what its players can do. The server keeps the
// time; here it is told.

import { show, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { capital, count } from '../words.js';
import { sideLabel, SIDES } from './sides.js';

/**
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').Pace} Pace
 * @typedef {import('../types.js').Clock} Clock
 * @typedef {import('../table.js').Table} Table
 */

const UNITS = /** @type {[string, number][]} */ ([['day', 1440], ['hour', 60], ['minute', 1]]);

/** A span of time by its two largest units: "2 days 3 hours". @param {number} milliseconds */
export function spanWords(milliseconds) {
  let minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
  if (minutes === 0) return milliseconds <= 0 ? 'no time' : 'less than a minute';
  const words = [];
  for (const [unit, size] of UNITS) {
    const many = Math.floor(minutes / size);
    minutes -= many * size;
    if (many > 0) words.push(count(many, unit));
    else if (words.length > 0) break;
    if (words.length === 2) break;
  }
  return words.join(' ');
}

const ABOUT = { phase: 'for this phase', turn: 'for this turn', choice: 'for this choice', witness: 'for the dice that wait' };

/** What is left of a clock, in words. @param {Pick<Clock, 'kind'>} clock @param {number} left in milliseconds */
export function leftWords({ kind }, left) {
  const about = ABOUT[kind] ?? '';
  return left <= 0 ? `The time ${about} has run out` : `${capital(spanWords(left))} left ${about}`;
}

/**
 * How a clock stands, for a list of games: whose it is is told beside it. Nothing of a game without one.
 * @param {Clock | null | undefined} clock
 */
export function clockLine(clock) {
  if (!clock || clock.kind === 'phase') return '';
  return `${leftWords(clock, clock.left)}${clock.running || clock.left <= 0 ? '' : ' (the clock stands)'}.`;
}

/**
 * What is asked about the time, and who can answer it: a claim, a pause.
 * @param {View} view @param {Side[]} seats held here @param {Pick<Table, 'aboutTime'>} table
 * @returns {{text: string, detail?: string, kind: 'plain' | 'ask', actions: import('./notices.js').NoticeAction[]} | null}
 */
export function paceNotice({ pace, ended, status }, seats, table) {
  if (!pace || ended || status !== 'playing') return null;
  /** @param {string} label @param {'claim' | 'pause'} what @param {Record<string, unknown>} body @param {Side} [side] @param {boolean} [primary] */
  const act = (label, what, body, side, primary = false) => ({ label, primary, act: () => void table.aboutTime(what, body, side).catch(() => undefined) });
  const { may_claim: claims, time_up: late, pause } = pace;
  if (pause && pause.stage !== 'asked') {
    const mine = pause.stage === 'ending' && seats.includes(pause.by);
    const ends = pause.stage === 'ending' ? `${sideLabel(pause.by)} wants to go on: the pause ends in ${spanWords(pause.left ?? 0)}.` : 'Either side may go on after notice.';
    return { text: 'A pause: the clocks stand.', detail: ends, kind: 'plain', actions: seats.length && !mine ? [act('Go on', 'pause', { what: 'resume' })] : [] };
  }
  if (late) {
    const may = claims !== null && seats.includes(claims);
    const mine = seats.includes(late);
    return {
      text: mine ? 'Your time has run out.' : `The ${sideLabel(late)} player’s time has run out.`,
      detail: mine ? 'The other side may claim the game until you have ended this. Play on while you can.' : may ? 'You may claim the game, or wait.' : 'The other side may claim the game.',
      kind: may ? 'ask' : 'plain',
      actions: may ? [act('Claim the game', 'claim', {}, /** @type {Side} */ (claims), true)] : [],
    };
  }
  if (!pause) return null;
  const other = seats.find((side) => side !== pause.by);
  return {
    text: other ? `The ${sideLabel(pause.by)} side asks for a pause.` : 'You have asked for a pause.',
    detail: 'The clocks of both sides would stand until one of them wants to go on.', kind: 'ask',
    actions: other
      ? [act('Agree', 'pause', { what: 'agree' }, other, true), act('Refuse', 'pause', { what: 'refuse' }, other)]
      : seats.length ? [act('Withdraw', 'pause', { what: 'refuse' }, pause.by)] : [],
  };
}

/** The seats that the staff plays because their time ran out, and that are held here. @param {View} view @param {Side[]} seats */
export const standIns = ({ pace }, seats) => seats.filter((side) => pace?.seats[side].stand_in);

/** How a player stands, in one sentence. @param {Pace} pace @param {Side} side @param {Clock | null | undefined} clock */
export function seatWords(pace, side, clock) {
  const seat = pace.seats[side];
  if (seat.stand_in) return 'The staff plays until the player is back.';
  const due = clock?.side === side && clock.kind !== 'turn' ? `${leftWords(clock, clock.left)}. ` : '';
  const turn = pace.terms.time.kind === 'banked' ? `${capital(spanWords(seat.left))} in the store.` : clock?.side === side && clock.kind === 'turn' ? `${leftWords(clock, seat.left)}.` : `${capital(spanWords(seat.left))} for a turn.`;
  const away = seat.away === null ? '' : ` On vacation for ${spanWords(seat.away)} more.`;
  const days = pace.terms.vacation_days ? ` ${capital(seat.vacation_days === 0 ? 'no day' : count(seat.vacation_days, 'day'))} of vacation left.` : '';
  return `${due}${turn}${away}${days}`;
}

/** Shows the pace of a game, how both sides stand, and what can be done. @param {Table} table */
export async function paceDialog(table) {
  const { view, seats } = table;
  const { pace, clock } = view;
  if (!pace) return;
  const open = view.status === 'playing' && !view.ended;
  const mine = seats[0];
  const own = mine && pace.seats[mine];
  const days = h('input', { type: 'number', class: 'input pace-days', name: 'days', min: '1', max: String(own?.vacation_days ?? 1), value: '1', 'aria-label': 'Days of vacation' });
  const choices = /** @type {import('../dialogs.js').Choice[]} */ ([{ value: 'close', label: 'Close', kind: 'quiet' }]);
  if (open && own) {
    if (own.away !== null) choices.push({ value: 'back', label: 'End my vacation' });
    if (own.vacation_days > 0) choices.push({ value: 'leave', label: 'Take vacation', ready: () => days.reportValidity() });
    if (!pace.pause) choices.push({ value: 'pause', label: 'Ask for a pause' });
    if (pace.may_claim === mine) choices.push({ value: 'claim', label: 'Claim the game', kind: 'primary' });
  }
  const answer = await show({
    title: 'Pace', className: 'dialog-pace', choices,
    body: [
      h('p', null, pace.words),
      h('dl', { class: 'pace-seats' }, SIDES.flatMap((side) => [h('dt', null, sideLabel(side)), h('dd', null, seatWords(pace, side, clock))])),
      open && own && own.vacation_days > 0 ? h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'Days of vacation ', h('span', { class: 'hint' }, 'your clock stands; days that you do not begin are not spent')), days) : null,
    ],
    open: (dialog) => /** @type {HTMLElement | null} */ (dialog.querySelector('.dialog-buttons button'))?.focus(),
  });
  const does = /** @type {Record<string, ['claim' | 'pause' | 'vacation', Record<string, unknown>]>} */ ({
    back: ['vacation', { days: null }], leave: ['vacation', { days: Number(days.value) }], pause: ['pause', { what: 'ask' }], claim: ['claim', {}],
  });
  const chosen = does[answer ?? ''];
  if (chosen) await table.aboutTime(...chosen, mine).catch(() => undefined);
}

/** Says so when a player's time runs short. @param {import('../types.js').Entry} entry @param {Side[]} seats */
export function tellReminder(entry, seats) {
  if (entry.kind !== 'clock_reminder' || !entry.by || !entry.text || !seats.includes(entry.by)) return;
  toast(entry.text, { kind: 'problem', ms: 20_000 });
}

