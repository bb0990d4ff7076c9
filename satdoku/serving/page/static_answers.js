// The worker that answers the questions of an exported page, by the kernels as WebAssembly.
//
// It knows no rule and no board (see site_boards.js); answers have the keys of the server's. What the kernels cannot tell is refused
// in one sentence; Python can, where the site has it (worker_socket.js).

import { withPieces } from "./rule_programs.js";
import { unpacked } from "./short_records.js";
import { boardOf, compile } from "./site_boards.js";
import { NEEDS, Refused, all, loading, searching } from "./site_files.js";
import { EACH, Lockstep, Ruled, givens } from "./static_solvers.js";
import { openMasks, shownStep, stepByRules, stepOfKernels } from "./told_singles.js";
import { t } from "./words.js";

const MARKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** @type {any} */
let kernels;
/** @type {any} */
let Masks;

// -- Puzzles -------------------------------------------------------------------------------------

/** A board as it is searched, without some of the rules that a visitor drew. @param {any} board @param {Set<number>} omitted */
const searched = (board, omitted) =>
  board.rules
    ? withPieces(board.bare, board.pieces.filter((_, k) => !omitted.has(k)).flat(), board.needs, all.parts)
    : board;

/** A solver for a board, without some of the rules. @param {any} board @param {Set<number>} [omitted] */
function solverOf(board, omitted = new Set()) {
  const described = searched(board, omitted);
  return new (described.lockstep ? Lockstep : Ruled)(described, kernels, Masks);
}

/** The puzzle of a question: its board, its digits, and other data that goes with it. */
async function puzzleOf(sent) {
  const record = typeof sent === "string" ? await recordOf(sent) : sent;
  if (record.symbols && record.symbols !== MARKS.slice(0, record.symbols.length))
    throw new Refused(t`other symbols of digits ${NEEDS}`);
  const board = await boardOf(record.layout ?? "9x9", record.constraints);
  const { cells } = board;
  const { symbols } = board.record;
  const given = record.puzzle || ".".repeat(cells);
  // a rule on a layer brings its cells
  const line = board.below !== undefined && given.length * 2 === cells ? given.padEnd(cells, ".") : given;
  if (line.length !== cells)
    throw new Refused(t`the puzzle has ${line.length} characters, and the board ${cells} cells`);
  // a 0 is an empty cell, unless it is a digit of the board
  const digits = Uint8Array.from(line, (mark) => symbols.indexOf(mark) + 1);
  const wrong = [...line].find((mark, cell) => !digits[cell] && !".0".includes(mark));
  if (wrong) throw new Refused(t`${wrong} is no digit of this board`);
  return { board, digits, kept: record.kept ?? "" };
}

/** A text: a record, a link to a page like this one, or the cells of a square board. */
async function recordOf(text) {
  const linked = /#(?:puzzle|play)=(.+)/.exec(text);
  const body = (linked ? await unpacked(decodeURIComponent(linked[1])) : text).trim();
  if (body.startsWith("{")) {
    try {
      return JSON.parse(body);
    } catch {
      throw new Refused(t`this text ${NEEDS}`);
    }
  }
  const cells = body.replace(/\s/g, "");
  const size = Math.sqrt(cells.length);
  if (!Number.isInteger(size) || size < 4 || !/^[.0-9A-Za-z]+$/.test(cells))
    throw new Refused(
      t`here puzzles are read as the cells of a square board, as records or as links to this page; anything else ${NEEDS}`,
    );
  return { puzzle: cells, layout: `${size}x${size}` };
}

const lineIn = ({ record }, digits) =>
  Array.from(digits, (digit) => (digit ? [...record.symbols][digit - 1] : ".")).join("");
const given = ({ board, digits }, cell) => `${board.names[cell]}=${[...board.record.symbols][digits[cell] - 1]}`;
const without = (digits, cell) => digits.map((digit, k) => (k === cell ? 0 : digit));

