// Playing: the touch keypad, the clock, and the check of entries.

import { courseLink, makeTold } from "./about.js";
import { announce, button, dialog, toast } from "./dialogs.js";
import { enter, tidied } from "./entering.js";
import { fill, h, icon } from "./dom.js";
import { clashing } from "./showing.js";
import { Cancelled } from "./wire.js";
import { t } from "./words.js";

/** @typedef {import("./main.js").App} App */

/** What a digit becomes: [name, words]. */
export const ENTRIES = /** @type {const} */ ([
  ["digit", t`Digit`],
  ["corner", t`Corner`],
  ["centre", t`Centre`],
  ["colour", t`Colour`],
  ["pen", t`Pen`],
  ["chain", t`Chain`],
]);
/** What a number is typed with, while a rule is held that has one. */
const DIGITS = "1234567890";
const COLOURS = [t`grey`, t`green`, t`purple`, t`orange`, t`red`, t`yellow`, t`blue`, t`teal`, t`pink`];

/** The keypad beneath the board. @param {App} app */
export function makePad(app) {
  const pad = /** @type {HTMLElement} */ (document.getElementById("pad"));
  const { desk, drawing } = app;
  let shown = "";
  const draw = () => {
    const geometry = drawing.geometry;
    if (!geometry) return;
    const { mode, entry, several, numbering, pen } = desk.view;
    const key = JSON.stringify([mode, entry, several, numbering, pen, geometry.board.symbols]);
    if (key === shown) return;
    shown = key;
    const colours = mode === "play" && entry === "colour";
    const keys = app.pen.isOn()
      ? app.pen.keys()
      : colours
        ? COLOURS.map((name, k) =>
            h("button", {
              type: "button",
              class: `key colour-key key-colour-${k + 1}`,
              "aria-label": name,
              onclick: () => enter(desk, k + 1),
            }),
          )
        : numbering
          ? [...DIGITS].map((mark) =>
              h("button", { type: "button", class: "key", onclick: () => app.picking.type(mark) }, mark),
            )
          : geometry.marks.map((mark, k) =>
              h(
                "button",
                {
                  type: "button",
                  class: "key",
                  onclick: () => (app.chain.isOn() ? app.chain.add(k + 1) : enter(desk, k + 1)),
                },
                mark,
              ),
            );
    fill(
      pad,
      mode === "play"
        ? h(
            "div",
            { class: "entries", role: "radiogroup", "aria-label": t`What is entered` },
            ENTRIES.map(([name, words]) =>
              h(
                "button",
                {
                  type: "button",
                  role: "radio",
                  "aria-checked": String(entry === name),
                  "data-entry": name,
                  title: name === "pen" && t`Drag for a line; click for a cross, again for a circle`,
                  onclick: () => app.setEntry(name),
                },
                words,
              ),
            ),
          )
        : null,
      h(
        "div",
        {
          class: `keys many-${keys.length > 16 ? "more" : keys.length > 12 ? "16" : keys.length > 10 ? "12" : keys.length > 9 ? "10" : "9"}`,
        },
        keys,
        h(
          "button",
          { type: "button", class: "key erase", "aria-label": t`Erase`, onclick: () => app.erase() },
          icon("erase"),
        ),
      ),
      h(
        "div",
        { class: "tools" },
        button("erase", t`Erase`, () => app.erase()),
        button("undo", t`Undo`, () => app.undo()),
        button("redo", t`Redo`, () => app.redo()),
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(Boolean(several)),
            title: t`Choose several cells, one by one`,
            onclick: () => desk.look({ several: !several }),
          },
          t`Several`,
        ),
      ),
    );
  };
  desk.on("view", draw);
  app.onBoard(draw);
}

/** The clock, and the button that pauses it. @param {App} app */
export function makeClock(app) {
  const { desk } = app;
  const clock = h("strong", { class: "clock", role: "timer", "aria-label": t`time` });
  const pause = h("button", { type: "button", id: "pause", onclick: () => desk.look({ paused: !desk.view.paused }) });
  const draw = () => {
    clock.textContent = time(desk.view.seconds);
    const words = desk.view.paused ? t`Go on` : t`Pause`;
    pause.setAttribute("aria-label", words); // on a phone there is only the picture
    fill(pause, icon(desk.view.paused ? "play" : "pause"), h("span", {}, words));
    document.getElementById("veil").hidden = !(desk.view.paused && desk.view.mode === "play");
  };
  setInterval(() => {
    if (desk.view.mode !== "play" || desk.view.paused || desk.view.solved || document.hidden) return;
    desk.view.seconds += 1;
    clock.textContent = time(desk.view.seconds);
    if (desk.view.seconds % 10 === 0) app.save();
  }, 1000);
  desk.on("view", draw);
  draw();
  return { clock, pause };
}

