// Sudoku by the compiled kernels of satdoku: solve, count, candidates, minimise, canonical, rate.
//
// `load` gives a `Kernels`. Boards are strings of 81 characters (1 to 9; anything else is a blank),
// an array of such strings, or a Uint8Array of 81 digits a board, 0 for a blank. Nothing here knows
// a rule of Sudoku: arrays go in, a kernel runs, arrays come out.

import { Calls } from "./calls.js";
import layout from "./layout.js";

const CELLS = 81;
/** Boards in a call: enough to fill the lanes, few enough to stay in the cache. */
const BLOCK = 16384;
const { sizes, statuses, lanes, steps: places } = layout;
/** Numbers that a step takes in a log, at most. */
const STEP_ROOM = 1 << 14;
/** A variable as [cell, digit]. @param {number} variable @returns {[number, number]} */
const candidateOf = (variable) => [Math.floor((variable - 1) / 9), ((variable - 1) % 9) + 1];

/**
 * @typedef {string | string[] | Uint8Array} Boards
 * @typedef {{counts: Int32Array, solutions: Uint8Array, guesses: Int32Array}} Solved
 * @typedef {{status: ("stuck" | "solved" | "broken")[], candidates: Uint16Array}} Decided
 * @typedef {{name: string, rating: number, asserted: [number, number][], denied: [number, number][]}} Step
 * @typedef {{outcome: string, rating: number, total: number, first: number, untilPlaced: number, estimated: boolean, label: string, size: number, depth: number, steps: Record<string, number>}} Rating
 */

/**
 * Load the kernels.
 * @param {BufferSource | WebAssembly.Module | Response | string | URL} [source]  the file `kernels.wasm`; by default the one beside this module
 * @returns {Promise<Kernels>}
 */
export async function load(source = new URL("./kernels.wasm", import.meta.url)) {
  return new Kernels(await compiled(source));
}

/** @returns {Promise<WebAssembly.Module>} */
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return WebAssembly.compile(/** @type {BufferSource} */ (source));
  if (!(source instanceof Response) && String(source).startsWith("file:")) {
    const files = "node:fs/promises"; // by a variable: bundlers for the web do not look for it
    const { readFile } = await import(/* @vite-ignore */ files);
    return WebAssembly.compile(await readFile(new URL(source)));
  }
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The digits of boards, 81 each. @param {Boards} boards @returns {Uint8Array} */
export function digitsOf(boards) {
  if (boards instanceof Uint8Array) {
    if (boards.length % CELLS) throw new RangeError(`${boards.length} digits: a board has 81`);
    return boards;
  }
  const lines = typeof boards === "string" ? [boards] : boards;
  const digits = new Uint8Array(CELLS * lines.length);
  lines.forEach((line, i) => {
    if (line.length !== CELLS) throw new RangeError(`board ${i} has ${line.length} characters: 81 are needed`);
    for (let cell = 0; cell < CELLS; cell++) {
      const digit = line.charCodeAt(cell) - 48;
      if (digit > 0 && digit < 10) digits[CELLS * i + cell] = digit;
    }
  });
  return digits;
}

/** A board's digits as a string, "." for a blank. @param {Uint8Array} digits @param {number} [i]  the board's number @returns {string} */
export const lineOf = (digits, i = 0) =>
  Array.from(digits.subarray(CELLS * i, CELLS * (i + 1)), (digit) => digit || ".").join("");

