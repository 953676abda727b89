/**
 * Brigade behind the play screen: its modes (activation, rally, movement, bombardment, assault, or a choice) and what its
 * panels show.
 */

import { h } from '../../dom.js';
import { choosingPanel, resultBox } from '../../parts/choosing-panel.js';
import { TablePart, choiceButtons } from '../../parts/table-part.js';
import { capital, sideAdjective } from '../../words.js';
import { Naming } from './activation.js';
import { advice } from './advice.js';
import { Animator } from './animate.js';
import { army } from './army.js';
import { Assault } from './assault.js';
import { attackWords, targetsOf } from './attacks.js';
import { Bombardment } from './bombardment.js';
import { cardText, hexCard } from './card.js';
import { Choices } from './choices.js';
import { sketcher } from './hint.js';
import { OVERLAYS, PANELS } from './keys.js';
import { Movement } from './movement.js';
import { resultWords } from './names.js';
import { assaultPanel, bombardmentPanel, namingPanel, rallyPanel } from './orders-panel.js';
import { activeWords, arrivals, charts, headline, turnTrack, victory } from './panels.js';
import { Rally } from './rally.js';
import { Scene } from './scene.js';
import { tell } from './tell.js';

/**
 * @import { CardNote } from '../../parts/card.js'
 * @import { Mode } from '../../parts/table-part.js'
 * @import { Context, PhaseEnd } from '../../play/types.js'
 * @import { BrigadeView, Hex } from './types.js'
 */

/** The option by which corps are drawn instead of named. */
const DRAWN = '3.0';

/** The ground of hexes that lie off the map in a scenario. */
const OUTSIDE = 'off the map';

/** @extends {TablePart<Scene>} */
export class Controller extends TablePart {
  /** @param {Context} context */
  constructor(context) {
    const scene = new Scene(context);
    const movement = new Movement(scene);
    super(scene, {
      panels: PANELS,
      overlays: OVERLAYS,
      army: (pick) => army(scene, pick),
      sketcher: sketcher(scene),
      animator: new Animator(scene),
      marching: movement,
    });
    const draw = () => this.drawCombat();
    this.movement = movement;
    this.naming = new Naming(scene, draw);
    this.rally = new Rally(scene, draw);
    this.bombardment = new Bombardment(scene, draw);
    this.assault = new Assault(scene, draw);
    this.choices = new Choices(scene, draw, () => choiceButtons(this.combatBody));
  }

  /** @override @returns {Mode | null} */
  due() {
    const { game, view } = this.scene;
    if (view.decision?.kind === 'over' || view.status === 'over') return null;
    if (game.pending) return this.choices;
    return { activation: this.naming, rally: this.rally, movement: this.movement, bombardment: this.bombardment, assault: this.assault }[game.phase];
  }

  /** @override @param {Mode | null} mode */
  isFighting(mode) {
    return mode !== null && mode !== this.movement;
  }

