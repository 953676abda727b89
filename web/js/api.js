/**
 * The server's HTTP interface: one function a route, answers as they come, every fault a `Problem`.
 * Retries, versions and news are `table.js`'s affair.
 *
 * @import { Answer, Assessment, BattleCard, Computer, Created, Entry, Hint, NewGame, ReviewAnswer, Rulebook, Role, Sheet, Side, StandingOrders, Steps, StepView, Summary, Verdict, View } from './types.js'
 */

const PREFIX = '/api/v1';
const PATIENCE = 20_000;

/**
 * Anything that went wrong with a request: a problem document of the server, or type
 * `unreachable` (status 0) when no answer came.
 */
export class Problem extends Error {
  /** @param {{type?: string, title?: string, status?: number, detail?: string, rule?: string, reason?: string, link?: string, version?: number}} document */
  constructor(document) {
    const title = document.title ?? 'Something went wrong';
    super(document.detail ?? document.reason ?? title);
    this.name = 'Problem';
    /** The last word of the document's type: "stale-version". */
    this.type = (document.type ?? 'internal').replace(/^.*[/:#]/, '');
    this.title = title;
    this.status = document.status ?? 0;
    this.detail = document.detail ?? null;
    this.rule = document.rule ?? null;
    this.reason = document.reason ?? null;
    this.link = document.link ?? null;
    this.version = document.version ?? null;
  }

  /** Whether the same request may be sent again in the hope of a better answer. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/**
 * @typedef {{token?: string | null, body?: unknown, text?: string, signal?: AbortSignal,
 *   headers?: Record<string, string>, patience?: number}} RequestOptions
 */

/**
 * Sends a request and gives the bare response; any status but 2xx and 304 is a `Problem`.
 * @param {string} method
 * @param {string} path below the prefix, or absolute if it begins with the prefix
 * @param {RequestOptions} [options]
 * @returns {Promise<Response>}
 */
export async function send(method, path, { token, body, text, signal, headers, patience = PATIENCE } = {}) {
  /** @type {Record<string, string>} */
  const sent = { Accept: 'application/json', ...headers };
  if (token) sent.Authorization = `Bearer ${token}`;
  if (body !== undefined) sent['Content-Type'] = 'application/json';
  if (text !== undefined) sent['Content-Type'] = 'application/x-ndjson';
  const limits = [patience > 0 ? AbortSignal.timeout(patience) : null, signal ?? null];
  let response;
  try {
    response = await fetch(path.startsWith(PREFIX) ? path : PREFIX + path, {
      method,
      headers: sent,
      body: body !== undefined ? JSON.stringify(body) : text,
      signal: AbortSignal.any(limits.filter((limit) => limit !== null)),
      cache: method === 'GET' ? 'default' : 'no-store',
    });
  } catch (fault) {
    if (signal?.aborted) throw signal.reason ?? fault;
    throw new Problem({
      type: 'unreachable',
      title: 'The table cannot be reached',
      detail: 'No answer from the server. Your last choice may not have arrived.',
    });
  }
  if (!response.ok && response.status !== 304) throw await problemOf(response);
  return response;
}

/** @param {Response} response @returns {Promise<Problem>} */
export async function problemOf(response) {
  const fallback = { title: `The server answered ${response.status}`, status: response.status };
  try {
    const document = await response.json();
    return new Problem({ ...fallback, ...document, status: response.status });
  } catch {
    return new Problem({ ...fallback, type: response.status === 429 ? 'too-many-requests' : 'internal' });
  }
}

/**
 * Sends a request and reads the JSON of the answer.
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions} [options]
 * @returns {Promise<any>}
 */
export async function call(method, path, options) {
  const response = await send(method, path, options);
  return response.status === 204 ? null : json(response);
}

/** @param {Response} response @returns {Promise<any>} */
async function json(response) {
  try {
    return await response.json();
  } catch {
    throw new Problem({ type: 'unreachable', title: 'The answer broke off', detail: 'The answer of the server could not be read.' });
  }
}

const part = encodeURIComponent;
/** @param {string} id */
const at = (id) => `/games/${part(id)}`;
/** @param {string} battle */
const battlePath = (battle) => `/battles/${battle.split('/').map(part).join('/')}`;

/** An id for a request, so that sending it twice does nothing twice. */
export function requestId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The address under which others reach this server, if it has told one. @type {string | null} */
let publicAddress = null;

/** @returns {Promise<{battles: BattleCard[], computers?: Computer[], public_url?: string | null, open_tables?: boolean}>} */
export async function battles() {
  const answer = await call('GET', '/battles');
  publicAddress = answer.public_url?.replace(/\/+$/, '') ?? null;
  return answer;
}

/** Whether the server said under which address others reach it. */
export const hasPublicAddress = () => publicAddress !== null;

/**
 * @param {string} battle
 * @param {{scenario?: string | null, options?: string[], theme?: string}} [choice]
 * @returns {Promise<Sheet>}
 */
export function sheet(battle, { scenario, options = [], theme = 'light' } = {}) {
  const query = new URLSearchParams({ theme });
  if (scenario) query.set('scenario', scenario);
  if (options.length > 0) query.set('options', options.join(','));
  return call('GET', `${battlePath(battle)}/sheet?${query}`);
}

/**
 * A drawing of the server (map or legend) as text.
 * @param {string} path
 * @returns {Promise<string>}
 */
export function drawing(path) {
  const coming = drawings.get(path);
  drawings.delete(path);
  return coming ?? fetchDrawing(path);
}

/** Drawings that were asked for before they were wanted. @type {Map<string, Promise<string>>} */
const drawings = new Map();

/** Lets a drawing come before it is wanted. @param {string} path */
export function expectDrawing(path) {
  if (drawings.has(path)) return;
  const coming = fetchDrawing(path);
  drawings.set(path, coming);
  // Whoever wants it hears of a fault, or asks again.
  coming.catch(() => drawings.delete(path));
}

/** @param {string} path */
async function fetchDrawing(path) {
  return (await send('GET', path, { headers: { Accept: 'image/svg+xml' } })).text();
}

/** The address of a battle's picture. @param {string} battle @param {'map.svg' | 'legend.svg' | 'card.png' | 'card-small.png'} what @param {string} theme */
export const picture = (battle, what, theme) => `${PREFIX}${battlePath(battle)}/${what}?theme=${part(theme)}`;

/** The guided first battle. @param {string} battle @returns {Promise<import('./learn/course.js').Lesson>} */
export const lesson = (battle) => call('GET', `${battlePath(battle)}/lesson`);

/** The puzzles of a battle, without their answers. @param {string} battle @returns {Promise<{scenario: string | null, puzzles: import('./learn/puzzle.js').Puzzle[]}>} */
export const puzzles = (battle) => call('GET', `${battlePath(battle)}/puzzles`);

/** What an answer to a puzzle is worth. @param {string} battle @param {string} puzzle @param {Record<string, any>} action @returns {Promise<import('./parts/puzzle-card.js').Verdict>} */
export const answerPuzzle = (battle, puzzle, action) => call('POST', `${battlePath(battle)}/puzzles/${part(puzzle)}`, { body: { action }, patience: 60_000 });

/** @param {NewGame} choice @returns {Promise<Created>} */
export const createGame = (choice) => call('POST', '/games', { body: choice });

/**
 * The view of a game and its tag; the view is `null` if the tag given is still right.
 * @param {string} id
 * @param {string} token
 * @param {string | null} [tag] as the last answer gave it
 * @returns {Promise<{view: View | null, tag: string | null}>}
 */
export async function game(id, token, tag = null) {
  const response = await send('GET', at(id), { token, headers: tag ? { 'If-None-Match': tag } : {} });
  if (response.status === 304) return { view: null, tag };
  return { view: await json(response), tag: response.headers.get('ETag') };
}

/** @param {string} id @param {string} token @returns {Promise<Summary>} */
export const summary = (id, token) => call('GET', `${at(id)}/summary`, { token });

/**
 * Sends one of the commands that make a new version: `actions`, `undo`, `take-back`,
 * `take-back/answer`, `draw`, `resign`, `claim`, `pause`, `vacation`.
 * @param {string} id
 * @param {string} token
 * @param {string} command
 * @param {Record<string, unknown>} body
 * @returns {Promise<Answer>}
 */
export const command = (id, token, command, body) => call('POST', `${at(id)}/${command}`, { token, body });

/**
 * Whether a command means the same however the game has gone on: against a computer that moves fast it would
 * otherwise come too late again and again. @param {string} path @param {Record<string, unknown>} body
 */
export function isTimeless(path, body) {
  return ['talk', 'resign', 'take-back', 'pause', 'vacation'].includes(path) || (path === 'draw' && body.what !== 'accept');
}

/** Gives something to the dice: `contribution`, `chain`, `link` or `host`. @param {string} id @param {string} token @param {string} what @param {Record<string, unknown>} body @returns {Promise<Answer>} */
export const dice = (id, token, what, body) => call('POST', `${at(id)}/dice/${what}`, { token, body: { request: requestId(), ...body } });

/** @param {string} id @param {string} token @param {string} text @param {string} request @returns {Promise<Answer>} */
export const talk = (id, token, text, request) => call('POST', `${at(id)}/talk`, { token, body: { request, text } });

/** @param {string} id @param {string} token @param {Side} side @param {string | null} name @returns {Promise<any>} */
export const rename = (id, token, side, name) => call('PUT', `${at(id)}/seats/${side}`, { token, body: { name } });

/** @param {string} id @param {string} token @param {Side} side @param {StandingOrders} orders @returns {Promise<any>} */
export const setOrders = (id, token, side, orders) => call('PUT', `${at(id)}/seats/${side}/orders`, { token, body: orders });

/** @param {string} id @param {string} token @param {Side | 'watch'} role @returns {Promise<{token?: string, invitation?: string, waits: boolean}>} */
export const reissue = (id, token, role) => call('POST', `${at(id)}/seats/${role}/reissue`, { token });

/** @param {string} id @param {string} token @param {Side} side @param {boolean} grant @returns {Promise<Answer>} */
export const answerReissue = (id, token, side, grant) => call('POST', `${at(id)}/seats/${side}/reissue/answer`, { token, body: { grant } });

/** What an invitation is to. @param {string} id @param {string} invitation @returns {Promise<import('./types.js').InvitedTo>} */
export const invitedTo = (id, invitation) => call('GET', `${at(id)}/invitation`, { token: invitation });

/** Redeems an invitation for a token of one's own. @param {string} id @param {string} invitation @param {string} token @returns {Promise<{role: Role, repeated: boolean, view: View}>} */
export const redeem = (id, invitation, token) => call('POST', `${at(id)}/redeem`, { token: invitation, body: { token } });

/** Puts a new token in the place of the old. @param {string} id @param {string} old @param {string} token @returns {Promise<{role: Role, repeated: boolean, view: View}>} */
export const renew = (id, old, token) => call('POST', `${at(id)}/renew`, { token: old, body: { token } });

/** @param {string} id @param {string} token @returns {Promise<null>} */
export const deleteGame = (id, token) => call('DELETE', at(id), { token });

/** @param {string} id @param {string} token @param {Record<string, unknown>} body @returns {Promise<any>} */
export const ask = (id, token, body) => call('POST', `${at(id)}/ask`, { token, body });

/** @param {string} id @param {string} token @param {number} after @returns {Promise<{entries: Entry[]}>} */
export const entries = (id, token, after) => call('GET', `${at(id)}/entries?after=${after}`, { token });

/** The line of play; through the eyes of a side, once a hidden game is over. @param {string} id @param {string} token @param {Side | null} [eyes] @returns {Promise<Steps>} */
export const steps = (id, token, eyes = null) => call('GET', `${at(id)}/steps${through(eyes)}`, { token });

/** @param {string} id @param {string} token @param {number} step @param {Side | null} [eyes] @returns {Promise<StepView>} */
export const stepView = (id, token, step, eyes = null) => call('GET', `${at(id)}/steps/${step}${through(eyes)}`, { token });

/** @param {Side | null} eyes */
const through = (eyes) => (eyes ? `?eyes=${eyes}` : '');

/** The record of a game as JSON Lines. @param {string} id @param {string} token @returns {Promise<string>} */
export const record = async (id, token) => (await send('GET', `${at(id)}/record`, { token, headers: { Accept: '*/*' } })).text();

/** Lays a record on the table, to be watched. @param {string} text @returns {Promise<Created>} */
export const importRecord = (text) => call('POST', '/records', { text, patience: 120_000 });

/** @param {string} id @param {string} token @returns {Promise<Verdict>} */
export const verify = (id, token) => call('GET', `${at(id)}/verify`, { token });

/** @param {string} id @param {string} token @param {Record<string, unknown>} body @returns {Promise<Created>} */
export const branch = (id, token, body) => call('POST', `${at(id)}/branch`, { token, body });

/** Seats a computer, or with the level `null` gives the seat back, in a show after the entry `shown`. @param {string} id @param {string} token @param {Side} side @param {{request: string, level: string | null, shown?: number}} body @returns {Promise<Answer>} */
export const seatComputer = (id, token, side, body) => call('PUT', `${at(id)}/seats/${side}/computer`, { token, body });

/** What the staff would do. @param {string} id @param {string} token @param {{version?: number, level?: string}} body @returns {Promise<Hint>} */
export const hint = (id, token, body) => call('POST', `${at(id)}/hint`, { token, body, patience: 60_000 });

/** Says how much of a show of computers has been shown here. @param {string} id @param {string} token @param {number} seq @returns {Promise<void>} */
export const shown = async (id, token, seq) => void await send('POST', `${at(id)}/shown`, { token, body: { seq } });

/** What the position after a step promises. @param {string} id @param {string} token @param {number} step @returns {Promise<Assessment>} */
export const assessment = (id, token, step) => call('GET', `${at(id)}/assessment?step=${step}`, { token });

/** The review of a finished game, as far as it has come. @param {string} id @param {string} token @param {AbortSignal} [signal] @returns {Promise<ReviewAnswer>} */
export async function review(id, token, signal) {
  const response = await send('GET', `${at(id)}/review`, { token, signal });
  const answer = await json(response);
  if (response.status !== 202) return { review: answer };
  return { review: null, done: Number(answer.done) || 0, wait: Number(response.headers.get('Retry-After')) || 1 };
}

/** @param {string} book @returns {Promise<Rulebook>} */
export const rulebook = (book) => call('GET', `/rules/${part(book)}`);

/** The address of a game's stream of news. @param {string} id */
export const streamPath = (id) => `${PREFIX}${at(id)}/stream`;

/** The link that gives a role to whoever opens it. @param {string} id @param {string} token */
export function joinLink(id, token) {
  const address = publicAddress === null ? `${location.origin}${location.pathname}` : `${publicAddress}/`;
  return `${address}#/join/${part(id)}/${part(token)}`;
}

/** A name for the role, for a heading or a link. @param {Role} role */
export const roleName = (role) => ({ owner: 'the owner', union: 'the Union', confederate: 'the Confederacy', watch: 'a spectator' })[role];
