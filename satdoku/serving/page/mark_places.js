// Which rules a drawing shows, and where their marks are: as `constraints/drawings.py` says, whose words these are.
//
// Each mark claims spots (what, where); two marks may not claim the same one unless they have the same owner. A rule that
// would be hidden, or whose mark does not say all of its cells, is told in words below the board.

/**
 * @typedef {import("./rule_text.js").RuleRead} RuleRead
 * @typedef {{rule: RuleRead, style: any, labelled: number, marks: number[][]}} Drawn  labelled: the cell with its text, or -1
 * @typedef {{cells: number, place: (cell: number) => number[], at: (r: number, c: number) => number, filled: number[], kinds: Record<string, any>}} Board
 */

export const CELL = 54;
export const CIRCLE = 14;
const MARK = 15.5;
const LABEL_PLACE = 2.5;
const LABEL_WIDTH = 3;
const LABEL_CHARACTER = 6.4;
const GROWN = 1.5;
const MOST_OUTLINES = 6;
const CELL_BY_CELL = ["snake", "schrodinger"];
const NOTE = { style: "note" };

export const pairsOf = (cells) => cells.flatMap((a, i) => cells.slice(i + 1).map((b) => [a, b]));
const inTurn = (cells) => cells.slice(1).map((b, i) => [cells[i], b]);
/** A key of some cells, in any order. */
const setOf = (cells) => [...new Set(cells)].sort((a, b) => a - b).join();
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

export const labelWidth = (words) => LABEL_WIDTH + LABEL_CHARACTER * words.length;
export function labelStart(cell, circles) {
  return circles.some((cells) => cells.length === 4 && Math.max(...cells) === cell)
    ? LABEL_PLACE + CIRCLE
    : LABEL_PLACE;
}
export const LABEL_TOP = LABEL_PLACE;

/** A constraint's numbers in a mark's text. */
export const worded = (text, values) =>
  text.replaceAll("{0}", values.length ? String(values[0]) : "").replaceAll("{}", values.join(""));

/** The text in a cell's corner, "" for none. @param {RuleRead} rule */
export function textOf({ values }, style) {
  const { text = "" } = style;
  if (!["outline", "along"].includes(style.style) || (text.includes("{") && !values.length)) return "";
  return worded(text, values);
}

/** The cells of each outline of a rule; null if they do not divide so. @param {RuleRead} rule */
export function outlinedParts({ cells, values }, style) {
  if (!style.groups) return [cells];
  const [groups] = values;
  const sizes = style.groups === "{}" ? values : Array(groups > 1 ? groups : 0).fill(cells.length / groups);
  if (!sizes.length || !sizes.every((size) => Number.isInteger(size) && size > 0) || sum(sizes) !== cells.length)
    return null;
  let end = 0;
  return sizes.map((size) => cells.slice(end, (end += size)));
}

/** Whether cells are joined by the edges between them. */
function areJoined(cells, isBeside) {
  const reached = new Set(cells.slice(0, 1));
  for (const cell of reached) for (const other of cells) if (isBeside(cell, other)) reached.add(other);
  return reached.size === new Set(cells).size;
}

