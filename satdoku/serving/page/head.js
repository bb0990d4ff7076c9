// The page header: title, setting or playing, undo, server connection, help.

import { tellWhenLost } from "./connection.js";
import { announce, button, dialog } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { KEYS } from "./keys.js";
import { otherTheme } from "./theme.js";

/** @param {import("./main.js").App} app */
export function makeHead(app) {
  const { desk } = app;
  const title = /** @type {HTMLInputElement} */ (document.getElementById("title"));
  title.addEventListener("change", () => desk.change({ title: title.value.trim().slice(0, 200) }));
  title.addEventListener("keydown", (event) => event.key === "Enter" && app.drawing.svg.focus());

  const undo = button("undo", "", app.undo, { class: "plain round", "aria-label": "Undo", title: "Undo (Ctrl+Z)", id: "undo" });
  const redo = button("redo", "", app.redo, { class: "plain round", "aria-label": "Redo", title: "Redo (Ctrl+Y)", id: "redo" });
  const modes = h("div", { class: "modes", role: "radiogroup", "aria-label": "What you do" },
    [["set", "Set"], ["play", "Play"]].map(([mode, words]) => h("button", {
      type: "button", role: "radio", id: `mode-${mode}`, onclick: () => app.setMode(mode),
    }, words)));
  fill(document.getElementById("deeds"), modes, undo, redo,
    button("plus", "New", () => app.newPuzzle(), { class: "plain", id: "new", "aria-label": "New puzzle" }),
    button("open", "Open", () => app.open(), { class: "plain", id: "open", "aria-label": "Open a puzzle" }),
    button("share", "Share", () => app.share(), { class: "plain", id: "share", "aria-label": "Share or save" }),
    button("theme", "", () => announce(`${otherTheme()} theme`), { class: "plain round", "aria-label": "Light or dark", id: "theme" }),
    button("help", "", () => app.help(), { class: "plain round", "aria-label": "Keys and help", id: "help" }));

  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    app.drawing.svg.focus();
  });

  const draw = () => {
    undo.disabled = !desk.past.length;
    redo.disabled = !desk.future.length;
    if (document.activeElement !== title) title.value = desk.doc.title;
    document.title = `${desk.doc.title || "satdoku"} · desk`;
    for (const mode of ["set", "play"])
      document.getElementById(`mode-${mode}`)?.setAttribute("aria-checked", String(desk.view.mode === mode));
  };
  desk.on("doc", draw);
  desk.on("view", draw);

  tellWhenLost(() => void app.setBoard());

  app.help = () => dialog("Keys", [
    h("table", { class: "keys-table" }, h("tbody", {}, KEYS.map(([keys, words]) => h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, words))))),
    h("p", {}, "Setting: click a drawn rule to pick it; then type its number, click cells to add or take away, drag it to move it."),
    h("p", { class: "faint" }, "Every edit is saved in this browser, each tab has its own puzzle, and nothing leaves this computer except to the satdoku server."),
  ], { wide: true });
  draw();
}
