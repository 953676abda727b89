// The play screen: one game at the table, from the first look to the game over panel.

import { toast } from '../dialogs.js';
import { announce, breathe, h } from '../dom.js';
import * as notify from '../notify.js';
import * as store from '../store.js';
import { expectSystem } from '../systems/index.js';
import { Table } from '../table.js';
import { resolvedTheme } from '../theme.js';
import { AssessmentBar } from './assessment.js';
import { CatchUp } from './catch-up.js';
import { offerScreen } from './curtain.js';
import { isShow, levelsFor, mayAssess } from './computer.js';
import { diceNotice } from './dice-words.js';
import { endPhase } from './end-phase.js';
import { LOG_PANEL, playKeys, STAFF_KEYS } from './help.js';
import { Hint } from './hint.js';
import { Log } from './log.js';
import { menuButton } from './menu.js';
import { gameMenu } from './game-menu.js';
import { begin, noteSeen, seenBefore } from './opening.js';
import { tellConnection, tellProblem } from './problems.js';
import { ShowControls } from './show-controls.js';
import { sideLabel } from './sides.js';
import { isAnimated, millisecondsOf } from './speeds.js';
import { setShellPrefs, shellPrefs, Stage } from './stage.js';
import { isPast } from './stand-in.js';
import { Story } from './story.js';
import { StoryShow } from './story-show.js';
import { facesComputer, marchAt, mayAskBack, mayUndo, refusalWords, showRequests, undo } from './takeback.js';
import { openTalk } from './talk.js';
import { TopBar } from './topbar.js';
import { withThemes } from './themes.js';

/**
 * @typedef {import('../types.js').Entry} Entry
 * @typedef {import('../types.js').View} View
 */

/** How long the answer to an offer can be read, in milliseconds. */
const REFUSAL = 12_000;

/**
 * Opens a game.
 * @param {HTMLElement} root @param {{id: string}} route
 */
export async function playScreen(root, { id }) {
  // What the table is drawn with can come while the server is asked.
  expectSystem(store.game(id)?.battle?.split('/')[0]);
  return withThemes(() => openTable(root, id));
}

/**
 * Who leads through a game: a lesson or a puzzle. `attach`: the screen is built and not yet begun; `opened`: it has begun,
 * the first time or anew in other colours; `key`: a key that the guide may want first.
 * @typedef {{attach: (screen: PlayScreen) => void, opened: (screen: PlayScreen) => void, key: (event: KeyboardEvent) => boolean}} Guide
 */

/** A game under guidance that is open. @typedef {{destroy: () => void}} Guided */

/** Opens a game under guidance. @param {HTMLElement} root @param {string} id @param {Guide} guide @returns {Promise<Guided>} */
export function openGuided(root, id, guide) {
  return withThemes(async () => {
    const screen = await PlayScreen.open(root, id, guide);
    guide.opened(screen);
    return screen;
  });
}

/** Opens a game, or the room in which its players wait for one another. @param {HTMLElement} root @param {string} id @returns {Promise<{destroy: () => void}>} */
async function openTable(root, id) {
  const table = await Table.open(id, { theme: resolvedTheme() });
  if (table.view.status !== 'waiting') return PlayScreen.open(root, id, null, table);
  const { waitingRoom } = await import('./waiting-room.js');
  return waitingRoom(root, table, () => PlayScreen.open(root, id));
}

/** One game on the screen. */
export class PlayScreen {
  /** @param {HTMLElement} root @param {string} id @param {Guide | null} [guide] @param {Table | null} [opened] a table that is open already */
  static async open(root, id, guide = null, opened = null) {
    const table = opened ?? await Table.open(id, { theme: resolvedTheme() });
    try {
      const [stage, entries, first] = await Promise.all([
        Stage.open(root, table, { readOnly: table.view.status === 'read-only', title: table.view.title }),
        table.entries(0),
        table.stepView(0),
      ]);
      await breathe();
      const { view, known, rest, resumed } = await begin(table, entries, isAnimated(shellPrefs().speed));
      const screen = new PlayScreen(table, stage, { entries: known, view, first: stage.system.moment(first.game), guide });
      screen.#start(rest, resumed);
      return screen;
    } catch (problem) {
      table.close();
      throw problem;
    }
  }

