// Rules that a visitor draws, as propagators for the search on masks: without Python, and no rule is said a second time here.
//
// The site has for each kind a table of templates (see serving/rule_tables.py): the propagators of a rule by the number of its
// cells and by its numbers. Here the rule's own cells are put in their places, and what that makes is added to a board without
// these rules, as `kernels/propagation/compiling.py` does it.

import { once } from "./rule_text.js";

/**
 * A template (see serving/rule_templates.py): kind, places of cells, parameters; alternatives, or the cells of a run of propagators.
 * @typedef {[number, number[], number[], {or?: any[][], cells?: number[]}?]} Template
 * @typedef {{needs: number[], each: boolean, ordered: boolean, unmarked: string[], templates: Template[][], rules: Record<string, number>,
 *   all?: boolean, at?: number[], apart?: boolean, instead?: boolean, areas?: boolean, labels?: boolean, board: string, cells?: number[], heads?: Record<string, number[]>, tails?: Record<string, number[]>}} Table
 *   the further ones: see serving/placed_rules.py
 * @typedef {import("./rule_text.js").RuleRead} RuleRead
 * @typedef {{kind: number, data: number[], scope: number[], or?: Piece[][]}} Piece  or: those of alternatives, in place of data
 * @typedef {{pieces: Piece[], needs: number[]}} Program  needs: the working space of states, saved masks, words
 */

const keyOf = (count, values) => `${count}|${values.join(",")}`;

/** A template as propagators. @param {Template} template @param {number[] | null} named  the cells that it names; null: its own @returns {Piece[]} */
function placed([kind, places, template, { or, cells } = {}], named) {
  if (or) {
    const alternatives = or.map((some) => some.flatMap((one) => placed(one, named)));
    return [{ kind, data: [], scope: once(alternatives.flat().flatMap(({ scope }) => scope)), or: alternatives }];
  }
  const own = cells ?? places.map((k) => template[k]);
  const pieces = [];
  for (let start = 0; start < own.length; start += places.length) {
    const data = [...template];
    places.forEach((k, i) => (data[k] = named ? named[own[start + i]] : own[start + i]));
    pieces.push({ kind, data, scope: once(places.map((k) => data[k])) });
  }
  return pieces;
}

/** @param {Table} table @param {string} key @param {number[] | null} named */
const listed = ({ rules, templates }, key, named) =>
  key in rules ? templates[rules[key]].flatMap((one) => placed(one, named)) : null;

/** The propagators of a rule whose cells count by their places. @param {RuleRead} rule @param {Table} table @param {RuleRead[]} rules @param {any} parts @returns {Piece[] | null} */
function atPlaces({ kind, cells, values }, table, rules, parts) {
  const { at, templates, heads, tails } = table;
  const line = tails?.[cells.join()];
  const head = heads?.[values.join()];
  if (heads) return line && head ? [{ kind: parts.kinds.rank, data: [...head, ...line], scope: once(line) }] : null;
  const common = listed(table, keyOf(table.instead ? cells.length : 0, values), null);
  if (!common || !at) return common;
  if (cells.some((cell) => cell >= at.length)) return null;
  const own = cells.flatMap((cell) => templates[at[cell]].flatMap((one) => placed(one, null)));
  if (table.instead)
    return [
      ...common.filter(({ scope }) => !own.some((one) => one.scope.length > 1 && one.scope.join() === scope.join())),
      ...own,
    ];
  const marked = new Set(rules.filter((rule) => rule.kind === kind).flatMap((rule) => rule.cells));
  return [...common, ...(table.apart ? own.filter(({ scope }) => !scope.every((cell) => marked.has(cell))) : own)];
}

/** With an area for each of these cells, which holds the size. @param {Piece[]} pieces @param {number[]} cells @param {any} about */
function withAreas(pieces, cells, { parts }) {
  // a cell of the layer has the number of its cell of the board, among those of the layer
  const clues = cells.flatMap((cell) => [cell, cell]);
  return pieces.map((piece) => {
    if (piece.kind !== parts.kinds.areas) return piece;
    const data = [...piece.data, ...clues];
    data[parts.clues] = cells.length;
    return { ...piece, data, scope: [...piece.scope, ...cells] };
  });
}

