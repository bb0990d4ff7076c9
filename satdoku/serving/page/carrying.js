// The pointer on the rule that is held: a drag moves it or makes it longer, a click adds a cell or takes one
// away; a click on what is drawn picks another rule.

import { canGrow, grown, moved, rulesUnder, shrunk } from "./hits.js";
import { waysFrom } from "./kinds.js";

/** How far from what is drawn a click may be, in pixels of the drawing: of a mouse, of a finger. */
const NEAR = { mouse: 3, touch: 7 };

/** @param {import("./main.js").App} app @param {Record<string, any>} hands  held, mayPick, pick, letGo, setCells, show */
export function makeCarrying(app, hands) {
  const { desk, drawing } = app;
  /** A drag that began on the held rule or beside it. @type {{from: number, at: number, cells: number[], outside: boolean, moves: boolean, done: boolean} | null} */
  let carried = null;

  const under = (x, y, pointer) => rulesUnder(drawing.geometry, x, y, NEAR[pointer === "touch" ? "touch" : "mouse"]);

  /** A press at a point: gives whether a drag of the held rule begins there. */
  const press = (x, y, cell, pointer) => {
    carried = null;
    const held = hands.held();
    if (!held || !hands.mayPick() || desk.view.armed) return false;
    const { cells, kind } = held;
    const onMark = under(x, y, pointer).some(([k, direct]) => direct && k === held.k);
    const isMark = ["between", "meeting", "outside"].includes(kind.draws.style);
    const own = !isMark && cells.includes(cell);
    if (!onMark && !own && (cell < 0 || isMark || !grown(drawing.geometry, kind, cells, cell))) return false;
    const atEnd = kind.draws.style === "along" && canGrow(kind) && (cell === cells.at(-1) || cell === cells[0]);
    carried = {
      from: cell,
      at: cell,
      cells,
      outside: cell < 0,
      moves: (onMark || own) && !(own && atEnd),
      done: false,
    };
    return true;
  };

  /** The drag goes on over another cell. */
  const drag = (x, y, cell) => {
    const held = hands.held();
    if (!carried || !held) return;
    const geometry = drawing.geometry;
    if (carried.outside) {
      const cells = geometry.seenFrom(x, y);
      const [way] = cells.length ? waysFrom(held.kind, geometry, cells) : [];
      if (!way || String(way.cells) === String(carried.cells)) return;
      [carried.cells, carried.done] = [way.cells, true];
    } else if (cell < 0 || cell === carried.at) return;
    else if (carried.moves) {
      const [[r, c], [r2, c2]] = [carried.from, cell].map((one) => geometry.board.places[one]);
      const next = moved(geometry, held.kind, held.cells, r2 - r, c2 - c);
      if (!next) return;
      [carried.cells, carried.at, carried.done] = [next, cell, true];
    } else {
      // From a line's end: over new cells it grows, back over its own it shrinks.
      const { cells } = carried;
      const first = carried.done ? cells : (grown(geometry, held.kind, cells, carried.from) ?? cells);
      const back = cells.length < 2 ? -1 : cell === cells.at(-2) ? cells.at(-1) : cell === cells[1] ? cells[0] : -1;
      const next = carried.at === back ? shrunk(held.kind, cells, back) : grown(geometry, held.kind, first, cell);
      if (!next) return;
      [carried.cells, carried.at, carried.done] = [next, cell, true];
    }
    drawing.setPicked(carried.cells);
  };

  /** The drag ends, or was only a click: that adds a cell or takes one away. */
  const drop = (x, y, pointer) => {
    const held = hands.held();
    if (!carried || !held) return;
    const { done, cells, from, outside } = carried;
    carried = null;
    if (done) return void hands.setCells(held, cells);
    if (click(x, y, pointer) || outside) return;
    const next = held.cells.includes(from)
      ? shrunk(held.kind, held.cells, from)
      : grown(drawing.geometry, held.kind, held.cells, from);
    if (!hands.setCells(held, next)) {
      hands.letGo();
      desk.look({ selection: [from] });
    }
  };

  const cancel = () => {
    carried = null;
    hands.show();
  };

  /** A click: hold the rule that is drawn there, the next one where there are several. again: the cell was chosen before. */
  const click = (x, y, pointer, again = false) => {
    if (!hands.mayPick() || desk.view.armed) return false;
    const found = under(x, y, pointer)
      .filter(([, direct]) => direct || again)
      .map(([k]) => k);
    if (!found.length) return false;
    hands.pick(found[(found.indexOf(hands.held()?.k ?? -1) + 1) % found.length]);
    return true;
  };

  return { press, drag, drop, click, cancel };
}
