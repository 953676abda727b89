/**
 * Actions that somebody proposes, or that were taken where something else was advised: in words, and
 * drawn on the map. Nothing here acts.
 */

import { list } from '../words.js';
import { Names, odds } from './names.js';

/**
 * @import { Action, Hex, UnitId } from '../types.js'
 * @import { Arrow } from '../board/layers.js'
 * @import { Proposal } from '../play/types.js'
 * @import { Position } from './model.js'
 * @import { Scene } from './scene.js'
 */

/**
 * What is drawn of an action: a march from hex to hex, or arrows; hexes that are lit; and where its label stands.
 * @typedef {{march: Hex[], arrows: Arrow[], lit: {hex: Hex, kind: string}[], at: Hex | null}} Sketch
 */

/**
 * An action as an order: "Move Phelps (1/1/I) from 0808 to 0713 (Dunker Church)."
 * @param {Action} action
 * @param {Names} names
 * @returns {string}
 */
export function actionWords(action, names) {
  const [kind] = Object.keys(action);
  return WORDS[kind]?.(action[kind] ?? {}, names) ?? 'Something this page has no words for.';
}

/** @type {Record<string, (body: Record<string, any>, names: Names) => string>} */
const WORDS = {
  move: ({ unit, to, path }, names) => `Move ${names.unit(unit)} to ${names.place(to ?? path?.at(-1))}.`,
  enter: ({ unit, hex, to }, names) =>
    `Bring ${names.unit(unit)} on at ${names.place(hex)}${to && to !== hex ? `, on to ${names.place(to)}` : ''}.`,
  exit: ({ unit, hex }, names) => `Take ${names.unit(unit)} off the map at ${names.place(hex)}.`,
  end_phase: () => 'End the phase.',
  attack: attackWords,
  elect: ({ unit, retreat }, names) =>
    retreat ? `Let ${names.unit(unit)} share the retreat.` : `Let ${names.unit(unit)} stay.`,
  losses: ({ units }, names) => `Give up ${names.units(units)} in the exchange.`,
  retreat: ({ unit, to, displace }, names) =>
    `Retreat ${names.unit(unit)} to ${names.place(to)}${displace ? `; ${names.unit(displace)} makes room` : ''}.`,
  advance: ({ unit, to }, names) => `Advance ${names.unit(unit)} to ${names.place(to)}.`,
  decline: () => 'Do not advance.',
};

/**
 * @param {Record<string, any>} attack
 * @param {Names} names
 */
function attackWords({ defenders, attackers = [], bombard = [], column }, names) {
  const at = column ? `, at ${odds(column)}` : '';
  if (attackers.length === 0) return `Bombard ${names.places(defenders)} with ${names.units(bombard)}${at}.`;
  const guns = bombard.length > 0 ? ` with ${names.units(bombard)} bombarding` : '';
  return `Attack ${names.places(defenders)} from ${list(attackers)}${guns}${at}.`;
}

/**
 * What is to be drawn of an action; a march is straight until its way is known.
 * @param {Action} action
 * @param {Position} position
 * @param {(hex: Hex) => Hex[]} beside the hexes next to one
 * @returns {Sketch}
 */
export function sketch(action, position, beside) {
  const [kind] = Object.keys(action);
  const body = action[kind] ?? {};
  if (kind === 'attack') return attackSketch(body, position, beside);
  if (kind === 'losses') return standing(body.units ?? [], position, 'trouble');
  if (kind === 'elect') return standing([body.unit], position, body.retreat ? 'retreat' : 'chosen');
  const from = body.unit === undefined ? null : position.hexOf(body.unit);
  const to = body.to ?? body.path?.at(-1) ?? body.hex ?? null;
  if (to === null) return { march: [], arrows: [], lit: [], at: null };
  const lit = [{ hex: to, kind: LIT[kind] ?? 'chosen' }];
  if (kind === 'retreat' || kind === 'advance') {
    return { march: [], arrows: from ? [{ from, to, kind }] : [], lit, at: to };
  }
  const start = kind === 'enter' ? body.hex : from;
  const way = [start, ...(body.path ?? []), to].filter((hex, index, all) => hex && hex !== all[index - 1]);
  return { march: way, arrows: [], lit, at: to };
}

/** @type {Record<string, string>} */
const LIT = { enter: 'enter', exit: 'exit', retreat: 'retreat', advance: 'advance' };

/** @param {(UnitId | undefined)[]} units @param {Position} position @param {string} kind @returns {Sketch} */
function standing(units, position, kind) {
  const hexes = [...new Set(units.flatMap((unit) => (unit && position.hexOf(unit)) || []))];
  return { march: [], arrows: [], lit: hexes.map((hex) => ({ hex, kind })), at: hexes[0] ?? null };
}

