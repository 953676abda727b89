/**
 * The list of games this browser has a part in: whose decision it is, continue, replay, delete. It
 * asks the server for summaries and asks again while the page is being looked at.
 *
 * @import { KeptGame, Summary } from '../types.js'
 */

import * as api from '../api.js';
import { Problem } from '../api.js';
import { confirm, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { claim, isInvitation } from '../invitation.js';
import * as store from '../store.js';
import { readingRole } from '../sitting.js';
import { save } from '../play/clipboard.js';
import { levelsFor } from '../play/computer.js';
import { clockLine } from '../play/pace.js';
import { playerName } from '../play/sides.js';
import { ago, capital, list, sentence, sideName } from '../words.js';
import { faultWords } from './frame.js';

const EVERY = 20_000;

/** @typedef {{kept: KeptGame, summary: Summary | null, problem: Problem | null, reviewed: boolean}} Row `reviewed`: the staff can go through it */

/** @returns {{node: HTMLElement, ready: Promise<void>, destroy: () => void}} `ready`: when the list has been asked for once */
export function myGames() {
  const node = h('section', { class: 'my-games', 'aria-labelledby': 'games-title', hidden: true });
  let closed = false;
  const refresh = async () => {
    const rows = await Promise.all(store.games().map(rowOf));
    if (!closed) show(node, rows, refresh);
  };
  const look = () => {
    if (document.visibilityState === 'visible') refresh();
  };
  const timer = setInterval(look, EVERY);
  document.addEventListener('visibilitychange', look);
  store.changes.addEventListener('games', look);
  const ready = refresh();
  return {
    node,
    ready,
    destroy() {
      closed = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      store.changes.removeEventListener('games', look);
    },
  };
}

/** @param {KeptGame} kept @returns {Promise<Row>} */
async function rowOf(kept) {
  const role = readingRole(kept.tokens);
  try {
    const summary = role ? await api.summary(kept.id, kept.tokens[role] ?? '') : null;
    return { kept, summary, problem: null, reviewed: summary !== null && await canBeReviewed(summary) };
  } catch (fault) {
    if (isInvitation(fault) && await claim(kept.id).catch(() => false)) return rowOf(store.game(kept.id) ?? kept);
    return { kept, summary: null, problem: fault instanceof Problem ? fault : null, reviewed: false };
  }
}

/** Whether a game is no longer played, and there is a staff for its battle. @param {Summary} summary */
async function canBeReviewed(summary) {
  if (goesOn(summary) || isUnreadable(summary)) return false;
  return (await levelsFor(summary.battle)).length > 0;
}

/** Whether a row waits for the player. @param {Row} row */
function mine({ kept, summary }) {
  const side = summary?.decision.side;
  return summary?.status === 'playing' && side !== null && side !== undefined && Boolean(kept.tokens[side]) &&
    summary.seats[side]?.holder !== 'computer';
}

/** Mine first, then running, then the rest; within each, those changed last. @param {Row} a @param {Row} b */
function order(a, b) {
  const rank = (/** @type {Row} */ row) => (mine(row) ? 0 : goesOn(row.summary) ? 1 : 2);
  return rank(a) - rank(b) || (b.summary?.updated ?? '').localeCompare(a.summary?.updated ?? '');
}

/** @param {HTMLElement} node @param {Row[]} rows @param {() => void} refresh */
function show(node, rows, refresh) {
  node.hidden = rows.length === 0;
  const focused = document.activeElement instanceof HTMLElement && node.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
  const open = node.querySelector('details')?.open ?? false;
  const sorted = rows.toSorted(order);
  const running = sorted.filter((row) => goesOn(row.summary) || row.summary === null);
  const past = sorted.filter((row) => row.summary !== null && !goesOn(row.summary));
  fill(
    node,
    h('h2', { id: 'games-title' }, 'My games'),
    running.length > 0 ? h('ul', { class: 'game-list' }, running.map((row) => gameRow(row, refresh))) : null,
    past.length > 0
      ? h('details', { open: open || running.length === 0 }, h('summary', null, `Finished games and records (${past.length})`), h('ul', { class: 'game-list' }, past.map((row) => gameRow(row, refresh))))
      : null,
  );
  if (focused) {
    const again = [...node.querySelectorAll('[aria-label]')].find((element) => element.getAttribute('aria-label') === focused);
    if (again instanceof HTMLElement) again.focus();
  }
}

/** @param {Row} row @param {() => void} refresh */
function gameRow(row, refresh) {
  const { kept, summary, problem, reviewed } = row;
  const title = summary?.title ?? (kept.title || 'A game');
  const place = encodeURIComponent(kept.id);
  const waits = mine(row);
  const seats = store.sidesOf(kept.tokens);
  const unreadable = isUnreadable(summary);
  const gone = problem !== null && !problem.passing;
  const verb = seats.length > 0 && goesOn(summary) ? 'Continue' : 'Open';
  return h(
    'li',
    { class: `card game ${waits ? 'game-mine' : ''}`, dataset: { game: kept.id } },
    h(
      'div',
      { class: 'game-words' },
      h('h3', null, title, waits ? h('span', { class: 'chip chip-mine' }, 'Your decision') : null),
      h('p', null, state(row)),
      h('p', { class: 'hint' }, seatWords(row)),
    ),
    h(
      'p',
      { class: 'row' },
      gone || unreadable ? null : h('a', { class: `button ${waits ? 'button-primary' : ''}`, href: `#/game/${place}`, 'aria-label': `${verb} ${title}, ${kept.id}` }, verb),
      gone || unreadable ? null : h('a', { class: 'button', href: `#/replay/${place}`, 'aria-label': `Replay ${title}, ${kept.id}` }, 'Replay'),
      reviewed ? h('a', { class: 'button', href: `#/review/${place}`, 'aria-label': `Review ${title}, ${kept.id}` }, 'Review') : null,
      unreadable ? h('button', { type: 'button', class: 'button', 'aria-label': `Save the record of ${title}, ${kept.id}`, on: { click: () => void saveRecord(kept, title) } }, 'Save the record') : null,
      h('button', {
        type: 'button', class: 'button button-quiet', 'aria-label': `${kept.tokens.owner && !gone ? 'Delete' : 'Remove'} ${title}, ${kept.id}`,
        on: { click: () => removeGame(row, refresh) },
      }, kept.tokens.owner && !gone ? 'Delete' : 'Remove'),
    ),
  );
}

/** Whether a game goes on, or waits for somebody to sit down. @param {{status: string} | null | undefined} summary */
const goesOn = (summary) => summary?.status === 'playing' || summary?.status === 'waiting';

/** Whether a game is kept but cannot be shown any more: its decision says why. @param {Summary | null} summary */
const isUnreadable = (summary) => summary?.decision.kind === 'unreadable';

/** @param {Row} row @returns {string} */
function state({ summary, problem }) {
  if (problem?.passing) return 'The server cannot be reached just now.';
  if (problem) return faultWords(problem);
  if (!summary) return 'This browser holds no link to it any more.';
  if (isUnreadable(summary)) return summary.decision.words;
  const turn = `Turn ${summary.turn} of ${summary.turns}`;
  if (summary.status === 'over') return `${summary.ended?.words ?? 'The game is over.'} (${turn})`;
  if (summary.status === 'waiting') return summary.decision.words;
  if (summary.status === 'read-only') return `${summary.why_read_only ?? 'A record to watch.'} (${turn})`;
  const clock = clockLine(summary.clock);
  return clock ? `${turn}. ${sentence(summary.decision.words)} ${clock}` : `${turn}. ${summary.decision.words}`;
}

/** @param {Row} row @returns {string} */
function seatWords({ kept, summary }) {
  const seats = store.sidesOf(kept.tokens).filter((side) => summary?.seats[side]?.holder !== 'computer');
  const part = seats.length > 0 ? `You play ${list(seats.map(sideName))}` : kept.tokens.owner ? 'You set this table' : 'You watch';
  const names = summary
    ? /** @type {import('../types.js').Side[]} */ (['union', 'confederate'])
        .filter((side) => summary.seats[side]?.name || summary.seats[side]?.holder === 'computer')
        .map((side) => playerName(side, summary.seats))
    : [];
  return [capital(part), list(names), summary ? `changed ${ago(summary.updated)}` : ''].filter(Boolean).join(' · ');
}

/** Saves what can still be read of a game. @param {KeptGame} kept @param {string} title */
async function saveRecord({ id, tokens }, title) {
  const role = readingRole(tokens);
  try {
    if (role) save(`${title.replaceAll(/\W+/g, '-')}-${id}.jsonl`, await api.record(id, tokens[role] ?? ''), 'application/x-ndjson');
  } catch (fault) {
    toast(faultWords(fault), { kind: 'problem' });
  }
}

/** @param {Row} row @param {() => void} refresh */
async function removeGame({ kept, summary, problem }, refresh) {
  const title = summary?.title ?? (kept.title || 'this game');
  const owner = kept.tokens.owner;
  const gone = problem !== null && !problem.passing;
  const sure = await confirm(
    owner && !gone
      ? { title: `Delete ${title}?`, text: 'A game that is not over is gone for good, for the other side too. One that is over stays with the guests who played it.', yes: 'Delete', no: 'Keep it', danger: true }
      : { title: `Remove ${title} from this list?`, text: gone ? 'Only the entry here is removed.' : 'The game goes on without you; to come back you need your link.', yes: 'Remove', no: 'Keep it', danger: !gone },
  );
  if (!sure) return;
  try {
    if (owner && !gone) await api.deleteGame(kept.id, owner);
    store.forget(kept.id);
  } catch (fault) {
    if (fault instanceof Problem && fault.type === 'unknown-game') store.forget(kept.id);
    else toast(faultWords(fault), { kind: 'problem' });
  }
  refresh();
}
