// The forms of rules: their numbers, text and, of clues outside, where they look; and the alternatives of an "or".

import { button, dialog, toggle } from "./dialogs.js";
import { fill, h, plural } from "./dom.js";
import { fromOutside, lacking, numbersWanted, ofBoard, ruleText, TEXTS, titled, waysOf } from "./kinds.js";
import { t } from "./words.js";

/** The form of a rule: its numbers, text and, of clues outside, where it looks. others: cells that
 * it may be given instead of its own. */
export function ask(app, kind, cells, { numbers = "", text = "", others = [], rule = -1, ways = null, done }) {
  app.picking.letGo();
  const geometry = app.drawing.geometry;
  const sees =
    ways && ways.length > 1 ? ways : fromOutside(kind) && cells.length === 1 ? waysOf(kind, geometry, cells[0]) : [];
  let chosen = sees[0]?.cells ?? cells;
  const number = h("input", {
    value: numbers,
    inputmode: kind.values[1] === 1 ? "numeric" : "text",
    autocomplete: "off",
    autofocus: true,
    id: "rule-numbers",
  });
  const words = h("input", {
    value: text,
    autocomplete: "off",
    placeholder: TEXTS[kind.name]?.[1] ?? "",
    autofocus: true,
  });
  const wrong = h("p", { class: "bad", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    const lack = lacking(kind, chosen, number.value, words.value.trim());
    wrong.textContent = lack;
    if (lack) return;
    wrong.textContent = (await done(ruleText(kind, chosen, number.value, words.value.trim(), geometry))) ?? "";
    if (!wrong.textContent) box.close();
  };
  const possible = h("ul", { class: "chips", id: "possible-numbers" });
  /** Offer the numbers that the rule can have, each with its number of solutions. */
  const show = async (asked) => {
    asked.disabled = true;
    try {
      const record = app.answers.record();
      // of a rule that is not there yet: with any number, which the question leaves out
      const constraints =
        rule < 0
          ? [...record.constraints, ruleText(kind, chosen, number.value || "1", "", geometry)]
          : record.constraints;
      const found = await app.wire.ask(
        "numbers",
        { ...record, constraints },
        { topic: "possible", options: { rule: rule < 0 ? constraints.length - 1 : rule } },
      );
      fill(
        possible,
        found.numbers.length
          ? found.numbers.map(([value, count]) =>
              h(
                "li",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    class: "chip",
                    title: t`Take this number`,
                    onclick: () => {
                      number.value = String(value);
                      number.focus();
                    },
                  },
                  !found.more.includes(value)
                    ? `${value}: ${plural(count, "solution")}`
                    : t`${value}: ${plural(count, "solution")} or more`,
                ),
              ),
            )
          : h("li", { class: "faint" }, t`none`),
      );
    } catch (error) {
      wrong.textContent = error.message;
    }
    asked.disabled = false;
  };
  const box = dialog(
    titled(kind.name),
    [
      h(
        "form",
        { onsubmit: submit },
        h("p", { class: "faint" }, `${kind.sentence}.`),
        sees.length
          ? h(
              "fieldset",
              { class: "ways" },
              h("legend", {}, t`It sees the`),
              sees.map(({ words: label, cells: seen }, k) =>
                h(
                  "label",
                  { class: "toggle" },
                  h("input", {
                    type: "radio",
                    name: "way",
                    checked: k === 0,
                    onchange: () => {
                      chosen = seen;
                      app.glow(seen);
                    },
                  }),
                  h("span", {}, label),
                ),
              ),
            )
          : null,
        kind.values[1] ? h("label", { class: "field" }, numbersWanted(kind), number) : null,
        kind.values[1] === 1 && (rule >= 0 || chosen.length)
          ? h(
              "div",
              {},
              button("eye", t`Numbers that leave solutions`, (event) => void show(event.currentTarget), {
                class: "small",
              }),
              possible,
            )
          : null,
        kind.name in TEXTS ? h("label", { class: "field" }, TEXTS[kind.name][0], words) : null,
        others.length && String(others) !== String(cells) && !ofBoard(kind)
          ? toggle(t`on the ${others.length} chosen cells instead`, false, (on) =>
              app.glow((chosen = on ? others : cells)),
            )
          : null,
        wrong,
        h(
          "div",
          { class: "row end" },
          h("button", { type: "button", onclick: () => box.close() }, t`Cancel`),
          h("button", { class: "main" }, t`OK`),
        ),
      ),
    ],
    { onclose: () => app.glow([]) },
  );
  app.glow(chosen);
}

/** An "or": alternatives as text, since each may be any rules. */
export function alternatives(app) {
  const input = h("textarea", {
    rows: 4,
    autofocus: true,
    placeholder: "candidates:1:r1c1\ncandidates:2:r1c2",
    spellcheck: "false",
  });
  const wrong = h("p", { class: "bad", role: "alert" });
  const box = dialog(t`At least one of these holds`, [
    h(
      "p",
      { class: "faint" },
      t`One alternative per line; join rules that belong together with &. The list of rules shows how each is written.`,
    ),
    input,
    wrong,
    h(
      "div",
      { class: "row end" },
      button(
        "",
        t`Add`,
        async () => {
          const parts = input.value
            .split("\n")
            .map((line) => line.trim())
            .filter(Boolean);
          wrong.textContent = parts.length
            ? ((await app.addRule(`or(${parts.join("|")})`)) ?? "")
            : t`write one rule per line`;
          if (!wrong.textContent) box.close();
        },
        { class: "main" },
      ),
    ),
  ]);
}