function recordIn({ board, digits, kept }) {
  const { record } = board;
  const known = kept ? JSON.parse(kept) : {};
  const metadata = Object.assign({}, ...Object.values(known));
  return { ...record, puzzle: lineIn(board, digits), cells: [...digits], clues: givens(digits).length, kept, metadata };
}

// -- Answers, with the keys of the server's ------------------------------------------------------

/** How many solutions there are, up to a limit; refuses what takes too long. */
function counted({ board, digits }, limit) {
  const few = board.solver.few(digits, limit);
  if (few.gaveUp && few.count < limit) throw new Refused(t`this puzzle is too hard for the page, and ${NEEDS}`);
  return few.count;
}

function live(puzzle, { cap = 8 }) {
  const { board, digits } = puzzle;
  const { size } = board;
  const record = { clues: givens(digits).length, constraints: board.record.constraints.length };
  if (!counted(puzzle, 1)) return { ...record, outcome: "none", conflict: conflict(puzzle) };
  const { counts, unsettled, count, found, isAll: exact } = board.solver.counts(digits, cap);
  return {
    ...record,
    outcome: exact && count === 1 ? "unique" : "several",
    solutions: count,
    exact,
    unsettled,
    cap,
    candidates: Array.from(digits, (_, cell) =>
      Array.from(counts.subarray(cell * size, (cell + 1) * size), (n) => Math.min(cap, n)),
    ),
    ...(exact && count === 1 && { solution: lineIn(board, found[0]) }),
  };
}

const contradiction = (names) =>
  names.length > 1
    ? t`${names.slice(0, -1).join(", ")} and ${names.at(-1)} contradict each other`
    : t`${names[0]} leaves no solution`;

/** Rules and givens that leave no solution, though all but any one of them do. */
function conflictWithRules(puzzle) {
  const { board, digits } = puzzle;
  const omitted = new Set();
  const memory = kernels.calls.memory;
  let minimal = true;
  for (const k of board.rules.keys()) {
    const { count, gaveUp } = memory.during(() => solverOf(board, new Set([...omitted, k])).few(digits, 1, EACH));
    if (gaveUp) minimal = false;
    else if (!count) omitted.add(k);
  }
  return memory.during(() => {
    const rest = { ...board, solver: solverOf(board, omitted) };
    const least = shrunk({ board: rest, digits }, givens(digits));
    const rules = [...board.rules.keys()].filter((k) => !omitted.has(k));
    const cells = givens(least.digits);
    const names = [...cells.map((cell) => given(puzzle, cell)), ...rules.map((k) => board.record.constraints[k].name)];
    const touched = [...new Set([...cells, ...rules.flatMap((k) => board.rules[k].cells)])];
    return { cells, rules, touched, minimal: minimal && least.minimal, text: contradiction(names) };
  });
}

/** Givens that leave no solution, though all but any one of them do: the fewest of some tries. */
function conflict(puzzle) {
  if (puzzle.board.rules) return conflictWithRules(puzzle);
  const { board } = puzzle;
  const own = givens(puzzle.digits);
  const orders = [
    own,
    [...own].reverse(),
    ...[7, 11, 13].map((step) => own.map((_, k) => own[(k * step) % own.length])),
  ];
  const pairs = board.solver.pairs(puzzle.digits);
  const tries = pairs.length ? pairs : orders.map((order) => shrunk(puzzle, order));
  const { digits, minimal } = tries.reduce((a, b) => (givens(b.digits).length < givens(a.digits).length ? b : a));
  const cells = givens(digits);
  const names = cells.map((cell) => given({ board, digits }, cell));
  const rules = board.record.constraints.length ? ` ${t`by the rules of this board`}` : "";
  return {
    cells,
    rules: [],
    touched: cells,
    minimal,
    text: cells.length ? contradiction(names) + rules : t`the board itself has no solution`,
  };
}