/** How each of the different rules of a board is drawn. @param {RuleRead[]} rules @param {Board} board @returns {Drawn[]} */
export function ruleDrawings(rules, board) {
  const { place, at, kinds } = board;
  const styleOf = ({ kind, cells }) => (cells.length && kinds[kind] ? kinds[kind].draws : NOTE);
  const patternOf = (rule) => styleOf(rule).text ?? "";
  const apart = (a, b) => place(a).map((p, k) => Math.abs(p - place(b)[k]));
  const isBeside = (a, b) => sum(apart(a, b)) === 1;
  /** @type {Map<string, string | null>} */
  const owners = new Map(board.filled.map((cell) => [`fill ${cell}`, null]));
  const crowded = new Map();
  const outlines = new Map();
  const labels = new Map();
  /** @type {number[][]} */
  const circles = [];
  /** @type {Map<string, RuleRead[]>} */
  const onEdges = new Map();
  for (const rule of rules)
    for (const cell of new Set(rule.cells)) {
      const key = `${patternOf(rule)} ${cell}`;
      crowded.set(key, (crowded.get(key) ?? 0) + 1);
    }

  /** The part of an edge that is free for marks, from its middle. */
  const freeOf = (edge, marks) => {
    const [first, second] = [Math.min(...edge), Math.max(...edge)];
    const [row, column] = place(first);
    const isUpright = place(second)[0] === row;
    let [low, high] = [-CELL / 2, CELL / 2];
    if (!isUpright && labels.has(second)) {
      const start = labelStart(second, circles);
      const width = labelWidth(labels.get(second));
      low += start + Math.max(width, Math.min(GROWN * width, CELL - MARK * marks - start));
    }
    for (const cells of circles) {
      if (!cells.includes(first) || !cells.includes(second)) continue;
      const [r, c] = place(Math.min(...cells));
      if (isUpright ? r < row : c < column) low = Math.max(low, CIRCLE - CELL / 2);
      else high = CELL / 2 - CIRCLE;
    }
    return [low, high];
  };
  const edgesOf = ({ cells }) => pairsOf(cells).filter(([a, b]) => isBeside(a, b));
  const hasRoom = (edge) => {
    const count = (onEdges.get(setOf(edge))?.length ?? 0) + 1;
    const [low, high] = freeOf(edge, count);
    return high - low >= MARK * count;
  };

  const lineOfSight = (cells) => {
    if (cells.length < 2) return [];
    let [r, c] = place(cells[0]);
    const [r2, c2] = place(cells[1]);
    const down = r2 - r;
    const across = c2 - c;
    if (Math.max(Math.abs(down), Math.abs(across)) !== 1 || at(r - down, c - across) >= 0) return [];
    const line = [];
    for (let cell = cells[0]; cell >= 0; r += down, c += across, cell = at(r, c)) line.push(cell);
    return line;
  };
  /** Whether a reader takes the mark for these cells. */
  const isUsual = (rule, style) => {
    const { cells, kind } = rule;
    if (style.style === "along") {
      if (cells.length === 1) return Boolean(style.start || style.ring);
      return new Set(cells).size === cells.length && inTurn(cells).every(([a, b]) => Math.max(...apart(a, b)) <= 1);
    }
    if (style.style === "outline") {
      const parts = outlinedParts(rule, style);
      return Boolean(parts) && (Boolean(style.groups) || CELL_BY_CELL.includes(kind) || areJoined(cells, isBeside));
    }
    if (style.style === "between") {
      const pairs = pairsOf(cells);
      return pairs.length > 1 || pairs.every(([a, b]) => isBeside(a, b));
    }
    if (style.style === "meeting") {
      const [rows, columns] = [0, 1].map((k) => [...new Set(cells.map((cell) => place(cell)[k]))]);
      const isNear = [rows, columns].every((some) => Math.max(...some) - Math.min(...some) <= 1);
      return isNear && new Set(cells).size === rows.length * columns.length;
    }
    return style.style !== "outside" || cells.join() === lineOfSight(cells).join();
  };
  /** The cells that may have the text, the usual one first. */
  const forLabels = ({ cells, kind }, style) => {
    if (kinds[kind].sentence.includes("the first digit of")) return cells.slice(0, 1);
    const before = (a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1];
    const usual = style.style === "outline" && !style.groups ? [...cells].sort(before)[0] : cells[0];
    return [usual, ...cells.filter((cell) => cell !== usual)];
  };
  const labelCell = (rule, style) => {
    const cells = forLabels(rule, style);
    const found = cells.filter((cell) => crowded.get(`${patternOf(rule)} ${cell}`) === 1);
    if (style.style === "outline") found.unshift(cells[0]);
    return found.find((cell) => !labels.has(cell)) ?? -1;
  };

  const drawingOf = (rule) => {
    const style = styleOf(rule);
    const told = { rule, style: NOTE, labelled: -1, marks: [] };
    const claims = claimsOf(rule, style);
    const isTaken = ([spot, owner]) => owners.has(spot) && (owner === null || owners.get(spot) !== owner);
    if (claims.some(isTaken) || !isUsual(rule, style)) return told;
    const said = textOf(rule, style);
    const labelled = said ? labelCell(rule, style) : -1;
    if (said && labelled < 0) return told;
    if (style.style === "outline") {
      if (Math.max(...rule.cells.map((cell) => outlines.get(cell) ?? 0)) >= MOST_OUTLINES) return told;
      for (const cell of rule.cells) outlines.set(cell, (outlines.get(cell) ?? 0) + 1);
    } else if (style.style === "between") {
      const edges = edgesOf(rule);
      if (!edges.every(hasRoom)) return told;
      for (const edge of edges) onEdges.set(setOf(edge), [...(onEdges.get(setOf(edge)) ?? []), rule]);
    } else if (style.style === "meeting") circles.push(rule.cells);
    for (const [spot, owner] of claims) owners.set(spot, owner);
    if (said) labels.set(labelled, said);
    return { rule, style, labelled, marks: [] };
  };
  /** The places of the marks, beside each other on their edges. */
  const withMarks = (drawn) =>
    drawn.style.style !== "between"
      ? drawn
      : {
          ...drawn,
          marks: edgesOf(drawn.rule).map((edge) => {
            const some = onEdges.get(setOf(edge)) ?? [];
            const [low, high] = freeOf(edge, some.length);
            const length = MARK * some.length;
            const start = Math.min(Math.max(-length / 2, low), high - length);
            return [...edge, start + MARK * (some.indexOf(drawn.rule) + 0.5)];
          }),
        };

  const once = [...new Map(rules.map((rule) => [rule.text, rule])).values()];
  const isBetween = (rule) => styleOf(rule).style === "between";
  // marks on edges are last: they have what room is left
  const found = new Map(
    [...once.filter((rule) => !isBetween(rule)), ...once.filter(isBetween)].map((rule) => [rule, drawingOf(rule)]),
  );
  return once.map((rule) => withMarks(found.get(rule)));
}

