// The logic panel: a hint in four levels, the name of the player's own move, the solution path, the diagnosis.

import { makeChain } from "./chains.js";
import { clickable } from "./clues.js";
import { announce, button } from "./dialogs.js";
import { h, plural, put, ratingText, refill } from "./dom.js";
import { takeStep } from "./entering.js";
import { lessonButton, makeMove, playersMarks } from "./naming.js";
import { published } from "./published.js";
import { sceneOf } from "./scenes.js";
import { waiting } from "./waiting.js";
import { Cancelled } from "./wire.js";
import { named, t } from "./words.js";

/** @typedef {import("./main.js").App} App */

/** Levels of a hint, from vague to complete, and the button that leads to each. */
const PARTS = /** @type {const} */ (["vague", "where", "what", "why"]);
const LEADS = [t`Give a hint`, t`Where?`, t`What?`, t`Why?`];

/** @param {App} app @param {boolean} [forSetter]  whether it tells what is wrong with the puzzle itself */
export function makeLogic(app, forSetter = true) {
  const panel = h("section", { class: "panel" });
  const hintCard = h("div", { class: "card" });
  const pathCard = h("div", { class: "card" });
  const move = makeMove(
    app,
    (options) => asking("steps", options),
    () => wrong,
  );
  const diagnosis = h("div", { class: "card" });
  // A published page has hints and the path, and nobody to ask about what a player thinks.
  const isAnswered = !published.length;
  const chain = makeChain(app);
  put(panel, hintCard, isAnswered && move.card, isAnswered && chain, pathCard, forSetter && diagnosis);
  /** @type {{answer: any, part: number, doc: any} | null} */
  let hint = null;
  /** @type {{steps: any[], at: number, answer: any} | null} */
  let path = null;
  let wrong = "";
  /** The document for which a hint is looked for. */
  let sought = null;

  const asking = async (operation, options = {}) => {
    const record = app.answers.record();
    if (!record) return null;
    wrong = "";
    try {
      const asked = app.wire.ask(operation, record, { topic: operation, options, progress: () => draw() });
      draw();
      return await asked;
    } catch (error) {
      if (!(error instanceof Cancelled)) wrong = error.message;
      return null;
    } finally {
      draw();
    }
  };

  // -- A hint ---------------------------------------------------------------------------------

  const nextPart = async () => {
    app.showTab("logic");
    if (hint && hint.doc === app.desk.doc) hint.part = Math.min(PARTS.length - 1, hint.part + 1);
    else {
      const { doc, view } = app.desk;
      if (sought === doc && app.wire.busy("hint")) return; // the hint it comes to is the first
      forget();
      sought = doc;
      const options = view.mode === "play" ? { entries: doc.digits, marks: playersMarks(doc) } : {};
      const answer = await asking("hint", options);
      if (!answer) return;
      hint = { answer, part: 0, doc };
      app.noted("hints");
    }
    announce(hint.answer.texts[PARTS[hint.part]]);
    showHint();
    draw();
    hintCard.scrollIntoView({ block: "nearest" });
  };
  const showHint = () => {
    if (!hint) return app.setScene(null);
    const { answer, part } = hint;
    const shown = PARTS[part];
    if (answer.mistakes?.length && shown !== "vague")
      app.desk.look({ wrong: new Set(answer.mistakes.map(({ cell }) => app.drawing.geometry?.named(cell))) });
    if (shown === "why" && answer.board) app.setScene(sceneOf(answer, app.drawing.geometry));
    app.glow(
      shown === "what" && answer.marks
        ? answer.marks.asserted.concat(answer.marks.denied).map(([cell]) => cell)
        : shown === "where" && answer.marks
          ? Object.keys(answer.marks.shaded).map(Number)
          : [],
    );
  };
  const forget = () => {
    if (!hint && !path) return;
    hint = null;
    path = null;
    app.setScene(null);
    app.glow([]);
    draw();
  };
  const take = () => {
    if (!hint?.answer.step) return;
    takeStep(app.desk, hint.answer.marks);
    forget();
  };

  // -- The path -------------------------------------------------------------------------------

  const showPath = async () => {
    app.showTab("logic");
    forget();
    const answer = await asking("explain");
    if (!answer) return;
    path = { steps: answer.steps, at: 0, answer };
    go(0);
    pathCard.scrollIntoView({ block: "nearest" });
  };
  const go = (k) => {
    if (!path) return;
    path.at = Math.max(0, Math.min(path.steps.length - 1, k));
    const step = path.steps[path.at];
    if (step) {
      app.setScene(sceneOf(step, app.drawing.geometry));
      announce(t`Step ${path.at + 1} of ${path.steps.length}. ${step.text}`);
    }
    draw();
  };

  const drawHint = () => {
    const answer = hint?.answer;
    const busy = app.wire.busy("hint");
    document.body.classList.toggle("hinted", Boolean(hint));
    refill(
      hintCard,
      h("h3", {}, t`Hint`),
      answer && h("p", { class: `text ${PARTS[hint.part]}` }, clickable(app, answer.texts[PARTS[hint.part]])),
      busy
        ? waiting(app.wire, "hint", t`Looking for a step`)
        : h(
            "div",
            { class: "row wrap" },
            button("bulb", LEADS[hint ? hint.part + 1 : 0] ?? t`Shown`, nextPart, {
              class: "main",
              disabled: hint?.part === PARTS.length - 1,
              id: "hint-button",
            }),
            hint && answer.step && hint.part > 1 && app.desk.view.mode === "play"
              ? button("check", t`Do it`, take)
              : null,
            hint && answer.step && hint.part > 1 ? lessonButton(app, answer.step.name) : null,
            hint ? button("close", t`Dismiss`, forget) : null,
          ),
      wrong && h("p", { class: "bad" }, wrong),
    );
  };

  const drawPath = () => {
    const busy = app.wire.busy("explain");
    const body = [h("h3", {}, t`The whole path`)];
    if (busy) body.push(waiting(app.wire, "explain", t`Looking for the path`));
    else if (!path)
      body.push(
        h("p", { class: "faint" }, t`How a person solves it, every step with its reason.`),
        button("eye", t`Show the path`, showPath),
      );
    else body.push(...pathBody(app, path, go, forget, showPath));
    refill(pathCard, body);
    /** @type {HTMLElement | null} */ (pathCard.querySelector('[aria-current="step"]'))?.scrollIntoView?.({
      block: "nearest",
    });
  };

  const diagnose = async () => {
    diagnosed = await asking("diagnose");
    draw();
  };
  let diagnosed = null;
  const drawDiagnosis = () => {
    const busy = app.wire.busy("diagnose");
    refill(
      diagnosis,
      h("h3", {}, t`Diagnosis`),
      busy
        ? waiting(app.wire, "diagnose", t`Diagnosing`)
        : diagnosed
          ? h("div", { class: "report" }, clickable(app, diagnosed.text))
          : h(
              "p",
              { class: "faint" },
              t`Why no solution, why several, what is redundant: everything about the givens and rules.`,
            ),
      busy ? null : button("", diagnosed ? t`Diagnose again` : t`Diagnose`, diagnose),
    );
  };

  const draw = () => {
    drawHint();
    move.draw();
    drawPath();
    drawDiagnosis();
  };

  app.desk.on("doc", () => {
    if (hint && hint.doc !== app.desk.doc) forget();
  });
  let { mode } = app.desk.view;
  app.desk.on("view", () => {
    if (mode === app.desk.view.mode) return;
    mode = app.desk.view.mode;
    forget();
  });
  app.desk.on("puzzle", () => {
    diagnosed = null;
    move.forget();
    forget();
    draw();
  });
  app.hint = () => (path ? go(path.at + 1) : void nextPart());
  app.showPath = () => void showPath();
  app.stepBy = (by) => {
    if (path) go(path.at + by);
    return Boolean(path);
  };
  draw();
  return panel;
}

