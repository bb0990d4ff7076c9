// The bar beneath the board that tells of the rule that is held: its number, and what can be done with it.

import { button } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { titled } from "./kinds.js";
import { t } from "./words.js";

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
  const number = /** @type {HTMLInputElement} */ (
    h("input", {
      id: "rule-number",
      autocomplete: "off",
      inputmode: "numeric",
      "aria-label": t`Number`,
      onkeydown,
      oninput: () => held() && setNumber(held(), number.value),
    })
  );
  const name = h("strong", {});
  const told = h("span", { class: "faint grow" });
  const wrong = h("span", { class: "bad", role: "alert" });
  const words = h("span", {});
  const field = h("label", { class: "row" }, words, number);
  const edit = button("edit", "", () => app.editRule(held().k), {
    class: "plain round",
    "aria-label": t`All about this rule`,
    title: t`All about it`,
  });
  fill(
    bar,
    name,
    field,
    told,
    wrong,
    edit,
    button("bin", "", remove, {
      class: "plain round",
      "aria-label": t`Remove this rule`,
      title: t`Remove it (Delete)`,
    }),
    button("close", "", letGo, {
      class: "plain round",
      "aria-label": t`Let go of this rule`,
      title: t`Let go of it (Enter)`,
    }),
  );

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
      words.textContent = one.kind.values[1] === 1 ? t`Number` : t`Numbers`;
      told.textContent = hint;
      edit.hidden = one.k < 0 || one.kind.name === "or";
    },
  };
}
