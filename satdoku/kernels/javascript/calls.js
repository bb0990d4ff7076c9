// Calls of kernels by their names, with arguments by the names of their parameters.

import layout from "./layout.js";
import { Memory } from "./memory.js";

/** @typedef {import("./memory.js").Field} Field */

export class Calls {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    /** @type {Record<string, any>} */
    this.exports = instance.exports;
    this.memory = new Memory(this.exports.memory, Number(this.exports.__heap_base.value), layout.blobs);
    this.stop = this.memory.array("int64", 1);
    /** @type {Map<string, bigint>} */
    this.addresses = new Map();
  }

  /**
   * Call a kernel. A record that is given as an object takes its fields in the order of the kernel.
   * @param {string} name
   * @param {Record<string, any>} given
   */
  call(name, given) {
    const { symbol, takes } = layout.kernels[name];
    const words = Object.entries(takes).flatMap(([parameter, what]) => {
      const field = parameter === "stop" ? this.stop : this.#ordered(what, given[parameter]);
      const [first, second] = this.memory.words(field);
      return typeof what === "string" && what in SIZED ? [first, second] : [first];
    });
    this.exports[symbol](...words);
  }

  /** The address of a kernel, for kernels that call it. @param {string} name @returns {bigint} */
  address(name) {
    let found = this.addresses.get(name);
    if (found === undefined) {
      found = BigInt(this.exports.__indirect_function_table.grow(1, this.exports[layout.kernels[name].symbol]));
      this.addresses.set(name, found);
    }
    return found;
  }

  /** @returns {Field} */
  #ordered(what, value) {
    if (!what.fields || !value.fields) return value;
    const fields = Object.entries(what.fields).map(([name, inner]) => [name, this.#ordered(inner, value.fields[name])]);
    return { fields: Object.fromEntries(fields) };
  }
}

const SIZED = { int64: 1, uint64: 1, int32: 1, uint32: 1, uint8: 1 };
