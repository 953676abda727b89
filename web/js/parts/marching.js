/**
 * A movement phase: a unit is picked, its reach is lit, the path follows the pointer, and a click, a drop or a key
 * moves it, brings it on, or does whatever else it can do from where it is. Whoever only watches may look at reaches in
 * the same way. What the engine's answers mean, and how points are counted, the system says.
 */

import { capital, count } from '../words.js';
import { Column } from './column.js';
import { next } from './position.js';
import { cheapestEntries, litCells, reachWords } from './reach.js';

/**
 * @import { Cell, Refusal, UnitId } from '../types.js'
 * @import { Reach } from './reach.js'
 * @import { Scene } from './scene.js'
 */

/** What was pointed at, as far as a mode needs it. @typedef {{cell: Cell, unit?: UnitId | null, pointer?: string, picked?: boolean, shift?: boolean, ctrl?: boolean}} Pointing */

/**
 * How a system marches: what an answer about reach means, what points are called, and which cost an answer about a way
 * has for each cell.
 * `question`: what is asked about a unit, if it is more than its reach.
 * @typedef {{read: (answer: any) => Reach, points: (cost: number) => string, figure: (cost: number) => string,
 *   question?: (unit: UnitId) => Record<string, any>}} Manner
 */

export class Marching {
  /** @param {Scene<any, any, any> & {position?: any}} scene @param {Manner} manner */
  constructor(scene, manner) {
    this.scene = scene;
    this.manner = manner;
    /** @type {UnitId | null} */
    this.unit = null;
    /** @type {Reach | null} */
    this.reach = null;
    /** The reach that was asked for last, while it is on its way. @type {Promise<void> | null} */
    this.picking = null;
    /** Hexes the path is to go through. @type {Cell[]} */
    this.via = [];
    /** @type {Cell | null} */
    this.hovered = null;
    /** Who marches together. */
    this.column = new Column(scene);
    /** What the enemy could do; set by the table. @type {import('./threats.js').Threats | null} */
    this.threats = null;
  }

  /** The view has changed. */
  update() {
    if (this.stays() && this.unit !== null) void this.select(this.unit, { quiet: true });
    else this.#forget();
  }

  /** Whether the unit stays picked in the view that came. */
  stays() {
    const { position, mine } = this.scene;
    return this.unit !== null && position?.units.has(this.unit) && (position.movable.has(this.unit) || !mine);
  }

  /** Another kind of decision is due. */
  leave() {
    this.#forget();
  }

