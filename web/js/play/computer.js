// Computers in seats, as the page speaks of them: which levels there are, seating one, taking a seat back, and
// whether the staff may be asked for advice. It draws nothing on the board.

import * as api from '../api.js';
import { confirm, show, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { otherSide } from '../words.js';
import { computerName, sideLabel, theTroops } from './sides.js';
import { takesBack } from './story.js';

/**
 * @typedef {import('../table.js').Table} Table
 * @typedef {import('../types.js').Computer} Computer
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').View} View
 */

/** What the server offers; asked once. @type {ReturnType<typeof api.battles> | null} */
let offered = null;

/**
 * The levels of the computer that can play a battle; none if it has no staff, or the server does not answer.
 * @param {string} battle
 * @returns {Promise<Computer[]>}
 */
export async function levelsFor(battle) {
  offered ??= api.battles();
  try {
    const { battles, computers = [] } = await offered;
    return battles.find((known) => known.id === battle)?.computer ? computers : [];
  } catch {
    offered = null;
    return [];
  }
}

/**
 * Whether whoever plays these sides may ask the staff about the present position: not against another person.
 * @param {Pick<View, 'status' | 'seats'>} view @param {string[]} mine
 */
export function mayAsk(view, mine) {
  if (view.status !== 'playing') return true;
  return mine.some((side) => {
    const [own, other] = [view.seats[/** @type {Side} */ (side)], view.seats[otherSide(/** @type {Side} */ (side))]];
    return other.holder === 'computer' || (own.holder !== 'link' && other.holder !== 'link');
  });
}

/**
 * Whether whoever sits at this browser may ask what the staff expects. Whoever has given his seat to a computer, or set
 * up a show of them, may as if he played himself.
 * @param {Pick<Table, 'view' | 'keys'>} table
 */
export function mayAssess({ view, keys }) {
  return mayAsk(view, keys);
}

/**
 * What the menu offers about computers in the seats.
 * @param {Table} table @param {Computer[]} levels
 * @returns {import('./menu.js').MenuItem[]}
 */
export function computerItems(table, levels) {
  if (table.view.status !== 'playing') return [];
  const mine = table.keys;
  return mine.flatMap((side) => {
    const which = mine.length > 1 ? `the ${sideLabel(side)}` : 'this';
    if (table.view.seats[side].holder === 'computer') {
      return [
        { label: `Play ${theTroops(side)} yourself`, act: () => void takeBack(table, side) },
        ...(levels.length > 1 ? [{ label: `Another level for ${theTroops(side)}…`, act: () => void changeLevel(table, side, levels) }] : []),
      ];
    }
    return levels.length ? [{ label: `Let the computer play ${which} seat…`, act: () => void handOver(table, side, levels) }] : [];
  });
}

/** Asks for a level and lets it play a side. @param {Table} table @param {Side} side @param {Computer[]} levels */
export async function handOver(table, side, levels) {
  const level = await chooseLevel(levels, {
    title: `Let the computer play the ${sideLabel(side)} seat`,
    text: 'It plays on from the position as it stands. The seat can be taken back at any moment.',
  });
  if (level) await table.seatComputer(side, level).catch(() => undefined);
}

/** Lets a computer of another level play on for a side. @param {Table} table @param {Side} side @param {Computer[]} levels */
export async function changeLevel(table, side, levels) {
  const level = await chooseLevel(levels, {
    title: `Another level for ${theTroops(side)}`,
    text: 'It plays on from the position as it stands.',
    now: table.view.seats[side].level ?? undefined,
  });
  if (level) await table.seatComputer(side, level).catch(() => undefined);
}

/** Takes a side back from its computer; in a show, to play on from what is seen. @param {Table} table @param {Side} side */
export async function takeBack(table, side) {
  const joins = isShow(table.view);
  const shown = table.seen?.() ?? 0;
  try {
    const { news, view } = await table.seatComputer(side, null);
    if (joins && table.keys.includes(side)) toast(takenWords(side, view.seq - news.length > shown && !news.some(takesBack)));
  } catch {
    // The table has told of it.
  }
}

/**
 * What is said to somebody who has taken a seat in a show.
 * @param {Side} side @param {boolean} ahead the computers were ahead of what he had seen, and nothing was taken back
 */
export function takenWords(side, ahead) {
  const words = `You play ${theTroops(side)} from here.`;
  return ahead ? `${words} The computers had gone on meanwhile, and nothing is taken back at this table: this is how it stands now.` : words;
}

/** Whether computers play each other. @param {Pick<View, 'seats'>} view */
export function isShow({ seats }) {
  return Object.values(seats).every(({ holder }) => holder === 'computer');
}

/** Puts a computer in the seat of somebody else, after a second thought. @param {Table} table @param {Side} side @param {Computer[]} levels */
export async function replacePlayer(table, side, levels) {
  const sure = await confirm({
    title: `Let the computer play for the ${sideLabel(side)} player?`,
    text: 'Whoever holds that seat can take it back at any moment.',
    yes: 'Choose a level…', no: 'Leave it',
  });
  if (sure) await handOver(table, side, levels);
}

/** The level last chosen on this page. @type {string | null} */
let chosenBefore = null;

/** @param {Computer[]} levels @param {{title: string, text: string, now?: string}} words `now`: who plays already @returns {Promise<string | null>} */
async function chooseLevel(levels, { title, text, now }) {
  const usual = now ?? chosenBefore ?? levels[Math.min(1, levels.length - 1)].id;
  const radios = levels.map(({ id }) => h('input', { type: 'radio', name: 'level', value: id, checked: id === usual }));
  const answer = await show({
    title,
    body: [
      h('p', { class: 'hint' }, text),
      h('fieldset', { class: 'levels' }, h('legend', { class: 'visually-hidden' }, 'Level'), levels.map((level, index) =>
        h('label', { class: 'pick' }, radios[index], h('span', null, h('b', null, level.title), h('span', { class: 'hint pick-hint' }, level.words))))),
    ],
    choices: [{ value: 'no', label: 'Cancel', kind: 'quiet' }, { value: 'yes', label: 'Let it play', kind: 'primary' }],
    open: () => radios.find((radio) => radio.checked)?.focus(),
  });
  if (answer !== 'yes') return null;
  chosenBefore = radios.find((radio) => radio.checked)?.value ?? usual;
  return chosenBefore;
}

/**
 * The whole truth about a seat's player, for the dialog of seats.
 * @param {Table} table @param {Side} side
 */
export function seatWords(table, side) {
  const seat = table.view.seats[side];
  if (seat?.holder === 'computer') return `Played by the computer: ${computerName(seat).replace(/^The /, 'the ')}.`;
  if (table.seats.includes(side)) return 'Played from this browser.';
  return `Played elsewhere, ${seat?.connected ? 'connected' : 'not connected now'}.`;
}
