/**
 * A system's part behind the play screen, as far as systems of marches and attacks have it in common: passes what the
 * person does to the mode that is due (movement, a phase of attacks, a choice inside a combat) and keeps panels, overlays
 * and card in step with the view. A system says which modes it has and what its panels show.
 */

import { fill, h } from '../dom.js';
import { drawArrivals } from './arrivals.js';
import { OrderOfBattle } from './order-of-battle.js';
import { Overlays } from './overlays.js';
import { Proposals } from './proposals.js';
import { refill, toTop } from './refill.js';
import { Threats } from './threats.js';

/**
 * @import { Child } from '../dom.js'
 * @import { AtHand, PanelOptions, PhaseEnd, Pointed, Proposal } from '../play/types.js'
 * @import { Cell, GameEvent, UnitId, View } from '../types.js'
 * @import { Arrival } from './arrivals.js'
 * @import { CardNote } from './card.js'
 * @import { Marching, Pointing } from './marching.js'
 * @import { NoteChoice } from './note.js'
 * @import { Army } from './order-of-battle.js'
 * @import { Titled } from './overlays.js'
 * @import { Sketcher } from './proposals.js'
 * @import { Scene } from './scene.js'
 */

/**
 * What pointing and keys do while one kind of decision is due.
 * @typedef {{update: () => void, leave: () => void, cancel: () => boolean, cell: (detail: Pointing) => unknown,
 *   key: (event: KeyboardEvent) => boolean, cardNote: (cell: Cell) => CardNote, hover?: (cell: Cell | null) => void,
 *   draggable?: (unit: UnitId) => boolean, dragstart?: (unit: UnitId, whole: boolean) => void,
 *   drop?: (detail: {unit: UnitId, cell: Cell | null}) => unknown, show?: (unit: UnitId) => void,
 *   menu?: (cell: Cell) => NoteChoice[]}} Mode
 */

/** @typedef {'combat' | 'charts' | 'order-of-battle' | 'arrivals' | 'turn-track' | 'victory'} PanelName the panels of every such table */

/**
 * What is laid over the map. `sight`: lines of sight are asked for; `standAt`: they are drawn from another cell, if they are.
 * @typedef {{list: {id: string, title: string, key?: string, lasting?: boolean, set: (on: boolean) => void}[], sight: boolean,
 *   update: () => void, hover: (cell: Cell | null) => void, standAt: (cell: Cell) => boolean, cardNote: (cell: Cell) => CardNote}} Shown
 */

/** What plays events on the map. @typedef {{play: (event: GameEvent, options: {ms: number}) => Promise<void>, reset: (goingOn?: Cell | null) => void, clear: () => void}} Animates */

/**
 * @template {Scene<any, any, any> & {position?: any}} S the system's scene
 */
export class TablePart {
  /** A panel that came by itself. @type {string | null} */
  #brought = null;
  /** What the combat panel is about: another matter is read from its top. */
  #about = '';
  /** The card that is shown, redrawn in place. @type {{cell: Cell, root: HTMLElement} | null} */
  #shownCard = null;
  #order;
  #proposals;
  /** The cell under the pointer. @type {Cell | null} */
  #hovered = null;
  /** @type {Mode | null} */
  mode = null;
  /** The key that asks who could attack the cell under the cursor. */
  threatKey = 'q';

