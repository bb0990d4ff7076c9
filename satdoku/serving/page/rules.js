// The rules panel: the puzzle's rules, and all kinds to choose from. A kind is armed and then
// drawn on the board, or applied to the selected cells; numbers are entered in a form.

import { makeAbout, makeDrawn } from "./about.js";
import { alternatives, ask } from "./asking.js";
import { makeDecor } from "./decor.js";
import { announce, button, toast } from "./dialogs.js";
import { fill, h, icon, put, whenSeen } from "./dom.js";
import {
  fromOutside,
  grouped,
  isDrawnAtOnce,
  match,
  namesCells,
  ofBoard,
  takenOf,
  textOf,
  TEXTS,
  titled,
  waysOf,
} from "./kinds.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./kinds.js").Kind} Kind */

/** @param {App} app */
export function makeRules(app) {
  const panel = h("section", { class: "panel" });
  const mine = h("div", { class: "card" });
  const find = h("input", {
    type: "search",
    placeholder: t`Find a rule`,
    "aria-label": t`Find a rule`,
    oninput: () => palette(),
    onkeydown: (event) => event.key === "Enter" && first(),
  });
  const offered = h("div", { class: "kinds" });
  const armed = h("div", { class: "armed", role: "status", hidden: true });
  put(
    panel,
    mine,
    makeDrawn(app),
    makeAbout(app),
    makeDecor(app),
    h(
      "div",
      { class: "card" },
      h("h3", {}, t`Add a rule`),
      h(
        "p",
        { class: "faint" },
        t`Choose a kind, then draw it on the board and type its number; or choose cells first. A click on a drawn rule picks it.`,
      ),
      find,
      armed,
      offered,
    ),
  );

  const palette = () => {
    const word = find.value.trim();
    const has = (kind) => match(word, kind);
    const found = app.kinds.filter(has).sort((one, other) => has(other) - has(one));
    const [starred, others] = [true, false].map((on) =>
      app.kinds.filter(({ name }) => favourites().includes(name) === on),
    );
    const groups = /** @type {[string, Kind[]][]} */ (
      word ? [[t`Found, best first`, found]] : [[t`Favourites`, starred], ...grouped(others)]
    );
    fill(
      offered,
      groups
        .filter(([, some]) => some.length)
        .map(([name, some]) =>
          h("div", { class: "group" }, h("h4", {}, name), h("div", { class: "chips" }, some.map(kindChip))),
        ),
      houses(has),
    );
    if (!offered.querySelector("button"))
      fill(offered, h("p", { class: "faint" }, t`No rule has such words in its names or its sentence.`));
  };

  /** A kind, with its star. @param {Kind} kind */
  const kindChip = (kind) =>
    h(
      "span",
      { class: "starred" },
      h(
        "button",
        {
          type: "button",
          class: "chip",
          title: t`${kind.sentence} (* marks a favourite)`,
          "data-kind": kind.name,
          onclick: () => pick(kind),
          "aria-pressed": String(app.desk.view.armed === kind.name),
          onkeydown: (event) => event.key === "*" && star(kind),
        },
        titled(kind.name),
      ),
      h(
        "button",
        {
          type: "button",
          class: "plain star",
          tabindex: -1,
          title: t`A favourite is shown first`,
          "aria-label": t`Favourite: ${titled(kind.name)}`,
          "aria-pressed": String(favourites().includes(kind.name)),
          onclick: () => star(kind),
        },
        icon("star"),
      ),
    );

  const star = ({ name }) => {
    const had = favourites();
    settings.set("favourites", had.includes(name) ? had.filter((one) => one !== name) : [...had, name]);
    announce(had.includes(name) ? t`no favourite any more` : t`a favourite now`);
    palette();
    /** @type {HTMLElement | null} */ (offered.querySelector(`[data-kind=${name}]`))?.focus();
  };

  /** Choose the rule of that name, or the first that is offered; the board takes the keys again. */
  const first = () => {
    if (offered.querySelector("button")) app.drawing.svg.focus();
    offered.querySelector("button")?.click();
  };

  const houses = (has) => {
    const some = HOUSES.filter(([name, label, words, also]) =>
      has({ name, also: [label, ...also.split(", ")], sentence: `extra house ${words}` }),
    );
    return some.length
      ? h(
          "div",
          { class: "group" },
          h("h4", {}, t`Extra houses`),
          h(
            "div",
            { class: "chips" },
            some.map(([name, label, words]) =>
              h(
                "button",
                {
                  type: "button",
                  class: "chip",
                  title: words,
                  "data-house": name,
                  onclick: () => void app.addHouse(name),
                },
                label,
              ),
            ),
          ),
        )
      : null;
  };

  const list = () => {
    const rules = app.drawing.geometry?.board.constraints ?? [];
    const extra = app.drawing.geometry?.board.extra_houses ?? [];
    fill(
      mine,
      h("h3", {}, t`Rules of this puzzle`, rules.length ? ` (${rules.length})` : ""),
      rules.length || extra.length ? null : h("p", { class: "faint" }, t`None beyond rows, columns and boxes.`),
      h(
        "ul",
        { class: "rules" },
        groupedHouses(extra).map(({ name, cells }) =>
          row(
            titled(name),
            t`holds each digit at most once`,
            cells,
            () => app.desk.look({ selection: cells }),
            null,
            () => app.removeHouses(name),
          ),
        ),
        ofOneKind(rules)
          .map((some) => [
            some.length > 1 ? h("li", { class: "kind" }, h("small", {}, common(some))) : null,
            some.map(({ rule, k }) =>
              row(
                rule.name,
                some.length > 1 ? "" : rule.sentence,
                rule.cells,
                () => pickHere(k),
                rule.kind === "or" ? null : () => edit(k, rule),
                () => app.removeRule(k),
              ),
            ),
          ])
          .flat(2),
      ),
    );
  };

  /** What rules of one kind say: the kind's sentence, or their own where that is one. */
  const common = (some) => {
    const [
      {
        rule: { sentence, kind },
      },
    ] = some;
    return some.every(({ rule }) => rule.sentence === sentence)
      ? sentence
      : (app.kindNamed(kind)?.sentence ?? sentence);
  };

  /** The cells of a rule beside the first, which its name has. */
  const othersOf = (cells) => {
    const { geometry } = app.drawing;
    const more = cells.slice(1).map((cell) => geometry?.name(cell));
    return more.length
      ? h("small", {}, ` ${more.slice(0, MOST_NAMED).join(" ")}${more.length > MOST_NAMED ? " …" : ""}`)
      : null;
  };

  const row = (name, sentence, cells, onpick, onedit, onremove) =>
    h(
      "li",
      {
        onpointerenter: () => app.glow(cells),
        onpointerleave: () => app.glow([]),
      },
      h(
        "button",
        { type: "button", class: "plain grow", title: sentence, onclick: onpick },
        h("span", {}, name, othersOf(cells)),
        sentence && h("small", {}, sentence),
      ),
      onedit &&
        h(
          "button",
          { type: "button", class: "plain round", "aria-label": t`Edit ${name}`, onclick: onedit },
          icon("edit"),
        ),
      h(
        "button",
        { type: "button", class: "plain round", "aria-label": t`Remove ${name}`, onclick: onremove },
        icon("bin"),
      ),
    );

  const pickHere = (k) => {
    app.picking.pick(k);
    app.drawing.svg.scrollIntoView({ block: "nearest" }); // on a phone it is above the list
  };
  app.editRule = (k) => edit(k, app.drawing.geometry.board.constraints[k]);
  const edit = (k, rule) =>
    ask(app, app.kindNamed(rule.kind), rule.cells, {
      others: app.desk.view.selection,
      numbers: rule.values.join(", "),
      text: textOf(rule.text),
      rule: k,
      done: (text) => app.changeRules((rules) => rules.map((old, i) => (i === k ? text : old))),
    });

  /** @param {Kind} kind */
  const pick = (kind) => {
    const { selection } = app.desk.view;
    if (kind.name === "or") return alternatives(app);
    if (kind.name === LABELLED && !isLabelled()) return void label(kind);
    if (ofBoard(kind) && !kind.values[1]) return void add(kind.name);
    if (ofBoard(kind) || namesCells(kind)) return ask(app, kind, [], { done: add });
    const enough = fromOutside(kind)
      ? selection.length >= 1
      : selection.length >= Math.max(kind.cells[0], kind.draws.style === "shade" ? 1 : 2);
    if (app.desk.view.armed !== kind.name && enough) return void app.drawn(kind, selection);
    app.desk.look({ armed: app.desk.view.armed === kind.name ? "" : kind.name, selection: [] });
    // On a phone the kinds are below the board, which is where the rule is drawn.
    if (!app.desk.view.armed) return;
    app.drawing.svg.scrollIntoView({ block: "nearest" });
    announce(t`${titled(kind.name)}: draw it on the board, or choose cells with Shift and arrows and press Enter`);
  };
  const add = app.addRule;

  const isLabelled = () => app.desk.doc.board.includes("_");
  /** Put a label below the board for each of its cells, and the rule on them: regions of as many cells as there are digits. */
  const label = async ({ name }) => {
    const { doc } = app.desk;
    const { board, count } = app.drawing.geometry;
    const layered = await app.boards.find({ ...doc, rules: ["layer"] });
    const labels = Array.from({ length: count }, (_, k) => layered.name(count + k));
    if (!(await app.changeBoard(layered.board.drawn))) await add(`${name}:${board.size}:${labels.join(",")}`);
  };

  app.drawn = (kind, drawn, ways = null) => {
    const cells = takenOf(kind, drawn);
    if (cells.length < Math.max(1, fromOutside(kind) ? 1 : kind.cells[0])) return;
    tellOverlap(kind, cells);
    const seen = ways ?? (fromOutside(kind) && cells.length === 1 ? waysOf(kind, app.drawing.geometry, cells[0]) : []);
    app.desk.look({ selection: [] });
    if (seen.length > 1 || kind.name in TEXTS) ask(app, kind, cells, { done: add, ways });
    else app.picking.begin(kind, cells, !isDrawnAtOnce(kind));
  };

  /** Say that an outline lies on the cells of another of its kind. */
  const tellOverlap = (kind, cells) => {
    if (kind.draws.style !== "outline") return;
    const others = (app.drawing.geometry?.board.constraints ?? []).filter(
      (rule) => rule.kind === kind.name && rule.cells.some((cell) => cells.includes(cell)),
    );
    const same = others.find(
      (rule) => rule.cells.length === cells.length && rule.cells.every((cell) => cells.includes(cell)),
    );
    if (others.length)
      toast(
        same
          ? t`These cells have one already: ${same.name}.`
          : t`It overlaps ${others.map((rule) => rule.name).join(", ")}.`,
        { bad: true },
      );
  };

  const tell = () => {
    const kind = app.kindNamed(app.desk.view.armed ?? "");
    armed.hidden = !kind;
    if (kind)
      fill(
        armed,
        h("strong", {}, titled(kind.name)),
        h(
          "span",
          {},
          fromOutside(kind)
            ? t`Click beside the board, or a cell of its row or column.`
            : t`Drag over the cells, in order.`,
        ),
        kind.cells[0]
          ? null
          : button("board", t`Without cells`, () => ask(app, kind, [], { done: add }), {
              class: "small",
              title: t`The rule is about the whole board`,
            }),
        button("close", t`Done`, () => app.disarm(), { class: "small" }),
      );
    for (const chip of offered.querySelectorAll("[data-kind]"))
      chip.setAttribute("aria-pressed", String(chip.getAttribute("data-kind") === app.desk.view.armed));
  };
  app.desk.on("view", tell);
  app.onBoard(whenSeen(panel, list));
  app.onKinds(whenSeen(panel, palette));
  return panel;
}

