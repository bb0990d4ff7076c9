// The bar beneath the board that tells of the rule that is held: its number, and what can be done with it.

import { button } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { numbersWanted, titled } from "./kinds.js";

/** @param {import("./main.js").App} app @param {Record<string, any>} hands */
export function makeBar(app, { held, setNumber, commit, letGo, remove }) {
  const bar = /** @type {HTMLElement} */ (document.getElementById("rule"));
  const end = () => {
    letGo();
    app.drawing.svg.focus({ preventScroll: true });
  };
  const onkeydown = (event) => {
    const one = held();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    if (event.key === "Escape" || !one) end();
    else void commit(one, true).then((fine) => fine && end());
  };
  const number = /** @type {HTMLInputElement} */ (h("input", {
    id: "rule-number", autocomplete: "off", inputmode: "numeric", "aria-label": "Number", onkeydown, oninput: () => held() && setNumber(held(), number.value),
  }));
  const name = h("strong", {});
  const told = h("span", { class: "faint grow" });
  const wrong = h("span", { class: "bad", role: "alert" });
  const words = h("span", {});
  const field = h("label", { class: "row" }, words, number);
  const edit = button("edit", "", () => app.editRule(held().k), { class: "plain round", "aria-label": "All about this rule", title: "All about it" });
  fill(bar, name, field, told, wrong, edit,
    button("bin", "", remove, { class: "plain round", "aria-label": "Remove this rule", title: "Remove it (Delete)" }),
    button("close", "", letGo, { class: "plain round", "aria-label": "Let go of this rule", title: "Let go of it (Enter)" }));

  return {
    /** Show the held rule, and what is wrong with its number. @param {string | null} hint @param {boolean} numbered */
    show(hint, numbered) {
      const one = held();
      bar.hidden = !one;
      wrong.textContent = one?.lack ?? "";
      if (!one) return;
      name.textContent = titled(one.kind.name);
      field.hidden = !numbered;
      if (number.value !== one.number) number.value = one.number;
      words.textContent = numbersWanted(one.kind).startsWith("Numbers") ? "Numbers" : "Number";
      told.textContent = hint;
      edit.hidden = one.k < 0 || one.kind.name === "or";
    },
  };
}
