/**
 * The choices inside a combat: who shares a retreat, who pays for an exchange, where to retreat,
 * withdraw or make room, who advances. Only what the engine listed is offered, on the map and in
 * the panel.
 */

import { count, list } from '../../words.js';
import { next } from '../../parts/position.js';
import { cheapestPayment, payers, payment, ways } from './model.js';

/**
 * @import { Action, UnitId } from '../../types.js'
 * @import { Hex, Pending } from './types.js'
 * @import { Scene } from './scene.js'
 * @import { Pointed } from './movement.js'
 */

/** @type {Record<string, string>} */
const VERBS = { retreat: 'Retreat', withdraw: 'Withdraw', advance: 'Advance' };

export class Choices {
  /**
   * @param {Scene} scene
   * @param {() => void} changed draws the panel anew
   * @param {() => HTMLElement[]} [buttons] the buttons of the panel
   */
  constructor(scene, changed, buttons = () => []) {
    this.scene = scene;
    this.changed = changed;
    this.buttons = buttons;
    /** Whose ways are lit. @type {UnitId | null} */
    this.unit = null;
    /** Who pays for the exchange, as chosen so far. @type {UnitId[]} */
    this.paying = [];
    /** @type {ReturnType<typeof ways>} */
    this.ways = new Map();
    this.known = '';
  }

  /** @returns {Pending | null} */
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
    if (key !== this.known) {
      this.known = key;
      // A button that is gone no longer says that it is left.
      scene.board.setLayer('pointed', []);
      this.unit = [...this.ways.keys()][0] ?? null;
      this.paying = pending.step === 'losses' ? cheapestPayment(pending, (id) => scene.names.strength(id)) : [];
      if (scene.mine) {
        const hex = this.unit === null ? pending.attack?.defenders[0] : scene.position?.cellOf(this.unit);
        if (hex) scene.look(hex);
        // Retreats are chosen on the map; the others need their buttons.
        if (scene.roomy || pending.step === 'losses' || pending.step === 'elect') scene.context.openPanel('combat');
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
    this.paying = [];
    this.ways = new Map();
    this.scene.board.selected = null;
    for (const layer of ['choice', 'fight', 'pointed']) this.scene.board.setLayer(layer, []);
  }

  /** Nothing can be let go of here: somebody has to choose. */
  cancel() {
    return false;
  }

  /** What going to a hex is called. @returns {string} */
  get verb() {
    return VERBS[this.pending?.step ?? ''] ?? 'Go';
  }

  #light() {
    const { scene, pending, unit } = this;
    scene.board.selected = unit;
    if (unit !== null) scene.place(unit);
    const kind = pending?.step === 'advance' ? 'advance' : 'retreat';
    const mine = unit === null ? [] : (this.ways.get(unit) ?? []);
    scene.board.setLayer(
      'choice',
      [...new Map(mine.map((way) => [way.to, way])).values()].map(({ to, displace }) => ({
        cell: to,
        kind: displace ? 'displace' : kind,
        title: displace ? `${this.verb} here; ${scene.names.unit(displace)} must make room` : `${this.verb} here`,
      })),
    );
    scene.board.setLayer(
      'fight',
      (pending?.vacated ?? []).map((hex) => ({ cell: hex, kind: 'vacated', title: 'Emptied by the fight' })),
    );
  }

  /** Lights the ways of another unit. @param {UnitId} unit */
  pick(unit) {
    if (!this.ways.has(unit)) return;
    this.unit = unit;
    this.#light();
    this.changed();
    const ways = this.ways.get(unit) ?? [];
    this.scene.context.say(`${this.scene.names.unit(unit)} may go to ${list([...new Set(ways.map(({ to }) => to))])}.`);
  }

  /** A hex or counter was pointed at. @param {Pointed} detail */
  hex({ hex, unit = null, pointer }) {
    const { scene, pending } = this;
    scene.note.close();
    if (!pending) return;
    if (pending.step === 'losses') return this.#pointPayer(hex, unit);
    const own = this.#waysTo(hex);
    if (own.length > 0) return this.#go(hex, own, pointer === 'key');
    const here = scene.position?.at(hex) ?? [];
    const others = here.filter((id) => this.ways.has(id));
    const wanted = unit !== null && others.includes(unit) ? unit : next(others, this.unit, 1);
    if (wanted !== null) this.pick(wanted);
    else if (scene.mine) void this.why(hex);
  }

