// The story of a game as the screen shows it, and the only place that knows its order. Entries come as they come, from
// the stream and from answers to commands, some twice, some too early: they are heard once, in order, and none is left
// out. Each is then shown when everything before it has been, at the pace of whoever looks on, with the view after it:
// how the game stood just then, whose decision it was and what was left to do, and not how it stands by now. And
// computers that play each other are told how far they have been shown, for they wait. It draws nothing itself.
//
// Three numbers say where it is: the last entry heard, the last shown, and the last of which the server was told.

import { ShowQueue } from './show-queue.js';
import { viewAt } from './stand-in.js';
import { takesBack } from './story.js';

/**
 * @typedef {import('../types.js').Entry} Entry
 * @typedef {import('../types.js').GameEvent} GameEvent
 * @typedef {import('../types.js').StepView} StepView
 * @typedef {import('../types.js').View} View
 */

/**
 * What of a table the show needs: the view as it is now, which may be ahead or a moment behind; the story after an entry;
 * the game after a step; and how the server hears what has been shown.
 * @typedef {{view: View, entries: (after: number) => Promise<Entry[]>, stepView: (step: number) => Promise<StepView>,
 *   shown: (seq: number) => Promise<unknown>}} Source
 */

/**
 * What the screen does with it. `heard`: an entry is known; `tell`: it has happened, to the eyes of whoever looks on;
 * `show`: this is how it stands; `noted`: an entry has been shown, and how it stood after it.
 * @typedef {{heard: (entry: Entry) => void, tell: (entry: Entry) => void, show: (view: View) => void,
 *   noted: (entry: {seq: number}) => void}} Screen
 */

/**
 * How it is shown. `animate`, `ms` (0: not shown) and `finish` are the board's; `isQuick`: nothing is animated, and
 * what lies between is not worth a look; `isWatched`: computers play each other, and somebody looks on; `beginsPhase`
 * and `reveals` are the system's.
 * @typedef {{animate: (event: GameEvent, options: {ms: number}) => Promise<void> | void,
 *   ms: (event: GameEvent, entry: Entry) => number, finish: () => void, isQuick: () => boolean, isWatched: () => boolean,
 *   beginsPhase: (event: GameEvent) => boolean, reveals: (event: GameEvent) => boolean,
 *   trouble?: (fault: unknown) => void}} Manner
 */

/** How often the server is told again how far it has been shown, so that a show that is stopped stays stopped; in milliseconds. */
const AGAIN = 20_000;

/** The story of one game on one screen. */
export class StoryShow extends ShowQueue {
  #source;
  #screen;
  #manner;
  /** The last entry that was heard; those after it are not known yet. */
  #heard;
  /** The last entry that has been shown. */
  #shown;
  /** The last entry of which the server knows that it was shown. */
  #told = -1;
  /** Entries that came before those between were known. @type {Entry[]} */
  #early = [];
  /** @type {Promise<void> | null} */
  #filling = null;
  /** Entries that took something back. @type {Entry[]} */
  #cuts = [];
  #telling = false;
  #again;

  /**
   * @param {{seq: number, version: number}} last the last entry that is known, whose outcome is shown from the start
   * @param {Source} source
   * @param {Screen} screen
   * @param {Manner} manner
   */
  constructor(last, source, screen, manner) {
    super({
      animate: (event, { ms }) => manner.animate(event, { ms }),
      ms: manner.ms,
      // A computer is faster than anybody can look: its moves are shown at the player's pace.
      isShow: (entry) => Boolean(entry.why),
      isRest: ({ line }) => line?.events.some(manner.beginsPhase) ?? false,
      finish: manner.finish,
      trouble: manner.trouble,
    });
    this.#source = source;
    this.#screen = screen;
    this.#manner = manner;
    this.#heard = { seq: last.seq, version: last.version };
    this.#shown = { seq: last.seq, version: last.version };
    this.#again = setInterval(() => void this.#tellServer({ again: true }), AGAIN);
  }

  // ---- hearing ---------------------------------------------------------------------------------

