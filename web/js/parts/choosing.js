/**
 * The choices inside a combat or a move: where to retreat, who loses, who advances. Only what the engine listed is
 * offered, on the map and in the panel. A system adds what its choices are called, and what is chosen otherwise.
 */

import { list } from '../words.js';
import { next } from './position.js';

/**
 * @import { Action, Cell, UnitId } from '../types.js'
 * @import { Pointing } from './marching.js'
 * @import { Scene } from './scene.js'
 */

/** A way one unit may go: where, and who must make room there. @typedef {{to: Cell, displace: UnitId | null, action: Action}} Way */
/** What waits for a choice. @typedef {{step: string, words: string, choices: Action[]}} Pending */

/** An action without its kind. @param {Action} action @returns {Record<string, any>} */
function bodyOf(action) {
  return Object.values(action)[0] ?? {};
}

/**
 * What a pending choice lets each unit do: the cells it may go to, and who must make room there.
 * @param {Pick<Pending, 'choices'>} pending
 * @returns {Map<UnitId, Way[]>}
 */
export function ways(pending) {
  /** @type {Map<UnitId, Way[]>} */
  const found = new Map();
  for (const action of pending.choices) {
    const { unit, to, displace = null } = bodyOf(action);
    if (unit === undefined || to === undefined) continue;
    const known = found.get(unit);
    if (known) known.push({ to, displace, action });
    else found.set(unit, [{ to, displace, action }]);
  }
  return found;
}

/**
 * The choices that are about a unit where it stands, if there is one for each.
 * @param {Pick<Pending, 'choices'>} pending
 * @returns {Map<UnitId, Action>}
 */
export function stands(pending) {
  const about = pending.choices.filter((action) => bodyOf(action).unit !== undefined && bodyOf(action).to === undefined);
  const found = new Map(about.map((action) => [bodyOf(action).unit, action]));
  return found.size === about.length ? found : new Map();
}

export class Choosing {
  /** Whose ways are lit. @type {UnitId | null} */
  unit = null;
  /** @type {Map<UnitId, Way[]>} */
  ways = new Map();
  /** Units that are chosen by pointing at them. @type {Map<UnitId, Action>} */
  stands = new Map();
  known = '';

  /**
   * @param {Scene<any, any, any> & {position?: any}} scene
   * @param {() => void} changed draws the panel anew
   * @param {() => HTMLElement[]} [buttons] the buttons of the panel
   */
  constructor(scene, changed, buttons = () => []) {
    this.scene = scene;
    this.changed = changed;
    this.buttons = buttons;
  }

  // ---- what a system says ----------------------------------------------------------------------

  /** What going to a cell is called. @returns {string} */
  get verb() {
    return 'Go';
  }

  /** An action as a button says it. @param {Action} action @returns {string} */
  label(action) {
    return JSON.stringify(action);
  }

  /** How a cell that may be chosen is lit. @param {Way} way @returns {string} */
  kindOf({ displace }) {
    return displace ? 'displace' : this.pending?.step === 'advance' ? 'advance' : 'retreat';
  }

  /** The cells that a fight emptied. @returns {Cell[]} */
  get vacated() {
    return [];
  }

  /** Where the choice is to be seen if nobody goes anywhere. @returns {Cell | null} */
  get place() {
    return null;
  }

  /** Whether the choice needs the panel even where it covers the map. @returns {boolean} */
  get needsPanel() {
    return this.ways.size === 0 && this.stands.size === 0;
  }

  /** The action that would take a unit to a cell, to ask why not. @param {UnitId} unit @param {Cell} cell @returns {Action} */
  going(unit, cell) {
    return this.pending?.step === 'advance' ? { advance: { unit, to: cell } } : { retreat: { unit, to: cell } };
  }

  /** A new choice is due. */
  begin() {}

  // ---- what every table does -------------------------------------------------------------------

  /** @returns {any} */
  get pending() {
    return this.scene.game.pending;
  }

