// A table reaches its players: the panel "Tell me when it is my turn", with a mail server and a push service of the
// test's own, and the service worker that shows a notice while no page is open.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer as createWeb } from 'node:http';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { farewell, keep, openHouse, person, Server, takeSeat } from './harness.js';
import { faultsOf } from './looks.js';

const listen = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

/** A mail server: the mails it took, and somebody who waits for the next. */
class Post {
  mails = [];
  #waiting = [];

  async open() {
    this.server = createServer((socket) => this.#talk(socket));
    this.port = await listen(this.server);
  }

  #talk(socket) {
    let text = '';
    let data = false;
    socket.on('error', () => undefined);
    socket.write('220 post\r\n');
    socket.on('data', (chunk) => {
      text += chunk;
      for (;;) {
        const end = data ? '\r\n.\r\n' : '\r\n';
        const at = text.indexOf(end);
        if (at < 0) return;
        const line = text.slice(0, at);
        text = text.slice(at + end.length);
        if (data) this.#take(line.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))));
        const next = /^DATA/.test(line) && !data;
        socket.write(next ? '354 go on\r\n' : /^QUIT/.test(line) && !data ? '221 bye\r\n' : '250 yes\r\n');
        data = next;
      }
    });
  }

  #take(mail) {
    const waits = this.#waiting.shift();
    if (waits) waits(mail);
    else this.mails.push(mail);
  }

  /** The next mail. */
  async mail() {
    return this.mails.shift() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** A push service with one browser, whose messages it can open. */
class Service {
  key = createECDH('prime256v1');
  auth = randomBytes(16);
  #messages = [];
  #waiting = [];

  async open() {
    this.key.generateKeys();
    this.server = createWeb((request, answer) => {
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        answer.writeHead(201).end();
        const message = this.#unseal(Buffer.concat(parts));
        const waits = this.#waiting.shift();
        if (waits) waits(message);
        else this.#messages.push(message);
      });
    });
    this.endpoint = `http://127.0.0.1:${await listen(this.server)}/push/1`;
  }

  /** Opens a message (RFC 8291). */
  #unseal(sealed) {
    const salt = sealed.subarray(0, 16);
    const sender = sealed.subarray(21, 21 + sealed[20]);
    const body = sealed.subarray(21 + sealed[20]);
    const own = this.key.getPublicKey();
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
    const secret = hkdfSync('sha256', this.key.computeSecret(sender), this.auth, info, 32);
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16));
    const plain = Buffer.concat([cipher.update(body.subarray(0, -16)), cipher.final()]);
    return plain.subarray(0, -1).toString();
  }

  async message() {
    return this.#messages.shift() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** What a browser would say of its subscription here. */
  get subscription() {
    const text = (bytes) => bytes.toString('base64url');
    return { endpoint: this.endpoint, keys: { p256dh: text(this.key.getPublicKey()), auth: text(this.auth) } };
  }
}

const post = new Post();
const service = new Service();

const house = openHouse(async () => {}, async () => {
  await Promise.all([post.open(), service.open()]);
  // A public address is known only once the port is.
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => { probe.close(resolve); });
  return Server.start([
    '--public-url', `http://127.0.0.1:${port}`, '--allow-private-webhooks', '--mail-server', `127.0.0.1:${post.port}`,
    '--mail-from', 'Long Roll <table@example.org>', '--mail-tls', 'none',
  ], port);
});
after(() => {
  post.server?.close();
  service.server?.close();
});

async function openPanel(page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('Tell me when it is my turn…', { exact: true }).click();
  await page.getByRole('heading', { name: 'Tell me by' }).waitFor();
}

const way = (page, means) => page.locator(`.notice-way[data-means="${means}"]`);

