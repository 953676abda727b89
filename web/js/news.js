/**
 * The news of one game: entries from the stream and from the answers to commands, joined so that
 * each is told once, in order, and none is missed.
 *
 * @import { Entry, Side } from './types.js'
 * @import { Message } from './stream.js'
 */

import { Problem } from './api.js';
import { patiently } from './patience.js';
import { Stream } from './stream.js';

/** @typedef {'live' | 'away' | 'closed'} Connection `away` is being mended; `closed` is for good */
/** Who is at the table, and which computer is thinking. @typedef {Record<Side, boolean> & {thinking?: Side | null}} Presence */
/**
 * Whom to tell: of an entry; that the view changed with the entries up to one; who is at the table;
 * whether the line is up; and of a problem that will not pass.
 * @typedef {{entry: (entry: Entry) => void, changed: (seq: number) => void,
 *   presence: (present: Presence) => void, state: (state: Connection) => void,
 *   problem: (problem: Problem) => void}} Told
 */

/** An open line of news. */
export class News {
  /** The last entry told, or `null` before the first word of the stream. @type {number | null} */
  seq;
  /** Whether the line is up. @type {Connection} */
  state = 'away';
  #missing;
  #told;
  #stream;
  #closed = false;

  /**
   * @param {{path: string, token: string, after: number | null,
   *   missing: (after: number) => Promise<Entry[]>, told: Told}} options
   *   `missing` fetches what the stream left out
   */
  constructor({ path, token, after, missing, told }) {
    this.seq = after;
    this.#missing = missing;
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
    this.#closed = true;
    this.#stream.close();
  }

  /** Tells of an entry, unless it was told before. @param {Entry} entry */
  take(entry) {
    if (this.seq !== null && entry.seq <= this.seq) return;
    this.seq = entry.seq;
    this.#stream.note(entry.seq);
    this.#told.entry(entry);
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
    if (this.seq === null) this.seq = seq;
    else if (seq > this.seq) this.#catchUp();
    this.#stream.note(this.seq);
    this.#told.changed(seq);
  }

  /** @param {Entry} entry */
  #entry(entry) {
    if (this.seq !== null && entry.seq > this.seq + 1) this.#catchUp(entry);
    else {
      this.take(entry);
      // What is said is in the entry; the view has nothing of it.
      if (entry.kind !== 'talk') this.#told.changed(entry.seq);
    }
  }

  /** Fetches what the stream left out, then goes on. @param {Entry} [upTo] */
  async #catchUp(upTo) {
    try {
      const entries = await patiently(() => this.#missing(this.seq ?? 0), () => this.#closed);
      for (const entry of entries) this.take(entry);
      if (upTo) this.take(upTo);
      if (this.seq !== null) this.#told.changed(this.seq);
    } catch (fault) {
      if (fault instanceof Problem) this.#told.problem(fault);
    }
  }
}