  /**
   * @param {S} scene
   * @param {{panels: Record<PanelName, PanelOptions>, overlays: Record<'zones' | 'held' | 'sight' | 'threats' | 'terrain', Titled> | Shown,
   *   army: (pick: (unit: UnitId) => void) => Army, sketcher: Sketcher, animator: Animates, marching: Marching}} parts
   *   `overlays`: what they are called, or overlays of the system's own
   */
  constructor(scene, { panels, overlays, army, sketcher, animator, marching }) {
    const { context } = scene;
    this.scene = scene;
    this.context = context;
    this.animator = animator;
    this.marching = marching;
    this.threats = new Threats(scene);
    marching.threats = this.threats;
    /** @type {Shown} */
    this.shown = 'list' in overlays ? overlays : new Overlays(scene, overlays, this.threats);
    this.overlays = this.shown.list;
    this.#proposals = new Proposals(context.board, sketcher);
    const panel = (/** @type {PanelName} */ id) => context.panel(id, panels[id]);
    this.combatBody = panel('combat');
    this.chartsBody = panel('charts');
    this.#order = new OrderOfBattle(panel('order-of-battle'), army((unit) => this.show(unit)));
    this.arrivalsBody = panel('arrivals');
    this.turnBody = panel('turn-track');
    this.victoryBody = panel('victory');
    scene.onCardChange = () => {
      this.#redrawCard();
      context.advise();
    };
    context.board.draggable = (/** @type {UnitId} */ unit) => this.#draggable(unit);
  }

  // ---- what a system says ----------------------------------------------------------------------

  /** The mode of the decision that is due; nothing if the game is over. @returns {Mode | null} */
  due() {
    return null;
  }

  /** Whether a mode needs the combat panel. @param {Mode | null} _mode */
  isFighting(_mode) {
    return false;
  }

  /** What the combat panel shows. @returns {Child[]} */
  combatContent() {
    return [];
  }

  /** What the combat panel is about, to see whether that changed. @returns {string} */
  combatMatter() {
    return '';
  }

  /** Draws what only informs: turn track and points. */
  drawInforming() {}

  /** Draws the charts, which may mark what is planned. */
  drawCharts() {}

  /** The cells that should be in sight when a mode begins. @returns {Cell[]} */
  beginning() {
    return [];
  }

  /** Where others are to decide about what came of a fight. @returns {Cell | null} */
  fightAt() {
    return null;
  }

  /** The card of a cell. @param {Cell} _cell @param {CardNote} _note @returns {Node | null} */
  cardOf(_cell, _note) {
    return null;
  }

  /** The same in a sentence. @param {Cell} cell @param {CardNote} _note @returns {string} */
  cardWords(cell, _note) {
    return cell;
  }

  /** What the button that ends the phase says. @param {any} game */
  endLabel(game) {
    return `End ${game.phase}`;
  }

  /** What an action inside a combat is called. @param {import('../types.js').Action} action @returns {string} */
  actionLabel(action) {
    return Object.keys(action)[0] ?? '';
  }

  /** Reinforcements as their panel shows them. @returns {Arrival[]} */
  arrivals() {
    return this.scene.game.arrivals;
  }

  // ---- what every such table does --------------------------------------------------------------

  /** A new view is to be shown. @param {View<any>} view @param {View<any> | null} previous */
  update(view, previous) {
    this.scene.take(view);
    // The map opens where orders can be given.
    if (previous === null) this.scene.board.first = { ...this.scene.board.first, units: this.scene.game.movable };
    // The player's own decision is drawn without the fight it came of.
    this.animator.reset(this.scene.mine ? null : this.fightAt());
    this.scene.note.close();
    const mode = this.due();
    const isNew = mode !== this.mode;
    if (isNew) {
      this.mode?.leave();
      this.mode = mode;
      this.#bringForward();
    }
    this.scene.place(this.marching.unit);
    if (isNew && this.scene.mine) this.scene.lookAtAny(this.beginning());
    this.mode?.update();
    this.shown.update();
    this.threats.update();
    this.context.drawPanels(['order-of-battle'], () => this.#order.update());
    this.context.drawPanels(['turn-track', 'victory'], () => this.drawInforming());
    this.redrawArrivals();
    if (!this.isFighting(this.mode)) this.drawCombat();
    this.context.advise();
  }

  /** What is asked for is decided, and what comes of it is still to be shown: nothing is offered meanwhile. */
  passed() {
    if (!this.scene.game.pending) return;
    this.mode?.leave();
    this.drawCombat();
  }

  /** What advice depends on, whatever the system. */
  situation() {
    const { scene, context } = this;
    const { decider } = scene;
    return {
      mine: scene.mine,
      over: scene.view.status !== 'playing' || Boolean(scene.view.ended),
      watching: context.readOnly || context.table.seats.length === 0,
      computer: decider !== null && scene.view.seats?.[decider]?.holder === 'computer',
      looking: this.shown.sight,
    };
  }

  /** Where there is room, the panel that is needed comes by itself, and goes again. */
  #bringForward() {
    if (!this.scene.roomy) return;
    const fighting = this.isFighting(this.mode);
    if (!fighting && this.#brought === 'combat') {
      this.context.closePanel('combat');
      this.#brought = null;
    }
    if (!this.scene.mine) return;
    if (fighting) {
      this.context.openPanel('combat');
      this.#brought = 'combat';
    }
    const { movable, side } = this.scene.game;
    const due = this.arrivals().some((group) => group.due && group.side === side && group.units.some((id) => movable.includes(id)));
    if (this.mode === this.marching && due) this.context.openPanel('arrivals');
  }

