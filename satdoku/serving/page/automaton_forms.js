// Automata of rules, as propagators: those that a rule writes out, regular expressions, and any that is told by its steps.
//
// The parameters are those of `kernels/propagation/automaton_pieces.py`.

import { once } from "./rule_text.js";

/** @typedef {import("./rule_text.js").RuleRead} RuleRead @typedef {import("./own_forms.js").Form} Form @typedef {import("./own_forms.js").About} About */

export const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
/** The sums of the first numbers: of none, of one, of two, … */
export const sums = (numbers, start = 0) =>
  numbers.reduce((found, number) => [...found, found.at(-1) + number], [start]);

/**
 * The automaton that reads cells: its states (numbers or texts) are found from the start on, then merged from the end by what can
 * follow; one that nothing can follow is left out.
 * @param {number[]} cells @param {About} about @param {{start: any, step: (q: any, i: number, d: number) => any, accept: (q: any) => boolean}} reader
 *   step: the state after a digit, undefined for none
 * @returns {Form}
 */
export function automaton(cells, { size, parts }, { start, step, accept }) {
  let found = [start];
  /** By layer, state and next state: the mask of digits. @type {Map<any, Map<any, number>>[]} */
  const layers = cells.map((_, i) => {
    const layer = new Map(
      found.map((q) => {
        const moves = new Map();
        for (let d = 1; d <= size; d++) {
          const next = step(q, i, d);
          if (next !== undefined) moves.set(next, (moves.get(next) ?? 0) | (1 << (d - 1)));
        }
        return [q, moves];
      }),
    );
    found = once([...layer.values()].flatMap((moves) => [...moves.keys()]));
    return layer;
  });
  let numbers = new Map(found.filter(accept).map((q) => [q, 0]));
  const counts = [1];
  const programs = [];
  for (const layer of [...layers].reverse()) {
    const texts = new Map();
    const own = new Map();
    for (const [q, moves] of layer) {
      const masks = new Map();
      for (const [next, mask] of moves)
        if (numbers.has(next)) masks.set(numbers.get(next), (masks.get(numbers.get(next)) ?? 0) | mask);
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
  const ends = sums(counts);
  const begins = sums(
    programs.map(({ length }) => length),
    1 + 4 * cells.length,
  );
  const data = [
    cells.length,
    ...cells,
    ...programs.flatMap((_, i) => [begins[i], ends[i], ends[i + 1]]),
    ...programs.flat(),
  ];
  return { piece: { kind: parts.kinds.automaton, data, scope: once(cells) }, states: ends.at(-1) };
}

/** A set of states as one. */
const together = (states) => once(states).sort().join();

/** The transitions of an automaton's text, ">a 1 2 b!"; null if one is none. */
function machineOf(text) {
  const starts = [];
  const final = [];
  const moves = new Map();
  for (const line of text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)) {
    const found = /^(>?)(\w+)(!?)(?:\s+([\d ]+?)\s+(\w+)(!?))?$/.exec(line);
    if (!found) return null;
    const [, begins, source, ends, digits = "", target, endsToo] = found;
    if (begins) starts.push(source);
    if (ends) final.push(source);
    if (endsToo) final.push(target);
    for (const digit of digits.split(" ").filter(Boolean))
      moves.set(`${source} ${+digit}`, [...(moves.get(`${source} ${+digit}`) ?? []), target]);
  }
  return { starts, final, moves };
}

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
export function ownAutomaton({ cells, values, words = "" }, about) {
  const machine = machineOf(words);
  if (!machine || (values.length && (sumOf(values) !== cells.length || Math.min(...values) < 0))) return null;
  const { starts, final, moves } = machine;
  const ends = sums(values).slice(1, -1);
  const mark = about.first + about.size;
  const read = (q, d) => together(q.split(",").flatMap((state) => moves.get(`${state} ${d}`) ?? []));
  /** The states behind the groups that end before a cell. */
  const parted = (q, i) => ends.filter((end) => end === i).reduce((states) => read(states, mark), q);
  const step = (q, i, d) => read(parted(q, i), about.first + d - 1) || undefined;
  return [
    automaton(cells, about, {
      start: together(starts),
      step,
      accept: (q) =>
        parted(q, cells.length)
          .split(",")
          .some((state) => final.includes(state)),
    }),
  ];
}

/**
 * A regular expression as states: each reads a character and goes on, or is one of others. The parts are made from the end on, so
 * each knows what comes after it. null for an invalid one.
 */
function expression(text) {
  const states = [{ others: [] }];
  let place = 0;
  const add = (state) => states.push(state) - 1;
  const take = () => text[place++] ?? "";
  const fail = () => {
    throw new SyntaxError(text);
  };
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
    const least = mark[0] === "{" ? +low : +(mark === "+");
    const most = mark[0] === "{" ? (comma ? +high || Infinity : +low) : mark === "?" ? 1 : Infinity;
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
      const reads = (character) =>
        ranges.some(([first, last]) => first <= character && character <= last) !== Boolean(not);
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
export function regular({ cells, words = "" }, about) {
  const made = expression(words);
  if (!made) return null;
  const { states } = made;
  /** States with those that they stand for. */
  const closed = (some) => {
    const all = new Set(some);
    for (const q of all) for (const other of states[q].others ?? []) all.add(other);
    return together(all);
  };
  const step = (q, _, d) =>
    closed(
      q
        .split(",")
        .map((state) => states[state])
        .filter(({ reads }) => reads?.((about.first + d - 1).toString(36).toUpperCase()))
        .map(({ next }) => next),
    ) || undefined;
  return [automaton(cells, about, { start: closed([made.start]), step, accept: (q) => q.split(",").includes("0") })];
}
