// Calls of kernels by their names, with arguments by the names of their parameters.

import layout from "./layout.js";
import { Memory, PAGE } from "./memory.js";

/** @typedef {import("./memory.js").Field} Field */

/** Bytes of the kernels' stack. It begins at address 0, so that too deep a recursion traps. */
const STACK = 4 << 20;

export class Calls {
  /** @param {WebAssembly.Module} module  a library that any memory can hold: Python in a browser loads it, too */
  constructor(module) {
    const memory = new WebAssembly.Memory({ initial: (2 * STACK) / PAGE });
    this.table = new WebAssembly.Table({ element: "anyfunc", initial: 0 });
    const base = (value, mutable = false) => new WebAssembly.Global({ value: "i32", mutable }, value);
    const env = {
      memory,
      __indirect_function_table: this.table,
      __stack_pointer: base(STACK, true),
      __memory_base: base(STACK),
      __table_base: base(0),
    };
    /** @type {Record<string, any>} */
    this.exports = new WebAssembly.Instance(module, { env }).exports;
    this.memory = new Memory(memory, STACK + sizeOf(module), layout.blobs);
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
      found = BigInt(this.table.grow(1, this.exports[layout.kernels[name].symbol]));
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

/** Bytes of a library's own data, as its first section tells: [1, length, size in groups of 7 bits, …]. @param {WebAssembly.Module} module */
function sizeOf(module) {
  const [section] = WebAssembly.Module.customSections(module, "dylink.0");
  const bytes = [...new Uint8Array(section)].slice(2);
  const last = bytes.findIndex((byte) => byte < 128);
  return bytes.slice(0, last + 1).reduceRight((size, byte) => size * 128 + (byte & 127), 0);
}
