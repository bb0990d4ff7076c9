// The effect of a digit, the eraser or a colour on the selected cells, in both modes.

import { wiped } from "./pen.js";

/** @typedef {import("./state.js").Desk} Desk */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/**
 * Enter a digit (or colour) in the selected cells; entering it again removes it.
 * @param {Desk} desk
 * @param {number} digit
 * @param {"digit" | "corner" | "centre" | "colour" | "pen" | "chain"} entry
 */
export function enter(desk, digit, entry = desk.view.entry) {
  const { doc, view } = desk;
  const cells = view.selection;
  if (!cells.length || view.paused) return;
  if (view.mode === "set") {
    desk.change({ givens: toggled(doc.givens, cells, digit) });
    return;
  }
  if (entry === "pen" || entry === "chain") return;
  if (entry === "digit") {
    const open = cells.filter((cell) => !doc.givens[cell]);
    desk.change({ digits: toggled(doc.digits, open, digit) });
  } else if (entry === "colour") {
    desk.change({ colours: marked(doc.colours, cells, digit) });
  } else {
    const open = cells.filter((cell) => !doc.givens[cell] && !doc.digits[cell]);
    desk.change({ [entry]: marked(doc[entry], open, digit) });
  }
}

/** Clear the selected cells: digits first, then marks, then colours. */
export function erase(desk) {
  const { doc, view } = desk;
  const cells = view.selection;
  if (view.paused) return;
  if (view.mode === "set") {
    desk.change({ givens: without(doc.givens, cells) });
  } else if (view.entry === "pen") {
    desk.change({ pen: wiped(doc.pen, cells) });
  } else if (view.entry !== "colour" && cells.some((cell) => doc.digits[cell])) {
    desk.change({ digits: without(doc.digits, cells) });
  } else if (view.entry !== "colour" && cells.some((cell) => doc.centre[cell] || doc.corner[cell])) {
    desk.change({ centre: cleared(doc.centre, cells), corner: cleared(doc.corner, cells) });
  } else {
    desk.change({ colours: cleared(doc.colours, cells) });
  }
}

/** Clear everything that the player entered. */
export function restart(desk) {
  const digits = desk.doc.digits.map(() => 0);
  desk.change({ digits, centre: {}, corner: {}, colours: {}, pen: {} });
  desk.look({ seconds: 0 });
}

/** Apply a step: enter its digits and remove its eliminated candidates from the centre marks. @param {Desk} desk */
export function takeStep(desk, marks) {
  const digits = [...desk.doc.digits];
  const centre = { ...desk.doc.centre };
  for (const [cell, digit] of marks?.asserted ?? []) digits[cell] = digit;
  for (const [cell, digit] of marks?.denied ?? [])
    if (centre[cell]) centre[cell] = centre[cell].filter((d) => d !== digit);
  desk.change({ digits, centre });
}

/** The player's marks, without those that a digit in a peer rules out. */
export function tidied(doc, geometry) {
  const next = { centre: { ...doc.centre }, corner: { ...doc.corner } };
  doc.digits.forEach((entered, cell) => {
    const digit = entered || doc.givens[cell];
    if (!digit) return;
    for (const peer of geometry.peers(cell))
      for (const kind of ["centre", "corner"])
        if (next[kind][peer]?.includes(digit)) next[kind] = marked(next[kind], [peer], digit);
  });
  return next;
}

function toggled(digits, cells, digit) {
  const all = cells.length > 0 && cells.every((cell) => digits[cell] === digit);
  const next = [...digits];
  for (const cell of cells) next[cell] = all ? 0 : digit;
  return next;
}

function without(digits, cells) {
  const next = [...digits];
  for (const cell of cells) next[cell] = 0;
  return next;
}

function marked(marks, cells, digit) {
  const all = cells.every((cell) => marks[cell]?.includes(digit));
  const next = { ...marks };
  for (const cell of cells) {
    const had = next[cell] ?? [];
    const has = all ? had.filter((d) => d !== digit) : [...new Set([...had, digit])].sort((a, b) => a - b);
    if (has.length) next[cell] = has;
    else delete next[cell];
  }
  return next;
}

function cleared(marks, cells) {
  const next = { ...marks };
  for (const cell of cells) delete next[cell];
  return next;
}
