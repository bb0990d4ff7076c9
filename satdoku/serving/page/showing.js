// The visible state of each cell: from the document, the server's answers, or a logic step.

import { PLACES } from "./answers.js";
import { foggy } from "./fog.js";
import { saidOfPen } from "./pen.js";
import { wanted } from "./symmetry.js";
import { t } from "./words.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./drawing.js").Cell} Cell */

/**
 * A position shown instead of the document: of a hint or the solution path.
 * @typedef {Object} Scene
 * @property {number[]} digits  one digit per cell
 * @property {number[][]} candidates  of each cell without a digit
 * @property {Map<string, string>} looks  "cell,digit" → "used", "denied", "asserted", "supposed"
 * @property {Map<number, string>} shades  of cells
 * @property {{from: number[][], to: number[][], kind: string}[]} links
 * @property {string[]} [labels]  one word per cell
 */

/** Milliseconds that the first board waits for its verdict. */
const SOON = 100;

/**
 * How the first board comes into the page: with its verdict, if that comes soon. What takes longest is the picture on the screen,
 * which is then made once. isDone: settled when the board is there.
 * @param {import("./drawing.js").Drawing} drawing
 */
export function firstShowing(drawing) {
  /** @type {(value?: unknown) => void} */
  let tell;
  const isDone = new Promise((done) => {
    tell = done;
  });
  /** @param {Promise<unknown>} judged */
  const show = async (judged) => {
    if (drawing.svg.isConnected) return;
    const soon = new Promise((done) => setTimeout(done, SOON));
    await Promise.race([judged, soon]);
    document.getElementById("board")?.replaceChildren(drawing.svg);
    tell();
  };
  return { show, isDone };
}

/** The function that draws what is to be seen, once before the next picture on the screen. @param {any} app */
export function drawer(app) {
  const { desk, drawing } = app;
  let asked = 0;
  return () => {
    if (asked) return;
    asked = requestAnimationFrame(() => {
      asked = 0;
      const geometry = drawing.geometry;
      if (!drawing.svg.isConnected) return; // asked for again when it is shown
      if (!geometry || geometry.count !== desk.doc.givens.length) return;
      const doc = app.shown ? { ...desk.doc, ...app.shown } : desk.doc;
      const cells = cellsToShow(doc, desk.view, geometry, app.answers, app.scene);
      drawing.setCells(cells, saidOf(cells, geometry));
      drawing.setChosen(desk.view.selection, Boolean(desk.view.armed) || app.pen.isOn());
      drawing.setForeign(doc.kept);
      drawing.setPen(desk.view.mode === "play" && !app.scene && !desk.view.paused ? doc.pen : {});
      drawing.setLinks(app.scene?.links ?? []);
      document.body.dataset.mode = desk.view.mode;
      document.body.classList.toggle("scene", Boolean(app.scene));
    });
  };
}

/**
 * @param {import("./state.js").Doc} doc
 * @param {any} view
 * @param {Geometry} geometry
 * @param {import("./answers.js").Answers} answers
 * @param {Scene | null} scene
 * @returns {Cell[]}
 */
export function cellsToShow(doc, view, geometry, answers, scene) {
  const play = view.mode === "play";
  const marks = play && !scene && view.showClashes !== false;
  const clashes = marks ? clashing(doc, geometry) : new Set();
  const pointed = doc.givens[view.selection.at(-1)] || doc.digits[view.selection.at(-1)];
  const same = play && !scene && view.showSame ? pointed : 0;
  const conflict = new Set(!play && !scene ? (answers.live?.conflict?.cells ?? []) : []);
  const touched = new Set(!play && !scene ? (answers.live?.conflict?.touched ?? []) : []);
  const spare = new Set(!play && !scene && view.showSpare ? (answers.redundant ?? []) : []);
  const asked = !play && !scene ? wanted(doc, geometry, view.symmetry) : new Set();
  const fog = play && !scene ? foggy(doc, geometry, answers) : new Set();
  const candidates = !play && !scene ? ofAnswers(answers, view) : [];
  return geometry.board.places.map((_, i) => {
    const given = doc.givens[i];
    const looks = [];
    if (conflict.has(i)) looks.push("conflict");
    else if (touched.has(i)) looks.push("touched");
    if (clashes.has(i) || view.wrong?.has(i) || (marks && view.broken?.has(i)))
      looks.push(given ? "conflict" : "wrong");
    if (same && (given || doc.digits[i]) === same && !fog.has(i)) looks.push("same");
    if (spare.has(i)) looks.push("spare");
    const bare = {
      given,
      digit: 0,
      candidates: NONE,
      centre: [],
      corner: [],
      colours: [],
      look: looks.join(" "),
      shade: "",
    };
    if (view.paused) return { ...bare, given: 0, look: "" };
    if (scene) return { ...bare, ...ofScene(scene, i, given) };
    if (play)
      return {
        ...bare,
        given: fog.has(i) ? 0 : given,
        fog: fog.has(i),
        digit: doc.digits[i],
        centre: doc.centre[i] ?? [],
        corner: doc.corner[i] ?? [],
        colours: doc.colours[i] ?? [],
        pen: saidOfPen(doc.pen, i, geometry),
      };
    const shown = given ? bare : { ...bare, ...candidates[i] };
    return asked.has(i) ? { ...shown, look: `${shown.look} wanted` } : shown;
  });
}