/** What a mark claims: spots, and who may share each. @param {RuleRead} rule @returns {any[][]} */
function claimsOf({ kind, cells, values }, style) {
  if (style.style === "meeting") return [[`point ${setOf(cells)}`, null]];
  if (style.style === "between") return pairsOf(cells).map((pair) => [`point ${setOf(pair)}`, "between"]);
  if (style.style === "shade")
    return cells.flatMap((cell) => [
      [`tint ${style.colour} ${cell}`, null],
      ...(["circle", "square"].includes(style.shape)
        ? [[`mark ${cell}`, null]]
        : [
            [`fill ${cell}`, null],
            [`colour ${style.colour} ${cell}`, null],
          ]),
      ...(style.colour === "#ffffff" ? [[`circle ${cell}`, null]] : []),
    ]);
  if (style.style !== "along") return [];
  const isShared = style.start === "bulb" || (style.ring && ["", "1"].includes(values.join()));
  const owner = isShared ? `start ${kind}` : null;
  const start = style.ring ? "circle" : style.start;
  return [
    ...inTurn(cells).map((pair) => [`step ${setOf(pair)}`, null]),
    ...cells.map((cell, k) => [`colour ${style.colour} ${cell}`, k ? null : owner]),
    ...(style.ring && !isShared ? cells.slice(0, values[0]).map((cell) => [`mark ${cell}`, null]) : []),
    ...(start ? [[`${start === "bulb" ? "mark" : start} ${cells[0]}`, owner]] : []),
    ...(style.end && style.end !== "arrow" ? [[`${style.end} ${cells.at(-1)}`, null]] : []),
  ];
}
