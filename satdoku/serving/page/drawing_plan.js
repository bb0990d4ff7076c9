// Where things are in the drawing of a board with rules: clues outside it, nested outlines, what is left of cells.

import { CELL, LABEL_TOP, labelStart, labelWidth, outlinedParts } from "./mark_places.js";
import { short, text } from "./svg_pieces.js";

export const MARGIN = 22;
export const BEYOND = 34;
export const INSET = 0.075;
export const FURTHER = 0.045;
export const PAPER = "#ffffff";
const LABEL_ROOM = 12.5;
const AIR = 1.5;
const EDGE_ROOM = 7.5;
const CIRCLE_ROOM = 9;
const FOOT_ROOM = 16.5;

/** The places (row, column) of clues outside the board, each by its rule; further out where one is taken. */
export function clueAreas(drawn, place, height, width) {
  /** @type {Map<string, [any, number, number]>} */
  const taken = new Map();
  for (const one of drawn) {
    const {
      rule: { cells },
      style,
    } = one;
    if (style.style !== "outside") continue;
    const [r, c] = place(cells[0]);
    const [r2, c2] = place(cells[1]);
    const isIn = (row, column) => row >= 0 && row < height && column >= 0 && column < width;
    const way = [r2 - r, c2 - c];
    const outward = (at, count) => (at < 0 ? -1 : at >= count ? 1 : 0);
    let [row, column] = [r - way[0], c - way[1]];
    if (isIn(row, column)) [row, column] = [r - 0.5 * way[0], c - 0.5 * way[1]];
    const [down, across] = style.arrow ? [row - r, column - c] : [outward(row, height), outward(column, width)];
    while (taken.has(`${row},${column}`) && (down || across)) [row, column] = [row + down, column + across];
    taken.set(`${row},${column}`, [one, row, column]);
  }
  return [...taken.values()];
}

/** The outlines of rules: the cells of each, and how many are around them already; and how many there are in each cell. */
export function outlinesOf(drawn) {
  /** @type {Map<number, number>} */
  const depth = new Map();
  const outlines = drawn.map((one) => {
    const parts = outlinedParts(one.rule, one.style) ?? [];
    const rings = parts.map((cells) => {
      const level = Math.max(...cells.map((cell) => depth.get(cell) ?? 0));
      for (const cell of cells) depth.set(cell, level + 1);
      return [cells, level];
    });
    return [one, rings];
  });
  return { outlines, depth };
}

/** What the marks leave of each cell (x, y, width, height): as `render/picture/insides.py` says. */
export function insidesOf(insides, place, drawn, depth, labelled) {
  /** Taken at the left, top, right and bottom. @type {number[][]} */
  const taken = insides.map(([x, y, wide, high]) => [x, y, CELL - x - wide, CELL - y - high]);
  const take = (cell, sides) => {
    taken[cell] = taken[cell].map((one, k) => Math.max(one, sides[k]));
  };
  const takeTowards = (cells, room) => {
    const rows = cells.map((cell) => place(cell)[0]);
    const columns = cells.map((cell) => place(cell)[1]);
    cells.forEach((cell, k) => {
      const hasBeside = [
        columns[k] > Math.min(...columns),
        rows[k] > Math.min(...rows),
        columns[k] < Math.max(...columns),
        rows[k] < Math.max(...rows),
      ];
      take(
        cell,
        hasBeside.map((has) => (has ? room : 0)),
      );
    });
  };
  for (const { rule, style, marks } of drawn) {
    for (const [a, b] of marks) takeTowards([a, b], EDGE_ROOM);
    if (style.style === "meeting") takeTowards(rule.cells, CIRCLE_ROOM);
    const hasText = style.style === "shade" && style.text && rule.values.length;
    if (hasText) for (const cell of rule.cells) take(cell, [0, 0, 0, FOOT_ROOM]);
  }
  for (const [cell, count] of depth) take(cell, Array(4).fill((INSET + FURTHER * (count - 1)) * CELL + AIR));
  for (const cell of labelled) take(cell, [0, LABEL_ROOM, 0, 0]);
  return taken.map(([x, y, right, bottom]) => [x, y, CELL - x - right, CELL - y - bottom]);
}

/** Where things are in the drawing. left: of the first cell @param {number[][]} circles  the cells around each circle at a corner */
export function planOf(left, place, circles) {
  const corner = (cell) =>
    place(cell)
      .map((one) => left + one * CELL)
      .reverse();
  const middle = (cell) => corner(cell).map((one) => one + CELL / 2);
  /** The text in the corner of a cell, on paper. */
  const label = (cell, words, colour) => {
    const [x, y] = corner(cell);
    const at = `${short(x + labelStart(cell, circles))} ${short(y + LABEL_TOP)}`;
    const paper = `<rect width="${short(labelWidth(words))}" height="12" fill="${PAPER}"/>`;
    return `<g transform="translate(${at}) scale(1)">${paper}${text(words, [1.5, 10], 11.5, colour, "start", true)}</g>`;
  };
  return { left, place, corner, middle, label };
}

/** How far a row or column lies from the first cell's border: a clue's is beyond the board. */
export function offset(spot, count) {
  if (spot < 0) return (spot + 0.5) * BEYOND - MARGIN + 4;
  return spot >= count ? count * CELL + (spot - count + 0.5) * BEYOND + 4 : (spot + 0.5) * CELL;
}