  /** Draws the combat panel. */
  drawCombat() {
    if (!this.scene.view) return;
    refill(this.combatBody, ...this.combatContent());
    const about = this.combatMatter();
    if (about !== this.#about) toTop(this.combatBody);
    this.#about = about;
    this.context.advise();
    this.drawCharts();
  }

  /** Draws the reinforcements. */
  redrawArrivals() {
    drawArrivals(this.arrivalsBody, this.scene, this.arrivals(), this.marching.unit, (unit) => {
      if (this.mode !== this.marching) return;
      const cell = this.#entryOf(unit);
      if (cell) this.scene.look(cell);
      void this.marching.select(unit).then(() => this.redrawArrivals());
    });
  }

  /** Where a unit that is still to come would come on. @param {UnitId} unit @returns {Cell | null} */
  #entryOf(unit) {
    return this.arrivals().find(({ units }) => units.includes(unit))?.hexes[0] ?? null;
  }

  /** Shows a unit on the map, and picks it where that means something. @param {UnitId} unit */
  show(unit) {
    const { scene } = this;
    const cell = scene.position?.cellOf(unit) ?? this.#entryOf(unit);
    if (cell === null) {
      scene.context.say(`${scene.names.unit(unit)} is not on the map.`);
      return;
    }
    scene.goTo(cell);
    if (this.mode?.show) this.mode.show(unit);
    else scene.board.selected = unit;
  }

