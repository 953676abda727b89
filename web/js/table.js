/**
 * One game as the page holds it: the newest view, the commands a player may give, questions to the
 * engine, and the news as they come. It hides where the engine runs, and draws nothing.
 *
 * Events: `news` (detail: `Entry`), as the stream and the answers to commands bring it: perhaps twice, perhaps with a
 * gap, for the order of the story is `StoryShow`'s; `story` (detail: the last entry there is); then `view` (detail:
 * `{view, previous}`); `connection` (detail:
 * `'live' | 'away' | 'closed'`); `presence` (detail: the seats, as in the view); `problem` (detail: `Problem`); `dice`: a
 * throw waits for the consent of whoever sits here.
 *
 * @import { Action, Answer, Assessment, Entry, Hint, Role, Sheet, Side, StandingOrders, Steps, StepView, Tokens, View } from './types.js'
 * @import { Connection } from './news.js'
 */

import { Answers } from './answers.js';
import * as api from './api.js';
import { Problem } from './api.js';
import { Attendant, ownLink } from './attendant.js';
import { News } from './news.js';
import { noteEntries, sitDown } from './fair.js';
import { patiently } from './patience.js';
import { claim, isInvitation, renew } from './invitation.js';
import { expectedTable, readingRole, sheetOf, whoSits } from './sitting.js';
import * as store from './store.js';
import { resolvedTheme } from './theme.js';

/** @typedef {{quiet?: boolean}} Quiet `quiet` keeps a fault from being told as a `problem` event */

/** A game on the table. Make one with `Table.open`. */
export class Table extends EventTarget {
  /** The game's id. */
  id;
  /** @type {Tokens} */
  #tokens;
  /** The role the page reads with. @type {Role} */
  readAs;
  /** The newest view. @type {View} */
  view;
  /** What never changes. @type {Sheet} */
  sheet;
  /** Who of the two players at this screen sees it now, where neither may see what the other does. @type {Side | null} */
  sits = null;
  /** Whether the stream of news is open. @type {Connection} */
  connection = 'away';
  /** The last entry that whoever sits here has been shown; set by the screen. @type {(() => number) | null} */
  seen = null;

  /** @type {News | null} */
  #news = null;
  #answers = new Answers();
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** @type {Map<string, Promise<Answer>>} */
  #underWay = new Map();
  /** @type {Promise<void> | null} */
  #refreshing = null;
  #stale = false;
  #closed = false;
  /** Looks after its dice. */
  attendant = new Attendant({
    id: () => this.id, tokens: () => this.#tokens, view: () => this.view, seats: () => this.seats,
    refresh: () => this.refresh(), background: (work) => this.#background(work), held: () => this.#tell('dice', null),
  });
  /** @type {string | null} */
  #tag = null;

  /**
   * @param {string} id
   * @param {Tokens} tokens
   * @param {Role} readAs
   * @param {View} view
   * @param {Sheet} sheet
   */
  constructor(id, tokens, readAs, view, sheet) {
    super();
    this.id = id;
    this.#tokens = tokens;
    this.readAs = readAs;
    this.view = view;
    this.sheet = sheet;
  }

  /**
   * Opens a game this browser holds a token of; `theme` is that of the sheet's drawings.
   * @param {string} id
   * @param {{theme?: string, live?: boolean}} [options] `live: false` opens no stream
   * @returns {Promise<Table>}
   */
  static async open(id, { theme = resolvedTheme(), live = true } = {}) {
    let kept = store.game(id);
    const role = kept && readingRole(kept.tokens);
    if (!kept || !role) {
      throw new Problem({
        type: 'no-token',
        title: 'You have no seat at this table',
        status: 401,
        detail: 'This browser holds no link to the game. Open the link that you were given.',
      });
    }
    const { sheet: coming, ...first } = await expectedTable(id, kept.tokens[role] ?? '', theme).catch(async (fault) => {
      // A link from before links were invitations is redeemed by whoever holds it first.
      if (!isInvitation(fault) || !await claim(id)) throw fault;
      kept = store.game(id) ?? kept;
      return expectedTable(id, kept?.tokens[role] ?? '', theme);
    });
    if (!first.view) throw new Problem({ type: 'internal', title: 'The server gave no view' });
    // The map is drawn for the battle, whatever the sheet says of it: both may come at once.
    api.expectDrawing(api.picture(first.view.battle, 'map.svg', theme));
    const sheet = await (coming ?? sheetOf(first.view, theme));
    const sits = whoSits(id, kept.tokens, first.view, sheet);
    // Nothing is thrown before everybody has given to the dice.
    const gave = await sitDown(id, kept.tokens, first.view).catch((fault) => {
      // Another page of this browser was faster, or the seat is a computer's by now.
      if (fault instanceof Problem && fault.status === 409) return first.view;
      throw fault;
    });
    const { view, tag } = gave || (sits && sits !== role) ? await api.game(id, kept.tokens[sits ?? role] ?? '') : first;
    if (!view) throw new Problem({ type: 'internal', title: 'The server gave no view' });
    // The first commitment shown binds, and only one that is shown before the seed: any other could be forged.
    const commitment = kept.commitment ?? (view.seed ? undefined : view.commitment);
    store.keep(id, { title: view.title, battle: view.battle, commitment });
    const table = new Table(id, kept.tokens, sits ?? role, view, sheet);
    table.sits = sits;
    table.#tag = tag;
    if (live) table.#listen();
    table.attendant.look();
    return table;
  }

