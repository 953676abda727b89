/**
 * A puzzle on the real board: `#/puzzles/SYSTEM/NAME/ID`. The answer is played as in a game; the server says what it is
 * worth over every face of every die. An attack is judged and not thrown: luck has no say in it.
 *
 * @import { Action, Side } from '../types.js'
 * @import { Guided, PlayScreen } from '../play/screen.js'
 * @import { Verdict } from '../parts/puzzle-card.js'
 */

import * as api from '../api.js';
import { Problem } from '../api.js';
import { PuzzleCard } from '../parts/puzzle-card.js';
import { openGuided } from '../play/screen.js';
import { go } from '../router.js';
import { approach, setUp, tellTrouble } from './guided.js';
import { KINDS } from './kinds.js';
import { giveBack, keepPuzzleGame, markPuzzle, puzzleGame, puzzleMarks } from './progress.js';

/**
 * @typedef {{id: string, kind: 'attack' | 'close' | 'hold' | 'fire' | 'break', title: string, words: string, side: Side,
 *   position: Record<string, any>, choices: number, from: Record<string, any>}} Puzzle
 */

/** What the figures are. @type {Record<Puzzle['kind'], string>} */
const FIGURES = {
  attack: 'enemy strength lost less your own, on average',
  close: 'the chance that he is lost',
  hold: 'the chance that the place is yours',
  fire: 'points that losses bring you less those they bring the enemy, on average',
  break: 'the chance that he breaks',
};

const HOW = {
  attack: 'Plan the attack on the map and press “Throw the die”. No die is thrown: every face counts.',
  close: 'Make the march on the map. The attacks after it are reckoned for you, with every face of every die.',
  hold: 'Plan the attack on the map and press “Throw the die”. No die is thrown: every face counts.',
  fire: 'Plot the fire on the map, or end the phase without a plot. Nothing is fired: the combat is reckoned with every value of every draw.',
  break: 'Give one order on the map: a march, or a fire plot. The combat after it is reckoned for you, with every value of every draw.',
};

/** @param {HTMLElement} root @param {{system: string, name: string, puzzle: string}} params */
export async function puzzleScreen(root, { system, name, puzzle }) {
  const battle = `${system}/${name}`;
  const { scenario, puzzles } = await api.puzzles(battle);
  const index = puzzles.findIndex(({ id }) => id === puzzle);
  if (index < 0) {
    const words = puzzles.length > 0 ? `This battle has no puzzle “${puzzle}”` : 'There are no puzzles here';
    throw new Problem({ type: 'unknown-route', title: words, status: 404 });
  }
  const screen = new PuzzleScreen(battle, puzzles, index);
  await screen.open(root, scenario);
  return screen;
}

class PuzzleScreen {
  /** @param {string} battle @param {Puzzle[]} puzzles @param {number} index */
  constructor(battle, puzzles, index) {
    this.battle = battle;
    this.puzzles = puzzles;
    this.index = index;
    this.puzzle = puzzles[index];
    this.closed = false;
    /** @type {string | undefined} */
    this.game = undefined;
    /** The game as it is open. @type {Guided | null} */
    this.guided = null;
    /** @type {PlayScreen | null} */
    this.play = null;
    /** Says again what the card said last. @type {(() => void) | null} */
    this.said = null;
    /** What could not be done, to be tried again. @type {(() => Promise<void>) | null} */
    this.failed = null;
    /** @type {PuzzleCard | null} */
    this.card = null;
    /** @type {Verdict | null} */
    this.verdict = null;
  }

  /** @param {HTMLElement} root @param {string | null} scenario */
  async open(root, scenario) {
    const { puzzle, battle } = this;
    // A page that was left without a word has left its game.
    void giveBack(puzzleGame(battle));
    this.game = (await setUp({ battle, scenario, side: puzzle.side, position: puzzle.position })).id;
    if (this.closed) return void giveBack(this.game);
    keepPuzzleGame(battle, this.game);
    const guided = await openGuided(root, this.game, this);
    if (this.closed) guided.destroy();
    else this.guided = guided;
    return undefined;
  }

  /** @param {PlayScreen} play */
  attach(play) {
    const { puzzle, puzzles, index } = this;
    const { table, stage } = play;
    this.card = new PuzzleCard(stage.frame.guide, {
      kind: KINDS[puzzle.kind], heading: `${table.view.title}, puzzles`, title: puzzle.title, words: puzzle.words, how: HOW[puzzle.kind],
      index, count: puzzles.length, solved: puzzleMarks(this.battle)[puzzle.id] === 'solved',
    }, {
      next: () => this.next(),
      retry: () => void this.attempt(this.failed ?? (() => this.retry())),
      show: () => void this.attempt(() => this.show()),
    });
    const plain = table.act.bind(table);
    table.act = (action, options) => this.#answer(action, () => plain(action, options));
  }

