// The puzzle of the page's address, with which the desk begins.

import { toast } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { Cancelled } from "./wire.js";
import { t } from "./words.js";

/** Ask about the puzzle of an address; a text that is no record fails with a `SyntaxError`. @param {import("./boards.js").Boards} boards @param {string} text */
export async function askedOf(boards, text) {
  return boards.read(JSON.parse(text));
}

/** @param {any} app */
export function addOpening(app) {
  const { boards, drawing } = app;

  /**
   * Begin with a puzzle from the page's address: a record, or any text.
   * @param {string} text @param {Promise<any>} asked  its answer: the question is sent before the desk is built
   */
  app.readSent = async (text, asked = askedOf(boards, text)) => {
    app.isReading = !drawing.geometry; // a blank board would be drawn and asked about for nothing
    app.begin(null);
    try {
      const { fields, geometry } = await asked;
      app.isReading = false;
      app.replace(fields, geometry);
    } catch (error) {
      app.isReading = false;
      if (error instanceof Cancelled) return;
      const problem = error instanceof SyntaxError ? await app.read(text, true) : error.message;
      if (problem) notOpened(problem);
    }
  };

  /** Say that the puzzle cannot be opened, in the place of the board: a blank one, and the verdict on it, would pass for it. @param {string} problem */
  function notOpened(problem) {
    const words = t`This puzzle cannot be opened: ${problem}`;
    if (drawing.geometry) {
      toast(words, { bad: true }); // there is a board already, blank as the document
      return;
    }
    fill(document.getElementById("board"), h("p", { class: "card bad", role: "alert" }, words));
    app.answers.errors.live = problem;
    app.answers.tell();
  }
}
