// The player's pen: lines between the middles of cells, crosses and circles, over the board. It is never a rule,
// and is kept and undone like the other marks: "12-13" → colour of a line, "x12", "o12" → of a mark.

import { h, s } from "./dom.js";
import { t } from "./words.js";

/** @typedef {Record<string, number>} Pen */

export const PENS = [t`blue`, t`red`, t`green`, t`black`];
const lineOf = (one, other) => `${Math.min(one, other)}-${Math.max(one, other)}`;
const cellsOf = (key) => key.replace(/^[xo]/, "").split("-").map(Number);
const only = (/** @type {Pen} */ pen, stays) => Object.fromEntries(Object.entries(pen).filter(([key]) => stays(key)));

/** With lines through cells, or without them if all are there. @param {Pen} pen @param {number[]} cells @returns {Pen} */
function stroked(pen, cells, colour) {
  const keys = cells.slice(1).map((cell, i) => lineOf(cells[i], cell));
  if (keys.every((key) => pen[key] === colour)) return only(pen, (key) => !keys.includes(key));
  return { ...pen, ...Object.fromEntries(keys.map((key) => [key, colour])) };
}

/** With a cross in a cell, then a circle, then neither. @param {Pen} pen @returns {Pen} */
function marked(pen, cell, colour) {
  const rest = only(pen, (key) => !/^[xo]/.test(key) || +key.slice(1) !== cell);
  return pen[`x${cell}`]
    ? { ...rest, [`o${cell}`]: colour }
    : pen[`o${cell}`]
      ? rest
      : { ...rest, [`x${cell}`]: colour };
}

/** Without all that touches some cells. @param {Pen} pen @param {number[]} cells */
export const wiped = (pen, cells) => only(pen, (key) => !cellsOf(key).some((cell) => cells.includes(cell)));

/** What the pen drew, on another board. @param {Pen} pen @param {(cell: number) => number | undefined} place */
export const penMoved = (pen, place) =>
  Object.fromEntries(
    Object.entries(pen).flatMap(([key, colour]) => {
      const cells = cellsOf(key).map(place);
      return cells.includes(undefined)
        ? []
        : [[/^[xo]/.test(key) ? key[0] + cells[0] : lineOf(cells[0], cells[1]), colour]];
    }),
  );

/** What a screen reader says of a cell. @param {Pen} pen @param {import("./geometry.js").Geometry} geometry */
export function saidOfPen(pen, cell, geometry) {
  return Object.keys(pen)
    .filter((key) => cellsOf(key).includes(cell))
    .map((key) =>
      key[0] === "x"
        ? t`cross`
        : key[0] === "o"
          ? t`circle`
          : t`line to ${geometry.name(cellsOf(key).find((one) => one !== cell))}`,
    );
}

/** As elements. @param {Pen} pen @param {import("./geometry.js").Geometry} geometry */
export function drawnPen(pen, geometry) {
  return Object.entries(pen).map(([key, colour]) => {
    const [[x, y], end] = cellsOf(key)
      .filter((cell) => cell < geometry.count)
      .map((cell) => geometry.middle(cell));
    const look = { class: `pen-${colour}` };
    if (key[0] === "x") return s("path", { ...look, d: `M${x - 16} ${y - 16}l32 32m0 -32l-32 32` });
    return key[0] === "o"
      ? s("circle", { ...look, cx: x, cy: y, r: 19 })
      : s("path", { ...look, d: `M${x} ${y}L${end}` });
  });
}

/** The pen in play. @param {import("./main.js").App} app */
export function addPen(app) {
  const { desk } = app;
  const isOn = () => desk.view.mode === "play" && desk.view.entry === "pen" && !desk.view.paused;
  app.pen = {
    isOn,
    /** Draw over the chosen cells, which keep the last one. */
    draw() {
      const {
        doc,
        view: { selection, pen },
      } = desk;
      if (!isOn() || !selection.length) return false;
      desk.change({
        pen: selection.length > 1 ? stroked(doc.pen, selection, pen) : marked(doc.pen, selection[0], pen),
      });
      desk.look({ selection: selection.slice(-1) });
      return true;
    },
    take: (colour) => colour <= PENS.length && desk.look({ pen: colour }),
    keys: () =>
      PENS.map((name, k) =>
        h("button", {
          type: "button",
          class: `key key-pen-${k + 1}`,
          "aria-label": t`${name} pen`,
          "aria-pressed": String(desk.view.pen === k + 1),
          onclick: () => app.pen.take(k + 1),
        }),
      ),
  };
}
