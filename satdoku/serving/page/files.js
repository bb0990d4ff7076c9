// Import and export: paste, open or drop a puzzle in any format; save and share it in any.

import { button, dialog, toast } from "./dialogs.js";
import { download, fill, h, picture, plural, put } from "./dom.js";
import { isPicture, readPicture } from "./pictures.js";
import { packed } from "./short_records.js";
import { named, t } from "./words.js";

/** @typedef {import("./main.js").App} App */

/** What a puzzle can be saved as: [form, words, file ending]. */
const FORMS = [
  ["here", t`Link to this desk`, ""],
  ["play", t`Link to play it`, ""],
  ["sudokupad-link", t`Link for SudokuPad`, ""],
  ["fpuzzles-link", t`Link for f-puzzles`, ""],
  ["iss-link", t`Link for Interactive Sudoku Solver`, ""],
  ["json", "satdoku (JSON)", "json"],
  ["line", t`Line of cells`, "txt"],
  ["grid", t`Rows`, "txt"],
  ["fpuzzles", "f-puzzles JSON", "json"],
  ["iss", t`Constraint string`, "txt"],
  ["scl", "SudokuPad (SCL)", "json"],
  ["svg", t`Picture (SVG)`, "svg"],
  ["png", t`Picture (PNG)`, "png"],
  ["pdf", t`Sheet (PDF)`, "pdf"],
  ["qr", t`QR code of the link`, "svg"],
];

/** Forms that are links to this page, by what its address calls the puzzle. */
const LINKS = /** @type {const} */ ({ here: "puzzle", play: "play" });

/** Less common formats. */
const MORE = [
  ["scf", t`SudokuPad, short code`],
  ["sudokuwiki-link", t`Link for SudokuWiki`],
  ["sudokuexchange-link", t`Link for Sudoku Exchange`],
  ["puzzlink", t`Link for puzz.link`],
  ["opensudoku", "OpenSudoku"],
  ["sdk", "SudoCue (.sdk)"],
  ["ss", "Simple Sudoku (.ss)"],
  ["hodoku", "HoDoKu"],
  ["bank", t`Puzzle bank`],
  ["jigsaw", t`Jigsaw in a line`],
  ["killer", t`Killer in a line`],
  ["sukaku", t`Candidates in a line`],
  ["candidates", t`Grid of candidates`],
  ["sudoku-bench", "Sudoku-Bench"],
];

/** Names of this computer. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|)$/;

/** @param {App} app */
export function listenToFiles(app) {
  addEventListener("paste", (event) => {
    const target = /** @type {Element} */ (event.target);
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const pasted = event.clipboardData?.files[0];
    if (pasted && isPicture(pasted) && !target.closest?.("input, textarea, dialog"))
      return void readPicture(app, pasted);
    if (target.closest?.("input, textarea, dialog") || !text.trim()) return;
    event.preventDefault();
    void app.read(text);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file && isPicture(file)) return void (await readPicture(app, file));
    const text = file ? await file.text() : event.dataTransfer?.getData("text/plain");
    if (text) void app.read(text);
  });
  app.open = () => open(app);
  app.share = () => share(app);
}

/** Import text, a file, or a puzzle stored in this browser. */
function open(app) {
  const text = h("textarea", {
    rows: 5,
    autofocus: true,
    spellcheck: "false",
    placeholder: t`53..7....6..195...  or a link of f-puzzles, SudokuPad, …`,
    "aria-label": t`A puzzle in any format, or a link`,
  });
  const wrong = h("p", { class: "bad", role: "alert" });
  const read = async (content) => {
    wrong.textContent = "";
    const error = await app.read(content, true);
    if (error) wrong.textContent = error;
    else box.close();
  };
  const file = h("input", {
    type: "file",
    class: "hidden",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      if (!isPicture(chosen)) return void (await read(await chosen.text()));
      wrong.textContent = (await readPicture(app, chosen, true)) ?? "";
      if (!wrong.textContent) box.close();
    },
  });
  const kept = app.saving.all().filter((one) => one.id !== app.saving.id && hasContent(one.doc));
  const box = dialog(t`Open a puzzle`, [
    h(
      "p",
      { class: "faint" },
      t`Paste a puzzle in any form: 81 characters, rows, JSON, a link; or open a picture of one. You can undo it.`,
    ),
    text,
    wrong,
    h(
      "div",
      { class: "row end" },
      file,
      button("open", t`From a file`, () => file.click()),
      button("", t`Open`, () => read(text.value), { class: "main" }),
    ),
    kept.length ? h("h3", {}, t`Saved in this browser`) : null,
    h(
      "ul",
      { class: "rules kept" },
      kept.slice(0, 50).map((one) => {
        const row = h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "plain grow",
              onclick: () => {
                app.turnTo(one.id);
                box.close();
              },
            },
            h("span", {}, one.doc.title || boardAndRules(one.doc)),
            h(
              "small",
              {},
              `${new Date(one.when).toLocaleString()} · ${plural(one.doc.givens.filter(Boolean).length, "given")}`,
            ),
          ),
          button(
            "bin",
            "",
            () => {
              app.saving.remove(one.id);
              row.remove();
            },
            { class: "plain round", "aria-label": t`Remove it` },
          ),
        );
        return row;
      }),
    ),
  ]);
}

