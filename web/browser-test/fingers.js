// A third way to play: with the fingers. Pinching needs two of them, which only the browser's own protocol has.

import { cell, counter, middle } from './harness.js';

/** The fingers of a person at a screen that can be touched. */
export class Fingers {
  static async of(page) {
    return new Fingers(page, await page.context().newCDPSession(page));
  }

  constructor(page, session) {
    this.page = page;
    this.session = session;
  }

  /** How wide a hex is on the screen. */
  async widthOf(hex) {
    return (await middle(this.page, cell(hex))).width;
  }

  /** Where a hex is on the screen. */
  placeOf(hex) {
    return middle(this.page, cell(hex));
  }

  async tap(selector) {
    await this.page.locator(selector).first().tap();
  }

  async tapHex(hex) {
    const { x, y } = await middle(this.page, cell(hex));
    await this.page.touchscreen.tap(x, y);
  }

  async tapUnit(unit) {
    const { x, y } = await middle(this.page, counter(unit));
    await this.page.touchscreen.tap(x, y);
  }

  /** Moves two fingers from one distance to another, around a point. */
  async pinch({ x, y }, from, to) {
    const at = (distance) => [{ x: x - distance / 2, y, id: 0 }, { x: x + distance / 2, y, id: 1 }];
    await this.#touch('touchStart', at(from));
    for (let step = 1; step <= 10; step += 1) await this.#touch('touchMove', at(from + ((to - from) * step) / 10));
    await this.#touch('touchEnd', []);
    await this.#settled();
  }

  /** Moves one finger. */
  async drag(from, to) {
    await this.#touch('touchStart', [{ ...from, id: 0 }]);
    for (let step = 1; step <= 10; step += 1) {
      await this.#touch('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10, id: 0 }]);
    }
    await this.#touch('touchEnd', []);
    await this.#settled();
  }

  /** Keeps a finger on a counter, until it is asked what is to be done with it. */
  async hold(unit) {
    const { x, y } = await middle(this.page, counter(unit));
    await this.#touch('touchStart', [{ x, y, id: 0 }]);
    await this.page.getByRole('dialog').or(this.page.locator('.map-note, [role="menu"]')).first().waitFor();
    await this.#touch('touchEnd', []);
  }

  /** Pinches the whole map into the window and then opens it around a hex, until that can be touched with ease. */
  async bring(hex) {
    const board = await this.page.locator('[data-board]').boundingBox();
    const centre = { x: board.x + board.width / 2, y: board.y + board.height / 2 };
    for (let times = 0; times < 3; times += 1) await this.pinch(centre, 240, 60);
    for (let times = 0; times < 3 && await this.widthOf(hex) < 50; times += 1) {
      const { x, y } = await this.placeOf(hex);
      await this.pinch({ x: Math.max(board.x + 60, Math.min(x, board.x + board.width - 60)), y }, 60, 110);
    }
  }

  #touch(type, touchPoints) {
    return this.session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point) => ({ radiusX: 8, radiusY: 8, ...point })) });
  }

  /** The board paints once a frame. */
  #settled() {
    return this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}
