// The worker of an exported page, begun before the page itself is there: its files are loaded and compiled meanwhile.

import { language } from "./language.js";

/** Begin it once, for worker_socket.js to take: this module stands in two files of an exported page. A page that is one file has its worker's text in itself, and nothing to wait for. */
export function beginWorker() {
  if (
    "begunWorker" in globalThis ||
    document.documentElement.dataset.answers !== "worker" ||
    document.getElementById("held")
  )
    return;
  const worker = new Worker(new URL("./static_answers.js", import.meta.url), { type: "module", name: language });
  const ready = new Promise((done) => worker.addEventListener("message", ({ data }) => done(data), { once: true }));
  /** @type {any} */ (globalThis).begunWorker = { worker, ready };
}
