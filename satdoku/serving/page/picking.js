// The board as the editor of its rules: one rule is held at a time. It was drawn last, or is picked by a
// click where it is drawn; digits are its number, and it grows, shrinks, moves and goes.
//
// While a rule is held no cell is chosen, so that a digit has one meaning; choosing a cell lets go of it.
// A typed number is taken over after a pause, or by what comes next: the next drawing, Enter, a click.

import { makeCarrying } from "./carrying.js";
import { announce, toast } from "./dialogs.js";
import { makeBar } from "./heldbar.js";
import { canGrow, moved, rulesOf } from "./hits.js";
import { lacking, ruleText, textOf, TEXTS, titled } from "./kinds.js";
import { t } from "./words.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./kinds.js").Kind} Kind */

/**
 * The rule that is held: k is its number in the list, -1 while it waits for a number that it needs; text as the list has
 * it, "" until the server has said it; fresh: the next digit begins another number; dirty: the number differs from the
 * list's; lack: what is wrong with the number; busy: edits on the way.
 * @typedef {{k: number, text: string, kind: Kind, cells: number[], number: string, words: string, fresh: boolean,
 *   dirty: boolean, lack: string, busy: number, timer: number}} Held
 */

/** Milliseconds after the last digit until a number is taken over. */
const PAUSE = 600;
/** Kinds of which each digit that is typed is a number. */
const DIGITS = new Set(["candidates", "quadruple", "contain-exactly"]);

