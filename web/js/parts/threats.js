/**
 * What the other side could do in its coming turn: the reach of one enemy and whom he could attack, who could attack a
 * cell and at what odds, what would follow from standing somewhere, and everything that is threatened. The engine
 * reckons; this asks, draws and says. A system that answers no such question has none of it.
 */

import { h } from '../dom.js';
import { capital, count, list, sideName } from '../words.js';

/**
 * @import { Lit } from '../board/layers.js'
 * @import { Cell, Side, UnitId } from '../types.js'
 * @import { Scene } from './scene.js'
 */

/** One who could take part in an attack. @typedef {{unit: UnitId, from: Cell | null, at: Cell, strength: string, afar: boolean}} Part */
/**
 * The strongest attack that could come against a cell; without a defender there are no odds. A system without columns
 * says instead in a `figure` what is to be expected, how bad that is (`grade`, 1 to 3), what `attack` counts (`measure`),
 * and in `standing` what would follow from standing there.
 * @typedef {{cell: Cell, by: Side, turn: number | null, attackers?: Part[], attack?: string, defence?: string | null,
 *   column?: string | null, danger?: number | null, faces?: string[] | null, figure?: string, grade?: number, measure?: string,
 *   words: string, standing?: string, own?: {cell: Cell, column?: string, danger?: number, figure?: string, grade?: number}[]}} Blow
 */
/** What one unit could do. @typedef {{unit: UnitId, turn: number | null, moves?: Cell[], threatens?: Cell[], fires?: Cell[], attacks?: Cell[], words: string}} UnitThreat */

/** How long the pointer rests before the engine is asked what would follow. */
const REST_MS = 120;

/** How bad a number of faces out of six is: 1 to 3. @param {number} danger */
export function grade(danger) {
  return danger >= 5 ? 3 : danger >= 3 ? 2 : 1;
}

/** How bad a blow would be: 1 to 3. @param {{danger?: number | null, grade?: number}} blow */
function gradeOf({ danger, grade: told }) {
  return told ?? grade(danger ?? 0);
}

/**
 * What would follow from standing somewhere, in words.
 * @param {Blow} answer
 */
export function standingWords({ own = [], turn, column, danger, attackers = [], standing }) {
  if (standing !== undefined) return standing;
  const attacks = own.map(({ cell, column: odds }) => `${cell} at ${odds}`);
  const from = attacks.length > 0 ? `From here it could attack ${list(attacks)}, with those who are there.` : '';
  if (turn === null) return from;
  const risk =
    attackers.length === 0
      ? `Nobody on the map could attack it here on turn ${turn}.`
      : `On turn ${turn} it could be attacked here at ${column} by ${count(attackers.length, 'unit')}: ${danger} of six throws would hurt.`;
  return [from, risk].filter(Boolean).join(' ');
}

/**
 * The same in a few letters, to be put beside the cell: the odds it would have, and those against it.
 * @param {Blow} answer
 */
export function standingBadge({ own = [], column, danger, figure, grade: told, attackers = [] }) {
  const best = [...own].sort((a, b) => (b.danger ?? 0) - (a.danger ?? 0))[0];
  const [mine, theirs] = [best?.column ?? best?.figure, column ?? figure];
  const parts = [mine ? `you ${mine}` : '', attackers.length > 0 && theirs ? `they ${theirs}` : ''].filter(Boolean);
  const bad = told === undefined ? (danger ?? 0) >= 4 : told === 3;
  return { text: parts.join(', '), kind: bad && attackers.length > 0 ? 'danger' : 'plain' };
}

/** Everything that is threatened, as it is lit. @param {{cells?: {cell: Cell}[], stands?: Blow[]}} answer @returns {Lit[]} */
export function litThreats({ cells = [], stands = [] }) {
  const met = new Set(stands.map(({ cell }) => cell));
  return [
    ...cells.filter(({ cell }) => !met.has(cell)).map(({ cell }) => ({ cell, kind: 'threat-zone' })),
    ...stands.map((blow) => ({ cell: blow.cell, kind: `threat-${gradeOf(blow)}`, text: blow.column ?? blow.figure ?? '', title: blow.words })),
  ];
}

