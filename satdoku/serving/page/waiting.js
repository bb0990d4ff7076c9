// Long requests: progress, elapsed seconds, and a button to stop.

import { button } from "./dialogs.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** Seconds before the elapsed time is shown. */
const MOMENT = 2;

/**
 * @param {import("./wire.js").Wire} wire
 * @param {string} topic  of the request
 * @param {string} words  shown while waiting
 * @param {() => void} [stop]
 */
export function waiting(wire, topic, words, stop = () => wire.cancel(topic)) {
  const { latest = null, since = 0 } = wire.asked(topic) ?? {};
  const share = latest?.total ? { max: latest.total, value: latest.done } : {};
  return h(
    "div",
    { class: "waiting" },
    h(
      "div",
      { class: "row" },
      h("progress", { ...share, "aria-label": words }),
      button("stop", t`Stop`, stop, { class: "small" }),
    ),
    h(
      "p",
      { class: "faint" },
      h("span", {}, status(words, latest)),
      h("span", { "data-since": since }, lasting(since)),
    ),
  );
}

function status(words, latest) {
  const far = latest?.text ?? (latest?.total ? t`${latest.done} of ${latest.total}` : "");
  return far ? `${words}: ${far}` : `${words} …`;
}

function lasting(since) {
  const seconds = Math.floor((Date.now() - since) / 1000);
  return since && seconds >= MOMENT ? ` (${seconds} s)` : "";
}

/** Update the elapsed seconds. */
setInterval(() => {
  for (const one of document.querySelectorAll("[data-since]"))
    one.textContent = lasting(+one.getAttribute("data-since"));
}, 1000);