test('a player is told by mail once he has confirmed his address, and stops it from the mail', { timeout: 360_000 }, async () => {
  const { server, browser } = house;
  const game = await server.newGame('blue-gray/antietam');
  const page = await person(browser);
  await takeSeat(page, server, game.id, game.tokens.confederate);
  await openPanel(page);
  assert.deepEqual(await faultsOf(page, { board: false }), []);
  // By keys alone.
  await page.getByRole('textbox', { name: 'Mail to this address' }).focus();
  await page.keyboard.type('guest@example.com');
  await page.keyboard.press('Enter');
  await way(page, 'mail').getByText('Not yet in use').waitFor();
  const asked = await post.mail();
  assert.match(asked, /^To: guest@example\.com/m);
  const [link] = /http:\/\/127\.0\.0\.1:\d+\/#\/notices\/confirm\/\S+/.exec(asked);
  const mailbox = await person(browser);
  await mailbox.goto(link);
  await mailbox.getByRole('heading', { name: 'Is this address yours?' }).waitFor();
  assert.deepEqual(await faultsOf(mailbox, { board: false }), []);
  await keep(mailbox, 'notices-confirm');
  await mailbox.getByRole('button', { name: 'Yes, tell me there' }).click();
  await mailbox.getByText('Done: you are told there from now on.').waitFor();
  await way(page, 'mail').getByRole('button', { name: /^Send a test/ }).click();
  const test = await post.mail();
  assert.match(test, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
  await way(page, 'mail').getByText('Last: a test, sent').waitFor();
  await way(page, 'mail').getByRole('combobox').selectOption('digest');
  await page.getByRole('button', { name: 'A feed for a reader of feeds' }).click();
  const feed = await page.getByRole('textbox', { name: 'Address of the feed' }).inputValue();
  assert.match(await (await fetch(feed)).text(), /<feed xmlns/);
  await page.getByRole('textbox', { name: /call of this address/i }).fill(`${service.endpoint.replace('push', 'hook')}`);
  assert.deepEqual(await faultsOf(page, { board: false }), []);
  await keep(page, 'notices-panel');
  // The other seat reads nothing of it, at its page or at its interface.
  const other = await server.ask('GET', `/games/${game.id}/seats/confederate/notices`, { token: game.tokens.union }).catch((error) => error.status);
  assert.equal(other, 403);
  const [stop] = /http:\/\/127\.0\.0\.1:\d+\/#\/notices\/stop\/\S+/.exec(test);
  await mailbox.goto(stop);
  await mailbox.getByRole('button', { name: 'Send nothing more' }).click();
  await mailbox.getByText('Done: the address is forgotten').waitFor();
  await way(page, 'mail').waitFor({ state: 'detached' });
  await farewell(page, mailbox);
});

test('a browser is told while the page is closed', { timeout: 360_000 }, async () => {
  const { server, browser } = house;
  const game = await server.newGame('blue-gray/antietam');
  const page = await person(browser);
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: server.url });
  // What the browser's own push service would give; none is reached from here.
  await page.addInitScript((subscription) => {
    const given = { endpoint: subscription.endpoint, toJSON: () => subscription, unsubscribe: async () => true, options: { applicationServerKey: null } };
    let known = null;
    PushManager.prototype.getSubscription = async () => known;
    PushManager.prototype.subscribe = async (options) => {
      if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('not as it should be');
      given.options = { applicationServerKey: options.applicationServerKey.buffer };
      known = given;
      return known;
    };
  }, service.subscription);
  await takeSeat(page, server, game.id, game.tokens.confederate);
  await openPanel(page);
  await page.getByRole('button', { name: /^Notices of this browser/ }).click();
  await way(page, 'push').getByText('Not yet in use').waitFor();
  const question = await service.message();
  assert.ok(JSON.parse(question).confirm);

  // The service worker answers, and shows it.
  const devtools = await context.newCDPSession(page);
  const registered = new Promise((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && resolve(registrations[0]));
  });
  await devtools.send('ServiceWorker.enable');
  const { registrationId, scopeURL } = await registered;
  assert.equal(scopeURL, `${server.url}/`);
  const deliver = (data) => devtools.send('ServiceWorker.deliverPushMessage', { origin: `${server.url}/`, registrationId, data });
  const shown = (title) => page.evaluate(async (wanted) => {
    for (;;) {
      const worker = await navigator.serviceWorker.getRegistration('/');
      const notices = await worker?.getNotifications() ?? [];
      const found = notices.find((notice) => notice.title.includes(wanted));
      if (found) return found.body;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, title);
  await deliver(question);
  assert.match(await shown('This browser tells you'), /also when the page is closed/);
  await way(page, 'push').getByRole('button', { name: /^Send a test/ }).click();
  await deliver(await service.message());
  assert.match(await shown('a test, and it works'), /confederate seat/i);
  await way(page, 'push').getByText('Last: a test, sent').waitFor();
  await keep(page, 'notices-browser');

  // With the page of the table closed, another page of the browser finds the notice.
  await page.goto(`${server.url}/#/help`);
  await page.getByRole('heading').first().waitFor();
  const message = JSON.stringify({ title: 'Antietam: a decision is yours', words: 'You play the Confederate side.', game: game.id, what: 'turn' });
  await deliver(message);
  assert.equal(await shown('a decision is yours'), 'You play the Confederate side.');
  await farewell(page);
});

test('on a phone the panel has room', { timeout: 360_000 }, async () => {
  const { server, browser } = house;
  const game = await server.newGame('blue-gray/antietam');
  const page = await person(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await takeSeat(page, server, game.id, game.tokens.confederate);
  await openPanel(page);
  await page.getByRole('button', { name: 'A feed for a reader of feeds' }).click();
  await way(page, 'feed').waitFor();
  assert.deepEqual(await faultsOf(page, { board: false }), []);
  await keep(page, 'notices-panel-phone');
  await farewell(page);
});
