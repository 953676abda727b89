/**
 * What every part of the Grand-tactical page shares: the scene of any system, with its position and its names.
 */

import { Scene as AnyScene } from '../../parts/scene.js';
import * as store from '../../store.js';
import { Position } from './model.js';
import { Names, corpsWords, divisionWords } from './names.js';

/**
 * @import { Arrival } from '../../parts/arrivals.js'
 * @import { Side, UnitId } from '../../types.js'
 * @import { GrandGame, GrandSheet, GrandView } from './types.js'
 */

/**
 * One table as this part of the page sees it.
 * @extends {AnyScene<GrandSheet, GrandGame, Names>}
 */
export class Scene extends AnyScene {
  /** Who is where in the view; nothing before the first one. @type {Position | undefined} */
  position;

  /** @param {import('../../play/types.js').Context} context */
  constructor(context) {
    super(context, new Names(/** @type {GrandSheet} */ (context.sheet)));
  }

  /** Takes a new view in, with what every table of marches expects. @override @param {GrandView} view */
  take(view) {
    const game = { ...view.game, arrivals: arrivalsOf(this.sheet, view.game), held: {}, pending: null };
    super.take({ ...view, game });
    this.position = new Position(this.game, this.sheet);
  }

  /** Whether arms are shown as little pictures; the basic game does unless one chooses otherwise. */
  get icons() {
    const { counters } = /** @type {{counters?: string}} */ (store.prefs());
    return counters === undefined ? this.sheet.level === 'basic' : counters === 'icons';
  }

  /** The side that this screen plays, or whose phase it is. @returns {Side} */
  get own() {
    const { seats } = this.table;
    return seats.length === 1 ? seats[0] : this.game.side;
  }

  /** @override @param {UnitId | null} [onTop] */
  counters(onTop = null) {
    const { position } = this;
    if (!position) return [];
    // While divisions are still being chosen, nobody is out of it yet.
    const open = this.game.phase !== 'operations' || Boolean(this.view.ended) || this.view.status === 'over';
    return position.counters(onTop, { icons: this.icons, fades: (id) => !open && position.idle(id) });
  }

  /** The counter of a unit as it lies now. @override @param {UnitId} id @param {string} [look] */
  face(id, look) {
    return super.face(id, look ?? this.position?.look(id));
  }
}

/** Reinforcements that are still to come, by their groups. @param {GrandSheet} sheet @param {GrandGame} game @returns {Arrival[]} */
export function arrivalsOf(sheet, game) {
  const waiting = new Set(game.units.filter(({ place }) => place === 'reserve').map(({ id }) => id));
  /** @type {Map<string, UnitId[]>} */
  const groups = new Map();
  for (const [id, { start }] of Object.entries(sheet.units)) {
    if (typeof start === 'string' || !waiting.has(id)) continue;
    groups.set(start.group, [...(groups.get(start.group) ?? []), id]);
  }
  return [...groups].map(([group, units]) => {
    const turns = sheet.turns.filter(({ arrivals }) => arrivals.includes(group)).map(({ turn }) => turn);
    const when = turns.length > 1 ? `turn ${turns[0]} to ${turns[turns.length - 1]}` : `turn ${turns[0] ?? '?'}`;
    return { title: titleOf(units.map((id) => sheet.units[id])), units, side: sheet.units[units[0]].side, turn: turns[0] ?? null, hexes: [], due: game.due.includes(group), when, words: 'They come on by themselves.' };
  });
}

/** What a group of reinforcements is called: by its corps, or by its division. @param {import('./types.js').UnitFacts[]} units */
function titleOf(units) {
  const [{ corps, division, called }] = units;
  const one = (/** @type {'corps' | 'division'} */ key) => units.every((unit) => unit[key] === units[0][key]);
  if (division && one('division')) return divisionWords(division);
  return corps && one('corps') ? corpsWords(corps) : called;
}
