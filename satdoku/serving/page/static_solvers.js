// The solvers of an exported page: on the classic board the lockstep kernels, on any other the search on masks.
//
// Of each, `few` gives solutions up to a limit, `counts` the solutions with each candidate, `all` the
// solutions themselves, `pairs` two givens that contradict each other, if any are found.

/** Solutions that are looked for at once, before single candidates are asked for. */
const FIRST = 40;
/** The work that finding true candidates may take (a second or two), and that for one candidate. */
const BUDGET = 500_000_000;
export const EACH = 10_000_000;
/** Solutions of a classic board that are counted at every edit. */
const COUNTED = 1000;

export const givens = (digits) => [...digits.keys()].filter((cell) => digits[cell]);

export class Lockstep {
  constructor(board, kernels, Masks) {
    this.board = board;
    this.kernels = kernels;
    this.Masks = Masks;
    /** Lists solutions, once it is asked for. @type {any} */
    this.others = null;
  }

  few(digits, limit) {
    const { counts, solutions } = this.kernels.solve(digits, { limit });
    return { count: counts[0], found: counts[0] ? [solutions] : [], gaveUp: false };
  }

  counts(digits, cap) {
    const { count, found } = this.few(digits, COUNTED);
    return { counts: this.kernels.candidates(digits, { cap }), unsettled: [], count, found, isAll: count < COUNTED };
  }

  /** The first two givens that contradict each other by the base rules, if any do: much sooner known than by search. */
  pairs(digits) {
    const { length } = digits;
    const cells = givens(digits);
    const both = cells.flatMap((a, k) => cells.slice(0, k).map((b) => [a, b]));
    const tried = new Uint8Array(both.length * length);
    both.forEach((pair, i) => pair.forEach((cell) => (tried[i * length + cell] = digits[cell])));
    const at = this.kernels.singles(tried).status.indexOf("broken");
    return at < 0 ? [] : [{ digits: tried.slice(at * length, (at + 1) * length), minimal: true }];
  }

  all(digits, limit) {
    const { count, found } = this.few(digits, 2);
    if (count < 2) return found;
    this.others ??= new this.Masks(this.kernels, this.board);
    return this.others.solutions(digits, limit).found;
  }
}

export class Ruled {
  constructor(board, kernels, Masks) {
    this.masks = new Masks(kernels, board);
    this.size = board.size;
  }

  few(digits, limit, patience) {
    const { found, gaveUp } = this.masks.solutions(digits, limit, patience);
    return { count: found.length, found, gaveUp };
  }

  /** All solutions, if they are few; else those with each candidate, as far as BUDGET goes. */
  counts(digits, cap) {
    const { size } = this;
    const counts = new Uint32Array(digits.length * size);
    const first = this.masks.solutions(digits, FIRST, BUDGET);
    const seen = new Set();
    /** @param {Uint8Array[]} found */
    const take = (found) => {
      for (const solution of found.filter((one) => !seen.has(String(one)))) {
        seen.add(String(solution));
        solution.forEach((digit, cell) => counts[cell * size + digit - 1]++);
      }
    };
    take(first.found);
    const unsettled = [];
    let left = BUDGET - first.work;
    const isAll = !first.gaveUp && first.found.length < FIRST;
    for (let v = 0; v < counts.length && !isAll; v++) {
      const cell = Math.floor(v / size);
      const d = (v % size) + 1;
      if ((digits[cell] && digits[cell] !== d) || counts[v] >= cap) continue;
      const some =
        left > 0
          ? this.masks.solutions(
              digits.map((other, k) => (k === cell ? d : other)),
              cap,
              Math.min(left, EACH),
            )
          : null;
      left -= some?.work ?? 0;
      take(some?.found ?? []);
      if ((!some || some.gaveUp) && counts[v] < cap) unsettled.push([cell, d]);
    }
    return { counts, unsettled, count: seen.size, found: first.found, isAll };
  }

  pairs() {
    return [];
  }

  all(digits, limit) {
    return this.few(digits, limit).found;
  }
}
