// Computers that play each other wait for whoever looks on: the page says which entry it has shown last. One
// message is under way at a time, and the newest number wins.

/** How often the page says it again, so that a show that is stopped stays stopped; in milliseconds. */
const AGAIN = 20_000;

/** Tells the table how far the show has been shown. */
export class Pace {
  #shown = 0;
  #told = -1;
  #sending = false;
  #tell;
  #isShow;

  /**
   * @param {object} parts
   * @param {(seq: number) => Promise<void>} parts.tell
   * @param {() => boolean} parts.isShow computers play each other, and somebody looks on
   */
  constructor({ tell, isShow }) {
    this.#tell = tell;
    this.#isShow = isShow;
    this.timer = setInterval(() => this.#send({ again: true }), AGAIN);
  }

  /** An entry has been shown. @param {number} seq */
  shown(seq) {
    this.#shown = Math.max(this.#shown, seq);
    void this.#send();
  }

  /** No more is shown. */
  close() {
    clearInterval(this.timer);
  }

  async #send({ again = false } = {}) {
    if (this.#sending || !this.#isShow() || (this.#told >= this.#shown && !again)) return;
    this.#sending = true;
    const seq = this.#shown;
    try {
      await this.#tell(seq);
      this.#told = seq;
    } catch {
      // The table is away, or busy: what is shown next, or the timer, says it again.
    }
    this.#sending = false;
    if (this.#told === seq && this.#shown > seq) void this.#send();
  }
}