/** A conflict without the givens, tried in this order, that it does not need. */
function shrunk({ board, digits }, order) {
  let minimal = true;
  for (const cell of order) {
    const less = without(digits, cell);
    const few = board.solver.few(less, 1, EACH);
    if (few.gaveUp) minimal = false;
    else if (!few.count) digits = less;
  }
  return { digits, minimal };
}

function rate({ board, digits }, { scale = all.scale }) {
  if (!board.lockstep) throw new Refused(t`rating a board of other rules ${NEEDS}`);
  const [{ untilPlaced, ...rating }] = kernels.rate(digits, { scale });
  return { ...rating, until_placed: untilPlaced, scale, hardest_step: Object.keys(rating.steps).at(-1) ?? "" };
}

function redundant(puzzle) {
  const { board, digits } = puzzle;
  if (board.record.constraints.length && !board.rules) throw new Refused(t`finding redundant rules ${NEEDS}`);
  const cells = givens(digits).filter((cell) => counted({ board, digits: without(digits, cell) }, 2) === 1);
  const rules = [...(board.rules ?? []).keys()].filter((k) =>
    kernels.calls.memory.during(
      () => counted({ board: { ...board, solver: solverOf(board, new Set([k])) }, digits }, 2) === 1,
    ),
  );
  const givenNames = cells.map((cell) => given(puzzle, cell));
  const ruleNames = rules.map((k) => board.record.constraints[k].name);
  const names = [...givenNames, ...ruleNames];
  const text = names.length ? t`can be removed, each alone: ${names.join(", ")}` : t`nothing can be removed`;
  return {
    redundant: givenNames,
    cells,
    redundant_rules: rules,
    rule_names: ruleNames,
    minimal: !names.length,
    all: true,
    text,
  };
}

/** The puzzle without redundant givens: by the kernel, or given by given. */
function minimised(puzzle, { seed = 0, rules = false }) {
  const { board, digits } = puzzle;
  if (rules) throw new Refused(t`removing rules ${NEEDS}`);
  if (counted(puzzle, 2) !== 1) throw new Refused(t`the puzzle has not just one solution`);
  let left = digits;
  if (board.lockstep) left = kernels.minimise(digits, { seed });
  else
    for (const cell of givens(digits))
      if (counted({ board, digits: without(left, cell) }, 2) === 1) left = without(left, cell);
  const changed = givens(digits).filter((cell) => !left[cell]);
  const text = changed.length ? t`removed ${changed.length}` : t`nothing can be removed: it is minimal`;
  return { ...recordIn({ ...puzzle, digits: left }), text, changed, found: changed.length > 0 };
}

function solve({ board, digits }, { limit = 2 }) {
  const found = board.solver.all(digits, limit);
  return {
    outcome: ["none", "unique"][found.length] ?? "several",
    solutions: found.map((solution) => lineIn(board, solution)),
  };
}

function countAll(puzzle, { limit = 1_000_000 }) {
  const most = puzzle.board.lockstep ? limit : Math.min(limit, 10_000);
  const { count, gaveUp } = puzzle.board.solver.few(puzzle.digits, most);
  return { count, exact: count < most && !gaveUp, in_time: !gaveUp };
}

function checkEntries(puzzle, { entries }) {
  const { board, digits } = puzzle;
  const { count, found } = board.solver.few(digits, 2);
  if (count !== 1)
    return {
      wrong: [],
      mistakes: [],
      problem: count
        ? t`The entries cannot be checked: the puzzle has several solutions.`
        : t`The entries cannot be checked: the puzzle has no solution.`,
      solved: false,
    };
  const wrong = [...digits.keys()].filter((cell) => !digits[cell] && entries[cell] && entries[cell] !== found[0][cell]);
  return {
    wrong,
    mistakes: [],
    problem: "",
    solved: !wrong.length && digits.every((digit, cell) => digit || entries[cell]),
  };
}

/**
 * The next step: its technique or rule, what it places or removes, and for singles and rules why. Why another technique's step holds
 * is told by the program alone, so a site with Python leaves hints to it.
 */
