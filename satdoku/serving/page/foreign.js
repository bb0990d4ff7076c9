// What a file or link of another editor draws beyond its rules: lines, shapes, texts, colours. It is shown and
// kept, and never a rule. Positions are in cells from the board's upper left corner, as [row, column].

import { fill, plural, s } from "./dom.js";

/** A line, a shape or a text: `points` of a line, the centre of others; width, height and size in cells. */
/** @typedef {{what: string, points: number[][], [more: string]: any}} Item */

const number = (value, usual) =>
  Number.isFinite(+value) && value !== null && value !== "" ? Math.max(-100, Math.min(100, +value)) : usual;
/** A colour that is nothing else, such as an address. */
const colour = (value, usual = "none") =>
  /^(#[\da-f]{3,8}|[a-z]+|rgba?\([\d.,% ]+\))$/i.test(String(value ?? "")) ? String(value) : usual;
const list = (value) => (Array.isArray(value) ? value.filter((one) => one !== null) : []);
const placeOf = (name) => (/^R(-?\d+)C(-?\d+)$/i.exec(String(name))?.slice(1) ?? []).map((k) => +k - 0.5);
const isPlace = (point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
const shown = (text) => (text === undefined || text === null ? "" : String(text).slice(0, 200));

/** @param {any} data @returns {Item[]} */
function ofSudokuPad(data) {
  const side = number(data.cellSize, 64) || 64;
  const lines = (some, arrow) =>
    list(some).map((one) => ({
      what: "line",
      points: list(one.wayPoints),
      arrow,
      width: number(one.thickness, 5) / side,
      stroke: colour(one.color, "#7d8590"),
    }));
  const shapes = (some, above) =>
    list(some).map((one) => ({
      what: one.text && !one.backgroundColor && !one.borderColor ? "text" : "shape",
      points: [one.center],
      above,
      round: Boolean(one.rounded),
      angle: number(one.angle, 0),
      width: number(one.width, 0),
      height: number(one.height, 0),
      fill: colour(one.backgroundColor),
      stroke: colour(one.borderColor),
      text: shown(one.text),
      ink: colour(one.color, "#1b1f24"),
      size: number(one.fontSize, 26) / side,
    }));
  return [
    ...shapes(data.underlays, false),
    ...lines(data.lines, false),
    ...lines(data.arrows, true),
    ...shapes(data.overlays, true),
  ];
}

/** @param {any} data @returns {Item[]} */
function ofFpuzzles(data) {
  const own = (key) => list(data[key]).filter((one) => one && !one.fromConstraint && !one.isNewConstraint);
  const middle = ({ cells }) => {
    const places = list(cells).map(placeOf);
    return [0, 1].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);
  };
  const texts = (one, usual) => ({
    text: shown(one.value),
    ink: colour(one.fontC, "#1b1f24"),
    size: number(one.size, usual),
    angle: number(one.angle, 0),
    points: [middle(one)],
  });
  const shapes = (key) =>
    own(key).map((one) => ({
      what: "shape",
      ...texts(one, 0.5),
      size: 0.5,
      round: key === "circle",
      width: number(one.width, 1),
      height: number(one.height, 1),
      fill: colour(one.baseC),
      stroke: colour(one.outlineC),
    }));
  return [
    ...Object.entries(data.cells ?? {})
      .filter(([, cell]) => cell?.c)
      .map(([name, cell]) => ({
        what: "shape",
        points: [placeOf(name)],
        width: 1,
        height: 1,
        fill: colour(cell.c),
        stroke: "none",
      })),
    ...own("line").flatMap((one) =>
      list(one.lines).map((cells) => ({
        what: "line",
        points: list(cells).map(placeOf),
        width: number(one.width, 0.1),
        stroke: colour(one.outlineC, "#7d8590"),
      })),
    ),
    ...shapes("rectangle"),
    ...shapes("circle"),
    ...own("text").map((one) => ({ what: "text", above: true, ...texts(one, 0.5) })),
  ];
}

/** @type {{kept: string, items: Item[]}} */
let last = { kept: "", items: [] };

/** All that is drawn, by the data that a document keeps. @param {string} kept */
function drawings(kept) {
  if (kept !== last.kept) {
    const { sudokupad, fpuzzles } = kept ? JSON.parse(kept) : {};
    const items = [...ofSudokuPad(sudokupad ?? {}), ...ofFpuzzles(fpuzzles ?? {})];
    last = {
      kept,
      items: items.filter(({ what, points }) => points.every(isPlace) && points.length >= (what === "line" ? 2 : 1)),
    };
  }
  return last.items;
}

/** "3 lines, 1 text", "" for nothing. @param {string} kept */
export function saidOfDrawings(kept) {
  const items = drawings(kept);
  const [lines, shapes, texts] = ["line", "shape", "text"].map(
    (what) => items.filter((item) => item.what === what).length,
  );
  return [lines && plural(lines, "line"), shapes && plural(shapes, "shape"), texts && plural(texts, "text")]
    .filter(Boolean)
    .join(", ");
}

/** As elements: those behind the board's lines, or those above. @param {string} kept @param {import("./geometry.js").Geometry} geometry */
function drawnForeign(kept, { left, top, side }, above) {
  return drawings(kept)
    .filter((item) => Boolean(item.above) === above)
    .map((item) => {
      const [[x, y], ...more] = item.points.map(([r, c]) => [left + c * side, top + r * side]);
      const { width = 0, height = 0, stroke = "none" } = item;
      if (item.what === "line") {
        const [[ax, ay], [bx, by]] = [[x, y], ...more].slice(-2);
        const turn = Math.atan2(by - ay, bx - ax);
        const size = Math.max(8, width * side * 1.6);
        const wing = (by_) => `M${bx} ${by}l${-size * Math.cos(turn + by_)} ${-size * Math.sin(turn + by_)}`;
        return s("path", {
          d: `M${x} ${y}L${more.join("L")}${item.arrow ? wing(0.6) + wing(-0.6) : ""}`,
          fill: "none",
          stroke,
          "stroke-width": width * side,
          "stroke-linecap": "round",
          "stroke-linejoin": "round",
        });
      }
      const font = (item.size ?? 0.5) * side;
      return s(
        "g",
        { transform: item.angle ? `rotate(${item.angle} ${x} ${y})` : null },
        width && height
          ? s("rect", {
              x: x - (width * side) / 2,
              y: y - (height * side) / 2,
              width: width * side,
              height: height * side,
              rx: item.round ? (Math.min(width, height) * side) / 2 : 0,
              fill: item.fill,
              stroke,
              "stroke-width": 1.5,
            })
          : null,
        item.text
          ? s("text", { x, y: y + 0.36 * font, "font-size": font, "text-anchor": "middle", fill: item.ink }, item.text)
          : null,
      );
    });
}

/**
 * Show all of it, with room for what stands beside the board.
 * @param {{geometry: import("./geometry.js").Geometry, layers: Record<string, SVGGElement>, svg: SVGElement}} drawing
 * @param {string} kept
 */
export function showForeign({ geometry, layers, svg }, kept) {
  const {
    side,
    board: {
      drawing: { width, height },
    },
  } = geometry;
  const edges = [0, 0, width, height];
  for (const above of [false, true]) {
    const layer = layers[above ? "foreign-above" : "foreign"];
    fill(layer, drawnForeign(kept, geometry, above));
    if (!layer.hasChildNodes()) continue; // to measure nothing would lay out the whole page
    const box = layer.getBBox();
    if (!box.width && !box.height) continue;
    [box.x, box.y].forEach((at, k) => (edges[k] = Math.min(edges[k], Math.max(at, -side))));
    [
      [box.x + box.width, width],
      [box.y + box.height, height],
    ].forEach(([at, most], k) => (edges[k + 2] = Math.max(edges[k + 2], Math.min(at, most + side))));
  }
  const [left, top, right, bottom] = edges;
  svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  svg.style.setProperty("--ratio", String((right - left) / (bottom - top)));
}