  /** @param {UnitId} unit */
  #draggable(unit) {
    return Boolean(this.scene.view && this.scene.mine && this.mode?.draggable?.(unit));
  }

  /** @param {Pointed} detail */
  cell(detail) {
    // While lines of sight are asked for, an attack stays as it is planned.
    if (this.shown.standAt(detail.cell) && this.isFighting(this.mode) && !this.scene.game.pending) return;
    if (this.mode) this.mode.cell(detail);
    else this.scene.board.selected = detail.unit ?? null;
  }

  /** @param {{cell: Cell | null}} detail */
  hover({ cell }) {
    this.#hovered = cell;
    this.shown.hover(cell);
    this.mode?.hover?.(cell);
  }

  /** @param {{cell: Cell}} detail */
  cursor(detail) {
    this.hover(detail);
    if (this.mode === this.marching) void this.marching.tellStanding(detail.cell);
  }

  /** @param {{unit: UnitId, whole?: boolean}} detail */
  dragstart({ unit, whole = false }) {
    this.scene.note.close();
    this.mode?.dragstart?.(unit, whole);
  }

  /** @param {{unit: UnitId, cell: Cell | null}} detail */
  drop(detail) {
    void this.mode?.drop?.(detail);
  }

  /** More about a cell: its units, what can be done there, sight. @param {{cell: Cell}} detail */
  menu({ cell }) {
    const { scene } = this;
    const units = /** @type {UnitId[]} */ (scene.position?.at(cell) ?? []);
    scene.note.choose(
      cell,
      scene.names.cell(cell),
      [
        ...units.map((id) => ({ label: `Pick ${scene.names.unit(id)}`, run: () => this.show(id) })),
        ...(this.mode?.menu?.(cell) ?? []),
        ...this.threats.menu(cell),
        {
          label: 'Line of sight from here',
          run: () => {
            this.context.setOverlay('sight', true);
            this.shown.standAt(cell);
          },
        },
      ],
      { focus: true },
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.scene.view) return false;
    if (event.key === 'i' && this.scene.note.link) {
      this.context.openRule(this.scene.note.link);
      return true;
    }
    const { board } = this.scene;
    // The hex that was pointed at last, by whichever hand.
    const here = board.root.classList.contains('by-key') ? board.cursor : (this.#hovered ?? board.cursor);
    if (event.key === this.threatKey && here && this.threats.can) {
      void this.threats.showCell(here);
      return true;
    }
    return this.mode?.key(event) ?? false;
  }

  /** Lets go of what is under way; says whether something was. */
  cancel() {
    const noted = this.scene.note.close();
    if (this.threats.clear() || noted) {
      this.scene.onCardChange();
      return true;
    }
    const any = this.mode?.cancel() ?? false;
    if (any) this.redrawArrivals();
    return any;
  }

  /** @param {Cell} cell */
  #note(cell) {
    return this.shown.cardNote(cell) ?? this.threats.cardNote(cell) ?? this.mode?.cardNote(cell) ?? null;
  }

  /** @param {Cell} cell */
  card(cell) {
    const content = this.cardOf(cell, this.#note(cell));
    if (!content) return null;
    const root = h('div', { class: 'cell-card-frame' }, content);
    this.#shownCard = { cell, root };
    return root;
  }

  #redrawCard() {
    if (!this.#shownCard?.root.isConnected) return;
    const { cell, root } = this.#shownCard;
    fill(root, this.cardOf(cell, this.#note(cell)));
  }

  /** @param {Cell} cell */
  cardText(cell) {
    return this.cardWords(cell, this.#note(cell));
  }

  /** @param {GameEvent} event @param {{ms: number}} options */
  animate(event, options) {
    return this.animator.play(event, options);
  }

  /** Draws proposed actions on the map and puts them in words; none takes them away. @param {Proposal[]} proposals */
  propose(proposals) {
    const told = this.#proposals.show(proposals);
    // What has a label is what it is about; what else is drawn need not be seen whole.
    const cells = told.flatMap((one, index) => (proposals[index].label ? one.cells : []));
    // Words above the map come with it: once they have their place, where it begins and where it leads is shown.
    if (cells.length > 0) requestAnimationFrame(() => requestAnimationFrame(() => this.scene.board.revealAll(cells)));
    return told;
  }

  /** What can be chosen without pointing at the map: that nobody does anything. @param {View<any>} view @returns {AtHand[]} */
  atHand({ game }) {
    const declined = (game.pending?.choices ?? []).filter((/** @type {import('../types.js').Action} */ action) => action.decline);
    return declined.map((/** @type {import('../types.js').Action} */ action) => ({ label: this.actionLabel(action), key: 'd', act: () => void this.scene.act(action) }));
  }

  /** How the phase would end now. @param {View<any>} view @returns {PhaseEnd | null} */
  endPhase(view) {
    const end = view.game.end_phase;
    if (!end || view.game.pending || view.decision?.kind === 'over' || view.status === 'over') return null;
    const refusal = end.can ? null : { rule: end.rule ?? '', reason: end.reason ?? '', link: end.link ?? null };
    return { action: { end_phase: {} }, label: this.endLabel(view.game), can: end.can, refusal, unfinished: end.unfinished ?? [] };
  }

  /** Leaves the table. */
  destroy() {
    this.animator.clear();
    this.scene.note.destroy();
  }
}

/** The buttons of a panel that a choice is made with. @param {HTMLElement} body @returns {HTMLElement[]} */
export function choiceButtons(body) {
  const found = body.querySelectorAll('.fight-choices button:enabled, .fight-forces input');
  return [...found].map((node) => /** @type {HTMLElement} */ (node));
}
