// A move of the player's own: whether it is right, why not, and which techniques give it; and the lesson of one.

import { clickable } from "./clues.js";
import { announce, button, dialog } from "./dialogs.js";
import { h, ratingText, refill } from "./dom.js";
import { Cancelled } from "./wire.js";
import { named, t } from "./words.js";

/** @typedef {import("./main.js").App} App */

/** What is said of a move, by the judgement on it. */
const TOLD = { right: t`Right.`, wrong: t`Wrong.`, undecided: t`Not decided.`, unsolvable: t`Not decided.` };

/**
 * The card that judges and names a move.
 * @param {App} app
 * @param {(options: object) => Promise<any>} ask  the steps that are possible; null after an error
 * @param {() => string} wrong  the error
 */
export function makeMove(app, ask, wrong) {
  const card = h("div", { class: "card" });
  /** @type {{steps: any[], moves: any[], text: string} | null} */
  let answered = null;
  let asked = "";
  /** Ask whether these digits can be placed ("r4c7=5") and these candidates removed ("3r4c5"), and by which techniques. */
  const name = async (event) => {
    event.preventDefault();
    asked = String(new FormData(event.target).get("move")).trim();
    const parts = asked.split(/[\s,;]+/).filter(Boolean);
    if (!parts.length) return;
    const { doc, view } = app.desk;
    const answer = await ask({
      places: parts.filter((part) => part.includes("=")).join(","),
      eliminates: parts.filter((part) => !part.includes("=")).join(","),
      limit: 6,
      ...(view.mode === "play" && { entries: doc.digits, marks: playersMarks(doc) }),
    });
    answered = answer && { steps: answer.available, moves: answer.moves, text: TOLD[answer.judgement] ?? "" };
    draw();
    announce(
      answered
        ? [
            answered.text,
            ...answered.moves.filter((one) => one.judgement !== "right").map((one) => one.reason),
            answered.steps[0]?.text ?? "",
          ].join(" ")
        : wrong(),
    );
  };
  const draw = () =>
    refill(
      card,
      h("h3", {}, t`Judge my move`),
      h(
        "form",
        { class: "row", id: "name-move", onsubmit: name },
        h("input", {
          name: "move",
          value: asked,
          placeholder: t`r4c7=5 or 3r4c5 3r4c6`,
          "aria-label": t`A move: digits placed, candidates removed`,
          autocomplete: "off",
          spellcheck: "false",
        }),
        h("button", {}, t`Is it right?`),
      ),
      answered?.text && h("p", { class: answered.text === TOLD.right ? "text" : "bad" }, answered.text),
      answered?.moves.map((one) => judged(app, one)),
      asked && !answered && wrong() && h("p", { class: "bad" }, wrong()),
      answered &&
        h(
          "ul",
          { class: "moves" },
          answered.steps.map((step) =>
            h(
              "li",
              {},
              h(
                "button",
                { type: "button", class: "plain", onclick: () => app.glow(Object.keys(step.marks.shaded).map(Number)) },
                named(step.name),
              ),
              " ",
              h("span", { class: "badge" }, ratingText(step)),
              lessonButton(app, step.name),
              h("p", { class: "text" }, clickable(app, step.text)),
            ),
          ),
        ),
    );
  return {
    card,
    draw,
    forget: () => {
      answered = null;
    },
  };
}

/** One part of a move, unless it is right and a step below gives it: what is true, and the proof to unfold. */
function judged(app, { judgement, reason, proof }) {
  if (judgement === "right" && !proof.length) return null;
  return [
    h("p", { class: "text" }, clickable(app, `${reason}.`)),
    proof.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, t`Proof`),
        proof.map((line) => h("p", { class: "text" }, clickable(app, line))),
      ),
  ];
}

/** Opens the lesson of a technique: what it is and why it holds, without the commands that show it in a terminal; the step stays on the board. */
export function lessonButton(app, name) {
  return button(
    "help",
    t`Lesson`,
    async () => {
      try {
        const { text } = await app.wire.ask("lesson", {}, { options: { technique: name } });
        const [title, ...rest] = text.split("\n").filter(Boolean);
        dialog(
          title,
          rest.filter((line) => !line.includes("satdoku ")).map((line) => h("p", { class: "text" }, line)),
        );
      } catch (error) {
        if (!(error instanceof Cancelled)) announce(error.message);
      }
    },
    { class: "plain small" },
  );
}

/** The centre marks as the candidates that the player still considers possible. */
export function playersMarks(doc) {
  return doc.givens.map((_, cell) => doc.centre[cell] ?? []);
}
