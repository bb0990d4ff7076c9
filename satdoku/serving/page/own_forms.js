// Rules that say all that the search needs, as propagators: tables of pairs, automata, regular expressions, connected cells, counts
// of labels, and sums over a layer. Nothing of the kind is in a table of the site: what is done here is said in the rule itself.
//
// The parameters are those of `kernels/propagation/`: automaton_pieces.py, connection_pieces.py, label_pieces.py.

import { automaton, ownAutomaton, regular, sumOf, sums } from "./automaton_forms.js";
import { connected, galaxy } from "./connected_forms.js";
import { formula } from "./formula_forms.js";
import { once } from "./rule_text.js";

/**
 * @typedef {import("./rule_text.js").RuleRead} RuleRead
 * @typedef {import("./rule_programs.js").Piece} Piece
 * @typedef {{piece: Piece, states?: number, words?: number}} Form  with the working space that it needs
 * @typedef {{size: number, first: number, places: [number, number][], layer: number, isTorus: boolean, board: string, rules: RuleRead[], parts: any,
 *   ownForms: Record<string, (rule: RuleRead, about: any) => Form[] | null> | null, isOnLayer: (kind: string) => boolean, tableOf: (rule: RuleRead) => any}} About
 *   first: the lowest digit; layer: the number of cells of the board, 0 if there is no layer below it; isTorus: whether opposite edges
 *   meet; board: its name without houses; ownForms: `OWN_FORMS` if a rule may need them; rules: all of the board; parts: see `PARTS` in static_site.py
 */

/** Labels that a propagator counts at most. */
const MOST_LABELS = 30;

// -- Pairs ---------------------------------------------------------------------------------------

/** @param {RuleRead} rule @param {About} about @param {(cells: number[]) => number[][]} related */
function relations({ cells, values }, { size, first, parts }, related) {
  if (values.length % 2) return null;
  const rows = Array(size).fill(0);
  const back = Array(size).fill(0);
  for (let k = 0; k < values.length; k += 2) {
    const [d, e] = values.slice(k, k + 2).map((digit) => digit - first);
    if (d < 0 || e < 0 || d >= size || e >= size) continue;
    rows[d] |= 1 << e;
    back[e] |= 1 << d;
  }
  return related(cells).map((pair) => ({
    piece: { kind: parts.kinds.relation, data: [...pair, ...rows, ...back], scope: pair },
  }));
}

const pairwise = (cells) => cells.slice(1).map((cell, k) => [cells[k], cell]);
const pairs = (cells) => cells.flatMap((a, k) => cells.slice(k + 1).map((b) => [a, b]));

// -- Counts and sums over a layer ---------------------------------------------------------------------------

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
function shadedCount({ cells, values: [wanted] }, about) {
  if (!about.layer || cells.some((cell) => cell >= about.layer)) return null;
  const step = (count, _, d) => (d > 2 ? undefined : count + d - 1);
  return [
    automaton(
      cells.map((cell) => about.layer + cell),
      about,
      { start: 0, step, accept: (count) => count === wanted },
    ),
  ];
}

/** The digits, times the signs and the factors of unshaded and shaded cells, add up to the total. */
function totalOf(cells, signs, total, factors, about) {
  if (!about.layer || cells.some((cell) => cell >= about.layer)) return null;
  const digit = (d) => d - 1 + about.first;
  const step = (q, i, d) => {
    const [sum, factor] = q.split(" ").map(Number);
    if (i % 2 === 0) return d > 2 ? undefined : `${sum} ${factors[d - 1]}`;
    return `${sum + signs[(i - 1) / 2] * digit(d) * factor} 0`;
  };
  return [
    automaton(
      cells.flatMap((cell) => [about.layer + cell, cell]),
      about,
      { start: "0 0", step, accept: (q) => q === `${total} 0` },
    ),
  ];
}

