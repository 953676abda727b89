// Everything that a browser is told of a game: answers with their status, headers and sizes, and news piece by piece, as
// they come. Two browsers at two games can be held against each other.

/** What differs between two servers and two days: hours, addresses, and the hashes that pin a record, which nobody without the key can tell from chance. @type {[RegExp, string][]} */
const ACCIDENTS = [
  [/http:\/\/[\d.a-z]+:\d+/g, 'HERE'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'HOUR'],
  [/(head\\*":\\*")[0-9a-f]{64}/g, '$1HASH'],
  [/"request":"[^"]*"/g, '"request":"NAME"'],
  // Each start of the program marks its tags; other tags are hashes of bodies, hours and all.
  [/W\/\\"[0-9a-f]{8}\./g, 'W/\\"MARK.'],
  [/"etag":"\\"[0-9a-f]{32}\\""/g, '"etag":"HASH"'],
];

/** A text without what is there by accident. @param {string} text */
export const plain = (text) => ACCIDENTS.reduce((now, [pattern, word]) => now.replace(pattern, word), text);

/** Listens to all that a page is told of games; call it before the page is opened. */
export class Ears {
  /** Answers, as a line each. @type {string[]} */
  answers = [];
  /** Pieces of the news, as they came. @type {string[]} */
  news = [];
  #page;
  /** @type {Promise<void>[]} */
  #underWay = [];
  /** Requests that have no answer yet, but for those of news, which never end. @type {Set<import('playwright-core').Request>} */
  #open = new Set();

  /** @param {import('playwright-core').Page} page */
  static async of(page) {
    const ears = new Ears(page);
    await page.exposeFunction('heardNews', (/** @type {string} */ piece) => { ears.news.push(plain(piece)); });
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = async (...asked) => {
        const answer = await fetch(...asked);
        if (!answer.body || !answer.headers.get('content-type')?.includes('event-stream')) return answer;
        const [mine, theirs] = answer.body.tee();
        void (async () => {
          const reader = mine.pipeThrough(new TextDecoderStream()).getReader();
          for (;;) {
            const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }));
            if (done) return;
            window.heardNews(value);
          }
        })();
        return new Response(theirs, answer);
      };
    });
    return ears;
  }

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.#page = page;
    page.on('request', (request) => { if (!request.url().endsWith('/stream')) this.#open.add(request); });
    page.on('requestfailed', (request) => { this.#open.delete(request); });
    page.on('requestfinished', (request) => {
      this.#open.delete(request);
      this.#underWay.push(this.#take(request));
    });
  }

  /** @param {import('playwright-core').Request} request */
  async #take(request) {
    const path = new URL(request.url()).pathname + new URL(request.url()).search;
    if (!path.includes('/games/')) return;
    const answer = await request.response();
    if (!answer) return;
    const { date: _, ...headers } = await answer.allHeaders();
    if (headers['content-type']?.includes('event-stream')) return;
    const { responseBodySize } = await request.sizes();
    const body = await answer.text().catch(() => '');
    this.answers.push(plain(`${request.method()} ${path} ${request.postData() ?? ''} -> ${answer.status()} ${JSON.stringify(headers)} ${responseBodySize} ${body}`));
  }

  /** Waits until everything that was asked has been answered. */
  async settled() {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await this.#page.waitForTimeout(100);
      if (this.#open.size > 0) quiet = -1;
    }
    await Promise.all(this.#underWay);
  }

  /** What was heard since it was last asked; an answer that came twice is told once. */
  async heard() {
    await this.settled();
    const heard = { answers: [...new Set(this.answers)].sort(), news: this.news };
    [this.answers, this.news] = [[], []];
    return heard;
  }
}