  /** An entry was told, perhaps not for the first time, perhaps before those between. @param {Entry} entry */
  hear(entry) {
    if (entry.seq <= this.#heard.seq) return;
    if (this.#filling === null && entry.seq === this.#heard.seq + 1) {
      this.#take(entry);
      return;
    }
    this.#early.push(entry);
    void this.#fill();
  }

  /** The story goes up to an entry: what is missing is fetched. @param {number} seq */
  async upTo(seq) {
    if (seq > this.#heard.seq) await this.#fill();
  }

  /**
   * The table has a new view: it is shown after the entries that led to it.
   * @param {View} view
   * @param {{joined?: boolean}} [options] `joined`: somebody has taken a seat in a show; he plays from here, and nothing is waited for
   */
  async took(view, { joined = false } = {}) {
    // Entries that came between the opening of the page and that of the stream were told to nobody.
    if (view.version > this.#heard.version) await this.#fill();
    this.next(() => {
      // A newer one is in the queue, or will be: what has been shown since came with it.
      if (view.version >= Math.max(this.#shown.version, this.#source.view.version)) this.#screen.show(view);
    });
    if (joined) this.#join();
  }

  /** Fetches what is not known yet; several who ask at once wait for one answer. */
  #fill() {
    this.#filling ??= this.#fetch().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  async #fetch() {
    try {
      for (const entry of await this.#source.entries(this.#heard.seq)) this.#take(entry);
    } catch (fault) {
      // The table is away; the next view or entry asks again.
      this.#manner.trouble?.(fault);
      return;
    }
    const early = this.#early.sort((a, b) => a.seq - b.seq);
    this.#early = [];
    for (const entry of early) this.#take(entry);
  }

  /** The next entry of the story. @param {Entry} entry */
  #take(entry) {
    if (this.closed || entry.seq <= this.#heard.seq) return;
    this.#heard = { seq: entry.seq, version: entry.version };
    this.#screen.heard(entry);
    // What is said at the table is heard at once and changes nothing.
    if (entry.kind !== 'talk') this.#enqueue(entry);
  }

  // ---- showing ---------------------------------------------------------------------------------

  /** The last entry that whoever looks on has seen, or is seeing. */
  get seen() {
    const { playing, at } = this;
    return playing && this.#isKnown(playing, at) ? Math.max(this.#shown.seq, playing.seq ?? 0) : this.#shown.seq;
  }

  /** Ends what is being shown; nothing if nothing is. @returns {Promise<void> | null} */
  finishAll() {
    if (!this.busy) return null;
    this.skip();
    return this.idle();
  }

  /** An entry was shown, or need not be. @param {{seq: number}} entry */
  note(entry) {
    this.#screen.noted(entry);
    void this.#tellServer();
  }

  /** Nothing is shown or heard any more. @override */
  close() {
    clearInterval(this.#again);
    super.close();
  }

  /** @param {Entry} entry */
  #enqueue(entry) {
    if (takesBack(entry)) this.#cuts.push(entry);
    /** @type {Promise<StepView> | null} */
    let coming = null;
    if (entry.kind === 'action') {
      // While it marches, the view after it is on its way.
      this.next(() => { coming = this.#source.view.version > entry.version ? this.#viewAfter(entry) : null; }, { always: false });
      this.play(entry);
    }
    this.next(() => this.#screen.tell(entry));
    if (entry.kind === 'action') this.next(() => this.#keepUp(entry, coming), { always: false });
    this.next(() => {
      this.#shown = { seq: entry.seq, version: entry.version };
      this.note(entry);
    });
  }

  /** Asks how it stood after an entry. @param {Entry} entry @returns {Promise<StepView> | null} */
  #viewAfter(entry) {
    const { step } = entry;
    if (typeof step !== 'number' || this.#manner.isQuick() || this.#isTakenBack(entry)) return null;
    const view = this.#source.stepView(step);
    // Whoever waits for it hears of a fault; after a skip nobody does.
    view.catch(() => undefined);
    return view;
  }

  /** @param {Entry} entry @param {Promise<StepView> | null} coming */
  async #keepUp(entry, coming) {
    // What was taken back meanwhile is a step no longer, or another one.
    if (this.#manner.isQuick() || this.#isTakenBack(entry)) return;
    if (this.#source.view.version === entry.version) {
      this.#screen.show(this.#source.view);
      return;
    }
    // The stream may tell of an entry before the view has come, and of the next one before it comes.
    const then = await (coming ?? this.#viewAfter(entry));
    if (then) this.#screen.show(viewAt(this.#source.view, then));
  }

  /** Somebody takes a seat in a show: he sees what he is seeing to its end, and then how it stands. */
  #join() {
    if (this.playing && this.#isTakenBack(this.playing)) this.skip();
    else this.curtail();
  }

  /** @param {Entry} entry */
  #isTakenBack({ seq, step }) {
    return this.#cuts.some((cut) => cut.seq > seq && Number(cut.to) < Number(step));
  }

  /** Whether an entry is known to whoever has seen its events up to one: what chance decides, not before it is shown. @param {Entry} entry @param {number} at */
  #isKnown({ line }, at) {
    const chance = line?.events.findIndex(this.#manner.reveals) ?? -1;
    return at >= Math.max(0, chance);
  }

  // ---- telling the server ----------------------------------------------------------------------

  /** One message is under way at a time, and the newest number wins. @param {{again?: boolean}} [options] */
  async #tellServer({ again = false } = {}) {
    const { seq } = this.#shown;
    if (this.#telling || !this.#manner.isWatched() || (this.#told >= seq && !again)) return;
    this.#telling = true;
    try {
      await this.#source.shown(seq);
      this.#told = seq;
    } catch {
      // The table is away, or busy: what is shown next, or the timer, says it again.
    }
    this.#telling = false;
    if (this.#told === seq && this.#shown.seq > seq) void this.#tellServer();
  }
}
