// The replay of a game: each move in turn.

import { button } from "./dialogs.js";
import { h, refill } from "./dom.js";
import { time } from "./playing.js";
import { t } from "./words.js";

/** Milliseconds between two moves. */
const QUICK = 350;

/** The card of the replay. @param {any} app  its `desk` is a game */
export function makeReplay(app) {
  const { desk: game } = app;
  const card = h("div", { class: "card", id: "replay" });
  /** @type {any[]} */
  let positions = [];
  let at = 0;
  let timer = 0;
  const isShown = () => positions.length > 0;

  const show = (k) => {
    at = Math.max(0, Math.min(positions.length - 1, k));
    app.setShown(positions[at]);
    draw();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
  };
  const run = () => {
    if (!isShown()) positions = game.positions();
    if (at === positions.length - 1) at = 0;
    stop();
    timer = setInterval(() => {
      show(at + 1);
      if (at < positions.length - 1) return;
      stop();
      draw();
    }, QUICK);
    show(at);
  };
  const halt = () => {
    stop();
    draw();
  };
  const close = () => {
    if (!isShown()) return;
    stop();
    positions = [];
    at = 0;
    app.setShown(null);
    draw();
  };
  const step = (by) => {
    stop();
    show(at + by);
  };

  const draw = () => {
    const { length } = game.moves;
    refill(
      card,
      h("h3", {}, t`Replay`),
      !length && h("p", { class: "faint" }, t`Your moves can be watched again here.`),
      length > 0 && !isShown() && button("play", t`Watch my moves`, run, { id: "watch" }),
      isShown() &&
        h(
          "div",
          { class: "row steps" },
          button("left", "", () => step(-1), { "aria-label": t`Previous move`, class: "round" }),
          timer
            ? button("pause", "", halt, { "aria-label": t`Stop`, class: "round" })
            : button("play", "", run, { "aria-label": t`Go on`, class: "round" }),
          button("right", "", () => step(1), { "aria-label": t`Next move`, class: "round" }),
          h("input", {
            type: "range",
            min: 0,
            max: positions.length - 1,
            value: at,
            "data-at": at,
            "aria-label": t`Move`,
            oninput: (event) => {
              stop();
              show(+event.target.value);
            },
          }),
        ),
      isShown() &&
        h(
          "p",
          { class: "faint", id: "replayed" },
          t`Move ${at} of ${positions.length - 1}, at ${time(at ? game.moves[at - 1].at : 0)}`,
        ),
      isShown() && button("close", t`Back to the game`, close),
    );
  };
  game.on("doc", () => (isShown() ? close() : draw())); // a new move ends it
  draw();
  return card;
}
