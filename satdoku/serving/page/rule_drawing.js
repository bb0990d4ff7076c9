// The board of a record with its rules as pieces of SVG, drawn in the page: the same pieces that `render/picture` draws.
//
// The styles of kinds are data (constraints/styles.py), which the site has in boards/all.json; here each style has one function, as
// in `render/picture/drawn_rules.py`. Tests compare what both draw, text by text.

import {
  BEYOND,
  FURTHER,
  INSET,
  MARGIN,
  PAPER,
  clueAreas,
  insidesOf,
  offset,
  outlinesOf,
  planOf,
} from "./drawing_plan.js";
import { CELL, ruleDrawings, textOf, worded } from "./mark_places.js";
import {
  circle,
  distance,
  five,
  head,
  middleOf,
  outlinePaths,
  polyline,
  short,
  square,
  stroke,
  text,
  towards,
} from "./svg_pieces.js";

/** @typedef {import("./rule_text.js").RuleRead} RuleRead */
/** @typedef {number[]} Point */

const NOTE_LINE = 18;
const CHARACTER = 6.4;
const INK = "#1b1f24";
const DARK = "#59636e";
const REACH = CELL * 0.38;
const ROUND = ' stroke-linecap="round" stroke-linejoin="round"';
const CUT = ' stroke-linecap="butt" stroke-linejoin="round"';
const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

// -- Marks ---------------------------------------------------------------------------------------

function endOf(point, end, { colour, width }) {
  const edge = `fill="none" stroke="${colour}" stroke-width="${short(Math.min(3, width))}"`;
  const [x, y] = point;
  const r = short(REACH);
  if (end === "bulb") return circle(point, CELL * 0.36, `fill="${colour}"`);
  if (end === "circle") return circle(point, REACH, edge);
  if (end === "square") return square(point, CELL * 0.7, edge);
  return end === "diamond"
    ? `<path d="M${short(x)} ${short(y - REACH)}l${r} ${r}l-${r} ${r}l-${r} -${r}Z" ${edge}/>`
    : "";
}

function along(plan, { rule, style, labelled }) {
  const { cells, values } = rule;
  const all = cells.map(plan.middle);
  const count = all.length;
  const isOpen = (end) => ["circle", "diamond", "square"].includes(end);
  const ringed = style.ring ? (values[0] ?? 1) : 0;
  let points = [...all];
  let made = "";
  if (ringed > 0 && ringed < count) {
    const inside = all.slice(0, ringed);
    const after = all.slice(ringed);
    if (inside.length === 1) made += endOf(inside[0], "circle", style);
    else
      made +=
        stroke(polyline(inside), style.colour, CELL * 0.78, ROUND) +
        stroke(polyline(inside), PAPER, CELL * 0.78 - 2 * style.width + 2, ROUND);
    const near = inside.reduce((best, point) => (distance(point, after[0]) < distance(best, after[0]) ? point : best));
    points = [towards(near, after[0], REACH), ...after];
  } else if (count > 1 && isOpen(style.start)) points[0] = towards(points[0], points[1], REACH);
  if (count > 1) {
    if (isOpen(style.end)) points.push(towards(/** @type {Point} */ (points.pop()), points.at(-1), REACH));
    const path = polyline(points, five) + (style.end === "arrow" ? head(points.at(-2), points.at(-1)) : "");
    made += stroke(
      path,
      style.colour,
      style.width,
      style.dashes ? `${style.dashes[0] === "1" ? ROUND : CUT} stroke-dasharray="${style.dashes}"` : ROUND,
    );
  }
  made += endOf(all[0], style.start, style) + endOf(all[count - 1], style.end, style);
  return made + (labelled < 0 ? "" : plan.label(labelled, textOf(rule, style), DARK));
}

function shaded(plan, { rule: { cells }, style }) {
  const half = Math.floor(cells.length / 2);
  const { shape, colour } = style;
  return cells
    .map((cell, k) => {
      const middle = plan.middle(cell);
      const look = `fill="${colour}"`;
      if (shape === "circle")
        return circle(middle, CELL * 0.41, look + (colour === PAPER ? ' stroke="#7d8590" stroke-width="1.5"' : ""));
      if (shape === "square") return square(middle, CELL * 0.72, look);
      if (shape === "cell") return square(middle, CELL, look + (style.halves && k >= half ? ' opacity="0.55"' : ""));
      const sign = shape === "outward" ? 1 : -1;
      const ticks = SIDES.map(([dx, dy]) => {
        const x = middle[0] + dx * CELL * 0.42;
        const y = middle[1] + dy * CELL * 0.42;
        const [footX, footY] = [x - sign * 2 * dx, y - sign * 2 * dy];
        return polyline([
          [footX + 5 * dy, footY + 5 * dx],
          [x + sign * 3 * dx, y + sign * 3 * dy],
          [footX - 5 * dy, footY - 5 * dx],
        ]);
      });
      return square(middle, CELL, 'fill="#eceef1"') + stroke(ticks.join(""), DARK, 1.5);
    })
    .join("");
}

