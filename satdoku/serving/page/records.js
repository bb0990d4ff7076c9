// What the player may choose, and what was solved on this device.

import { button, confirmed, languageChoice, toggle } from "./dialogs.js";
import { h, plural, refill } from "./dom.js";
import { solvedGames } from "./game.js";
import { time } from "./playing.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** What can be switched: [name in the view, words, usual value]. */
const SWITCHES = /** @type {const} */ ([
  ["showClashes", t`mark digits that break a rule`, true],
  ["showSame", t`mark cells of the same digit`, true],
  ["tidies", t`remove marks that a new digit rules out`, false],
  ["showClock", t`show the clock`, true],
]);

/** The card of the settings, which are read into the view. @param {any} app */
export function makeSettings(app) {
  const { desk } = app;
  for (const [name, , usual] of SWITCHES) desk.view[name] = settings.get(`play.${name}`, usual);
  const set = (name) => (on) => {
    settings.set(`play.${name}`, on);
    desk.look({ [name]: on });
  };
  return h(
    "div",
    { class: "card toggles", role: "group", "aria-label": t`Settings` },
    h("h3", {}, t`Settings`),
    SWITCHES.map(([name, words]) => toggle(words, desk.view[name], set(name), { id: `set-${name}` })),
    languageChoice(),
  );
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
    if (
      !(await confirmed(
        t`Statistics`,
        t`Forget what was solved on this device? The games themselves stay.`,
        t`Forget it`,
      ))
    )
      return;
    solvedGames.clear();
    draw();
  };
  const draw = () => {
    const all = solvedGames.all();
    const sorts = [...new Set(all.map(({ sort }) => sort))].sort();
    const row = (sort, games) => {
      const { best, mean } = times(games);
      const alone = games.filter(({ hints, checks }) => !hints && !checks).length;
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, sort),
        [games.length, alone, time(best), time(mean)].map((value) => h("td", {}, value)),
      );
    };
    refill(
      card,
      h("h3", {}, t`Statistics`),
      h("p", {}, t`${plural(all.length, "puzzle")} solved on this device, ${app.games.open()} begun.`),
      all.length > 0 &&
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              [t`Puzzles`, t`solved`, t`without help`, t`best`, t`mean`].map((words) =>
                h("th", { scope: "col" }, words),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            sorts.map((sort) =>
              row(
                sort,
                all.filter((game) => game.sort === sort),
              ),
            ),
          ),
        ),
      all.length > 0 && button("bin", t`Forget it`, clear, { class: "small" }),
    );
  };
  draw();
  return { card, draw };
}