/** A sketch with a unit that stays where it is; its label stands there if the action itself has no place. @param {Sketch} drawn @param {UnitId | null | undefined} unit @param {Position} position @returns {Sketch} */
export function staying(drawn, unit, position) {
  if (!unit) return drawn;
  const there = standing([unit], position, 'chosen');
  return { ...drawn, lit: [...drawn.lit, ...there.lit], at: drawn.at ?? there.at };
}

/** @param {Record<string, any>} attack @param {Position} position @param {(hex: Hex) => Hex[]} beside @returns {Sketch} */
function attackSketch({ defenders = [], attackers = [], bombard = [] }, position, beside) {
  /** @type {Arrow[]} */
  const arrows = [];
  for (const from of attackers) {
    for (const to of defenders) if (beside(from).includes(to)) arrows.push({ from, to, kind: 'attack' });
  }
  for (const gun of bombard) {
    const from = position.hexOf(gun);
    if (from && defenders[0]) arrows.push({ from, to: defenders[0], kind: 'bombard' });
  }
  return {
    march: [],
    arrows,
    lit: defenders.map((/** @type {Hex} */ hex) => ({ hex, kind: 'target' })),
    at: defenders[0] ?? null,
  };
}

/** Proposals on the map: each is drawn with its label until others are, or none. */
export class Proposals {
  #scene;
  /** Names of the paths that are drawn. @type {string[]} */
  #paths = [];
  /** Counts the drawings, so that an answer that comes late draws nothing. */
  #turn = 0;

  /** @param {Scene} scene */
  constructor(scene) {
    this.#scene = scene;
  }

  /** Whether anything is drawn. */
  get any() {
    return this.#paths.length > 0;
  }

  /**
   * Draws proposals, the weightiest last; an empty list takes them away.
   * @param {Proposal[]} proposals
   * @returns {{words: string, hexes: Hex[]}[]} each in words, and the hexes it is about
   */
  show(proposals) {
    const { board, position, sheet, names } = this.#scene;
    const turn = ++this.#turn;
    for (const name of this.#paths) board.setPath(null, { name });
    this.#paths = proposals.map((_, index) => `proposal-${index}`);
    const beside = (/** @type {Hex} */ hex) => Object.values(sheet.hexes[hex]?.neighbours ?? {});
    const sketches = proposals.map(({ action, stays }) => (position ? staying(sketch(action, position, beside), stays, position) : null));
    board.setLayer('proposal', sketches.flatMap((drawn) => drawn?.lit ?? []));
    board.setArrows('proposal', sketches.flatMap((drawn, index) =>
      (drawn?.arrows ?? []).map((arrow) => ({ ...arrow, kind: `${arrow.kind} ${proposals[index].kind}` }))));
    board.setBadges('proposal', labels(sketches, proposals));
    sketches.forEach((drawn, index) => {
      if (drawn && drawn.march.length > 0) void this.#march(drawn.march, proposals[index], this.#paths[index], turn);
    });
    return proposals.map(({ action }, index) => ({
      words: actionWords(action, names),
      hexes: [...new Set([
        ...(sketches[index]?.lit ?? []).map(({ hex }) => hex), ...(sketches[index]?.march ?? []),
        ...(sketches[index]?.arrows ?? []).flatMap(({ from, to }) => [from, to]),
      ])],
    }));
  }

  /** Draws a march, at first straight and then as it would go. @param {Hex[]} way @param {Proposal} proposal @param {string} name @param {number} turn */
  async #march(way, { action, kind }, name, turn) {
    const { board } = this.#scene;
    board.setPath(way, { name, kind });
    const known = await this.#way(action).catch(() => null);
    if (known && turn === this.#turn) board.setPath(known, { name, kind });
  }

  /** The hexes a unit would go through, as the engine knows them. @param {Action} action @returns {Promise<Hex[] | null>} */
  async #way({ move, enter, exit }) {
    const { unit, hex, to, path } = move ?? enter ?? exit;
    // A way that is given is drawn already.
    if (path) return null;
    const question = enter ? { unit, enter: hex, to: to ?? hex } : { unit, to: to ?? hex };
    const answer = await this.#scene.ask({ path: question });
    if (!answer?.path) return null;
    return answer.from ? [answer.from, ...answer.path] : answer.path;
  }
}

/** Labels where the actions lead; two in one hex share it. @param {(Sketch | null)[]} sketches @param {Proposal[]} proposals */
function labels(sketches, proposals) {
  /** @type {Map<Hex, {text: string, kind: string}>} */
  const found = new Map();
  sketches.forEach((drawn, index) => {
    const { label, kind } = proposals[index];
    if (!drawn?.at || !label) return;
    const there = found.get(drawn.at);
    found.set(drawn.at, { text: there ? `${there.text}, ${label}` : label, kind });
  });
  return [...found].map(([hex, badge]) => ({ hex, ...badge }));
}
