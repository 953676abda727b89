// The story of a game as lines under phases: what the log shows. It keeps what was taken back, marked as such.
// It neither draws nor knows any rule; the system's `tell` finds the words for events.

import { playerName } from './sides.js';

/**
 * @typedef {import('../types.js').Entry} Entry
 * @typedef {import('./types.js').Told} Told
 * @typedef {{seq: number, step: number | null, text: string, cells: string[], units: string[], kind: string,
 *   by: string | null, auto: boolean, why: string | null, at: string | null, undone: boolean}} Line `why`: a computer's reasons, with the first line of what it did
 * @typedef {{title: string, side: string | null, began: number, plan: string | null, lines: Line[]}} Group `plan`: what a computer is about in it
 */

/** Lines of one game, grouped by phase. */
export class Story {
  /**
   * @param {(event: any, entry: Entry) => Told | null} tell
   * @param {() => Record<string, import('./sides.js').Seated>} [seats] the seats, for the names of the players
   */
  constructor(tell, seats = () => ({})) {
    this.tell = tell;
    this.seats = seats;
    /** @type {Group[]} */
    this.groups = [];
  }

  /** Opens the first group: the phase in which the game, or what we know of it, began. @param {string} title @param {string | null} side */
  begin(title, side) {
    this.#open(title, side, 0);
  }

  /**
   * Takes one entry in.
   * @param {Entry} entry
   * @returns {{added: Line[], opened: Group[], undone: Line[]}} what changed
   */
  add(entry) {
    const change = { added: /** @type {Line[]} */ ([]), opened: /** @type {Group[]} */ ([]), undone: /** @type {Line[]} */ ([]) };
    if (entry.kind === 'talk') return change;
    if (!this.groups.length) change.opened.push(this.#open('The game begins', null, 0));
    if (entry.kind === 'action') {
      this.#addEvents(entry, change);
      return change;
    }
    const what = typeof entry.to === 'number' ? this.wordsOf(entry.to + 1) : '';
    if (takesBack(entry)) this.#takeBack(Number(entry.to), change);
    const text = this.#saidAlready(entry) ? null : sentenceOf(entry, this.seats(), what);
    if (text) this.#push(entry, { text, cells: [], units: [], kind: entry.kind }, change);
    return change;
  }

  /** An end by the rules was an event of the last action. @param {Entry} entry */
  #saidAlready(entry) {
    return entry.kind === 'ended' && this.groups[this.groups.length - 1].lines.at(-1)?.kind === 'end';
  }

  /** All lines, oldest first. */
  lines() {
    return this.groups.flatMap((group) => group.lines);
  }

  /** What a step did, in one line; nothing of a step that is not known. @param {number} step */
  wordsOf(step) {
    const lines = this.lines().filter((line) => line.step === step && !line.undone);
    if (lines.length) return lines.map((line) => line.text).join(' ');
    return this.groups.some((group) => group.began === step && step > 0) ? 'End of the phase.' : '';
  }

  /**
   * The places that the last step speaks of, in the phase that was under way after a step.
   * @param {number} [step] the last one if missing
   * @returns {string[]}
   */
  spokenOf(step = Infinity) {
    const lines = this.groups.findLast((group) => group.began <= step)?.lines.filter((line) => !line.undone && line.step !== null && line.step <= step) ?? [];
    const last = lines.at(-1)?.step;
    return [...new Set(lines.filter((line) => line.step === last).flatMap(named))];
  }

  /**
   * Where the last thing happened in the phase that was under way after a step; nowhere if it has just begun.
   * @param {number} [step] the last one if missing
   * @returns {string[]}
   */
  latest(step = Infinity) {
    const phase = this.groups.findLast((group) => group.began <= step);
    const line = phase?.lines.findLast(({ cells, undone, step: made }) => cells.length > 0 && !undone && (made ?? 0) <= step);
    return line ? line.cells.slice(-1) : [];
  }

  /** @param {Entry} entry @param {{added: Line[], opened: Group[]}} change */
  #addEvents(entry, change) {
    let why = entry.why ?? null;
    for (const event of entry.line?.events ?? []) {
      const told = this.tell(event, entry);
      if (!told) continue;
      if (told.kind === 'phase') {
        // Who ends a phase of his own and goes on to the next says with it what he is about there.
        const plan = told.side === entry.by ? why : null;
        change.opened.push(this.#open(told.text, told.side ?? null, entry.step ?? 0, plan));
      } else this.#push(entry, told, change, told.kind === 'end' ? null : why);
      // What follows from what he did, or from a new phase, is nobody's choice.
      why = null;
    }
  }

