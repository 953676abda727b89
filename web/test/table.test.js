import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Problem } from '../js/api.js';
import * as store from '../js/store.js';
import { readingRole } from '../js/sitting.js';
import { Table } from '../js/table.js';

/** A server of one game, just enough to be asked; faults are set from outside. */
class FakeServer {
  version = 1;
  seq = 1;
  entries = [];
  calls = [];
  requests = new Map();
  /** Views that are answered before the true one. */
  views = [];
  draw = null;
  faults = [];
  commitment = 'first';
  confederate = { name: null, holder: 'here', connected: false };
  undoneBy = null;
  steps = 0;
  seed = null;
  /** @type {ReadableStreamDefaultController<Uint8Array>[]} */
  lines = [];

  view(role) {
    return {
      id: 'g', version: this.version, seq: this.seq, steps: this.steps, battle: 'blue-gray/antietam', scenario: 's', options: [], title: 'Antietam', status: 'playing',
      you: { role }, seats: { union: { name: null, holder: 'me', connected: true }, confederate: this.confederate },
      undo: { policy: 'until_die', can: true, why_not: null, asked: null, by: this.undoneBy }, draw: this.draw, orders: role === 'union' ? { union: { advance: 'never' } } : {},
      decision: { side: 'union', kind: 'movement', words: '' }, game: {}, commitment: this.commitment, seed: this.seed,
    };
  }

  news(kind = 'action', version = this.version) {
    this.seq += 1;
    const entry = { seq: this.seq, version, kind, by: 'union' };
    this.entries.push(entry);
    return entry;
  }

  say(entry) {
    this.push(`id: ${entry.seq}\nevent: news\ndata: ${JSON.stringify(entry)}\n\n`);
  }

  push(text) {
    this.lines.at(-1).enqueue(new TextEncoder().encode(text));
  }

  fetch = async (url, options) => {
    const path = url.replace('/api/v1', '');
    const role = options.headers.Authorization?.replace('Bearer ', '');
    const body = options.body ? JSON.parse(options.body) : null;
    this.calls.push({ method: options.method ?? 'GET', path, role, body, headers: options.headers });
    const fault = this.faults.find((candidate) => path.includes(candidate.path));
    if (fault) {
      this.faults.splice(this.faults.indexOf(fault), 1);
      if (fault.done) this.carryOut(body);
      if (fault.status) return json(fault.document, fault.status);
      throw new TypeError('network');
    }
    return this.answer(path, role, body, options);
  };

  carryOut(body) {
    if (this.requests.has(body.request)) return this.requests.get(body.request);
    this.version += 1;
    const answer = { version: this.version, news: [this.news()] };
    this.requests.set(body.request, answer);
    return answer;
  }

  answer(path, role, body, options) {
    if (path === '/games/g/stream') {
      const stream = new ReadableStream({ start: (controller) => { this.lines.push(controller); } });
      options.signal.addEventListener('abort', () => { try { this.lines.at(-1).error(new Error('aborted')); } catch { /* closed */ } });
      if (!options.headers['Last-Event-ID']) this.push(`event: hello\ndata: {"seq":${this.seq},"version":${this.version}}\n\n`);
      return new Response(stream);
    }
    if (path === '/games/g') {
      const tag = `"v${this.version}.${this.seq}"`;
      if (options.headers['If-None-Match'] === tag) return new Response(null, { status: 304 });
      return json(this.views.shift() ?? this.view(role), 200, { ETag: tag });
    }
    if (['actions', 'draw', 'resign', 'take-back'].some((command) => path === `/games/g/${command}`)) {
      const known = this.requests.has(body.request);
      const stale = body.version !== this.version && (path === '/games/g/actions' || body.version !== undefined);
      if (!known && stale) return json({ type: 'stale-version', title: 'Stale', version: this.version }, 409);
      return json({ ...this.carryOut(body), repeated: known, view: this.view(role) });
    }
    if (path.startsWith('/games/g/entries')) {
      const after = Number(path.split('=')[1]);
      return json({ entries: this.entries.filter((entry) => entry.seq > after) });
    }
    if (path === '/games/g/ask') return json({ asked: body });
    if (path.includes('/sheet')) return json({ battle: 'blue-gray/antietam' });
    return json({ type: 'unknown-route', title: 'No such route' }, 404);
  }
}