function pathBody(app, path, go, forget, again) {
  const { steps, at, answer } = path;
  const step = steps[at];
  const head = [
    answer.outcome === "solved" ? "" : `${t`Outcome: ${named(answer.outcome)}.`} `,
    answer.rating ? t`Hardest ${ratingText(answer)}` : "",
    answer.label ? `, ${named(answer.label)}` : "",
  ].join("");
  return [
    h("p", { class: "faint" }, `${plural(steps.length, "step")}. ${head}`),
    h(
      "div",
      { class: "row steps", "data-at": at },
      button("first", "", () => go(0), { "aria-label": t`First step`, class: "round" }),
      button("left", "", () => go(at - 1), { "aria-label": t`Previous step`, class: "round" }),
      h("input", {
        type: "range",
        min: 1,
        max: Math.max(1, steps.length),
        value: at + 1,
        "data-at": at,
        "aria-label": t`Step`,
        oninput: (event) => go(+event.target.value - 1),
      }),
      button("right", "", () => go(at + 1), { "aria-label": t`Next step`, class: "round" }),
      button("last", "", () => go(steps.length - 1), { "aria-label": t`Last step`, class: "round" }),
    ),
    step
      ? h(
          "div",
          { class: "step" },
          h(
            "div",
            { class: "row wrap" },
            h("strong", {}, `${at + 1}. ${named(step.name)}`),
            h("span", { class: "badge" }, ratingText(step)),
            lessonButton(app, step.name),
          ),
          h("p", { class: "text" }, clickable(app, step.text)),
          step.lines?.length
            ? h(
                "ul",
                { class: "implications" },
                step.lines.map((line) =>
                  h("li", { style: `margin-inline-start: ${line.search(/\S/) / 2}em` }, clickable(app, line.trim())),
                ),
              )
            : null,
          rolesOf(step),
        )
      : null,
    h(
      "ol",
      { class: "path" },
      steps.map((one, k) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "plain",
              "aria-current": k === at ? "step" : null,
              onclick: () => go(k),
            },
            `${k + 1}. ${one.notation ?? named(one.name)}`,
          ),
        ),
      ),
    ),
    answer.outcome === "out of time" ? button("", t`Try again`, again) : null,
    button("close", t`Back to the puzzle`, forget),
  ];
}

/** The parts of a step, with their colours on the board. */
function rolesOf(step) {
  const roles = Object.entries(step.roles ?? {})
    .map(([role, names]) => [role, typeof names === "string" ? [names] : names])
    .filter(([, names]) => names.length);
  if (!roles.length) return null;
  const colour = (role, k) =>
    ({ bases: "base", covers: "cover", broken: "broken", supposed: "supposed" })[role] ??
    ["base", "cover", "third", "fourth"][k % 4];
  const candidate = (name) => (Array.isArray(name) ? `r${name[0]}c${name[1]}=${name[2]}` : name);
  return h(
    "ul",
    { class: "roles" },
    roles.map(([role, names], k) =>
      h(
        "li",
        {},
        h("span", { class: `swatch shade-${colour(role, k)}` }),
        h("span", {}, `${named(role)}: `),
        names.slice(0, 12).map(candidate).join(", "),
      ),
    ),
  );
}