  /** The planner of the phase, if it has one. */
  get #planning() {
    return this.mode === this.bombardment ? this.bombardment : this.mode === this.assault ? this.assault : null;
  }

  /** @override @returns {Hex[]} */
  beginning() {
    const { scene } = this;
    if (this.mode === this.assault) return [...this.assault.owed, ...this.assault.owing];
    if (this.mode === this.rally) return scene.game.rally.flatMap((id) => scene.position?.cellOf(id) ?? []);
    return this.mode === this.bombardment ? this.bombardment.targets : [];
  }

  /** @override */
  fightAt() {
    return targetsOf(this.scene.game.pending?.attack)[0] ?? null;
  }

  /** @override */
  update(/** @type {BrigadeView} */ view, /** @type {BrigadeView | null} */ previous) {
    if (previous === null) this.#beginAt(view);
    super.update(view, previous);
    this.#drawFord(view.game.ford);
    this.#shadeOutside();
  }

  /** Before corps are named nobody can be given orders yet: the table opens on the front of both armies. @param {BrigadeView} view */
  #beginAt({ game }) {
    const { board } = this.scene;
    if (game.phase === 'activation') board.first = { ...board.first, side: null };
  }

  /** What of the sheet lies off the map in this scenario stays in the shade. */
  #shadeOutside() {
    const outside = Object.entries(this.scene.sheet.hexes).filter(([, { terrain }]) => terrain === OUTSIDE);
    this.scene.board.setLayer('outside', outside.map(([cell]) => ({ cell, kind: 'outside', title: 'Off the map in this scenario' })));
  }

  /** The ford that was found, until the map has it. @param {[Hex, Hex] | null} ford */
  #drawFord(ford) {
    const { board, sheet } = this.scene;
    board.setArrows('ford', ford ? [{ from: ford[0], to: ford[1], kind: 'ford', line: true }] : []);
    // A badge stands to the upper right of its hex: there it is not in the way of the crossing.
    const [label] = [...(ford ?? [])].sort((a, b) => sheet.hexes[b].x - sheet.hexes[a].x || sheet.hexes[a].y - sheet.hexes[b].y);
    board.setBadges('ford', label ? [{ cell: label, text: 'Ford', kind: 'ford' }] : []);
  }

  /** Who acts in this player-turn, above what the phase asks for. @override */
  combatContent() {
    const { game, sheet } = this.scene;
    const active = this.mode === null ? null : activeWords(game);
    const how = sheet.options.includes(DRAWN) ? 'drawn by lot' : 'named';
    return [active ? h('p', { class: 'br-who' }, h('b', null, capital(active)), ` ${how} for this turn`) : null, ...this.#content()];
  }

  /** What the phase asks for. */
  #content() {
    switch (this.mode) {
      case this.naming:
        return namingPanel(this.naming);
      case this.rally:
        return rallyPanel(this.rally);
      case this.bombardment:
        return bombardmentPanel(this.bombardment);
      case this.assault:
        return assaultPanel(this.assault);
      case this.choices:
        return choosingPanel(this.choices, { result: this.#result() });
      case null:
        return [h('p', { class: 'hint' }, 'The game is over.')];
      default:
        return [h('p', { class: 'hint' }, `${sideAdjective(this.scene.game.side)} units are moving. Bombardment and assaults follow when the movement phase is ended.`)];
    }
  }

  /** The combat that waits for a choice. */
  #result() {
    const { pending } = this.scene.game;
    const { names } = this.scene;
    if (!pending?.attack || !pending.result) return null;
    const guns = 'bombard' in pending.attack;
    return resultBox({
      die: pending.die ?? null,
      result: pending.result,
      meaning: resultWords(pending.result, { guns }),
      attack: attackWords(pending.attack, names),
      decider: pending.decider,
    });
  }

  /** @override */
  combatMatter() {
    return `${this.scene.game.phase} ${this.#planning?.plan.targets.join() ?? ''} ${this.scene.game.pending?.words ?? ''}`;
  }

  /** @override */
  drawCharts() {
    const odds = this.#planning?.odds;
    charts(this.chartsBody, this.scene, odds?.legal ? odds.column : null);
  }

  /** @override */
  drawInforming() {
    turnTrack(this.turnBody, this.scene);
    victory(this.victoryBody, this.scene);
  }

  /** @override */
  arrivals() {
    return arrivals(this.scene);
  }

  /** In an activation the phase ends by naming what is chosen. @override @param {BrigadeView} view @returns {PhaseEnd | null} */
  endPhase(view) {
    const { game } = view;
    if (game.phase !== 'activation' || game.pending || view.decision?.kind === 'over' || view.status === 'over') return super.endPhase(view);
    const { chosen, most } = this.naming;
    const words = chosen.length === 0 ? 'No corps is chosen: only the cavalry would act.' : `Only ${chosen[0]} Corps is chosen; ${most} may be named.`;
    return {
      action: this.naming.action(),
      label: 'Name the corps',
      can: true,
      refusal: null,
      unfinished: chosen.length < most ? [{ words, serious: chosen.length === 0 }] : [],
    };
  }

  /** @override @param {import('../../types.js').Action} action */
  actionLabel(action) {
    return this.choices.label(action);
  }

  /** What can be done next, in a sentence for newcomers. */
  advice() {
    const { scene, movement } = this;
    if (!scene.view) return null;
    const { reach } = movement;
    return advice({
      ...this.situation(),
      game: scene.game,
      chosen: this.naming.chosen.length,
      picked: movement.unit !== null,
      reaches: reach === null || reach.moves.length + reach.entries.length + reach.deeds.length > 0,
      searches: (reach?.deeds.length ?? 0) > 0,
      planned: (this.#planning?.plan.targets.length ?? 0) > 0,
      odds: this.#planning?.odds ?? null,
    });
  }

  /** @override @param {Hex} hex @param {CardNote} note */
  cardOf(hex, note) {
    return hexCard(this.scene, hex, note);
  }

  /** @override @param {Hex} hex @param {CardNote} note */
  cardWords(hex, note) {
    return cardText(this.scene, hex, note);
  }

  /** @param {import('../../types.js').GameEvent} event @param {import('../../types.js').Entry} entry */
  tell(event, entry) {
    return tell(event, this.scene.names, entry.line?.action ?? null);
  }

  /** @param {BrigadeView} view */
  headline(view) {
    return headline(this.scene, view);
  }
}
