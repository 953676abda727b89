// What is shown one after the other: events of entries, and work between them. One queue a screen, so that nothing
// overlaps; whoever does not want to wait skips to the end of it. It does not know what is shown: that is `StoryShow`'s.

/**
 * @typedef {import('../types.js').Entry} Entry
 * @typedef {{entry: Entry} | {show: () => unknown, always: boolean}} Item
 */

/** More events than this are not shown one by one, unless they are a show: a page that was away must not play for minutes. */
const LONGEST = 120;

/** The queue of what is still to be shown. */
export class ShowQueue extends EventTarget {
  /**
   * @param {object} options
   * @param {(event: any, options: {ms: number, entry: Entry}) => Promise<void> | void} options.animate
   * @param {(event: any, entry: Entry) => number} options.ms how long an event may take; 0: not shown
   * @param {(entry: Entry) => boolean} [options.isShow] whether an entry is shown however many wait behind it
   * @param {(entry: Entry) => boolean} [options.isRest] whether a look at how things stand is due after an entry
   * @param {() => void} options.finish ends whatever is moving on the board
   * @param {(error: unknown) => void} [options.trouble] an animation failed; the queue goes on
   */
  constructor({ animate, ms, isShow = () => false, isRest = () => false, finish, trouble = () => {} }) {
    super();
    this.animate = animate;
    this.ms = ms;
    this.isShow = isShow;
    this.isRest = isRest;
    this.finish = finish;
    this.trouble = trouble;
    /** @type {Item[]} */
    this.items = [];
    this.running = false;
    /** How far is skipped. @type {'rest' | 'end' | null} */
    this.skipping = null;
    this.closed = false;
    /** @type {(() => void) | null} */
    this.endWait = null;
    /** Lets what was stopped go on; nothing if it is not stopped. @type {(() => void) | null} */
    this.goOn = null;
    /** @type {Promise<void>} */
    this.gate = Promise.resolve();
    /** @type {Entry | null} */
    this.playing = null;
    /** Which of its events was begun last; -1 if none. */
    this.at = -1;
    /** Nothing is shown after the entry that is being shown. */
    this.curtailed = false;
  }

  /** Whether anything is still to be shown. */
  get busy() {
    return this.running;
  }

  /** Whether what is being shown is stopped. */
  get stopped() {
    return this.goOn !== null;
  }

  /** Whether a show is going on: there is something to stop and to look at. */
  get isShowing() {
    return [this.playing, ...this.items.map((item) => ('entry' in item ? item.entry : null))].some((entry) => entry !== null && this.isShow(entry));
  }

  /** Stops after the event that is being shown, or goes on; nothing if nothing is shown. */
  toggle() {
    if (this.goOn) this.goOn();
    else if (this.running) {
      this.gate = new Promise((resolve) => {
        this.goOn = () => {
          this.goOn = null;
          resolve();
          this.dispatchEvent(new Event('toggle'));
        };
      });
      this.dispatchEvent(new Event('toggle'));
    }
  }

  /** Plays the events of an entry. @param {Entry} entry */
  play(entry) {
    this.items.push({ entry });
    void this.#run();
  }

  /**
   * Does something, and waits for it, when everything before it has been shown.
   * @param {() => unknown} show
   * @param {{always?: boolean}} [options] without `always` it is left out when the player skips
   */
  next(show, { always = true } = {}) {
    this.items.push({ show, always });
    void this.#run();
  }

  /** Waits until nothing is left to show. */
  idle() {
    if (!this.running) return Promise.resolve();
    return new Promise((resolve) => this.addEventListener('idle', () => resolve(undefined), { once: true }));
  }

  /** Shows the end of everything queued at once. Whatever is queued later is shown in full again. */
  skip() {
    this.#skip('end');
  }

  /** Shows what is being shown to its end, and the end of everything queued behind it at once. */
  curtail() {
    if (!this.running) return;
    this.curtailed = true;
    this.goOn?.();
  }

  /** Shows the next rest at once, also if it is not queued yet. */
  skipToRest() {
    this.#skip('rest');
  }

  /** Waits for no rest any more. */
  forgetRest() {
    if (this.skipping === 'rest') this.skipping = null;
  }

  /** @param {'rest' | 'end'} to */
  #skip(to) {
    if (!this.running) return;
    this.skipping = to;
    this.finish();
    this.goOn?.();
    this.endWait?.();
  }

  /** Forgets what is queued; nothing is shown any more. */
  close() {
    this.closed = true;
    this.items = [];
    this.skip();
  }

  async #run() {
    if (this.running) return;
    this.running = true;
    this.dispatchEvent(new Event('busy'));
    for (let item = this.items.shift(); item && !this.closed; item = this.items.shift()) {
      if (this.goOn) await this.gate;
      if (this.closed) break;
      if ('entry' in item) {
        if (this.curtailed) this.skipping = 'end';
        await this.#play(item.entry);
        if (this.skipping === 'rest' && this.isRest(item.entry)) this.skipping = null;
      }
      else if (item.always || !this.skipping) await this.#show(item);
    }
    this.running = false;
    this.curtailed = false;
    if (this.skipping === 'end') this.skipping = null;
    this.playing = null;
    this.dispatchEvent(new Event('idle'));
  }

  /** @param {{show: () => unknown, always: boolean}} item */
  async #show({ show, always }) {
    await this.#wait(show, !always);
  }

  /** @param {Entry} entry */
  async #play(entry) {
    const waiting = this.items.reduce((sum, item) => sum + ('entry' in item ? item.entry.line?.events?.length ?? 0 : 0), 0);
    [this.playing, this.at] = [entry, -1];
    for (const [at, event] of (entry.line?.events ?? []).entries()) {
      if (this.goOn) await this.gate;
      if (this.skipping || this.closed || (waiting > LONGEST && !this.isShow(entry))) return;
      this.at = at;
      const ms = this.ms(event, entry);
      if (ms > 0) await this.#animate(event, ms, entry);
    }
  }

  /** @param {any} event @param {number} ms @param {Entry} entry */
  async #animate(event, ms, entry) {
    await this.#wait(() => this.animate(event, { ms, entry }), true);
  }

  /** Waits for some work, but with `skippable` no longer than until the player skips. @param {() => unknown} work @param {boolean} skippable */
  async #wait(work, skippable) {
    const skipped = new Promise((resolve) => {
      this.endWait = () => resolve(undefined);
    });
    try {
      const done = work();
      await (skippable ? Promise.race([done, skipped]) : done);
    } catch (error) {
      this.trouble(error);
    }
    this.endWait = null;
  }
}
