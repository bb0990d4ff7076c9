// A puzzle to play, in a page of its own: the rules in words first, then board, keypad, clock, check, hints, replay,
// settings and statistics. Its state is a game (game.js): no tool of the setter is here, and nothing can change the puzzle.

import { courseLink, usualWords } from "./about.js";
import { Answers } from "./answers.js";
import { listenToPointer } from "./choosing.js";
import { boards, tellWhenLost, wire } from "./connection.js";
import { announce, button, confirmed, dialog, tabs, toast } from "./dialogs.js";
import { fill, h, plural, put } from "./dom.js";
import { Drawing } from "./drawing.js";
import { erase, tidied } from "./entering.js";
import { Game, Games, solvedGames } from "./game.js";
import { makeGlowing } from "./glowing.js";
import { listenToKeys, tableOfKeys } from "./keys.js";
import { makeLogic } from "./logic.js";
import { addPen } from "./pen.js";
import { check, ENTRIES, makeClock, makeDeeds, makePad, time } from "./playing.js";
import { makeSettings, makeStatistics, sortOf, times } from "./records.js";
import { listLink, published, toldOfPuzzle } from "./published.js";
import { makeReplay } from "./replay.js";
import { drawer } from "./showing.js";
import { puzzleRecord } from "./state.js";
import { otherTheme } from "./theme.js";
import { t } from "./words.js";

/** In the place of the rule that a setter holds (picking.js): who plays holds none. */
export const NOTHING_HELD = {
  key: () => false,
  press: () => false,
  click: () => false,
  drag: () => {},
  drop: () => {},
  cancel: () => {},
  letGo: () => {},
};

/** Open a puzzle to play. @param {string} text  a record, or any text that holds a puzzle */
export async function openPlayer(text) {
  await shown(() => boards.read(recordIn(text)));
}

/** Open a puzzle of a published page. @param {any} record  as the server sends it */
export const openRecord = (record) => shown(async () => boards.take(record));

/** @param {() => Promise<any>} read */
async function shown(read) {
  document.body.replaceChildren(...frame());
  tellWhenLost(() => {});
  try {
    const { fields, geometry } = await read();
    begin(new Game(fields), geometry);
  } catch (error) {
    fill(
      document.getElementById("board"),
      h("p", { class: "card bad", role: "alert" }, t`This puzzle cannot be opened: ${error.message}`),
    );
  }
}

/** @param {string} text */
function recordIn(text) {
  return text.startsWith("{") ? JSON.parse(text) : text;
}

/** The parts of the page. */
export function frame() {
  return [
    h(
      "header",
      { class: "head player-head" },
      h("h1", { id: "title", class: "title" }),
      h("div", { id: "clock", class: "row" }),
      h("nav", { id: "deeds", class: "deeds", "aria-label": t`Puzzle` }),
    ),
    h("div", { id: "line", class: "line", role: "status", hidden: true }),
    h(
      "main",
      { class: "desk player" },
      h(
        "section",
        { class: "stage", "aria-label": t`Board` },
        h(
          "div",
          { class: "frame" },
          h("div", { id: "board", class: "place" }),
          h("div", { id: "veil", class: "veil", hidden: true }, t`Paused`),
        ),
        h("div", { id: "pad", class: "pad", role: "group", "aria-label": t`Keypad` }),
      ),
      h(
        "aside",
        { class: "side", "aria-label": t`Play` },
        h("h2", { class: "unseen" }, t`Play`),
        h("div", { id: "tabs", class: "tabs", role: "tablist", "aria-label": t`Play` }),
        h("div", { id: "panels", class: "panels" }),
        h("div", { id: "toasts", class: "toasts" }),
      ),
    ),
    h("div", { id: "announced", class: "unseen", role: "status", "aria-live": "polite" }),
  ];
}