/** @param {App} app */
export function makePicking(app) {
  const { desk, drawing } = app;
  /** @type {Held | null} */
  let held = null;
  /** The cell at which a rule was picked by a key. */
  let cursor = -1;

  const mayPick = () => desk.view.mode === "set" && !app.painting && !app.scene && drawing.geometry;

  /** @param {Held} next */
  const hold = (next) => {
    if (held && held !== next) void commit(held);
    held = next;
    desk.look({ selection: [] });
    drawing.svg.focus({ preventScroll: true });
    show();
  };

  const letGo = () => {
    if (!held) return;
    const had = held;
    held = null;
    void commit(had);
    show();
  };

  /** Hold a rule of the list. */
  const pick = (k) => {
    const rule = drawing.geometry.board.constraints[k];
    const kind = app.kindNamed(rule?.kind);
    if (!kind) return;
    hold({
      k,
      text: rule.text,
      kind,
      cells: rule.cells,
      number: rule.values.join(", "),
      words: textOf(rule.text),
      fresh: true,
      dirty: false,
      lack: "",
      busy: 0,
      timer: 0,
    });
    announce(`${rule.name}: ${hint(held, true)}`);
  };

  /** Put a rule on the board; one that needs a number waits for it. */
  const begin = (kind, cells, waits) => {
    const next = {
      k: -1,
      text: "",
      kind,
      cells,
      number: "",
      words: "",
      fresh: true,
      dirty: false,
      lack: "",
      busy: 0,
      timer: 0,
    };
    hold(next);
    if (!waits) void put(next);
    else announce(t`${titled(kind.name)}: type its number`);
  };

  /** Write the rule into the list. @param {Held} one */
  const put = async (one) => {
    const text = ruleText(one.kind, one.cells, one.number, one.words, drawing.geometry);
    one.dirty = false;
    one.busy += 1;
    let lost = false;
    let isNew = false;
    const error = await app.changeRules((rules) => {
      if (one.k < 0) {
        one.k = rules.length;
        isNew = true;
        return [...rules, text];
      }
      const at = placeOf(one, rules);
      lost = at < 0;
      if (!lost) one.k = at;
      return lost ? rules : rules.map((old, k) => (k === at ? text : old));
    });
    one.busy -= 1;
    // a layer that the rule needs has come before it
    if (isNew && !error) one.k = desk.doc.rules.length - 1;
    if (error || lost) {
      if (!one.text) one.k = -1;
      if (held === one && (lost || !one.text)) held = null;
    }
    if (!one.busy && (!error || one.text)) settle(one);
    show();
  };

  const placeOf = (one, rules) => (one.text && rules[one.k] !== one.text ? rules.indexOf(one.text) : one.k);

  /** Take over how the server writes the rule. */
  const settle = (one) => {
    const rule = drawing.geometry?.board.constraints[one.k];
    if (!rule || desk.doc.rules[one.k] !== rule.text) return;
    [one.text, one.cells] = [rule.text, rule.cells];
    if (!one.dirty) one.number = rule.values.join(", ");
  };

  /** Write a typed number into the list; `asked` says what is wrong with it. */
  const commit = async (one, asked = false) => {
    clearTimeout(one.timer);
    const waits = one.k < 0 && !one.busy;
    if (!one.dirty && !(waits && asked)) return true;
    const lack = lacking(one.kind, one.cells, one.number, one.words);
    one.lack = asked || one.number ? lack : "";
    if (lack && held === one) show();
    if (!lack) await put(one);
    else if (held !== one && one.number) toast(lack, { bad: true });
    return !lack;
  };

  const setNumber = (one, number) => {
    Object.assign(one, { number, dirty: true, fresh: false, lack: "" });
    clearTimeout(one.timer);
    one.timer = setTimeout(() => void commit(one), PAUSE);
    show();
  };

  const setCells = (one, cells) => {
    if (!cells || String(cells) === String(one.cells)) return false;
    Object.assign(one, { cells, lack: "" });
    if (one.k >= 0 || one.busy) void put(one);
    show();
    return true;
  };

  const remove = () => {
    const one = held;
    if (!one) return;
    clearTimeout(one.timer);
    one.dirty = false;
    held = null;
    show();
    if (one.k >= 0 || one.busy)
      void app.changeRules((rules) => {
        const at = placeOf(one, rules);
        return app.rulesWithout(rules, at);
      });
    announce(t`${titled(one.kind.name)} removed`);
  };

  const takesNumber = () => Boolean(held && held.kind.values[1] && !(held.kind.name in TEXTS));

  const type = (mark) => {
    if (!held || !takesNumber()) return;
    const { number, fresh, kind } = held;
    const before = fresh ? "" : number;
    setNumber(held, DIGITS.has(kind.name) && before && /\d/.test(mark) ? `${before}, ${mark}` : before + mark);
  };

  /** Keys of the board while a rule is held; gives whether it took one. */
  const key = (event) => {
    const { key: name, altKey } = event;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[name];
    if (!held) return false;
    if (event.ctrlKey || event.metaKey) return false;
    if (step && altKey) {
      if (!setCells(held, moved(drawing.geometry, held.kind, held.cells, step[0], step[1])))
        announce(t`it cannot go there`);
    } else if (step) {
      // The cursor goes on from the rule's last cell.
      const last = held.cells.at(-1);
      letGo();
      if (last !== undefined) desk.view.selection = [last];
      return false;
    } else if (altKey) return false;
    else if (name === "Enter") void commit(held, true).then((fine) => fine && letGo());
    else if (name === "Backspace" && takesNumber() && held.number)
      setNumber(held, held.fresh ? "" : held.number.replace(/(, )?.$/, ""));
    else if (name === "Delete" || name === "Backspace") remove();
    else if (takesNumber() && (/^[\d-]$/.test(name) || (/^[, ]$/.test(name) && held.kind.values[1] > 1)))
      type(name === " " ? "," : name);
    else return false;
    return true;
  };

  /** Hold the rule of the cursor's cell; again, the next one there. */
  const pickAtCursor = () => {
    if (!mayPick()) return false;
    const cell = desk.view.selection.at(-1) ?? (held ? cursor : -1);
    const found = rulesOf(drawing.geometry, cell);
    if (!found.length) return announce(t`no rule at this cell`);
    cursor = cell;
    pick(found[(found.indexOf(held?.k ?? -1) + 1) % found.length]);
    return true;
  };

  const hint = (one, spoken = false) => {
    const words = [];
    if (one.kind.values[1] && !(one.kind.name in TEXTS)) words.push(t`type its number`);
    if (spoken) words.push(t`Alt and arrows move it, Delete removes it`);
    else if (!desk.view.armed)
      words.push(canGrow(one.kind) ? t`click a cell beside it or of it; drag to move` : t`drag to move`);
    return words.join("; ");
  };

  const bar = makeBar(app, { held: () => held, setNumber, commit, letGo, remove });

  /** The bar beneath the board, and the cells of the rule. */
  const show = () => {
    document.body.classList.toggle("holding", Boolean(held));
    drawing.setPicked(held ? held.cells : []);
    if (Boolean(desk.view.numbering) !== takesNumber()) desk.look({ numbering: takesNumber() });
    bar.show(held && hint(held), takesNumber());
  };

  desk.on("view", () => {
    if (held && (desk.view.selection.length || desk.view.mode !== "set")) letGo();
  });
  // An edit from elsewhere: an undo, or another puzzle.
  desk.on("puzzle", () => {
    if (!held || held.busy || held.k < 0) return;
    const at = placeOf(held, desk.doc.rules);
    if (at >= 0) held.k = at;
    else held = null;
    show();
  });
  app.onBoard(show);
  show();
  const carrying = makeCarrying(app, { held: () => held, mayPick, pick, letGo, setCells, show });
  app.picking = { pick, begin, letGo, key, type, pickAtCursor, ...carrying };
}
