// A rule as text, "killer:13:r1c1,r2c2-r2c4", read for the worker of an exported page.

/** @typedef {{text: string, kind: string, values: number[], cells: number[], words?: string, parts?: RuleRead[][]}} RuleRead  words: a text of its own, quoted; parts: alternatives */

/** Each of some values once. */
export const once = (values) => [...new Set(values)];

/** The cell at a place of a board, -1 for none. @param {[number, number][]} places */
export function cellAt(places) {
  const at = new Map(places.map(([r, c], cell) => [`${r},${c}`, cell]));
  return (r, c) => at.get(`${r},${c}`) ?? -1;
}

/** The cells of "r1c1,r2c2-r5c5"; null if one is not on the board. @param {string} text @param {(r: number, c: number) => number} at */
function cellsIn(text, at) {
  const cells = [];
  for (const part of text.split(",")) {
    const found = /^r(\d+)c(\d+)(?:-r(\d+)c(\d+))?$/i.exec(part);
    if (!found) return null;
    const [r, c, r2 = r, c2 = c] = found
      .slice(1)
      .filter(Boolean)
      .map((number) => +number - 1);
    const steps = Math.max(Math.abs(r2 - r), Math.abs(c2 - c));
    for (let k = 0; k <= steps; k++) cells.push(at(r + Math.sign(r2 - r) * k, c + Math.sign(c2 - c) * k));
    if (cells.at(-1) !== at(r2, c2)) return null; // not a straight line
  }
  return cells.includes(-1) ? null : cells;
}

/** A text at the marks that are in no brackets and quotes. @param {string} text @param {string} mark */
function divided(text, mark) {
  const parts = [""];
  let depth = 0;
  let quote = "";
  for (const character of text) {
    if (quote) quote = character === quote ? "" : quote;
    else if (`"'`.includes(character)) quote = character;
    else depth += Number(character === "(") - Number(character === ")");
    if (character === mark && !depth && !quote) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** A text as it is written in a rule. @param {string} text */
function unquoted(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A rule of cells and numbers, perhaps with a text, or alternatives; null for any other: a formula.
 * @param {string} text @param {(r: number, c: number) => number} at @returns {RuleRead | null}
 */
export function ruleIn(text, at) {
  const inside = /^or\((.*)\)$/.exec(text);
  if (inside) {
    const parts = divided(inside[1], "|").map((part) => divided(part, "&").map((one) => ruleIn(one, at)));
    return parts.flat().includes(null)
      ? null
      : { text, kind: "or", values: [], cells: [], parts: /** @type {RuleRead[][]} */ (parts) };
  }
  const [kind, ...parts] = divided(text, ":");
  if (!/^[a-z0-9-]+$/.test(kind) || parts.length > 3) return null;
  /** @type {RuleRead} */
  const rule = { text, kind, values: [], cells: [] };
  for (const part of parts) {
    if (/^(["']).*\1$/.test(part)) rule.words = unquoted(part.slice(1, -1));
    else if (/^-?\d+(,-?\d+)*$/.test(part)) rule.values = part.split(",").map(Number);
    else {
      const cells = cellsIn(part, at);
      if (!cells) return null;
      rule.cells = cells;
    }
  }
  return rule;
}

/** A rule and those in it. @param {RuleRead} rule @returns {RuleRead[]} */
export const withInner = (rule) => [rule, ...(rule.parts ?? []).flat().flatMap(withInner)];
