// Starts the program and a browser for the tests, and stops both.
//
// LONGROLL_PROGRAM names the program, LONGROLL_CHROMIUM the browser, LONGROLL_SCREENS the folder where
// pictures of the screens are kept; `cargo xtask web` sets all three. LONGROLL_WEB names a folder that the page is read
// from instead of the program: whoever works on the page need not build it anew.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, mkdir, rm } from 'node:fs/promises';
import { after, before } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const PROGRAM = process.env.LONGROLL_PROGRAM ?? '../target/debug/longroll';
const WEB = process.env.LONGROLL_WEB;
const CHROMIUM = process.env.LONGROLL_CHROMIUM ?? '/usr/bin/chromium';
export const SCREENS = process.env.LONGROLL_SCREENS ?? fileURLToPath(new URL('../../out/screens', import.meta.url));

/** Passes over a test that takes too long for every day: `test(name, { skip: exceptInSoak }, …)`. */
export const exceptInSoak = process.env.LONGROLL_SOAK === undefined && 'it is long: cargo xtask soak runs it';

/** A server of its own on a folder of its own. */
export class Server {
  /** @param {string[]} [more] options of the program @param {number} [port] */
  static async start(more = [], port = 0) {
    const data = await mkdtemp(join(tmpdir(), 'longroll-test-'));
    const server = new Server(data, more);
    await server.run(port);
    return server;
  }

  /** On a folder, with more arguments than usual. */
  constructor(data, more = []) {
    this.data = data;
    this.more = more;
  }