  /** @param {number} to @param {{undone: Line[], opened: Group[]}} change */
  #takeBack(to, change) {
    for (const line of this.lines()) {
      if (line.step !== null && line.step > to && !line.undone) {
        line.undone = true;
        change.undone.push(line);
      }
    }
    const last = this.groups.length - 1;
    let now = last;
    while (now > 0 && this.groups[now].began > to) now -= 1;
    if (now !== last) {
      const { title, side, began, plan } = this.groups[now];
      change.opened.push(this.#open(title, side, began, plan));
    }
  }

  /** @param {string} title @param {string | null} side @param {number} began @param {string | null} [plan] */
  #open(title, side, began, plan = null) {
    const group = { title, side, began, plan, lines: [] };
    this.groups.push(group);
    return group;
  }

  /** @param {Entry} entry @param {Told} told @param {{added: Line[]}} change @param {string | null} [why] */
  #push(entry, told, change, why = null) {
    const line = {
      seq: entry.seq ?? 0,
      step: entry.step ?? null,
      text: told.text,
      cells: told.cells ?? [],
      units: told.units ?? [],
      kind: told.kind ?? 'plain',
      by: entry.by ?? null,
      // A computer acts by itself, but not by standing order.
      auto: (entry.auto ?? false) && !entry.why,
      why,
      at: entry.at ?? null,
      undone: false,
    };
    this.groups[this.groups.length - 1].lines.push(line);
    change.added.push(line);
  }
}

/** The places that a line names; all it is about, if it names none. @param {Line} line */
function named({ text, cells }) {
  const said = cells.filter((cell) => text.includes(cell));
  return said.length > 0 ? said : cells;
}

/**
 * Whether a line answers to what was typed into the filter: a unit, a cell, or words of the line.
 * @param {Line} line @param {string} wanted
 */
export function matches(line, wanted) {
  const text = wanted.trim().toLowerCase();
  if (!text) return true;
  return line.cells.includes(text) ||
    line.units.some((unit) => unit.toLowerCase() === text) ||
    line.text.toLowerCase().includes(text);
}

/**
 * The sentence for an entry that is not an action; nothing for one that needs none.
 * @param {Entry} entry @param {Record<string, import('./sides.js').Seated>} seats
 * @param {string} [what] what the first step did that it takes back, if it is known
 * @returns {string | null}
 */
export function sentenceOf(entry, seats, what = '') {
  const who = playerName(entry.by, seats);
  const first = what ? `“${what.replace(/[.]$/, '')}”` : `step ${Number(entry.to) + 1}`;
  switch (entry.kind) {
    case 'undo': return entry.text ? sentence(entry.text) : what ? `${who} took back ${first}.` : `${who} took the last step back.`;
    case 'take_back_asked': return typeof entry.to === 'number'
      ? `${who} asks to take back ${first} and all after it.`
      : `${who} no longer asks to take anything back.`;
    case 'take_back_granted': return `${who} granted it: ${first} and all after it is taken back.`;
    case 'take_back_refused': return entry.text ? `${who} did not grant the take-back. ${sentence(entry.text)}` : `${who} did not grant the take-back.`;
    case 'draw_offered': return `${who} offers a draw.`;
    case 'draw_withdrawn': return `${who} withdrew the offer of a draw.`;
    case 'draw_refused': return entry.text ? `${who} refused the draw. ${sentence(entry.text)}` : `${who} refused the draw.`;
    case 'draw_agreed': return `${who} accepted: the game is drawn.`;
    case 'clock':
    case 'clock_reminder':
    case 'dice':
    case 'begun':
    case 'seat': return entry.text ? sentence(entry.text) : null;
    case 'resigned': return `${who} resigned.`;
    case 'ended': return entry.text ? `The game is over: ${entry.text}` : 'The game is over.';
    default: return null;
  }
}

/** With a full stop. @param {string} text */
function sentence(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * From which step to play back for somebody who has seen the story up to `seen`: the last step that was in
 * force then and still is. Nothing if no action has come since.
 * @param {Entry[]} unseen entries after the last one seen, oldest first
 * @param {number} steps how many steps the game has now
 * @returns {number | null}
 */
export function playbackFrom(unseen, steps) {
  let from = Infinity;
  for (const entry of unseen) {
    if (entry.kind === 'action' && typeof entry.step === 'number') from = Math.min(from, entry.step - 1);
    else if (takesBack(entry)) from = Math.min(from, Number(entry.to));
  }
  return from < steps ? Math.max(0, from) : null;
}

/** Whether the game goes on from an earlier step after an entry. @param {Entry} entry */
export function takesBack({ kind, to }) {
  return typeof to === 'number' && (kind === 'undo' || kind === 'take_back_granted');
}