/** What the digit of a shaded cell counts; null if the layer's digit is added; undefined unless one rule says so. */
function factorOf({ rules, parts: { factors } }) {
  const found = rules.filter(({ kind }) => kind in factors);
  return found.length === 1 ? (factors[found[0].kind] === 0 ? found[0].values[0] : factors[found[0].kind]) : undefined;
}

function valuesOf({ cells }, signs, total, about) {
  const factor = factorOf(about);
  if (factor === undefined || cells.some((cell) => cell >= about.layer)) return null;
  if (factor !== null) return totalOf(cells, signs, total, [1, factor], about);
  const step = (sum, i, d) => sum + signs[Math.floor(i / 2)] * (d - 1 + about.first);
  return [
    automaton(
      cells.flatMap((cell) => [cell, about.layer + cell]),
      about,
      { start: 0, step, accept: (sum) => sum === total },
    ),
  ];
}

// -- Labels ------------------------------------------------------------------------------------

/** The digit of the control cell, plus the offset, is how many cells along the arms have the label of the first, without a gap. */
function labels(control, first, arms, offset, about) {
  const short = offset + about.first;
  const rest = arms.flat();
  if (short < 0 || short > MOST_LABELS || rest.length > MOST_LABELS) return null;
  const data = [
    control,
    first,
    short,
    arms.length,
    ...sums(
      arms.map(({ length }) => length),
      5 + arms.length,
    ),
    ...rest,
  ];
  return [
    { piece: { kind: about.parts.kinds.labels, data, scope: once([first, ...rest, control]) }, words: data.length },
  ];
}

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
function alongArms({ cells: [control, ...cells], values: [offset, ...lengths] }, about) {
  const ends = sums(lengths);
  const along = lengths.map((_, k) => cells.slice(ends[k], ends[k + 1]));
  if (sumOf(lengths) !== cells.length || Math.min(...lengths) < 1 || once(along.map(([first]) => first)).length > 1)
    return null;
  return labels(
    control,
    cells[0],
    along.map((arm) => arm.slice(1)),
    offset,
    about,
  );
}

const isOnce = (rule) => new Set(rule.cells).size === rule.cells.length;

/**
 * The propagators of a rule by its kind; null if it is not judged. Its cells are all different, but for arms.
 * @type {Record<string, (rule: RuleRead, about: About) => Form[] | null>}
 */
export const OWN_FORMS = {
  relation: (rule, about) => (isOnce(rule) ? relations(rule, about, pairwise) : null),
  "relation-all": (rule, about) => (isOnce(rule) ? relations(rule, about, pairs) : null),
  automaton: (rule, about) => (isOnce(rule) ? ownAutomaton(rule, about) : null),
  regex: (rule, about) => (isOnce(rule) ? regular(rule, about) : null),
  connected: (rule, about) => (isOnce(rule) ? connected(rule, about) : null),
  galaxy,
  formula: ({ words = "" }, about) => formula(words, about, factorOf(about)),
  "chaos-arrow": alongArms,
  "chaos-count": (rule, about) =>
    isOnce(rule)
      ? labels(
          rule.cells[0],
          rule.cells[1],
          rule.cells.slice(2).map((cell) => [cell]),
          rule.values[0],
          about,
        )
      : null,
  "shaded-count": (rule, about) => (isOnce(rule) ? shadedCount(rule, about) : null),
  "shaded-sum": (rule, about) =>
    isOnce(rule)
      ? totalOf(
          rule.cells,
          rule.cells.map(() => 1),
          rule.values[0],
          [0, 1],
          about,
        )
      : null,
  "value-sum": (rule, about) =>
    isOnce(rule)
      ? valuesOf(
          rule,
          rule.cells.map(() => 1),
          rule.values[0],
          about,
        )
      : null,
  "value-arrow": (rule, about) =>
    isOnce(rule)
      ? valuesOf(
          rule,
          rule.cells.map((_, k) => (k ? 1 : -1)),
          0,
          about,
        )
      : null,
};
