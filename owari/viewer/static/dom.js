// @ts-check
/**
 * Elements of a page, made from a tag, properties and children. Text is always text: nothing here
 * reads a string as HTML.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Properties
 *   `on...` is a listener, `value` the value of a field; all others are attributes. True is an
 *   attribute without a value, but "true" for `aria-...`; false and undefined leave it out, but
 *   false is "false" for `aria-...`.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element of HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children Null and false are left out.
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * An element of SVG.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, properties = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[Tag]} */ (document.createElementNS(SVG, tag));
  return fill(element, properties, children);
}

/**
 * Gives an element other children.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  element.replaceChildren(...children.flat().filter(isShown).map(asNode));
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Properties} properties
 * @param {(Child | Child[])[]} children
 * @returns {E}
 */
function fill(element, properties, children) {
  refill(element, ...children);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function set(element, name, value) {
  if (typeof value === "function") {
    element.addEventListener(name.slice(2).toLowerCase(), /** @type {EventListener} */ (value));
  } else if (name === "value" && "value" in element) {
    element.value = value;
  } else if (typeof value === "boolean" && name.startsWith("aria-")) {
    element.setAttribute(name, String(value));
  } else if (value === true) {
    element.setAttribute(name, "");
  } else if (value !== false && value !== null && value !== undefined) {
    element.setAttribute(name, String(value));
  }
}

/**
 * @param {Child} child
 * @returns {child is Node | string | number}
 */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/** @param {Node | string | number} child */
function asNode(child) {
  return child instanceof Node ? child : String(child);
}