function ofScene(scene, i, given) {
  const shade = scene.shades.get(i) ?? "";
  if (scene.labels) return { shade, label: scene.labels[i], given: 0 };
  const digit = scene.digits[i];
  if (digit) return { digit: given ? 0 : digit, shade };
  const candidates = (scene.candidates[i] ?? []).map((d) => ({ digit: d, look: scene.looks.get(`${i},${d}`) ?? "" }));
  return { candidates, shade };
}

/** @type {never[]} */
const NONE = [];
/** Cached display data of an answer: the same lists each time. @type {WeakMap<object, Record<string, any[]>>} */
const seen = new WeakMap();

/** The true candidates of each cell, with the number of solutions that contain each. */
function ofAnswers({ live }, view) {
  if (!view.showCandidates || !live?.candidates) return [];
  const made = seen.get(live) ?? {};
  seen.set(live, made);
  return (made[view.showCounts] ??= live.candidates.map((counts, i) => ofCell(live, view, counts, i)));
}

function ofCell(live, view, counts, i) {
  const { cap } = live;
  const open = counts.flatMap((count, k) =>
    count ? [{ digit: k + 1, count, all: count < cap && !live.open.has(i * PLACES + k + 1) }] : [],
  );
  if (open.length === 1) return { digit: open[0].digit, look: "forced" };
  return {
    candidates: open.map(({ digit, count, all }) => ({
      digit,
      count: view.showCounts ? (all ? `${count}` : `${count}+`) : undefined,
      look: !all ? "many" : count === 1 ? "one" : "few",
    })),
  };
}

/** Cells of which two in a house hold the same digit. */
export function clashing(doc, geometry) {
  const clashes = new Set();
  for (const { cells } of geometry.board.houses) {
    const holders = new Map();
    for (const cell of cells) {
      const digit = doc.givens[cell] || doc.digits[cell];
      if (!digit) continue;
      if (holders.has(digit)) clashes.add(cell).add(holders.get(digit));
      holders.set(digit, cell);
    }
  }
  return clashes;
}

/** Cached texts of candidate lists. @type {WeakMap<object, string>} */
const phrases = new WeakMap();

/** The screen reader text of each cell. @param {Cell[]} cells @param {Geometry} geometry */
export function saidOf(cells, geometry) {
  return cells.map((cell, i) => {
    const words = [geometry.name(i)];
    const named = (digits) => digits.map((d) => geometry.symbol(d)).join(" ");
    if (cell.given) words.push(t`given ${geometry.symbol(cell.given)}`);
    else if (cell.digit)
      words.push(
        cell.look.includes("forced")
          ? t`must be ${geometry.symbol(cell.digit)}`
          : t`holds ${geometry.symbol(cell.digit)}`,
      );
    else words.push(t`empty`);
    if (cell.candidates.length) {
      if (!phrases.has(cell.candidates))
        phrases.set(cell.candidates, t`candidates ${named(cell.candidates.map(({ digit }) => digit))}`);
      words.push(phrases.get(cell.candidates));
    }
    if (cell.centre.length) words.push(t`centre marks ${named(cell.centre)}`);
    if (cell.corner.length) words.push(t`corner marks ${named(cell.corner)}`);
    if (cell.colours.length) words.push(t`colours ${cell.colours.join(" ")}`);
    if (cell.pen?.length) words.push(t`pen: ${cell.pen.join(", ")}`);
    if (cell.look.includes("conflict")) words.push(t`in conflict`);
    if (cell.look.includes("wrong")) words.push(t`wrong`);
    if (cell.look.includes("spare")) words.push(t`redundant`);
    if (cell.look.includes("wanted")) words.push(t`a given is wanted`);
    words.push(...(cell.fog ? [t`in fog`] : geometry.rulesAt(i)));
    return words.join(", ");
  });
}
