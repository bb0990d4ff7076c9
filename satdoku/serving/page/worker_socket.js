// In place of the server's WebSocket, on an exported page: a worker that answers the same questions.
//
// The worker has one question at a time, and the others wait here, so that a cancelled one is not
// begun. Kernels cannot be stopped: one that still runs after PATIENCE ends with its worker.

/** Milliseconds that a cancelled question may still take. A worker takes about as long to begin. */
const PATIENCE = 200;

export class WorkerSocket extends EventTarget {
  constructor() {
    super();
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {any[]} */
    this.waiting = [];
    /** @type {any} */
    this.running = null;
    this.#start();
  }

  #start() {
    const worker = new Worker(new URL("./static_answers.js", import.meta.url), { type: "module" });
    this.worker = worker;
    this.isReady = false;
    worker.addEventListener("message", ({ data }) => {
      if (worker !== this.worker) return;
      if (data === "ready") {
        this.isReady = true;
        if (this.readyState === WebSocket.CONNECTING) {
          this.readyState = WebSocket.OPEN;
          this.dispatchEvent(new Event("open"));
        }
      } else {
        const { cancelled } = this.running ?? {};
        this.running = null;
        if (!cancelled) this.#tell(data);
      }
      this.#next();
    });
  }

  /** A question, or {cancel: id}. @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    if ("cancel" in message) return this.#cancel((asked) => asked.id === message.cancel);
    this.#cancel((asked) => asked.topic && asked.topic === message.topic);
    this.waiting.push(message);
    return this.#next();
  }

  #next() {
    if (this.running || !this.isReady || !this.waiting.length) return;
    this.running = this.waiting.shift();
    this.worker.postMessage(this.running);
  }

  /** @param {(asked: any) => boolean} which */
  #cancel(which) {
    this.waiting = this.waiting.filter((asked) => !which(asked));
    const { running } = this;
    if (!running || running.cancelled || !which(running)) return;
    running.cancelled = true;
    setTimeout(() => {
      if (this.running !== running) return;
      this.worker.terminate();
      this.running = null;
      this.#start();
    }, PATIENCE);
  }

  #tell(answer) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(answer) }));
  }
}