/** The propagators of a rule by its table. @param {RuleRead} rule @param {Table} table @param {import("./own_forms.js").About} about @returns {Piece[] | null} */
function ofTable(rule, table, about) {
  const { cells, values } = rule;
  const { layer, board, rules, parts } = about;
  const numbers = table.ordered ? values : [...values].sort((a, b) => a - b);
  const sorted = { ...rule, values: numbers };
  if (table.labels)
    return cells.length === layer && cells.every((cell, k) => cell === layer + k)
      ? listed(table, keyOf(0, numbers), null)
      : null;
  const isPlaced = table.at || table.heads || table.areas || table.cells || (!cells.length && !table.all);
  if (isPlaced && table.board !== board) return null; // where a rule lies is known of that board alone
  if (table.cells) return table.cells.join() === cells.join() ? listed(table, keyOf(0, numbers), null) : null;
  if (table.areas)
    return cells.length && cells.every((cell) => cell < layer)
      ? withAreas(listed(table, "0|", null) ?? [], cells, about)
      : null;
  if (isPlaced) return atPlaces(sorted, table, rules, parts);
  const all = cells.length ? cells : Array.from({ length: layer }, (_, cell) => cell);
  if (layer && table.all !== undefined && all.some((cell) => cell >= layer)) return null;
  const found = (table.each ? all.map((cell) => [cell]) : [all]).map((own) =>
    listed(table, keyOf(own.length, numbers), [...own, ...own.map((cell) => layer + cell)]),
  );
  return found.includes(null) ? null : /** @type {Piece[]} */ (found.flat());
}

/** Alternatives as one propagator; null if one of their rules is not judged. @param {RuleRead[][]} alternatives @param {import("./own_forms.js").About} about @returns {Program | null} */
function anyOf(alternatives, about) {
  const programs = alternatives.map((rules) => rules.map((rule) => programOf(rule, about.tableOf(rule), about)));
  const all = programs.flat();
  if (all.some((one) => !one || one.pieces.some(({ kind }) => about.parts.never.includes(kind)))) return null;
  const or = programs.map((some) => some.flatMap((one) => one?.pieces ?? []));
  const needs = [0, 1, 2].map((k) => Math.max(1, ...all.map((one) => one?.needs[k] ?? 1)));
  // an alternative that says nothing always holds
  const isSaid = or.every((some) => some.length);
  const scope = once(or.flat().flatMap((piece) => piece.scope));
  return { pieces: isSaid ? [{ kind: about.parts.kinds.any_of, data: [], scope, or }] : [], needs };
}

/**
 * The propagators of a rule; null if it is not judged here.
 * @param {RuleRead} rule @param {Table | undefined} table  of its kind @param {import("./own_forms.js").About} about @returns {Program | null}
 */
export function programOf(rule, table, about) {
  const { holding } = about.parts;
  const held = about.rules.find(({ kind }) => kind in holding);
  if (held) {
    // the layer holds labels or second digits in place of shades
    if (rule.kind === "layer") return { pieces: [], needs: [1, 1, 1] };
    const others = holding[held.kind];
    const isKnown = others ? others.includes(rule.kind) : rule.kind === held.kind || !about.isOnLayer(rule.kind);
    if (!isKnown) return null;
  }
  if (rule.kind in holding && !about.rules.includes(rule)) return null; // one of alternatives
  if (rule.parts) return anyOf(rule.parts, about);
  if (about.ownForms && rule.kind in about.ownForms) {
    const forms = about.ownForms[rule.kind](rule, about);
    const needs = [
      Math.max(1, ...(forms ?? []).map(({ states = 1 }) => states)),
      1,
      Math.max(1, ...(forms ?? []).map(({ words = 1 }) => words)),
    ];
    return forms && { pieces: forms.map(({ piece }) => piece), needs };
  }
  const pieces =
    table && !rule.words && once(rule.cells).length === rule.cells.length ? ofTable(rule, table, about) : null;
  if (!pieces || !table) return null;
  const marks = about.rules.filter(({ kind }) => table.unmarked.includes(kind)).map(({ cells }) => new Set(cells));
  return {
    pieces: pieces.filter(({ scope }) => !marks.some((marked) => scope.every((cell) => marked.has(cell)))),
    needs: table.needs,
  };
}

/**
 * A line that borders of regions divide into parts with the same sum: as groups of these sizes. Where a rule lies is in no table.
 * @param {RuleRead} rule @param {number[]} regions  of each cell @returns {RuleRead}
 */
export function divided(rule, regions) {
  if (rule.kind !== "region-sum-line" || rule.values.length) return rule;
  const starts = rule.cells.flatMap((cell, k) => (k && regions[cell] === regions[rule.cells[k - 1]] ? [] : [k]));
  const sizes = starts.map((start, k) => (starts[k + 1] ?? rule.cells.length) - start);
  return sizes.length > 1 ? { ...rule, kind: "equal-sums", values: sizes } : rule;
}

/** The numbers of an array that is described for `memory.js`. */
function numbersOf({ length, blob }, blobs) {
  let item = 0;
  const numbers = blob === undefined ? [] : blobs[blob].map((more) => (item += more));
  return [...numbers, ...Array(length - numbers.length).fill(0)];
}

/**
 * A board with further rules.
 * @param {any} base  a board of the site @param {Piece[]} pieces @param {number[]} needs  working space: states, saved masks, words
 * @param {any} parts  what propagators are to the search: see `PARTS` in rule_tables.py
 */