/** The player's panel at the desk. @param {App} app */
export function makePlay(app) {
  const { clock, pause } = makeClock(app);
  return h(
    "section",
    { class: "panel" },
    makeTold(app),
    h("div", { class: "card" }, h("h3", {}, t`Time`), h("div", { class: "row" }, clock, pause)),
    makeDeeds(app),
    courseLink(),
  );
}

/** Check, hint, and what else helps; marks what is wrong, and says when it is solved. @param {App} app */
export function makeDeeds(app) {
  const { desk } = app;
  let timer = 0;
  /** Mark the cells of rules that the digits break, which the server knows. */
  const markBroken = async () => {
    if (desk.view.mode !== "play" || !desk.doc.rules.length) return;
    try {
      const { cells } = await app.wire.ask("broken", app.answers.record(), {
        topic: "broken",
        options: { entries: desk.doc.digits },
      });
      desk.look({ broken: new Set(cells) });
    } catch {
      // asked again at the next edit
    }
  };
  desk.on("doc", () => {
    clearTimeout(timer);
    timer = setTimeout(markBroken, 120);
    if (desk.view.wrong?.size) desk.look({ wrong: new Set() });
    const full = desk.doc.givens.every((given, i) => given || desk.doc.digits[i]);
    if (!full || desk.view.mode !== "play") desk.view.solved = false;
    else if (!desk.view.solved && !clashing(desk.doc, app.drawing.geometry).size) void check(app, true);
  });
  return h(
    "div",
    { class: "card" },
    h("h3", {}, t`Play`),
    h(
      "div",
      { class: "grid2" },
      button("check", t`Check`, () => void check(app), { id: "check" }),
      button("bulb", t`Hint`, () => app.hint()),
      button("", t`All candidates`, () => candidates(app), {
        title: t`Centre marks of all digits that the houses allow`,
      }),
      button("", t`Tidy marks`, () => desk.change(tidied(desk.doc, app.drawing.geometry)), {
        title: t`Remove marks that a digit rules out`,
      }),
      button("erase", t`Start again`, () => app.restart()),
    ),
  );
}

/** Format seconds for display. */
export function time(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:` : ""}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Show the mistakes, or that there are none. */
export async function check(app, atEnd = false) {
  const { desk } = app;
  if (!atEnd) app.noted("checks");
  try {
    const answer = await app.wire.ask("check-entries", app.answers.record(), { options: { entries: desk.doc.digits } });
    const { wrong } = answer;
    desk.look({ wrong: new Set(wrong) });
    const left = desk.doc.givens.filter((given, i) => !given && !desk.doc.digits[i]).length;
    if (wrong.length)
      toast(wrong.length === 1 ? t`1 cell is wrong.` : t`${wrong.length} cells are wrong.`, { bad: true });
    else if (answer.problem) toast(answer.problem, { bad: true });
    else if (left) toast(t`All right so far, ${left} to go.`);
    else solved(app);
    announce(wrong.length ? t`${wrong.length} wrong` : left ? t`all right so far` : t`solved`);
  } catch (error) {
    if (!atEnd && !(error instanceof Cancelled)) toast(error.message, { bad: true });
  }
}

function solved(app) {
  const { desk } = app;
  if (desk.view.solved) return;
  desk.look({ solved: true });
  dialog(t`Solved`, [h("p", { class: "solved" }, t`Well done: ${time(desk.view.seconds)}.`), app.toldAtEnd()]);
}

/** Set the centre marks to the candidates that the houses leave. */
function candidates(app) {
  const { desk } = app;
  const geometry = app.drawing.geometry;
  const centre = {};
  desk.doc.givens.forEach((given, cell) => {
    if (given || desk.doc.digits[cell]) return;
    const seen = new Set([...geometry.peers(cell)].map((peer) => desk.doc.givens[peer] || desk.doc.digits[peer]));
    centre[cell] = geometry.marks.map((_, k) => k + 1).filter((d) => !seen.has(d));
  });
  desk.change({ centre });
}