function hint({ board, digits }, { entries = [], marks = [] }) {
  if (all.python.length) throw new Refused(t`this ${NEEDS}`);
  const {
    count,
    found: [solution],
    gaveUp,
  } = board.solver.few(digits, 2);
  const cells = [...digits.keys()];
  if (gaveUp) throw new Refused(t`this puzzle is too hard for the page, and ${NEEDS}`);
  const told = (problem, text = problem, more = {}) => ({
    mistakes: [],
    step: null,
    problem: "",
    ...more,
    texts: { vague: problem, where: text, what: text, why: text },
  });
  if (count !== 1) return told(t`the puzzle has not just one solution`);
  const now = Array.from(digits, (digit, cell) => digit || (entries[cell] ?? 0));
  const marked = (cell) => !now[cell] && marks[cell]?.length;
  const wrong = cells.filter((cell) =>
    marked(cell) ? !marks[cell].includes(solution[cell]) : now[cell] && now[cell] !== solution[cell],
  );
  const names = wrong.map((cell) => board.names[cell]).join(", ");
  if (wrong.length)
    return told(t`there is a mistake`, t`mistake: ${names}`, {
      mistakes: wrong.map((cell) => ({ cell: board.names[cell] })),
    });
  if (now.every(Boolean)) return told(t`nothing is left to do`);
  const denied = cells.filter(marked).flatMap((cell) =>
    cells
      .slice(0, board.size)
      .map((d) => d + 1)
      .filter((d) => !marks[cell].includes(d))
      .map((d) => [cell, d]),
  );
  const propagate = (omitted) =>
    kernels.calls.memory.during(() => new Masks(kernels, searched(board, omitted)).propagated(masks));
  const masks = openMasks(board, now, marks);
  const step = board.lockstep
    ? stepOfKernels(kernels, board, now, masks, denied)
    : stepByRules(board, now, masks, propagate);
  if (!step) return told(t`no further step is known here`);
  return shownStep(board, step);
}

function convert({ board, digits }, { to = "json" }) {
  if (to !== "line" || board.record.constraints.length) throw new Refused(t`this form ${NEEDS}`);
  return { text: lineIn(board, digits) };
}

const ANSWERS = {
  parse: recordIn,
  live,
  "true-candidates": live,
  rate,
  redundant,
  minimal: minimised,
  solve,
  count: countAll,
  convert,
  hint,
  "check-entries": checkEntries,
};

async function answered(ask, about, options) {
  const { board } = about;
  if (!board.rules) {
    board.solver ??= solverOf(board);
    return ANSWERS[ask](about, options);
  }
  if (!board.pieces) await compile(board);
  if (board.unjudged.length) throw new Refused(t`not judged here: ${board.unjudged.slice(0, 3).join(", ")} ${NEEDS}`);
  // such boards come with every edit: what is laid out for one is gone after its answer
  return kernels.calls.memory.during(() =>
    ANSWERS[ask]({ ...about, board: { ...board, solver: solverOf(board) } }, options),
  );
}

self.addEventListener("message", async ({ data: { id, ask, puzzle, options } }) => {
  try {
    if (ask === "kinds") return self.postMessage({ id, answer: all.kinds });
    if (!(ask in ANSWERS)) throw new Refused(t`this ${NEEDS}`);
    const about = await puzzleOf(puzzle);
    if (ask === "parse") return self.postMessage({ id, answer: recordIn(about) });
    if (!about.board.search) throw new Refused(t`searching this board ${NEEDS}`);
    [kernels, { Masks }] = await Promise.all([loading, searching]);
    return self.postMessage({ id, answer: await answered(ask, about, options ?? {}) });
  } catch (error) {
    const text = error instanceof Refused ? error.message : t`internal error: ${error}`;
    return self.postMessage({
      id,
      error: text.charAt(0).toUpperCase() + text.slice(1),
      retry: false,
      needs: error instanceof Refused,
    });
  }
});
self.postMessage({ ready: true, python: all.python });
