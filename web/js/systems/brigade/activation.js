/**
 * The activation: which corps are to act in this player-turn. A corps is taken by its units on the map or in the panel;
 * what it could do is shown before it is named.
 */

import { next } from '../../parts/position.js';
import { toggled } from '../../parts/planning.js';
import { corpsList } from './names.js';

/**
 * @import { UnitId } from '../../types.js'
 * @import { Pointing } from '../../parts/marching.js'
 * @import { CorpsAnswer, Hex } from './types.js'
 * @import { Scene } from './scene.js'
 */

export class Naming {
  /** The corps that are to be named. @type {string[]} */
  chosen = [];
  /** The corps that is looked at. @type {string | null} */
  seen = null;
  /** What each corps could do, as far as it is known. @type {Map<string, CorpsAnswer>} */
  outlook = new Map();
  #asked = -1;

  /** @param {Scene} scene @param {() => void} changed draws the panel anew */
  constructor(scene, changed) {
    this.scene = scene;
    this.changed = changed;
  }

  /** The corps of which some are named. */
  get corps() {
    return this.scene.game.active?.corps ?? [];
  }

  /** How many may be named. */
  get most() {
    return this.scene.game.active?.most ?? 0;
  }

  /** The view has changed. */
  update() {
    const { scene } = this;
    const open = this.corps.filter(({ refusal }) => !refusal).map(({ corps }) => corps);
    this.chosen = this.chosen.filter((corps) => open.includes(corps));
    this.#light();
    this.changed();
    if (this.#asked !== scene.view.version) {
      // On a small screen too: the corps are spread over the map, and what they could do is told in the panel alone.
      if (scene.mine && this.#asked < 0) scene.context.openPanel('combat');
      this.#asked = scene.view.version;
      void this.#look(open);
    }
  }

  /** Asks what each corps could do. @param {string[]} all */
  async #look(all) {
    const answers = await Promise.all(all.map((corps) => this.scene.ask({ corps: { corps } }).catch(() => null)));
    this.outlook = new Map(answers.flatMap((answer) => (answer ? [[answer.corps, answer]] : [])));
    this.changed();
  }

  /** Another kind of decision is due. */
  leave() {
    this.chosen = [];
    this.seen = null;
    this.#asked = -1;
    this.scene.fading = null;
    this.scene.board.setLayer('named', []);
    this.scene.board.selected = null;
  }

  /** Lets go of what was chosen; says whether something was. */
  cancel() {
    const any = this.chosen.length > 0;
    this.chosen = [];
    this.seen = null;
    this.#light();
    this.changed();
    return any;
  }

  /** The units of a corps that are on the map. @param {string} corps @returns {UnitId[]} */
  unitsOf(corps) {
    const { game, sheet } = this.scene;
    return game.units.filter(({ id, place }) => place === 'map' && this.#corpsOf(id) === corps && sheet.units[id].side === game.side).map(({ id }) => id);
  }

  /** @param {UnitId} id */
  #corpsOf(id) {
    return this.scene.sheet.units[id]?.corps ?? null;
  }

  /** What would be named, as an action. */
  action() {
    const order = this.corps.map(({ corps }) => corps);
    return { activate: { corps: [...this.chosen].sort((a, b) => order.indexOf(a) - order.indexOf(b)) } };
  }

  /** Names the corps. */
  async name() {
    await this.scene.act(this.action());
  }

  /** Takes a corps in or leaves it out. @param {string} corps */
  toggle(corps) {
    const { scene } = this;
    const known = this.corps.find((one) => one.corps === corps);
    if (!known || !scene.mine) return;
    this.seen = corps;
    if (known.refusal) {
      const [first] = this.unitsOf(corps);
      const cell = first ? scene.position?.cellOf(first) : null;
      if (cell) scene.refuse(cell, known.refusal, `${corps} Corps cannot be named.`);
      else scene.context.toast(known.refusal.reason, { link: known.refusal.link });
      return;
    }
    // Beyond the limit the one chosen first gives way.
    const wanted = toggled(this.chosen, corps);
    this.chosen = wanted.slice(Math.max(0, wanted.length - this.most));
    this.#light();
    this.changed();
    scene.context.say(`To be named: ${corpsList(this.chosen)}.`);
  }

  /** Shows where a corps is. @param {string} corps */
  find(corps) {
    const cells = this.unitsOf(corps).flatMap((id) => this.scene.position?.cellOf(id) ?? []);
    if (cells.length > 0) this.scene.board.revealAll(cells);
    this.scene.board.setLayer('pointed', cells.map((cell) => ({ cell, kind: 'chosen' })));
  }

  /** What the pointer was on is left. */
  unfind() {
    this.scene.board.setLayer('pointed', []);
  }

  #light() {
    const { scene, chosen } = this;
    const named = new Set(this.corps.map(({ corps }) => corps));
    const idle = (/** @type {UnitId} */ id) => {
      const corps = this.#corpsOf(id);
      return scene.sheet.units[id].side === scene.game.side && corps !== null && named.has(corps) && !chosen.includes(corps);
    };
    scene.fading = chosen.length > 0 ? idle : () => false;
    scene.place();
    const cells = chosen.flatMap((corps) => this.unitsOf(corps).flatMap((id) => scene.position?.cellOf(id) ?? []));
    scene.board.setLayer('named', [...new Set(cells)].map((cell) => ({ cell, kind: 'named', title: 'To be named' })));
  }

  /** A hex or counter was pointed at. @param {Pointing} detail */
  cell({ cell, unit = null }) {
    const { scene } = this;
    scene.note.close();
    const id = unit ?? scene.position?.at(cell)[0] ?? null;
    scene.board.selected = id;
    if (id === null) return;
    const corps = this.#corpsOf(id);
    if (corps !== null && scene.names.side(id) === scene.game.side && this.corps.some((one) => one.corps === corps)) this.toggle(corps);
    else if (scene.names.side(id) === scene.game.side) scene.context.toast(`${scene.names.unit(id)} is active whichever corps are named.`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { scene } = this;
    if (event.key === 'n' || event.key === 'p') this.#cycle(event.key === 'n' ? 1 : -1);
    else if (event.key === 'f' && this.chosen.length > 0) void this.name();
    else if (event.key === 'm' && this.seen !== null) this.toggle(this.seen);
    else if (event.key === 'm' && scene.board.cursor) this.cell({ cell: scene.board.cursor });
    else return false;
    return true;
  }

  /** @param {1 | -1} step */
  #cycle(step) {
    const { scene } = this;
    const corps = next(this.corps.map((one) => one.corps), this.seen, step);
    if (corps === null) return;
    this.seen = corps;
    const [first] = this.unitsOf(corps);
    const cell = first ? scene.position?.cellOf(first) : null;
    if (cell) {
      scene.look(cell);
      scene.board.cursor = cell;
    }
    scene.context.say(`${corps} Corps${this.chosen.includes(corps) ? ', to be named' : ''}.`);
    this.changed();
  }

  /** What the card of a hex says. @param {Hex} hex */
  cardNote(hex) {
    const { scene } = this;
    const [first] = scene.position?.at(hex) ?? [];
    const corps = first ? this.#corpsOf(first) : null;
    const known = this.corps.find((one) => one.corps === corps);
    if (!known || !first || scene.names.side(first) !== scene.game.side) return null;
    if (known.refusal) return { text: known.refusal.reason };
    return { text: this.chosen.includes(known.corps) ? `${corps} Corps is to be named.` : `Point here to name ${corps} Corps.` };
  }
}
