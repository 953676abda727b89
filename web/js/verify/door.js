/**
 * A place to lay any record and have it checked in the browser. The file goes nowhere.
 */

import { fill, h } from '../dom.js';
import { verdict, verifyRecord } from './verify.js';

/** The largest file that is read, in bytes. */
const LARGEST = 64 << 20;

/** @returns {HTMLElement} */
export function verifierDoor() {
  const input = h('input', { type: 'file', class: 'input', accept: '.jsonl,.ndjson,.json,.txt,application/x-ndjson' });
  const answer = h('div', { class: 'proof', role: 'status' });
  /** @param {File | undefined} file */
  const check = async (file) => {
    if (file) fill(answer, h('p', null, h('strong', null, file.name)), await examined(file));
  };
  input.addEventListener('change', () => void check(input.files?.[0]));
  const card = h(
    'div',
    { class: 'card door' },
    h('h2', null, 'Check the dice of a record'),
    h('p', { class: 'hint' }, 'Your browser derives every die from the seed by itself. The file stays on your machine. To have the moves checked as well, import it.'),
    h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'A record (JSON Lines): choose it, or drop it here'), input),
    answer,
  );
  takeDrops(card, (file) => void check(file));
  return card;
}

/** @param {File} file */
async function examined(file) {
  if (file.size > LARGEST) return h('p', { class: 'field-fault' }, 'That is too large for a record.');
  try {
    return verdict(verifyRecord(await file.text()));
  } catch {
    return h('p', { class: 'field-fault' }, 'The file could not be read.');
  }
}

/** @param {HTMLElement} place @param {(file: File | undefined) => void} take */
function takeDrops(place, take) {
  place.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    place.classList.add('door-over');
  });
  place.addEventListener('dragleave', () => place.classList.remove('door-over'));
  place.addEventListener('drop', (event) => {
    place.classList.remove('door-over');
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
}