  /** Starts the program; port 0 lets the system choose one. */
  async run(port) {
    this.child = spawn(PROGRAM, ['serve', '--port', String(port), '--data', this.data, '--no-open', ...(WEB ? ['--web', WEB] : []), ...this.more], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let told = '';
    this.url = await new Promise((resolve, reject) => {
      const listen = (chunk) => {
        told += chunk;
        const found = told.match(/http:\/\/[^\s/]+:(\d+)/);
        if (found) resolve(found[0]);
      };
      this.child.stdout.on('data', listen);
      this.child.stderr.on('data', listen);
      this.child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${told}`)));
      this.child.on('error', reject);
    });
    this.port = Number(new URL(this.url).port);
  }

  /** Ends the program at once, as a failure of power would. */
  async kill() {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  /** Starts it again at the same address. */
  async restart() {
    await this.run(this.port);
  }

  async stop() {
    await this.#end();
    await rm(this.data, { recursive: true, force: true });
  }

  /** Ends the program as whoever hosts it does; its games are left. */
  async #end() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGINT');
    await gone;
  }

  /** Another server at which every game stands as it does here, to the last token and seed. */
  async twin() {
    await this.#end();
    const data = await mkdtemp(join(tmpdir(), 'longroll-twin-'));
    await cp(this.data, data, { recursive: true });
    const other = new Server(data);
    await Promise.all([this.restart(), other.run(0)]);
    return other;
  }

  /** A request to the server, as a program would make it. */
  async ask(method, path, { token, body } = {}) {
    const headers = {};
    if (token) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    const value = type.includes('json') && !type.includes('ndjson') ? JSON.parse(text) : text;
    if (!answer.ok) throw Object.assign(new Error(`${method} ${path}: ${text}`), { status: answer.status });
    return value;
  }

  /** Gives a number to the dice for every seat that is held, as pages do: the game begins. */
  async sitDown(game) {
    for (const side of ['union', 'confederate'].filter((seat) => game.tokens[seat] && game.view.fair.wanted.includes(seat))) {
      const body = { request: `sit-down-${side}`, bytes: randomBytes(32).toString('hex') };
      const { view } = await this.ask('POST', `/games/${game.id}/dice/contribution`, { token: game.tokens[side], body });
      game.view = { ...view, you: game.view.you };
    }
  }

  /**
   * Seats two people at a table where dice may be set by hand. Invitations are redeemed, so that `tokens` has both
   * seats; with `invite` they are left for the guests.
   */
  async newGame(battle, { invite = false, ...more } = {}) {
    const seats = { union: { holder: 'link', name: 'Ann' }, confederate: { holder: 'link', name: 'Bob' } };
    const game = await this.ask('POST', '/games', { body: { battle, options: [], seats, undo: 'until_die', dice: 'by_hand', ...more } });
    for (const [side, invitation] of invite ? [] : Object.entries(game.invitations ?? {})) {
      game.tokens[side] = randomBytes(32).toString('base64url');
      const { view } = await this.ask('POST', `/games/${game.id}/redeem`, { token: invitation, body: { token: game.tokens[side] } });
      game.view = { ...game.view, seats: view.seats, seq: view.seq };
    }
    if (!invite) await this.sitDown(game);
    return game;
  }
}

/**
 * A server and a browser for the tests of one file, started before the first and stopped after the last.
 * @param {(house: {server: Server, browser: import('playwright-core').Browser}) => Promise<void>} [furnish] what is
 *   done once both are there
 * @param {() => Promise<Server>} [start] how the server is started
 */
export function openHouse(furnish = async () => {}, start = () => Server.start()) {
  const house = /** @type {{server: Server, browser: import('playwright-core').Browser}} */ ({});
  before(async () => {
    house.server = await start();
    house.browser = await startBrowser();
    await furnish(house);
  });
  after(async () => {
    await house.browser?.close();
    await house.server?.stop();
  });
  return house;
}

async function startBrowser() {
  await mkdir(SCREENS, { recursive: true });
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });
}

/** A person at a screen: a browser with its own memory. Anything that goes wrong on the page is kept. */
export async function person(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce', ...options });
  // Longer than anything takes on a slow machine: only what hangs is given up.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  page.troubles = [];
  page.on('pageerror', (error) => page.troubles.push(`page: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // A server that was away on purpose, and refusals that a test provokes, are told by the browser too.
    const expected = /Failed to load resource|net::ERR_/.test(message.text());
    if (message.type() === 'error' && !expected) page.troubles.push(`console: ${message.text()}`);
  });
  return page;
}

/** Keeps a picture of the screen. */
export async function keep(page, name) {
  await page.screenshot({ path: join(SCREENS, `${name}.png`) });
}

/** Takes a seat by its link. */
export async function takeSeat(page, server, id, token) {
  await page.goto(`${server.url}/#/join/${id}/${token}`);
  await page.waitForSelector('[data-board] [data-unit]');
}

/** Waits until the decision is this one. */
export async function decides(page, decision) {
  await page.waitForSelector(`[data-decision="${decision}"]`);
}

/** Waits until a unit stands in a hex. */
export async function stands(page, unit, hex) {
  await page.waitForSelector(`[data-board] [data-unit="${unit}"][data-at="${hex}"]`);
}

/** Waits until a unit does not stand in a hex. */
export async function standsElsewhere(page, unit, hex) {
  await page.waitForSelector(`[data-board] [data-unit="${unit}"]:not([data-at="${hex}"])`);
}

/** The selector of a hex. */
export const cell = (hex) => `[data-board] path.cell[data-cell="${hex}"]`;

/** The selector of a counter. */
export const counter = (unit) => `[data-board] [data-unit="${unit}"]`;

/** Where something is on the screen once it keeps still: its middle, and how wide it is. */
export async function middle(page, selector) {
  const thing = page.locator(selector).first();
  await (await thing.elementHandle()).waitForElementState('stable');
  const box = await thing.boundingBox();
  if (!box) throw new Error(`${selector} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}

/** Tells all that went wrong on the pages of some people, and sends them home. */
export async function farewell(...pages) {
  assert.deepEqual(pages.flatMap((page) => page.troubles), []);
  for (const page of pages) await page.context().close();
}
