// Entries of a game in their order, none twice and none left out. Between the moment the page learned the story and
// that at which the stream began to tell, a computer may have played on: what is missing is fetched first.

/** @typedef {import('../types.js').Entry} Entry */

/** Passes entries on, one after the other. */
export class InOrder {
  /** Entries that came before those between were known. @type {Entry[]} */
  #held = [];
  /** @type {Promise<void> | null} */
  #filling = null;
  #missing;
  #take;
  #trouble;

  /**
   * @param {object} parts
   * @param {number} parts.last the last entry that is known already
   * @param {(after: number) => Promise<Entry[]>} parts.missing fetches what came after an entry
   * @param {(entry: Entry) => void} parts.take what is done with each
   * @param {(fault: unknown) => void} [parts.trouble] nothing could be fetched; the next entry or `fill` tries again
   */
  constructor({ last, missing, take, trouble = () => {} }) {
    this.last = last;
    this.#missing = missing;
    this.#take = take;
    this.#trouble = trouble;
  }

  /** An entry was told. @param {Entry} entry */
  hear(entry) {
    if (entry.seq <= this.last) return;
    if (this.#filling === null && entry.seq === this.last + 1) {
      this.#pass(entry);
      return;
    }
    this.#held.push(entry);
    void this.fill();
  }

  /** Fetches what is not known yet. @returns {Promise<void>} */
  fill() {
    this.#filling ??= this.#fetch().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  async #fetch() {
    try {
      for (const entry of await this.#missing(this.last)) this.#pass(entry);
    } catch (fault) {
      this.#trouble(fault);
      return;
    }
    const held = this.#held.sort((a, b) => a.seq - b.seq);
    this.#held = [];
    for (const entry of held) this.#pass(entry);
  }

  /** @param {Entry} entry */
  #pass(entry) {
    if (entry.seq <= this.last) return;
    this.last = entry.seq;
    this.#take(entry);
  }
}
