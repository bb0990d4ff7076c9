// Edits that need the server's word first: another board, other rules, a text that was pasted. Each
// is one step to undo.

import { toast } from "./dialogs.js";
import { newBoard } from "./newboard.js";
import { puzzleRecord } from "./state.js";
import { Cancelled } from "./wire.js";

/** @param {any} app */
export function addEdits(app) {
  const { desk, boards, drawing, saving } = app;

  /** Edits wait for each other: each begins with what the one before left. */
  let last = Promise.resolve();
  const inTurn = (edit) => {
    const done = last.then(edit).catch((error) => {
      if (error instanceof Cancelled) return undefined;
      toast(error.message, { bad: true });
      return error.message;
    });
    last = done.then(() => undefined);
    return done;
  };

  /**
   * Other rules on the same board; resolves to the line that says why not, or nothing.
   * @param {(rules: string[]) => string[]} edit
   * @returns {Promise<string | undefined>}
   */
  app.changeRules = (edit) => inTurn(async () => {
    const doc = { ...desk.doc, rules: edit(desk.doc.rules) };
    const geometry = await boards.find(doc);
    // As the server writes them: cells on a straight line are short.
    const rules = geometry.board.constraints.map((rule) => rule.text);
    boards.keep({ ...doc, rules }, geometry);
    desk.change({ rules });
    if (desk.view.armed) desk.look({ selection: [] });
  });

  app.addRule = (text) => app.changeRules((rules) => [...rules, text]);
  app.removeRule = (k) => app.changeRules((rules) => rules.filter((_, i) => i !== k));

  /** Another board for this puzzle: digits stay where their places are. */
  app.changeBoard = (board) => inTurn(async () => {
    const { doc } = desk;
    const old = drawing.geometry;
    const { fields, geometry } = await boards.read({ ...emptyRecord(board), constraints: doc.rules });
    boards.keep({ ...doc, ...fields }, geometry);
    desk.change({
      board: fields.board, rules: fields.rules, symbols: fields.symbols,
      givens: old.moved(doc.givens, geometry), digits: old.moved(doc.digits, geometry),
      centre: old.movedMarks(doc.centre, geometry), corner: old.movedMarks(doc.corner, geometry),
      colours: old.movedMarks(doc.colours, geometry),
    });
  });

  app.removeHouses = (name) => {
    const parts = desk.doc.board.split("+");
    const own = /^house (\d+)$/.exec(name);
    let seen = 0;
    const kept = parts.filter((part) => (own ? !(part.startsWith("house:") && ++seen === +own[1]) : part !== name));
    return app.changeBoard(kept.join("+"));
  };

  /** One of the named extra houses, or "own": of the chosen cells. */
  app.addHouse = async (name) => {
    const { geometry } = drawing;
    const cells = desk.view.selection.map((cell) => geometry.name(cell)).join(",");
    if (name === "own" && !cells) return toast("Choose the cells of the house first.", { bad: true });
    if (desk.doc.board.split("+").includes(name)) return app.removeHouses(name);
    return app.changeBoard(`${desk.doc.board}+${name === "own" ? `house:${cells}` : name}`);
  };

  /**
   * Read a text or link in place of this puzzle. Gives the line that says why not.
   * @param {string} text
   * @param {boolean} [quiet]  who asks shows the error
   */
  app.read = async (text, quiet = false, ignored = ["drawings"]) => {
    try {
      const { fields, told, geometry } = await boards.read(text, { ignore_rules: ignored });
      replace(fields, geometry);
      if (told.left_out?.length) toast(`Left out: ${told.left_out.join(", ")}`);
      toast(`Opened: ${geometry.board.layout.slice(0, 30)}, ${fields.givens.filter(Boolean).length} givens${fields.rules.length ? `, ${fields.rules.length} rules` : ""}.`, { deed: "Undo", act: () => desk.undo() });
      return undefined;
    } catch (error) {
      if (error instanceof Cancelled) return undefined;
      const { words, rule } = unknownRule(error.message);
      if (!quiet || rule) toast(words, { bad: true, deed: rule && "Open without it", act: () => app.read(text, false, [...ignored, rule]) });
      return words;
    }
  };

  /** A puzzle of the page's address: a record, or any text. */
  app.readSent = async (text) => {
    try {
      const { fields, geometry } = await boards.read(JSON.parse(text));
      replace(fields, geometry);
    } catch (error) {
      if (error instanceof SyntaxError) return app.read(text);
      toast(error.message, { bad: true });
    }
  };

  /** Another puzzle in this one's place, the player's entries away. */
  const replace = (fields, geometry) => {
    boards.keep({ ...desk.doc, ...fields }, geometry);
    desk.change({ ...fields, digits: fields.givens.map(() => 0), centre: {}, corner: {}, colours: {} });
    desk.look({ seconds: 0, wrong: new Set(), selection: [] });
    toBoard();
  };
  app.replace = replace;

  /** A new puzzle; the one before stays in the browser. */
  app.startNew = async (board) => {
    try {
      app.save();
      const { fields, geometry } = await boards.read(emptyRecord(board));
      saving.turnToCopy();
      app.begin({ doc: { ...fields, digits: fields.givens.map(() => 0) }, board: geometry.board, past: [], future: [] });
      app.save();
      toBoard();
      return undefined;
    } catch (error) {
      return error.message;
    }
  };

  /** Keys go to the board again. */
  const toBoard = () => setTimeout(() => drawing.svg.focus({ preventScroll: true }));

  /** Go on with a puzzle that the browser keeps. */
  app.turnTo = (id) => {
    app.save();
    app.begin(saving.turnTo(id));
    toBoard();
  };

  /** Givens as the server names them: "r4c7=5". */
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

  /** A grid in a line as the givens. */
  app.takeGrid = (line) => {
    const { geometry } = drawing;
    desk.change({ givens: [...line].map((mark) => geometry.digitOf(mark)) });
    toast("These are the givens now.", { deed: "Undo", act: () => desk.undo() });
  };

  /** A step of logic, done: its digits entered, its candidates taken from the centre marks. */
  app.take = (step, marks) => {
    const digits = [...desk.doc.digits];
    const centre = { ...desk.doc.centre };
    for (const [cell, digit] of marks?.asserted ?? []) digits[cell] = digit;
    for (const [cell, digit] of marks?.denied ?? []) if (centre[cell]) centre[cell] = centre[cell].filter((d) => d !== digit);
    desk.change({ digits, centre });
  };

  app.newPuzzle = () => newBoard(app);
  app.record = () => puzzleRecord(desk.doc, drawing.geometry.board.symbols);
}

/** What an error says, and the rule that can be left out. @param {string} message */
function unknownRule(message) {
  const found = /^(.*?)'([^']+)'(.*) \(--ignore-rules (?:\S+ )?leaves it out\)$/.exec(message);
  return found ? { words: `${found[1]}'${found[2]}'${found[3]}`, rule: found[2] } : { words: message, rule: "" };
}

const emptyRecord = (board) => ({ layout: board, puzzle: "" });