function shadeTexts(plan, { rule: { cells, values }, style }) {
  if (!style.text || !values.length) return "";
  const said = worded(style.text, values);
  const size = Math.min(10, 50 / said.length);
  return cells
    .map((cell) => text(said, [plan.corner(cell)[0] + 13, plan.corner(cell)[1] + 45.5], size, DARK, "start"))
    .join("");
}

function outlined(plan, { rule, style, labelled }, rings) {
  const look = style.dashed ? ' stroke-dasharray="5 3"' : "";
  const lines = rings.map(([cells, level]) => {
    const paths = outlinePaths(cells.map(plan.place), INSET + FURTHER * level);
    const shape = paths
      .map(
        (path) =>
          `${polyline(
            path.map(([r, c]) => [plan.left + c * CELL, plan.left + r * CELL]),
            five,
          )}Z`,
      )
      .join("");
    return stroke(shape, style.colour, 1.3, look);
  });
  return lines.join("") + (labelled < 0 ? "" : plan.label(labelled, textOf(rule, style), style.colour));
}

function between(plan, { rule: { values }, style, marks }) {
  const number = values.length ? values[0] : style.usual;
  return marks
    .map(([a, b, shift]) => {
      const [[r, c], [r2, c2]] = [plan.place(a), plan.place(b)];
      const [x, y] = middleOf([plan.middle(a), plan.middle(b)]);
      const middle = /** @type {[number, number]} */ (c === c2 ? [x + shift, y] : [x, y + shift]);
      if (style.sign) {
        const [down, across] = [r2 - r, c2 - c];
        const tip = [middle[0] + 4 * across, middle[1] + 4 * down];
        const end = (way) => [middle[0] - 4 * across + way * 6 * down, middle[1] - 4 * down + way * 6 * across];
        const shape = polyline([end(1), tip, end(-1)]);
        return stroke(shape, PAPER, 6) + stroke(shape, INK, 2);
      }
      const dot = style.fill
        ? circle(middle, 7.5, `fill="${style.fill}" stroke="${INK}" stroke-width="1.4"`)
        : circle(middle, 8, `fill="${PAPER}"`);
      const named = style.words.find(([one]) => one === (number || 0));
      const words = style.fill && number === style.usual ? "" : named ? named[1] : String(number ?? "X");
      const size = style.fill ? 10 : 13;
      return (
        dot +
        (words
          ? text(words, [middle[0], middle[1] + 0.36 * size], size, style.fill === INK ? PAPER : INK, "middle", true)
          : "")
      );
    })
    .join("");
}

function meeting(plan, { rule: { cells, values }, style }) {
  const [x, y] = middleOf(cells.map(plan.middle));
  const digits = [...values].sort((a, b) => a - b);
  const half = Math.floor((digits.length + 1) / 2);
  const rows = digits.length > 2 ? [digits.slice(0, half), digits.slice(half)] : [digits];
  return (
    circle([x, y], digits.length > 2 ? 14 : 11, `fill="${PAPER}" stroke="${style.colour}" stroke-width="1.4"`) +
    rows
      .map((row, k) => text(row.join(" "), [x, y + 4.3 + 11 * (k - (rows.length - 1) / 2)], 13, style.colour))
      .join("")
  );
}

function outside(plan, { rule, style }, at) {
  const words = String(rule.values[0] ?? "");
  const size = words.length < 3 && !style.ring ? 18 : 15;
  const [across, y] = at;
  let x = across;
  let made = style.ring ? circle(at, 12, `fill="none" stroke="${DARK}"`) : "";
  if (style.arrow) {
    const target = plan.middle(rule.cells[0]);
    const [start, end] = [towards(at, target, 11), towards(at, target, 21)];
    made += stroke(polyline([start, end], five) + head(start, end, 4), INK, 1.5);
  }
  if (style.tag) x -= 4;
  const base = y + 0.36 * size;
  return (
    made +
    text(words, [x, base], size, INK) +
    (style.tag ? text(style.tag, [x + 0.29 * size * words.length + 2, base], 10.5, DARK, "start") : "")
  );
}

/** Characters twice as wide as others; what is never broken, as in render/picture/notes.py. */
const WIDE = /[\u3000-\u9fff\uff01-\uff60]/g;
const UNBROKEN = /(?:[\u30a1-\u30ff]+|[\u3000-\u30a0\u3100-\u9fff]|[^\s\u3000-\u9fff]+)[、。，．：；）」』】]*\s*/g;

