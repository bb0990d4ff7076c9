// A new puzzle: size and shape, extra houses, and regions drawn by hand.

import { button, confirmed, dialog, toggle } from "./dialogs.js";
import { fill, h, s } from "./dom.js";
import { titled } from "./kinds.js";
import { named, t } from "./words.js";

/** @typedef {import("./main.js").App} App */

const BOARDS = [
  ["9x9", "9 × 9"],
  ["6x6", "6 × 6"],
  ["4x4", "4 × 4"],
  ["8x8", "8 × 8"],
  ["10x10", "10 × 10"],
  ["12x12", "12 × 12"],
  ["16x16", "16 × 16"],
  ["twodoku", "Twodoku"],
  ["samurai", "Samurai"],
  ["windmill", "Windmill"],
  ["butterfly", "Butterfly"],
  ["sohei", "Sohei"],
  ["9x9/latin", "Latin 9 × 9"],
];
const HOUSES = [
  ["diagonal", t`diagonals`],
  ["window", t`windows`],
  ["disjoint", t`disjoint groups`],
  ["center", t`centre dots`],
];
const MARKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Begin a new puzzle, or change the board of this one. @param {App} app */
export function newBoard(app) {
  const own = h("input", {
    placeholder: "6x8, 9x9/3x3+diagonal, 9x9@r1c1,r7c7 …",
    "aria-label": t`A layout by name`,
    autocomplete: "off",
    spellcheck: "false",
  });
  const wrong = h("p", { class: "bad", role: "alert" });
  const houses = new Set();
  const take = async (name, keep) => {
    wrong.textContent = "";
    const layout = [name, ...houses].join("+");
    const error = keep ? await app.changeBoard(layout) : await app.startNew(layout);
    if (error) wrong.textContent = error;
    else box.close();
  };
  const fromName = (event) => {
    event.preventDefault();
    void take(own.value.trim() || "9x9", false);
  };
  const pick = (name, words, choices, word) =>
    h(
      "select",
      { name, "aria-label": words },
      h("option", { value: "" }, words),
      choices.map((choice) => h("option", { value: choice }, word(choice))),
    );
  const made = app.kinds.filter(({ shape }) => shape && shape !== "others").map(({ name }) => name);
  const making = h("span", { class: "faint", role: "status" });
  const make = async (event) => {
    event.preventDefault();
    const options = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value));
    wrong.textContent = "";
    making.textContent = t`Making a puzzle …`;
    const error = await app.startMade({
      ...options,
      layout: ["9x9", ...houses].join("+"),
      seed: Math.floor(Math.random() * 2 ** 32),
    });
    making.textContent = "";
    if (error) wrong.textContent = error;
    else box.close();
  };
  const box = dialog(
    t`New puzzle`,
    [
      h(
        "div",
        { class: "boards" },
        BOARDS.map(([name, words]) =>
          h(
            "button",
            { type: "button", onclick: () => take(name, false), "data-board": name },
            thumb(name),
            h("span", {}, words),
          ),
        ),
      ),
      h(
        "fieldset",
        { class: "row wrap" },
        h("legend", {}, t`Extra houses`),
        HOUSES.map(([name, words]) => toggle(words, false, (on) => (on ? houses.add(name) : houses.delete(name)))),
      ),
      h("form", { class: "row", onsubmit: fromName }, own, h("button", {}, t`Begin`)),
      h(
        "form",
        { class: "row wrap", id: "make-new", onsubmit: make },
        h("span", {}, t`Or one to solve:`),
        pick("level", t`any level`, app.levels, named),
        pick("kind", t`no further rules`, made, titled),
        h("input", {
          name: "technique",
          placeholder: t`a technique to practise`,
          "aria-label": t`A technique to practise`,
          autocomplete: "off",
        }),
        h("button", {}, t`Make`),
        making,
      ),
      wrong,
      h(
        "div",
        { class: "row wrap end" },
        button(
          "edit",
          t`Draw regions on this board`,
          () => {
            box.close();
            regions(app);
          },
          { id: "draw-regions" },
        ),
        button("board", t`Extra houses for this board`, async () => {
          const base = app.desk.doc.board
            .split("+")
            .filter((part) => !HOUSES.some(([name]) => name === part))
            .join("+");
          await take(base, true);
        }),
      ),
    ],
    { wide: true },
  );
}

