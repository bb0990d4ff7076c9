// A rule as text, "killer:13:r1c1,r2c2-r2c4", read for the worker of an exported page.

/** @typedef {{text: string, kind: string, values: number[], cells: number[], words?: string}} RuleRead  words: a text of its own, quoted */

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
    const [r, c, r2 = r, c2 = c] = found.slice(1).filter(Boolean).map((number) => +number - 1);
    const steps = Math.max(Math.abs(r2 - r), Math.abs(c2 - c));
    for (let k = 0; k <= steps; k++) cells.push(at(r + Math.sign(r2 - r) * k, c + Math.sign(c2 - c) * k));
    if (cells.at(-1) !== at(r2, c2)) return null; // not a straight line
  }
  return cells.includes(-1) ? null : cells;
}

/**
 * A rule of cells and numbers, perhaps with a text; null for any other: a formula, alternatives.
 * @param {string} text @param {(r: number, c: number) => number} at @returns {RuleRead | null}
 */
export function ruleIn(text, at) {
  const [kind, ...parts] = text.split(":");
  if (!/^[a-z0-9-]+$/.test(kind) || parts.length > 3) return null;
  /** @type {RuleRead} */
  const rule = { text, kind, values: [], cells: [] };
  for (const part of parts) {
    if (/^(["']).*\1$/.test(part)) rule.words = part.slice(1, -1);
    else if (/^-?\d+(,-?\d+)*$/.test(part)) rule.values = part.split(",").map(Number);
    else {
      const cells = cellsIn(part, at);
      if (!cells) return null;
      rule.cells = cells;
    }
  }
  return rule;
}
