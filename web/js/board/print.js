/**
 * What is printed on the map, kept at a size that can be read: names of places grow on a small map, as far as there is
 * room for them. The numbers of cells do so by the stylesheet.
 */

/** The least height of the letters of a name on the screen, in pixels. */
const LEAST = 10.5;

/** Names grow by so much at most: farther apart they would not stand. */
const MOST = 1.5;

/**
 * How large a name is drawn, in map units.
 * @param {number} printed its size on the sheet
 * @param {number} zoom
 */
export function nameSize(printed, zoom) {
  return Math.max(printed, Math.min(LEAST / zoom, printed * MOST));
}

/** The names on a map. */
export class Print {
  #names;

  /** @param {SVGElement} map */
  constructor(map) {
    // Names along a line have its length.
    this.#names = [...map.querySelectorAll('[data-layer="labels"] text[font-size]:not(:has(textPath))')]
      .map((element) => ({ element, printed: Number(element.getAttribute('font-size')) }));
  }

  /** @param {number} zoom */
  show(zoom) {
    for (const { element, printed } of this.#names) element.setAttribute('font-size', String(Math.round(nameSize(printed, zoom) * 10) / 10));
  }
}
