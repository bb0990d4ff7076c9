// The board on the screen: layers over the server's drawing of board and rules.
//
// Colours and shades are behind that drawing, digits and marks in front, then outlines, links and
// the grid for screen readers and the pointer. A cell is redrawn only when it changes.

import { fill, pieces, put, refill, s } from "./dom.js";
import { showForeign } from "./foreign.js";
import { outlined } from "./outlines.js";
import { drawnPen } from "./pen.js";
import { t } from "./words.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */

/**
 * The visible state of a cell.
 * @typedef {Object} Cell
 * @property {number} given
 * @property {number} digit
 * @property {{digit: number, count?: string, look?: string}[]} candidates  if there is no digit
 * @property {number[]} centre
 * @property {number[]} corner
 * @property {number[]} colours
 * @property {string[]} [pen]  words of what the pen drew
 * @property {boolean} [fog]
 * @property {string} look  classes: "conflict", "redundant", "wrong", "same", "peer"
 * @property {string} [label]
 * @property {string} shade  of a step: "base", "cover", "broken", "third", "fourth"
 */

export class Drawing {
  constructor() {
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    for (const name of [
      "shades",
      "colours",
      "glow",
      "foreign",
      "under",
      "foreign-above",
      "picked",
      "contents",
      "pen",
      "chosen",
      "links",
      "grid",
    ])
      this.layers[name] = /** @type {any} */ (s("g", { class: name, "aria-hidden": name === "grid" ? null : "true" }));
    this.svg = s(
      "svg",
      {
        class: "board",
        tabindex: 0,
        role: "grid",
        "aria-label": t`the board`,
        "aria-multiselectable": "true",
      },
      Object.values(this.layers),
    );
    /** @type {{content: Element, shade: Element, colour: Element, hit: Element, key: string, candidates: any[]}[]} */
    this.cells = [];
    /** @type {Geometry | null} */
    this.geometry = null;
  }

  /** Show another board. @param {Geometry} geometry */
  setBoard(geometry) {
    this.geometry = geometry;
    this.foreign = null;
    const { board } = geometry;
    const { behind, frame, before } = board.drawing;
    fill(this.layers.under, ...pieces(behind), ...pieces(frame), this.#numbers(), ...pieces(before));
    for (const name of ["shades", "colours", "glow", "picked", "contents", "pen", "chosen", "links", "grid"])
      fill(this.layers[name]);
    this.cells = board.places.map((_, cell) => this.#makeCell(cell));
    for (let r = 0; r < board.height; r++) {
      const row = board.places.flatMap((place, cell) => (place[0] === r ? [this.cells[cell].hit] : []));
      put(this.layers.grid, s("g", { role: "row", "aria-rowindex": r + 1 }, row));
    }
    this.svg.setAttribute("aria-rowcount", String(board.height));
    this.svg.setAttribute("aria-colcount", String(board.width));
  }

  /** The numbers of rows and columns. */
  #numbers() {
    const { left, top, side, board } = this.geometry;
    const number = (x, y, k) => s("text", { class: "number", x, y, "font-size": 11 }, k + 1);
    return [
      ...Array.from({ length: board.width }, (_, k) => number(left + (k + 0.5) * side, top - 8, k)),
      ...Array.from({ length: board.height }, (_, k) => number(left - 11, top + (k + 0.5) * side + 4, k)),
    ];
  }

  #makeCell(cell) {
    const geometry = /** @type {Geometry} */ (this.geometry);
    const [x, y] = geometry.corner(cell);
    const side = geometry.side;
    const made = {
      content: s("g"),
      shade: s("g"),
      colour: s("g"),
      key: "",
      candidates: [],
      hit: s("rect", {
        id: `cell-${cell}`,
        role: "gridcell",
        x,
        y,
        width: side,
        height: side,
        fill: "transparent",
        "aria-colindex": geometry.board.places[cell][1] + 1,
      }),
    };
    this.layers.shades.append(made.shade);
    this.layers.colours.append(made.colour);
    this.layers.contents.append(made.content);
    return made;
  }

