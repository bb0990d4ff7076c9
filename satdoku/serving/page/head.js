// The page header: title, setting or playing, undo, server connection, help.

import { tellWhenLost } from "./connection.js";
import { announce, button, dialog, languageChoice } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { tableOfKeys } from "./keys.js";
import { otherTheme } from "./theme.js";
import { t } from "./words.js";

/** @param {import("./main.js").App} app */
export function makeHead(app) {
  const { desk } = app;
  const title = /** @type {HTMLInputElement} */ (document.getElementById("title"));
  title.addEventListener("change", () => desk.change({ title: title.value.trim().slice(0, 200) }));
  title.addEventListener("keydown", (event) => event.key === "Enter" && app.drawing.svg.focus());

  const undo = button("undo", "", app.undo, {
    class: "plain round",
    "aria-label": t`Undo`,
    title: t`Undo (Ctrl+Z)`,
    id: "undo",
  });
  const redo = button("redo", "", app.redo, {
    class: "plain round",
    "aria-label": t`Redo`,
    title: t`Redo (Ctrl+Y)`,
    id: "redo",
  });
  const modes = h(
    "div",
    { class: "modes", role: "radiogroup", "aria-label": t`What you do` },
    [
      ["set", t`Set`],
      ["play", t`Play`],
    ].map(([mode, words]) =>
      h(
        "button",
        {
          type: "button",
          role: "radio",
          id: `mode-${mode}`,
          onclick: () => app.setMode(mode),
        },
        words,
      ),
    ),
  );
  fill(
    document.getElementById("deeds"),
    modes,
    undo,
    redo,
    button("plus", t`New`, () => app.newPuzzle(), { class: "plain", id: "new", "aria-label": t`New puzzle` }),
    button("open", t`Open`, () => app.open(), { class: "plain", id: "open", "aria-label": t`Open a puzzle` }),
    button("share", t`Share`, () => app.share(), { class: "plain", id: "share", "aria-label": t`Share or save` }),
    button("theme", "", () => announce(otherTheme() === "dark" ? t`dark theme` : t`light theme`), {
      class: "plain round",
      "aria-label": t`Light or dark`,
      id: "theme",
    }),
    button("help", "", () => app.help(), { class: "plain round", "aria-label": t`Keys and help`, id: "help" }),
  );

  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    app.drawing.svg.focus();
  });

  const draw = () => {
    undo.disabled = !desk.past.length;
    redo.disabled = !desk.future.length;
    if (document.activeElement !== title) title.value = desk.doc.title;
    document.title = t`${desk.doc.title || "satdoku"} · desk`;
    for (const mode of ["set", "play"])
      document.getElementById(`mode-${mode}`)?.setAttribute("aria-checked", String(desk.view.mode === mode));
  };
  desk.on("doc", draw);
  desk.on("view", draw);

  tellWhenLost(() => void app.setBoard());

  app.help = () =>
    dialog(
      t`Keys`,
      [
        tableOfKeys(true),
        h(
          "p",
          {},
          t`Setting: click a drawn rule to pick it; then type its number, click cells to add or take away, drag it to move it.`,
        ),
        h(
          "p",
          { class: "faint" },
          t`Every edit is saved in this browser, each tab has its own puzzle, and nothing leaves this computer except to the satdoku server.`,
        ),
        languageChoice(),
      ],
      { wide: true },
    );
  draw();
}