  /** Whether it has been chosen, and what came of it is not shown yet. */
  get isPassed() {
    return this.known === '';
  }

  /** The view has changed. */
  update() {
    const { pending, scene } = this;
    if (!pending) return;
    const key = JSON.stringify(pending);
    this.ways = ways(pending);
    this.stands = stands(pending);
    if (key !== this.known) {
      this.known = key;
      // A button that is gone no longer says that it is left.
      scene.board.setLayer('pointed', []);
      this.unit = [...this.ways.keys()][0] ?? null;
      this.begin();
      if (scene.mine) {
        const cell = this.unit === null ? this.place : scene.position?.cellOf(this.unit);
        if (cell) scene.look(cell);
        // What is chosen on the map needs no panel; the others need their buttons.
        if (scene.roomy || this.needsPanel) scene.context.openPanel('combat');
        else scene.context.closePanel('combat');
      }
    }
    this.#light();
    this.changed();
  }

  /** Another kind of decision is due, or this one is decided. */
  leave() {
    this.known = '';
    this.unit = null;
    this.ways = new Map();
    this.stands = new Map();
    this.scene.board.selected = null;
    for (const layer of ['choice', 'fight', 'pointed']) this.scene.board.setLayer(layer, []);
  }

  /** Nothing can be let go of here: somebody has to choose. */
  cancel() {
    return false;
  }

