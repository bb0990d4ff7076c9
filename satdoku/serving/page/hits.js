// Which rule is drawn at a point of the board, where its cells can grow to, and where it can move.
// Positions are those of the server's drawings (render/picture).

import { isSlanted, isWhole } from "./kinds.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */

/** In pixels of the drawing: inset of an outline, space for row numbers and for a clue outside. */
const INSET = 4;
const MARGIN = 22;
const BEYOND = 34;
/** The middle of a cell, in which a click is meant for the cell. */
const CENTRE = 16;

/** The distance of a point from a segment. @param {number[]} point @param {number[]} from @param {number[]} to */
function distance([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** @param {number[][]} list */
const pairs = (list) => list.slice(1).map((one, i) => [list[i], one]);

/** The distance of a point from the outline of cells; 0 on the text in the corner of the first. */
function fromOutline(geometry, { cells, draws, values }, [x, y]) {
  const inside = new Set(cells);
  const { side } = geometry;
  const [left, top] = geometry.corner(cells[0]);
  if (
    draws.text &&
    values.length &&
    x >= left &&
    y >= top &&
    x < left + 6.4 * String(values[0]).length + 6 &&
    y < top + 15
  )
    return 0;
  const cell = geometry.under(x, y);
  if (!inside.has(cell)) return Infinity;
  const [[a, b], [r, c]] = [geometry.corner(cell), geometry.board.places[cell]];
  const edges = [
    [-1, 0, y - b],
    [1, 0, b + side - y],
    [0, -1, x - a],
    [0, 1, a + side - x],
  ];
  const open = edges.filter(([down, across]) => !inside.has(geometry.at.get(`${r + down},${c + across}`)));
  return Math.min(...open.map(([, , off]) => Math.abs(off - INSET)));
}

/** The points at which clues outside the board stand: rule number → [x, y]. @param {Geometry} geometry */
export function placesOutside(geometry) {
  const {
    board: { constraints, places, height, width },
    side,
    left,
    top,
  } = geometry;
  const taken = new Map();
  const placeOf = (k, count) =>
    k < 0
      ? (k + 0.5) * BEYOND - MARGIN + 4
      : k >= count
        ? count * side + (k - count + 0.5) * BEYOND + 4
        : (k + 0.5) * side;
  constraints.forEach((rule, number) => {
    if (rule.draws.style !== "outside") return;
    const [[r, c], [r2, c2] = []] = rule.cells.slice(0, 2).map((cell) => places[cell]);
    const [down, across] =
      r2 === undefined ? (r === 0 ? [1, 0] : r === height - 1 ? [-1, 0] : [0, c === 0 ? 1 : -1]) : [r2 - r, c2 - c];
    let [y, x] = [r - down, c - across];
    if (y >= 0 && y < height && x >= 0 && x < width) [y, x] = [r - 0.5 * down, c - 0.5 * across];
    const out = [y < 0 ? -1 : +(y >= height), x < 0 ? -1 : +(x >= width)];
    while (taken.has(`${y},${x}`) && (out[0] || out[1])) [y, x] = [y + out[0], x + out[1]];
    taken.set(`${y},${x}`, [number, left + placeOf(x, width), top + placeOf(y, height)]);
  });
  return new Map([...taken.values()].map(([number, x, y]) => [number, [x, y]]));
}

/** The points of marks that stand between cells. */
export function marksOf(geometry, { cells, draws }) {
  const middles = cells.map((cell) => geometry.middle(cell));
  const mean = (points) => [0, 1].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
  if (draws.style === "meeting") return [mean(middles)];
  const touching = middles.flatMap((one, i) =>
    middles
      .slice(i + 1)
      .filter((other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < geometry.side + 1)
      .map((other) => mean([one, other])),
  );
  return touching.length ? touching : [mean(middles)];
}

/**
 * The rules drawn at a point, the topmost first: [number in the list, whether a first click is meant for it;
 * in the middle of a cell it is meant for the cell]. near: how far beside it a click may be.
 * @param {Geometry} geometry
 * @returns {[number, boolean][]}
 */
export function rulesUnder(geometry, x, y, near = 3) {
  const cell = geometry.under(x, y);
  const [mx, my] = cell < 0 ? [Infinity, Infinity] : geometry.middle(cell);
  const beside = Math.hypot(x - mx, y - my) > CENTRE;
  const outside = placesOutside(geometry);
  /** @type {[number, boolean, number][]} */
  const found = [];
  geometry.board.constraints.forEach((rule, k) => {
    const { cells, draws } = rule;
    if (!cells.length || isWhole(rule, geometry)) return;
    const far = (/** @type {number[]} */ [ax, ay]) => Math.hypot(x - ax, y - ay);
    if (draws.style === "outside" && outside.has(k) && far(outside.get(k)) < 12 + near) found.push([k, true, 0]);
    if (
      ["between", "meeting"].includes(draws.style) &&
      marksOf(geometry, rule).some((at) => far(at) < (draws.style === "meeting" ? 12 : 7) + near)
    )
      found.push([k, true, 1]);
    if (draws.style === "outline" && fromOutline(geometry, rule, [x, y]) < near + 0.5) found.push([k, true, 2]);
    if (draws.style === "along") {
      const middles = cells.map((at) => geometry.middle(at));
      const bulb =
        (draws.start && far(middles[0]) < 20) || (/circle|diamond|square/.test(draws.end) && far(middles.at(-1)) < 20);
      const line =
        Math.min(...pairs(middles).map(([a, b]) => distance([x, y], a, b))) < Math.max(draws.width / 2, 3) + near;
      if (bulb || line) found.push([k, beside && line, 3]);
    }
    if (draws.style === "shade" && cells.includes(cell)) found.push([k, false, 4]);
  });
  return found.sort((one, other) => one[2] - other[2]).map(([k, direct]) => [k, direct]);
}

/** The rules that a cell belongs to, but for those of the whole board. @param {Geometry} geometry */
export const rulesOf = (geometry, cell) =>
  geometry.board.constraints.flatMap((rule, k) => (rule.cells.includes(cell) && !isWhole(rule, geometry) ? [k] : []));

/** Whether cells can be added to a rule. @param {import("./kinds.js").Kind} kind */
export const canGrow = ({ name, cells: [, most], draws: { style, groups, halves } }) =>
  ["outline", "along", "shade"].includes(style) && !groups && !halves && most > 2 && name !== "chaos-arrow";

/** Whether two cells touch, at a corner too if `corners`. */
function touch(geometry, one, other, corners) {
  const [[r, c], [r2, c2]] = [one, other].map((cell) => geometry.board.places[cell]);
  const [down, across] = [Math.abs(r - r2), Math.abs(c - c2)];
  return one !== other && (corners ? Math.max(down, across) === 1 : down + across === 1);
}

/**
 * The cells of a rule with one more, null where that cannot be: of a line at one of its ends, of others anywhere beside it.
 * @param {Geometry} geometry
 */
export function grown(geometry, kind, cells, cell) {
  if (!canGrow(kind) || cells.includes(cell) || cells.length >= kind.cells[1]) return null;
  if (kind.draws.style !== "along")
    return cells.some((one) => touch(geometry, one, cell, kind.draws.style === "shade")) ? [...cells, cell] : null;
  if (touch(geometry, cells.at(-1), cell, true)) return [...cells, cell];
  return touch(geometry, cells[0], cell, true) ? [cell, ...cells] : null;
}

/** The cells of a rule without one, null where that cannot be. */
export function shrunk(kind, cells, cell) {
  if (!canGrow(kind) || cells.length <= Math.max(1, kind.cells[0])) return null;
  if (kind.draws.style === "along" && cell !== cells[0] && cell !== cells.at(-1)) return null;
  return cells.filter((one) => one !== cell);
}

/** The cells of a rule that is moved, null where it would leave the board. @param {Geometry} geometry */
export function moved(geometry, kind, cells, down, across) {
  const next = cells.map((cell) => {
    const [r, c] = geometry.board.places[cell];
    return geometry.at.get(`${r + down},${c + across}`);
  });
  if (kind.draws.style !== "outside" || cells.length < 2) return next.includes(undefined) ? null : next;
  // A clue outside stays at the edge, and sees as far as it goes from there.
  const [[r, c], [r2, c2]] = cells.map((cell) => geometry.board.places[cell]);
  const start = next[0];
  if (
    start === undefined ||
    geometry.at.has(`${geometry.board.places[start][0] - (r2 - r)},${geometry.board.places[start][1] - (c2 - c)}`)
  )
    return null;
  const seen = geometry.ray(start, r2 - r, c2 - c);
  return seen.length >= Math.max(isSlanted(kind) ? 1 : 2, kind.cells[0]) ? seen : null;
}
