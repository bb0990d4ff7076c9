// The kinds of rules in the user interface: in groups, searchable, drawn by hand or by list.
// The server supplies the kinds and their sentences; only the grouping is defined here.

import { plural } from "./dom.js";
import { named, t } from "./words.js";

/**
 * @typedef {Object} Kind
 * @property {string} name
 * @property {string} sentence
 * @property {string[]} also  other names
 * @property {[number, number]} cells  fewest and most
 * @property {[number, number]} values
 * @property {{style: string, [more: string]: any}} draws
 * @property {string | null} shape
 */

/** How a rule is drawn → the group in which it is offered. */
const GROUPS = {
  outline: t`Cages`,
  along: t`Lines`,
  between: t`Between cells`,
  meeting: t`Between cells`,
  outside: t`Outside`,
  shade: t`Cells`,
  note: t`Whole board`,
};
const ORDER = [t`Cages`, t`Lines`, t`Cells`, t`Between cells`, t`Outside`, t`Whole board`];
const OWN = t`Your own`;
/** Kinds whose group differs from their drawing style. */
const MOVED = { relation: OWN, "relation-all": OWN, regex: OWN, automaton: OWN, or: OWN, formula: OWN };

/** Kinds with a text instead of numbers: [label, example]. */
export const TEXTS = {
  formula: [t`Formula that names its cells`, "r1c1 + r1c2 = 2 * r1c3"],
  regex: [t`Regular expression of the digits`, "(12|34)*5"],
  automaton: [t`Transitions STATE DIGITS STATE, separated by commas`, ">a 1 b,b 2 a!"],
};

/** Whether the text of a kind names its cells, so that none are drawn. */
export const namesCells = ({ name }) => name === "formula";

/** The cells that a rule takes of a path that is drawn: of a snake, its ends. @param {Kind} kind @param {number[]} drawn */
export function takenOf(kind, drawn) {
  const hasEnds = kind.draws.style === "outline" && kind.cells[1] === 2;
  return hasEnds && drawn.length > 2 ? [drawn[0], drawn.at(-1)] : drawn;
}

/** @param {Kind[]} kinds @returns {[string, Kind[]][]} */
export function grouped(kinds) {
  const groups = new Map([...ORDER, OWN].map((name) => [name, /** @type {Kind[]} */ ([])]));
  for (const kind of kinds) groups.get(MOVED[kind.name] ?? GROUPS[kind.draws.style] ?? GROUPS.note)?.push(kind);
  return [...groups].filter(([, some]) => some.length);
}

/** A text for searching: without case, hyphens, apostrophes; words without a plural s. @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^\p{L}\p{N}×]+/u)
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/(?<=[sxzh])es$|s$/, "") : word));

/**
 * How well a kind matches what was searched, 0 for not at all: 4 its name, 3 another of its names, 2 parts of
 * its names, 1 all words somewhere in its names or its sentence.
 * @param {string} query @param {{name: string, also?: readonly string[], sentence: string}} kind
 */
export function match(query, { name, also = [], sentence }) {
  const words = plain(query);
  if (!words.length) return 1;
  const names = [name, titled(name), ...also].map(plain);
  const joined = words.join("");
  if (names[0].join("") === joined) return 4;
  if (names.some((one) => one.join("") === joined)) return 3;
  const begins = (/** @type {string[]} */ some) => words.every((word) => some.some((one) => one.startsWith(word)));
  if (names.some((one) => begins(one) || (joined.length > 2 && one.join("").startsWith(joined)))) return 2;
  return begins([...names.flat(), ...plain(sentence)]) ? 1 : 0;
}

/** Whether it is drawn at once: without its number, which may be typed afterwards. @param {Kind} kind */
export const isDrawnAtOnce = (kind) => !(kind.name in TEXTS) && !kind.values[0] && kind.values[1] <= 1;

/** "killer" → "Killer", "x-sum" → "X sum" */
export function titled(name) {
  const words = name.replaceAll("-", " ");
  return named(words[0].toUpperCase() + words.slice(1));
}

/** Whether a kind applies to the entire board. */
export const ofBoard = (kind) => kind.cells[1] === 0 && kind.name !== "or";

/** Whether a rule is about the whole board. */
export const isWhole = ({ cells }, geometry) => cells.length >= geometry.count;

/** Whether a kind looks along a row, column or diagonal from outside. */
export const fromOutside = (kind) => kind.draws.style === "outside";