  #light() {
    const { scene, unit } = this;
    scene.board.selected = unit;
    if (unit !== null) scene.place(unit);
    const mine = unit === null ? [] : (this.ways.get(unit) ?? []);
    const standing = [...this.stands.keys()].flatMap((id) => scene.position?.cellOf(id) ?? []);
    scene.board.setLayer('choice', [
      ...[...new Set(standing)].map((cell) => ({ cell, kind: 'chosen', title: 'Choose the unit here' })),
      ...[...new Map(mine.map((way) => [way.to, way])).values()].map((way) => ({
        cell: way.to,
        kind: this.kindOf(way),
        title: way.displace ? `${this.verb} here; ${scene.names.unit(way.displace)} must make room` : `${this.verb} here`,
      })),
    ]);
    scene.board.setLayer(
      'fight',
      this.vacated.map((cell) => ({ cell, kind: 'vacated', title: 'Emptied by the fight' })),
    );
  }

  /** Lights the ways of another unit. @param {UnitId} unit */
  pick(unit) {
    if (!this.ways.has(unit)) return;
    this.unit = unit;
    this.#light();
    this.changed();
    const found = this.ways.get(unit) ?? [];
    this.scene.context.say(`${this.scene.names.unit(unit)} may go to ${list([...new Set(found.map(({ to }) => to))])}.`);
  }

  /** A cell or counter was pointed at. @param {Pointing} detail */
  cell({ cell, unit = null, pointer }) {
    const { scene, pending } = this;
    scene.note.close();
    if (!pending) return;
    const own = this.#waysTo(cell);
    if (own.length > 0) return this.#go(cell, own, pointer === 'key');
    const here = scene.position?.at(cell) ?? [];
    if (here.some((/** @type {UnitId} */ id) => this.stands.has(id))) return this.#stand(cell, unit, pointer === 'key');
    const others = here.filter((/** @type {UnitId} */ id) => this.ways.has(id));
    const wanted = unit !== null && others.includes(unit) ? unit : next(others, this.unit, 1);
    if (wanted !== null) this.pick(wanted);
    else if (scene.mine) void this.why(cell);
  }

  /** The ways of the lit unit to a cell, or those of everybody if the lit one has none. @param {Cell} cell */
  #waysTo(cell) {
    const mine = (this.unit === null ? [] : (this.ways.get(this.unit) ?? [])).filter(({ to }) => to === cell);
    if (mine.length > 0) return mine;
    return [...this.ways.values()].flat().filter(({ to }) => to === cell);
  }

  /** @param {Cell} cell @param {Way[]} found @param {boolean} focus */
  #go(cell, found, focus) {
    this.#offer(cell, `${this.verb} to ${this.scene.names.place(cell)}`, found.map(({ action }) => action), focus);
  }

  /** Chooses among units where they stand. @param {Cell} cell @param {UnitId | null} unit @param {boolean} focus */
  #stand(cell, unit, focus) {
    const here = /** @type {UnitId[]} */ (this.scene.position?.at(cell) ?? []);
    const meant = unit !== null && this.stands.has(unit) ? [unit] : here;
    const actions = meant.flatMap((id) => this.stands.get(id) ?? []);
    this.#offer(cell, this.scene.names.place(cell), actions, focus);
  }

  /** One action is done at once, of several it is asked which. @param {Cell} cell @param {string} title @param {Action[]} actions @param {boolean} focus */
  #offer(cell, title, actions, focus) {
    const { scene } = this;
    if (actions.length === 1) {
      void scene.act(actions[0], { cell });
      return;
    }
    const choices = actions.map((action) => ({ label: this.label(action), run: () => void scene.act(action, { cell }) }));
    scene.note.choose(cell, title, choices, { focus });
  }

  /** Says why a unit cannot go to a cell. @param {Cell} cell */
  async why(cell) {
    const { scene, pending, unit } = this;
    if (!pending || unit === null) return;
    const answer = await scene.ask({ why: { action: this.going(unit, cell) } }).catch(() => null);
    if (answer && !answer.legal)
      scene.refuse(cell, answer, `${scene.names.unit(unit)} cannot go to ${scene.names.place(cell)}.`);
  }

  /** Whether a counter may be taken up. @param {UnitId} unit */
  draggable(unit) {
    return this.ways.has(unit);
  }

  /** A counter was taken up. @param {UnitId} unit */
  dragstart(unit) {
    this.pick(unit);
  }

  /** @param {{unit: UnitId, cell: Cell | null}} detail */
  drop({ unit, cell }) {
    if (cell === null || cell === this.scene.position?.cellOf(unit) || !this.ways.has(unit)) return;
    this.unit = unit;
    this.cell({ cell });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { scene, pending } = this;
    const { cursor } = scene.board;
    if (event.key === 'n' || event.key === 'p') this.#cycle(event.key === 'n' ? 1 : -1);
    else if (event.key === 'm' && cursor) this.cell({ cell: cursor, pointer: 'key' });
    else if (event.key === 'd' && pending?.choices.some((/** @type {Action} */ action) => action.decline)) void scene.act({ decline: {} });
    else return false;
    return true;
  }

  /** Puts the cursor on the next cell that may be chosen; where there is none, the focus on the next button. @param {1 | -1} step */
  #cycle(step) {
    const { board, position } = this.scene;
    const standing = [...this.stands.keys()].flatMap((id) => position?.cellOf(id) ?? []);
    if (this.ways.size === 0 && standing.length === 0) {
      this.scene.context.openPanel('combat');
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      next(this.buttons(), focused, step)?.focus();
      return;
    }
    const going = [...this.ways].flatMap(([unit, found]) => [...new Set(found.map(({ to }) => to))].map((to) => ({ unit, to })));
    const all = [...going, ...[...new Set(standing)].map((to) => ({ unit: /** @type {UnitId | null} */ (null), to }))];
    const at = all.findIndex(({ unit, to }) => (unit === null || unit === this.unit) && to === board.cursor);
    const wanted = next(all, at < 0 ? null : all[at], step);
    if (!wanted) return;
    if (wanted.unit !== null && wanted.unit !== this.unit) this.pick(wanted.unit);
    this.scene.look(wanted.to);
    board.cursor = wanted.to;
  }

  /** What the card of a cell says about the choice. @param {Cell} cell */
  cardNote(cell) {
    const found = this.#waysTo(cell);
    if (found.length > 0) return { text: `${this.verb}: ${list(found.map(({ action }) => this.label(action)))}.` };
    return null;
  }
}
