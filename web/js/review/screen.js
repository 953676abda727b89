/**
 * The review of a finished game: the course of the expected result, and the decisions that cost most with
 * what the staff would have done. It waits while the server works it out.
 *
 * @import { Review } from '../types.js'
 */

import { clearToasts } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { go } from '../router.js';
import { frame } from '../screens/frame.js';
import { loadSystem } from '../systems/index.js';
import { Table } from '../table.js';
import { sideAdjective } from '../words.js';
import { playerTurns } from './course.js';
import { marginWords, rounded } from './margin.js';
import { momentCard } from './moments.js';
import { CoursePlot } from './plot.js';
import { awaitReview } from './wait.js';

const NUMBERS = ['', '', 'two', 'three', 'four', 'five'];

/**
 * @param {HTMLElement} root
 * @param {{id: string}} params
 */
export async function reviewScreen(root, { id }) {
  const table = await Table.open(id, { live: false });
  const system = await loadSystem(table.view.system);
  const place = h('div', { class: 'review-body' });
  const { view } = table;
  const framed = frame(root, { title: `Review: ${view.title}`, wide: true },
    h('header', { class: 'review-head' },
      h('h1', null, `Review: ${view.title}`),
      h('p', { class: 'review-result' }, view.ended?.words ?? 'A record without an end.'),
      h('p', { class: 'row' },
        h('a', { class: 'button button-small', href: `#/game/${id}` }, 'To the table'),
        h('a', { class: 'button button-small', href: `#/replay/${id}/0` }, 'Watch the replay'))),
    place);
  // How the game ended stands above: said over the plot once more, it would hide it.
  clearToasts();
  const leaving = new AbortController();
  /** @type {CoursePlot | null} */
  let plot = null;
  const words = (/** @type {Record<string, any>} */ action) => system?.actionWords(action, table.sheet) ?? '';
  void fetchAndShow();
  return {
    destroy() {
      leaving.abort();
      plot?.destroy();
      table.close();
      framed.destroy();
    },
  };

  async function fetchAndShow() {
    const review = await awaitReview(table, place, { signal: leaving.signal, retry: () => void fetchAndShow() });
    if (!review) return;
    plot = new CoursePlot(review, { look: (step) => go(`#/replay/${id}/${step}`), end: view.ended?.how === 'rules' ? '' : view.ended?.words });
    fill(place, courseSection(review, plot), momentsSection(review, id, words));
  }
}

/** @param {Review} review @param {CoursePlot} plot */
function courseSection({ course }, plot) {
  return h('section', { class: 'card review-part', 'aria-labelledby': 'course-title' },
    h('h2', { id: 'course-title' }, 'The course of the game'),
    h('p', { class: 'hint' }, 'The final margin in points as the staff expected it at each moment, and between which bounds. Numbers mark the decisions below: what was expected of each, and where the bar ends, of the staff’s choice.'),
    plot.root,
    h('details', { class: 'course-table' }, h('summary', null, 'The same as a table'), table(course)));
}

/** @param {Review['course']} course */
function table(course) {
  return h('div', { class: 'course-scroll', tabindex: 0, role: 'group', 'aria-label': 'The course as a table' }, h('table', null,
    h('thead', null, h('tr', null, ['Turn', 'Player-turn', 'Expected', 'Bounds'].map((title) => h('th', { scope: 'col' }, title)))),
    h('tbody', null, playerTurns(course).map((point) => h('tr', null,
      h('th', { scope: 'row' }, String(point.turn)),
      h('td', null, sideAdjective(point.side)),
      h('td', null, marginWords(point.margin)),
      h('td', null, `${marginWords(point.low)} to ${marginWords(point.high)}`))))));
}

/** @param {Review} review @param {string} id @param {(action: Record<string, any>) => string} words */
function momentsSection({ moments }, id, words) {
  if (moments.length === 0) {
    return h('section', { class: 'card review-part' }, h('h2', null, 'The decisions'), h('p', null, 'The staff would have decided much the same throughout: the dice made the difference.'));
  }
  const total = moments.reduce((sum, { swing }) => sum + Math.abs(swing), 0);
  return h('section', { 'aria-labelledby': 'moments-title' },
    h('h2', { id: 'moments-title' }, moments.length === 1 ? 'The decision that cost most' : `The ${NUMBERS[moments.length] ?? moments.length} decisions that cost most, the dearest first`),
    h('p', { class: 'hint' }, `Each is judged against what the staff would have done in the same position, whatever the dice then said; together they make ${rounded(total)} points.`),
    h('ol', { class: 'moments' }, moments.map((moment, index) => momentCard(moment, index, { id, words }))));
}
