// A game: a puzzle that stays as it is, what the player enters, and each move with its time; kept on the device by puzzle.
//
// `moves` holds what each move changed, undone ones too, so any former position can be shown again (replay.js).

import { storeNamed } from "./saving.js";
import { settings } from "./settings.js";
import { Desk, emptyDoc } from "./state.js";

/** @typedef {Record<string, Record<string, any>>} Changed  field → cell (or line of the pen) → its new value, null for none */
/** @typedef {{at: number, changed: Changed}} Move  at: the second on the clock */
/** @typedef {{moves: Move[], seconds: number, hints: number, checks: number, solved: boolean, when: number}} Kept */

/** The fields of a document that are the player's. */
const ENTERED = ["digits", "centre", "corner", "colours", "pen"];
const PREFIX = "satdoku.game.";
const MOST = 200;

const entriesOf = (doc) => Object.fromEntries(ENTERED.map((name) => [name, doc[name]]));

/** What differs between two positions. @returns {Changed} */
function difference(before, after) {
  /** @type {Changed} */
  const changed = {};
  for (const name of ENTERED)
    for (const key of new Set([...Object.keys(before[name]), ...Object.keys(after[name])])) {
      const [was, is] = [before[name][key], after[name][key]];
      if (JSON.stringify(was) !== JSON.stringify(is)) (changed[name] ??= {})[key] = is ?? null;
    }
  return changed;
}

/** A position after a move. @param {Changed} changed */
function applied(entries, changed) {
  const next = { ...entries };
  for (const [name, values] of Object.entries(changed)) {
    next[name] = Array.isArray(next[name]) ? [...next[name]] : { ...next[name] };
    for (const [key, value] of Object.entries(values)) {
      if (value === null) delete next[name][key];
      else next[name][key] = value;
    }
  }
  return next;
}

export class Game extends Desk {
  /** @param {Partial<import("./state.js").Doc>} puzzle */
  constructor(puzzle) {
    super();
    /** @type {Move[]} */
    this.moves = [];
    this.hints = 0;
    this.checks = 0;
    this.isSolved = false;
    /** Completes an edit before it is made: tidies marks. */
    this.completed = (fields) => fields;
    this.view.mode = "play";
    this.blank = { ...emptyDoc(), ...puzzle, digits: puzzle.givens.map(() => 0) };
    this.doc = this.blank;
    this.noted = entriesOf(this.doc);
    this.on("doc", () => this.#note());
  }

  /** One edit of the player's entries; the puzzle itself cannot be changed. */
  change(fields) {
    const foreign = Object.keys(fields).filter((name) => !ENTERED.includes(name));
    if (foreign.length) throw new Error(`a game does not change ${foreign}`);
    super.change(this.completed(fields));
  }

  #note() {
    const changed = difference(this.noted, this.doc);
    if (!Object.keys(changed).length) return;
    this.noted = entriesOf(this.doc);
    this.moves.push({ at: this.view.seconds, changed });
  }

  /** The position before the first move, and after each. */
  positions() {
    const found = [entriesOf(this.blank)];
    for (const { changed } of this.moves) found.push(applied(found.at(-1), changed));
    return found;
  }

  /** Go on where the player stopped; undo goes back through every move. @param {Kept} kept */
  resume({ moves, seconds, hints, checks, solved }) {
    Object.assign(this, { moves, hints, checks, isSolved: solved });
    Object.assign(this.view, { seconds, solved });
    const positions = this.positions();
    const past = moves.map(({ changed }, k) =>
      Object.fromEntries(Object.keys(changed).map((name) => [name, positions[k][name]])),
    );
    this.noted = positions.at(-1);
    this.load({ ...this.blank, ...this.noted }, past);
  }

  /** Begin again from the givens. */
  restart() {
    this.resume({ moves: [], seconds: 0, hints: 0, checks: 0, solved: false, when: 0 });
  }

  /** @returns {Kept} */
  kept() {
    const {
      moves,
      hints,
      checks,
      isSolved: solved,
      view: { seconds },
    } = this;
    return { moves, seconds, hints, checks, solved, when: Date.now() };
  }
}

/** The games on this device. */
export class Games {
  constructor(store = storeNamed("localStorage")) {
    this.store = store;
  }

  /** The key of a puzzle: everything that its solution depends on. @param {import("./state.js").Doc} doc */
  static key({ board, rules, symbols, givens }) {
    return PREFIX + JSON.stringify([board, [...rules].sort(), symbols, givens.join(" ")]);
  }

  /** @returns {Kept | null} */
  #read(key) {
    try {
      const kept = JSON.parse(this.store.getItem(key) ?? "null");
      return Array.isArray(kept?.moves) ? kept : null;
    } catch {
      return null;
    }
  }

  /** Where the player stopped, if this puzzle was begun. */
  read(doc) {
    return this.#read(Games.key(doc));
  }

  /** Keep a game, and give whether there was room; the ones played longest ago go first. @param {Game} game */
  save(game) {
    const key = Games.key(game.doc);
    const others = this.#keys().filter((one) => one !== key);
    others.sort((one, other) => (this.#read(one)?.when ?? 0) - (this.#read(other)?.when ?? 0));
    while (others.length >= MOST) this.store.removeItem(others.shift());
    const text = JSON.stringify(game.kept());
    for (;;) {
      try {
        this.store.setItem(key, text);
        return true;
      } catch {
        if (!others.length) return false;
        this.store.removeItem(others.shift());
      }
    }
  }

  #keys() {
    const all = Array.from({ length: this.store.length }, (_, k) => this.store.key(k));
    return all.filter((key) => key?.startsWith(PREFIX));
  }

  /** How many puzzles are begun and not solved. */
  open() {
    return this.#keys().filter((key) => this.#read(key)?.moves.length && !this.#read(key).solved).length;
  }
}

/** @typedef {{sort: string, seconds: number, hints: number, checks: number, when: number}} Solved */

/** What was solved on this device. */
export const solvedGames = {
  /** @returns {Solved[]} */
  all: () => settings.get("solved", []),
  /** @param {Solved} one */
  add: (one) => settings.set("solved", [...solvedGames.all(), one].slice(-5000)),
  clear: () => settings.set("solved", []),
};
