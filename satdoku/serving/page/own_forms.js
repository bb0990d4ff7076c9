// Rules that say all that the search needs, as propagators: tables of pairs, automata, regular expressions, connected cells, counts
// of labels, and sums over a layer. Nothing of the kind is in a table of the site: what is done here is said in the rule itself.
//
// The parameters are those of `kernels/propagation/`: automaton_pieces.py, connection_pieces.py, label_pieces.py.

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
const once = (cells) => [...new Set(cells)];
const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
/** The sums of the first numbers: of none, of one, of two, … */
const sums = (numbers, start = 0) => numbers.reduce((found, number) => [...found, found.at(-1) + number], [start]);

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

// -- Automata ------------------------------------------------------------------------------------

/**
 * The automaton that reads cells: its states (numbers or texts) are found from the start on, then merged from the end by what can
 * follow; one that nothing can follow is left out.
 * @param {number[]} cells @param {About} about @param {{start: any, step: (q: any, i: number, d: number) => any, accept: (q: any) => boolean}} reader
 *   step: the state after a digit, undefined for none
 * @returns {Form}
 */
function automaton(cells, { size, parts }, { start, step, accept }) {
  let found = [start];
  /** By layer, state and next state: the mask of digits. @type {Map<any, Map<any, number>>[]} */
  const layers = cells.map((_, i) => {
    const layer = new Map(found.map((q) => {
      const moves = new Map();
      for (let d = 1; d <= size; d++) {
        const next = step(q, i, d);
        if (next !== undefined) moves.set(next, (moves.get(next) ?? 0) | (1 << (d - 1)));
      }
      return [q, moves];
    }));
    found = once([...layer.values()].flatMap((moves) => [...moves.keys()]));
    return layer;
  });
  let numbers = new Map(found.filter(accept).map((q) => [q, 0]));
  const counts = [1], programs = [];
  for (const layer of [...layers].reverse()) {
    const texts = new Map(), own = new Map();
    for (const [q, moves] of layer) {
      const masks = new Map();
      for (const [next, mask] of moves) if (numbers.has(next)) masks.set(numbers.get(next), (masks.get(numbers.get(next)) ?? 0) | mask);
      if (!masks.size) continue;
      const text = [masks.size, ...[...masks].sort(([a], [b]) => a - b).flat()].join();
      if (!texts.has(text)) texts.set(text, texts.size);
      own.set(q, texts.get(text));
    }
    const states = [...texts.keys()].map((text) => text.split(",").map(Number));
    if (!states.length) states.push([0]);
    counts.unshift(states.length);
    programs.unshift([states.length, ...states.flat()]);
    numbers = own;
  }
  const ends = sums(counts), begins = sums(programs.map(({ length }) => length), 1 + 4 * cells.length);
  const data = [cells.length, ...cells, ...programs.flatMap((_, i) => [begins[i], ends[i], ends[i + 1]]), ...programs.flat()];
  return { piece: { kind: parts.kinds.automaton, data, scope: once(cells) }, states: ends.at(-1) };
}

/** A set of states as one. */
const together = (states) => once(states).sort().join();

/** The transitions of an automaton's text, ">a 1 2 b!"; null if one is none. */
function machineOf(text) {
  const starts = [], final = [], moves = new Map();
  for (const line of text.split(",").map((part) => part.trim()).filter(Boolean)) {
    const found = /^(>?)(\w+)(!?)(?:\s+([\d ]+?)\s+(\w+)(!?))?$/.exec(line);
    if (!found) return null;
    const [, begins, source, ends, digits = "", target, endsToo] = found;
    if (begins) starts.push(source);
    if (ends) final.push(source);
    if (endsToo) final.push(target);
    for (const digit of digits.split(" ").filter(Boolean)) moves.set(`${source} ${+digit}`, [...(moves.get(`${source} ${+digit}`) ?? []), target]);
  }
  return { starts, final, moves };
}

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
function ownAutomaton({ cells, values, words = "" }, about) {
  const machine = machineOf(words);
  if (!machine || (values.length && (sumOf(values) !== cells.length || Math.min(...values) < 0))) return null;
  const { starts, final, moves } = machine, ends = sums(values).slice(1, -1), mark = about.size + 1;
  const read = (q, d) => together(q.split(",").flatMap((state) => moves.get(`${state} ${d}`) ?? []));
  /** The states behind the groups that end before a cell. */
  const parted = (q, i) => ends.filter((end) => end === i).reduce((states) => read(states, mark), q);
  const step = (q, i, d) => read(parted(q, i), d) || undefined;
  return [automaton(cells, about, { start: together(starts), step, accept: (q) => parted(q, cells.length).split(",").some((state) => final.includes(state)) })];
}

