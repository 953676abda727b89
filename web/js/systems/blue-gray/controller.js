/**
 * Blue & Gray behind the play screen: its modes (movement, combat, or a choice inside a combat) and what its panels show.
 */

import { h } from '../../dom.js';
import { TablePart, choiceButtons } from '../../parts/table-part.js';
import { sideAdjective } from '../../words.js';
import { advice } from './advice.js';
import { Animator } from './animate.js';
import { army } from './army.js';
import { cardText, hexCard } from './card.js';
import { Choices } from './choices.js';
import { choicesPanel } from './choices-panel.js';
import { Combat } from './combat.js';
import { combatPanel } from './combat-panel.js';
import { sketcher } from './hint.js';
import { OVERLAYS, PANELS } from './keys.js';
import { Movement } from './movement.js';
import { charts, headline, turnTrack, victory } from './panels.js';
import { Scene } from './scene.js';
import { tell } from './tell.js';

/**
 * @import { CardNote } from '../../parts/card.js'
 * @import { Context } from '../../play/types.js'
 * @import { BlueGrayView, Hex } from './types.js'
 */

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
    this.movement = movement;
    this.combat = new Combat(scene, () => this.drawCombat());
    this.choices = new Choices(scene, () => this.drawCombat(), () => choiceButtons(this.combatBody));
  }

  /** @override */
  due() {
    const { game, view } = this.scene;
    if (view.decision?.kind === 'over' || view.status === 'over') return null;
    if (game.pending) return this.choices;
    return game.phase === 'combat' ? this.combat : this.movement;
  }

  /** @override @param {unknown} mode */
  isFighting(mode) {
    return mode === this.combat || mode === this.choices;
  }

  /** @override */
  beginning() {
    const { must_be_attacked, must_attack } = this.combat.duties;
    return this.mode === this.combat ? [...must_be_attacked, ...must_attack] : [];
  }

  /** @override */
  fightAt() {
    return this.scene.game.pending?.attack?.defenders[0] ?? null;
  }

  /** @override */
  combatContent() {
    const { mode, scene } = this;
    if (mode === this.combat) return combatPanel(this.combat);
    if (mode === this.choices) return choicesPanel(this.choices);
    const words =
      mode === null
        ? 'The game is over.'
        : `${sideAdjective(scene.game.side)} units are moving. Combat follows when the movement phase is ended.`;
    return [h('p', { class: 'hint' }, words)];
  }

  /** @override */
  combatMatter() {
    return `${this.mode === this.combat ? this.combat.plan.targets.join() : ''} ${this.scene.game.pending?.words ?? ''}`;
  }

  /** @override */
  drawCharts() {
    const odds = this.mode === this.combat ? this.combat.odds : null;
    charts(this.chartsBody, this.scene, odds?.legal ? odds.column : (this.scene.game.pending?.attack?.column ?? null));
  }

  /** @override */
  drawInforming() {
    turnTrack(this.turnBody, this.scene);
    victory(this.victoryBody, this.scene);
  }

  /** @override @param {import('../../types.js').Action} action */
  actionLabel(action) {
    return this.choices.label(action);
  }

  /** What can be done next, in a sentence for newcomers. */
  advice() {
    const { scene, movement, combat } = this;
    if (!scene.view) return null;
    const { reach } = movement;
    return advice({
      ...this.situation(),
      game: scene.game,
      picked: movement.unit !== null,
      reaches: reach === null || reach.moves.length + reach.entries.length + reach.deeds.length > 0,
      planned: combat.plan.targets.length > 0,
      odds: combat.odds,
      duties: combat.duties,
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

  /** @param {BlueGrayView} view */
  headline(view) {
    return headline(this.scene, view);
  }
}