/** A text in lines of at most so many characters, as `wrapped` in render/picture/notes.py. */
function wrapped(words, most) {
  const lines = [""];
  const columns = (line) => line.length + (line.match(WIDE) ?? []).length;
  for (const piece of words.match(UNBROKEN) ?? []) {
    const longer = lines.at(-1) + piece;
    if (columns(longer.trimEnd()) <= most || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines.map((line) => line.trim());
}

/** Whether a text runs from right to left. */
const isFromRight = (words) => /^[^\p{L}]*[\u0590-\u08ff]/u.test(words);

/** The lines of rules in words, the last at the bottom; at the right where they run from there. */
function noteTexts(lines, left, right, tall) {
  const fromRight = lines.length > 0 && isFromRight(lines[0]);
  return lines.map((line, k) => {
    const y = tall - MARGIN / 2 - NOTE_LINE * (lines.length - k - 1);
    return fromRight
      ? text(`\u2067${line}\u2069`, [right, y], 13, DARK, "end")
      : text(line, [left, y], 13, DARK, "start");
  });
}

// -- The whole drawing ---------------------------------------------------------------------------

/** Whether a house is a diagonal of the board. */
function isDiagonal({ cells }, { place, height, width }) {
  if (height !== width || cells.length !== height) return false;
  const isAt = (column) => cells.every((cell, i) => String(place(cell)) === String([i, column(i)]));
  return isAt((i) => i) || isAt((i) => height - 1 - i);
}

/** The cells that the board's own houses shade: none where houses share cells, or have all of them. */
function shadedByHouses({ extra_houses: houses, places }, board) {
  const cells = houses.filter((house) => !isDiagonal(house, board)).flatMap((house) => house.cells);
  const different = new Set(cells);
  return different.size < cells.length || different.size === places.length ? [] : [...different];
}

/**
 * The drawing of a board with rules, as `drawing_of` in answering/board_drawing.py.
 * @param {any} bare  the record of the board without them, with its own drawing
 * @param {RuleRead[]} rules @param {Record<string, any>} kinds @param {(rule: RuleRead) => string} told  a rule in words
 */
export function drawingWith(bare, rules, kinds, told) {
  const { places, height, width, drawing } = bare;
  const byPlace = new Map(places.map(([r, c], cell) => [`${r},${c}`, cell]));
  const place = (cell) => places[cell];
  const at = (r, c) => byPlace.get(`${r},${c}`) ?? -1;
  const drawn = ruleDrawings(rules, {
    cells: places.length,
    place,
    at,
    kinds,
    filled: shadedByHouses(bare, { place, height, width }),
  });
  const of = (name) => drawn.filter(({ style }) => style.style === name);

  const clues = clueAreas(drawn, place, height, width);
  const before = BEYOND * Math.round(Math.max(0, ...clues.flatMap(([, r, c]) => [-r, -c])));
  const after = BEYOND * Math.round(Math.max(0, ...clues.flatMap(([, r, c]) => [r - height + 1, c - width + 1])));
  const around = 2 * MARGIN + before + after;
  const full = width * CELL + around;
  const notes = of("note").flatMap(({ rule }) => wrapped(told(rule), Math.trunc((full - 2 * MARGIN) / CHARACTER)));
  const tall = height * CELL + around + NOTE_LINE * notes.length;

  const { outlines, depth } = outlinesOf(of("outline"));
  const labelled = new Set(drawn.map((one) => one.labelled).filter((cell) => cell >= 0));
  // as in insides.py: where one outline has a label, all make room for one
  if ([...labelled].some((cell) => depth.has(cell))) for (const cell of depth.keys()) labelled.add(cell);
  const left = MARGIN + before;
  const plan = planOf(
    left,
    place,
    of("meeting").map(({ rule }) => rule.cells),
  );

  const shifted = (svg) => (before && svg ? `<g transform="translate(${before} ${before})">${svg}</g>` : svg);
  const isSmaller = ({ style }) => Number(["square", "circle"].includes(style.shape));
  const shades = of("shade")
    .sort((a, b) => isSmaller(a) - isSmaller(b))
    .map((one) => shaded(plan, one));
  const lines = of("along")
    .sort((a, b) => b.style.width - a.style.width)
    .map((one) => along(plan, one));
  const own = {
    outline: () => "",
    outside: () => "",
    note: () => "",
    along: () => "",
    shade: shadeTexts,
    between,
    meeting,
  };
  const marks = [
    ...outlines.map(([one, rings]) => outlined(plan, one, rings)),
    ...drawn.map((one) => own[one.style.style](plan, one)),
    ...clues.map(([one, r, c]) => outside(plan, one, [left + offset(c, width), left + offset(r, height)])),
    ...noteTexts(notes, left, left + width * CELL, tall),
  ];
  return {
    width: full,
    height: tall,
    cell: CELL,
    corners: places.map((_, cell) => plan.corner(cell)),
    insides: insidesOf(drawing.insides, place, drawn, depth, labelled),
    behind: [shifted(drawing.behind), ...shades, ...lines].join(""),
    frame: shifted(drawing.frame),
    before: marks.join(""),
  };
}
