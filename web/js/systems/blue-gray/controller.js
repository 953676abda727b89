/**
 * Blue & Gray behind the play screen: passes what the person does to the mode that is due
 * (movement, combat, or a choice inside a combat) and keeps panels, overlays and card in step with
 * the view.
 */

import { fill, h } from '../../dom.js';
import { sideAdjective } from '../../words.js';
import { OrderOfBattle } from '../../parts/order-of-battle.js';
import { Proposals } from '../../parts/proposals.js';
import { refill, toTop } from '../../parts/refill.js';
import { advice } from './advice.js';
import { Animator } from './animate.js';
import { army } from './army.js';
import { cardText, hexCard } from './card.js';
import { Choices } from './choices.js';
import { choicesPanel } from './choices-panel.js';
import { Combat } from './combat.js';
import { combatPanel } from './combat-panel.js';
import { sketcher } from './hint.js';
import { PANELS } from './keys.js';
import { Movement } from './movement.js';
import { Overlays } from './overlays.js';
import { charts, drawArrivals, headline, turnTrack, victory } from './panels.js';
import { Scene } from './scene.js';
import { tell } from './tell.js';

/**
 * @import { Context, PhaseEnd } from '../../play/types.js'
 * @import { UnitId } from '../../types.js'
 * @import { BlueGrayView, Hex } from './types.js'
 */

export class Controller {
  /** A panel that came by itself. @type {string | null} */
  brought = null;
  /** What the combat panel is about: another matter is read from its top. */
  about = '';

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.scene = new Scene(context);
    this.movement = new Movement(this.scene);
    this.combat = new Combat(this.scene, () => this.#drawCombat());
    this.choices = new Choices(
      this.scene,
      () => this.#drawCombat(),
      () =>
        [...this.combatBody.querySelectorAll('.bg-choices button:enabled, .bg-forces input')].map(
          (node) => /** @type {HTMLElement} */ (node),
        ),
    );
    this.shown = new Overlays(this.scene);
    this.overlays = this.shown.list;
    this.animator = new Animator(this.scene);
    this.proposals = new Proposals(context.board, sketcher(this.scene));
    /** @type {Movement | Combat | Choices | null} */
    this.mode = null;
    const panel = (/** @type {keyof typeof PANELS} */ id) => context.panel(id, PANELS[id]);
    this.combatBody = panel('combat');
    this.chartsBody = panel('charts');
    this.order = new OrderOfBattle(panel('order-of-battle'), army(this.scene, (unit) => this.#show(unit)));
    this.arrivalsBody = panel('arrivals');
    this.turnBody = panel('turn-track');
    this.victoryBody = panel('victory');
    /** The card that is shown, redrawn in place. @type {{hex: Hex, root: HTMLElement} | null} */
    this.shownCard = null;
    this.scene.onCardChange = () => {
      this.#redrawCard();
      context.advise();
    };
    context.board.draggable = (/** @type {UnitId} */ unit) => this.#draggable(unit);
  }

  /** A new view is to be shown. @param {BlueGrayView} view @param {BlueGrayView | null} _previous */
  update(view, _previous) {
    this.scene.take(view);
    this.animator.reset(this.#fightElsewhere());
    this.scene.note.close();
    const mode = this.#due();
    const isNew = mode !== this.mode;
    if (isNew) {
      this.mode?.leave();
      this.mode = mode;
      this.#bringForward();
    }
    this.scene.place(this.movement.unit);
    if (isNew && mode === this.combat && this.scene.mine) {
      const { must_be_attacked, must_attack } = this.combat.duties;
      this.scene.lookAtAny([...must_be_attacked, ...must_attack]);
    }
    this.mode?.update();
    this.shown.update();
    this.order.update();
    turnTrack(this.turnBody, this.scene);
    victory(this.victoryBody, this.scene);
    this.#drawArrivals();
    if (this.mode === null || this.mode === this.movement) this.#drawCombat();
    this.context.advise();
  }

  /** Where others are to decide about what came of a fight; the player's own decision is drawn without it. */
  #fightElsewhere() {
    const { game, mine } = this.scene;
    return mine ? null : (game.pending?.attack?.defenders[0] ?? null);
  }

  /** What is asked for is decided, and what comes of it is still to be shown: nothing is offered meanwhile. */
  passed() {
    if (this.mode !== this.choices) return;
    this.choices.leave();
    this.#drawCombat();
  }

  /** What can be done next, in a sentence for newcomers. */
  advice() {
    const { scene, movement, combat, context } = this;
    if (!scene.view) return null;
    const { reach } = movement;
    const decider = scene.decider;
    return advice({
      game: scene.game,
      mine: scene.mine,
      over: scene.view.status !== 'playing' || Boolean(scene.view.ended),
      watching: context.readOnly || context.table.seats.length === 0,
      computer: decider !== null && scene.view.seats?.[decider]?.holder === 'computer',
      picked: movement.unit !== null,
      reaches: reach === null || reach.moves.length + reach.entries.length + reach.exits.length > 0,
      planned: combat.plan.targets.length > 0,
      odds: combat.odds,
      duties: combat.duties,
      looking: this.shown.sight,
    });
  }

  #due() {
    const { game, view } = this.scene;
    if (view.decision?.kind === 'over' || view.status === 'over') return null;
    if (game.pending) return this.choices;
    return game.phase === 'combat' ? this.combat : this.movement;
  }

  /** Where there is room, the panel that is needed comes by itself, and goes again. */
  #bringForward() {
    if (!this.scene.roomy) return;
    const fighting = this.mode === this.combat || this.mode === this.choices;
    if (!fighting && this.brought === 'combat') {
      this.context.closePanel('combat');
      this.brought = null;
    }
    if (!this.scene.mine) return;
    if (fighting) {
      this.context.openPanel('combat');
      this.brought = 'combat';
    }
    const { arrivals, movable, side } = this.scene.game;
    const due = arrivals.some((group) => group.due && group.side === side && group.units.some((id) => movable.includes(id)));
    if (this.mode === this.movement && due) this.context.openPanel('arrivals');
  }

