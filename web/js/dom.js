/**
 * Small helpers to build and change the document: HTML and SVG elements, drawings that came from
 * the server, and the live region that screen readers hear. No templates and no re-rendering: a
 * screen builds its nodes once and changes them.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | number | null | undefined | false | any[]} Child lists may hold lists */

/**
 * What `h` and `s` accept beside the children: `class`, `dataset`, `on` (listeners by event name),
 * `style` (CSS properties set through CSSOM), `value`, and any attribute by its own name. `null`,
 * `undefined` and (but for `aria-…`) `false` leave an attribute out; `true` sets it empty.
 * @typedef {{
 *   class?: string | null,
 *   dataset?: Record<string, string | number | boolean | null | undefined>,
 *   on?: Record<string, (event: any) => void>,
 *   style?: Record<string, string | number>,
 *   value?: string | number,
 *   [attribute: string]: any,
 * }} Props
 */

/**
 * Makes an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  dress(node, props, children);
  return node;
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  dress(node, attributes, children);
  return /** @type {SVGElementTagNameMap[K]} */ (node);
}

/**
 * @param {HTMLElement | SVGElement} node
 * @param {Props | null | undefined} props
 * @param {Child[]} children
 */
function dress(node, props, children) {
  const { on, dataset, style, value, ...attributes } = props ?? {};
  for (const [name, given] of Object.entries(attributes)) setAttribute(node, name, given);
  for (const [name, given] of Object.entries(dataset ?? {})) {
    if (given !== null && given !== undefined) node.dataset[name] = String(given);
  }
  for (const [name, given] of Object.entries(style ?? {})) {
    node.style.setProperty(name, String(given));
  }
  for (const [name, listener] of Object.entries(on ?? {})) node.addEventListener(name, listener);
  append(node, ...children);
  // A select takes its value only once its options are there, a textarea only as a property.
  if (value !== undefined) {
    if ('value' in node) /** @type {HTMLInputElement} */ (node).value = String(value);
    else node.setAttribute('value', String(value));
  }
}

/**
 * Sets, or with `null`, `undefined` or `false` removes, an attribute; `aria-…` keeps its `false`.
 * @param {Element} node
 * @param {string} name
 * @param {unknown} value
 */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined) node.removeAttribute(name);
  else if (typeof value === 'boolean' && !name.startsWith('aria-')) {
    node.toggleAttribute(name, value);
  } else node.setAttribute(name, String(value));
}

/**
 * Appends children; strings become text, lists are flattened, `null` and `false` are left out.
 * @template {ParentNode} T
 * @param {T} parent
 * @param {...Child} children
 * @returns {T}
 */
export function append(parent, ...children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, ...child);
    else if (child instanceof Node) parent.append(child);
    else if (child !== null && child !== undefined && child !== false) parent.append(String(child));
  }
  return parent;
}

/**
 * Removes all children.
 * @template {ParentNode} T
 * @param {T} parent
 * @returns {T}
 */
export function clear(parent) {
  parent.replaceChildren();
  return parent;
}

/**
 * Replaces all children.
 * @template {ParentNode} T
 * @param {T} parent
 * @param {...Child} children
 * @returns {T}
 */
export function fill(parent, ...children) {
  return append(clear(parent), ...children);
}

/**
 * A drawing of our own server as nodes: an `<svg>` document gives its root element, anything else
 * is read as the content of one. Throws a `SyntaxError` if the text is not well-formed.
 * @param {string} svgText
 * @returns {DocumentFragment}
 */
export function trusted(svgText) {
  const whole = /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(svgText);
  const text = whole ? svgText : `<svg xmlns="${SVG}">${svgText}</svg>`;
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (root.localName !== 'svg' || root.querySelector('parsererror')) {
    throw new SyntaxError('the drawing cannot be read');
  }
  const fragment = document.createDocumentFragment();
  fragment.append(...(whole ? [root] : root.childNodes));
  return fragment;
}

/** @type {Record<string, HTMLElement>} */
const regions = {};

/**
 * Tells a screen reader something; `urgent` interrupts what it is saying.
 * @param {string} text
 * @param {{urgent?: boolean}} [options]
 */
export function announce(text, { urgent = false } = {}) {
  const manner = urgent ? 'assertive' : 'polite';
  if (!regions[manner]?.isConnected) {
    regions[manner] = h('div', { class: 'visually-hidden', 'aria-live': manner, role: urgent ? 'alert' : 'status' });
    document.body.append(regions[manner]);
  }
  // A paragraph of its own each time, so that the same words are heard again.
  const line = h('p', null, text);
  regions[manner].append(line);
  while (regions[manner].childElementCount > 3) regions[manner].firstElementChild?.remove();
  setTimeout(() => line.remove(), 15_000);
}

/** Lets the browser do what waits before the work goes on: a long piece of work holds up whoever points meanwhile. @returns {Promise<void>} */
export function breathe() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
