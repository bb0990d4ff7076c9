// Derive new puzzles with one click, and get the solution, certificate and exports. Work that
// takes long shows progress and can be stopped; replacing the puzzle is one undo step.

import { announce, button, dialog, toast } from "./dialogs.js";
import { download, h } from "./dom.js";
import { Cancelled } from "./wire.js";
import { t } from "./words.js";

/** Pictures and sheets come from the operation `export`, all other forms from `convert`. */
const OTHER = new Set(["svg", "qr", "pdf", "png"]);

/** @param {any} app */
export function addMaking(app) {
  const { desk, wire, boards } = app;

  /** @param {string} operation @param {string} words */
  const busy = async (operation, words, options = {}) => {
    app.making = words;
    app.answers.tell();
    try {
      return await wire.ask(operation, app.answers.record(), {
        topic: "make",
        options,
        progress: () => app.answers.tell(),
      });
    } catch (error) {
      if (!(error instanceof Cancelled)) toast(error.message, { bad: true });
      return null;
    } finally {
      app.making = "";
      app.answers.tell();
    }
  };

  app.stopMaking = () => wire.cancel("make");

  app.make = async (operation, words) => {
    // Also remove rules if there are no givens to remove.
    const rules = operation === "minimal" && !desk.doc.givens.some(Boolean);
    const level = ["harder", "easier"].includes(operation) ? app.makeLevel : "";
    const answer = await busy(operation, words, { ...(rules && { rules }), ...(level && { level }) });
    if (!answer) return;
    if (!answer.found) {
      toast(sentence(answer.text));
      return;
    }
    const { fields, geometry } = boards.take(answer);
    const { title, author, ruleset, kept } = desk.doc;
    app.replace({ ...fields, title, author, ruleset, kept }, geometry);
    app.glow(answer.changed);
    setTimeout(() => app.glow([]), 2500);
    toast(sentence(answer.text), { deed: t`Undo`, act: () => desk.undo() });
    announce(answer.text);
  };

  app.showSolution = async () => {
    const answer = await busy("solve", t`Solving`, { limit: 20 });
    if (!answer) return;
    const lines = answer.solutions ?? [];
    const { geometry } = app.drawing;
    const shown = (line) => {
      const digits = [...line].map((mark) => geometry.digitOf(mark));
      app.setScene({ digits, candidates: digits.map(() => []), looks: new Map(), shades: new Map(), links: [] });
      task(line);
    };
    let at = 0;
    const task = (line) => {
      const bar = document.getElementById("task");
      bar.hidden = false;
      bar.replaceChildren(
        h(
          "strong",
          {},
          lines.length > 1
            ? answer.outcome === "several" && lines.length >= 20
              ? t`Solution ${at + 1} of ${lines.length} or more`
              : t`Solution ${at + 1} of ${lines.length}`
            : t`The solution`,
        ),
        h(
          "div",
          { class: "row" },
          ...(lines.length > 1
            ? [
                button(
                  "left",
                  "",
                  () => {
                    at = (at + lines.length - 1) % lines.length;
                    shown(lines[at]);
                  },
                  { "aria-label": t`Previous solution`, class: "round" },
                ),
                button(
                  "right",
                  "",
                  () => {
                    at = (at + 1) % lines.length;
                    shown(lines[at]);
                  },
                  { "aria-label": t`Next solution`, class: "round" },
                ),
              ]
            : []),
          button("", t`Enter it`, () => {
            enterAll(line);
            close();
          }),
          button("close", t`Back`, close),
        ),
      );
    };
    const close = () => {
      document.getElementById("task").hidden = true;
      app.leave = () => {};
      app.setScene(null);
    };
    app.leave = close;
    const enterAll = (line) => {
      const digits = [...line].map((mark) => geometry.digitOf(mark));
      if (desk.view.mode === "play") desk.change({ digits: digits.map((d, i) => (desk.doc.givens[i] ? 0 : d)) });
      else desk.change({ givens: digits });
    };
    if (lines.length) shown(lines[0]);
    else toast(t`There is no solution.`, { bad: true });
  };

  app.certificate = async () => {
    const answer = await busy("certify", t`Certifying`);
    if (!answer) return;
    dialog(t`Certificate`, [
      h("p", {}, sentence(answer.text)),
      h("p", { class: "faint" }, t`A small independent program checks it: satdoku verify FILE.`),
      h(
        "div",
        { class: "row end" },
        button("download", t`Save`, () => download("puzzle.cert.json", `${answer.line}\n`, "application/json"), {
          class: "main",
        }),
      ),
    ]);
  };

  /** The puzzle in another form: {text}, {svg} or {base64}. */
  app.convert = (form, lossy = false) =>
    wire.ask(OTHER.has(form) ? "export" : "convert", app.answers.record(), {
      topic: "convert",
      options: { to: form, ...(lossy && { lossy }) },
    });
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
