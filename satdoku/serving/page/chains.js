// A chain of the player's own: candidates clicked in turn, linked strong and weak by turns, and judged link by link.

import { clickable } from "./clues.js";
import { announce, button } from "./dialogs.js";
import { h, refill } from "./dom.js";
import { playersMarks } from "./naming.js";
import { sceneOf } from "./scenes.js";
import { Cancelled } from "./wire.js";
import { t } from "./words.js";

/** @typedef {import("./main.js").App} App */

/** The last node of a chain in Eureka notation, with the link before it and a sign behind it. */
const LAST = /[-=]?\([^()]*\)[^()]*$/;
const OTHER = { "=": "-", "-": "=" };

/** The sign of the link to the node that comes next. @param {string} text */
const nextSign = (text) => (!text || /[-=]$/.test(text) ? "" : OTHER[text.match(/[-=](?=[^-=]*$)/)?.[0] ?? "-"]);

/** The card on which a chain is drawn. @param {App} app */
export function makeChain(app) {
  const { desk, drawing } = app;
  const card = h("div", { class: "card", id: "chain" });
  let text = "";
  let wrong = "";
  let was = false;
  /** @type {any} */
  let answer = null;
  const isOn = () => desk.view.mode === "play" && desk.view.entry === "chain" && !desk.view.paused;

  /** Have a chain judged, and show it on the board. */
  const judge = async (next = text) => {
    text = next;
    const { doc } = desk;
    const record = app.answers.record();
    if (!record) return;
    try {
      answer = await app.wire.ask("chain", record, {
        topic: "chain",
        options: { chain: text, entries: doc.digits, marks: playersMarks(doc) },
      });
      wrong = "";
    } catch (error) {
      if (error instanceof Cancelled) return;
      wrong = error.message;
    }
    if (isOn() && answer) {
      const links = answer.links
        .filter(({ from, to }) => from.length && to.length)
        .map((link) => ({ ...link, kind: link.problem ? `${link.kind} broken` : link.kind }));
      app.setScene(
        sceneOf(
          { board: answer.board, marks: { used: answer.nodes.flat(), denied: answer.proves, links } },
          drawing.geometry,
        ),
      );
    }
    draw();
    announce(wrong || [text.match(LAST)?.[0] ?? t`no chain`, answer.text].join(" "));
  };

  /** Go on with a digit in the chosen cells. */
  const add = (digit, cells = desk.view.selection) => {
    const { geometry } = drawing;
    if (cells.length)
      void judge(
        `${text}${nextSign(text)}(${geometry.symbol(digit)})${cells.map((cell) => geometry.name(cell)).join(",")}`,
      );
  };
  const drop = () => {
    if (isOn()) void judge(text.replace(LAST, ""));
    return isOn();
  };

  app.chain = {
    isOn,
    add,
    drop,
    /** Go on with the candidate at a point. */
    click(x, y) {
      const { selection } = desk.view;
      const [cell] = selection;
      if (!isOn()) return false;
      const far = (digit) =>
        Math.hypot(drawing.geometry.candidate(cell, digit)[0] - x, drawing.geometry.candidate(cell, digit)[1] - y);
      const nearest = [...(app.scene?.candidates[cell] ?? [])].sort((one, other) => far(one) - far(other))[0];
      if (selection.length === 1 && nearest) add(nearest, [cell]); // (several cells wait for their digit)
      return true;
    },
    /** @param {KeyboardEvent} event */
    key({ key, ctrlKey, metaKey, altKey }) {
      if (!isOn() || ctrlKey || metaKey || altKey) return false;
      const digit = key.length === 1 ? drawing.geometry.digitOf(key) : 0;
      if (key === "Backspace" || key === "Delete") drop();
      else if (text && key in OTHER) void judge(text.replace(/[-=]$/, "") + key);
      else if (digit) add(digit);
      else return false;
      return true;
    },
  };

  const draw = () => {
    refill(
      card,
      h("h3", {}, t`Judge my chain`),
      h(
        "p",
        { class: "faint" },
        t`Click candidates one after the other: links are strong (one is true) and weak (one is false) by turns. For a group choose cells, then type the digit.`,
      ),
      h(
        "form",
        {
          class: "row",
          onsubmit: (event) => {
            event.preventDefault();
            if (!isOn()) app.setEntry("chain");
            void judge(String(new FormData(event.target).get("chain")).trim());
          },
        },
        h("input", {
          name: "chain",
          placeholder: "(3)r1c1=(3)r1c8-(3)r9c8=(3)r9c1",
          "aria-label": t`A chain in Eureka notation`,
          autocomplete: "off",
          spellcheck: "false",
        }),
        h("button", {}, t`Judge it`),
      ),
      wrong && h("p", { class: "bad" }, wrong),
      answer?.links.length > 0 &&
        h(
          "ol",
          { class: "links" },
          answer.links.map((link) =>
            h("li", { class: link.problem ? "bad" : "text" }, clickable(app, link.problem || t`${link.text} holds`)),
          ),
        ),
      answer?.text &&
        !wrong &&
        h(
          "p",
          { class: answer.problem ? "bad" : "text" },
          clickable(app, answer.problem ? t`Not proved: a link does not hold.` : answer.text),
        ),
      h(
        "div",
        { class: "row wrap" },
        isOn() ? button("undo", t`Last link`, drop) : button("", t`Draw it`, () => app.setEntry("chain")),
        text && button("close", t`New chain`, () => void judge("")),
      ),
    );
    card.querySelector("input").value = text;
  };

  desk.on("view", () => {
    if (was === isOn()) return;
    was = isOn();
    if (!was) return app.setScene(null);
    app.showTab("logic");
    void judge();
  });
  desk.on("doc", () => isOn() && void judge());
  desk.on("puzzle", () => {
    text = "";
    answer = null;
    draw();
  });
  draw();
  return card;
}