/** Put the page together for a game. @param {Game} game @param {import("./geometry.js").Geometry} geometry */
function begin(game, geometry) {
  const drawing = new Drawing();
  const games = new Games();
  /** @type {any} what the parts of the page share; those shared with the desk find here what they need of it (main.js) */
  const app = {
    desk: game,
    drawing,
    wire,
    games,
    ...makeGlowing(drawing),
    answers: new Answers(wire, game, () => geometry),
    picking: NOTHING_HELD,
    scene: null,
    shown: null,
    onBoard: () => {},
    undo: () => game.undo() || announce(t`nothing to undo`),
    redo: () => game.redo() || announce(t`nothing to redo`),
    erase: () => app.chain.drop() || erase(game),
    disarm: () => {},
    setScene(scene) {
      app.scene = scene;
      draw();
    },
    setShown(entries) {
      app.shown = entries;
      draw();
    },
    setEntry(entry) {
      game.look({ entry });
      announce(ENTRIES.find(([name]) => name === entry)[1]);
    },
    async restart() {
      if (
        await confirmed(
          t`Start again`,
          t`Everything that you entered goes, and the clock begins again.`,
          t`Start again`,
        )
      )
        game.restart();
    },
    /** @param {"hints" | "checks"} what */
    noted(what) {
      if (!game.isSolved) game[what] += 1;
    },
    toldAtEnd,
    save() {
      if (!games.save(game))
        toast(t`The browser's storage is full: this game will not be there when you come back.`, { bad: true });
    },
    help: () => dialog(t`Keys`, [tableOfKeys()], { wide: true }),
  };
  const draw = drawer(app);
  const words = game.doc.ruleset || usualWords(geometry);
  game.completed = (fields) =>
    fields.digits && game.view.tidies ? { ...fields, ...tidied({ ...game.doc, ...fields }, geometry) } : fields;
  const statistics = makeStatistics(app);

  /** Said when it is solved; the first time it counts. */
  function toldAtEnd() {
    const sort = sortOf(game.doc);
    const {
      hints,
      checks,
      view: { seconds },
    } = game;
    if (!game.isSolved) solvedGames.add({ sort, seconds, hints, checks, when: Date.now() });
    game.isSolved = true;
    app.save();
    statistics.draw();
    const alike = solvedGames.all().filter((one) => one.sort === sort);
    const { best, mean } = times(alike.length ? alike : [{ sort, seconds, hints, checks, when: 0 }]);
    return [
      h("p", {}, hints || checks ? t`With ${plural(hints, "hint")} and ${plural(checks, "check")}.` : t`Without help.`),
      h(
        "p",
        { class: "faint" },
        t`${plural(alike.length, "puzzle")} of this sort (${sort}) solved here; best ${time(best)}, mean ${time(mean)}.`,
      ),
    ];
  }

  drawing.setBoard(geometry);
  fill(document.getElementById("board"), drawing.svg);
  addPen(app);
  const settings = makeSettings(app);
  const { clock, pause } = makeClock(app);
  const judged = h("p", { class: "faint", id: "judged" });
  const about = h(
    "div",
    { class: "card" },
    h("h3", {}, t`Rules`),
    h("p", { class: "words" }, words),
    game.doc.author && h("p", { class: "faint" }, t`by ${game.doc.author}`),
    published.length > 0 && judged,
  );
  app.showTab = tabs(
    document.getElementById("tabs"),
    document.getElementById("panels"),
    [
      ["play", t`Play`, h("section", { class: "panel" }, about, makeDeeds(app), makeReplay(app))],
      ["logic", t`Logic`, makeLogic(app, false)],
      [
        "record",
        t`Settings`,
        h("section", { class: "panel" }, settings, statistics.card, published.length ? listLink() : courseLink()),
      ],
    ],
    () => statistics.draw(),
  );
  makePad(app);
  listenToKeys(app);
  listenToPointer(drawing, game, {
    picking: NOTHING_HELD,
    done: (x, y) => app.chain.click(x, y) || app.pen.draw(),
    beside: () => {},
  });

  const kept = games.read(game.doc);
  if (kept) game.resume(kept);
  const title = game.doc.title || "Sudoku";
  fill(document.getElementById("title"), title);
  document.title = [title, game.doc.author || "satdoku"].join(" · ");
  put(document.getElementById("clock"), clock, pause);
  const small = (name, label, act, id) =>
    button(name, "", act, { class: "plain round", "aria-label": label, title: label, id });
  put(
    document.getElementById("deeds"),
    small("words", t`Rules`, () => tellRules(), "rules"),
    small("check", t`Check`, () => void check(app), "check-now"),
    small("bulb", t`Hint`, () => app.hint(), "hint-now"),
    small("theme", t`Light or dark`, () => announce(otherTheme() === "dark" ? t`dark theme` : t`light theme`), "theme"),
    small("help", t`Keys`, () => app.help(), "help"),
  );

  const view = () => {
    clock.hidden = !game.view.showClock;
    draw();
  };
  game.on("view", view);
  game.on("doc", draw);
  let timer = 0;
  game.on("doc", () => {
    clearTimeout(timer);
    timer = setTimeout(app.save, 120);
  });
  addEventListener("pagehide", app.save);
  document.addEventListener("visibilitychange", () => document.hidden && app.save());
  app.answers.on(draw);
  app.answers.wanted = {};
  if (/"fog/.test(game.doc.kept)) void app.answers.edited(); // right digits lift it
  view();
  tellRules(true);
  if (published.length) void judge();

  /** Say what is known of the puzzle, and what this browser finds out itself. */
  async function judge() {
    const record = puzzleRecord(game.doc, geometry.board.symbols);
    const known = toldOfPuzzle(record);
    const found = (sentence) => fill(judged, [...known, sentence].join(" "));
    fill(judged, known.join(" "));
    try {
      const { outcome } = await wire.ask("solve", record, { options: { limit: 2 } });
      found(
        outcome === "unique"
          ? t`There is exactly one solution, as this browser found.`
          : t`This browser finds another answer than one solution.`,
      );
    } catch {
      // The program found exactly one solution; a browser cannot search every board.
    }
  }

  /** The rules in words; at the start the board waits behind them. */
  function tellRules(first = false) {
    const openCells = game.doc.givens.filter((given) => !given).length;
    const filled = game.doc.digits.filter(Boolean).length;
    const box = dialog(
      title,
      [
        game.doc.author && h("p", { class: "faint" }, t`by ${game.doc.author}`),
        h("p", { class: "words" }, words),
        first &&
          kept?.moves.length > 0 &&
          h("p", {}, t`You have filled ${filled} of ${openCells} cells in ${time(game.view.seconds)}.`),
        h(
          "div",
          { class: "row end" },
          button("play", first && !kept?.moves.length ? t`Start` : t`Go on`, () => box.close(), {
            class: "main",
            id: "start",
            autofocus: true,
          }),
        ),
      ],
      {
        onclose: () => {
          game.look({ paused: false });
          drawing.svg.focus({ preventScroll: true });
        },
      },
    );
    if (first) game.look({ paused: true });
  }
}
