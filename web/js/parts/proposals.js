/**
 * Actions that somebody proposes, or that were taken where something else was advised, drawn on the map each with its
 * label until others are, or none. What is drawn of an action, and what it is called, is the system's. Nothing here acts.
 */

/**
 * @import { Arrow } from '../board/layers.js'
 * @import { Board } from '../board/board.js'
 * @import { Action, Cell } from '../types.js'
 * @import { Proposal } from '../play/types.js'
 */

/**
 * What is drawn of an action: a march from cell to cell, or arrows; cells that are lit; and where its label stands.
 * @typedef {{march: Cell[], arrows: Arrow[], lit: {cell: Cell, kind: string}[], at: Cell | null}} Sketch
 */

/**
 * What the system knows of its actions: what is drawn of a proposal (nothing before there is a position), how an action
 * is called, and the cells a march would go through (nothing if they are drawn already).
 * @typedef {{sketch: (proposal: Proposal) => Sketch | null, words: (action: Action) => string,
 *   way: (action: Action) => Promise<Cell[] | null>}} Sketcher
 */

export class Proposals {
  #board;
  #sketcher;
  /** Names of the paths that are drawn. @type {string[]} */
  #paths = [];
  /** Counts the drawings, so that an answer that comes late draws nothing. */
  #turn = 0;

  /** @param {Pick<Board, 'setPath' | 'setLayer' | 'setArrows' | 'setBadges'>} board @param {Sketcher} sketcher */
  constructor(board, sketcher) {
    this.#board = board;
    this.#sketcher = sketcher;
  }

  /**
   * Draws proposals, the weightiest last; an empty list takes them away.
   * @param {Proposal[]} proposals
   * @returns {{words: string, cells: Cell[]}[]} each in words, and the cells it is about
   */
  show(proposals) {
    const board = this.#board;
    const turn = ++this.#turn;
    for (const name of this.#paths) board.setPath(null, { name });
    this.#paths = proposals.map((_, index) => `proposal-${index}`);
    const sketches = proposals.map((proposal) => this.#sketcher.sketch(proposal));
    board.setLayer('proposal', sketches.flatMap((drawn) => drawn?.lit ?? []));
    board.setArrows('proposal', sketches.flatMap((drawn, index) =>
      (drawn?.arrows ?? []).map((arrow) => ({ ...arrow, kind: `${arrow.kind} ${proposals[index].kind}` }))));
    board.setBadges('proposal', labels(sketches, proposals));
    sketches.forEach((drawn, index) => {
      if (drawn && drawn.march.length > 0) void this.#march(drawn.march, proposals[index], this.#paths[index], turn);
    });
    return proposals.map(({ action }, index) => ({ words: this.#sketcher.words(action), cells: cellsOf(sketches[index]) }));
  }

  /** Draws a march, at first straight and then as it would go. @param {Cell[]} way @param {Proposal} proposal @param {string} name @param {number} turn */
  async #march(way, { action, kind }, name, turn) {
    this.#board.setPath(way, { name, kind });
    const known = await this.#sketcher.way(action).catch(() => null);
    if (known && turn === this.#turn) this.#board.setPath(known, { name, kind });
  }
}

/** The cells a sketch is about, each once. @param {Sketch | null} drawn */
function cellsOf(drawn) {
  if (!drawn) return [];
  return [...new Set([...drawn.lit.map(({ cell }) => cell), ...drawn.march, ...drawn.arrows.flatMap(({ from, to }) => [from, to])])];
}

/** Labels where the actions lead; two in one cell share it. @param {(Sketch | null)[]} sketches @param {Proposal[]} proposals */
function labels(sketches, proposals) {
  /** @type {Map<Cell, {text: string, kind: string}>} */
  const found = new Map();
  sketches.forEach((drawn, index) => {
    const { label, kind } = proposals[index];
    if (!drawn?.at || !label) return;
    const there = found.get(drawn.at);
    found.set(drawn.at, { text: there ? `${there.text}, ${label}` : label, kind });
  });
  return [...found].map(([cell, badge]) => ({ cell, ...badge }));
}
