// The positions and names of a board's cells. Built from the server's description of a
// layout; stored with the document, so that the board can be shown without a server.

import { plural } from "./dom.js";

/**
 * @typedef {Object} Board
 * @property {string} layout  its name, without rules and without a layer
 * @property {string} [drawn]  its name, without rules, with the layer's cells
 * @property {number} size  how many digits
 * @property {string} symbols  one character a digit
 * @property {[number, number][]} places  row and column of each cell, from 0
 * @property {number} height
 * @property {number} [first_digit]  what the first digit is worth
 * @property {number} width
 * @property {number[]} regions  of each cell, -1 for none; empty if there are none
 * @property {{name: string, kind: string, cells: number[]}[]} houses
 * @property {{name: string, kind: string, cells: number[]}[]} extra_houses
 * @property {Rule[]} constraints
 * @property {string[]} rules  in words
 * @property {{width: number, height: number, cell: number, corners: [number, number][],
 *   insides?: number[][], behind: string, frame: string, before: string}} drawing  pieces of SVG
 */

/**
 * @typedef {Object} Rule
 * @property {string} text  "killer:13:r1c1,r1c2"
 * @property {string} name
 * @property {string} kind
 * @property {number[]} cells
 * @property {number[]} values
 * @property {string} sentence
 * @property {{style: string, [more: string]: any}} draws
 */

