// What the verdict rests on: the conflict of a puzzle without solution, and the numbers that clues without one can have.

import { clickable } from "./clues.js";
import { h, plural } from "./dom.js";
import { t } from "./words.js";

/** The conflict: what sums do not fit, and the givens and rules that conflict. @param {any} app */
export function conflict(app) {
  const { answers } = app;
  const found = answers.live?.outcome === "none" ? answers.live.conflict : null;
  if (!found) return null;
  const { rules } = app.desk.doc;
  const geometry = app.drawing.geometry;
  const names = [
    h("p", { class: "bad" }, clickable(app, found.text)),
    h(
      "ul",
      { class: "chips" },
      found.cells.map((cell) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "chip bad",
              title: t`Remove this given`,
              onclick: () => app.desk.change({ givens: app.desk.doc.givens.map((d, i) => (i === cell ? 0 : d)) }),
            },
            `${geometry?.name(cell)}=${geometry?.symbol(app.desk.doc.givens[cell])} ×`,
          ),
        ),
      ),
      found.rules.map((k) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "chip bad",
              title: t`Remove this rule: ${rules[k]}`,
              ...app.pointing(geometry?.board.constraints[k]?.cells ?? []),
              onclick: () => app.removeRule(k),
            },
            `${geometry?.board.constraints[k]?.name} ×`,
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "faint" },
      found.minimal
        ? t`Remove any one of these, and the others no longer conflict.`
        : t`There may be a smaller conflict.`,
    ),
  ];
  const title = found.minimal ? t`The smallest conflict found` : t`A conflict`;
  // Sums that do not fit say more than the names of many cages: these are folded below them.
  const isShort = found.cells.length + found.rules.length <= 2;
  return found.sums
    ? h(
        "div",
        { class: "card" },
        h("h3", {}, t`The sums do not fit`),
        h("p", { class: "bad", id: "sums" }, clickable(app, found.sums)),
        isShort ? names : folded(title, names),
      )
    : h("div", { class: "card" }, h("h3", {}, title), names);
}

/** A heading that opens what is below it; what was opened stays so when the answers change. */
export function folded(title, content, key = title) {
  return h(
    "details",
    { open: opened.has(key), ontoggle: ({ target }) => opened[target.open ? "add" : "delete"](key) },
    h("summary", {}, title),
    content,
  );
}

const opened = new Set();

/** The numbers that clues without one can have: those that leave one solution by a click. @param {any} app */
export function numbers(app) {
  const found = app.answers.numbers;
  const { doc } = app.desk;
  const geometry = app.drawing.geometry;
  const take = (k, number) =>
    app.changeRules((rules) => rules.map((text, i) => (i === k ? text.replace(":", `:${number}:`) : text)));
  if (!found?.rules.length || app.answers.stale) return null;
  return h(
    "div",
    { class: "card", id: "numbers" },
    h("h3", {}, t`Numbers that clues can have`),
    found.rules.map(({ rule, numbers: some, more, all }) => {
      const rows = some.map(([number, count]) => ({
        number,
        count,
        words: more.includes(number)
          ? t`${number}: ${plural(count, "solution")} or more`
          : `${number}: ${plural(count, "solution")}`,
      }));
      const chip = ({ number, words }) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "chip", title: t`Take this number`, onclick: () => take(rule, number) },
            words,
          ),
        );
      const [one, several] = [rows.filter(({ count }) => count === 1), rows.filter(({ count }) => count > 1)];
      return [
        h("p", {}, clickable(app, geometry?.board.constraints[rule]?.name ?? doc.rules[rule])),
        one.length
          ? h("ul", { class: "chips" }, one.map(chip))
          : h(
              "p",
              { class: "faint" },
              all ? t`No number leaves one solution.` : t`No number that leaves one solution was found.`,
            ),
        several.length
          ? folded(t`${several.length} more`, h("ul", { class: "chips" }, several.map(chip)), `numbers ${rule}`)
          : null,
      ];
    }),
  );
}