/** A small picture of a board. */
function thumb(name) {
  const size = /^(\d+)x/.exec(name)?.[1];
  const boards = {
    twodoku: [
      [0, 0],
      [2, 2],
    ],
    samurai: [
      [0, 0],
      [0, 4],
      [2, 2],
      [4, 0],
      [4, 4],
    ],
    windmill: [
      [0, 1],
      [1, 4],
      [2, 2],
      [3, 0],
      [4, 3],
    ],
    butterfly: [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ],
    sohei: [
      [0, 2],
      [2, 0],
      [2, 4],
      [4, 2],
    ],
  }[name];
  if (!size) {
    const far = Math.max(...(boards ?? [[0, 0]]).flat()) + 3;
    return s(
      "svg",
      { viewBox: `-0.5 -0.5 ${far + 1} ${far + 1}`, "aria-hidden": "true", class: "thumb" },
      (boards ?? []).map(([r, c]) =>
        s("path", {
          d: `M${c} ${r}h3v3h-3zM${c + 1} ${r}v3M${c + 2} ${r}v3M${c} ${r + 1}h3M${c} ${r + 2}h3`,
          "stroke-width": far / 40,
        }),
      ),
    );
  }
  const n = +size;
  let rows = Math.floor(Math.sqrt(n));
  while (n % rows) rows--;
  const columns = n / rows;
  let lines = "M0 0H1V1H0Z";
  if (!name.endsWith("latin")) {
    for (let k = 1; k < n / rows; k++) lines += `M0 ${(k * rows) / n}H1`;
    for (let k = 1; k < n / columns; k++) lines += `M${(k * columns) / n} 0V1`;
  }
  return s(
    "svg",
    { viewBox: "-0.05 -0.05 1.1 1.1", "aria-hidden": "true", class: "thumb" },
    s("path", { d: lines, "stroke-width": 0.03 }),
  );
}

/** Draw regions: assign selected cells to a region until each is complete. @param {App} app */
export async function regions(app) {
  const { desk, drawing } = app;
  const geometry = drawing.geometry;
  if (!geometry) return;
  const { size, places } = geometry.board;
  const had = geometry.board.regions;
  /** @type {number[]} */
  const regionOf = places.map((_, cell) => (had.length ? had[cell] + 1 : 0));
  const bar = /** @type {HTMLElement} */ (document.getElementById("task"));
  const wrong = h("span", { class: "bad", role: "alert" });
  let current = 1;
  const paint = (number) => {
    for (const cell of desk.view.selection) regionOf[cell] = number;
    desk.look({ selection: [] });
    draw();
  };
  const draw = () => {
    const counts = Array.from({ length: size + 1 }, (_, k) => regionOf.filter((region) => region === k).length);
    const whole = counts.slice(1).every((count) => count === size);
    fill(
      bar,
      h("strong", {}, t`Regions`),
      h("span", { class: "faint" }, t`Choose a region, then drag over its cells.`),
      h(
        "div",
        { class: "chips" },
        counts.map((count, k) =>
          h(
            "button",
            {
              type: "button",
              class: `chip region-${k % 12}`,
              "aria-pressed": String(current === k),
              "data-region": k,
              onclick: () => {
                current = k;
                desk.view.selection.length ? paint(k) : draw();
              },
            },
            k ? `${MARKS[k - 1]}: ${count}/${size}` : t`none: ${count}`,
          ),
        ),
      ),
      h(
        "div",
        { class: "row" },
        button("check", t`Done`, done, {
          class: "main",
          disabled: !whole && counts.slice(1).some((count) => count > size),
        }),
        button("", t`Cancel`, stop),
      ),
      wrong,
    );
    bar.hidden = false;
    app.setScene({
      digits: regionOf.map(() => 0),
      candidates: regionOf.map(() => []),
      looks: new Map(),
      links: [],
      shades: new Map(regionOf.flatMap((region, cell) => (region ? [[cell, `region-${region % 12}`]] : []))),
      labels: regionOf.map((region) => (region ? MARKS[region - 1] : "")),
    });
  };
  const done = async () => {
    const marks = places.map((_, cell) => (regionOf[cell] ? MARKS[regionOf[cell] - 1] : "."));
    const base = `${geometry.board.height === geometry.board.width ? `${size}x${size}` : `${geometry.board.height}x${geometry.board.width}`}`;
    const houses = desk.doc.board.split("+").slice(1);
    const error = await app.changeBoard([`${base}/jigsaw:${marks.join("")}`, ...houses].join("+"));
    if (error) wrong.textContent = error;
    else stop();
  };
  const stop = () => {
    bar.hidden = true;
    app.painting = null;
    app.leave = () => {};
    app.setScene(null);
  };
  if (
    geometry.board.places.length !== geometry.board.height * geometry.board.width &&
    !(await confirmed(t`Regions`, t`Regions can only be drawn on full rectangles.`, t`OK`))
  )
    return;
  app.painting = (number = current) => number <= size && paint(number);
  app.leave = stop;
  desk.look({ selection: [] });
  draw();
}
