// What an author draws that is no rule: lines, shapes, texts, colours, and the cells that are lit where fog covers the others.
// It is kept as f-puzzles has it and shown like what a link brings (foreign.js, fog.js), so links and files hold it.

import { clickable } from "./clues.js";
import { button, toast } from "./dialogs.js";
import { h, refill } from "./dom.js";
import { t } from "./words.js";

/** Lists of f-puzzles' data, of which each entry names cells. */
const LISTS = ["line", "rectangle", "circle", "text"];
const cellsOf = (one) => one.cells ?? one.lines?.flat() ?? [];

/** What each tool adds to the data. @type {Record<string, (data: any, places: string[], colour: string, words: string) => object>} */
const ADDED = {
  line: (data, places, colour) => ({
    line: [...(data.line ?? []), { lines: [places], outlineC: colour, width: 0.15 }],
  }),
  circle: (data, places, colour) => ({ circle: [...(data.circle ?? []), ...shapes(places, colour)] }),
  rectangle: (data, places, colour) => ({ rectangle: [...(data.rectangle ?? []), ...shapes(places, colour)] }),
  text: (data, places, colour, value) => ({
    text: [...(data.text ?? []), { cells: [places[0]], value, fontC: colour, size: 0.5 }],
  }),
  colour: (data, places, colour) => ({
    cells: {
      ...data.cells,
      ...Object.fromEntries(places.map((place) => [place, { ...data.cells?.[place], c: colour }])),
    },
  }),
  light: (data, places) => ({ foglight: [...new Set([...(data.foglight ?? []), ...places])] }),
  erase: (data, places) => without(data, places),
};

const shapes = (places, colour) =>
  places.map((place) => ({ cells: [place], width: 0.7, height: 0.7, baseC: "#FFFFFF", outlineC: colour }));

/** The data without all that lies on some cells. */
function without(data, places) {
  const isOff = (names) => !names.some((name) => places.includes(name));
  const left = LISTS.filter((name) => data[name]).map((name) => [
    name,
    data[name].filter((one) => isOff(cellsOf(one))),
  ]);
  const cells = Object.entries(data.cells ?? {}).filter(([name]) => isOff([name]));
  return {
    ...Object.fromEntries(left),
    cells: Object.fromEntries(cells),
    foglight: (data.foglight ?? []).filter((name) => isOff([name])),
  };
}

/** The card that draws on the chosen cells. @param {import("./main.js").App} app */
export function makeDecor(app) {
  const { desk } = app;
  const colour = h("input", { type: "color", value: "#2d6fdb", id: "decor-colour" });
  const words = h("input", { id: "decor-text", maxlength: 20, autocomplete: "off" });
  const lit = h("p", { class: "faint", id: "lit" });

  /** @param {string} tool */
  const draw = (tool) => {
    const {
      doc,
      view: { selection },
    } = desk;
    const fewest = tool === "line" ? 2 : 1;
    if (selection.length < fewest)
      return toast(fewest > 1 ? t`Choose the cells of the line first.` : t`Choose cells first.`, { bad: true });
    if (tool === "text" && !words.value.trim()) return words.focus();
    const kept = JSON.parse(doc.kept || "{}");
    const places = selection.map((cell) => app.drawing.geometry.name(cell).toUpperCase());
    const data = kept.fpuzzles ?? {};
    const fpuzzles = { ...data, ...ADDED[tool](data, places, colour.value, words.value.trim()) };
    desk.change({ kept: JSON.stringify({ ...kept, fpuzzles }) });
  };
  const tool = (name, label, picture = "") =>
    button(picture, label, () => draw(name), { class: "small", "data-decor": name });

  desk.on("doc", () => {
    const { foglight = [] } = (/"foglight"/.test(desk.doc.kept) && JSON.parse(desk.doc.kept).fpuzzles) || {};
    lit.hidden = !foglight.length;
    refill(lit, t`In fog, but for:`, " ", clickable(app, [...foglight].flat().join(" ").toLowerCase()));
  });
  lit.hidden = true;
  return h(
    "details",
    { class: "card", id: "decor" },
    h("summary", {}, h("h3", {}, t`Draw what is no rule`)),
    h(
      "p",
      { class: "faint" },
      t`Choose cells (for a line in its order), then what to draw on them. Solvers see it; it changes no answer.`,
    ),
    h(
      "div",
      { class: "row wrap" },
      tool("line", t`Line`, "edit"),
      tool("circle", t`Circle`),
      tool("rectangle", t`Square`),
      tool("colour", t`Colour`),
      tool("text", t`Text`, "words"),
    ),
    h(
      "div",
      { class: "row" },
      h("label", { class: "field grow" }, t`Its text`, words),
      h("label", { class: "field" }, t`Colour`, colour),
    ),
    h(
      "div",
      { class: "row wrap" },
      tool("light", t`Light in fog`, "bulb"),
      tool("erase", t`Erase on these cells`, "erase"),
    ),
    lit,
  );
}
