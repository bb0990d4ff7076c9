// In place of the server's WebSocket, on an exported page: workers that answer the same questions.
//
// The kernels (static_answers.js) are ready at once. If the site has Python (python_answers.js), it is loaded after the first
// answer, and from then on answers all that is asked; until then it is waited for only with what the kernels cannot tell.

import { language } from "./language.js";
import { knownAnswer } from "./published.js";
import { t } from "./words.js";

/** What a page that is one file holds: the worker's script, and all that it needs, which would be too long for a data: URL. */
const { HELD } = /** @type {any} */ (globalThis);
const kernels = HELD
  ? `data:text/javascript,${encodeURIComponent(HELD["page/static_answers.js"])}`
  : "./static_answers.js";
/** The scripts of the workers, and milliseconds that a cancelled question may still take there: about as long as a new start. */
const KERNELS = { script: kernels, patience: 200 };
const PYTHON = { script: "./python_answers.js", patience: 4000 };

/** The worker that early.js began, once. */
function takenBegun() {
  const page = /** @type {any} */ (globalThis);
  const { begunWorker } = page;
  page.begunWorker = undefined;
  return begunWorker;
}

/**
 * A worker has one question at a time, and the others wait here, so that a cancelled one is not begun. Work cannot be
 * stopped: when the patience with it is over, it ends with its worker.
 */
class WorkerQueue {
  /** @param {typeof KERNELS} kind @param {(answer: any) => void} tell @param {(start: any) => void} started */
  constructor({ script, patience }, tell, started) {
    this.script = script;
    this.patience = patience;
    this.tell = tell;
    this.started = started;
    /** @type {any[]} */
    this.waiting = [];
    /** @type {any} */
    this.running = null;
    this.#start();
  }

  #start() {
    const begun = this.script === kernels ? takenBegun() : undefined;
    const worker =
      begun?.worker ?? new Worker(new URL(this.script, import.meta.url), { type: "module", name: language });
    if (HELD) worker.postMessage({ ...HELD, language });
    this.worker = worker;
    this.isReady = false;
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.worker) this.#hear(data);
    });
    void begun?.ready.then((data) => worker === this.worker && this.#hear(data)); // it may have said so before
  }

  #hear(data) {
    if (!("id" in data)) {
      this.isReady = Boolean(data.ready);
      this.started(data);
    } else if ("progress" in data) {
      if (!this.running?.cancelled) this.tell(data);
      return;
    } else {
      const message = this.running;
      this.running = null;
      if (data.broken) this.#again();
      if (!message.cancelled) this.tell({ ...data, message });
    }
    this.#next();
  }

  /** @param {any} message */
  ask(message) {
    this.waiting.push(message);
    this.#next();
  }

  #next() {
    if (this.running || !this.isReady || !this.waiting.length) return;
    this.running = this.waiting.shift();
    this.worker?.postMessage(this.running);
  }

  /** @param {(asked: any) => boolean} which */
  cancel(which) {
    this.waiting = this.waiting.filter((asked) => !which(asked));
    const { running } = this;
    if (!running || running.cancelled || !which(running)) return;
    running.cancelled = true;
    setTimeout(() => {
      if (this.running !== running) return;
      this.running = null;
      this.#again();
    }, this.patience);
  }

  #again() {
    this.end();
    this.#start();
  }

  end() {
    this.worker?.terminate();
  }
}

export class WorkerSocket extends EventTarget {
  constructor() {
    super();
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** The files of the site's Python, if it has one; then, why it cannot be loaded. @type {string[]} */
    this.files = [];
    this.problem = "";
    /** @type {WorkerQueue | null} */
    this.python = null;
    this.kernels = new WorkerQueue(
      KERNELS,
      (answer) => this.#hearKernels(answer),
      ({ python }) => {
        this.files = python;
        if (this.readyState !== WebSocket.CONNECTING) return;
        this.readyState = WebSocket.OPEN;
        this.dispatchEvent(new Event("open"));
      },
    );
  }

  /** A question, or {cancel: id}. @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    if ("cancel" in message) return this.#cancel((asked) => asked.id === message.cancel);
    this.#cancel((asked) => asked.topic && asked.topic === message.topic);
    const known = knownAnswer(message);
    if (known) return queueMicrotask(() => this.#tell({ id: message.id, answer: known }));
    return (this.python?.isReady ? this.python : this.kernels).ask(message);
  }

  /** @param {(asked: any) => boolean} which */
  #cancel(which) {
    this.kernels.cancel(which);
    this.python?.cancel(which);
  }

  /** An answer of the kernels; needs: whether Python could tell more. */
  #hearKernels({ message, needs, ...answer }) {
    if (needs && this.problem) this.#tell({ ...answer, error: this.problem });
    else if (needs && this.files.length) this.#withPython().ask(message);
    else this.#tell(answer);
    if (this.files.length && message.ask === "live") this.#withPython();
  }

  #withPython() {
    this.python ??= new WorkerQueue(
      PYTHON,
      ({ message, ...answer }) => this.#tell(answer),
      ({ failed }) => {
        if (!failed)
          return void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: this.files }));
        this.problem = t`Python cannot be loaded: ${failed}`;
        for (const { id } of this.python?.waiting.splice(0) ?? [])
          this.#tell({ id, error: this.problem, retry: false });
      },
    );
    return this.python;
  }

  #tell(answer) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(answer) }));
  }

  close() {
    this.kernels.end();
    this.python?.end();
  }
}
