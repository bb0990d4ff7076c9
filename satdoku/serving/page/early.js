// The worker of an exported page, begun before the page itself is there: its files are loaded and compiled meanwhile.

import { language } from "./language.js";

/** Begin it, for worker_socket.js to take. A page that is one file has its worker's text in itself, and nothing to wait for. */
export function beginWorker() {
  if (document.documentElement.dataset.answers !== "worker" || document.getElementById("held")) return;
  const worker = new Worker(new URL("./static_answers.js", import.meta.url), { type: "module", name: language });
  const ready = new Promise((done) => worker.addEventListener("message", ({ data }) => done(data), { once: true }));
  /** @type {any} */ (globalThis).begunWorker = { worker, ready };
}
