// Rules that a visitor draws, as propagators for the search on masks: without Python, and no rule is said a second time here.
//
// The site has for each kind a table of templates (see serving/rule_tables.py): the propagators of a rule by the number of its
// cells and by its numbers. Here the rule's own cells are put in their places, and what that makes is added to a board without
// these rules, as `kernels/propagation/compiling.py` does it.

/**
 * @typedef {{needs: number[], each: boolean, ordered: boolean, unmarked: string[], templates: [number, number[], number[]][][], rules: Record<string, number>}} Table
 * @typedef {import("./rule_text.js").RuleRead} RuleRead
 * @typedef {{kind: number, data: number[], scope: number[]}} Piece
 */

const keyOf = (count, values) => `${count}|${values.join(",")}`;

/**
 * The propagators of a rule; null if its table does not have it.
 * @param {RuleRead} rule @param {Table} table @param {RuleRead[]} rules  all of the board @returns {Piece[] | null}
 */
export function piecesOf({ cells, values, words }, table, rules) {
  if (words || new Set(cells).size < cells.length) return null;
  const parts = table.each ? cells.map((cell) => [cell]) : [cells];
  const pieces = [];
  for (const own of parts) {
    const place = table.rules[keyOf(own.length, table.ordered ? values : [...values].sort((a, b) => a - b))];
    if (place === undefined) return null;
    for (const [kind, places, template] of table.templates[place]) {
      const data = [...template];
      if (cells.length) for (const k of places) data[k] = own[data[k]];
      pieces.push({ kind, data, scope: [...new Set(places.map((k) => data[k]))] });
    }
  }
  const marks = rules.filter(({ kind }) => table.unmarked.includes(kind)).map((rule) => new Set(rule.cells));
  return pieces.filter(({ scope }) => !marks.some((marked) => scope.every((cell) => marked.has(cell))));
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
  const { cells, size, board: { fields }, state, search } = base;
  /** @type {number[][]} */
  const blobs = [];
  const array = (dtype, numbers) => {
    blobs.push(numbers.map((item, i) => item - (i ? numbers[i - 1] : 0)));
    return { dtype, length: numbers.length, blob: blobs.length - 1 };
  };
  const of = (field) => numbersOf(field, base.blobs);
  const kinds = [...of(fields.kinds), ...pieces.map(({ kind }) => kind)];
  const data = [...of(fields.data)], starts = [...of(fields.starts)];
  const scopes = [...of(fields.scopes.items)], ends = [...of(fields.scopes.starts)];
  for (const piece of pieces) {
    data.push(...piece.data);
    starts.push(data.length);
    scopes.push(...piece.scope);
    ends.push(scopes.length);
  }
  const [own, other, unit] = parts.weights, weights = Array(cells).fill(unit);
  /** The propagators of each cell. @type {number[][]} */
  const watchers = Array.from({ length: cells }, () => []);
  kinds.forEach((kind, p) => {
    for (const cell of scopes.slice(ends[p], ends[p + 1])) {
      watchers[cell].push(p);
      weights[cell] += parts.own.includes(kind) ? own : other;
    }
  });
  const at = [0];
  for (const some of watchers) at.push(at.at(-1) + some.length);
  const full = [...kinds.keys()].filter((p) => kinds[p] === parts.house && ends[p + 1] - ends[p] === size);
  const board = {
    ...fields, kinds: array("int64", kinds), queues: array("int64", [...of(fields.queues), ...pieces.map(({ kind }) => parts.queue_of[kind])]),
    repeats: array("int64", [...of(fields.repeats), ...pieces.map(({ kind }) => Number(!parts.once.includes(kind)))]), starts: array("int64", starts), data: array("int64", data),
    scopes: { starts: array("int64", ends), items: array("int32", scopes) }, watchers: { starts: array("int64", at), items: array("int32", watchers.flat()) },
    different: array("int64", differing(base, pieces, parts)),
  };
  const [states, saved, words] = needs.map((need, k) => Math.max(need, state.fields[["stamps", "saved", "words"][k]].length));
  const again = (field) => (field.blob === undefined ? field : array(field.dtype, of(field)));
  const fresh = ({ fields: all }, changed) => ({ fields: { ...Object.fromEntries(Object.entries(all).map(([name, field]) => [name, again(field)])), ...changed } });
  return {
    ...base, blobs, lockstep: false, solver: undefined, board: { fields: board },
    state: fresh(state, {
      queued: { dtype: "uint8", length: kinds.length }, waiting: { dtype: "int64", length: parts.queues * (kinds.length + 1) },
      stamps: { dtype: "int64", length: states }, saved: { dtype: "int64", length: saved }, words: { dtype: "int64", length: words },
    }),
    search: fresh(search, { weights: array("int64", weights), full: array("int64", full) }),
  };
}

/** For each cell those that differ from it, as the words of `Propagators.different`. */
function differing(base, pieces, { distinct, bits }) {
  const words = numbersOf(base.board.fields.different, base.blobs), each = words.length / base.cells;
  const sets = words.map((word) => new Set([...Array(bits).keys()].filter((k) => Math.floor(word / 2 ** k) % 2)));
  for (const { kind, scope } of pieces)
    if (distinct.includes(kind)) for (const cell of scope) for (const other of scope) if (other !== cell) sets[cell * each + Math.floor(other / bits)].add(other % bits);
  return sets.map((some) => [...some].reduce((word, k) => word + 2 ** k, 0));
}