  /** Draw what changed. @param {Cell[]} cells @param {string[]} labels  what a screen reader says of each */
  setCells(cells, labels) {
    cells.forEach((cell, i) => {
      const made = this.cells[i];
      if (!made) return;
      const { candidates, ...rest } = cell;
      const key = JSON.stringify(rest) + labels[i];
      if (
        made.key === key &&
        (made.candidates === candidates || JSON.stringify(made.candidates) === JSON.stringify(candidates))
      )
        return;
      [made.key, made.candidates] = [key, candidates];
      made.hit.setAttribute("aria-label", labels[i]);
      const [x, y] = this.geometry.corner(i);
      const { side } = this.geometry;
      fill(
        made.content,
        cell.fog && s("rect", { class: "fog", x, y, width: side, height: side }),
        this.#content(i, cell),
      );
      fill(made.shade, this.#shades(i, cell));
      fill(made.colour, this.#colours(i, cell));
    });
  }

  #shades(i, cell) {
    const names = [cell.shade && `shade-${cell.shade}`, ...cell.look.split(" ").map((look) => look && `is-${look}`)];
    const [x, y] = this.geometry.corner(i);
    const side = this.geometry.side;
    return names.filter(Boolean).map((name) => s("rect", { class: name, x, y, width: side, height: side }));
  }

  #colours(i, cell) {
    const [x, y] = this.geometry.corner(i);
    const side = this.geometry.side;
    const width = side / cell.colours.length;
    return cell.colours.map((colour, k) =>
      s("rect", { class: `colour-${colour}`, x: x + k * width, y, width, height: side }),
    );
  }

  #content(i, cell) {
    const geometry = this.geometry;
    const side = geometry.side;
    const [x, y] = geometry.corner(i);
    const digit = cell.given || cell.digit;
    if (digit) {
      const look = `${cell.given ? "given" : "entered"} ${cell.look}`;
      // Derived digits are not givens: draw them smaller and lighter.
      const font = /forced/.test(cell.look) ? 21 : 30;
      return [
        s(
          "text",
          { class: look, x: x + side / 2, y: y + side / 2 + font * 0.36, "font-size": font },
          geometry.symbol(digit),
        ),
        /spare/.test(cell.look) &&
          s("path", { class: "spare-mark", d: `M${x + side * 0.34} ${y + side * 0.8}h${side * 0.32}` }),
      ].filter(Boolean);
    }
    const parts = [];
    if (cell.label)
      parts.push(s("text", { class: "label", x: x + side / 2, y: y + side * 0.62, "font-size": 18 }, cell.label));
    if (cell.candidates.length) parts.push(...this.#candidates(i, cell.candidates));
    const { x: left, y: top, width, height } = geometry.inside(i);
    const middle = cell.centre.map((d) => geometry.symbol(d)).join("");
    if (middle)
      parts.push(
        s(
          "text",
          {
            class: "centre",
            x: left + width / 2,
            y: top + height / 2 + 5,
            "font-size": Math.min(14, (width * 1.5) / cell.centre.length),
          },
          middle,
        ),
      );
    cell.corner.forEach((d, k) => {
      const [dx, dy] = CORNERS[k % CORNERS.length];
      parts.push(
        s(
          "text",
          {
            class: "corner",
            x: left + width * dx,
            y: top + height * dy + 4.5,
            "font-size": Math.min(12.5, height * 0.3),
          },
          geometry.symbol(d),
        ),
      );
    });
    return parts;
  }