export class Kernels {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.calls = new Calls(module);
    this.memory = this.calls.memory;
    this.hand = this.#array("int64", sizes.hand);
    this.desk = this.#array("uint32", sizes.desk * lanes);
    this.stack = this.#array("uint32", sizes.stack * lanes);
    /** @type {Map<string, any>} */
    this.searches = new Map();
  }

  /**
   * Solve boards: the number of solutions of each, up to a limit, and the first one found.
   * @param {Boards} boards
   * @param {{limit?: number, solutions?: boolean}} [options]  solutions: false leaves them out
   * @returns {Solved}
   */
  solve(boards, { limit = 2, solutions = true } = {}) {
    const digits = digitsOf(boards);
    const n = digits.length / CELLS;
    if (!(limit >= 1)) throw new RangeError("limit: 1 or more");
    const made = {
      counts: new Int32Array(n),
      solutions: new Uint8Array(solutions ? CELLS * n : 0),
      guesses: new Int32Array(n),
    };
    this.#blocks(digits, (board, count, start) => {
      const counts = this.#array("int64", count);
      const guesses = this.#array("int64", count);
      const found = this.#array("uint8", solutions ? CELLS * count : 0);
      this.calls.call("solve_boards", {
        boards: board,
        count,
        limit,
        counts,
        solutions: found,
        guesses,
        desk: this.desk,
        stack: this.stack,
        lane_state: this.#array("int64", 2 * lanes),
        hand: this.hand,
      });
      made.counts.set(counts.numbers, start);
      made.guesses.set(guesses.numbers, start);
      if (solutions) made.solutions.set(found.items, CELLS * start);
    });
    return made;
  }

  /**
   * The number of solutions of a board, up to a limit.
   * @param {string | Uint8Array} board
   * @param {number} [limit]
   * @returns {number}
   */
  count(board, limit = 1_000_000) {
    return this.solve(board, { limit, solutions: false }).counts[0];
  }

  /**
   * What the base rules (naked and hidden singles) leave of boards: candidates as bits, 1 << (d - 1) for digit d.
   * @param {Boards} boards
   * @returns {Decided}
   */
  singles(boards) {
    const digits = digitsOf(boards);
    const n = digits.length / CELLS;
    const words = ["stuck", "solved", "broken"];
    const made = { status: /** @type {any[]} */ ([]), candidates: new Uint16Array(CELLS * n) };
    this.#blocks(digits, (board, count, start) => {
      const status = this.#array("uint8", count);
      const candidates = this.#array("uint64", CELLS * count);
      this.calls.call("decide_boards", {
        boards: board,
        status,
        candidates,
        desk: this.desk,
        board_of: this.#array("int64", lanes),
        hand: this.hand,
      });
      made.status.push(...Array.from(status.items, (one) => words[one]));
      made.candidates.set(candidates.numbers, CELLS * start);
    });
    return made;
  }

  /**
   * The true candidates of a board: for each cell and digit, in how many solutions it is, up to `cap`.
   * @param {string | Uint8Array} board
   * @param {{cap?: number}} [options]
   * @returns {Uint32Array}  9 numbers a cell, for the digits 1 to 9
   */
  candidates(board, { cap = 1 } = {}) {
    const digits = digitsOf(board);
    const left = this.singles(digits).candidates;
    const open = [...Array(729).keys()].filter((v) => (left[Math.floor(v / 9)] >> (v % 9)) & 1);
    const tried = new Uint8Array(CELLS * open.length);
    open.forEach((v, i) => {
      tried.set(digits, CELLS * i);
      tried[CELLS * i + Math.floor(v / 9)] = (v % 9) + 1;
    });
    const { counts } = this.solve(tried, { limit: cap, solutions: false });
    const made = new Uint32Array(729);
    open.forEach((v, i) => (made[v] = counts[i]));
    return made;
  }

  /**
   * Boards without redundant givens, in an order that depends on the seed; blank where there is not one solution
   * (keep "logic": where the base rules do not solve it).
   * @param {Boards} boards
   * @param {{keep?: "proper" | "logic", seed?: number | bigint}} [options]
   * @returns {Uint8Array}
   */
  minimise(boards, { keep = "proper", seed = 0 } = {}) {
    const digits = digitsOf(boards);
    const { counts, solutions } = this.solve(digits);
    const status = keep === "logic" ? this.singles(digits).status : [];
    const holds = (i) => (keep === "logic" ? status[i] === "solved" : counts[i] === 1);
    const made = digits.slice();
    for (let i = 0; i < counts.length; i++) if (!holds(i)) made.fill(0, CELLS * i, CELLS * (i + 1));
    const cells = [...Array(CELLS).keys()];
    this.#blocks(made, (board, count, start) => {
      const work = {
        fields: {
          cells: CELLS,
          boards: board,
          solutions: this.#array("uint8", CELLS * count).set(
            solutions.subarray(CELLS * start, CELLS * (start + count)),
          ),
          orbits: this.#array("int32", CELLS).set(cells),
          starts: this.#array("int32", CELLS + 1).set([...cells, CELLS]),
          at_least: this.#array("int64", count),
          streams: this.#array("uint64", count).set(streams(BigInt(seed), start, count)),
          removable: this.#array("uint8", count),
          only_look: 0,
          order: this.#array("int32", CELLS * lanes),
          tried: this.#array("int32", CELLS * lanes),
          lane: this.#array("int64", sizes.lane * lanes),
          following: this.#array("int64", 1),
        },
      };
      if (keep === "logic") this.calls.call("minimize_logic", { work, desk: this.desk, hand: this.hand });
      else {
        const search = this.#array("int64", sizes.search * lanes);
        this.calls.call("minimize_proper", { work, desk: this.desk, stack: this.stack, search, hand: this.hand });
      }
      made.set(board.items, CELLS * start);
    });
    return made;
  }

  /**
   * The least board that is the same puzzle (other digits, rows, columns, bands, stacks, transposed), and the number
   * of automorphisms; blank and 0 where the givens contradict the base rules.
   * @param {Boards} boards
   * @returns {{forms: Uint8Array, automorphisms: Float64Array}}
   */
  canonical(boards) {
    const digits = digitsOf(boards);
    const n = digits.length / CELLS;
    const { status } = this.singles(digits);
    const made = { forms: new Uint8Array(CELLS * n), automorphisms: new Float64Array(n) };
    const { states, fields, size } = layout.shape.fields;
    this.memory.during(() => {
      const desk = {
        fields: {
          old: this.#array("int64", states * fields),
          new: this.#array("int64", states * fields),
          hand: this.#array("int64", fields),
          found: this.#array("int64", 3 * states),
          best: this.#array("int64", size),
          row: this.#array("int64", size),
          counts: this.#array("int64", 2 * size),
          boards: this.#array("int64", 2 * size * size),
        },
      };
      this.#blocks(digits, (board, count, start) => {
        const forms = this.#array("uint8", CELLS * count);
        const automorphisms = this.#array("int64", count);
        this.calls.call("canonical_boards", { shape: layout.shape, desk, boards: board, count, forms, automorphisms });
        for (let i = 0; i < count; i++)
          if (status[start + i] !== "broken") {
            made.forms.set(forms.items.subarray(CELLS * i, CELLS * (i + 1)), CELLS * (start + i));
            made.automorphisms[start + i] = Number(automorphisms.items[i]);
          }
      });
    });
    return made;
  }

  /**
   * How hard boards are for a person, by the techniques of a scale: "satdoku", or "se", that of Sudoku Explainer.
   * @param {Boards} boards
   * @param {{scale?: "satdoku" | "se"}} [options]
   * @returns {Rating[]}
   */
  rate(boards, { scale = "satdoku" } = {}) {
    const digits = digitsOf(boards);
    const { counts } = this.solve(digits, { solutions: false });
    if (!(scale in layout.scales)) throw new RangeError(`scale: one of ${Object.keys(layout.scales).join(", ")}`);
    const proper = [...counts.keys()].filter((i) => counts[i] === 1);
    const some = new Uint8Array(CELLS * proper.length);
    proper.forEach((board, i) => some.set(digits.subarray(CELLS * board, CELLS * (board + 1)), CELLS * i));
    const rated = this.#follow(some, layout.scales[scale]);
    return Array.from(counts, (count) =>
      count === 1 ? rated.shift() : unrated(count ? "several solutions" : "no solution"),
    );
  }

  /**
   * The simplest next step of a puzzle with one solution: the technique, and the candidates that it places and removes, as
   * [cell, digit]; null if no technique finds one. denied: candidates that are ruled out already.
   * @param {string | Uint8Array} board @param {{scale?: string, denied?: [number, number][]}} [options]
   * @returns {Step | null}
   */
  step(board, { scale = "satdoku", denied = [] } = {}) {
    const found = layout.scales[scale];
    const marks = new Uint8Array(found.search.fields.state.fields.status.length);
    for (const [cell, digit] of denied) marks[9 * cell + digit] = 1;
    const search = this.#searchOf(found);
    return this.memory.during(() => {
      const { log, cursor } = this.#walk(digitsOf(board), found, search, { marks, limit: 1, room: STEP_ROOM });
      const numbers = Array.from(log.items.subarray(0, Number(cursor.items[places.logged])), Number);
      if (!numbers.length) return null;
      const [rule, tenths, asserted, removed] = ["rule", "rating", "asserted", "denied"].map(
        (name) => numbers[places[name]],
      );
      const candidates = numbers.slice(places.numbers, places.numbers + asserted + removed).map(candidateOf);
      return {
        name: found.rules[rule].name,
        rating: tenths / 10,
        asserted: candidates.slice(0, asserted),
        denied: candidates.slice(asserted),
      };
    });
  }

  /** What a search by the rules of a scale works on, laid out once: not within `memory.during`. */
  #searchOf(scale) {
    if (!this.searches.has(scale)) this.searches.set(scale, this.memory.record(scale.search.fields));
    return this.searches.get(scale);
  }

  /**
   * Follow the path of each board, within `memory.during`; room: for the log of its steps.
   * @param {any} digits @param {any} scale @param {any} search @param {{marks?: Uint8Array, limit?: number | string, room?: number}} [how]
   * @returns {any}
   */
  #walk(digits, scale, search, { marks = new Uint8Array(0), limit = sizes.endless, room = 0 } = {}) {
    const { rules } = scale;
    const n = digits.length / CELLS;
    const rated = Object.fromEntries(
      ["status", "hardest", "total", "first", "until_placed", "size", "depth"].map((name) => [
        name,
        this.#array("int64", n),
      ]),
    );
    const uses = this.#array("int64", n * rules.length);
    const log = this.#array("int64", room);
    const cursor = this.#array("int64", sizes.cursor);
    const numbers = (dtype, items) => this.#array(dtype, items.length).set(items);
    this.calls.call("follow_path", {
      path: {
        fields: {
          search,
          finders: numbers(
            "int64",
            rules.map((rule) => this.calls.address(rule.finder)),
          ),
          modes: numbers(
            "int64",
            rules.map((rule) => BigInt(rule.mode)),
          ),
          ratings: numbers(
            "int64",
            rules.map((rule) => BigInt(rule.tenths)),
          ),
          boards: numbers("uint8", digits),
          marks: numbers("uint8", marks),
          allowed: -1,
          step_limit: BigInt(limit),
          highest: BigInt(sizes.endless),
          rated: { fields: { ...rated, uses } },
          log,
          cursor,
        },
      },
    });
    return { rated, uses, log, cursor };
  }

  /** @returns {any[]} */
  #follow(digits, scale) {
    const { rules } = scale;
    const n = digits.length / CELLS;
    const search = this.#searchOf(scale);
    return this.memory.during(() => {
      const { rated, uses } = this.#walk(digits, scale, search);
      return Array.from({ length: n }, (_, i) => {
        const of = (name) => Number(rated[name].items[i]);
        if (of("status") !== statuses.solved) return unrated("the techniques are stuck");
        const used = rules
          .map((rule, k) => [rule, Number(uses.items[i * rules.length + k])])
          .filter(([, number]) => number);
        const steps = used.map(([rule, number]) => [rule.name, number]);
        const estimated = used.some(([rule]) => rule.estimated);
        const label = layout.labels.find(({ highest }) => of("hardest") <= highest)?.name;
        return {
          outcome: "solved",
          rating: of("hardest") / 10,
          total: of("total") / 10,
          first: of("first") / 10,
          untilPlaced: of("until_placed") / 10,
          estimated,
          label,
          size: of("size"),
          depth: of("depth"),
          steps: Object.fromEntries(steps),
        };
      });
    });
  }

  /** Run a call for each block of boards. @param {Uint8Array} digits @param {(boards: any, count: number, start: number) => void} run */
  #blocks(digits, run) {
    for (let start = 0; start < digits.length / CELLS; start += BLOCK)
      this.memory.during(() => {
        const part = digits.subarray(CELLS * start, CELLS * (start + BLOCK));
        const board = this.#array("uint8", part.length).set(part);
        if (exceedsNine(board)) throw new RangeError("a digit of a board is from 0 to 9");
        run(board, part.length / CELLS, start);
      });
  }

  #array(dtype, length) {
    return this.memory.array(dtype, length);
  }
}

/** Whether a byte is above 9: four at a time. */
function exceedsNine(board) {
  const words = new Uint32Array(board.memory.buffer, board.address, Math.floor(board.length / 4));
  let above = 0;
  for (let i = 0; i < words.length; i++) above |= words[i] | (words[i] + 0x76767676);
  for (const digit of board.items.subarray(4 * words.length)) above |= digit + 0x76;
  return (above & 0x80808080) !== 0;
}

const unrated = (outcome) => ({
  outcome,
  rating: 0,
  total: 0,
  first: 0,
  untilPlaced: 0,
  estimated: false,
  label: "",
  size: 0,
  depth: 0,
  steps: {},
});

// The random streams of satdoku/random_stream.py, where they are defined.
const GAMMA = 0x9e3779b97f4a7c15n;
const word = (x) => BigInt.asUintN(64, x);
function mix(z) {
  z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
const streams = (seed, start, count) =>
  Array.from({ length: count }, (_, i) => mix(word(mix(word(seed + GAMMA)) + BigInt(start + i + 1) * GAMMA)));
