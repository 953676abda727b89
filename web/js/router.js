/**
 * Which screen an address names. Addresses are fragments (`#/game/ID`), so that a token in a link
 * reaches neither a server's log nor another site's referrer.
 *
 * @import { Screen } from './types.js'
 */

import { breathe } from './dom.js';

/** @typedef {{name: 'home' | 'new' | 'join' | 'game' | 'replay' | 'review' | 'rules' | 'map' | 'help' | 'learn' | 'lesson' | 'puzzle' | 'notices' | 'tables' | 'ratings' | 'player' | 'cups' | 'cup' | 'lost', params: Record<string, string>}} Route */
/** @typedef {Screen & {update?: (params: any) => boolean}} Shown `update` takes new parameters without a new screen, if it can */
/** @typedef {(root: HTMLElement, params: any) => Promise<Shown | void> | Shown | void} Mount */

/** @type {[RegExp, Route['name'], string[]][]} */
const PATTERNS = [
  [/^\/?$/, 'home', []],
  [/^\/new\/([^/]+)\/([^/]+)$/, 'new', ['system', 'name']],
  [/^\/map\/([^/]+)\/([^/]+)$/, 'map', ['system', 'name']],
  [/^\/join\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/, 'join', ['id', 'token', 'step']],
  [/^\/game\/([^/]+)$/, 'game', ['id']],
  [/^\/replay\/([^/]+)(?:\/([^/]+)(?:\/(?:(review)|(union|confederate)))?)?$/, 'replay', ['id', 'step', 'review', 'eyes']],
  [/^\/review\/([^/]+)$/, 'review', ['id']],
  [/^\/rules(?:\/([^/]+)(?:\/([^/]+))?)?$/, 'rules', ['book', 'anchor']],
  [/^\/help$/, 'help', []],
  [/^\/learn$/, 'learn', []],
  [/^\/learn\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/, 'lesson', ['system', 'name', 'step']],
  [/^\/notices\/(confirm|stop)\/([^/]+)$/, 'notices', ['what', 'key']],
  [/^\/tables$/, 'tables', []],
  [/^\/ratings$/, 'ratings', []],
  [/^\/cups$/, 'cups', []],
  [/^\/cup\/([^/]+)$/, 'cup', ['id']],
  [/^\/player\/([^/]+)$/, 'player', ['id']],
  [/^\/puzzles\/([^/]+)\/([^/]+)\/([^/]+)$/, 'puzzle', ['system', 'name', 'puzzle']],
];

/**
 * Reads a fragment.
 * @param {string} hash
 * @returns {Route}
 */
export function parse(hash) {
  const path = hash.replace(/^#/, '');
  for (const [pattern, name, names] of PATTERNS) {
    const match = pattern.exec(path);
    if (!match) continue;
    /** @type {Record<string, string>} */
    const params = {};
    names.forEach((key, index) => {
      if (match[index + 1] !== undefined) params[key] = decoded(match[index + 1]);
    });
    return { name, params };
  }
  return { name: 'lost', params: { path } };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Goes to an address.
 * @param {string} hash
 * @param {{replace?: boolean}} [options] `replace` leaves no trace of this one in the history
 */
export function go(hash, { replace = false } = {}) {
  if (replace) {
    history.replaceState(null, '', hash);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = hash;
}

/** The last game or replay that was open, for the way back to it. @type {string | null} */
let lastGame = null;

/** The way back to the table, or `null` if none was open. */
export const wayBack = () => lastGame;

/** Shows the screen of the address, and the next one's when it changes. */
export class Router {
  #root;
  #mounts;
  #failed;
  /** @type {Shown | null} */
  #shown = null;
  /** @type {Route['name'] | null} */
  #name = null;
  #turn = 0;

  /**
   * @param {HTMLElement} root
   * @param {Record<Route['name'], Mount>} mounts
   * @param {(root: HTMLElement, fault: unknown, retry: () => void) => void} failed shows what kept a screen from opening
   */
  constructor(root, mounts, failed) {
    this.#root = root;
    this.#mounts = mounts;
    this.#failed = failed;
  }

  /** Begins to follow the address. */
  start() {
    window.addEventListener('hashchange', () => this.#follow());
    this.#follow();
  }

  async #follow() {
    const { name, params } = parse(location.hash);
    if (name === 'game' || name === 'replay' || name === 'review') lastGame = location.hash;
    if (name === this.#name && this.#shown?.update?.(params)) return;
    const turn = ++this.#turn;
    this.#leave();
    this.#name = name;
    const root = document.createElement('div');
    root.className = `screen screen-${name}`;
    this.#root.replaceChildren(root);
    window.scrollTo(0, 0);
    try {
      const shown = (await this.#mounts[name](root, params)) ?? {};
      // The player went on while this screen was being fetched.
      if (turn !== this.#turn) shown.destroy?.();
      else this.#shown = shown;
    } catch (fault) {
      if (turn !== this.#turn) return;
      this.#name = null;
      // A game that does not open is nowhere to go back to.
      if (lastGame === location.hash) lastGame = null;
      this.#failed(root, fault, () => this.#follow());
    }
    if (turn === this.#turn) void this.#focus(root, turn);
  }

  /** Places the focus once the new screen has been laid out: earlier, the browser would have to do that at once. @param {HTMLElement} root @param {number} turn */
  async #focus(root, turn) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await breathe();
    if (turn === this.#turn) focusHeading(root);
  }

  #leave() {
    try {
      this.#shown?.destroy?.();
    } catch (fault) {
      console.error(fault);
    }
    this.#shown = null;
  }
}

/** Moves the focus to the new screen's heading, unless the screen placed it itself. @param {HTMLElement} root */
function focusHeading(root) {
  if (root.contains(document.activeElement)) return;
  const heading = root.querySelector('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
