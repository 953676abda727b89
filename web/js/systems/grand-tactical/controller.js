/**
 * The Grand-tactical game behind the play screen: its modes (activation and operations) and what its panels show.
 */

import { h } from '../../dom.js';
import { TablePart } from '../../parts/table-part.js';
import { Activation } from './activation.js';
import { activationPanel } from './activation-panel.js';
import { advice } from './advice.js';
import { Animator } from './animate.js';
import { army } from './army.js';
import { cardText, squareCard } from './card.js';
import { Ghosts } from './ghosts.js';
import { groupPanel, idlePanel } from './group-panel.js';
import { sketcher } from './hint.js';
import { PANELS } from './keys.js';
import { Operations } from './operations.js';
import { charts, headline, turnTrack, victory } from './panels.js';
import { drawReport } from './report-panel.js';
import { Reports } from './reports.js';
import { Scene } from './scene.js';
import { phaseWords, tell } from './tell.js';
import { Todo } from './todo.js';
import { unitPanel } from './unit-panel.js';
import { Views, distance } from './views.js';

/**
 * @import { CardNote } from '../../parts/card.js'
 * @import { Mode } from '../../parts/table-part.js'
 * @import { Context, Pointed } from '../../play/types.js'
 * @import { Entry, GameEvent, UnitId } from '../../types.js'
 * @import { GrandView, Square } from './types.js'
 */

/** Up to this width panels lie over the map, as play.css has it. */
const SHEET = 760;

/** A table opens on the front: all who stand so near to an enemy, not farther than that from the two who are closest. */
const FRONT = { near: 4, around: 8 };

/** Keys that the system has whoever is picked. */
const ALWAYS = new Set(['z', 'c']);

/** @extends {TablePart<Scene>} */
export class Controller extends TablePart {
  #reports = new Reports();
  /** Which report is looked at: 0 is the newest. */
  #report = 0;
  #fallen = false;
  /** Whether a report came since the last view. */
  #news = false;
  #opened = false;
  /** Whether what came of the last decision is being shown. */
  #showing = false;
  #reportBody;
  #reportSeen;
  #views;

  /** @param {Context} context */
  constructor(context) {
    const scene = new Scene(context);
    const operations = new Operations(scene, () => this.#redraw());
    const views = new Views(scene);
    const animator = new Animator(scene);
    super(scene, { panels: PANELS, overlays: views, army: (pick) => army(scene, pick), sketcher: sketcher(scene), animator, marching: operations });
    this.#views = views;
    views.threats = this.threats;
    this.threatKey = 'Q';
    const redraw = scene.onCardChange;
    // Of an enemy who is pointed at, the panel has every number.
    scene.onCardChange = () => {
      redraw();
      if (this.mode === operations && operations.unit === null) this.drawCombat();
    };
    this.player = animator;
    this.operations = operations;
    this.activation = new Activation(scene, () => this.drawCombat());
    this.todo = new Todo(scene, () => this.drawCombat(), (unit) => this.show(unit));
    this.ghosts = new Ghosts(scene);
    this.#reportBody = context.panel('report', PANELS.report);
    this.#reportSeen = new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) context.badgePanel('report', null); });
    this.#reportSeen.observe(this.#reportBody);
    context.board.turnable = (unit) => this.mode === operations && operations.turnable(unit);
  }

  /** The panel of orders, and what depends on who is picked. */
  #redraw() {
    this.drawCombat();
    if (this.scene.view) this.#views.picked();
  }

  /** @override @returns {Mode | null} */
  due() {
    const { game, view } = this.scene;
    if (view.decision?.kind === 'over' || view.status === 'over') return null;
    return game.phase === 'activation' ? this.activation : this.operations;
  }

  /** The panel of orders is wanted in every phase. @override @param {Mode | null} mode */
  isFighting(mode) {
    return mode !== null;
  }

  /** @override @returns {Square[]} */
  beginning() {
    if (this.mode !== this.activation) return [];
    return this.activation.divisions.filter(({ can }) => can).flatMap((one) => this.activation.cellsOf(one)).slice(0, 1);
  }