export class Threats {
  /** What is shown of one enemy or one cell. @type {{unit: UnitId | null, cell: Cell | null, words: string} | null} */
  shown = null;
  /** Whether everything that is threatened is shown. */
  all = false;

  /** @param {Scene<any, any, any> & {position?: any}} scene */
  constructor(scene) {
    this.scene = scene;
  }

  /** Whether the system answers such questions. */
  get can() {
    return this.scene.context.sheet.capabilities?.threats === true;
  }

  /** Who threatens: the other side of whoever sits here alone, else of whose turn it is. @returns {Side} */
  get by() {
    const { table, game } = this.scene;
    const own = table.seats.length === 1 ? table.seats[0] : game.side;
    return own === 'union' ? 'confederate' : 'union';
  }

  /** The game has changed: what was shown of it is gone, what is always shown is asked anew. */
  update() {
    this.clear();
    void this.#drawAll({ aloud: false });
  }

  /** Takes away what is shown of one enemy or cell; says whether there was something. */
  clear() {
    const { shown, scene: { board } } = this;
    const any = shown !== null;
    this.shown = null;
    // The enemy who was pointed at is let go of; a unit of one's own that was picked meanwhile is not.
    if (shown?.unit && board.selected === shown.unit) board.selected = null;
    board.setLayer('threat', []);
    board.setArrows('threat', []);
    board.setBadges('threat', []);
    return any;
  }

  /** Lays everything that is threatened over the map, or takes it away. @param {boolean} on */
  setAll(on) {
    this.all = on;
    return this.#drawAll({ aloud: true });
  }

