// Formulas that a rule writes out, as automata: read as constraints/user_defined/formula_text.py reads them. A formula says all
// that it means by itself, so this is a reader of its language, and no rule.
//
// Each condition that "and" joins is an automaton of its own. If it compares sums of cells times numbers, its state is the
// sum so far; of any other it is the digits so far, so it has few cells.

import { automaton } from "./automaton_forms.js";
import { once } from "./rule_text.js";

/** @typedef {import("./own_forms.js").About} About @typedef {import("./own_forms.js").Form} Form */
/** What values depend on; factor: see `factorOf` in own_forms.js. @typedef {{layer: number, first: number, factor: number | null | undefined}} On */
/** A part of a formula. @typedef {{op: string, parts: Part[], cells: number[], number: number}} Part */

/** The digits so far that one automaton reads at most. */
const MOST_WORDS = 20_000;
const TOKEN =
  /\s*(?:(r\d+c\d+\s*\.\.\s*r\d+c\d+|\[[^\]]*\]|r\d+c\d+)|(\d{1,9})(?!\d)|([a-z]+)|(<=|>=|<>|!=|==|[-+*=<>(),]))/iy;
const MEANT = { "==": "=", "!=": "<>", "≠": "<>", "≤": "<=", "≥": ">=", "×": "*", "·": "*", "−": "-" };
const COMPARED = {
  "=": (a, b) => a === b,
  "<>": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};
const CONDITIONS = ["and", "or", "not", "shaded", ...Object.keys(COMPARED)];
const FOLDED = ["min", "max", "sum", "count"];

class Unread extends Error {}

/** @param {boolean} isRight */
function must(isRight) {
  if (!isRight) throw new Unread();
}

/** @template Value @param {boolean} isRight @param {Value} value */
function checked(isRight, value) {
  must(isRight);
  return value;
}

/** @param {string} text @param {(token: string) => number[] | null} named */
function tokensOf(text, named) {
  const found = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim()) {
    const token = TOKEN.exec(text);
    must(token !== null);
    const [, cells, number, word, sign] = /** @type {string[]} */ (/** @type {unknown} */ (token));
    if (cells) found.push({ cells: named(cells.toLowerCase()), isOne: /^r\d+c\d+$/i.test(cells) });
    else if (number) found.push({ number: Number(number) });
    else found.push({ sign: (word ?? MEANT[sign] ?? sign).toLowerCase() });
  }
  return found;
}

/** A formula as its parts; throws `Unread`. @param {any[]} tokens @returns {Part} */
function parsed(tokens) {
  let at = 0;
  const part = (op, parts, cells = [], number = 0) => ({ op, parts, cells, number });
  const isCondition = ({ op }) => CONDITIONS.includes(op);
  const condition = (one) => checked(isCondition(one), one);
  const number = (one) => checked(!isCondition(one), one);
  const next = (...signs) => (tokens[at]?.sign && signs.includes(tokens[at].sign) ? tokens[at++].sign : "");
  const joined = (word, inner) => {
    const parts = [inner()];
    while (next(word)) parts.push(inner());
    return parts.length > 1 ? part(word, parts.map(condition)) : parts[0];
  };
  const either = () => joined("or", () => joined("and", negated));
  const negated = () => (next("not") ? part("not", [condition(negated())]) : compared());
  const operated = (inner, ...signs) => {
    let left = inner();
    for (let sign = next(...signs); sign; sign = next(...signs)) left = part(sign, [number(left), number(inner())]);
    return left;
  };
  const terms = () => operated(() => operated(signed, "*", "mod"), "+", "-");
  const compared = () => {
    let first = terms();
    const found = [];
    for (let sign = next(...Object.keys(COMPARED)); sign; sign = next(...Object.keys(COMPARED))) {
      const second = number(terms());
      found.push(part(sign, [number(first), second]));
      first = second;
    }
    if (found.length > 1) return part("and", found);
    return found[0] ?? first;
  };
  const signed = () => (next("-") ? part("-", [part("number", []), number(signed())]) : simple());
  const simple = () => {
    const token = tokens[at++];
    must(token !== undefined);
    if ("number" in token) return part("number", [], [], token.number);
    if ("cells" in token) return part(token.isOne ? "cell" : "several", [], token.cells);
    if (token.sign === "(") return closed(either());
    must([...FOLDED, "abs", "shaded", "value"].includes(token.sign) && next("(") === "(");
    const need = token.sign === "count" ? condition : number;
    const parts = [need(either())];
    while (next(",")) parts.push(need(either()));
    if (["abs", "shaded", "value"].includes(token.sign)) must(parts.length === 1);
    if (["shaded", "value"].includes(token.sign)) must(["cell", "several"].includes(parts[0].op));
    return closed(part(token.sign, parts));
  };
  const closed = (inner) => checked(next(")") === ")", inner);
  const whole = condition(either());
  must(at === tokens.length);
  return whole;
}

