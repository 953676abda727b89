/**
 * Server-Sent Events read with `fetch`, because `EventSource` cannot send a token in a header.
 * Reconnects by itself with growing pauses, resumes after the last message it had, and notices a
 * line that went silent. What the messages mean is the reader's affair.
 */

import { Problem, problemOf } from './api.js';
import { pauseBefore } from './patience.js';

/** @typedef {{id: string | null, event: string, data: string}} Message */

/** Longest silence before the line is thought dead; the server sends a heartbeat every 15 s. */
const SILENCE = 40_000;

/** Cuts a stream of text into messages, whatever pieces it comes in. */
export class MessageParser {
  #rest = '';
  /** @type {Message} */
  #message = { id: null, event: '', data: '' };
  #data = false;

  /**
   * Takes the next piece and gives the messages that it completed.
   * @param {string} piece
   * @returns {Message[]}
   */
  feed(piece) {
    /** @type {Message[]} */
    const done = [];
    const text = this.#rest + piece;
    // A carriage return at the end may be half of a line end.
    const usable = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = usable.split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '') + text.slice(usable.length);
    for (const line of lines) {
      if (line === '') this.#finish(done);
      else this.#line(line);
    }
    return done;
  }

  /** @param {Message[]} done */
  #finish(done) {
    if (this.#data) done.push({ ...this.#message, event: this.#message.event || 'message' });
    this.#message = { id: this.#message.id, event: '', data: '' };
    this.#data = false;
  }

  /** @param {string} line */
  #line(line) {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') {
      this.#message.data += (this.#data ? '\n' : '') + value;
      this.#data = true;
    } else if (field === 'event') this.#message.event = value;
    else if (field === 'id' && !value.includes('\0')) this.#message.id = value;
  }
}

/**
 * A stream that stays open until it is closed or the server says that it will never answer.
 */
export class Stream {
  #path;
  #token;
  #on;
  /** @type {string | null} */
  #last;
  #closed = false;
  #attempt = 0;
  /** @type {AbortController | null} */
  #line = null;
  /** @type {(() => void) | null} */
  #wake = null;

  /**
   * @param {{path: string, token: string, after?: number | null,
   *   message: (message: Message) => void, state: (state: 'live' | 'away') => void,
   *   end: (problem: Problem) => void}} options
   *   `end` is called when the stream is refused for good.
   */
  constructor({ path, token, after = null, ...on }) {
    this.#path = path;
    this.#token = token;
    this.#on = on;
    this.#last = after === null ? null : String(after);
    globalThis.addEventListener?.('online', this.#nudge);
    globalThis.document?.addEventListener('visibilitychange', this.#nudge);
    this.#run();
  }

  /** Resumes after this entry next time. @param {number} seq */
  note(seq) {
    this.#last = String(seq);
  }

  /** Closes the stream for good. */
  close() {
    this.#closed = true;
    globalThis.removeEventListener?.('online', this.#nudge);
    globalThis.document?.removeEventListener('visibilitychange', this.#nudge);
    this.#line?.abort();
    this.#wake?.();
  }

  /** Tries again at once if it is waiting: the network is back, or someone looks at the page. */
  #nudge = () => {
    if (globalThis.document?.visibilityState === 'hidden') return;
    this.#wake?.();
  };

  async #run() {
    while (!this.#closed) {
      try {
        await this.#connect();
      } catch (fault) {
        if (this.#closed) return;
        if (fault instanceof Problem && !fault.passing && fault.status < 500 && fault.type !== 'timeout') {
          this.close();
          this.#on.end(fault);
          return;
        }
      }
      if (this.#closed) return;
      this.#on.state('away');
      await this.#pause(pauseBefore(this.#attempt++));
    }
  }

  /** @param {number} milliseconds */
  #pause(milliseconds) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve(undefined);
      };
      const timer = setTimeout(done, milliseconds);
      this.#wake = done;
    });
  }

  async #connect() {
    this.#line = new AbortController();
    const line = this.#line;
    let watch = setTimeout(() => line.abort(), SILENCE);
    try {
      /** @type {Record<string, string>} */
      const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${this.#token}` };
      if (this.#last !== null) headers['Last-Event-ID'] = this.#last;
      const response = await fetch(this.#path, { headers, signal: line.signal, cache: 'no-store' });
      if (!response.ok) throw await problemOf(response);
      if (!response.body) throw new Problem({ type: 'unreachable', title: 'The stream has no body' });
      this.#attempt = 0;
      this.#on.state('live');
      const parser = new MessageParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(watch);
        watch = setTimeout(() => line.abort(), SILENCE);
        for (const message of parser.feed(value)) {
          if (message.id !== null) this.#last = message.id;
          if (this.#closed) return;
          this.#on.message(message);
        }
      }
    } finally {
      clearTimeout(watch);
    }
  }
}
