// The page's texts in the reader's language. Each text stands in English where it is used, as a template of t, and that is
// the key of its translation in satdoku/translations, with "{0}" for the first thing that it is filled with. Names that are
// data (of rules, levels, techniques) go through `named`. The page loads the one file of its language, which holds only what
// it says (page_texts.py); for English none.

import { language } from "./language.js";
import { settings } from "./settings.js";

const RIGHT_TO_LEFT = ["ar"];
const ATTRIBUTES = ["aria-label", "placeholder", "title", "content"];

const { HELD, document: page, location: address } = /** @type {any} */ (globalThis);
/** @type {Record<string, string>} */
const texts = language === "en" ? {} : await loaded(`words/${language}.json`);

/** A page that is one file holds them; one whose texts cannot be loaded speaks English. */
async function loaded(name) {
  try {
    return HELD?.[`page/${name}`] ?? (await (await fetch(new URL(name, import.meta.url))).json());
  } catch {
    return {};
  }
}

/** A text of data, such as the name of a rule, in the reader's language; unchanged if it has no translation. @param {string} text */
export const named = (text) => texts[text] || text;

/** Names in records that are data, as `AS_THEY_ARE` and `OF_A_RULE` in page_texts.py. */
const DATA = ["texts", "kind", "layout"];
const OF_A_RULE = ["text"];

/** A record with its texts in the reader's language. @param {any} value @param {Record<string, string>} words  by the English texts */
export function recordIn(value, words) {
  if (typeof value === "string") return words[value] ?? value;
  if (Array.isArray(value)) return value.map((one) => recordIn(one, words));
  if (!value || typeof value !== "object") return value;
  const data = "kind" in value ? [...DATA, ...OF_A_RULE] : DATA;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, data.includes(key) ? one : recordIn(one, words)]),
  );
}

/** The translation of a text with {names}, filled. @param {string} text @param {Record<string, any>} values */
export const told = (text, values) => named(text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A text of the page. @param {TemplateStringsArray} parts @param {...any} values */
export function t(parts, ...values) {
  return told(
    parts.reduce((text, part, k) => `${text}{${k - 1}}${part}`),
    /** @type {any} */ (values),
  );
}

/** A number as the language writes it: the first one that needs more than digits loads the browser's tables. @param {number} number */
export const grouped = (number) =>
  Number.isInteger(number) && number >= 0 && number < 1000
    ? String(number)
    : number.toLocaleString(language === "ar" ? "ar-u-nu-latn" : language);

/** @type {Intl.PluralRules | undefined} */
let plurals;
/** Whether the noun of a number is in the singular: in French that of 0, too. @param {number} number */
export const isOne = (number) => (plurals ??= new Intl.PluralRules(language)).select(number) === "one";

/** Translate what the page's HTML itself says. */
export function translatePage() {
  const { documentElement: root } = page;
  root.lang = language;
  root.dir = RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";
  for (const element of page.querySelectorAll("head meta, body *")) {
    for (const name of ATTRIBUTES)
      if (element.hasAttribute(name)) element.setAttribute(name, named(element.getAttribute(name)));
    for (const node of element.childNodes) if (node.nodeType === 3 && node.data.trim()) node.data = named(node.data);
  }
}

/** Speak another language from now on. @param {string} code */
export function speak(code) {
  settings.set("language", code);
  const here = new URL(address.href);
  here.searchParams.delete("lang");
  if (here.href === address.href) address.reload();
  else address.replace(here);
}
