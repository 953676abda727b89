/**
 * The witnesses of a record: the chains that two browsers deposited, and the links they showed, each checked against
 * what was shown before it. The same as the program does.
 */

import { hex } from './blake3.js';
import { linkBack, readSeed } from './dice.js';

/** The most links that a chain may have. */
export const MOST_LINKS = 10_000;

const HASH = /^[0-9a-f]{64}$/;
const SIDES = /** @type {const} */ (['union', 'confederate']);

/**
 * A chain as far as it was shown, and a link of it, with the chain's end.
 * @typedef {{end: string, links: number, at: number, last: string}} Chain
 * @typedef {{at: number, link: Uint8Array, end: string}} Used
 * @typedef {{union: Used, confederate: Used}} Links
 */

/** The chains along a record. */
export class Witnesses {
  /** @type {Record<string, Chain>} */
  #chains = {};
  /** How many throws were witnessed. */
  throws = 0;
  /** Whether both went on with the host's dice. */
  agreed = false;
  /** How many chains were deposited anew. */
  renewed = 0;

  /** @param {boolean} active whether throws are witnessed */
  constructor(active) {
    this.active = active;
  }

  /** @param {any} chain */
  deposit(chain) {
    if (!this.active) throw new Error('a chain is deposited, but the dice are not witnessed');
    const { by, end, links, ...more } = chain ?? {};
    const right = SIDES.includes(by) && HASH.test(end) && Number.isInteger(links) && links >= 1 && links <= MOST_LINKS && Object.keys(more).length === 0;
    if (!right) throw new Error('a chain is not what it should be');
    if (this.#chains[by]) this.renewed += 1;
    this.#chains[by] = { end, links, at: 0, last: end };
  }

  /** @param {'union' | 'confederate'} side @param {any} used @returns {Used} */
  #show(side, used) {
    const chain = this.#chains[side];
    if (!chain) throw new Error(`no ${side} chain was deposited`);
    const { at, link, ...more } = used ?? {};
    if (!Number.isInteger(at) || at <= chain.at || at > chain.links || !HASH.test(link) || Object.keys(more).length > 0) {
      throw new Error(`a link of the ${side} chain is not a later one than those before`);
    }
    const bytes = /** @type {Uint8Array} */ (readSeed(link));
    if (hex(linkBack(bytes, at - chain.at)) !== chain.last) throw new Error(`link ${at} is not of the ${side} chain that was deposited`);
    this.#chains[side] = { ...chain, at, last: link };
    return { at, link: bytes, end: chain.end };
  }

  /** @param {any} links @returns {Links} */
  #both(links) {
    const { union, confederate, ...more } = links ?? {};
    if (Object.keys(more).length > 0) throw new Error('there are links of nobody');
    return { union: this.#show('union', union), confederate: this.#show('confederate', confederate) };
  }

  /** The links of a line: what draws under witnesses has them, and nothing else. @param {any} links @param {boolean} drew @returns {Links | null} */
  check(links, drew) {
    if (links === undefined) {
      if (this.active && drew) throw new Error('dice were thrown without their witnesses');
      return null;
    }
    if (!this.active || !drew) throw new Error('there are links of witnesses, but no witnessed throw');
    this.throws += 1;
    return this.#both(links);
  }

  /** Both go on with the host's dice. @param {any} links @returns {Links} */
  goOnWithHost(links) {
    if (!this.active) throw new Error('the host’s dice are agreed upon, but the dice are not witnessed');
    const shown = this.#both(links);
    this.active = false;
    this.agreed = true;
    return shown;
  }
}
