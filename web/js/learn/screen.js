/**
 * A lesson on the real board: `#/learn/SYSTEM/NAME/STEP`. Each step is played in a game of its own that begins from the
 * lesson's position, or goes on in the game of the step before; the engine judges every action, and the lesson says
 * what it means.
 *
 * @import { Entry } from '../types.js'
 * @import { Lesson, Step, Done } from './course.js'
 * @import { Guided, PlayScreen } from '../play/screen.js'
 */

import * as api from '../api.js';
import { Problem } from '../api.js';
import { toast } from '../dialogs.js';
import { announce } from '../dom.js';
import { LessonCard } from '../parts/lesson-card.js';
import { openGuided } from '../play/screen.js';
import { openRulebook } from '../rulebook.js';
import { go } from '../router.js';
import { showFault } from '../screens/frame.js';
import { beginning, diceFor, judge, slipOf } from './course.js';
import { act, approach, setUp, tellTrouble } from './guided.js';
import { giveBack, keepLesson, lessonProgress, stepDone } from './progress.js';

/** @param {HTMLElement} root @param {{system: string, name: string, step?: string}} params */
export async function lessonScreen(root, { system, name, step }) {
  const battle = `${system}/${name}`;
  const lesson = await api.lesson(battle);
  const wanted = step ?? lessonProgress(battle).step;
  const index = lesson.steps.findIndex(({ id }) => id === wanted);
  if (step !== undefined && index < 0) toast(`This lesson has no step “${step}”. It begins anew.`, { kind: 'problem' });
  const screen = new LessonScreen(root, battle, lesson);
  await screen.open(Math.max(index, 0));
  return screen;
}

class LessonScreen {
  /** @param {HTMLElement} root @param {string} battle @param {Lesson} lesson */
  constructor(root, battle, lesson) {
    this.root = root;
    this.battle = battle;
    this.lesson = lesson;
    this.index = 0;
    /** The game as it is open. @type {Guided | null} */
    this.guided = null;
    /** @type {PlayScreen | null} */
    this.play = null;
    /** What could not be done, to be tried again. @type {(() => Promise<void>) | null} */
    this.failed = null;
    /** @type {LessonCard | null} */
    this.card = null;
    /** What was done in the game, step by step of its record. @type {(Done & {n: number})[]} */
    this.done = [];
    /** How many steps of the record came before this step of the lesson. */
    this.before = 0;
    this.other = '';
    /** What the card says of it now. */
    this.said = '';
    this.heard = 0;
    this.closed = false;
    this.replying = false;
  }

  /** @returns {Step} */
  get step() {
    return this.lesson.steps[this.index];
  }

  /** Begins a step anew. @param {number} index */
  async open(index) {
    const { lesson, battle } = this;
    const from = beginning(lesson, index);
    const { position } = lesson.steps[from];
    const before = lesson.steps.slice(from, index).flatMap(({ deeds }) => deeds);
    const old = lessonProgress(battle).game;
    const { id, other } = await setUp({ battle, scenario: lesson.scenario, side: lesson.side, position: position ?? {}, before });
    // The learner went elsewhere while it was set up.
    if (this.closed) return void giveBack(id);
    this.#shut();
    void giveBack(old);
    keepLesson(battle, { game: id });
    this.other = other;
    this.done = [];
    this.heard = 0;
    this.#begin(index, before.length);
    const open = await openGuided(this.root, id, this);
    if (this.closed) open.destroy();
    else this.guided = open;
    return undefined;
  }