  /**
   * @param {Table} table @param {Stage} stage
   * @param {{entries: Entry[], view: View, first: import('../types.js').Moment, guide: Guide | null}} known the story up to the view that is
   *   shown first, talk and undone steps included, and when the game began
   */
  constructor(table, stage, { entries, view, first, guide }) {
    this.guide = guide;
    this.table = table;
    this.stage = stage;
    this.entries = entries;
    /** What the screen shows; the table may be further. @type {View} */
    this.view = view;
    this.story = new Story((event, entry) => stage.controller.tell(event, entry), () => table.view.seats);
    this.storyShow = this.#buildShow();
    this.showing = new ShowControls(this.storyShow, {
      isShow: () => isShow(this.table.view) && !this.view.ended,
      speed: () => shellPrefs().speed,
      setSpeed: (speed) => setShellPrefs({ speed }),
    });
    this.bar = new TopBar(stage.frame.bar, {
      undo: () => this.undo(),
      endPhase: () => this.endPhase(),
      hint: () => void this.hint.ask(),
      showing: this.showing.root,
      menu: menuButton('Menu', () => gameMenu(this)),
    });
    /** Levels of the computers that can play this battle. @type {import('../types.js').Computer[]} */
    this.levels = [];
    this.hint = new Hint(this);
    this.assessment = new AssessmentBar(stage.frame.bar, {
      assess: (step) => table.assessment(step),
      allowed: () => this.levels.length > 0 && !this.view.ended && mayAssess(table),
      usual: () => facesComputer(table),
    });
    this.catchUp = new CatchUp(this);
    /** Whether the bar asks the player for a decision. */
    this.asking = false;
    this.log = this.#buildLog(first);
    this.talk = openTalk(stage.panels, table);
    for (const entry of entries) this.talk.add(entry);
    /** @type {string | null} */
    this.dropped = null;
    this.controller = new AbortController();
  }

  /** @param {Entry[]} rest what is shown at once @param {boolean} resumed the screen begins where it was left, not with how the game stands */
  #start(rest, resumed) {
    const { stage, table } = this;
    stage.frame.root.classList.add('play-game');
    this.guide?.attach(this);
    stage.screenKeys = playKeys(stage.cellWord);
    stage.screenKey = (event) => this.#key(event);
    stage.commands = { undo: () => void this.undo(), endPhase: () => void this.endPhase() };
    stage.finishShowing = () => this.finishShowing();
    table.seen = () => this.storyShow.seen;
    stage.board.addEventListener('drop', (event) => { this.dropped = /** @type {CustomEvent} */ (event).detail.unit; });
    const { signal } = this.controller;
    table.addEventListener('news', (event) => this.storyShow.hear(/** @type {CustomEvent} */ (event).detail), { signal });
    table.addEventListener('story', (event) => void this.storyShow.upTo(/** @type {CustomEvent} */ (event).detail), { signal });
    table.addEventListener('view', (event) => {
      const { view, previous } = /** @type {CustomEvent} */ (event).detail;
      this.#newView(view, isShow(previous) && !isShow(view));
    }, { signal });
    table.addEventListener('problem', (event) => tellProblem(/** @type {CustomEvent} */ (event).detail, stage.notices), { signal });
    table.addEventListener('presence', () => {
      this.#showBar();
      this.#showDice();
    }, { signal });
    for (const name of ['view', 'dice']) table.addEventListener(name, () => this.#showDice(), { signal });
    document.addEventListener('visibilitychange', () => this.#lookedAt(), { signal });
    tellConnection(table, stage.notices, signal);
    this.storyShow.addEventListener('idle', () => this.#showBar(), { signal });
    notify.setTitle(table.view.title);
    this.assessment.expect(facesComputer(table) && !table.view.ended);
    stage.board.first = { side: this.view.decision.side, cells: this.story.latest() };
    stage.speakOf(this.story.spokenOf());
    this.show(this.view, null);
    void this.#meetStaff();
    stage.focusSoon();
    if (!resumed) void this.catchUp.onReturn(seenBefore(table));
    this.storyShow.note(this.lastEntry);
    for (const entry of rest) this.storyShow.hear(entry);
    if (table.view !== this.view) this.#newView(table.view);
  }

  destroy() {
    this.controller.abort();
    this.storyShow.close();
    this.assessment.destroy();
    this.bar.destroy();
    this.log.destroy();
    this.stage.destroy();
    this.table.close();
    notify.seenDecision();
  }

  /** Shows a view: the board, the bar, and what is asked of whom. @param {View} view @param {View | null} previous */
  show(view, previous) {
    const { stage, table } = this;
    this.view = view;
    if (view.ended || !isShow(table.view)) this.storyShow.forgetRest();
    if (this.hint.shown && this.hint.shown.version !== view.version) this.hint.clear();
    stage.controller.update(view, previous);
    stage.opened();
    stage.tint(view);
    stage.card.refresh();
    this.assessment.show(this.step);
    stage.frame.root.dataset.version = String(view.version);
    this.#showBar();
    showRequests(stage.notices, { table, wordsOf: (step) => this.wordsOf(step) });
    this.#showDice();
    stage.notices.set('read-only', view.status === 'read-only' ? this.#readOnlyNotice(view) : null);
    offerScreen(this, view);
    this.#showEnd(view, previous);
    if (previous) this.#tellDecision(view, previous);
  }

  /** Whom the dice wait for, and whether somebody wants other dice: so now, however far behind what is shown may be. */
  #showDice() {
    const { stage, table } = this;
    const said = diceNotice(table.view, table.seats, table.attendant.heldBack);
    const answer = (/** @type {string} */ label, /** @type {boolean} */ wish, primary = false) => ({ label, primary, act: () => void table.hostDice(wish).catch(() => undefined) });
    const answers = {
      theirs: () => (table.seats.length > 0 ? [answer('Agree', true, true), answer('Refuse', false)] : []),
      mine: () => [answer('Withdraw', false)],
      anew: () => [{ label: 'Witness it once more', primary: true, act: () => table.attendant.witnessAnew() }],
    };
    const actions = said?.asked ? answers[said.asked]() : [];
    stage.notices.set('dice', said && { text: said.text, detail: said.detail, kind: said.asked ? 'ask' : 'plain', actions });
  }

  #showBar() {
    const { view, stage, table } = this;
    this.asking = this.#isMine(view);
    this.bar.update({
      // Who sits where, and what can be taken back, is so now, however far behind it what is shown may be.
      view: { ...view, seats: this.storyShow.isShowing ? acting(table.view.seats) : table.view.seats, undo: table.view.undo }, mine: this.asking, seats: table.seats,
      headline: stage.controller.headline?.(view) ?? '',
      end: this.phaseEnd(),
      undo: mayUndo(table) ? this.undoWords() : null,
      asks: mayAskBack(table),
      others: this.asking ? stage.controller.atHand?.(view) ?? [] : [],
      hint: this.asking && this.hint.allowed,
    });
  }

  /** Learns which computers there are for this battle. */
  async #meetStaff() {
    this.levels = await levelsFor(this.table.view.battle);
    this.assessment.expect(false);
    if (this.controller.signal.aborted || this.levels.length === 0) return;
    this.stage.screenKeys = [...playKeys(this.stage.cellWord), ...STAFF_KEYS];
    this.#showBar();
    this.assessment.show(this.step);
    this.#showEnd(this.view, this.view);
  }