/** Where a clue outside may look: [words, rows down, columns to the right]. @type {[string, number, number][]} */
const STRAIGHT = [
  [t`row from the left`, 0, 1],
  [t`row from the right`, 0, -1],
  [t`column from above`, 1, 0],
  [t`column from below`, -1, 0],
];
/** @type {[string, number, number][]} */
const SLANTED = [
  [t`diagonal down right`, 1, 1],
  [t`diagonal down left`, 1, -1],
  [t`diagonal up right`, -1, 1],
  [t`diagonal up left`, -1, -1],
];

/** The ways in which a clue outside may look, for a cell. */
export function waysOf(kind, geometry, cell) {
  return (isSlanted(kind) ? SLANTED : STRAIGHT)
    .map(([words, down, across]) => ({ words, down, across, cells: geometry.wholeRay(cell, down, across) }))
    .filter(({ cells }) => cells.length >= Math.max(2, kind.cells[0]));
}

export const isSlanted = (kind) => kind.shape === "diagonal" || kind.name === "little-killer";

/** The ways in which a clue looks from a place beside the board, which is in line with these cells. */
export function waysFrom(kind, geometry, cells) {
  if (!isSlanted(kind)) return waysOf(kind, geometry, cells[0]).filter((way) => String(way.cells) === String(cells));
  const [[r, c], [r2, c2]] = cells.slice(0, 2).map((cell) => geometry.board.places[cell]);
  const [down, across] = [r2 - r, c2 - c];
  if (down && across) return [{ words: t`diagonal`, down, across, cells }]; // from a corner
  return [1, -1].flatMap((side) => {
    const start = geometry.at.get(`${r + side * across},${c + side * down}`);
    const [y, x] = [down + side * across, across + side * down];
    const seen = start === undefined ? [] : geometry.ray(start, y, x);
    return seen.length >= 2
      ? [
          {
            words: SLANTED.find(([, down_, across_]) => down_ === Math.sign(y) && across_ === Math.sign(x))[0],
            down: y,
            across: x,
            cells: seen,
          },
        ]
      : [];
  });
}

/** Of two diagonals that begin at one edge, the one to the side of its middle at which one points; both at the middle itself. */
export function pointedWays(ways, geometry, x, y) {
  if (ways.length !== 2) return ways;
  const [one, other] = ways.map(({ cells }) => geometry.middle(cells[0]));
  const isAcross = ways[0].across !== ways[1].across;
  const off = isAcross ? x - (one[0] + other[0]) / 2 : y - (one[1] + other[1]) / 2; // they begin to either side of it
  if (Math.abs(off) < geometry.side / 8) return ways;
  return ways.filter(({ down, across }) => (isAcross ? across : down) < 0 === off < 0);
}

/** "what the numbers are": from how many to how many. */
export function numbersWanted(kind) {
  const [fewest, most] = kind.values;
  if (!most) return "";
  if (fewest === most) return most === 1 ? t`Number` : t`${most} numbers`;
  if (most === 1) return t`Number (optional)`;
  return fewest ? t`Numbers, separated by commas` : t`Numbers, separated by commas (optional)`;
}

/** The rule as text. @param {number[]} cells */
export function ruleText(kind, cells, numbers, text, geometry) {
  const parts = [kind.name];
  const values = numbers.split(/[\s,;]+/).filter(Boolean);
  if (values.length) parts.push(values.join(","));
  if (text)
    parts.push(
      `'${encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}'`,
    );
  if (cells.length && !namesCells(kind)) parts.push(cells.map((cell) => geometry.name(cell)).join(","));
  return parts.join(":");
}

/** The text that a rule holds. @param {string} rule */
export const textOf = (rule) => decodeURIComponent(/:'([^']*)'/.exec(rule)?.[1] ?? "");

/** The problem with cells or numbers, "" if there is none. */
export function lacking(kind, cells, numbers, text) {
  const values = numbers.split(/[\s,;]+/).filter(Boolean);
  const wrong = values.find((value) => !/^-?\d{1,9}$/.test(value));
  if (wrong) return t`${wrong} is not a whole number`;
  const [fewestCells, mostCells] = kind.cells;
  const [fewest, most] = kind.values;
  if (kind.name in TEXTS && !text) return t`enter a text`;
  if (namesCells(kind)) return "";
  if (cells.length < fewestCells) return t`${plural(fewestCells, "cell")} or more needed, ${cells.length} chosen`;
  if (cells.length > mostCells) return t`${plural(mostCells, "cell")} at most, ${cells.length} chosen`;
  if (values.length < fewest) return t`${plural(fewest, "number")} or more needed, ${values.length} given`;
  return values.length > most ? t`${plural(most, "number")} at most, ${values.length} given` : "";
}