  /** The play screen stands, the first time or in other colours. @param {PlayScreen} play */
  opened(play) {
    if (this.closed) return;
    this.play = play;
    approach(play.stage);
    this.said?.();
  }

  /** Does something for the learner; what kept it from being done is told, and can be tried again. @param {() => Promise<void>} work */
  async attempt(work) {
    this.failed = null;
    try {
      await work();
    } catch (fault) {
      if (this.closed) return;
      this.failed = work;
      this.card?.trouble(tellTrouble(fault));
    }
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  key(event) {
    if (event.key !== '.') return false;
    this.next();
    return true;
  }

  destroy() {
    this.closed = true;
    this.guided?.destroy();
    if (this.game !== undefined && puzzleGame(this.battle) === this.game) keepPuzzleGame(this.battle, undefined);
    void giveBack(this.game);
  }

  next() {
    const following = this.puzzles[this.index + 1];
    go(following ? `#/puzzles/${this.battle}/${following.id}` : '#/learn');
  }

  async retry() {
    const { play } = this;
    this.verdict = null;
    this.said = null;
    this.card?.clear();
    play?.stage.controller.propose?.([]);
    if (play && play.table.view.steps > 0) await play.undo();
  }

  /** Shows the answer, on the card and on the map. */
  async show() {
    const { puzzle, battle, play } = this;
    if (!play) return;
    // Any answer brings the best with it; one that ends the phase, or any other that can be given.
    this.verdict ??= await this.#anyVerdict();
    if (!this.verdict) return;
    if (play.table.view.steps > 0) await play.undo();
    const { best } = this.verdict;
    markPuzzle(battle, puzzle.id, 'seen');
    this.#say(() => {
      this.play?.stage.controller.propose?.([{ action: best.action, kind: 'proposed' }]);
      this.card?.reveal(best, { best: this.#words(best), of: FIGURES[puzzle.kind] });
    });
  }

  /** Says something on the card, now and whenever it is built anew. @param {() => void} say */
  #say(say) {
    this.said = say;
    say();
  }

  /** @returns {Promise<Verdict | null>} */
  async #anyVerdict() {
    const listed = await this.play?.table.ask({ actions: {} });
    const first = listed?.actions?.[0]?.action;
    return first ? api.answerPuzzle(this.battle, this.puzzle.id, first) : null;
  }

  /** @param {Action} action @param {() => Promise<any>} carryOut */
  async #answer(action, carryOut) {
    const { puzzle, battle } = this;
    if (this.verdict?.right || (this.play?.table.view.steps ?? 0) > 0) throw judged('This puzzle is answered: try again, or go on to the next.');
    const verdict = await api.answerPuzzle(battle, puzzle.id, action);
    this.verdict = verdict;
    if (verdict.right && puzzleMarks(battle)[puzzle.id] !== 'seen') markPuzzle(battle, puzzle.id, 'solved');
    this.#say(() => this.card?.judge(verdict, { own: this.#words(verdict.own), best: this.#words(verdict.best), of: FIGURES[puzzle.kind] }));
    // An order is seen on the map; what would throw is only judged.
    const orders = puzzle.kind === 'close' || puzzle.kind === 'fire' || puzzle.kind === 'break';
    if (orders && !('end_phase' in action)) return carryOut();
    throw judged(verdict.right ? `Right: ${verdict.own.words}.` : `${verdict.own.words}; the best is worth ${verdict.best.words}.`);
  }

  /** An answer as an order, with what is best done after it. @param {{action: Action, then: Action[]}} worth */
  #words({ action, then }) {
    const { system, table } = /** @type {PlayScreen} */ (this.play).stage;
    const orders = [action, ...then.filter((one) => !('end_phase' in one))].map((one) => system.actionWords(one, table.sheet).replace(/\.$/, ''));
    return orders.map((order, index) => (index === 0 ? order : order.charAt(0).toLowerCase() + order.slice(1))).join(', then ');
  }
}

/** What the table is told instead of carrying the answer out. @param {string} words */
function judged(words) {
  return new Problem({ type: 'judged', title: words, reason: words });
}
