/**
 * Answers of the engine that need not be asked for twice: those about the game as it stands until it
 * changes, and those about earlier steps, which never do.
 */

/** Answers about earlier steps that are remembered at most. */
const REMEMBERED = 400;

/** The memory of one table. */
export class Answers {
  /** @type {Map<string, Promise<any>>} */
  #now = new Map();
  /** @type {Map<string, Promise<any>>} */
  #earlier = new Map();

  /**
   * The known answer, or that of `ask`; an answer that failed is forgotten.
   * @param {Record<string, any>} question
   * @param {number | undefined} step an earlier one, or none for the game as it stands
   * @param {() => Promise<any>} ask
   * @returns {Promise<any>}
   */
  once(question, step, ask) {
    const key = `${step ?? ''}:${JSON.stringify(question)}`;
    const memory = step === undefined ? this.#now : this.#earlier;
    const known = memory.get(key);
    if (known) return known;
    const answer = ask();
    memory.set(key, answer);
    if (this.#earlier.size > REMEMBERED) this.#earlier.delete(this.#earlier.keys().next().value ?? '');
    answer.catch(() => {
      if (memory.get(key) === answer) memory.delete(key);
    });
    return answer;
  }

  /** Forgets the answers about the game as it stood. */
  forgetNow() {
    this.#now.clear();
  }
}
