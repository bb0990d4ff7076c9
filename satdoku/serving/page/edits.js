// Edits that need a server response first: another board, other rules, pasted text. Each
// is one undo step.

import { toast } from "./dialogs.js";
import { plural } from "./dom.js";
import { newBoard } from "./newboard.js";
import { penMoved } from "./pen.js";
import { puzzleRecord } from "./state.js";
import { Cancelled } from "./wire.js";
import { t } from "./words.js";

/** @param {any} app */
export function addEdits(app) {
  const { desk, boards, drawing, saving } = app;

  /** Run edits in sequence: each starts from the result of the previous one. */
  let last = Promise.resolve();
  /** How many wait for a response. */
  let pending = 0;
  const inTurn = (edit) => {
    pending += 1;
    const done = last
      .then(edit)
      .catch((error) => {
        if (error instanceof Cancelled) return undefined;
        toast(error.message, { bad: true });
        return error.message;
      })
      .finally(() => {
        pending -= 1;
      });
    last = done.then(() => undefined);
    return done;
  };

  /** Undo or redo: after edits that wait for a response, so that the latest one is undone, not the one before it. @param {() => void} act */
  app.afterEdits = (act) => (pending ? void inTurn(async () => act()) : act());

  /**
   * Change the rules on the same board; resolves to an error message, or nothing.
   * @param {(rules: string[]) => string[]} edit
   * @returns {Promise<string | undefined>}
   */
  app.changeRules = (edit) =>
    inTurn(async () => {
      const doc = { ...desk.doc, rules: edit(desk.doc.rules) };
      const geometry = await boards.find(doc);
      // Use the server's notation, which abbreviates cells in a straight line.
      const rules = geometry.board.constraints.map((rule) => rule.text);
      boards.keep({ ...doc, rules }, geometry);
      const bare = await withoutLabels({ ...doc, rules }, geometry);
      if (bare) boards.keep({ ...doc, rules, board: bare.board.layout }, bare);
      const next = bare ?? geometry;
      // A layer is cells more or less.
      desk.change({
        rules,
        ...(bare && { board: bare.board.layout }),
        ...(next.count === doc.givens.length ? {} : placed(doc, drawing.geometry, next)),
      });
    });

  /** The board without the labels that no rule has any more, if that is a usual one; they go as a layer does. */
  const withoutLabels = async (doc, geometry) => {
    const { size, layout, regions } = geometry.board;
    const cells = size * size;
    const hasLabels = ({ board }) => board.constraints.some((rule) => rule.cells.some((cell) => cell >= cells));
    if (!layout.includes("_") || geometry.count !== 2 * cells || hasLabels(geometry) || !hasLabels(drawing.geometry))
      return null;
    for (const board of [`${size}x${size}/latin`, `${size}x${size}`]) {
      const found = await boards.find({ ...doc, board });
      if (String(found.board.regions) === String(regions.slice(0, cells))) return found;
    }
    return null;
  };

  app.addRule = (text) => app.changeRules((rules) => [...rules, text]);
  app.removeRule = (k) => app.changeRules((rules) => app.rulesWithout(rules, k));
  /** Rules without one; a layer goes with the last rule on it. */
  app.rulesWithout = (rules, k) => {
    const left = rules.filter((_, i) => i !== k);
    const isOn = (rule) => rule !== "layer" && app.kindNamed(rule.split(":")[0])?.on_layer;
    return isOn(rules[k]) && !left.some(isOn) ? left.filter((rule) => rule !== "layer") : left;
  };

  /** What the cells of a document hold, at their places on another board. */
  const placed = (doc, old, geometry) => ({
    givens: old.moved(doc.givens, geometry),
    digits: old.moved(doc.digits, geometry),
    centre: old.movedMarks(doc.centre, geometry),
    corner: old.movedMarks(doc.corner, geometry),
    colours: old.movedMarks(doc.colours, geometry),
    pen: penMoved(doc.pen, (cell) => geometry.at.get(String(old.board.places[cell]))),
  });

  /** Change the board of this puzzle; digits keep their places. */
  app.changeBoard = (board) =>
    inTurn(async () => {
      const { doc } = desk;
      const old = drawing.geometry;
      const { fields, geometry } = await boards.read({ ...emptyRecord(board), constraints: doc.rules });
      boards.keep({ ...doc, ...fields }, geometry);
      desk.change({
        board: fields.board,
        rules: fields.rules,
        symbols: fields.symbols,
        ...placed(doc, old, geometry),
      });
    });

  app.removeHouses = (name) => {
    const parts = desk.doc.board.split("+");
    const own = /(\d+)$/.exec(name); // "house 1", in any language
    let seen = 0;
    const kept = parts.filter((part) => (own ? !(part.startsWith("house:") && ++seen === +own[1]) : part !== name));
    return app.changeBoard(kept.join("+"));
  };

  /** Add one of the named extra houses, or "own": the selected cells. */
  app.addHouse = async (name) => {
    const { geometry } = drawing;
    const cells = desk.view.selection.map((cell) => geometry.name(cell)).join(",");
    if (name === "own" && !cells) return toast(t`Choose the cells of the house first.`, { bad: true });
    if (desk.doc.board.split("+").includes(name)) return app.removeHouses(name);
    return app.changeBoard(`${desk.doc.board}+${name === "own" ? `house:${cells}` : name}`);
  };

  /**
   * Replace this puzzle by a text or link. Returns an error message if that fails.
   * @param {string} text
   * @param {boolean} [quiet]  the caller shows the error
   */
  app.read = async (text, quiet = false, ignored = ["drawings"]) => {
    try {
      const { fields, answer, geometry } = await boards.read(text, { ignore_rules: ignored });
      replace(fields, geometry);
      const lost = answer.left_out.filter((name) => !["drawings", "fog"].includes(name));
      if (lost.length) toast(t`Left out: ${lost.join(", ")}`);
      if (answer.left_out.includes("drawings")) toast(t`Its drawings are shown, but are no rules here.`);
      const unread = answer.unread ?? [];
      const held = [
        answer.board.slice(0, 30),
        plural(fields.givens.filter(Boolean).length, "given"),
        ...(fields.rules.length ? [plural(fields.rules.length, "rule")] : []),
      ];
      toast(t`Opened: ${held.join(", ")}.`, { deed: t`Undo`, act: () => desk.undo() });
      if (unread.length)
        toast(
          t`Its text states rules that its data lack: ${unread.join(", ")}.`,
          answer.can_be_added.length ? { deed: t`Add them`, act: app.addStated } : { bad: true },
        );
      return undefined;
    } catch (error) {
      if (error instanceof Cancelled) return undefined;
      const { words, rule } = unknownRule(error.message);
      if (!quiet || rule)
        toast(words, {
          bad: true,
          deed: rule && t`Open without it`,
          act: () => app.read(text, false, [...ignored, rule]),
        });
      return words;
    }
  };

  /** Add the rules about the whole board that only the puzzle's words state. */
  app.addStated = () =>
    inTurn(async () => {
      const { doc } = desk;
      const record = app.record();
      const before = await boards.read(record);
      const { fields, answer, geometry } = await boards.read(record, { rules_from_text: true });
      const added = before.answer.can_be_added;
      if (added.length) {
        boards.keep({ ...doc, board: fields.board, rules: fields.rules }, geometry);
        desk.change({ board: fields.board, rules: fields.rules });
      }
      const left = answer.unread.length
        ? ` ${t`Not added, since its words do not say enough: ${answer.unread.join(", ")}.`}`
        : "";
      toast(
        added.length ? t`Added: ${added.join(", ")}.` + left : t`The words state no rule that could be added.` + left,
        added.length ? { deed: t`Undo`, act: () => desk.undo() } : {},
      );
    });

  /** Replace this puzzle by another one and clear the player's entries. */
  const replace = (fields, geometry) => {
    boards.keep({ ...desk.doc, ...fields }, geometry);
    desk.change({ ...fields, digits: fields.givens.map(() => 0), centre: {}, corner: {}, colours: {}, pen: {} });
    desk.look({ seconds: 0, wrong: new Set(), selection: [] });
    toBoard();
  };
  app.replace = replace;

  /** Start a new puzzle; the previous one stays in the browser. */
  app.startNew = (board) => start(() => boards.read(emptyRecord(board)));

  /** Start a puzzle that the server makes: of a level, of a kind, for a technique. */
  app.startMade = (options) =>
    start(async () => {
      const answer = await app.wire.ask("generate", {}, { topic: "make", options });
      toast(`${answer.text[0].toUpperCase()}${answer.text.slice(1)}.`);
      return boards.take(answer);
    });

  const start = async (found) => {
    try {
      app.save();
      const { fields, geometry } = await found();
      saving.turnToCopy();
      app.begin({
        doc: { ...fields, digits: fields.givens.map(() => 0) },
        board: geometry.board,
        past: [],
        future: [],
      });
      app.save();
      toBoard();
      return undefined;
    } catch (error) {
      return error.message;
    }
  };

  /** Return the keyboard focus to the board. */
  const toBoard = async () => {
    await app.shownFirst;
    // after the cells are drawn, since the focus needs their layout
    setTimeout(() => requestAnimationFrame(() => drawing.svg.focus({ preventScroll: true })));
  };

  /** Open a puzzle stored in the browser. */
  app.turnTo = (id) => {
    app.save();
    app.begin(saving.turnTo(id));
    toBoard();
  };

  /** Set givens in the server's notation: "r4c7=5". */
  app.addGivens = (names) => {
    const { geometry } = drawing;
    const givens = [...desk.doc.givens];
    for (const name of names) {
      const [cell, mark] = String(name).split("=");
      const at = geometry.named(cell);
      if (at >= 0) givens[at] = geometry.digitOf(mark);
    }
    desk.change({ givens });
  };

  /** Set the givens from a grid on one line. */
  app.takeGrid = (line) => {
    const { geometry } = drawing;
    desk.change({ givens: [...line].map((mark) => geometry.digitOf(mark)) });
    toast(t`These are the givens now.`, { deed: t`Undo`, act: () => desk.undo() });
  };

  app.newPuzzle = () => newBoard(app);
  app.record = () => puzzleRecord(desk.doc, drawing.geometry.board.symbols);
}

/** Split an error into its message and the rule that can be ignored. @param {string} message */
function unknownRule(message) {
  const found = /^(.*?)'([^']+)'(.*) \(--ignore-rules (?:\S+ )?leaves it out\)$/.exec(message);
  return found ? { words: `${found[1]}'${found[2]}'${found[3]}`, rule: found[2] } : { words: message, rule: "" };
}

const emptyRecord = (board) => ({ layout: board, puzzle: "" });
