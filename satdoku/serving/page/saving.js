// Every edit is stored in the browser: each tab has its own document, so that two tabs never
// overwrite each other. A tab locks its document and signs what it stores; if it finds another
// signature, it continues with a copy under a new id: nothing is lost.

import { t } from "./words.js";

const PREFIX = "satdoku.doc.";
const MOST = 200;
/** Milliseconds that a tab waits for its own document: until the page that was there before the reload is gone. */
const PATIENCE = 1000;

/** @typedef {{id: string, doc: any, board: any, past: any[], future: any[], when: number, writer: string, view: any}} Kept */

const random = () => Math.random().toString(36).slice(2, 10);

/** A browser store; if none is allowed, one that lasts as long as the page. */
export function storeNamed(name) {
  try {
    globalThis[name].getItem("");
    return globalThis[name];
  } catch {
    const held = new Map();
    return {
      get length() {
        return held.size;
      },
      key: (i) => [...held.keys()][i] ?? null,
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    };
  }
}

export class Saving {
  constructor(store = storeNamed("localStorage"), session = storeNamed("sessionStorage")) {
    this.store = store;
    this.session = session;
    this.writer = random();
    this.id = "";
    /** Lets go of the lock on the document. @type {(value?: unknown) => void} */
    this.free = () => {};
    /** How many locks were requested. */
    this.locks = 0;
  }

  /** All stored documents, the latest first. @returns {Kept[]} */
  all() {
    const kept = [];
    for (let i = 0; i < this.store.length; i++) {
      const key = this.store.key(i);
      if (key?.startsWith(PREFIX)) kept.push(this.read(key.slice(PREFIX.length)));
    }
    return kept.filter((one) => one !== null).sort((a, b) => b.when - a.when);
  }

  /** @returns {Kept | null} */
  read(id) {
    try {
      const kept = JSON.parse(this.store.getItem(PREFIX + id) ?? "null");
      return kept?.doc && kept.board && Array.isArray(kept.doc.givens) ? kept : null;
    } catch {
      return null;
    }
  }

  /** The initial document: this tab's own, else the latest that no other tab has open. */
  async first() {
    const own = this.session.getItem("satdoku.tab");
    const kept = own ? this.read(own) : null;
    if (kept && (await this.#lock(kept.id, PATIENCE))) return this.#take(kept.id, kept);
    if (!own) for (const one of this.all()) if (await this.#lock(one.id)) return this.#take(one.id, one);
    return this.turnToCopy(kept); // a duplicated tab continues with a copy
  }

  /** Continue with a stored document. */
  turnTo(id) {
    void this.#lock(id);
    return this.#take(id, this.read(id));
  }

  /** Continue with a new document, copied from another one or empty. */
  turnToCopy(kept = null) {
    const id = random();
    void this.#lock(id);
    return this.#take(id, kept);
  }

  #take(id, kept) {
    this.id = id;
    this.session.setItem("satdoku.tab", id);
    this.seen = kept?.writer ?? "";
    return kept;
  }

  /**
   * Lock a document, in place of the one before, as long as the tab is there. Gives whether that is
   * possible: no other tab has it, within so many milliseconds. Pages from afar (no https) have no locks.
   * @returns {Promise<boolean>}
   */
  #lock(id, patience = 0) {
    this.free();
    this.free = () => {};
    if (!navigator.locks) return Promise.resolve(true);
    const mine = ++this.locks;
    const how = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    return new Promise((tell) => {
      const held = navigator.locks.request(PREFIX + id, how, (lock) => {
        tell(Boolean(lock));
        return lock && mine === this.locks ? new Promise((done) => (this.free = done)) : undefined;
      });
      held.catch(() => tell(false));
    });
  }

  /**
   * Keep the document. Gives "" or a line that says what is the matter.
   * @param {Omit<Kept, "id" | "when" | "writer">} content
   */
  save(content) {
    const there = this.read(this.id);
    let note = "";
    if (there && there.writer !== this.writer && there.writer !== this.seen) {
      this.turnToCopy();
      note = t`This puzzle is open in another tab: this tab continues with a copy.`;
    }
    this.seen = this.writer;
    const kept = { ...content, id: this.id, when: Date.now(), writer: this.writer };
    return this.#write(kept) ? note : t`The browser's storage is full: save the puzzle as a file.`;
  }

  #write(kept) {
    const others = this.all()
      .filter((one) => one.id !== kept.id)
      .reverse();
    while (others.length >= MOST) this.remove(others.shift()?.id);
    for (let room = others.length + 2; room > 0; room--) {
      try {
        this.store.setItem(PREFIX + kept.id, JSON.stringify(kept));
        return true;
      } catch {
        // Drop history first, of this document and the oldest ones; keep the documents themselves.
        const oldest = others.shift();
        if (oldest) this.store.setItem(PREFIX + oldest.id, JSON.stringify({ ...oldest, past: [], future: [] }));
        else kept = { ...kept, past: kept.past.slice(-50), future: [] };
      }
    }
    return false;
  }

  /** Delete a document. */
  remove(id) {
    this.store.removeItem(PREFIX + id);
  }
}