  /** Closes the game that is open. */
  #shut() {
    this.guided?.destroy();
    this.guided = null;
    this.play = null;
    this.card = null;
  }

  /** Does something for the learner; what kept it from being done is told, and can be tried again. @param {() => Promise<void>} work */
  async attempt(work) {
    try {
      await work();
    } catch (fault) {
      if (this.closed) return;
      this.failed = work;
      const words = tellTrouble(fault);
      if (this.card) this.card.say({ kind: 'trouble', words });
      else showFault(this.root, fault, () => void this.attempt(work));
    }
  }

  /** Tries once more: what could not be done, or else the step. */
  #again() {
    const work = this.failed ?? (() => this.retry());
    this.failed = null;
    void this.attempt(work);
  }

  /** The play screen is built: what the lesson needs of it is put in. @param {PlayScreen} play */
  attach(play) {
    const { stage, table } = play;
    this.card = new LessonCard(stage.frame.guide, {
      back: () => void this.attempt(() => this.back()), next: () => void this.attempt(() => this.next()),
      retry: () => this.#again(),
      where: () => stage.lead(this.step.cells), rule: (link) => void openRulebook(link),
    });
    const plain = table.act.bind(table);
    table.act = (action, options = {}) => {
      const dice = diceFor(this.step, this.verdict.at, action) ?? options.dice;
      return plain(action, { ...options, ...(dice ? { dice } : {}) }).catch((fault) => {
        if (fault instanceof Problem && fault.rule) this.#refused(action);
        throw fault;
      });
    };
    table.addEventListener('news', (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
    table.addEventListener('view', () => void this.attempt(() => this.#reply()));
    play.storyShow.addEventListener('idle', () => this.#tell());
  }

  /** The play screen stands, the first time or in other colours. @param {PlayScreen} play */
  opened(play) {
    if (this.closed) return;
    this.play = play;
    this.#show();
    approach(play.stage, this.step.cells);
    void this.attempt(() => this.#reply());
  }

  /** A key of the lesson. @param {KeyboardEvent} event @returns {boolean} */
  key(event) {
    if (event.key === '.' && this.verdict.done) void this.attempt(() => this.next());
    else if (event.key === ',' && this.index > 0) void this.attempt(() => this.back());
    else return false;
    return true;
  }

  destroy() {
    this.closed = true;
    this.#shut();
    const { game } = lessonProgress(this.battle);
    keepLesson(this.battle, { game: undefined });
    void giveBack(game);
  }

  /** @param {{step?: string}} params */
  update({ step }) {
    return step === this.step.id;
  }

  /** How far the learner has come in this step. */
  get verdict() {
    return judge(this.step, this.lesson.side, this.done.filter(({ n }) => n > this.before));
  }

  async next() {
    if (!this.verdict.done) return;
    if (this.index + 1 >= this.lesson.steps.length) {
      keepLesson(this.battle, { step: undefined });
      go('#/learn');
      return;
    }
    const index = this.index + 1;
    if (this.lesson.steps[index].position) await this.open(index);
    // The view may still be on its way when the learner goes on.
    else this.#begin(index, this.done.at(-1)?.n ?? this.before);
  }

  async back() {
    if (this.index > 0) await this.open(this.index - 1);
  }

  /** Takes the mistake back, or begins the step anew where a die has been thrown. */
  async retry() {
    const play = this.play;
    const undone = play?.table.view.undo.can && play.table.view.steps === this.before + this.verdict.at + 1;
    if (undone) await play.undo();
    else await this.open(this.index);
  }

  /** @param {number} index @param {number} before */
  #begin(index, before) {
    this.index = index;
    this.before = before;
    const { step } = this;
    keepLesson(this.battle, { step: step.id });
    history.replaceState(null, '', `#/learn/${this.battle}/${step.id}`);
    this.#show();
    announce(`${step.title}. ${step.task}`);
  }

  /** Shows the step on the card and on the map. */
  #show() {
    const { step, lesson, index } = this;
    this.said = '';
    this.failed = null;
    this.card?.show({ index, count: lesson.steps.length, step, title: lesson.title });
    this.play?.stage.board.setLayer('lesson', step.cells.map((cell) => ({ cell, kind: 'chosen' })));
    if (step.cells.length > 0) this.play?.stage.board.centreOn(step.cells[0]);
    this.#tell();
  }

  /** @param {Entry} entry */
  #hear(entry) {
    if (entry.seq <= this.heard) return;
    this.heard = entry.seq;
    const { kind, line } = entry;
    if (kind === 'action' && line) this.done.push({ n: line.n, by: line.by, action: line.action });
    else if (kind === 'undo' || kind === 'take_back_granted') this.done = this.done.filter(({ n }) => n <= (entry.to ?? 0));
    if (this.verdict.done) stepDone(this.battle, this.step.id);
  }

  /** What the other side does in this step, the page does for it. */
  async #reply() {
    const { table } = this.play ?? {};
    const deed = this.step.deeds[this.verdict.at];
    if (!table || !deed || this.replying || this.verdict.slip) return;
    const { decision, status } = table.view;
    if (status !== 'playing' || decision.side === null || decision.side === this.lesson.side) return;
    this.replying = true;
    try {
      await act(table.id, this.other, table.view.version, deed.action, deed.dice);
      await table.refresh();
    } finally {
      this.replying = false;
    }
  }

  /** Says how it stands, once it has been shown: not while the map is still as it was before. */
  #tell() {
    if (this.play && this.play.table.view.seq < this.heard) return;
    const { done, slip } = this.verdict;
    const words = done ? this.step.done : slip ?? '';
    if (words === this.said) return;
    this.said = words;
    this.failed = null;
    const last = this.index + 1 === this.lesson.steps.length;
    this.card?.say(words ? { kind: done ? 'done' : 'slip', words, last } : null);
    if (done) this.play?.stage.board.setLayer('lesson', []);
  }

  /** @param {import('../types.js').Action} action */
  #refused(action) {
    const slip = slipOf(this.step, action, true);
    if (slip) this.card?.say({ kind: 'told', words: slip.words });
  }
}