/**
 * A regular expression as states: each reads a character and goes on, or is one of others. The parts are made from the end on, so
 * each knows what comes after it. null for an invalid one.
 */
function expression(text) {
  const states = [{ others: [] }];
  let place = 0;
  const add = (state) => states.push(state) - 1, take = () => text[place++] ?? "", fail = () => { throw new SyntaxError(text); };
  /** A part: makes itself before a state, and returns its first one. @typedef {(next: number) => number} Part */
  /** @returns {Part} */
  const choice = () => {
    const all = [sequence()];
    while (text[place] === "|" && take()) all.push(sequence());
    return (next) => add({ others: all.map((part) => part(next)) });
  };
  /** @returns {Part} */
  const sequence = () => {
    const all = [];
    while (place < text.length && !"|)".includes(text[place])) all.push(repeated());
    return (next) => all.reduceRight((after, part) => part(after), next);
  };
  /** @returns {Part} */
  const repeated = () => {
    const part = atom();
    let found = part;
    while (place < text.length && "*+?{".includes(text[place])) found = times(part);
    return found;
  };
  /** @param {Part} part @returns {Part} */
  const times = (part) => {
    const [mark, low, comma, high] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(text.slice(place)) ?? fail();
    place += mark.length;
    const least = mark[0] === "{" ? +low : +(mark === "+"), most = mark[0] === "{" ? (comma ? +high || Infinity : +low) : mark === "?" ? 1 : Infinity;
    return (next) => {
      let first = next;
      if (most === Infinity) {
        const state = { others: [next] };
        first = add(state);
        state.others.push(part(first));
      } else for (let k = least; k < most; k++) first = add({ others: [part(first), next] });
      for (let k = 0; k < least; k++) first = part(first);
      return first;
    };
  };
  /** @returns {Part} */
  const atom = () => {
    const mark = take();
    if (mark === "(") {
      if (text.startsWith("?:", place)) place += 2;
      const inside = choice();
      return take() === ")" ? inside : fail();
    }
    if (mark === "[") {
      const [all, not, inside] = /^(\^?)([^\]]*)\]/.exec(text.slice(place)) ?? fail();
      place += all.length;
      const ranges = [...inside.matchAll(/(.)(?:-(.))?/g)].map(([, first, last = first]) => [first, last]);
      const reads = (character) => ranges.some(([first, last]) => first <= character && character <= last) !== Boolean(not);
      return (next) => add({ reads, next });
    }
    if (mark !== "." && !/[\p{L}\p{N}]/u.test(mark)) fail();
    return (next) => add({ reads: (character) => mark === "." || character === mark, next });
  };
  try {
    const start = choice()(0);
    return place < text.length ? null : { states, start };
  } catch {
    return null;
  }
}

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
function regular({ cells, words = "" }, about) {
  const made = expression(words);
  if (!made) return null;
  const { states } = made;
  /** States with those that they stand for. */
  const closed = (some) => {
    const all = new Set(some);
    for (const q of all) for (const other of states[q].others ?? []) all.add(other);
    return together(all);
  };
  const step = (q, _, d) => closed(q.split(",").map((state) => states[state]).filter(({ reads }) => reads?.(d.toString(36).toUpperCase())).map(({ next }) => next)) || undefined;
  return [automaton(cells, about, { start: closed([made.start]), step, accept: (q) => q.split(",").includes("0") })];
}

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
  "chaos-arrow": alongArms,
  "chaos-count": (rule, about) => isOnce(rule) ? labels(rule.cells[0], rule.cells[1], rule.cells.slice(2).map((cell) => [cell]), rule.values[0], about) : null,
  "shaded-count": (rule, about) => isOnce(rule) ? shadedCount(rule, about) : null,
  "shaded-sum": (rule, about) => isOnce(rule) ? totalOf(rule.cells, rule.cells.map(() => 1), rule.values[0], [0, 1], about) : null,
  "value-sum": (rule, about) => isOnce(rule) ? valuesOf(rule, rule.cells.map(() => 1), rule.values[0], about) : null,
  "value-arrow": (rule, about) => isOnce(rule) ? valuesOf(rule, rule.cells.map((_, k) => (k ? 1 : -1)), 0, about) : null,
};
