// The memory of the kernels: arrays and records as compiled code expects them.
//
// A record is two 64-bit words for each field (see kernels/struct_views.py): of an array, its
// address and its length; of a number, itself; of a record, its address; of a ragged list, the
// addresses of its items and of the places where its lists begin.

const ITEMS = {
  int64: BigInt64Array,
  uint64: BigUint64Array,
  int32: Int32Array,
  uint32: Uint32Array,
  uint8: Uint8Array,
};
export const PAGE = 65536;
const LINE = 64; // a cache line, to which arrays are aligned

/**
 * @typedef {keyof typeof ITEMS} Items
 * @typedef {{dtype: Items, length: number, blob?: number}} ArrayData  an array described in layout.js
 * @typedef {{starts: ArrayData, items: ArrayData}} RaggedData
 * @typedef {{fields: Record<string, Field>}} RecordData
 * @typedef {number | bigint | Place | Laid | ArrayData | RaggedData | RecordData} Field
 */

/** An array in the memory of the kernels. */
export class Place {
  /** @param {Memory} memory @param {Items} dtype @param {number} address @param {number} length */
  constructor(memory, dtype, address, length) {
    this.memory = memory;
    this.dtype = dtype;
    this.address = address;
    this.length = length;
  }

  /** Its items: a view that holds until memory grows. @returns {any} */
  get items() {
    return new ITEMS[this.dtype](this.memory.buffer, this.address, this.length);
  }

  /** Its 64-bit items as numbers, the lower 32 bits: BigInts would take longer than a kernel. @returns {Int32Array} */
  get numbers() {
    const { length } = this;
    const halves = new Int32Array(this.memory.buffer, this.address, 2 * length);
    const made = new Int32Array(length);
    for (let i = 0; i < length; i++) made[i] = halves[2 * i];
    return made;
  }

  /** Set its first items. @param {ArrayLike<any>} items @returns {Place} */
  set(items) {
    this.items.set(items);
    return this;
  }
}

/** A record in the memory of the kernels. */
export class Laid {
  /** @param {number} address */
  constructor(address) {
    this.address = address;
  }
}

export class Memory {
  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} start  where free memory begins
   * @param {number[][]} blobs  contents of arrays: the differences from item to item
   */
  constructor(memory, start, blobs) {
    this.memory = memory;
    this.top = start;
    this.blobs = blobs;
  }

  get buffer() {
    return this.memory.buffer;
  }

  /** Run something, and free what it took. @template T @param {() => T} run @returns {T} */
  during(run) {
    const { top } = this;
    try {
      return run();
    } finally {
      this.top = top;
    }
  }

  /** A new array of zeros. @param {Items} dtype @param {number} length @returns {Place} */
  array(dtype, length) {
    const bytes = length * ITEMS[dtype].BYTES_PER_ELEMENT;
    const address = Math.ceil(this.top / LINE) * LINE;
    this.top = address + bytes;
    const more = this.top - this.buffer.byteLength;
    if (more > 0) this.memory.grow(Math.ceil(more / PAGE));
    new Uint8Array(this.buffer, address, bytes).fill(0);
    return new Place(this, dtype, address, length);
  }

  /** A new record. @param {Record<string, Field>} fields @param {number[][]} [blobs] @returns {Laid} */
  record(fields, blobs) {
    const words = Object.values(fields).flatMap((field) => this.words(field, blobs));
    return new Laid(this.array("int64", words.length).set(words).address);
  }

  /** The two words of a field, laid out if it is only described. @param {Field} field @param {number[][]} [blobs] @returns {[bigint, bigint]} */
  words(field, blobs = this.blobs) {
    if (typeof field === "number" || typeof field === "bigint") return [BigInt(field), 0n];
    if (field instanceof Place) return [BigInt(field.address), BigInt(field.length)];
    if (field instanceof Laid) return [BigInt(field.address), 0n];
    if ("fields" in field) return this.words(this.record(field.fields, blobs));
    if ("starts" in field) return [this.words(field.items, blobs)[0], this.words(field.starts, blobs)[0]];
    return this.words(this.described(field, blobs));
  }

  /** A new array with what is described. @param {ArrayData} field @param {number[][]} [blobs] @returns {Place} */
  described(field, blobs = this.blobs) {
    const made = this.array(field.dtype, field.length);
    if (field.blob !== undefined) {
      const { items } = made;
      const isLong = items instanceof BigInt64Array || items instanceof BigUint64Array;
      let item = 0;
      blobs[field.blob].forEach((more, i) => {
        item += more;
        items[i] = isLong ? BigInt(item) : item;
      });
    }
    return made;
  }
}
