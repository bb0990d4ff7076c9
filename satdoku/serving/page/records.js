// What the player may choose, and what was solved on this device.

import { button, confirmed, toggle } from "./dialogs.js";
import { h, plural, refill } from "./dom.js";
import { solvedGames } from "./game.js";
import { time } from "./playing.js";
import { settings } from "./saving.js";

/** What can be switched: [name in the view, words, usual value]. */
const SWITCHES = /** @type {const} */ ([
  ["showClashes", "mark digits that break a rule", true],
  ["showSame", "mark cells of the same digit", true],
  ["tidies", "remove marks that a new digit rules out", false],
  ["showClock", "show the clock", true],
]);

/** The card of the settings, which are read into the view. @param {any} app */
export function makeSettings(app) {
  const { desk } = app;
  for (const [name, , usual] of SWITCHES) desk.view[name] = settings.get(`play.${name}`, usual);
  const set = (name) => (on) => {
    settings.set(`play.${name}`, on);
    desk.look({ [name]: on });
  };
  return h("div", { class: "card toggles", role: "group", "aria-label": "Settings" }, h("h3", {}, "Settings"),
    SWITCHES.map(([name, words]) => toggle(words, desk.view[name], set(name), { id: `set-${name}` })));
}

/** What sort of puzzle a document is: its board and the kinds of its rules. @param {import("./state.js").Doc} doc */
export function sortOf(doc) {
  const board = doc.board.split("/jigsaw")[0].slice(0, 30);
  return [board, ...new Set(doc.rules.map((rule) => rule.split(":")[0]))].join(", ");
}

/** The best and the mean time of some games. @param {import("./game.js").Solved[]} games */
export function times(games) {
  const seconds = games.map((game) => game.seconds);
  return { best: Math.min(...seconds), mean: Math.round(seconds.reduce((sum, one) => sum + one, 0) / seconds.length) };
}

/** The card of the statistics. @param {any} app */
export function makeStatistics(app) {
  const card = h("div", { class: "card", id: "statistics" });
  const clear = async () => {
    if (!(await confirmed("Statistics", "Forget what was solved on this device? The games themselves stay.", "Forget it"))) return;
    solvedGames.clear();
    draw();
  };
  const draw = () => {
    const all = solvedGames.all();
    const sorts = [...new Set(all.map(({ sort }) => sort))].sort();
    const row = (sort, games) => {
      const { best, mean } = times(games);
      const alone = games.filter(({ hints, checks }) => !hints && !checks).length;
      return h("tr", {}, h("th", { scope: "row" }, sort), [games.length, alone, time(best), time(mean)].map((value) => h("td", {}, value)));
    };
    refill(card, h("h3", {}, "Statistics"),
      h("p", {}, `${plural(all.length, "puzzle")} solved on this device, ${app.games.open()} begun.`),
      all.length > 0 && h("table", {}, h("thead", {}, h("tr", {}, ["Puzzles", "solved", "without help", "best", "mean"].map((words) => h("th", { scope: "col" }, words)))),
        h("tbody", {}, sorts.map((sort) => row(sort, all.filter((game) => game.sort === sort))))),
      all.length > 0 && button("bin", "Forget it", clear, { class: "small" }));
  };
  draw();
  return { card, draw };
}
