// The boards of an exported page: those of its site, and these with rules that a visitor draws.
//
// What a board means is in its file in boards/ (see static_site.py), what further rules mean in the tables of rules/ (see
// rule_programs.js).

import { NEEDS, Refused, all, classic, fetched, kinds, moduleAt, siteBoard } from "./site_files.js";
import { drawingWith } from "./rule_drawing.js";
import { divided, programOf } from "./rule_programs.js";
import { cellAt, ruleIn, withInner } from "./rule_text.js";
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
  const [bare, ...names] = layout.split("+");
  const isRule = (name) => name.split(":")[0] in kinds;
  return { bare, houses: names.filter((name) => !isRule(name)), rules: [...names.filter(isRule), ...constraints] };
}

/** A board with its rules in any order, as `_keys` in static_site.py writes it. */
const keyOf = ({ bare, houses, rules }) => JSON.stringify([bare, ...[...houses].sort(), "", ...[...rules].sort()]);

/** A board with rules, by its name and theirs. @param {string} layout @param {string[]} [constraints] @returns {Promise<any>} */
export function boardOf(layout, constraints = []) {
  const parts = partsOf(layout, constraints);
  const key = keyOf(parts);
  const number = all.boards.indexOf(key);
  if (number < 0) return drawnBoard(parts);
  if (!boards.has(key)) boards.set(key, number ? siteBoard(number) : classic);
  return /** @type {Promise<any>} */ (boards.get(key));
}

/** A board of the site with other rules than it has there: marks are drawn, and named, in the order of the rules. */
function drawnBoard(parts) {
  const key = JSON.stringify(parts);
  const found = drawn.get(key) ?? withRules(parts);
  drawn.delete(key);
  drawn.set(key, found);
  for (const old of [...drawn.keys()].slice(0, -MOST_DRAWN)) drawn.delete(old);
  return found;
}

/** The names of a board with a layer below it and of the same without, if the site has them. @param {string} name @param {boolean} isNeeded */
function layered(name, isNeeded) {
  const found = Object.entries(all.layered).find((both) => both.includes(name));
  return found && (isNeeded || found[1] === name) ? found : [name, name];
}

async function withRules({ bare: name, houses, rules: given }) {
  const whole = [name, ...houses].join("+");
  const kindIn = (text) => text.replace(/"[^"]*"|'[^']*'/g, "").match(/[a-z0-9-]+/g) ?? [];
  const isOnLayer = given.some((text) => kindIn(text).some((kind) => kinds[kind]?.on_layer));
  const [below, drawnOn] = layered(whole, isOnLayer);
  if (!all.boards.includes(keyOf(partsOf(drawnOn, [])))) throw new Refused(t`this board ${NEEDS}`);
  const texts = isOnLayer && !given.includes("layer") ? ["layer", ...given] : given;
  const bare = await boardOf(drawnOn);
  const at = cellAt(bare.record.places);
  const rules = texts.map((text) => ruleIn(text, at) ?? { text, kind: text.split(/[:(]/)[0], values: [], cells: [] });
  const unknown = rules.find(({ kind }) => !(kind in kinds) || (kinds[kind].on_layer && below === drawnOn));
  if (unknown) throw new Refused(t`the rule ${unknown.kind} ${NEEDS}`);
  const constraints = rules.map((rule) => ({
    ...rule,
    name: [rule.kind, ...rule.values.slice(0, 1), ...rule.cells.slice(0, 1).map((cell) => bare.names[cell])].join(" "),
    sentence: saidOf(rule, kinds[rule.kind]),
    draws: kinds[rule.kind].draws,
  }));
  const words = [...new Set(rules.map(({ kind }) => headed(kinds[kind])))];
  const record = {
    ...bare.record,
    board: isOnLayer ? below : bare.record.board,
    constraints,
    rules: [...bare.record.rules, ...words],
    drawing: drawingWith(bare.record, rules, kinds, (rule) => toldOf(rule, kinds[rule.kind], bare.names)),
  };
  return { ...bare, record, rules, bare, below, lockstep: false };
}

/** The propagators of the rules that a board of the site does not have, each rule's; asked for before the first search. */
export async function compile(board) {
  const { size, record, cells, below } = board;
  const { places, first_digit: first } = record;
  const rules = board.rules.map((rule) => divided(rule, record.regions));
  const used = new Set(rules.flatMap(withInner).map(({ kind }) => kind));
  // as `tables_name` in rule_tables.py names them
  const usual = first === 1 ? `${size}` : `${size}-from-${first}`;
  const isTorus = rules.some(({ kind }) => kind === "toroidal");
  const groups = isTorus ? [`${usual}-toroidal`, usual] : [usual];
  const found = new Map(
    await Promise.all(
      [...used].map(async (kind) => {
        const group = groups.find((name) => all.tables[name]?.includes(kind));
        return /** @type {[string, any]} */ ([kind, group && (await tableOf(`rules/${group}/${kind}.json`))]);
      }),
    ),
  );
  const isOwn = [...used].some((kind) => !found.get(kind) && kind !== "or");
  const { OWN_FORMS = null } = isOwn ? await import(moduleAt("page", "own_forms")) : {};
  const layer = below === record.layout ? 0 : cells / 2;
  const about = {
    size,
    first,
    places,
    rules,
    parts: all.parts,
    layer,
    isTorus,
    board: below.split("+")[0],
    ownForms: OWN_FORMS,
    isOnLayer: (kind) => kinds[kind].on_layer,
    tableOf: ({ kind }) => found.get(kind),
  };
  const programs = rules.map((rule) => (usual in all.tables ? programOf(rule, found.get(rule.kind), about) : null));
  board.needs = [0, 1, 2].map((k) => Math.max(0, ...programs.map((program) => program?.needs[k] ?? 0)));
  board.pieces = programs.map((program) => program?.pieces ?? null);
  board.unjudged = board.rules.filter((_, k) => !board.pieces[k]).map(({ text }) => text);
}

function tableOf(name) {
  if (!tables.has(name)) tables.set(name, fetched(name));
  return tables.get(name);
}
