// The server's answers about the current puzzle, requested again at each edit: the fast answer at
// once, the slower ones when the user pauses. An answer to an older puzzle is never shown.

import { puzzleRecord } from "./state.js";
import { Cancelled } from "./wire.js";

/** Requests after the fast answer: topic → condition under which it is useful. */
const SLOWER = {
  repairs: (live) => live.outcome === "none",
  rate: (live) => live.outcome === "unique",
  redundant: (live) => live.outcome === "unique",
  numbers: (live) => live.outcome === "several" && live.constraints > 0,
  // An empty board would need many additions: the user has to request that.
  additions: (live) => live.outcome === "several" && (live.exact || live.clues + 2 * live.constraints > 16),
};
/** More than the digits of any board: `live.open` encodes candidates that may have more solutions as cell * PLACES + digit. */
export const PLACES = 64;
/** Milliseconds without an edit before the slower requests are sent. */
const PAUSE = 350;

export class Answers {
  /**
   * @param {import("./wire.js").Wire} wire
   * @param {import("./state.js").Desk} desk
   * @param {() => import("./geometry.js").Geometry | null} geometry
   */
  constructor(wire, desk, geometry) {
    this.wire = wire;
    this.desk = desk;
    this.geometry = geometry;
    /** @type {(() => void)[]} */
    this.heard = [];
    /** The slower requests that the user has enabled. */
    this.wanted = { repairs: true, rate: true, redundant: true, numbers: true, additions: true };
    this.timer = 0;
    /** The question that was asked ahead. @type {{text: string, asked: Promise<any>} | null} */
    this.asked = null;
    this.clear();
  }

  clear() {
    /** @type {any} the fast answer */
    this.live = null;
    /** @type {any} */
    this.rate = null;
    /** @type {number[] | null} cells of redundant givens */
    this.redundant = null;
    /** @type {any} */
    this.redundancy = null;
    /** @type {any} */
    this.additions = null;
    /** @type {any} */
    this.numbers = null;
    /** @type {any} */
    this.repairs = null;
    /** @type {{count: number, exact: boolean, running: boolean, estimate?: number} | null} */
    this.counted = null;
    /** @type {Record<string, string>} topic → what went wrong */
    this.errors = {};
    this.stopped = new Set();
    this.stale = true;
  }

  on(call) {
    this.heard.push(call);
  }

  /** Ask about a puzzle whose board is still to be drawn: the answer is looked for meanwhile. @param {import("./geometry.js").Geometry} geometry */
  ahead(geometry) {
    const record = puzzleRecord(this.desk.doc, geometry.board.symbols);
    const asked = this.wire.ask("live", record, { topic: "live", options: {} });
    asked.catch(() => {}); // told where it is waited for
    this.asked = { text: JSON.stringify(record), asked };
  }

  tell() {
    for (const call of this.heard) call();
  }

  /** The puzzle in the form in which it is sent. */
  record() {
    const geometry = this.geometry();
    return geometry ? puzzleRecord(this.desk.doc, geometry.board.symbols) : null;
  }

  /** Handle a change of the puzzle. */
  async edited() {
    clearTimeout(this.timer);
    for (const topic of [...Object.keys(SLOWER), "count"]) this.wire.cancel(topic);
    const record = this.record();
    if (!record) return;
    const old = this.live;
    this.clear();
    this.live = old?.candidates?.length === record.puzzle.length ? old : null; // until the new answer is there
    this.tell();
    const live = await this.#asked("live", record, {});
    if (live === undefined) return;
    this.live = { ...live, open: new Set((live.unsettled ?? []).map(([cell, digit]) => cell * PLACES + digit)) };
    this.stale = false;
    this.tell();
    this.timer = setTimeout(() => this.#slower(record, live), PAUSE);
  }

  #slower(record, live) {
    for (const [topic, worth] of Object.entries(SLOWER))
      if (live && worth(live) && this.wanted[topic]) void this.#slow(topic, record);
  }

  async #slow(topic, record) {
    const answer = await this.#asked(topic, record, {});
    if (answer === undefined) return;
    if (topic === "redundant") {
      this.redundancy = answer;
      this.redundant = answer.cells;
    } else this[topic] = answer;
    this.tell();
  }

  /** Count all solutions until the user stops it. */
  async count() {
    const record = this.record();
    if (!record) return;
    this.counted = { count: this.live?.solutions ?? 0, exact: false, running: true };
    const answer = await this.#asked("count", record, { limit: 10_000_000, time_limit: 25 }, (progress) => {
      this.counted = { count: progress.count ?? progress.solutions ?? 0, exact: false, running: true };
      this.tell();
    });
    if (answer !== undefined)
      this.counted = { count: answer.count, exact: answer.exact, running: false, estimate: answer.estimate };
    else if (this.counted) this.counted.running = false;
    this.tell();
  }

  /** Send a request; undefined if the answer is no longer needed, or there is none. */
  async #asked(topic, record, options, heard) {
    const desk = this.desk;
    const before = desk.doc;
    const ahead = topic === "live" ? this.asked : null;
    if (ahead) this.asked = null;
    try {
      const asking =
        ahead?.text === JSON.stringify(record)
          ? ahead.asked
          : this.wire.ask(topic, record, {
              topic,
              options,
              progress: (progress) => {
                heard?.(progress);
                this.tell();
              },
            });
      this.tell();
      const answer = await asking;
      return samePuzzle(before, desk.doc) ? answer : undefined;
    } catch (error) {
      if (!(error instanceof Cancelled) && samePuzzle(before, desk.doc)) {
        this.errors[topic] = error.message;
        this.tell();
      }
      return undefined;
    }
  }

  /** Stop a request on behalf of the user. */
  stop(topic) {
    this.stopped.add(topic);
    this.wire.cancel(topic);
    if (topic === "live") this.live = null;
    this.tell();
  }

  /** Repeat a request that was stopped or disabled. */
  again(topic) {
    if (topic === "live") return void this.edited();
    this.stopped.delete(topic);
    delete this.errors[topic];
    const record = this.record();
    if (record) void this.#slow(topic, record);
    this.tell();
  }

  busy(topic) {
    return this.wire.busy(topic);
  }
}

function samePuzzle(a, b) {
  return a.board === b.board && a.rules === b.rules && a.givens === b.givens && a.symbols === b.symbols;
}
