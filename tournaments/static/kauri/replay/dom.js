// Elements of a page, looked up and checked: one that is missing is an error which names it.
export const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns the first element of a kind that a selector finds; null without one.
 *
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T | null}
 */
export const lookUp = (root, selector, kind = /** @type {any} */ (HTMLElement)) => {
  const element = root.querySelector(selector);
  if (element !== null && !(element instanceof kind)) throw new TypeError(`${selector} is no ${kind.name}`);
  return element;
};

/**
 * Returns the element that a selector finds, which the page must have.
 *
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const find = (root, selector, kind) => {
  const element = lookUp(root, selector, kind);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return element;
};

/**
 * Returns the elements that a selector finds.
 *
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const findAll = (root, selector) => [
  .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector)),
];

/**
 * Returns the element around what an event happened to; null without one.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * Whether a key is held that makes a click or a key mean something else.
 *
 * @param {MouseEvent | KeyboardEvent} event
 */
export const isModified = ({ ctrlKey, metaKey, shiftKey }) => ctrlKey || metaKey || shiftKey;

/**
 * Returns an element with a class and its content.
 *
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {string} style
 * @param {...(Node | string)} content
 * @returns {HTMLElementTagNameMap[N]}
 */
export const make = (name, style, ...content) => {
  const element = document.createElement(name);
  if (style) element.className = style;
  element.append(...content);
  return element;
};

/**
 * Returns an element of a picture with its attributes.
 *
 * @template {keyof SVGElementTagNameMap} N
 * @param {N} name
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElementTagNameMap[N]}
 */
export const draw = (name, attributes = {}) => {
  const element = /** @type {SVGElementTagNameMap[N]} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
};