export function withPieces(base, pieces, needs, parts) {
  const {
    cells,
    size,
    board: { fields },
    state,
    search,
  } = base;
  /** @type {number[][]} */
  const blobs = [];
  const array = (dtype, numbers) => {
    blobs.push(numbers.map((item, i) => item - (i ? numbers[i - 1] : 0)));
    return { dtype, length: numbers.length, blob: blobs.length - 1 };
  };
  const of = (field) => numbersOf(field, base.blobs);
  const kinds = [...of(fields.kinds)];
  const queues = [...of(fields.queues)];
  const repeats = [...of(fields.repeats)];
  const minds = [...of(fields.minds)];
  const data = [...of(fields.data)];
  const starts = [...of(fields.starts)];
  const scopes = [...of(fields.scopes.items)];
  const ends = [...of(fields.scopes.starts)];
  let restored = 1; // masks that alternatives put back, those within each other together
  /** Propagators one after the other; those of alternatives come before the one that chooses. @param {Piece[]} some @param {boolean} isInner */
  const add = (some, isInner) => {
    const inside = some.map(({ or, data: own, scope }) => {
      if (!or) return own;
      restored += 2 * scope.length;
      return or.flatMap((alternative) => {
        const first = add(alternative, true);
        return [first, first + alternative.length];
      });
    });
    const first = kinds.length;
    some.forEach(({ kind, scope }, k) => {
      kinds.push(kind);
      queues.push(isInner ? parts.inner : parts.queue_of[kind]);
      repeats.push(Number(!parts.once.includes(kind)));
      minds.push(2 ** size - 1); // whatever digit goes, it runs
      data.push(...inside[k]);
      starts.push(data.length);
      scopes.push(...scope);
      ends.push(scopes.length);
    });
    return first;
  };
  add(pieces, false);
  const isHeard = (p) => queues[p] !== parts.inner;
  const [own, other, unit] = parts.weights;
  const weights = Array(cells).fill(unit);
  /** The propagators of each cell. @type {number[][]} */
  const watchers = Array.from({ length: cells }, () => []);
  kinds.forEach((kind, p) => {
    for (const cell of isHeard(p) ? scopes.slice(ends[p], ends[p + 1]) : []) {
      watchers[cell].push(p);
      weights[cell] += parts.own.includes(kind) ? own : other;
    }
  });
  const at = [0];
  for (const some of watchers) at.push(at.at(-1) + some.length);
  const full = [...kinds.keys()].filter(
    (p) => kinds[p] === parts.house && isHeard(p) && ends[p + 1] - ends[p] === size,
  );
  const board = {
    ...fields,
    kinds: array("int64", kinds),
    queues: array("int64", queues),
    repeats: array("int64", repeats),
    minds: array("int64", minds),
    starts: array("int64", starts),
    data: array("int64", data),
    scopes: { starts: array("int64", ends), items: array("int32", scopes) },
    watchers: { starts: array("int64", at), items: array("int32", watchers.flat()) },
    different: array("int64", differing(base, pieces, parts)),
  };
  const [states, saved, words] = [needs[0], restored, needs[2]].map((need, k) =>
    Math.max(need, state.fields[["stamps", "saved", "words"][k]].length),
  );
  const again = (field) => (field.blob === undefined ? field : array(field.dtype, of(field)));
  const fresh = ({ fields: all }, changed) => ({
    fields: { ...Object.fromEntries(Object.entries(all).map(([name, field]) => [name, again(field)])), ...changed },
  });
  return {
    ...base,
    blobs,
    lockstep: false,
    solver: undefined,
    board: { fields: board },
    state: fresh(state, {
      queued: { dtype: "uint8", length: kinds.length },
      waiting: { dtype: "int64", length: parts.queues * (kinds.length + 1) },
      stamps: { dtype: "int64", length: states },
      saved: { dtype: "int64", length: saved },
      words: { dtype: "int64", length: words },
    }),
    search: fresh(search, { weights: array("int64", weights), full: array("int64", full) }),
  };
}

/** For each cell those that differ from it, as the words of `Propagators.different`. */
function differing(base, pieces, { distinct, bits }) {
  const words = numbersOf(base.board.fields.different, base.blobs);
  const each = words.length / base.cells;
  const sets = words.map((word) => new Set([...Array(bits).keys()].filter((k) => Math.floor(word / 2 ** k) % 2)));
  for (const { kind, scope } of pieces)
    if (distinct.includes(kind))
      for (const cell of scope)
        for (const other of scope) if (other !== cell) sets[cell * each + Math.floor(other / bits)].add(other % bits);
  return sets.map((some) => [...some].reduce((word, k) => word + 2 ** k, 0));
}