const hasContent = (doc) => doc.givens.some(Boolean) || doc.rules.length || doc.board !== "9x9";
const boardAndRules = (doc) =>
  [doc.board.split("/jigsaw")[0].slice(0, 24), doc.rules.length ? plural(doc.rules.length, "rule") : ""]
    .filter(Boolean)
    .join(", ");

/** Export in any format, as text to copy, a file to save, or a QR code. */
function share(app) {
  const out = h("div", { class: "shared", "aria-live": "polite" });
  const give = async (form, words, ending, lossy = false) => {
    fill(out, h("progress", { "aria-label": words }));
    try {
      show(
        LINKS[form] ? { text: await linkHere(app, LINKS[form]) } : await app.convert(form, lossy),
        form,
        words,
        ending,
      );
    } catch (error) {
      const [, problem = error.message, rules] = / *(.*); --lossy leaves out (.*)$/s.exec(error.message) ?? [];
      fill(
        out,
        h("p", { class: "bad" }, problem),
        rules ? button("", t`Leave out ${rules}`, () => give(form, words, ending, true)) : null,
      );
    }
  };
  const show = (answer, form, words, ending) => {
    const content = answer.text ?? answer.svg ?? "";
    const name = `${(app.desk.doc.title || "puzzle").replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.${ending || "txt"}`;
    if (form === "pdf" || form === "png") {
      const bytes = Uint8Array.from(atob(answer.base64), (mark) => mark.charCodeAt(0));
      download(name, bytes, form === "pdf" ? "application/pdf" : "image/png");
      fill(out, h("p", {}, form === "pdf" ? t`The sheet was saved.` : t`The picture was saved.`));
    } else if (ending === "svg") {
      const drawn = picture(content);
      drawn?.setAttribute("class", form === "qr" ? "qr" : "paper");
      fill(
        out,
        h("div", { class: "white" }, drawn),
        button("download", t`Save`, () => download(name, content, "image/svg+xml")),
      );
    } else {
      const field = h(
        "textarea",
        { readonly: true, rows: Math.min(9, content.split("\n").length + 1), spellcheck: "false", "aria-label": words },
        content,
      );
      fill(
        out,
        field,
        h(
          "div",
          { class: "row end" },
          button(
            "copy",
            t`Copy`,
            async () => {
              await copy(field);
              toast(t`Copied.`);
            },
            { class: "main" },
          ),
          button("download", t`Save`, () => download(name, content, "text/plain")),
          /^https?:\/\//.test(content)
            ? h("a", { class: "button", href: content, target: "_blank", rel: "noopener noreferrer" }, t`Visit`)
            : null,
        ),
      );
      if (form === "here" && LOOPBACK.test(location.hostname))
        put(
          out,
          h("p", { class: "faint" }, t`This link works on this computer alone; give others a link for SudokuPad.`),
        );
      if (answer.left_out?.length)
        put(out, h("p", { class: "faint", id: "lost" }, t`Left out: ${answer.left_out.map(named).join(", ")}`));
      field.select();
    }
  };
  dialog(
    t`Share or save`,
    [
      h(
        "div",
        { class: "grid2 forms" },
        FORMS.map(([form, words, ending]) =>
          h("button", { type: "button", onclick: () => give(form, words, ending), "data-form": form }, words),
        ),
      ),
      h(
        "select",
        { "aria-label": t`More formats`, onchange: (event) => give(event.target.value, t`The puzzle`, "txt") },
        h("option", { value: "", disabled: true, selected: true }, t`More formats …`),
        MORE.map(([form, words]) => h("option", { value: form }, words)),
      ),
      out,
    ],
    { wide: true },
  );
}

/** A link that opens the puzzle here: the puzzle is in the fragment after #, which is never sent. @param {"puzzle" | "play"} name */
async function linkHere(app, name) {
  return `${new URL(location.pathname, location.href)}#${name}=${await packed(app.answers.record())}`;
}

/** The puzzle in the page's URL: to set ("puzzle"), or to play ("play"); "" if there is none. @param {"puzzle" | "play"} name */
export function textOfAddress(name) {
  const [, found = ""] = new RegExp(`^#${name}=(.+)`).exec(location.hash) ?? [];
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

/** Remove the puzzle from the page's URL. */
export const forgetAddress = () => history.replaceState(null, "", location.pathname + location.search);

/** Copy a field's text; outside secure contexts, with the old copy command. */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
}