  /** @override */
  update(/** @type {GrandView} */ view, /** @type {GrandView | null} */ previous) {
    this.#reports.keep(view.steps);
    this.#showing = false;
    if (!this.#opened) this.#beginAt(view);
    super.update(view, previous);
    if (!this.#opened) {
      this.#opened = true;
      this.context.setOverlay('icons', this.scene.icons);
      // Orders are given from the panel as much as from the map: beside a map of any width it is open, over it it is not.
      if (this.mode !== null && this.scene.mine && window.innerWidth > SHEET) this.context.openPanel('combat');
    }
    this.ghosts.update(view);
    void this.todo.update();
    if (this.#news && previous) this.#showReport();
    this.#news = false;
    this.#drawReport();
    if (this.mode === null) this.drawCombat();
  }

  /** The phase was ended and its combat is still to be shown: nothing is offered meanwhile. @override */
  passed() {
    this.#showing = true;
    this.mode?.leave();
    this.drawCombat();
  }

  /** Where there is nothing else to be seen first, the table opens where the armies are closest. @param {GrandView} view */
  #beginAt({ game }) {
    const { board, sheet, own } = { board: this.scene.board, sheet: this.scene.sheet, own: this.context.table.seats[0] ?? game.side };
    if (board.first.cells.length > 0) return;
    const cells = (/** @type {boolean} */ mine) => [...new Set(game.units.flatMap(({ id, cell }) => (cell && (sheet.units[id]?.side === own) === mine ? [cell] : [])))];
    const enemies = cells(false);
    const pairs = cells(true).flatMap((from) => enemies.map((to) => ({ from, to, far: distance(from, to) })));
    const closest = pairs.reduce((best, pair) => (best && best.far <= pair.far ? best : pair), pairs[0]);
    if (!closest) return;
    const front = pairs.filter(({ from, to, far }) => far <= Math.max(FRONT.near, closest.far) && distance(from, closest.from) <= FRONT.around && distance(to, closest.from) <= FRONT.around);
    board.first = { ...board.first, cells: [...new Set(front.flatMap(({ from, to }) => [from, to]))] };
  }

  /** A combat was heard of: where there is room its report comes by itself. */
  #showReport() {
    this.#report = 0;
    if (this.scene.roomy) this.context.openPanel('report');
    else if (this.#reportBody.getClientRects().length === 0) this.context.badgePanel('report', '!');
  }

  #drawReport() {
    const reports = this.#reports.all;
    const shown = reports[this.#report] ?? null;
    this.context.drawPanels(['report'], () => drawReport(this.#reportBody, this.scene, reports, {
      at: this.#report,
      choose: (at) => { this.#report = at; this.#drawReport(); },
      show: (unit) => this.show(unit),
      fallen: this.#fallen,
      setFallen: (on) => { this.#fallen = on; this.#drawReport(); },
    }));
    this.#views.showFallen(this.#fallen ? shown : null);
  }

  /** @override */
  combatContent() {
    const { operations, mode } = this;
    if (mode === null) return [h('p', { class: 'hint' }, 'The game is over.')];
    if (this.#showing) return [h('p', { class: 'hint' }, 'What came of it is shown on the map. The report follows.')];
    if (mode === this.activation) return activationPanel(this.activation);
    if (operations.group.active) return groupPanel(operations);
    const unit = operations.unit ?? this.threats.shown?.unit ?? null;
    return unit === null ? idlePanel(operations, this.todo) : unitPanel(operations, unit, () => void this.cancel());
  }

  /** @override */
  combatMatter() {
    const { operations } = this;
    return `${this.scene.game.phase} ${operations.unit ?? this.threats.shown?.unit ?? ''} ${operations.group.title} ${operations.group.active}`;
  }

  /** @override */
  drawCharts() {
    if (this.chartsBody.childElementCount === 0) charts(this.chartsBody, this.scene);
  }

  /** @override */
  drawInforming() {
    turnTrack(this.turnBody, this.scene);
    victory(this.victoryBody, this.scene);
  }

  /** @override @param {any} game */
  endLabel(game) {
    return game.phase === 'activation' ? 'End activation' : 'To combat';
  }

  /** The wheel was used on the picked unit. @param {{unit: UnitId, step: 1 | -1}} detail */
  turn({ step }) {
    this.operations.turn(step);
  }

  /** @override @param {Pointed} detail */
  cell(detail) {
    if (this.mode !== this.operations || this.operations.unit === null) this.#views.standAt(detail.cell);
    if (this.mode) this.mode.cell(detail);
    else this.scene.board.selected = detail.unit ?? null;
  }

  /** Whether a key is the system's before it is anybody else's. @param {KeyboardEvent} event */
  wants(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.scene.view) return false;
    if (this.player.fighting) return /^\d$/.test(event.key);
    if (ALWAYS.has(event.key)) return !this.context.readOnly && this.context.table.seats.length > 0;
    if (this.mode !== this.operations) return false;
    return this.operations.wants(event) || (event.key === 'Enter' && this.operations.group.plan !== null);
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    if (this.player.fighting && /^\d$/.test(event.key)) this.player.setPace(Number(event.key));
    else if (event.key === 'z') this.context.undo();
    else if (event.key === 'c') this.context.endPhase();
    else if (this.mode === this.operations && (event.key === 'n' || event.key === 'p') && this.todo.units.length > 0) this.todo.cycle(this.operations.unit, event.key === 'n' ? 1 : -1);
    else return super.key(event);
    return true;
  }

  /** What can be done next, in a sentence for newcomers. */
  advice() {
    const { scene, operations } = this;
    if (!scene.view || this.#showing) return null;
    const units = [...(scene.position?.units.values() ?? [])];
    return advice({
      ...this.situation(),
      looking: false,
      game: scene.game,
      picked: operations.unit !== null,
      answer: operations.answer,
      grouped: operations.group.units.length,
      planned: operations.group.plan !== null,
      waiting: operations.waiting !== null || operations.group.waiting !== null,
      coarse: globalThis.matchMedia?.('(pointer: coarse)').matches ?? false,
      plotted: units.filter(({ id, fire }) => fire && scene.names.side(id) === scene.own).length,
    });
  }

  /** @override @param {Square} square @param {CardNote} note */
  cardOf(square, note) {
    return squareCard(this.scene, square, note, this.ghosts.words(square));
  }

  /** @override @param {Square} square @param {CardNote} note */
  cardWords(square, note) {
    return cardText(this.scene, square, note, this.ghosts.words(square));
  }

  /** The story is told anew, from its first entry. */
  retell() {
    this.#reports.forget();
    [this.#report, this.#fallen] = [0, false];
  }

  /** @param {GameEvent} event @param {Entry} entry */
  tell(event, entry) {
    const title = (/** @type {GameEvent[]} */ events) => phaseWords(/** @type {any} */ (events.find((one) => one.event === 'phase_began' && one.phase === 'combat') ?? { turn: '', phase: 'combat' })).replace(/\.$/, '');
    if (this.#reports.take(entry, title)) this.#news = true;
    return tell(event, this.scene.names, entry.line?.events ?? null);
  }

  /** @param {GrandView} view */
  headline(view) {
    return headline(view);
  }

  /** @override */
  destroy() {
    this.#reportSeen.disconnect();
    this.player.destroy();
    super.destroy();
  }
}
