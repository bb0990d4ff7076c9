// Any board with any rules, as the clauses that Python wrote of it: its completions, by the kernel for any theory.
//
// A theory is what `satdoku/serving/static_site.py` writes into a file of `boards/`: arrays of clauses, described for
// `memory.js`. Variables are numbered by cell and digit, then those that rules need besides.

/**
 * @typedef {{theory: import("./memory.js").RecordData, blobs: number[][], cells: number, size: number, variables: number, clauses: number, choices: number, unit: string}} Described
 */

/** Conflicts after which a search is given up: about a second. */
const PATIENCE = 20_000;

export class Theory {
  /** @param {any} kernels  a `Kernels` @param {Described} described */
  constructor(kernels, described) {
    this.calls = kernels.calls;
    this.memory = kernels.calls.memory;
    this.described = described;
    this.record = this.memory.record(described.theory.fields, described.blobs);
  }

  /**
   * Completions of a board: some of them, up to a limit, and whether there may be more because search was given up.
   * @param {Uint8Array} digits  from 1, 0 for a blank
   * @param {number} limit
   * @param {number} [patience]  in conflicts
   * @returns {{found: Uint8Array[], gaveUp: boolean, conflicts: number}}  found: the digits of each
   */
  completions(digits, limit, patience = PATIENCE) {
    const { cells, size, variables, clauses, choices, unit } = this.described;
    const array = (dtype, length) => this.memory.array(dtype, length);
    return this.memory.during(() => {
      const assertions = [...digits.keys()].filter((cell) => digits[cell]).map((cell) => cell * size + digits[cell]);
      const completions = array("uint8", limit * (variables + 1)), results = array("int64", 4);
      this.calls.call("flat_completions", {
        theory: this.record,
        known: {
          fields: {
            status: array("uint8", variables + 1), left: array("int64", clauses), queue: array("int32", clauses + cells + 1),
            queued: array("int64", 1), peers: array("int32", variables + 1),
          },
        },
        levels: {
          fields: {
            status: array("uint8", (cells + 1) * (variables + 1)), left: array("int64", (cells + 1) * clauses),
            choice: array("int32", cells + 1), tried: array("int32", cells + 1),
          },
        },
        assertions: array("int32", assertions.length).set(assertions), blank: array("uint8", cells),
        weights: array("int64", choices).set(new Array(choices).fill(1n)),
        shift: BigInt(unit).toString(2).length - 1, patience, completions, results,
      });
      const [count, conflicts, , gaveUp] = results.numbers;
      const found = Array.from({ length: count }, (_, i) => {
        const row = completions.items.subarray(i * (variables + 1), (i + 1) * (variables + 1));
        return Uint8Array.from({ length: cells }, (_, cell) => row.subarray(cell * size + 1, (cell + 1) * size + 1).indexOf(1) + 1);
      });
      return { found, gaveUp: Boolean(gaveUp), conflicts };
    });
  }
}
