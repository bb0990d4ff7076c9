// The boards of an exported page: those of its site, and these with rules that a visitor draws.
//
// What a board means is in its file in boards/ (see static_site.py), what further rules mean in the tables of rules/ (see
// rule_programs.js).

import { NEEDS, Refused, all, classic, fetched, kinds } from "./site_files.js";
import { drawingWith } from "./rule_drawing.js";
import { divided, piecesOf } from "./rule_programs.js";
import { cellAt, ruleIn } from "./rule_text.js";
import { headed, saidOf, toldOf } from "./rule_words.js";
import { t } from "./words.js";

/** @type {Map<string, Promise<any>>} */
const boards = new Map();
/** Boards with rules that a visitor drew, the last ones. @type {Map<string, Promise<any>>} */
const drawn = new Map();
const MOST_DRAWN = 20;
/** @type {Map<string, Promise<any>>} */
const tables = new Map();

/** The houses of a board, and its rules in their order: those in its name, then others. */
function partsOf(layout, constraints) {
  const [bare, ...names] = layout.split("+"), isRule = (name) => name.split(":")[0] in kinds;
  return { bare, houses: names.filter((name) => !isRule(name)), rules: [...names.filter(isRule), ...constraints] };
}

/** A board with its rules in any order, as `_keys` in static_site.py writes it. */
const keyOf = ({ bare, houses, rules }) => JSON.stringify([bare, ...[...houses].sort(), "", ...[...rules].sort()]);

/** A board with rules, by its name and theirs. @param {string} layout @param {string[]} [constraints] @returns {Promise<any>} */
export function boardOf(layout, constraints = []) {
  const parts = partsOf(layout, constraints), key = keyOf(parts), number = all.boards.indexOf(key);
  if (number < 0) return drawnBoard(parts);
  if (!boards.has(key)) boards.set(key, number ? fetched(`boards/${number}.json`) : classic);
  return /** @type {Promise<any>} */ (boards.get(key));
}

/** A board of the site with other rules than it has there: marks are drawn, and named, in the order of the rules. */
function drawnBoard(parts) {
  const key = JSON.stringify(parts), found = drawn.get(key) ?? withRules(parts);
  drawn.delete(key);
  drawn.set(key, found);
  for (const old of [...drawn.keys()].slice(0, -MOST_DRAWN)) drawn.delete(old);
  return found;
}

async function withRules({ bare: name, houses, rules: texts }) {
  if (!all.boards.includes(keyOf({ bare: name, houses, rules: [] }))) throw new Refused(t`this board ${NEEDS}`);
  const bare = await boardOf([name, ...houses].join("+")), at = cellAt(bare.record.places);
  const rules = texts.map((text) => ruleIn(text, at) ?? { text, kind: text.split(/[:(]/)[0], values: [], cells: [] });
  // a layer has cells of its own, which these boards lack
  const unknown = rules.find(({ kind }) => !(kind in kinds) || kinds[kind].on_layer);
  if (unknown) throw new Refused(t`the rule ${unknown.kind} ${NEEDS}`);
  const constraints = rules.map((rule) => ({ ...rule, name: [rule.kind, ...rule.values.slice(0, 1), ...rule.cells.slice(0, 1).map((cell) => bare.names[cell])].join(" "), sentence: saidOf(rule, kinds[rule.kind]), draws: kinds[rule.kind].draws }));
  const words = [...new Set(rules.map(({ kind }) => headed(kinds[kind])))];
  const record = { ...bare.record, constraints, rules: [...bare.record.rules, ...words], drawing: drawingWith(bare.record, rules, kinds, (rule) => toldOf(rule, kinds[rule.kind], bare.names)) };
  return { ...bare, record, rules, bare, search: bare.search };
}

/** The propagators of the rules that a board of the site does not have, each rule's; asked for before the first search. */
export async function compile(board) {
  const { size, record } = board, isSquare = record.layout.split("+")[0] === `${size}x${size}`;
  const tableOf = (kind) => {
    const name = `rules/${size}/${kind}.json`;
    // the numbers of tables are those of digits from 1
    if (record.first_digit !== 1 || !all.tables[size]?.includes(kind)) return undefined;
    if (!tables.has(name)) tables.set(name, fetched(name));
    return tables.get(name);
  };
  const rules = board.rules.map((rule) => divided(rule, record.regions)), found = await Promise.all(rules.map(({ kind }) => tableOf(kind)));
  board.needs = [0, 1, 2].map((k) => Math.max(0, ...found.map((table) => table?.needs[k] ?? 0)));
  board.pieces = rules.map((rule, k) => (found[k] && (rule.cells.length || isSquare) ? piecesOf(rule, found[k], rules) : null));
  board.unjudged = board.rules.filter((_, k) => !board.pieces[k]).map(({ text }) => text);
}