  /** The ways of the lit unit to a hex, or those of everybody if the lit one has none. @param {Hex} hex */
  #waysTo(hex) {
    const mine = (this.unit === null ? [] : (this.ways.get(this.unit) ?? [])).filter(({ to }) => to === hex);
    if (mine.length > 0) return mine;
    return [...this.ways.values()].flat().filter(({ to }) => to === hex);
  }

  /** @param {Hex} hex @param {{to: Hex, displace: UnitId | null, action: Action}[]} ways @param {boolean} focus */
  #go(hex, ways, focus) {
    const { scene } = this;
    if (ways.length === 1) return void scene.act(ways[0].action, { cell: hex });
    scene.note.choose(
      hex,
      `${this.verb} to ${scene.names.place(hex)}`,
      ways.map((way) => ({ label: this.label(way.action), run: () => void scene.act(way.action, { cell: hex }) })),
      { focus },
    );
    return undefined;
  }

  /** An action as a button says it. @param {Action} action */
  label(action) {
    const { names } = this.scene;
    if (action.retreat) {
      const { unit, to, displace } = action.retreat;
      return `${names.unit(unit)} to ${names.place(to)}${displace ? `; ${names.unit(displace)} makes room` : ''}`;
    }
    if (action.advance) return `${names.unit(action.advance.unit)} to ${names.place(action.advance.to)}`;
    if (action.elect)
      return action.elect.retreat
        ? `${names.unit(action.elect.unit)} retreats as well`
        : `${names.unit(action.elect.unit)} stays`;
    if (action.losses) return names.units(action.losses.units);
    if (action.decline) return 'Nobody advances';
    return JSON.stringify(action);
  }

  /** @param {Hex} hex @param {UnitId | null} unit */
  #pointPayer(hex, unit) {
    if (!this.pending) return;
    const able = payers(this.pending);
    const here = (this.scene.position?.at(hex) ?? []).filter((id) => able.includes(id));
    const wanted = unit !== null && here.includes(unit) ? unit : here[0];
    if (wanted) this.togglePayer(wanted);
  }

  /** Takes a unit among those that pay, or out. @param {UnitId} unit */
  togglePayer(unit) {
    this.paying = this.paying.includes(unit) ? this.paying.filter((id) => id !== unit) : [...this.paying, unit];
    this.changed();
    this.scene.context.say(`${count(this.total, 'strength point')} given up.`);
  }

  /** The strength given up so far. */
  get total() {
    return this.paying.reduce((sum, id) => sum + this.scene.names.strength(id), 0);
  }

  /** The payment as chosen, if it is one of the ways to pay. @returns {Action | null} */
  get bill() {
    return this.pending ? payment(this.pending, this.paying) : null;
  }

  /** Says why a unit cannot go to a hex. @param {Hex} hex */
  async why(hex) {
    const { scene, pending, unit } = this;
    if (!pending || unit === null) return;
    const action = pending.step === 'advance' ? { advance: { unit, to: hex } } : { retreat: { unit, to: hex } };
    const answer = await scene.ask({ why: { action } }).catch(() => null);
    if (answer && !answer.legal)
      scene.refuse(hex, answer, `${scene.names.unit(unit)} cannot go to ${scene.names.place(hex)}.`);
  }

  /** @param {UnitId} unit @param {Hex | null} hex */
  drop(unit, hex) {
    if (hex === null || hex === this.scene.position?.cellOf(unit) || !this.ways.has(unit)) return;
    this.unit = unit;
    this.hex({ hex });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { scene, pending } = this;
    const { cursor } = scene.board;
    if (event.key === 'n' || event.key === 'p') this.#cycle(event.key === 'n' ? 1 : -1);
    else if (event.key === 'm' && cursor) this.hex({ hex: cursor, pointer: 'key' });
    else if (event.key === 'd' && pending?.choices.some((action) => action.decline)) void scene.act({ decline: {} });
    else if (event.key === 'f' && this.bill) void scene.act(this.bill);
    else return false;
    return true;
  }

  /** Puts the cursor on the next hex that may be chosen; where there is none, the focus on the next button. @param {1 | -1} step */
  #cycle(step) {
    const { board } = this.scene;
    if (this.ways.size === 0) {
      this.scene.context.openPanel('combat');
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      next(this.buttons(), focused, step)?.focus();
      return;
    }
    const all = [...this.ways].flatMap(([unit, ways]) => [...new Set(ways.map(({ to }) => to))].map((to) => ({ unit, to })));
    const at = all.findIndex(({ unit, to }) => unit === this.unit && to === board.cursor);
    const wanted = next(all, at < 0 ? null : all[at], step);
    if (!wanted) return;
    if (wanted.unit !== this.unit) this.pick(wanted.unit);
    this.scene.look(wanted.to);
    board.cursor = wanted.to;
  }

  /** What the card of a hex says about the choice. @param {Hex} hex */
  cardNote(hex) {
    const found = this.#waysTo(hex);
    if (found.length > 0) return { text: `${this.verb}: ${list(found.map(({ action }) => this.label(action)))}.` };
    return null;
  }
}