const json = (value, status = 200, headers = {}) => new Response(JSON.stringify(value), { status, headers });

/** Waits until something is so, for at most two seconds of small steps. */
async function until(condition, what) {
  for (let step = 0; step < 400; step += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail(`did not come about: ${what}`);
}

let server;
let table;
const realFetch = globalThis.fetch;

beforeEach(() => {
  server = new FakeServer();
  globalThis.fetch = server.fetch;
  store.forget('g');
  store.keep('g', { tokens: { owner: 'owner', union: 'union' } });
});
afterEach(() => {
  table?.close();
  table = null;
  globalThis.fetch = realFetch;
});

/** Opens the table and writes down what it tells. */
async function open() {
  table = await Table.open('g');
  const told = [];
  for (const name of ['news', 'story', 'view', 'problem', 'connection']) {
    table.addEventListener(name, (event) => told.push([name, event.detail]));
  }
  await until(() => table.seq !== null, 'the first word of the stream');
  return told;
}
const only = (told, name) => told.filter(([kind]) => kind === name).map(([, detail]) => detail);

test('the commitment shown first is kept, and none that comes with the seed', async () => {
  await open();
  assert.equal(store.game('g').commitment, 'first');
  table.close();
  server.commitment = 'forged';
  await open();
  assert.equal(store.game('g').commitment, 'first');
  table.close();
  store.forget('g');
  store.keep('g', { tokens: { owner: 'owner' } });
  server.seed = 'seed';
  await open();
  assert.equal(store.game('g').commitment, undefined);
});

test('the seat held is the role read with; both seats are read with the owner’s eye', () => {
  assert.equal(readingRole({ owner: 'a', union: 'b' }), 'union');
  assert.equal(readingRole({ owner: 'a', union: 'b', confederate: 'c' }), 'owner');
  assert.equal(readingRole({ union: 'b', confederate: 'c' }), 'union');
  assert.equal(readingRole({ owner: 'a' }), 'owner');
  assert.equal(readingRole({ watch: 'w' }), 'watch');
  assert.equal(readingRole({}), null);
});

test('a game nobody holds a link to is a problem, not a crash', async () => {
  store.forget('g');
  await assert.rejects(Table.open('g'), (fault) => fault instanceof Problem && fault.type === 'no-token');
});

test('an action is told by the answer and by the stream, news before the view', async () => {
  const told = await open();
  await table.act({ move: 1 });
  server.say(server.entries[0]);
  const entry = server.news('talk');
  server.say(entry);
  await until(() => only(told, 'news').length >= 3, 'the talk');
  assert.deepEqual(only(told, 'news').map(({ seq }) => seq), [2, 2, 3], 'whoever shows the story leaves out what he knows');
  const order = told.map(([name]) => name).filter((name) => name === 'news' || name === 'view');
  assert.ok(order.indexOf('news') < order.indexOf('view'));
  assert.equal(table.view.version, 2);
});

test('the same action asked twice at once is one request', async () => {
  await open();
  const [first, second] = await Promise.all([table.act({ end_phase: {} }), table.act({ end_phase: {} })]);
  assert.equal(first, second);
  assert.equal(server.version, 2);
  assert.equal(table.busy, false);
});

test('different actions queue, each with the version the last one left', async () => {
  await open();
  await Promise.all([table.act({ move: 1 }), table.act({ move: 2 })]);
  const sent = server.calls.filter(({ path }) => path.endsWith('/actions'));
  assert.deepEqual(sent.map(({ body }) => body.version), [1, 2]);
});

test('an action whose answer was lost is sent again under the same id and happens once', async () => {
  const told = await open();
  server.faults.push({ path: '/actions', done: true });
  const answer = await table.act({ move: 1 });
  const sent = server.calls.filter(({ path }) => path.endsWith('/actions'));
  assert.equal(sent.length, 2);
  assert.equal(sent[0].body.request, sent[1].body.request);
  assert.equal(answer.repeated, true);
  assert.equal(server.version, 2);
  assert.deepEqual(only(told, 'problem'), []);
  assert.deepEqual(only(told, 'connection'), ['away', 'live'], 'the stream was never down');
});

test('a view asked for while an older one is on its way is asked for again', async () => {
  await open();
  const first = table.refresh();
  server.version = 9;
  server.news();
  const second = table.refresh();
  await Promise.all([first, second]);
  assert.equal(table.view.version, 9);
});

test('a view older than the one shown is dropped, also one of the same version', async () => {
  const told = await open();
  const old = server.view('union');
  server.draw = { by: 'confederate' };
  server.say(server.news('draw_offered'));
  await until(() => table.view.draw !== null, 'the offer');
  server.views.push(old);
  await table.refresh();
  server.news('talk');
  server.views.push(old);
  await table.refresh();
  assert.deepEqual(table.view.draw, { by: 'confederate' });
  assert.equal(only(told, 'view').length, 1);
});

test('what means the same however the game has gone on never comes too late', async () => {
  await open();
  server.version += 3;
  await table.offerDraw({ side: 'union' });
  server.version += 3;
  await table.askTakeBack(0, { side: 'union' });
  server.version += 3;
  await table.resign({ side: 'union' });
  server.version += 3;
  await assert.rejects(() => table.answerDraw('accept'), (fault) => fault.type === 'stale-version');
});

test('an offer that is withdrawn leaves the other page too', async () => {
  await open();
  server.draw = { by: 'confederate' };
  server.say(server.news('draw_offered'));
  await until(() => table.view.draw !== null, 'the offer');
  server.draw = null;
  server.say(server.news('draw_withdrawn'));
  await until(() => table.view.draw === null, 'its withdrawal');
});

test('words said at the table are told and show nothing anew', async () => {
  const told = await open();
  server.say(server.news('talk'));
  await until(() => only(told, 'news').length === 1, 'the talk');
  await table.refresh();
  assert.equal(table.view.seq, 2);
  assert.deepEqual(only(told, 'view'), []);
});

test('a stale version fetches the right view, then tells the problem', async () => {
  const told = await open();
  server.version = 5;
  await assert.rejects(table.act({ move: 1 }), (fault) => fault.type === 'stale-version');
  assert.equal(table.view.version, 5);
  assert.equal(only(told, 'problem').length, 1);
});

test('a refusal is passed on with its rule; quiet keeps it from being told', async () => {
  const told = await open();
  server.faults.push({ path: '/actions', status: 422, document: { type: 'refused', title: 'Refused', rule: 'BG 5.13', reason: 'why', link: 'blue-gray/bg-5.13' } });
  await assert.rejects(table.act({ move: 1 }, { quiet: true }), (fault) => fault.rule === 'BG 5.13' && fault.link === 'blue-gray/bg-5.13');
  assert.deepEqual(only(told, 'problem'), []);
});

test('news with a gap are told as they come, with how far the story goes', async () => {
  const told = await open();
  server.version = 2;
  server.news();
  server.version = 3;
  server.news();
  server.version = 4;
  server.say(server.news());
  await until(() => table.view.version === 4, 'the newest view');
  assert.deepEqual(only(told, 'news').map(({ seq }) => seq), [4]);
  assert.equal(only(told, 'story').at(-1), 4);
  assert.deepEqual((await table.entries(1)).map(({ seq }) => seq), [2, 3, 4]);
});

test('after the line broke it resumes where it was, with the state right', async () => {
  const told = await open();
  server.version = 2;
  const missed = server.news();
  server.lines.at(-1).error(new Error('gone'));
  await until(() => server.lines.length === 2, 'a second stream');
  const again = server.calls.filter(({ path }) => path.endsWith('/stream')).at(-1);
  assert.equal(again.headers['Last-Event-ID'], '1');
  server.say(missed);
  await until(() => only(told, 'news').length === 1, 'the missed entry');
  await until(() => table.view.version === 2, 'the newest view');
  assert.deepEqual(only(told, 'connection'), ['away', 'live']);
});

test('a stream that is refused for good is told and not asked for again', async () => {
  const told = await open();
  server.faults.push({ path: '/stream', status: 401, document: { type: 'bad-token', title: 'No' } });
  server.lines.at(-1).error(new Error('gone'));
  await until(() => only(told, 'problem').length === 1, 'the refusal');
  assert.equal(only(told, 'problem')[0].type, 'bad-token');
  assert.equal(table.connection, 'closed');
});

test('a question is asked once a version', async () => {
  await open();
  const asked = () => server.calls.filter(({ path }) => path.endsWith('/ask')).length;
  await Promise.all([table.ask({ reach: { unit: 'Hood' } }), table.ask({ reach: { unit: 'Hood' } })]);
  assert.equal(asked(), 1);
  await table.act({ move: 1 });
  await table.ask({ reach: { unit: 'Hood' } });
  assert.equal(asked(), 2);
  await table.ask({ reach: { unit: 'Hood' } }, { step: 0 });
  await table.act({ move: 2 });
  await table.ask({ reach: { unit: 'Hood' } }, { step: 0 });
  assert.equal(asked(), 3, 'an earlier step never changes');
});

test('who came to the table is told without a new version', async () => {
  await open();
  const seats = new Promise((resolve) => table.addEventListener('presence', (event) => resolve(event.detail), { once: true }));
  server.push('event: presence\ndata: {"union":true,"confederate":true}\n\n');
  assert.equal((await seats).confederate.connected, true);
  assert.equal(table.view.seats.confederate.connected, true);
});

test('what was taken back, by whomever, is no march to be undone as one', async () => {
  server.steps = 8;
  await open();
  table.together = [{ from: 1, to: 3 }, { from: 5, to: 8 }];
  server.steps = 4;
  server.seq += 1;
  server.version += 1;
  await table.refresh();
  assert.deepEqual(table.together, [{ from: 1, to: 3 }]);
  // Steps that stand in the place of those taken back may be there before the view is.
  const heard = new Promise((resolve) => table.addEventListener('news', resolve, { once: true }));
  server.say({ ...server.news('take_back_granted'), to: 2 });
  await heard;
  assert.deepEqual(table.together, []);
});

test('a seat that a computer plays is nobody’s here, though its key is kept', async () => {
  store.keep('g', { tokens: { confederate: 'confederate' } });
  server.confederate = { name: null, holder: 'computer', level: 'captain', connected: true, thinking: false };
  server.undoneBy = 'union';
  await open();
  assert.deepEqual([table.seats, table.keys], [['union'], ['union', 'confederate']]);
  const seats = new Promise((resolve) => table.addEventListener('presence', (event) => resolve(event.detail), { once: true }));
  server.push('event: presence\ndata: {"union":true,"confederate":false,"thinking":"confederate"}\n\n');
  const { union, confederate } = await seats;
  assert.deepEqual([confederate.thinking, confederate.connected, union.thinking], [true, true, undefined]);
  // While the computer is to decide, an undo is still the person's own.
  table.view = { ...table.view, decision: { side: 'confederate', kind: 'movement', words: '' } };
  assert.equal(table.mine, false);
  await table.undo({ quiet: true }).catch(() => undefined);
  assert.equal(server.calls.findLast(({ path }) => path.endsWith('/undo'))?.role, 'union');
});

test('a computer is seated with the key of its seat, or else the owner’s', async () => {
  await open();
  await table.seatComputer('confederate', 'recruit').catch(() => undefined);
  await table.seatComputer('union', null).catch(() => undefined);
  const shown = () => server.calls.findLast(({ path }) => path.endsWith('/computer'))?.body.shown;
  assert.equal(shown(), undefined, 'no screen has said what it shows');
  table.seen = () => 17;
  await table.seatComputer('union', null).catch(() => undefined);
  assert.equal(shown(), 17, 'a seat is taken after what has been shown');
  const asked = server.calls.filter(({ path }) => path.endsWith('/computer')).map(({ method, path, role, body }) => [method, path, role, body.level]);
  assert.deepEqual(asked, [
    ['PUT', '/games/g/seats/confederate/computer', 'owner', 'recruit'],
    ['PUT', '/games/g/seats/union/computer', 'union', null],
    ['PUT', '/games/g/seats/union/computer', 'union', null],
  ]);
});