export class Geometry {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.marks = [...board.symbols];
    this.count = board.places.length;
    this.side = board.drawing.cell;
    const { size } = board;
    /** Columns and rows of candidates in a cell. */
    this.across = Math.round(size ** 0.5 + 0.49);
    this.down = Math.ceil(size / this.across);
    const [[x, y], [row, column]] = [board.drawing.corners[0], board.places[0]];
    this.left = x - column * this.side;
    this.top = y - row * this.side;
    /** @type {Map<string, number>} */
    this.at = new Map(board.places.map(([r, c], cell) => [`${r},${c}`, cell]));
  }

  /** Upper left corner. */
  corner(cell) {
    return this.board.drawing.corners[cell];
  }

  middle(cell) {
    const [x, y] = this.corner(cell);
    return [x + this.side / 2, y + this.side / 2];
  }

  /** The part of a cell that marks may fill, inside cages: {x, y, width, height}. */
  inside(cell) {
    const [x, y] = this.corner(cell);
    const [left, top, width, height] = this.board.drawing.insides?.[cell] ?? [0, 0, this.side, this.side];
    return { x: x + left, y: y + top, width, height };
  }

  /** The centre of a candidate, as in the server's pictures. */
  candidate(cell, digit) {
    const { x, y, width, height } = this.inside(cell);
    const k = digit - 1;
    return [
      x + ((k % this.across) + 0.5) * (width / this.across),
      y + (Math.floor(k / this.across) + 0.5) * (height / this.down),
    ];
  }

  /** The font size of the candidates in a cell. */
  candidateSize(cell) {
    const { width, height } = this.inside(cell);
    return Math.min((0.72 * width) / this.across, (0.85 * height) / this.down);
  }

  /** "r4c7" */
  name(cell) {
    const [r, c] = this.board.places[cell];
    return `r${r + 1}c${c + 1}`;
  }

  /** The cell of "r4c7", or -1. */
  named(name) {
    const found = /^r(\d+)c(\d+)$/.exec(name);
    return found ? (this.at.get(`${+found[1] - 1},${+found[2] - 1}`) ?? -1) : -1;
  }

  /** All cells of "r1c1,r2c2-r5c5". */
  cellsOf(text) {
    /** @type {number[]} */
    const cells = [];
    for (const part of text.split(",")) {
      const [from, to = from] = part.split("-");
      const a = this.#place(from);
      const b = this.#place(to);
      if (!a || !b) continue;
      const steps = Math.max(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1]));
      for (let k = 0; k <= steps; k++) {
        const r = a[0] + (steps ? ((b[0] - a[0]) / steps) * k : 0);
        const c = a[1] + (steps ? ((b[1] - a[1]) / steps) * k : 0);
        const cell = this.at.get(`${r},${c}`);
        if (cell !== undefined) cells.push(cell);
      }
    }
    return cells;
  }

  #place(name) {
    const found = /^r(\d+)c(\d+)$/.exec(name);
    return found ? [+found[1] - 1, +found[2] - 1] : null;
  }

  /** The next cell in a direction, over holes and around the edge. */
  next(cell, down, across) {
    const { places, height, width } = this.board;
    let [r, c] = places[cell];
    for (let k = 0; k < height + width; k++) {
      r = (r + down + height) % height;
      c = (c + across + width) % width;
      const found = this.at.get(`${r},${c}`);
      if (found !== undefined) return found;
    }
    return cell;
  }

  /** The cell under a point of the drawing, -1 for none; only near its middle if `near`. */
  under(x, y, near = false) {
    const c = (x - this.left) / this.side;
    const r = (y - this.top) / this.side;
    const cell = this.at.get(`${Math.floor(r)},${Math.floor(c)}`) ?? -1;
    const off = Math.hypot((c % 1) - 0.5, (r % 1) - 0.5);
    return near && off > 0.44 ? -1 : cell;
  }

  /** The cells of the row or column (of the diagonal, at a corner) that a point beside the board looks along. */
  seenFrom(x, y) {
    const { height, width } = this.board;
    const [r, c] = [Math.floor((y - this.top) / this.side), Math.floor((x - this.left) / this.side)];
    const down = r < 0 ? 1 : r >= height ? -1 : 0;
    const across = c < 0 ? 1 : c >= width ? -1 : 0;
    if (!down && !across) return [];
    const first = [...Array(height + width).keys()]
      .map((k) => this.at.get(`${r + down * k},${c + across * k}`))
      .find((cell) => cell !== undefined);
    return first === undefined ? [] : this.ray(first, down, across);
  }

  /** The cells from one on, in a direction, to the edge. */
  ray(cell, down, across) {
    const cells = [];
    let [r, c] = this.board.places[cell];
    for (let at = cell; at !== undefined; r += down, c += across, at = this.at.get(`${r},${c}`)) cells.push(at);
    return cells;
  }

  /** The whole ray in which a cell lies, from the edge that it comes from. */
  wholeRay(cell, down, across) {
    const back = this.ray(cell, -down, -across);
    return this.ray(back[back.length - 1], down, across);
  }

  /** The digit of a key, 0 for none. */
  digitOf(key) {
    const at = this.marks.indexOf(key);
    if (at >= 0) return at + 1;
    const upper = this.marks.indexOf(key.toUpperCase());
    return upper >= 0 ? upper + 1 : this.marks.indexOf(key.toLowerCase()) + 1;
  }

  /** What a digit looks like. */
  symbol(digit) {
    return this.marks[digit - 1] ?? "";
  }

  /** The names of the rules of a cell; of many the first. */
  rulesAt(cell) {
    const rules = this.board.constraints.filter(({ cells }) => cells.length < this.count / 2 && cells.includes(cell));
    return rules
      .slice(0, 3)
      .map(({ name, cells }) => (cells[0] === cell ? `${name}, ${plural(cells.length, "cell")}` : name));
  }

  /** Cells that share a house with this one. */
  peers(cell) {
    return new Set(this.board.houses.filter((house) => house.cells.includes(cell)).flatMap((house) => house.cells));
  }

  /** Digits and marks at the same places of another board. */
  moved(values, to) {
    return to.board.places.map(([r, c]) => {
      const from = this.at.get(`${r},${c}`);
      const digit = from === undefined ? 0 : values[from];
      return digit <= to.board.size ? digit : 0;
    });
  }

  /** Marks by cell at the same places of another board. */
  movedMarks(marks, to) {
    const moved = {};
    for (const [cell, digits] of Object.entries(marks)) {
      const [r, c] = this.board.places[+cell];
      const at = to.at.get(`${r},${c}`);
      if (at !== undefined) moved[at] = digits;
    }
    return moved;
  }
}