  /** `aloud`: it was asked for, and is said as well. Without an answer nothing is shown of an earlier position. @param {{aloud: boolean}} how */
  async #drawAll({ aloud }) {
    const { scene } = this;
    if (!this.all || !this.can || !scene.view) return scene.board.setLayer('threats', []);
    const { version } = scene.view;
    const answer = await scene.ask({ threats: { by: this.by } }).catch(() => null);
    if (!this.all || scene.view.version !== version) return undefined;
    if (aloud) scene.context.say(answer ? answer.words : 'The table did not answer.');
    return scene.board.setLayer('threats', answer ? litThreats(answer) : []);
  }

  /** Shows where an enemy could be next turn and whom he could attack; shown already, it is taken away. @param {UnitId} unit */
  async showUnit(unit) {
    const { scene } = this;
    if (this.shown?.unit === unit) {
      this.clear();
      return scene.onCardChange();
    }
    this.clear();
    const shown = { unit, cell: scene.position?.cellOf(unit) ?? null, words: '' };
    this.shown = shown;
    scene.board.selected = unit;
    /** @type {UnitThreat | null} */
    const answer = await scene.ask({ threats: { unit } }).catch(() => null);
    if (!answer || this.shown !== shown) return undefined;
    const { moves = [], threatens = [], fires = [], attacks = [] } = answer;
    const posts = new Set(moves);
    const beyond = [...new Set([...threatens, ...fires])].filter((cell) => !posts.has(cell));
    scene.board.setLayer('threat', [
      ...beyond.map((cell) => ({ cell, kind: 'threat', title: 'It could attack here' })),
      ...moves.filter((cell) => cell !== shown.cell).map((cell) => ({ cell, kind: 'threat-reach', title: 'It could be here next turn' })),
      ...attacks.map((cell) => ({ cell, kind: 'threat-3', title: 'It could attack here' })),
    ]);
    shown.words = answer.words;
    scene.context.say(answer.words);
    return scene.onCardChange();
  }

  /** Says who could attack a cell, and at what odds. @param {Cell} cell */
  async showCell(cell) {
    const { scene } = this;
    this.clear();
    const shown = { unit: null, cell, words: '' };
    this.shown = shown;
    const by = scene.position?.sideAt(cell) ? {} : { by: this.by };
    /** @type {Blow | null} */
    const answer = await scene.ask({ threats: { cell, ...by } }).catch(() => null);
    if (!answer || this.shown !== shown) return;
    const parts = answer.attackers ?? [];
    const from = [...new Set(parts.flatMap((part) => part.from ?? []))];
    scene.board.setLayer('threat', [
      { cell, kind: 'chosen', title: answer.words },
      ...from.map((at) => ({ cell: at, kind: 'threat-from', title: 'Could come from here' })),
    ]);
    scene.board.setArrows('threat', parts.flatMap(({ from: at, afar }) => (at && at !== cell ? [{ from: at, to: cell, kind: afar ? 'bombard' : 'attack' }] : [])));
    scene.onCardChange();
    scene.context.say(answer.words);
    scene.note.tell(cell, `Who could attack ${scene.names.place(cell)}?`, this.#told(answer));
  }

  /** The slip about a cell: the odds, the six faces, and who would come. @param {Blow} answer */
  #told({ by, turn, attackers = [], attack, defence, column, danger, faces, words, measure = 'strength points' }) {
    const { names, context } = this.scene;
    const counted = context.sheet.capabilities?.hidden ? 'in sight' : 'on the map';
    if (attackers.length === 0) return [h('p', null, words)];
    const [near, afar] = [false, true].map((far) => attackers.filter((part) => part.afar === far));
    const row = (/** @type {Part} */ { unit, from, strength }) =>
      h('li', null, h('span', null, names.unit(unit), from ? h('span', { class: 'hint' }, ` ${from}`) : null), h('b', null, strength));
    return [
      column
        ? h('p', { class: 'threat-odds' }, h('b', null, `${attack} : ${defence}`), ` ${column}`)
        : h('p', { class: 'threat-odds' }, h('b', null, attack), ` ${measure}`),
      faces ? h('p', { class: 'threat-faces', role: 'img', 'aria-label': `${danger} of six throws would hurt` }, faces.map((face) => h('span', null, face))) : null,
      h('ul', { class: 'threat-parts' }, near.map(row)),
      afar.length > 0 ? [h('p', { class: 'hint' }, 'From afar'), h('ul', { class: 'threat-parts' }, afar.map(row))] : null,
      h('p', { class: 'hint' }, `${capital(sideName(by))}, turn ${turn}, by units ${counted}, as the armies stand.`),
    ];
  }

  /**
   * What would follow if a unit stood in a cell, once the pointer rests there.
   * @param {UnitId} unit
   * @param {Cell} cell
   * @param {() => boolean} still whether it is still wanted
   * @returns {Promise<string | null>}
   */
  async standing(unit, cell, still) {
    if (!this.can) return null;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    if (!still() || this.scene.table.busy) return null;
    /** @type {Blow | null} */
    const answer = await this.scene.ask({ threats: { unit, cell } }).catch(() => null);
    if (!answer || !still()) return null;
    const badge = standingBadge(answer);
    this.scene.board.setBadges('threat', badge.text ? [{ cell, ...badge, below: true }] : []);
    return standingWords(answer);
  }

  /** Nothing is being planned any more. */
  forgetStanding() {
    this.scene.board.setBadges('threat', []);
  }

  /** What the card of a cell says of it. @param {Cell} cell */
  cardNote(cell) {
    return this.shown?.unit && this.shown.cell === cell && this.shown.words ? { text: this.shown.words } : null;
  }

  /** What can be asked for at a cell. @param {Cell} cell @returns {import('./note.js').NoteChoice[]} */
  menu(cell) {
    const { scene } = this;
    if (!this.can) return [];
    const enemies = /** @type {UnitId[]} */ (scene.position?.at(cell) ?? []).filter((id) => scene.names.side(id) === this.by);
    return [
      { label: 'Who could attack here?', run: () => void this.showCell(cell) },
      ...enemies.map((id) => ({ label: `What could ${scene.names.unit(id)} do next?`, run: () => void this.showUnit(id) })),
    ];
  }
}
