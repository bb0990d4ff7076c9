// Metadata of the puzzle: its author, and its rules in words; edited in place like its title.

import { button } from "./dialogs.js";
import { h, put } from "./dom.js";
import { saidOfDrawings } from "./foreign.js";
import { t } from "./words.js";

const USUAL = { "9x9": t`Normal sudoku rules apply.` };

/** @param {import("./main.js").App} app */
export function makeAbout(app) {
  const { desk } = app;
  const author = h("input", {
    id: "author",
    autocomplete: "off",
    maxlength: 200,
    placeholder: t`No author yet`,
    onchange: () => desk.change({ author: author.value.trim() }),
  });
  const rules = h("textarea", {
    id: "ruleset",
    rows: 4,
    maxlength: 10000,
    placeholder: t`What solvers need to know`,
    onchange: () => desk.change({ ruleset: rules.value.trim() }),
  });
  const usual = () => desk.change({ ruleset: usualWords(app.drawing.geometry) });
  const card = h("details", { class: "card" });
  put(
    card,
    h("summary", {}, h("h3", {}, t`Author, and rules in words`)),
    h("label", { class: "field" }, t`Author`, author),
    h("label", { class: "field" }, t`Rules`, rules),
    button("edit", t`Write the standard text`, usual, {
      class: "small",
      title: t`Rows, columns, and a sentence for each kind of rule`,
    }),
    button("plus", t`Add the rules that it states`, () => app.addStated(), {
      id: "add-stated",
      class: "small",
      title: t`Rules about the whole board that only the words state, such as a knight's move`,
    }),
  );
  const draw = () => {
    for (const [field, value] of [
      [author, desk.doc.author],
      [rules, desk.doc.ruleset],
    ])
      if (document.activeElement !== field && field.value !== value) field.value = value;
  };
  desk.on("doc", draw);
  draw();
  return card;
}

/** What is only drawn on the board. */
export function makeDrawn(app) {
  const card = h("p", { class: "card faint", id: "drawn", hidden: true });
  app.desk.on("doc", () => {
    const said = saidOfDrawings(app.desk.doc.kept);
    card.hidden = !said;
    card.textContent = t`Only drawn, no rule: ${said}.`;
  });
  return card;
}

/** The way to the course (course.js). */
export const courseLink = () => h("a", { class: "button", href: "#course", id: "to-course" }, t`Course of techniques`);

/** Author and rules for a player: empty fields are not shown. */
export function makeTold(app) {
  const card = h("div", { class: "card", hidden: true });
  const words = h("p", { class: "words" });
  const by = h("p", { class: "faint" });
  put(card, h("h3", {}, t`Rules`), words, by);
  const draw = () => {
    const { ruleset, author } = app.desk.doc;
    words.textContent = ruleset;
    by.textContent = author && t`by ${author}`;
    card.hidden = !ruleset && !author;
  };
  app.desk.on("doc", draw);
  draw();
  return card;
}

/** Rows, columns and regions, and the server's text of all other rules. @param {import("./geometry.js").Geometry} geometry */
export function usualWords({ board, marks }) {
  const from = marks[0];
  const to = marks.at(-1);
  const usual =
    board.regions.length && /jigsaw/.test(board.layout)
      ? t`Each row, column and region holds each digit from ${from} to ${to} once.`
      : board.regions.length
        ? t`Each row, column and box holds each digit from ${from} to ${to} once.`
        : t`Each row and column holds each digit from ${from} to ${to} once.`;
  const first = USUAL[board.layout] ?? usual;
  return [first, ...board.rules].join("\n");
}