  #drawCombat() {
    const { mode, scene } = this;
    if (!scene.view) return;
    if (mode === this.combat) refill(this.combatBody, ...combatPanel(this.combat));
    else if (mode === this.choices) refill(this.combatBody, ...choicesPanel(this.choices));
    else
      refill(
        this.combatBody,
        h(
          'p',
          { class: 'hint' },
          mode === null
            ? 'The game is over.'
            : `${sideAdjective(scene.game.side)} units are moving. Combat follows when the movement phase is ended.`,
        ),
      );
    const about = `${mode === this.combat ? this.combat.plan.targets.join() : ''} ${scene.game.pending?.words ?? ''}`;
    if (about !== this.about) toTop(this.combatBody);
    this.about = about;
    const odds = mode === this.combat ? this.combat.odds : null;
    this.context.advise();
    charts(this.chartsBody, scene, odds?.legal ? odds.column : (scene.game.pending?.attack?.column ?? null));
  }

  #drawArrivals() {
    drawArrivals(this.arrivalsBody, this.scene, this.movement.unit, (unit) => {
      if (this.mode !== this.movement) return;
      const hex = this.scene.game.arrivals.find(({ units }) => units.includes(unit))?.hexes[0];
      if (hex) this.scene.look(hex);
      void this.movement.select(unit).then(() => this.#drawArrivals());
    });
  }

  /** Shows a unit on the map, and picks it where that means something. @param {UnitId} unit */
  #show(unit) {
    const { scene } = this;
    const hex =
      scene.position?.cellOf(unit) ?? scene.game.arrivals.find(({ units }) => units.includes(unit))?.hexes[0] ?? null;
    if (hex === null) {
      scene.context.say(`${scene.names.unit(unit)} is not on the map.`);
      return;
    }
    scene.goTo(hex);
    if (this.mode === this.movement) void this.movement.select(unit);
    else scene.board.selected = unit;
  }

  /** @param {UnitId} unit */
  #draggable(unit) {
    if (!this.scene.view || !this.scene.mine) return false;
    if (this.mode === this.movement) return this.scene.position?.movable.has(unit) ?? false;
    return this.mode === this.choices && this.choices.ways.has(unit);
  }

  /** The cells of this game are hexes. @param {import('../../play/types.js').Pointed} detail */
  cell({ cell: hex, ...detail }) {
    // While lines of sight are asked for, an attack stays as it is planned.
    if (this.shown.standAt(hex) && this.mode === this.combat) return;
    if (this.mode) this.mode.hex({ hex, ...detail });
    else this.scene.board.selected = detail.unit ?? null;
  }

  /** @param {{cell: Hex | null}} detail */
  hover({ cell: hex }) {
    this.shown.hover(hex);
    if (this.mode === this.movement) this.movement.hover(hex);
  }

  /** @param {{cell: Hex}} detail */
  cursor(detail) {
    this.hover(detail);
  }

  /** @param {{unit: UnitId}} detail */
  dragstart({ unit }) {
    this.scene.note.close();
    if (this.mode === this.movement) this.movement.dragstart(unit);
    else if (this.mode === this.choices) this.choices.pick(unit);
  }

  /** @param {{unit: UnitId, cell: Hex | null}} detail */
  drop({ unit, cell: hex }) {
    if (this.mode === this.movement) void this.movement.drop({ unit, hex });
    else if (this.mode === this.choices) this.choices.drop(unit, hex);
  }

  /** More about a hex: its units, sight, and why not. @param {{cell: Hex}} detail */
  menu({ cell: hex }) {
    const { scene } = this;
    const units = scene.position?.at(hex) ?? [];
    /** @type {import('../../parts/note.js').NoteChoice[]} */
    const choices = units.map((id) => ({ label: `Pick ${scene.names.unit(id)}`, run: () => this.#show(id) }));
    if (this.mode === this.movement && this.movement.unit !== null) {
      choices.push({ label: `Why not ${scene.names.unit(this.movement.unit)} here?`, run: () => void this.#whyHere(hex) });
    }
    if (this.mode === this.combat && this.combat.duties.targets.includes(hex))
      choices.push({ label: 'Plan an attack', run: () => this.combat.hex({ hex }) });
    choices.push({
      label: 'Line of sight from here',
      run: () => {
        this.context.setOverlay('sight', true);
        this.shown.standAt(hex);
      },
    });
    scene.note.choose(hex, scene.names.cell(hex), choices, { focus: true });
  }

  /** @param {Hex} hex */
  async #whyHere(hex) {
    const { move, entry, exit } = this.movement.options(hex);
    if (move || entry || exit) this.scene.context.toast('It can go there.');
    else await this.movement.why(hex);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.scene.view) return false;
    if (event.key === 'i' && this.scene.note.link) {
      this.context.openRule(this.scene.note.link);
      return true;
    }
    return this.mode?.key(event) ?? false;
  }

  /** Lets go of what is under way; says whether something was. */
  cancel() {
    if (this.scene.note.close()) return true;
    const any = this.mode?.cancel() ?? false;
    if (any) this.#drawArrivals();
    return any;
  }

  /** @param {Hex} hex */
  #note(hex) {
    return this.shown.cardNote(hex) ?? this.mode?.cardNote(hex) ?? null;
  }

  /** @param {Hex} hex */
  card(hex) {
    const content = hexCard(this.scene, hex, this.#note(hex));
    if (!content) return null;
    const root = h('div', { class: 'cell-card-frame' }, content);
    this.shownCard = { hex, root };
    return root;
  }

  #redrawCard() {
    if (!this.shownCard?.root.isConnected) return;
    const { hex, root } = this.shownCard;
    fill(root, hexCard(this.scene, hex, this.#note(hex)));
  }

  /** @param {Hex} hex */
  cardText(hex) {
    return cardText(this.scene, hex, this.#note(hex));
  }

  /** @param {import('../../types.js').GameEvent} event @param {import('../../types.js').Entry} entry */
  tell(event, entry) {
    return tell(event, this.scene.names, entry.line?.action ?? null);
  }

  /** @param {import('../../types.js').GameEvent} event @param {{ms: number}} options */
  animate(event, options) {
    return this.animator.play(event, options);
  }

  /** Draws proposed actions on the map and puts them in words; none takes them away. @param {import('../../play/types.js').Proposal[]} proposals */
  propose(proposals) {
    const told = this.proposals.show(proposals);
    // What has a label is what it is about; what else is drawn need not be seen whole.
    const hexes = told.flatMap((one, index) => (proposals[index].label ? one.cells : []));
    // Words above the map come with it: once they have their place, where it begins and where it leads is shown.
    if (hexes.length > 0) requestAnimationFrame(() => requestAnimationFrame(() => this.scene.board.revealAll(hexes)));
    return told;
  }

  /** @param {BlueGrayView} view */
  headline(view) {
    return headline(this.scene, view);
  }

  /** What can be chosen without pointing at the map: that nobody advances. @param {BlueGrayView} view @returns {import('../../play/types.js').AtHand[]} */
  atHand({ game }) {
    return (game.pending?.choices ?? [])
      .filter((action) => action.decline)
      .map((action) => ({ label: this.choices.label(action), key: 'd', act: () => void this.scene.act(action) }));
  }

  /** How the phase would end now. @param {BlueGrayView} view @returns {PhaseEnd | null} */
  endPhase(view) {
    const end = view.game.end_phase;
    if (!end || view.game.pending || view.decision?.kind === 'over' || view.status === 'over') return null;
    const refusal = end.can ? null : { rule: end.rule ?? '', reason: end.reason ?? '', link: end.link ?? null };
    return {
      action: { end_phase: {} },
      label: `End ${view.game.phase}`,
      can: end.can,
      refusal,
      unfinished: end.unfinished ?? [],
    };
  }

  /** Leaves the table. */
  destroy() {
    this.animator.clear();
    this.scene.note.destroy();
  }
}
