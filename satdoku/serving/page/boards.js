// The boards received from the server: requested once per layout with its rules, then cached.

import { Geometry } from "./geometry.js";
import { puzzleRecord } from "./state.js";

/** The cache key of a board: everything that it depends on. */
const keyOf = (board, rules, symbols) => JSON.stringify([board, rules, symbols]);

export class Boards {
  /** @param {import("./wire.js").Wire} wire */
  constructor(wire) {
    this.wire = wire;
    /** @type {Map<string, Geometry>} */
    this.known = new Map();
    /** Pending requests. @type {Map<string, Promise<any>>} */
    this.asked = new Map();
  }

  /** The cached board of a document, if any. @param {import("./state.js").Doc} doc */
  of(doc) {
    return this.known.get(keyOf(doc.board, doc.rules, doc.symbols));
  }

  /** Cache a board as the board of a document. */
  keep(doc, board) {
    const geometry = board instanceof Geometry ? board : new Geometry(board);
    this.known.set(keyOf(doc.board, doc.rules, doc.symbols), geometry);
    return geometry;
  }

  /** The board of a document, requested if not cached. @returns {Promise<Geometry>} */
  async find(doc) {
    const known = this.of(doc);
    if (known) return known;
    const key = keyOf(doc.board, doc.rules, doc.symbols);
    const asked =
      this.asked.get(key) ??
      this.wire
        .ask("parse", { ...puzzleRecord(doc, ""), puzzle: "" }, { topic: `board ${key}` })
        .finally(() => this.asked.delete(key));
    this.asked.set(key, asked);
    return this.keep(doc, boardOf(await asked));
  }

  /**
   * Read a text, link or record; drawings that may stand for rules are omitted and reported.
   * @returns {Promise<{fields: Partial<import("./state.js").Doc>, geometry: Geometry, answer: any}>}
   */
  async read(puzzle, options = {}) {
    const answer = await this.wire.ask("parse", puzzle, {
      topic: "read",
      options: { ignore_rules: ["drawings"], ...options },
    });
    return { answer, ...this.take(answer) };
  }

  /** Convert the server's puzzle record to the fields of a document and a board. */
  take(answer) {
    const rules = answer.constraints.map((rule) => rule.text);
    const usual = Boards.usualSymbols(answer);
    const fields = {
      board: answer.board,
      rules,
      symbols: usual ? "" : answer.symbols,
      givens: answer.cells,
      kept: answer.kept ?? "",
      title: answer.metadata.title ?? "",
      author: answer.metadata.author ?? "",
      ruleset: answer.metadata.ruleset ?? answer.metadata.rules ?? "",
    };
    return { fields, geometry: this.keep({ ...fields }, boardOf(answer)) };
  }

  static usualSymbols(answer) {
    const all = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn";
    return answer.symbols === all.slice(1, answer.size + 1) || answer.symbols === all.slice(0, answer.size);
  }
}

/** What is stored of an answer under its own name. */
const STORED = [
  "symbols",
  "size",
  "height",
  "width",
  "first_digit",
  "places",
  "regions",
  "houses",
  "extra_houses",
  "constraints",
  "rules",
  "drawing",
];

/** The stored part of an answer: the board without its content. @returns {any} */
function boardOf(answer) {
  const stored = Object.fromEntries(STORED.map((name) => [name, answer[name]]));
  return { layout: answer.board, drawn: answer.layout, ...stored };
}
