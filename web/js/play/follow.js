// Keeps the screen abreast of the story. A computer decides faster than anybody can look, so the table is ahead of
// what is shown: after each entry the screen shows how the game stood just then, whose decision it was and what was
// left to do, and not how it stood before or how it stands by now. It draws nothing itself.

import { viewAt } from './stand-in.js';
import { takesBack } from './story.js';

/**
 * @typedef {import('../types.js').Entry} Entry
 * @typedef {import('../types.js').StepView} StepView
 * @typedef {import('../types.js').View} View
 */

/** Shows entries and views in the order in which they came to be. */
export class Follow {
  /** Entries that took something back. @type {Entry[]} */
  #cuts = [];
  /** The last entry that has been shown. */
  #shown;

  /**
   * @param {object} parts
   * @param {import('./playback.js').Playback} parts.playback
   * @param {{seq: number, version: number}} parts.last the last entry whose outcome is shown from the start
   * @param {() => View} parts.present the table's view, which may be ahead or a moment behind
   * @param {(step: number) => Promise<StepView>} parts.stepView
   * @param {() => boolean} parts.isQuick nothing is animated: what lies between is not worth a look
   * @param {(entry: Entry) => void} parts.tell the entry has happened, to the eyes of whoever looks on
   * @param {(view: View) => void} parts.show
   * @param {(entry: Entry) => void} parts.noted it has been shown, and how it stood after it
   */
  constructor({ playback, last, present, stepView, isQuick, tell, show, noted }) {
    this.playback = playback;
    this.present = present;
    this.stepView = stepView;
    this.isQuick = isQuick;
    this.tell = tell;
    this.show = show;
    this.noted = noted;
    this.#shown = { seq: last.seq, version: last.version };
  }

  /** The last entry that whoever looks on has seen, or is seeing. */
  get seen() {
    const { playing, at } = this.playback;
    return playing && isTold(playing, at) ? Math.max(this.#shown.seq, playing.seq ?? 0) : this.#shown.seq;
  }

  /** Somebody takes a seat in a show: he sees what he is seeing to its end, and then how it stands. */
  join() {
    const { playing } = this.playback;
    if (playing && this.#isTakenBack(playing)) this.playback.skip();
    else this.playback.curtail();
  }

  /** An entry is to be shown when everything before it has been. @param {Entry} entry */
  take(entry) {
    const { playback } = this;
    if (takesBack(entry)) this.#cuts.push(entry);
    /** @type {Promise<StepView> | null} */
    let coming = null;
    if (entry.kind === 'action') {
      // While it marches, the view after it is on its way.
      playback.next(() => { coming = this.present().version > entry.version ? this.#fetch(entry) : null; }, { always: false });
      playback.play(entry);
    }
    playback.next(() => this.tell(entry));
    if (entry.kind === 'action') playback.next(() => this.#keepUp(entry, coming), { always: false });
    playback.next(() => {
      this.#shown = { seq: entry.seq, version: entry.version };
      this.noted(entry);
    });
  }

  /** The table has a new view: it is shown after the entries that led to it. @param {View} view */
  took(view) {
    this.playback.next(() => {
      // A newer one is in the queue, or will be: what has been shown since came with it.
      if (view.version >= Math.max(this.#shown.version, this.present().version)) this.show(view);
    });
  }

  /** Asks how it stood after an entry. @param {Entry} entry @returns {Promise<StepView> | null} */
  #fetch(entry) {
    const { step } = entry;
    if (typeof step !== 'number' || this.isQuick() || this.#isTakenBack(entry)) return null;
    const view = this.stepView(step);
    // Whoever waits for it hears of a fault; after a skip nobody does.
    view.catch(() => undefined);
    return view;
  }

  /** @param {Entry} entry @param {Promise<StepView> | null} coming */
  async #keepUp(entry, coming) {
    // What was taken back meanwhile is a step no longer, or another one.
    if (this.isQuick() || this.#isTakenBack(entry)) return;
    if (this.present().version === entry.version) {
      this.show(this.present());
      return;
    }
    // The stream may tell of an entry before the view has come, and of the next one before it comes.
    const then = await (coming ?? this.#fetch(entry));
    if (then) this.show(viewAt(this.present(), then));
  }

  /** @param {Entry} entry */
  #isTakenBack({ seq, step }) {
    return this.#cuts.some((cut) => cut.seq > seq && Number(cut.to) < Number(step));
  }
}

/** Whether an entry is known to whoever has seen its events up to one: an attack not before its die has fallen. @param {Entry} entry @param {number} at */
function isTold({ line }, at) {
  const die = line?.events.findIndex((event) => event.event === 'die_thrown') ?? -1;
  return at >= Math.max(0, die);
}