  /** How the present phase would end. */
  phaseEnd() {
    if (!this.#isMine(this.view)) return null;
    return this.stage.controller.endPhase?.(this.view) ?? null;
  }

  async endPhase() {
    await this.finishShowing();
    await endPhase(this.table, this.phaseEnd());
  }

  /** What an undo would take back, in words. */
  undoWords() {
    const { steps } = this.table.view;
    const march = marchAt(this.table, steps);
    return march ? `the march of ${march.to - march.from} units` : this.wordsOf(steps);
  }

  undo() {
    this.storyShow.skip();
    return undo(this);
  }

  /** What a step did, in one line. @param {number} step */
  wordsOf(step) {
    return this.story.wordsOf(step) || `Step ${step}`;
  }

  /** The phase in which a step was made. @param {number} step */
  phaseOf(step) {
    return this.story.groups.findLast((group) => group.began < step)?.title ?? '';
  }

  /** @param {View} view */
  #isMine(view) {
    const { side } = view.decision;
    return view.status === 'playing' && side !== null && this.table.seats.includes(side) && this.table.mine && !isPast(view, this.table.view);
  }

  #buildShow() {
    const { stage, table } = this;
    return new StoryShow(this.lastEntry, table, {
      heard: (entry) => this.#heard(entry),
      tell: (entry) => {
        this.log.apply(this.story.add(entry));
        stage.speakOf(this.story.spokenOf());
      },
      show: (view) => this.#showNext(view),
      noted: ({ seq }) => { if (!document.hidden) noteSeen(table, seq); },
    }, {
      animate: (event, { ms }) => stage.controller.animate?.(event, { ms }),
      ms: (event, entry) => this.#millisecondsFor(event, entry),
      finish: () => stage.board.skip(),
      isQuick: () => this.showing.rushing || !isAnimated(shellPrefs().speed),
      // A page that nobody sees shows nothing.
      isWatched: () => isShow(table.view) && !table.view.ended && !document.hidden,
      beginsPhase: stage.system.beginsPhase,
      reveals: stage.system.reveals,
      trouble: (fault) => console.warn(fault),
    });
  }

  /** @param {import('../types.js').Moment} first */
  #buildLog(first) {
    const { stage, table } = this;
    const since = h('button', { type: 'button', class: 'button button-small', title: 'Play back what happened since your last decision (y)', 'aria-label': 'Play back since my last decision', on: { click: () => void this.catchUp.sinceMyDecision() } }, 'Play back');
    this.story.begin(stage.system.phaseWords(first), first.side);
    for (const entry of this.entries) this.story.add(entry);
    return new Log(stage.panels.panel('log', LOG_PANEL), this.story, {
      go: (line) => this.#goTo(line),
      point: (line) => stage.point(line?.cells ?? []),
      here: () => stage.board.cursor,
      cell: stage.cellWord,
      tools: table.seats.length ? [since] : [],
    });
  }

  /** @param {import('./story.js').Line} line */
  #goTo(line) {
    this.stage.lead(line.cells);
    if (line.units[0]) this.stage.board.selected = line.units[0];
  }

  /** The step that is shown: an earlier one than the table's while what happened is played. */
  get step() {
    return /** @type {View & {step?: number}} */ (this.view).step ?? this.view.steps;
  }

  /** The last entry this screen knows. */
  get lastEntry() {
    return this.entries[this.entries.length - 1] ?? { seq: 0, version: 0 };
  }

  /** An entry of the story is known. @param {Entry} entry */
  #heard(entry) {
    this.entries.push(entry);
    if (entry.kind === 'talk') {
      this.talk.hear(entry);
      return;
    }
    const refused = refusalWords(entry, this.table);
    if (refused) toast(refused, { ms: REFUSAL });
  }

  /** @param {View} view @param {boolean} [joined] somebody has taken a seat in a show: he plays from here */
  #newView(view, joined = false) {
    if (this.asking && !this.#isMine(this.view)) this.#passed();
    void this.storyShow.took(view, { joined });
  }

  /** What was asked of the player is decided: he is asked no more, though what comes of it is still to be shown. */
  #passed() {
    this.#showBar();
    this.stage.controller.passed?.();
  }

  /** @param {View} view */
  #showNext(view) {
    if (view.version < this.view.version || view === this.view) return;
    this.show(view, this.view);
    this.dropped = null;
  }

  /** Ends what is being shown; nothing if nothing is. @returns {Promise<void> | null} */
  finishShowing() {
    return this.storyShow.finishAll();
  }

  /**
   * What the player has just dropped in place need not march there again, and what he did himself he need not
   * be shown at length.
   * @param {any} event @param {Entry} entry
   */
  #millisecondsFor(event, entry) {
    if (!isAnimated(shellPrefs().speed) || this.showing.rushing) return 0;
    if (event.unit && event.unit === this.dropped) return 0;
    const own = event.path && !entry.auto && !this.catchUp.running && entry.by !== null && this.table.seats.includes(entry.by);
    return millisecondsOf(shellPrefs().speed) * (own ? 0.4 : 1);
  }

  #lookedAt() {
    this.showing.rest(document.hidden);
    // What is still to be shown is shown now; what passed while nobody looked is shown again.
    if (document.hidden || this.storyShow.busy) return;
    void this.catchUp.onReturn(seenBefore(this.table));
    this.storyShow.note({ seq: this.storyShow.seen });
  }

  /** @param {View} view */
  #readOnlyNotice(view) {
    return {
      text: view.why_read_only ?? 'This game can only be watched.',
      actions: [{ label: 'Replay it', act: () => { location.hash = `#/replay/${view.id}/0`; }, primary: true }],
    };
  }

  /** @param {View} view @param {View | null} previous */
  #showEnd(view, previous) {
    if (!view.ended) return;
    const body = this.stage.panels.panel('over', { title: 'The end', slot: 'left', open: true });
    void import('./over.js').then(({ showOver }) => showOver(body, this.table, { reviewed: this.levels.length > 0, points: this.stage.system.points(this.table.view.game) }));
    if (previous && !previous.ended) {
      this.stage.panels.open('over');
      toast(view.ended.words);
    }
  }

  /** @param {View} view @param {View} previous */
  #tellDecision(view, previous) {
    if (view.ended || view.decision.side === previous.decision.side) return;
    if (!this.#isMine(view)) {
      notify.seenDecision();
      return;
    }
    notify.yourDecision(view.decision.words, { tag: view.id });
    if (this.table.seats.length > 1) announce(`Now the ${sideLabel(view.decision.side)} player decides.`);
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  #key(event) {
    if (this.guide?.key(event)) return true;
    if (event.key === 'Escape' && this.hint.clear()) return true;
    if (event.key === 'Escape' && this.storyShow.busy) this.showing.skip();
    else if (event.key === 's') this.storyShow.toggle();
    else if (event.key === 'H') void this.hint.ask();
    else if (event.key === 'u') void this.undo();
    else if (event.key === 'E') void this.endPhase();
    else if (event.key === 'y') void this.catchUp.sinceMyDecision();
    else if (this.stage.panels.byKey(event.key) === 'talk') {
      this.stage.panels.toggle('talk');
      if (this.stage.panels.isOpen('talk')) this.talk.focus();
    } else return false;
    return true;
  }
}

/** The seats while it is shown what their computers have decided already: they play, whatever they think about by now. @param {View['seats']} seats @returns {View['seats']} */
function acting(seats) {
  return { union: { ...seats.union, thinking: false }, confederate: { ...seats.confederate, thinking: false } };
}