  /** The last entry that was told, or `null` before the first word of the stream. */
  get seq() {
    return this.#news?.seq ?? null;
  }

  /** The sides played by a person at this browser. */
  get seats() {
    return this.keys.filter((side) => this.view.seats[side]?.holder !== 'computer' && (this.sits === null || side === this.sits));
  }

  /** The sides this browser has the key of, whoever plays them now. */
  get keys() {
    return store.sidesOf(this.#tokens);
  }

  /** The roles this browser holds. */
  get roles() {
    return /** @type {Role[]} */ (Object.keys(this.#tokens));
  }

  /** The seats that a person plays at this browser, with what opens them: for requests that are no commands. */
  seatsHeld() {
    return this.seats.map((side) => ({ id: this.id, side, token: this.#token(side) }));
  }

  /** Whether the decision is one of mine. */
  get mine() {
    const side = this.view.decision.side;
    return this.view.status === 'playing' && side !== null && this.seats.includes(side);
  }

  /** Whether a command is under way. */
  get busy() {
    return this.#underWay.size > 0;
  }

  /** Steps that were one march of several units, made here: they are undone as one. @type {{from: number, to: number}[]} */
  together = [];

  // ---- commands ----------------------------------------------------------------------------

  /**
   * Carries out an action for the side whose decision it is.
   * @param {Action} action
   * @param {{dice?: number[]} & Quiet} [options] `dice` only at a study table
   * @returns {Promise<Answer>}
   */
  act(action, { dice, quiet } = {}) {
    const body = dice && dice.length > 0 ? { action, dice } : { action };
    if (!this.view.fair?.witnessed) return this.#command('actions', body, () => this.#decider(), { quiet });
    // Only an action that throws dice needs a link, and only the server knows which does.
    return this.#command('actions', body, () => this.#decider(), { quiet: true }).catch(async (fault) => {
      if (!(fault instanceof Problem) || fault.type !== 'link-wanted') return this.#told(() => Promise.reject(fault), quiet);
      return this.#command('actions', { ...body, link: await this.#link(this.#decider()) }, () => this.#decider(), { quiet });
    });
  }

  /** The next link of a seat held here. @param {Side} side */
  #link(side) {
    return this.#told(() => ownLink(this.id, this.#token(side), side, this.view.fair));
  }

  /** Asks to go on with the host's dice, agrees to it, or does not. @param {boolean} wish */
  async hostDice(wish) {
    const side = this.seats[0];
    const link = wish ? await this.#link(side) : null;
    this.#heed(await this.#told(() => api.dice(this.id, this.#token(side), 'host', { link })));
  }

  /** Takes back the last step, if the policy lets it. @param {Quiet} [options] */
  undo(options) {
    return this.#command('undo', {}, () => this.#undoer(), options);
  }

  /**
   * Asks the other side to go back to a step; `null` withdraws the request.
   * @param {number | null} to
   * @param {{side?: Side} & Quiet} [options]
   */
  askTakeBack(to, { side, quiet } = {}) {
    return this.#command('take-back', { to }, () => side ?? this.#decider(), { quiet });
  }

  /** Answers the other side's request to go back. @param {boolean} grant @param {Quiet} [options] */
  answerTakeBack(grant, options) {
    return this.#command('take-back/answer', { grant, to: this.view.undo.asked?.to }, () => this.#against(this.view.undo.asked?.by), options);
  }

  /** Offers a draw. @param {{side?: Side} & Quiet} [options] */
  offerDraw({ side, quiet } = {}) {
    return this.#command('draw', { what: 'offer' }, () => side ?? this.#decider(), { quiet });
  }

  /** Answers or withdraws an offer. @param {'withdraw' | 'accept' | 'refuse'} what @param {Quiet} [options] */
  answerDraw(what, options) {
    const by = this.view.draw?.by;
    return this.#command('draw', { what }, () => (what === 'withdraw' && by ? by : this.#against(by)), options);
  }

  /** Gives the game up for a side. @param {{side?: Side} & Quiet} [options] */
  resign({ side, quiet } = {}) {
    return this.#command('resign', {}, () => side ?? this.#decider(), { quiet });
  }

  /** Does something about the time. @param {'claim' | 'pause' | 'vacation'} what @param {Record<string, unknown>} body @param {Side} [side] who */
  aboutTime(what, body, side) {
    return this.#command(what, body, () => side ?? this.#decider());
  }

  /** Says something at the table. @param {string} text @param {{side?: Side} & Quiet} [options] */
  talk(text, { side, quiet } = {}) {
    return this.#command('talk', { text }, () => side ?? (this.seats.length > 0 ? this.#decider() : this.readAs), { quiet });
  }

  /** Gives a seat a name. @param {Side} side @param {string | null} name */
  async rename(side, name) {
    await this.#told(() => api.rename(this.id, this.#token(this.#tokens[side] ? side : 'owner'), side, name));
    await this.refresh();
  }

  /** Leaves standing orders for a side. @param {Side} side @param {StandingOrders} orders */
  async setOrders(side, orders) {
    await this.#told(() => api.setOrders(this.id, this.#token(side), side, orders));
    await this.refresh();
  }

  /**
   * Lets a computer play a side, or with `null` gives the seat back: in a show to play on from what has been shown here.
   * @param {Side} side @param {string | null} level
   * @returns {Promise<Answer>}
   */
  async seatComputer(side, level) {
    const token = this.#token(this.#tokens[side] ? side : 'owner');
    const body = { request: api.requestId(), level, ...(level === null && this.seen ? { shown: this.seen() } : {}) };
    const answer = await this.#told(() => api.seatComputer(this.id, token, side, body));
    this.#heed(answer);
    // Another holder gives to the dice before he acts.
    if (level === null && await sitDown(this.id, this.#tokens, this.view).catch(() => null)) await this.refresh();
    return answer;
  }

  /**
   * Makes a new invitation to a seat (or a new link for spectators); what opened it before stops working. A seat that
   * a guest has taken waits for somebody else's consent: then there is no link yet.
   * @param {Side | 'watch'} role
   * @returns {Promise<string | null>} the new link
   */
  async reissue(role) {
    const as = this.#tokens.owner ? 'owner' : this.readAs;
    const { token, invitation, waits } = await this.#told(() => api.reissue(this.id, this.#token(as), role));
    const word = invitation ?? token;
    if (waits || !word) {
      await this.refresh();
      return null;
    }
    store.drop(this.id, role);
    delete this.#tokens[role];
    store.keep(this.id, { links: { [role]: word } });
    if (this.readAs === role) {
      this.readAs = readingRole(this.#tokens) ?? role;
      this.#listen();
    }
    await this.refresh();
    return api.joinLink(this.id, word);
  }

  /** Agrees that a lost seat is given out again, or does not. @param {Side} side @param {boolean} grant */
  async answerReissue(side, grant) {
    const own = /** @type {Role[]} */ (['owner', 'union', 'confederate']).filter((role) => this.#tokens[role]);
    const asker = this.view.seats[side].lost?.by;
    const as = own.find((role) => role !== asker && role !== side) ?? own[0] ?? this.readAs;
    this.#heed(await this.#told(() => api.answerReissue(this.id, this.#token(as), side, grant)));
  }

  /** Makes this browser the only one that holds a seat. @param {Side} side */
  async renew(side) {
    this.#tokens[side] = await this.#told(() => renew(this.id, side));
    if (this.readAs === side) this.#listen();
  }

  // ---- questions ---------------------------------------------------------------------------

  /**
   * Asks the engine; the same question about the same version is asked once.
   * @param {Record<string, any>} question
   * @param {{step?: number, eyes?: Side | null}} [options] `step` asks about an earlier one, `eyes` as that side saw it
   * @returns {Promise<any>}
   */
  ask(question, { step, eyes = null } = {}) {
    return this.#answers.once(eyes ? { eyes, ...question } : question, step, () => this.#question(question, step, eyes));
  }

  /** @param {Record<string, any>} question @param {number | undefined} step @param {Side | null} eyes */
  async #question(question, step, eyes) {
    const token = this.#token(this.mine ? this.#decider() : this.readAs);
    if (step !== undefined) return api.ask(this.id, token, { step, question, ...(eyes ? { eyes } : {}) });
    try {
      return await api.ask(this.id, token, { version: this.view.version, question });
    } catch (fault) {
      if (!(fault instanceof Problem) || fault.type !== 'stale-version') throw fault;
      await this.refresh();
      return api.ask(this.id, token, { version: this.view.version, question });
    }
  }

  /** The line of play as it stands, or as a side was told it. @param {Side | null} [eyes] @returns {Promise<Steps>} */
  steps(eyes = null) {
    return api.steps(this.id, this.#token(this.readAs), eyes);
  }

  /** The game after a step, or as a side saw it; 0 is the start. @param {number} step @param {Side | null} [eyes] @returns {Promise<StepView>} */
  stepView(step, eyes = null) {
    return api.stepView(this.id, this.#token(this.readAs), step, eyes);
  }

  /** The story after an entry, undone steps and talk included. @param {number} [after] @returns {Promise<Entry[]>} */
  async entries(after = 0) {
    const { entries } = await api.entries(this.id, this.#token(this.readAs), after);
    if (after === 0) noteEntries(this.id, this.readAs, entries);
    return entries;
  }

  /** The record as JSON Lines. */
  record() {
    return api.record(this.id, this.#token(this.readAs));
  }

  /** Has the server check the record and, after the end, every die. */
  verify() {
    return api.verify(this.id, this.#token(this.readAs));
  }

  /** What the staff would do in the decision that is due. @returns {Promise<Hint>} */
  hint() {
    return api.hint(this.id, this.#token(this.#decider()), { version: this.view.version });
  }

  /** Says how much of a show of computers has been shown here: they wait for it. @param {number} seq */
  shown(seq) {
    return api.shown(this.id, this.#token(this.readAs), seq);
  }

  /** What the position after a step promises. @param {number} step @returns {Promise<Assessment>} */
  assessment(step) {
    return api.assessment(this.id, this.#token(this.readAs), step);
  }

  /** The review of the game, once it is over. @param {AbortSignal} [signal] */
  review(signal) {
    return api.review(this.id, this.#token(this.readAs), signal);
  }

  /** Makes a new game from a step. @param {Record<string, unknown>} choice */
  branch(choice) {
    return api.branch(this.id, this.#token(this.readAs), choice);
  }

  /** Leaves the table. */
  close() {
    this.#closed = true;
    this.#news?.close();
  }

  /**
   * Fetches the view if the server has a newer one, and tells of it.
   * @returns {Promise<void>}
   */
  refresh() {
    // An answer under way may be older than what is asked for now: it is asked for once more.
    this.#stale = true;
    this.#refreshing ??= this.#fetchView().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  // ---- inside ------------------------------------------------------------------------------

  async #fetchView() {
    while (this.#stale && !this.#closed) {
      this.#stale = false;
      const { view, tag } = await api.game(this.id, this.#token(this.readAs), this.#tag);
      this.#tag = tag;
      if (view) this.#accept(view);
    }
  }

  /** The seat that acts now, or the one held. @returns {Side} */
  #decider() {
    const side = this.view.decision.side;
    return side !== null && this.seats.includes(side) ? side : (this.seats[0] ?? side ?? 'union');
  }

  /** The seat whose step an undo takes back. @returns {Side} */
  #undoer() {
    const by = this.view.undo.by;
    return by && this.seats.includes(by) ? by : this.#decider();
  }

  /** The seat held that is not this one. @param {Side | undefined} other @returns {Side} */
  #against(other) {
    return this.seats.find((side) => side !== other) ?? this.#decider();
  }

  /** @param {Role} role @returns {string} */
  #token(role) {
    const token = this.#tokens[role];
    if (token) return token;
    throw new Problem({
      type: 'wrong-seat',
      title: 'That is not your seat',
      status: 403,
      detail: `This browser does not hold the seat of ${api.roleName(role)}.`,
    });
  }

  /**
   * Queues a command. The same command asked again while it is under way is the same request.
   * @param {string} path
   * @param {Record<string, unknown>} body
   * @param {() => Role} seat
   * @param {Quiet} [options]
   * @returns {Promise<Answer>}
   */
  #command(path, body, seat, { quiet = false } = {}) {
    const key = `${path} ${JSON.stringify(body)}`;
    const twin = this.#underWay.get(key);
    if (twin) return twin;
    const turn = this.#queue.then(() => this.#send(path, body, seat()));
    const told = this.#told(() => turn, quiet).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, told);
    this.#queue = turn.catch(() => undefined);
    return told;
  }

  /** @param {string} path @param {Record<string, unknown>} body @param {Role} seat @returns {Promise<Answer>} */
  async #send(path, body, seat) {
    const token = this.#token(seat);
    const request = api.requestId();
    const sent = api.isTimeless(path, body) ? { request, ...body } : { request, version: this.view.version, ...body };
    try {
      const answer = await patiently(() => api.command(this.id, token, path, sent), () => this.#closed, () => this.#connect('away'));
      if (this.#news?.state === 'live') this.#connect('live');
      this.#heed(answer);
      return answer;
    } catch (fault) {
      // The picture on this page was old, or the game went another way: show the right one.
      if (fault instanceof Problem && fault.status >= 400 && fault.status < 500) {
        await this.refresh().catch(() => undefined);
      }
      throw fault;
    }
  }

  /** Takes in what a command brought. @param {Answer} answer */
  #heed(answer) {
    for (const entry of answer.news ?? []) this.#news ? this.#news.take(entry) : this.#tell('news', entry);
    if (answer.view) this.#accept(answer.view);
  }

  /**
   * Runs something and tells of its problem before passing it on.
   * @template T
   * @param {() => Promise<T>} work
   * @param {boolean} [quiet]
   * @returns {Promise<T>}
   */
  async #told(work, quiet = false) {
    try {
      return await work();
    } catch (fault) {
      if (!quiet && fault instanceof Problem) this.#tell('problem', fault);
      throw fault;
    }
  }

  /** @param {string} name @param {unknown} detail */
  #tell(name, detail) {
    if (!this.#closed) this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {Connection} state */
  #connect(state) {
    if (this.connection === state) return;
    this.connection = state;
    this.#tell('connection', state);
  }

  /** Takes a view in; one that is older than what is shown is dropped. @param {View} view */
  #accept(view) {
    const previous = this.view;
    // Every entry raises `seq`; the version rises with those of the play alone.
    if (view.seq < previous.seq) return;
    // An answer to one seat knows that seat's orders only; the page may hold both.
    const orders = { ...previous.orders, ...view.orders };
    this.view = { ...view, you: { role: this.readAs }, orders };
    if (view.steps < previous.steps) this.#forgetMarches(view.steps);
    if (view.version !== previous.version) this.#answers.forgetNow();
    else if (isAlike(this.view, previous)) return;
    this.#tell('view', { view: this.view, previous });
    this.attendant.look();
  }

  /** What was taken back, by whomever, is no march any more: later steps have its numbers. @param {number} steps */
  #forgetMarches(steps) {
    this.together = this.together.filter(({ to }) => to <= steps);
  }

  #listen() {
    this.#news?.close();
    this.#news = new News({
      path: api.streamPath(this.id),
      token: this.#token(this.readAs),
      after: this.#news?.seq ?? null,
      told: {
        entry: (entry) => {
          // The view may come only when later steps stand in the place of those taken back.
          const { kind, to } = entry;
          if (typeof to === 'number' && (kind === 'undo' || kind === 'take_back_granted')) this.#forgetMarches(to);
          noteEntries(this.id, this.readAs, [entry]);
          this.#tell('news', entry);
        },
        changed: (seq) => this.#changed(seq),
        presence: (present) => this.#presence(present),
        state: (state) => {
          this.#connect(state);
          // Whatever was missed while the line was down is in the view.
          if (state === 'live') this.#background(() => this.refresh());
        },
        problem: (problem) => this.#tell('problem', problem),
      },
    });
  }

  /** The entries go up to `seq` now. @param {number} seq */
  #changed(seq) {
    this.#tell('story', seq);
    if (seq <= this.view.seq) return;
    // A command under way is about to bring the view itself.
    this.#background(async () => {
      await this.#queue;
      if (seq > this.view.seq) await this.refresh();
    });
  }

  /** @param {import('./news.js').Presence} present */
  #presence(present) {
    const now = (/** @type {Side} */ side) => {
      const seat = this.view.seats[side];
      const connected = present[side] === true || seat.holder === 'computer';
      return seat.holder === 'computer' ? { ...seat, connected, thinking: present.thinking === side } : { ...seat, connected };
    };
    const seats = { union: now('union'), confederate: now('confederate') };
    this.view = { ...this.view, seats };
    this.#tell('presence', seats);
  }

  /** Does something nobody waits for. @param {() => Promise<void>} work */
  #background(work) {
    patiently(work, () => this.#closed).catch((fault) => {
      if (fault instanceof Problem) this.#tell('problem', fault);
    });
  }
}

/** Whether two views of the same version show the same: words said at the table change nothing else. @param {View} one @param {View} other */
function isAlike(one, other) {
  const shown = (/** @type {View} */ view) => JSON.stringify({ ...view, seq: 0, updated: '' });
  return shown(one) === shown(other);
}
