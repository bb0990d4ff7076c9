// Create elements. Text always stays text: nothing here parses markup, except `picture`, which
// parses an SVG of our own server as XML and drops everything that could run or load.

import { grouped, isOne, told } from "./words.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element. Properties that begin with "on" are listeners, `class` and `aria-…` attributes.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 */
export function h(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element. @param {string} tag @param {Record<string, any>} [properties] */
export function s(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return put(element, ...children);
}

/** Append children to an element. @param {...any} children */
export function put(element, ...children) {
  for (const child of children.flat(2))
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  return element;
}

/** Replace the content of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  return put(element, ...children);
}

/**
 * The same, but unchanged nodes are kept, so that focus and clicks in progress are not lost when
 * a nearby number changes. Buttons and fields are kept or replaced as a whole.
 */
export function refill(element, ...children) {
  const next = put(document.createDocumentFragment(), ...children);
  exchange(element, next);
  return element;
}

const WHOLE = new Set(["BUTTON", "INPUT", "SELECT", "TEXTAREA", "LABEL", "A", "svg"]);

function exchange(old, next) {
  // a message (dialogs.js) stays as long as it says
  const before = [...old.childNodes].filter((node) => !(node instanceof Element && node.classList.contains("toast")));
  const after = [...next.childNodes];
  after.forEach((node, k) => {
    const had = before[k];
    if (had?.isEqualNode(node)) return;
    if (!had) old.append(node);
    else if (had.type === "range" && node.type === "range")
      [had.max, had.value] = [node.max, node.value]; // it may be held
    else if (had.nodeName !== node.nodeName || had.nodeType !== 1 || WHOLE.has(had.nodeName)) had.replaceWith(node);
    else {
      for (const { name } of [...had.attributes]) if (!node.hasAttribute(name)) had.removeAttribute(name);
      for (const { name, value } of [...node.attributes])
        if (had.getAttribute(name) !== value) had.setAttribute(name, value);
      exchange(had, node);
    }
  });
  for (const node of before.slice(after.length)) node.remove();
}

/**
 * Draw a part of the page when it can be seen: at once, or when it is shown for the first time since.
 * @param {HTMLElement} part  hidden or not @param {() => void} draw @returns {() => void}  asks for it
 */
export function whenSeen(part, draw) {
  let isDue = false;
  const look = () => {
    if (!isDue || part.hidden) return;
    isDue = false;
    draw();
  };
  new MutationObserver(look).observe(part, { attributeFilter: ["hidden"] });
  return () => {
    isDue = true;
    look();
  };
}

/** Calls a function once, after what is being done now, however often it is asked for. @param {() => void} draw @returns {() => void}  asks for it */
export function afterwards(draw) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      draw();
    });
  };
}

/** An icon drawn as strokes on a 20 × 20 square. */
export function icon(name) {
  const path = s("path", { d: ICONS[name] ?? "", "stroke-linecap": "round", "stroke-linejoin": "round" });
  return s("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, path);
}

const ICONS = {
  undo: "M7 4 3 8l4 4M3 8h8a5 5 0 0 1 0 10H8",
  redo: "m13 4 4 4-4 4M17 8H9a5 5 0 0 0 0 10h3",
  plus: "M10 4v12M4 10h12",
  open: "M3 16V5h5l2 2h7v9zM3 9h14",
  share: "M10 12V3M6.5 6 10 2.5 13.5 6M4 10v7h12v-7",
  theme: "M10 3a7 7 0 1 0 7 7 5.5 5.5 0 0 1-7-7z",
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M10 14.6v.1M10 2.2a7.8 7.8 0 1 0 0 15.6 7.8 7.8 0 0 0 0-15.6z",
  words: "M4 5h12M4 10h12M4 15h8",
  close: "m5 5 10 10M15 5 5 15",
  bin: "M4 6h12M8 6V4h4v2M6 6l.7 11h6.6L14 6M8.7 9v5M11.3 9v5",
  edit: "m4 16 .7-3.2L13 4.5l2.5 2.5-8.3 8.3zM11.5 6l2.5 2.5",
  eye: "M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 7.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z",
  pause: "M7 4v12M13 4v12",
  play: "M6 4v12l10-6z",
  left: "M12 4 6 10l6 6",
  right: "m8 4 6 6-6 6",
  first: "M14 4 8 10l6 6M5 4v12",
  last: "m6 4 6 6-6 6M15 4v12",
  check: "m4 10.5 4 4 8-9",
  bulb: "M7.5 13.5c0-2-2.5-3-2.5-6a5 5 0 0 1 10 0c0 3-2.5 4-2.5 6zM8 16.5h4M9 18.5h2",
  download: "M10 3v9M6.5 9 10 12.5 13.5 9M4 16.5h12",
  copy: "M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z",
  erase: "M8 5h9v10H8l-5-5zM10 8l4 4M14 8l-4 4",
  star: "m10 2.8 2.2 4.6 5 .7-3.6 3.5.9 5L10 14.2l-4.5 2.4.9-5L2.8 8.1l5-.7z",
  stop: "M5.5 5.5h9v9h-9z",
  board: "M3 3h14v14H3zM3 7.7h14M3 12.3h14M7.7 3v14M12.3 3v14",
};

/**
 * The content of an SVG drawn by our server, without anything that could run or load.
 * @param {string} text
 * @returns {SVGSVGElement | null}
 */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.nodeName !== "svg" || parsed.querySelector("parsererror")) return null;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (!DRAWN.has(element.nodeName)) {
      element.remove();
      continue;
    }
    for (const { name } of [...element.attributes])
      if (/^on|href$|^style$|^class$|^id$/i.test(name)) element.removeAttribute(name);
  }
  const [width, height] = ["width", "height"].map((side) => root.getAttribute(side));
  if (!root.hasAttribute("viewBox") && width && height) root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return /** @type {any} */ (document.importNode(root, true));
}

const DRAWN = new Set([
  "svg",
  "g",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polygon",
  "polyline",
  "text",
  "tspan",
]);

/** The same for pieces of one, as nodes. @param {string} text */
export function pieces(text) {
  return [...(picture(`<svg xmlns="${SVG}">${text}</svg>`)?.childNodes ?? [])];
}

/**
 * The number and its noun, which takes an s in the plural.
 * @param {number} number
 * @param {string} noun
 */
export function plural(number, noun) {
  return told(`{number} ${noun}${isOne(number) ? "" : "s"}`, { number: grouped(number) });
}

/** A rating as it is shown: ~ marks an estimate. @param {{rating: number | string, estimated?: boolean}} answer */
export function ratingText({ rating, estimated }) {
  return `${estimated ? "~" : ""}${Number(rating).toFixed(1)}`;
}

/** Download a file. @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
