// Records of puzzles in addresses, made short, as formats/links/short_records.py does it: rules of one kind that follow each other
// are one text ("killer=0ah24,2aa20": of each rule its first cell, the moves from cell to cell, its numbers), and all is compressed.

/** What begins a packed record. */
const SIGN = "~";
/** A cell is the number 64 × row + column, from 0; by letters, the common moves to the next cell. */
const ROW = 64;
const MOVES = [1, 64, 63, 65, -1, -64, -65, -63, 3, 2, 128, 62, 66, 126, 130, 127, 129, 61, 60, 4, 5, 6, 7, 8, 192, -2];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const RULE = /^([a-z][a-z-]*):(?:(\d+(?:,\d+)*):)?(r[1-9]\d?c[1-9]\d?(?:[,-]r[1-9]\d?c[1-9]\d?)*)$/;
const ITEM = /^(-?\d+)((?:-?(?:[a-z]|\(-?\d+\)))*)(?::?(\d+(?:\.\d+)*))?$/;

/** What a stream makes of bytes: read here, since with a Response the empty desk is drawn meanwhile. @param {any} stream */
async function through(bytes, stream) {
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const made = [];
  writer
    .write(bytes)
    .then(() => writer.close())
    .catch(() => {}); // the reader is told, too
  for (let part = await reader.read(); !part.done; part = await reader.read())
    for (const byte of part.value) made.push(byte);
  return Uint8Array.from(made);
}

/** A record as a text for an address. @param {Record<string, any>} record */
export async function packed(record) {
  const short = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== "" && value !== null));
  const text = JSON.stringify({ ...short, constraints: packedRules(record.constraints ?? []) });
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const coded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return SIGN + coded.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What an address holds, as the text of a record; a text that is not packed as it is. @param {string} text */
export async function unpacked(text) {
  if (!text.startsWith(SIGN)) return text;
  try {
    const coded = text.slice(SIGN.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(coded), (mark) => mark.charCodeAt(0));
    const inflated = await through(bytes, new DecompressionStream("deflate-raw"));
    const record = JSON.parse(new TextDecoder().decode(inflated));
    return JSON.stringify({ ...record, constraints: record.constraints.flatMap(unpackedRules) });
  } catch {
    return text; // damaged: whoever reads it says so
  }
}

/** @param {string[]} rules */
function packedRules(rules) {
  /** @type {string[]} */
  const found = [];
  let kind = "";
  let last = 0;
  for (const rule of rules) {
    const match = RULE.exec(rule);
    if (!match) {
      found.push(rule);
      kind = "";
      continue;
    }
    const [, name, numbers = "", cells] = match;
    const goesOn = name === kind;
    if (!goesOn) last = 0;
    const [first, ...others] = cells.split(/([,-])/);
    const start = placeOf(first);
    let before = start;
    let moves = "";
    for (let k = 0; k < others.length; k += 2) {
      const place = placeOf(others[k + 1]);
      const at = MOVES.indexOf(place - before);
      moves += (others[k] === "-" ? "-" : "") + (at < 0 ? `(${place - before})` : LETTERS[at]);
      before = place;
    }
    const item = `${start - last}${moves}${numbers && !moves ? ":" : ""}${numbers.replaceAll(",", ".")}`;
    if (goesOn) found[found.length - 1] += `,${item}`;
    else found.push(`${name}=${item}`);
    kind = name;
    last = start;
  }
  return found;
}

/** @param {string} text */
function unpackedRules(text) {
  const [, kind, items] = /^([a-z][a-z-]*)=(.*)$/s.exec(text) ?? [];
  if (!kind) return [text];
  let first = 0;
  return items.split(",").map((item) => {
    const [, delta, moves, numbers = ""] = /** @type {RegExpExecArray} */ (ITEM.exec(item));
    first += Number(delta);
    let place = first;
    let cells = nameOf(place);
    for (const [, dash, letter, number] of moves.matchAll(/(-?)([a-z]|\((-?\d+)\))/g)) {
      place += number ? Number(number) : MOVES[LETTERS.indexOf(letter)];
      cells += (dash || ",") + nameOf(place);
    }
    return [kind, numbers.replaceAll(".", ","), cells].filter(Boolean).join(":");
  });
}

function placeOf(name) {
  const [row, column] = name.slice(1).split("c").map(Number);
  return ROW * (row - 1) + column - 1;
}

const nameOf = (place) => `r${Math.floor(place / ROW) + 1}c${(place % ROW) + 1}`;