/** The names of the kinds that are shown first. @returns {string[]} */
const favourites = () => settings.get("favourites", []);

/** The kind whose cells are labels: of each cell of the board, its region. */
const LABELLED = "chaos-construction";

const MOST_NAMED = 11; // of a rule's cells, in the list

/** The rules with their places, those of one kind together, in the order in which kinds come first. */
function ofOneKind(rules) {
  /** @type {Map<string, {rule: any, k: number}[]>} */
  const groups = new Map();
  rules.forEach((rule, k) => groups.set(rule.kind, [...(groups.get(rule.kind) ?? []), { rule, k }]));
  return [...groups.values()];
}

/** Extra houses that have a name, and one of the chosen cells: name, label, what it says, other names. */
export const HOUSES = [
  [
    "diagonal",
    t`Diagonal`,
    t`both long diagonals hold each digit once`,
    "diagonals, x-sudoku, sudoku x, main diagonal",
  ],
  ["window", t`Window`, t`the inner boxes hold each digit once`, "windoku, hyper sudoku, windows, hypersudoku"],
  [
    "disjoint",
    t`Disjoint`,
    t`the cells at one place of each box hold each digit once`,
    "disjoint groups, disjoint sets, colour sudoku",
  ],
  [
    "center",
    t`Center`,
    t`the middle cells of the boxes hold each digit once`,
    "centre dot, centre dots, asterisk, center dot",
  ],
  [
    "own",
    t`Chosen cells`,
    t`the chosen cells hold each digit at most once`,
    "extra region, own house, jigsaw region, irregular region",
  ],
];

/** Extra houses by their kind: "diagonal" has two. */
function groupedHouses(houses) {
  const groups = new Map();
  for (const { name, kind, cells } of houses) {
    const key = kind === "house" ? name : kind;
    groups.set(key, { name: key, cells: [...(groups.get(key)?.cells ?? []), ...cells] });
  }
  return [...groups.values()];
}