  #candidates(i, candidates) {
    const {
      board: { size },
    } = this.geometry;
    const font = this.geometry.candidateSize(i);
    /** Those that look alike are one element: large boards have thousands. @type {Map<string, {x: number[], y: number[], marks: string}>} */
    const alike = new Map();
    const parts = candidates.flatMap(({ digit, count, look = "" }) => {
      const [cx, cy] = this.geometry.candidate(i, digit);
      const marked = /used|denied|asserted|supposed/.test(look);
      const counted = count !== undefined && size <= 12;
      if (!marked && !counted && this.geometry.symbol(digit).length === 1) {
        if (!alike.has(look)) alike.set(look, { x: [], y: [], marks: "" });
        const { x, y } = alike.get(look);
        x.push(+cx.toFixed(1));
        y.push(+(cy + font * 0.36).toFixed(1));
        alike.get(look).marks += this.geometry.symbol(digit);
        return [];
      }
      return [
        marked && s("circle", { class: `back ${look}`, cx, cy, r: font * 0.62 }),
        s(
          "text",
          {
            class: `candidate ${look}`,
            x: cx - (counted ? font * 0.22 : 0),
            y: cy + font * 0.36,
            "font-size": font,
          },
          this.geometry.symbol(digit),
        ),
        counted &&
          s(
            "text",
            { class: `count ${look}`, x: cx + font * 0.12, y: cy + font * 0.6, "font-size": font * 0.58 },
            count,
          ),
        /denied/.test(look) &&
          s("path", {
            class: "struck",
            d: `M${cx - font * 0.6} ${cy + font * 0.6}l${font * 1.2} ${-font * 1.2}`,
          }),
      ];
    });
    return [
      ...[...alike].map(([look, { x, y, marks }]) =>
        s("text", { class: `candidate ${look}`, x: x.join(" "), y: y.join(" "), "font-size": font }, marks),
      ),
      ...parts,
    ];
  }

  /** Show what the puzzle's own editor drew, beside the board too. @param {string} kept */
  setForeign(kept) {
    if (!this.geometry || this.foreign === kept) return;
    this.foreign = kept;
    showForeign(this, kept);
  }

  /** Show what the player's pen drew. @param {import("./pen.js").Pen} pen */
  setPen(pen) {
    if (this.geometry) refill(this.layers.pen, drawnPen(pen, this.geometry));
  }

  /** Show the cells of the rule that is held. @param {number[]} cells */
  setPicked(cells) {
    if (this.geometry)
      fill(
        this.layers.picked,
        outlined(
          this.geometry,
          cells.filter((cell) => cell < this.geometry.count),
        ),
      );
  }

  /** Outline the selected cells; the cursor is the last one. */
  setChosen(selection, asPath = false) {
    const geometry = this.geometry;
    if (!geometry) return;
    const chosen = new Set(selection);
    const parts = outlined(geometry, selection);
    if (asPath && selection.length > 1) {
      const points = selection.map((cell) => geometry.middle(cell).join(" ")).join("L");
      parts.push(
        s("path", { class: "way", d: `M${points}` }),
        s("circle", {
          class: "way-start",
          cx: geometry.middle(selection[0])[0],
          cy: geometry.middle(selection[0])[1],
          r: 6,
        }),
      );
    }
    fill(this.layers.chosen, parts);
    this.cells.forEach(({ hit }, cell) => hit.setAttribute("aria-selected", String(chosen.has(cell))));
    const cursor = selection.at(-1);
    if (cursor === undefined) this.svg.removeAttribute("aria-activedescendant");
    else this.svg.setAttribute("aria-activedescendant", `cell-${cursor}`);
  }

  /** Highlight cells temporarily. @param {number[]} cells */
  setGlow(cells) {
    const { geometry } = this;
    if (!geometry) return;
    fill(
      this.layers.glow,
      cells
        .filter((cell) => cell < geometry.count)
        .map((cell) => {
          const [x, y] = geometry.corner(cell);
          return s("rect", { class: "glowing", x, y, width: geometry.side, height: geometry.side });
        }),
    );
  }

  /** Draw the links of a step between candidates. @param {{from: number[][], to: number[][], kind: string}[]} links */
  setLinks(links) {
    const mean = (node) => {
      const spots = node.map(([cell, digit]) => this.geometry.candidate(cell, digit));
      return [0, 1].map((k) => spots.reduce((sum, at) => sum + at[k], 0) / spots.length);
    };
    fill(
      this.layers.links,
      links.map(({ from: start, to: end, kind }) => {
        const [x1, y1] = mean(start);
        const [x2, y2] = mean(end);
        const dx = x2 - x1;
        const dy = y2 - y1;
        const length = Math.max(1, Math.hypot(dx, dy));
        const gap = Math.min(10 / length, 0.3);
        const near = [x1 + gap * dx, y1 + gap * dy];
        const far = [x2 - gap * dx, y2 - gap * dy];
        if (kind !== "forces") return s("path", { class: `link ${kind}`, d: `M${near}L${far}` });
        const middle = [(x1 + x2) / 2 - dy * 0.12, (y1 + y2) / 2 + dx * 0.12];
        const ux = far[0] - middle[0];
        const uy = far[1] - middle[1];
        const u = Math.max(1, Math.hypot(ux, uy)) / 6;
        const wing = (sign) => [far[0] - ux / u - (sign * uy) / u / 2, far[1] - uy / u + (sign * ux) / u / 2];
        return s("path", { class: "link forces", d: `M${near}Q${middle} ${far}M${wing(1)}L${far}L${wing(-1)}` });
      }),
    );
  }
}

const CORNERS = [
  [0.17, 0.2],
  [0.83, 0.2],
  [0.17, 0.8],
  [0.83, 0.8],
  [0.5, 0.2],
  [0.5, 0.8],
  [0.17, 0.5],
  [0.83, 0.5],
  [0.5, 0.5],
];
