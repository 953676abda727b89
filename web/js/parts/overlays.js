/**
 * What can be laid over the map: zones of control, who holds what, line of sight, what is threatened, and the ground
 * without counters.
 */

/**
 * @import { Cell, Side } from '../types.js'
 * @import { Scene } from './scene.js'
 */

/** What an overlay is called, and its key. @typedef {{title: string, key: string}} Titled */

/** @type {readonly Side[]} */
const SIDES = ['union', 'confederate'];

export class Overlays {
  /**
   * @param {Scene<any, any, any> & {position?: any}} scene
   * @param {Record<'zones' | 'held' | 'sight' | 'threats' | 'terrain', Titled>} titles
   * @param {import('./threats.js').Threats} threats
   */
  constructor(scene, titles, threats) {
    this.scene = scene;
    this.zones = false;
    this.held = false;
    this.sight = false;
    /** @type {Cell | null} */
    this.from = null;
    /** @type {Cell | null} */
    this.to = null;
    /** The last answer about two hexes. @type {{to: Cell, words: string} | null} */
    this.seen = null;
    this.list = [
      {
        id: 'zones',
        ...titles.zones,
        set: (/** @type {boolean} */ on) => {
          this.zones = on;
          this.update();
        },
      },
      {
        id: 'held',
        ...titles.held,
        set: (/** @type {boolean} */ on) => {
          this.held = on;
          this.update();
        },
      },
      {
        id: 'sight',
        ...titles.sight,
        lasting: false,
        set: (/** @type {boolean} */ on) => this.#setSight(on),
      },
      ...(threats.can ? [{ id: 'threats', ...titles.threats, set: (/** @type {boolean} */ on) => void threats.setAll(on) }] : []),
      {
        id: 'terrain',
        ...titles.terrain,
        lasting: false,
        set: (/** @type {boolean} */ on) => scene.board.show({ units: !on }),
      },
    ];
  }

  /** Draws what depends on the position. */
  update() {
    const { scene } = this;
    if (!scene.view) return;
    const { zones, held } = scene.game;
    scene.board.setLayer(
      'zones',
      this.zones ? SIDES.flatMap((side) => (zones[side] ?? []).map((/** @type {Cell} */ hex) => ({ cell: hex, kind: `zone-${side}` }))) : [],
    );
    scene.board.setLayer(
      'held',
      this.held
        ? Object.entries(/** @type {Record<Cell, Side>} */ (held)).map(([hex, side]) => ({
            cell: hex,
            kind: `held-${side}`,
            title: scene.sheet.hexes[hex]?.worth ?? 'Watched',
          }))
        : [],
    );
    if (this.sight) void this.#look();
  }

  /** @param {boolean} on */
  #setSight(on) {
    this.sight = on;
    const { board, position } = this.scene;
    this.from = on ? (board.selected && position?.cellOf(board.selected)) || board.cursor || this.to : null;
    if (on && this.from === null) this.scene.context.say('Point at a hex to see what can be seen from it.');
    void this.#look();
    this.scene.context.advise();
  }

  /** The pointer or cursor is over a hex: the line to it is shown. @param {Cell | null} hex */
  hover(hex) {
    this.to = hex;
    if (!this.sight || hex === null) return;
    if (this.from === null) {
      this.from = hex;
      void this.#look();
    } else void this.#line(hex);
  }

  /** The line is drawn from another hex; whether lines of sight are asked for. @param {Cell} hex */
  standAt(hex) {
    if (!this.sight) return false;
    this.from = hex;
    void this.#look();
    return true;
  }

  async #look() {
    const { board } = this.scene;
    const from = this.from;
    if (!this.sight || from === null) {
      board.setLayer('sight', []);
      board.setLayer('sight-line', []);
      board.setArrows('sight', []);
      this.seen = null;
      return;
    }
    const answer = await this.scene.ask({ sight: { from } }).catch(() => null);
    if (!answer || this.from !== from || !this.sight) return;
    board.setLayer('sight', [
      { cell: from, kind: 'chosen', title: 'Line of sight from here' },
      ...answer.seen.map((/** @type {Cell} */ hex) => ({ cell: hex, kind: 'seen', title: `Seen from ${from}` })),
    ]);
  }

  /** @param {Cell} to */
  async #line(to) {
    const from = this.from;
    if (from === null || from === to) return;
    const answer = await this.scene.ask({ sight: { from, to } }).catch(() => null);
    if (!answer || this.from !== from || this.to !== to || !this.sight) return;
    this.scene.board.setArrows('sight', [{ from, to, kind: 'sight', line: true }]);
    this.scene.board.setLayer(
      'sight-line',
      (answer.blocked_by ?? []).map((/** @type {Cell} */ hex) => ({
        cell: hex,
        kind: 'blocked',
        title: 'Blocks the line of sight',
      })),
    );
    this.seen = { to, words: answer.words };
    this.scene.onCardChange();
  }

  /** What the card of a hex says about sight. @param {Cell} hex */
  cardNote(hex) {
    return this.sight && this.seen?.to === hex ? { text: this.seen.words } : null;
  }
}