/** The lengths of the lists of cells in an argument, but for those in functions within it. @param {Part} part @returns {number[]} */
const lengthsIn = ({ op, parts, cells }) =>
  op === "several" ? [cells.length] : FOLDED.includes(op) ? [] : parts.flatMap(lengthsIn);

/** The arguments of a function, each of several cells by itself. @param {Part} part @returns {Part[]} */
const argumentsOf = ({ parts }) =>
  parts.flatMap((one) => {
    const lengths = once(lengthsIn(one));
    must(lengths.length < 2);
    return lengths.length ? Array.from({ length: lengths[0] }, (_, k) => turned(one, k)) : [one];
  });

/** With the k-th of several cells in the place of all. @param {Part} part @param {number} k @returns {Part} */
function turned(part, k) {
  if (part.op === "several") return { ...part, op: "cell", cells: [part.cells[k]] };
  return FOLDED.includes(part.op) ? part : { ...part, parts: part.parts.map((one) => turned(one, k)) };
}

/** What a part is when the digits of all cells are known: a number, or whether it holds. @param {Part} part @param {(cell: number) => number} digit @param {On} on @returns {any} */
function valueOf(part, digit, on) {
  const { op, parts } = part;
  if (op === "number") return part.number;
  if (op === "cell") return digit(part.cells[0]);
  must(op !== "several");
  if (FOLDED.includes(op)) {
    const values = argumentsOf(part).map((one) => Number(valueOf(one, digit, on)));
    return op === "min"
      ? Math.min(...values)
      : op === "max"
        ? Math.max(...values)
        : values.reduce((sum, value) => sum + value, 0);
  }
  if (op === "shaded" || op === "value") {
    must(parts[0].op === "cell");
    const [cell] = parts[0].cells;
    const isShaded = digit(on.layer + cell) === on.first + 1;
    if (op === "value" && on.factor === null) return digit(cell) + digit(on.layer + cell);
    return op === "shaded" ? isShaded : digit(cell) * (isShaded ? (on.factor ?? 1) : 1);
  }
  const values = parts.map((one) => valueOf(one, digit, on));
  const [a, b] = values;
  if (op in COMPARED) return COMPARED[op](a, b);
  if (op === "and") return values.every(Boolean);
  if (op === "or") return values.some(Boolean);
  if (op === "not") return !a;
  if (op === "abs") return Math.abs(a);
  if (op === "mod") return checked(b !== 0, a - b * Math.floor(a / b)); // with the sign of b
  return op === "+" ? a + b : op === "-" ? a - b : a * b;
}

/** A part as numbers times cells, and a number; null if it is none. @param {Part} part @param {On} on @returns {{terms: Map<number, number>, rest: number} | null} */
function linear(part, on) {
  const { op } = part;
  if (op === "value" && on.factor === null && part.parts[0].op === "cell") {
    const [cell] = part.parts[0].cells;
    return {
      terms: new Map([
        [cell, 1],
        [on.layer + cell, 1],
      ]),
      rest: 0,
    };
  }
  if (op === "number") return { terms: new Map(), rest: part.number };
  if (op === "cell") return { terms: new Map([[part.cells[0], 1]]), rest: 0 };
  if (!["+", "-", "*", "sum"].includes(op)) return null;
  const parts = (op === "sum" ? argumentsOf(part) : part.parts).map((one) => linear(one, on));
  if (parts.includes(null)) return null;
  const sums = /** @type {{terms: Map<number, number>, rest: number}[]} */ (parts);
  const [first, second] = sums;
  if (op === "*")
    return first.terms.size
      ? second.terms.size
        ? null
        : added([[first, second.rest]])
      : added([[second, first.rest]]);
  return added(sums.map((one, k) => [one, op === "-" && k ? -1 : 1]));
}

