// The document of a tab, its undo and redo history, and the view state.
//
// A document is plain data and never modified in place: an edit sets new values of some fields. The
// history is a list of former field values, so it can be unlimited and stored with the document.

/**
 * @typedef {Object} Doc
 * @property {string} board  layout with its extra houses, without rules: "9x9+diagonal"
 * @property {string[]} rules  each as text: "killer:13:r1c1,r1c2"
 * @property {string} symbols  one per digit; "" for the default ones
 * @property {number[]} givens  one digit per cell, 0 for none
 * @property {number[]} digits  what the player entered
 * @property {Record<number, number[]>} centre  marks of the player
 * @property {Record<number, number[]>} corner
 * @property {Record<number, number[]>} colours
 * @property {Record<string, number>} pen  what the player drew over the board
 * @property {string} title
 * @property {string} author
 * @property {string} ruleset  the rules in words
 * @property {string} kept  other data of a file or link
 */

/** @returns {Doc} */
export function emptyDoc(board = "9x9", cells = 81, symbols = "") {
  const blank = () => new Array(cells).fill(0);
  return {
    board,
    rules: [],
    symbols,
    givens: blank(),
    digits: blank(),
    centre: {},
    corner: {},
    colours: {},
    pen: {},
    title: "",
    author: "",
    ruleset: "",
    kept: "",
  };
}

/** The fields of a document that belong to the puzzle; the others belong to the player. */
const PUZZLE = ["board", "rules", "symbols", "givens"];
/** History steps kept in the browser's limited store; in memory there is no limit. */
const STORED = 2000;

export class Desk {
  constructor() {
    /** @type {Doc} */
    this.doc = emptyDoc();
    /** @type {Partial<Doc>[]} */
    this.past = [];
    /** @type {Partial<Doc>[]} */
    this.future = [];
    /** View state, which undo does not affect. */
    this.view = {
      mode: /** @type {"set" | "play"} */ ("set"),
      /** what a digit becomes in play */
      entry: /** @type {"digit" | "corner" | "centre" | "colour" | "pen" | "chain"} */ ("digit"),
      pen: 1, // its colour
      /** cells in the order of selection; the cursor is on the last one */
      selection: /** @type {number[]} */ ([]),
      seconds: 0,
      paused: false,
    };
    /** @type {Record<string, Function[]>} */
    this.listeners = {};
  }

  /** Call when: "doc" any edit, "puzzle" an edit of the puzzle, "view" what is looked at. */
  on(event, call) {
    (this.listeners[event] ??= []).push(call);
  }

  emit(event, detail = undefined) {
    for (const call of this.listeners[event] ?? []) call(detail);
  }

  /** One edit. @param {Partial<Doc>} fields */
  change(fields) {
    const before = this.#exchange(fields);
    if (!before) return;
    this.past.push(before);
    this.future = [];
    this.#tell(before);
  }

  undo() {
    return this.#move(this.past, this.future);
  }

  redo() {
    return this.#move(this.future, this.past);
  }

  /** Replace the document, with its history. */
  load(doc, past = [], future = []) {
    this.doc = doc;
    this.past = past;
    this.future = future;
    this.view.selection = [];
    this.emit("puzzle");
    this.emit("doc");
    this.emit("view");
  }

  /** Change the view state. */
  look(fields) {
    Object.assign(this.view, fields);
    this.emit("view");
  }

  /** The latest part of the history, which is stored. */
  history() {
    return { past: this.past.slice(-STORED), future: this.future.slice(-STORED) };
  }

  #move(from, to) {
    const fields = from.pop();
    if (!fields) return false;
    const before = this.#exchange(fields) ?? {};
    to.push(before);
    this.#tell(before);
    return true;
  }

  /** Set fields; return the former values, null if nothing differs. */
  #exchange(fields) {
    const before = {};
    for (const [name, value] of Object.entries(fields))
      if (JSON.stringify(value) !== JSON.stringify(this.doc[name])) before[name] = this.doc[name];
    if (!Object.keys(before).length) return null;
    this.doc = { ...this.doc, ...fields };
    return before;
  }

  #tell(fields) {
    if (this.doc.givens.length <= Math.max(-1, ...this.view.selection)) this.view.selection = [];
    if (PUZZLE.some((name) => name in fields)) this.emit("puzzle");
    this.emit("doc");
  }
}

/** The puzzle as the server reads it. `entered`: with the player's digits as givens. */
export function puzzleRecord(doc, symbols, entered = false) {
  const marks = [...symbols];
  const cells = doc.givens.map((given, i) => given || (entered ? doc.digits[i] : 0));
  /** @type {Record<string, any>} */
  const record = {
    puzzle: cells.map((digit) => (digit ? marks[digit - 1] : ".")).join(""),
    layout: doc.board,
    constraints: doc.rules,
  };
  if (doc.symbols) record.symbols = doc.symbols;
  const kept = keptWith(doc);
  if (kept) record.kept = kept;
  return record;
}

/** Other data of a file or link, with the current metadata of the puzzle; "" if there is none. */
function keptWith({ kept, title, author, ruleset }) {
  const all = JSON.parse(kept || "{}");
  const { title: _, author: __, ruleset: ___, ...rest } = all.about ?? {};
  const about = { ...rest, ...(title && { title }), ...(author && { author }), ...(ruleset && { ruleset }) };
  delete all.about;
  if (Object.keys(about).length) all.about = about;
  return Object.keys(all).length ? JSON.stringify(all) : "";
}