  #forget() {
    this.column.clear();
    this.unit = null;
    this.reach = null;
    this.via = [];
    this.scene.board.selected = null;
    this.#light();
    this.scene.board.setPath(null);
  }

  /** Lets go of what was picked; says whether something was. */
  cancel() {
    if (this.via.length > 0) {
      this.via = [];
      this.#light();
      void this.#path(this.hovered);
      return true;
    }
    const any = this.unit !== null;
    this.#forget();
    this.scene.onCardChange();
    return any;
  }

  /**
   * Picks a unit and lights its reach.
   * @param {UnitId} unit
   * @param {{quiet?: boolean, dragged?: boolean, column?: UnitId[]}} [options] `dragged`: its counter is in the air and
   *   stays there; `column`: who marches with it
   */
  async select(unit, options = {}) {
    /** @type {Promise<void>} */
    const picking = this.#reachOf(unit, options, () => this.picking === picking);
    this.picking = picking;
    await picking;
    if (this.picking === picking) this.picking = null;
  }

  /**
   * @param {UnitId} unit
   * @param {{quiet?: boolean, dragged?: boolean, column?: UnitId[]}} options
   * @param {() => boolean} newest whether nothing was picked since: an older answer is about another position
   */
  async #reachOf(unit, { quiet = false, dragged = false, column = [] }, newest) {
    const { scene } = this;
    this.threats?.clear();
    this.column.clear();
    if (column.length > 1) this.column.take([unit, ...column.filter((id) => id !== unit)]);
    this.unit = unit;
    this.reach = null;
    this.via = [];
    if (!dragged) scene.place(unit);
    scene.board.selected = unit;
    this.#light();
    /** @type {Reach} */
    let reach;
    try {
      reach = this.manner.read(await scene.ask(this.manner.question?.(unit) ?? { reach: { unit } }));
    } catch {
      return;
    }
    if (this.unit !== unit || !newest()) return;
    // A march out and back again is legal, but nobody points at his own hex to make it.
    this.reach = { ...reach, moves: reach.moves.filter(({ to }) => to !== reach.from) };
    this.#light();
    scene.onCardChange();
    if (this.hovered) void this.#path(this.hovered);
    if (quiet) return;
    const hex = scene.position?.cellOf(unit) ?? null;
    const own = scene.names.side(unit) === scene.game.side;
    if (reach.refusal && hex && own && scene.mine)
      scene.refuse(hex, reach.refusal, `${scene.names.unit(unit)} cannot move.`);
    else if (reach.refusal) scene.context.say(`${scene.names.unit(unit)}: ${reach.refusal.reason}`);
    else scene.context.say(reachWords(reach, scene.names));
  }

  #light() {
    this.scene.board.setLayer('reach', litCells(this.reach, this.via, this.manner));
  }

  /** What the picked unit could do in a cell. @param {Cell} cell */
  options(cell) {
    return {
      move: this.reach?.moves.find(({ to }) => to === cell) ?? null,
      entry: cheapestEntries(this.reach).find(({ to }) => to === cell) ?? null,
      deeds: this.reach?.deeds.filter((deed) => deed.cell === cell) ?? [],
    };
  }

  /** Whether the picked unit could do anything in a cell. @param {Cell} cell */
  can(cell) {
    const { move, entry, deeds } = this.options(cell);
    return Boolean(move || entry) || deeds.length > 0;
  }

  /** A cell or counter was pointed at. @param {Pointing} detail */
  cell(detail) {
    const { scene } = this;
    const { cell: hex } = detail;
    if (this.unit !== null && this.reach === null && this.picking) return void this.#onceLit(this.unit, detail);
    scene.note.close();
    const here = scene.position?.at(hex) ?? [];
    if (detail.ctrl && this.#join(hex, detail.unit ?? null)) return undefined;
    if (this.unit !== null && this.can(hex) && scene.mine) {
      if (detail.shift && this.options(hex).move) return this.#through(hex);
      return this.#go(detail, here);
    }
    const wanted = detail.unit ?? (detail.pointer === 'key' ? scene.board.cursorUnit : here[0]) ?? null;
    if (wanted !== null && here.includes(wanted)) return this.#pick(wanted, here, detail);
    const arrivals = this.#arrivalsAt(hex);
    if (this.unit === null && arrivals.length > 0) return this.#chooseArrival(hex, arrivals, detail.pointer === 'key');
    if (this.unit !== null) return this.why(hex);
    return undefined;
  }

  /** Whoever points faster than the reach is lit is not left without an answer. @param {UnitId} unit @param {Pointing} detail */
  async #onceLit(unit, detail) {
    await this.picking;
    if (this.unit === unit) this.cell(detail);
  }

  /**
   * Takes the stack in a cell, or takes one of its units into the column or leaves it out; whether there was one.
   * @param {Cell} cell @param {UnitId | null} unit
   */
  #join(cell, unit) {
    const here = this.column.movableAt(cell);
    const wanted = unit !== null && here.includes(unit) ? unit : here[0];
    if (!this.scene.mine || wanted === undefined) return false;
    if (this.unit === null || here.includes(this.unit)) {
      const all = this.column.any && here.every((id) => this.column.units.includes(id));
      if (here.length < 2) return false;
      if (all) this.column.toggle(wanted, wanted);
      else void this.select(this.unit ?? wanted, { column: here });
    } else this.column.toggle(this.unit, wanted);
    return true;
  }

  /** @param {UnitId} wanted @param {UnitId[]} here @param {Pointing} detail */
  #pick(wanted, here, detail) {
    if (this.unit === wanted) {
      const other = next(here, wanted, 1);
      const around = detail.pointer === 'key' && !detail.picked;
      if (other !== null && other !== wanted && around) void this.select(other);
      else this.cancel();
      return;
    }
    const enemy = this.scene.names.side(wanted) !== this.scene.game.side;
    if (this.unit === null && enemy && this.threats?.can) {
      void this.threats.showUnit(wanted);
      return;
    }
    if (this.unit !== null && enemy && this.scene.mine) {
      this.why(detail.cell);
      return;
    }
    void this.select(wanted);
  }

  /**
   * Moves the picked unit to a hex it can reach, asking first where two things are possible.
   * @param {Pointing} detail
   * @param {UnitId[]} here
   */
  #go({ cell: hex, unit = null, pointer }, here) {
    const { scene } = this;
    const { move, entry, deeds } = this.options(hex);
    /** @type {import('./note.js').NoteChoice[]} */
    const choices = [];
    const by = move ?? entry;
    if (by)
      choices.push({
        label: this.column.any ? `March here, ${count(this.column.units.length, 'unit')}` : `${move ? 'Move' : 'Enter'} here, ${this.manner.points(by.cost)}`,
        run: () => this.#move(hex),
        primary: true,
      });
    for (const { label, action, dice } of deeds) choices.push({ label, run: () => void scene.act(action, { cell: hex, ...(dice ? { dice } : {}) }) });
    const friends = here.filter((id) => id !== this.unit && scene.position?.movable.has(id));
    for (const id of friends)
      choices.push({ label: `Pick ${scene.names.unit(id)} instead`, run: () => void this.select(id) });
    // A counter of one's own under the pointer may be meant itself; everything else is plain.
    const asked = deeds.some(({ confirm }) => confirm) || deeds.length > 1;
    const unsure = asked || (deeds.length > 0 && by) || (friends.length > 0 && (unit !== null || pointer === 'key'));
    if (unsure)
      scene.note.choose(hex, `${scene.names.unit(this.unit ?? '')} in ${scene.names.place(hex)}`, choices, {
        focus: pointer === 'key',
      });
    else choices[0]?.run();
  }

  /** @param {Cell} hex */
  #move(hex) {
    const { scene, unit, via } = this;
    if (unit === null) return;
    if (this.column.any) return void this.column.go(hex);
    const { entry, move } = this.options(hex);
    if (!move && entry) {
      const enter = entry.at === hex ? { unit, hex } : { unit, hex: entry.at, to: hex };
      void scene.act({ enter }, { cell: hex });
    } else if (via.length > 0) void this.#moveThrough([...via, hex]);
    else void scene.act({ move: { unit, to: hex } }, { cell: hex });
  }

  /** @param {Cell[]} via */
  async #moveThrough(via) {
    const { scene, unit } = this;
    const answer = await scene.ask({ path: { unit, via } }).catch(() => null);
    const last = via[via.length - 1];
    if (!answer) return;
    if (answer.refusal) scene.refuse(last, answer.refusal);
    else await scene.act({ move: { unit, path: answer.path } }, { cell: last });
  }

  /** Makes the path go through a hex. @param {Cell} hex */
  async #through(hex) {
    const via = [...this.via, hex];
    const answer = await this.scene.ask({ path: { unit: this.unit, via } }).catch(() => null);
    if (!answer) return;
    if (answer.refusal) {
      this.scene.refuse(hex, answer.refusal, 'The path cannot go through here.');
      return;
    }
    this.via = via;
    this.#light();
    this.#draw(answer);
    this.scene.context.say(`The path goes through ${via.join(', ')}: ${this.manner.points(sum(answer.costs))}.`);
  }

  /** The pointer or the cursor is over a hex. @param {Cell | null} hex */
  hover(hex) {
    this.hovered = hex;
    void this.#path(hex);
  }

  /** Says what would follow from going to a cell, for whoever cannot see it. @param {Cell} cell */
  async tellStanding(cell) {
    const { unit } = this;
    if (unit === null || this.column.any || !this.can(cell)) return;
    const words = await this.threats?.standing(unit, cell, () => this.unit === unit && this.hovered === cell);
    if (words) this.scene.context.say(words);
  }

  /** @param {Cell | null} hex */
  async #path(hex) {
    const { scene, unit, via } = this;
    const { move, entry } = hex === null ? { move: null, entry: null } : this.options(hex);
    if (this.column.any) void this.column.preview(hex !== null && this.can(hex) ? hex : null, () => this.unit === unit && this.hovered === hex);
    if (unit === null || hex === null || !this.can(hex)) {
      scene.board.setPath(null);
      if (unit !== null) this.threats?.forgetStanding();
      return;
    }
    // The answer would be about a position that is just being left.
    if (scene.table.busy) return;
    const question =
      entry && !move
        ? { unit, enter: entry.at, to: hex }
        : via.length > 0 && via[via.length - 1] !== hex
          ? { unit, via: [...via, hex] }
          : via.length > 0
            ? { unit, via }
            : { unit, to: hex };
    const answer = await scene.ask({ path: question }).catch(() => null);
    if (this.unit !== unit || this.hovered !== hex || !answer) return;
    if (answer.refusal) scene.board.setPath(null);
    else this.#draw(answer);
  }

  /** @param {{path: Cell[], costs: number[]}} answer */
  #draw({ path, costs }) {
    const from = this.reach?.from ?? null;
    const whole = from !== null && path[0] !== from ? [from, ...path] : path;
    let spent = 0;
    const sums = costs.map((cost) => this.manner.figure((spent += cost)));
    this.scene.board.setPath(whole, { kind: 'move', costs: sums });
  }

  /** Whether a counter may be taken up. @param {UnitId} unit */
  draggable(unit) {
    return this.scene.position?.movable.has(unit) ?? false;
  }

  /** A unit is to be seen: it is picked. @param {UnitId} unit */
  show(unit) {
    void this.select(unit);
  }

  /** What else can be asked for at a cell. @param {Cell} cell @returns {import('./note.js').NoteChoice[]} */
  menu(cell) {
    const { scene, column, unit } = this;
    const here = scene.mine ? column.movableAt(cell) : [];
    /** @type {import('./note.js').NoteChoice[]} */
    const together = here.length > 1 ? [{ label: 'Take the whole stack', run: () => void this.select(here[0], { column: here }) }] : [];
    if (unit === null) return together;
    const joins = here.filter((id) => id !== unit).map((id) => ({
      label: `${column.units.includes(id) ? 'Leave' : 'Take'} ${scene.names.unit(id)} ${column.units.includes(id) ? 'out of' : 'into'} the column`,
      run: () => column.toggle(unit, id),
    }));
    return [...together, ...joins, { label: `Why not ${this.scene.names.unit(this.unit)} here?`, run: () => void this.#whyHere(cell) }];
  }

  /** @param {Cell} cell */
  async #whyHere(cell) {
    if (this.can(cell)) this.scene.context.toast('It can go there.');
    else await this.why(cell);
  }

  /** A counter was taken up, or with `whole` its stack; one of a column takes the others along. @param {UnitId} unit @param {boolean} [whole] */
  dragstart(unit, whole = false) {
    const stack = whole ? this.column.movableAt(this.scene.position?.cellOf(unit) ?? '') : [];
    if (stack.length > 1) void this.select(unit, { quiet: true, dragged: true, column: stack });
    else if (this.column.any && this.column.units.includes(unit)) return;
    else if (this.unit !== unit) void this.select(unit, { quiet: true, dragged: true });
  }

  /** A counter was dropped. @param {{unit: UnitId, cell: Cell | null}} detail */
  async drop({ unit, cell: hex }) {
    const { scene } = this;
    if (hex === null || hex === scene.position?.cellOf(unit)) return;
    if (scene.mine && this.column.any && this.column.units.includes(unit)) {
      await this.column.go(hex);
      return;
    }
    if (this.unit !== unit || !this.reach) await this.select(unit, { quiet: true });
    if (!scene.mine) scene.context.toast(scene.view.decision.words);
    else if (this.can(hex)) this.#go({ cell: hex, unit: null }, []);
    else this.why(hex);
  }

  /** Says why the picked unit cannot go to a hex. @param {Cell} hex */
  async why(hex) {
    const refusal = await this.reason(hex);
    if (refusal && this.unit !== null) {
      this.scene.refuse(hex, refusal, `${this.scene.names.unit(this.unit)} cannot go to ${this.scene.names.place(hex)}.`);
    }
  }

  /** Why the picked unit cannot go to a hex; null if it can or nobody knows. @param {Cell} hex @returns {Promise<Refusal | null>} */
  async reason(hex) {
    const { scene, unit, reach } = this;
    if (unit === null || !reach) return null;
    if (reach.refusal) return reach.refusal;
    const place = scene.position?.units.get(unit)?.place;
    const arrival = this.#arrivals.find(({ units }) => units.includes(unit));
    const action =
      place === 'reserve'
        ? { enter: { unit, hex: arrival?.hexes[0] ?? hex, ...(arrival?.hexes.includes(hex) ? { hex } : { to: hex }) } }
        : { move: { unit, to: hex } };
    const answer = await scene.ask({ why: { action } }).catch(() => null);
    if (!answer || answer.legal) return null;
    return { rule: answer.rule, reason: answer.reason, link: answer.link };
  }

  /** @returns {import('./arrivals.js').Arrival[]} */
  get #arrivals() {
    return this.scene.game.arrivals;
  }

  /** Reinforcements that may come on at a hex now. @param {Cell} hex */
  #arrivalsAt(hex) {
    const { scene } = this;
    if (!scene.mine) return [];
    return this.#arrivals
      .filter((group) => group.due && group.side === scene.game.side && group.hexes.includes(hex))
      .flatMap((group) => group.units)
      .filter((id) => scene.position?.movable.has(id));
  }

  /** @param {Cell} hex @param {UnitId[]} units @param {boolean} focus */
  #chooseArrival(hex, units, focus) {
    const { scene } = this;
    scene.note.choose(
      hex,
      `Who comes on at ${hex}?`,
      units.map((id) => ({
        label: capital(scene.names.described(id)),
        run: () => void this.select(id),
      })),
      { focus },
    );
  }

  /** Picks the next unit that can move, and shows it. @param {1 | -1} step */
  cycle(step) {
    const { scene } = this;
    const unit = next(scene.game.movable, this.unit, step);
    if (unit === null) {
      scene.context.say('No unit can move.');
      return;
    }
    const hex = scene.position?.cellOf(unit) ?? this.#arrivals.find(({ units }) => units.includes(unit))?.hexes[0];
    if (hex) {
      scene.look(hex);
      scene.board.cursor = hex;
    }
    void this.select(unit);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { cursor } = this.scene.board;
    if (event.key === 'n') this.cycle(1);
    else if (event.key === 'p') this.cycle(-1);
    else if (event.key === 'j' && cursor) this.#join(cursor, this.scene.board.cursorUnit ?? null);
    else if (event.key === 'm' && cursor) this.cell({ cell: cursor, pointer: 'key' });
    else return false;
    return true;
  }

  /**
   * What the card of a hex says about the picked unit.
   * @param {Cell} hex
   * @returns {import('./card.js').CardNote}
   */
  cardNote(hex) {
    const { scene, unit, reach } = this;
    if (unit === null || !reach || hex === scene.position?.cellOf(unit)) return null;
    const name = scene.names.unit(unit);
    const { points, figure } = this.manner;
    const { move, entry, deeds } = this.options(hex);
    const texts = [];
    if (move)
      texts.push(
        `${name} can move here: ${points(move.cost)}, ${figure(move.left)} left${move.stops ? ', and must stop' : ''}.`,
      );
    else if (entry)
      texts.push(`${name} can enter at ${entry.at} and come here: ${points(entry.cost)}, ${figure(entry.left)} left.`);
    for (const note of new Set(deeds.map((deed) => deed.note))) texts.push(`${name} ${note}`);
    if (move && this.column.any) return { text: `${scene.names.units(this.column.units)} can march here, as far as there is room.` };
    const still = () => this.unit === unit && this.hovered === hex;
    const more = move || entry ? this.threats?.standing(unit, hex, still) : undefined;
    if (texts.length > 0) return { text: texts.join(' '), ...(more ? { more } : {}) };
    return { ask: this.reason(hex), lead: `${name} cannot go here.` };
  }
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
