// Rules that a visitor of an exported page draws, in words: the meaning of their kind, in the reader's language.

import { named, t } from "./words.js";

/** @typedef {import("./rule_text.js").RuleRead} RuleRead */

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a rule says, with its number: its own, or the usual one of its kind. @param {RuleRead} rule @param {any} kind */
export function saidOf({ values }, { sentence }) {
  const usual = / \(default: (\d+)\)/.exec(sentence);
  const number = values.length === 1 ? values[0] : usual?.[1];
  const said = named(sentence);
  return number === undefined || values.length > 1
    ? said
    : said.replace(usual?.[0] ?? "", "").replace(/\bN\b/g, String(number));
}

/** Where it is, and what else its text says: below the board, only these words tell it. */
function whereOf(rule, names) {
  const { kind, values, cells, text, words } = rule;
  if (words || !(cells.length || values.length)) return text === kind ? "" : text;
  return [values.length > 1 ? values.join(", ") : "", cells.map((cell) => names[cell]).join(", ")]
    .filter(Boolean)
    .join(": ");
}

/** A sentence below the title of its kind. @param {any} kind @param {string} [sentence] @param {string} [where] */
export function headed(kind, sentence = named(kind.sentence), where = "") {
  const title = named(kind.title);
  const whole = where ? t`${capital(sentence)} (${where}).` : t`${capital(sentence)}.`;
  return sentence.toLowerCase().includes(title.toLowerCase()) ? whole : t`${title}: ${whole}`;
}

/** A rule in words, with its cells. @param {RuleRead} rule @param {any} kind @param {string[]} names  of all cells */
export const toldOf = (rule, kind, names) => headed(kind, saidOf(rule, kind), whereOf(rule, names));
