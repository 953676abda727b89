/**
 * The news of one game: entries as the stream and the answers to commands bring them, and how far the story goes. An
 * entry may come twice, and some may be missing: `StoryShow` puts them in order.
 *
 * @import { Entry, Side } from './types.js'
 * @import { Message } from './stream.js'
 */

import { Stream } from './stream.js';

/** @typedef {'live' | 'away' | 'closed'} Connection `away` is being mended; `closed` is for good */
/** Who is at the table, and which computer is thinking. @typedef {Record<Side, boolean> & {thinking?: Side | null}} Presence */
/**
 * Whom to tell: of an entry; that the view changed with the entries up to one; who is at the table;
 * whether the line is up; and of a problem that will not pass.
 * @typedef {{entry: (entry: Entry) => void, changed: (seq: number) => void,
 *   presence: (present: Presence) => void, state: (state: Connection) => void,
 *   problem: (problem: import('./api.js').Problem) => void}} Told
 */

/** An open line of news. */
export class News {
  /** The last entry that is known of, or `null` before the first word of the stream. @type {number | null} */
  seq;
  /** Whether the line is up. @type {Connection} */
  state = 'away';
  #told;
  #stream;

  /**
   * @param {{path: string, token: string, after: number | null, told: Told}} options
   */
  constructor({ path, token, after, told }) {
    this.seq = after;
    this.#told = told;
    this.#stream = new Stream({
      path,
      token,
      after,
      message: (message) => this.#hear(message),
      state: (state) => this.#become(state),
      end: (problem) => {
        this.#become('closed');
        told.problem(problem);
      },
    });
  }

  /** Closes the line. */
  close() {
    this.#stream.close();
  }

  /** Tells of an entry. @param {Entry} entry */
  take(entry) {
    this.#reach(entry.seq);
    this.#told.entry(entry);
  }

  /** The story is known up to here: a line that breaks is resumed from there. @param {number} seq */
  #reach(seq) {
    this.seq = Math.max(this.seq ?? 0, seq);
    this.#stream.note(this.seq);
  }

  /** @param {Connection} state */
  #become(state) {
    this.state = state;
    this.#told.state(state);
  }

  /** @param {Message} message */
  #hear(message) {
    let data;
    try {
      data = JSON.parse(message.data);
    } catch {
      return;
    }
    if (message.event === 'hello') this.#hello(data);
    else if (message.event === 'news') this.#entry(data);
    else if (message.event === 'presence') this.#told.presence(data);
  }

  /** @param {{seq: number}} hello */
  #hello({ seq }) {
    this.#reach(seq);
    this.#told.changed(seq);
  }

  /** @param {Entry} entry */
  #entry(entry) {
    this.take(entry);
    // What is said is in the entry; the view has nothing of it.
    if (entry.kind !== 'talk') this.#told.changed(entry.seq);
  }
}
