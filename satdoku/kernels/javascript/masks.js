// Any board with any rules, as the arrays that Python wrote of it: its solutions, by the search on masks.
//
// `satdoku/serving/static_site.py` writes these records into a file of `boards/`, described for `memory.js`: the propagators,
// and how a search begins (see `kernels/propagation/`).

import layout from "./layout.js";

/**
 * @typedef {import("./memory.js").RecordData} RecordData
 * @typedef {{board: RecordData, state: RecordData, search: RecordData, blobs: number[][], cells: number}} Described
 */

const { found: FOUND, task: TASK, over: OVER, down: DOWN, work: WORK } = layout.masks;
/** The work after which a search is given up: a second or two. */
const PATIENCE = 500_000_000;

export class Masks {
  /** @param {any} kernels  a `Kernels` @param {Described} described */
  constructor(kernels, described) {
    this.calls = kernels.calls;
    this.memory = kernels.calls.memory;
    this.described = described;
    this.board = this.memory.record(described.board.fields, described.blobs);
  }

  /**
   * Solutions of a board: some of them, up to a limit, and whether there may be more because search was given up.
   * @param {Uint8Array} digits  from 1, 0 for a blank
   * @param {number} limit
   * @param {number} [patience]  the work that it may take
   * @returns {{found: Uint8Array[], gaveUp: boolean, work: number}}
   */
  solutions(digits, limit, patience = PATIENCE) {
    return this.memory.during(() => {
      const { cells } = this.described;
      const state = this.#laid("state");
      const search = this.#laid("search");
      digits.forEach((digit, cell) => {
        if (digit) state.masks.items[cell] = 1n << BigInt(digit - 1);
      });
      search.solutions = this.memory.array("uint8", limit * cells);
      this.calls.call("search_masks", {
        board: this.board,
        state: { fields: state },
        search: { fields: search },
        most_work: patience,
      });
      const count = search.numbers.numbers[FOUND];
      const { items } = search.solutions;
      const found = Array.from({ length: count }, (_, i) => items.slice(i * cells, (i + 1) * cells));
      return {
        found,
        gaveUp: count < limit && search.numbers.numbers[TASK] !== OVER,
        work: state.numbers.numbers[WORK],
      };
    });
  }

  /**
   * What propagation alone leaves of the candidates of each cell, as bits; null if it finds a contradiction.
   * @param {number[]} masks
   * @returns {number[] | null}
   */
  propagated(masks) {
    return this.memory.during(() => {
      const state = this.#laid("state");
      const search = this.#laid("search");
      masks.forEach((mask, cell) => (state.masks.items[cell] = BigInt(mask)));
      search.solutions = this.memory.array("uint8", masks.length);
      // the work of one step: all propagators run, and nothing is tried
      this.calls.call("search_masks", {
        board: this.board,
        state: { fields: state },
        search: { fields: search },
        most_work: 1,
      });
      return search.numbers.numbers[TASK] === DOWN ? Array.from(state.masks.items, Number) : null;
    });
  }

  /** The arrays of a record, as they are before a search. @param {"state" | "search"} name @returns {Record<string, any>} */
  #laid(name) {
    const {
      blobs,
      [name]: { fields },
    } = this.described;
    return Object.fromEntries(
      Object.entries(fields).map(([field, array]) => [field, this.memory.described(array, blobs)]),
    );
  }
}