/** @param {[{terms: Map<number, number>, rest: number}, number][]} sums */
function added(sums) {
  const terms = new Map();
  for (const [one, factor] of sums)
    for (const [cell, number] of one.terms) terms.set(cell, (terms.get(cell) ?? 0) + number * factor);
  return { terms, rest: sums.reduce((sum, [{ rest }, factor]) => sum + rest * factor, 0) };
}

/** The cells that a part asks about, those of the layer too. @param {Part} part @param {number} layer @returns {number[]} */
const cellsOf = (part, layer) =>
  once([
    ...part.cells,
    ...part.parts.flatMap((one) => cellsOf(one, layer)),
    ...(["shaded", "value"].includes(part.op) ? part.parts[0].cells.map((cell) => layer + cell) : []),
  ]);

/** @param {Part} part @param {About} about @param {On["factor"]} factor @returns {Form[]} */
function formsOf(part, about, factor) {
  const { layer, size, first } = about;
  const on = { layer, first, factor };
  if (part.op === "and") return part.parts.flatMap((one) => formsOf(one, about, factor));
  const cells = cellsOf(part, layer);
  must(cells.length > 0);
  const both = part.op in COMPARED ? part.parts.map((one) => linear(one, on)) : [null];
  if (!both.includes(null)) {
    const [left, right] = /** @type {{terms: Map<number, number>, rest: number}[]} */ (both);
    const { terms, rest } = added([
      [left, 1],
      [right, -1],
    ]);
    return [
      automaton(cells, about, {
        start: rest,
        step: (sum, i, d) => sum + (first + d - 1) * (terms.get(cells[i]) ?? 0),
        accept: (sum) => COMPARED[part.op](sum, 0),
      }),
    ];
  }
  must(size ** cells.length <= MOST_WORDS);
  const place = new Map(cells.map((cell, k) => [cell, k]));
  const accept = (word) => {
    const digits = word.split(",").map(Number);
    return valueOf(part, (cell) => digits[place.get(cell) ?? 0], on);
  };
  return [
    automaton(cells, about, {
      start: "",
      step: (word, i, d) => (i ? `${word},${first + d - 1}` : `${first + d - 1}`),
      accept,
    }),
  ];
}

/**
 * The propagators of a formula; null if it cannot be read or is too large.
 * @param {string} words @param {About} about @param {On["factor"]} factor
 */
export function formula(words, about, factor) {
  const { places, layer } = about;
  const board = layer || places.length;
  const at = new Map(places.slice(0, board).map(([r, c], cell) => [`r${r + 1}c${c + 1}`, cell]));
  const cellsNamed = (token) => {
    const [first, last] = token.split("..").map((name) => name.trim());
    if (last === undefined)
      return first
        .replace(/[[\]\s]/g, "")
        .split(",")
        .map((name) => cellNamed(name));
    const [[r, c], [r2, c2]] = [first, last].map((name) => places[cellNamed(name)]);
    const steps = Math.max(Math.abs(r2 - r), Math.abs(c2 - c));
    must([0, steps].includes(Math.abs(r2 - r)) && [0, steps].includes(Math.abs(c2 - c)));
    return Array.from({ length: steps + 1 }, (_, k) =>
      cellNamed(`r${r + Math.sign(r2 - r) * k + 1}c${c + Math.sign(c2 - c) * k + 1}`),
    );
  };
  const cellNamed = (name) => {
    const cell = at.get(name);
    must(cell !== undefined);
    return /** @type {number} */ (cell);
  };
  try {
    const plain = words.replace(/[≠≤≥×·−]/g, (sign) => MEANT[sign]);
    const isValued = /\bvalue\b/i.test(plain);
    must(!(/\bshaded\b/i.test(plain) || isValued) || layer > 0);
    must(!/\bshaded\b/i.test(plain) || !about.rules.some(({ kind }) => kind in about.parts.holding));
    must(!isValued || factor !== undefined);
    return formsOf(parsed(tokensOf(plain, cellsNamed)), about, factor);
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
}
