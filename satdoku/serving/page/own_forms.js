// Rules that say all that the search needs, as propagators: tables of pairs, automata, regular expressions, connected cells, counts
// of labels, and sums over a layer. Nothing of the kind is in a table of the site: what is done here is said in the rule itself.
//
// The parameters are those of `kernels/propagation/`: automaton_pieces.py, connection_pieces.py, label_pieces.py.

import { automaton, once, ownAutomaton, regular, sumOf, sums } from "./automaton_forms.js";
import { formula } from "./formula_forms.js";

/**
 * @typedef {import("./rule_text.js").RuleRead} RuleRead
 * @typedef {import("./rule_programs.js").Piece} Piece
 * @typedef {{piece: Piece, states?: number, words?: number}} Form  with the working space that it needs
 * @typedef {{size: number, places: [number, number][], layer: number, isSquare: boolean, rules: RuleRead[], parts: any, tableOf: (rule: RuleRead) => any}} About
 *   layer: the number of cells of the board, 0 if there is no layer below it; isSquare: whether it is the usual board of its size;
 *   rules: all of the board; parts: see `PARTS` in rule_tables.py
 */

/** Labels that a propagator counts at most. */
const MOST_LABELS = 30;

// -- Pairs ---------------------------------------------------------------------------------------

/** @param {RuleRead} rule @param {About} about @param {(cells: number[]) => number[][]} related */
function relations({ cells, values }, { size, parts }, related) {
  if (values.length % 2) return null;
  const rows = Array(size).fill(0), back = Array(size).fill(0);
  for (let k = 0; k < values.length; k += 2) {
    const [d, e] = values.slice(k, k + 2).map((digit) => digit - 1);
    if (d < 0 || e < 0 || d >= size || e >= size) continue;
    rows[d] |= 1 << e;
    back[e] |= 1 << d;
  }
  return related(cells).map((pair) => ({ piece: { kind: parts.kinds.relation, data: [...pair, ...rows, ...back], scope: pair } }));
}

const pairwise = (cells) => cells.slice(1).map((cell, k) => [cells[k], cell]);
const pairs = (cells) => cells.flatMap((a, k) => cells.slice(k + 1).map((b) => [a, b]));

// -- Counts and sums over a layer ---------------------------------------------------------------------------

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
function shadedCount({ cells, values: [wanted] }, about) {
  if (!about.layer || cells.some((cell) => cell >= about.layer)) return null;
  const step = (count, _, d) => (d > 2 ? undefined : count + d - 1);
  return [automaton(cells.map((cell) => about.layer + cell), about, { start: 0, step, accept: (count) => count === wanted })];
}

/** The digits, times the signs and the factors of unshaded and shaded cells, add up to the total. */
function totalOf(cells, signs, total, factors, about) {
  if (!about.layer || cells.some((cell) => cell >= about.layer)) return null;
  const step = (q, i, d) => {
    const [sum, factor] = q.split(" ").map(Number);
    if (i % 2 === 0) return d > 2 ? undefined : `${sum} ${factors[d - 1]}`;
    return `${sum + signs[(i - 1) / 2] * d * factor} 0`;
  };
  return [automaton(cells.flatMap((cell) => [about.layer + cell, cell]), about, { start: "0 0", step, accept: (q) => q === `${total} 0` })];
}

/** What the digit of a shaded cell counts; undefined unless one rule says so. */
function factorOf({ rules, parts: { factors } }) {
  const found = rules.filter(({ kind }) => kind in factors);
  return found.length === 1 ? factors[found[0].kind] || found[0].values[0] : undefined;
}

function valuesOf({ cells }, signs, total, about) {
  const factor = factorOf(about);
  return factor === undefined ? null : totalOf(cells, signs, total, [1, factor], about);
}

// -- Connected cells, labels ---------------------------------------------------------------------

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
function connected({ cells, values: [least, ...digits] }, { size, places, parts }) {
  if (least < 0) return null;
  const at = new Map(cells.map((cell, k) => [places[cell].join(), k]));
  const near = [...cells.map((cell) => {
    const [r, c] = places[cell];
    return [[r, c + 1], [r + 1, c], [r, c - 1], [r - 1, c]].map((place) => at.get(place.join())).filter((k) => k !== undefined);
  }), []];
  const mask = digits.filter((digit) => digit > 0 && digit <= size).reduce((bits, digit) => bits | (1 << (digit - 1)), 0);
  const head = [cells.length, mask, least, 0, ...cells], first = head.length + cells.length + 2;
  const data = [...head, ...sums(near.map(({ length }) => length), first), ...near.flat()];
  return [{ piece: { kind: parts.kinds.connected, data, scope: cells }, words: parts.space * near.length }];
}

/** The digit of the control cell, plus the offset, is how many cells along the arms have the label of the first, without a gap. */
function labels(control, first, arms, offset, { parts }) {
  const short = offset + 1, rest = arms.flat();
  if (short < 0 || short > MOST_LABELS || rest.length > MOST_LABELS) return null;
  const data = [control, first, short, arms.length, ...sums(arms.map(({ length }) => length), 5 + arms.length), ...rest];
  return [{ piece: { kind: parts.kinds.labels, data, scope: once([first, ...rest, control]) }, words: data.length }];
}

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
function alongArms({ cells: [control, ...cells], values: [offset, ...lengths] }, about) {
  const ends = sums(lengths), along = lengths.map((_, k) => cells.slice(ends[k], ends[k + 1]));
  if (sumOf(lengths) !== cells.length || Math.min(...lengths) < 1 || once(along.map(([first]) => first)).length > 1) return null;
  return labels(control, cells[0], along.map((arm) => arm.slice(1)), offset, about);
}

const isOnce = (rule) => new Set(rule.cells).size === rule.cells.length;

/**
 * The propagators of a rule by its kind; null if it is not judged. Its cells are all different, but for arms.
 * @type {Record<string, (rule: RuleRead, about: About) => Form[] | null>}
 */
export const OWN_FORMS = {
  relation: (rule, about) => isOnce(rule) ? relations(rule, about, pairwise) : null,
  "relation-all": (rule, about) => isOnce(rule) ? relations(rule, about, pairs) : null,
  automaton: (rule, about) => isOnce(rule) ? ownAutomaton(rule, about) : null,
  regex: (rule, about) => isOnce(rule) ? regular(rule, about) : null,
  connected: (rule, about) => isOnce(rule) ? connected(rule, about) : null,
  formula: ({ words = "" }, about) => formula(words, about, factorOf(about)),
  "chaos-arrow": alongArms,
  "chaos-count": (rule, about) => isOnce(rule) ? labels(rule.cells[0], rule.cells[1], rule.cells.slice(2).map((cell) => [cell]), rule.values[0], about) : null,
  "shaded-count": (rule, about) => isOnce(rule) ? shadedCount(rule, about) : null,
  "shaded-sum": (rule, about) => isOnce(rule) ? totalOf(rule.cells, rule.cells.map(() => 1), rule.values[0], [0, 1], about) : null,
  "value-sum": (rule, about) => isOnce(rule) ? valuesOf(rule, rule.cells.map(() => 1), rule.values[0], about) : null,
  "value-arrow": (rule, about) => isOnce(rule) ? valuesOf(rule, rule.cells.map((_, k) => (k ? 1 : -1)), 0, about) : null,
};
