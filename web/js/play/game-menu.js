// What the menu of a game offers to whoever sits here. Its dialogs are fetched when they are wanted.

import { confirm } from '../dialogs.js';
import { computerItems } from './computer.js';
import { isDistant } from '../notices/here.js';
import { TELL_ME } from '../notices/words.js';
import { ordersDialog, ordersForm } from './orders.js';
import { askTakeBack, offerDraw, resign } from './takeback.js';

/** Asks to go on without witnesses. @param {import('../table.js').Table} table */
async function askHostDice(table) {
  const sure = await confirm({
    title: 'Go on with the host’s dice?',
    text: 'Throws then no longer wait for the other browser. Nobody can choose them, but the host could know them beforehand. The other player must agree, and the record says so.',
    yes: 'Ask the other player', no: 'Keep them witnessed',
  });
  if (sure) await table.hostDice(true).catch(() => undefined);
}

/**
 * @param {{table: import('../table.js').Table, stage: import('./stage.js').Stage, step: number, entries: import('../types.js').Entry[],
 *   wordsOf: (step: number) => string, phaseOf: (step: number) => string,
 *   levels: import('../types.js').Computer[], hint: import('./hint.js').Hint, assessment: import('./assessment.js').AssessmentBar}} screen
 * @returns {import('./menu.js').MenuItem[]}
 */
export function gameMenu(screen) {
  const { table, stage } = screen;
  const { view } = table;
  const playing = view.status === 'playing' && table.seats.length > 0;
  /** @type {import('./menu.js').MenuItem[]} */
  const items = [{ label: 'Seats and links…', act: async () => (await import('./seats.js')).seatsDialog(table) }, ...computerItems(table, screen.levels)];
  if (isDistant(table)) items.push({ label: `${TELL_ME}…`, act: async () => (await import('../notices/panel.js')).noticesPanel(table) });
  if (screen.hint.allowed) items.push({ label: 'A hint', hint: 'Shift+H', act: () => void screen.hint.ask() });
  if (playing) {
    const form = ordersForm(table);
    const cells = { has: (/** @type {string} */ cell) => Object.hasOwn(stage.drawing.cells, cell), cursor: stage.board.cursor ?? null, word: stage.cellWord };
    if (form) items.push({ label: `${form.title}…`, act: () => void ordersDialog(table, form, cells) });
    if (view.undo.policy !== 'never' && view.steps > 0 && !view.undo.asked) {
      items.push({ label: 'Ask for a take-back…', act: () => void askTakeBack(screen) });
    }
    if (view.fair?.witnessed && !view.fair.host_asked && !view.fair.throw) {
      items.push({ label: 'Go on with the host’s dice…', act: () => void askHostDice(table) });
    }
    if (view.pace) items.push({ label: 'Pace, pause, vacation…', act: async () => (await import('./pace.js')).paceDialog(table) });
    if (!view.draw) items.push({ label: 'Offer a draw…', act: () => void offerDraw(table) });
    items.push({ label: 'Resign…', act: () => void resign(table), danger: true });
  }
  items.push('line');
  if (screen.levels.length && view.ended) items.push({ label: 'Review the game', href: `#/review/${view.id}` });
  items.push(
    { label: 'Replay from the start', href: `#/replay/${view.id}/0` },
    { label: 'What if, from here…', act: async () => (await import('./what-if.js')).whatIf(table, screen.step) },
    { label: 'Save the record', act: async () => (await import('./over.js')).exportRecord(table) },
    'line',
    { label: 'Preferences…', act: async () => (await import('./preferences.js')).preferencesDialog({ staff: screen.levels.length > 0, cell: stage.cellWord, assessed: screen.assessment.wanted }) },
    { label: 'Keys and pointing', hint: '?', act: () => void stage.help() },
    { label: 'Rulebook', href: `#/rules/${view.system}` },
    { label: 'Home', href: '#/' });
  return items;
}
