// The keyboard: every function has a key, or can be reached with Tab.

import { move } from "./choosing.js";
import { h } from "./dom.js";
import { enter } from "./entering.js";
import { t } from "./words.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const ENTRIES = /** @type {const} */ (["digit", "corner", "centre", "colour", "pen", "chain"]);

/** What the help shows: [keys, what they do, whether only the setter has them]. @type {[string, string, boolean?][]} */
const KEYS = [
  ["1 … 9, A …", t`enter a digit; the same digit again removes it`],
  [t`Arrows`, t`move; with Shift choose the cells passed`],
  ["← →", t`while the path is shown: the previous step, the next`],
  [t`Ctrl+A, Escape`, t`choose all cells, none`],
  [t`Delete, Backspace`, t`clear cells`],
  [t`Shift+digit, Ctrl+digit, Alt+digit`, t`play: corner mark, centre mark, colour`],
  [t`Z X C V B L, Space`, t`play: digits, corner marks, centre marks, colours, pen, chain; the next of these`],
  [t`Shift+arrows, Enter, 1 … 4`, t`pen: choose cells, draw through them (in one cell a cross, a circle); its colour`],
  ["1 … 9, - =, Delete", t`chain: go on with a digit of the chosen cells; a weak or strong link; the last node goes`],
  [t`Ctrl+Z, Ctrl+Y`, t`undo, redo (unlimited)`],
  [t`Ctrl+O, Ctrl+S`, t`open a puzzle, share or save it`, true],
  [t`Ctrl+V`, t`paste a puzzle in any format, or a link, onto the board`, true],
  ["H", t`hint: first vague, then where, what, why`],
  ["M", t`setting or playing`, true],
  [t`R, Enter`, t`find a rule; add it on the chosen cells, in order`, true],
  ["E", t`hold the rule of the chosen cell; again: the next one there`, true],
  [t`Digits, Enter`, t`while a rule is held: its number`, true],
  [t`Alt+Arrows, Delete`, t`while a rule is held: move it, remove it`, true],
  ["N", t`the next cell in which the symmetry asks for a given`, true],
  ["T", t`true candidates on and off`, true],
  ["?", t`this help`],
];

/** The keys and what they do, as a table. */
export const tableOfKeys = (isSetter = false) =>
  h(
    "table",
    { class: "keys-table" },
    h(
      "tbody",
      {},
      KEYS.filter(([, , forSetter]) => isSetter || !forSetter).map(([keys, words]) =>
        h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, words)),
      ),
    ),
  );

/**
 * @param {import("./main.js").App} app
 */
export function listenToKeys(app) {
  const { desk, drawing } = app;
  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("dialog") || target.matches("input, textarea, select")) return;
    if (onBoard(event, target) || anywhere(event)) event.preventDefault();
  });

  /** Keys of the board, when it or nothing has the focus. */
  function onBoard(event, target) {
    const geometry = drawing.geometry;
    const free = target === drawing.svg || target === document.body || target.closest(".pad");
    if (!free || !geometry) return false;
    const { key, code } = event;
    if (app.picking.key(event) || app.chain.key(event)) return true;
    const control = event.ctrlKey || event.metaKey;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step && !event.altKey && !event.shiftKey && !control && app.stepBy(step)) return true;
    if (key in ARROWS && !event.altKey) {
      move(desk, geometry, ARROWS[key][0], ARROWS[key][1], event.shiftKey || control);
      return true;
    }
    if (key === "Enter" && app.pen.draw()) return true;
    if (key === "Enter" && desk.view.armed && desk.view.selection.length) {
      app.drawn(app.kindNamed(desk.view.armed), desk.view.selection);
      return true;
    }
    if (key === "Escape") {
      app.picking.letGo();
      app.disarm();
      desk.look({ selection: [] });
      return true;
    }
    if (key === "Delete" || key === "Backspace") {
      app.erase();
      return true;
    }
    if (control && key.toLowerCase() === "a") {
      desk.look({ selection: desk.doc.givens.map((_, cell) => cell) });
      return true;
    }
    if (key === "Home" || key === "End") {
      desk.look({ selection: [key === "Home" ? 0 : geometry.count - 1] });
      return true;
    }
    const typed = /^(Digit|Numpad)\d$/.test(code) ? code.at(-1) : key;
    const held = control || event.altKey || (event.shiftKey && /^(Digit|Numpad)/.test(code));
    const digit = typed.length === 1 ? geometry.digitOf(typed) : 0;
    if (held) {
      if (!/^(Digit|Numpad)\d$/.test(code) || desk.view.mode !== "play") return false;
      if (digit) enter(desk, digit, control ? "centre" : event.altKey ? "colour" : "corner");
      return true;
    }
    if (app.painting && desk.view.selection.length && (digit || typed === "0")) {
      app.painting(digit);
      return true;
    }
    if (digit && app.pen.isOn()) {
      app.pen.take(digit);
      return true;
    }
    if (digit && desk.view.selection.length) {
      enter(desk, digit);
      return true;
    }
    if ((typed === "0" || typed === ".") && desk.view.selection.length) {
      app.erase();
      return true;
    }
    return false;
  }

  function anywhere(event) {
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control) {
      const deed = {
        z: () => (event.shiftKey ? app.redo() : app.undo()),
        y: app.redo,
        o: app.open,
        s: app.share,
      }[key];
      deed?.();
      return Boolean(deed);
    }
    if (event.altKey) return false;
    if (
      key === " " &&
      !(/** @type {Element} */ (event.target).matches("button, a, summary, [role=tab]")) &&
      desk.view.mode === "play"
    ) {
      app.setEntry(ENTRIES[(ENTRIES.indexOf(desk.view.entry) + 1) % ENTRIES.length]);
      return true;
    }
    const deed = {
      "?": app.help,
      h: app.hint,
      m: app.otherMode,
      e: app.picking.pickAtCursor,
      n: app.nextWanted,
      r: app.findRule,
      t: app.toggleCandidates,
      z: () => app.setEntry("digit"),
      x: () => app.setEntry("corner"),
      c: () => app.setEntry("centre"),
      v: () => app.setEntry("colour"),
      b: () => app.setEntry("pen"),
      l: () => app.setEntry("chain"),
    }[key];
    deed?.();
    return Boolean(deed);
  }
}
