// The course: techniques by their difficulty, each with positions in which it is to be found. A position is a game
// (game.js) whose candidates are centre marks; what the player places and removes is compared with the steps that the
// server found there. What was learnt is kept on the device.

import { Answers } from "./answers.js";
import { makeChain } from "./chains.js";
import { listenToPointer } from "./choosing.js";
import { clickable } from "./clues.js";
import { boards, tellWhenLost, wire } from "./connection.js";
import { announce, button, confirmed, dialog, tabs, toast } from "./dialogs.js";
import { fill, h, icon, plural, refill } from "./dom.js";
import { Drawing } from "./drawing.js";
import { erase } from "./entering.js";
import { Game } from "./game.js";
import { makeGlowing } from "./glowing.js";
import { listenToKeys, tableOfKeys } from "./keys.js";
import { lessonButton } from "./naming.js";
import { addPen } from "./pen.js";
import { frame, NOTHING_HELD } from "./player.js";
import { makePad, time } from "./playing.js";
import { sceneOf } from "./scenes.js";
import { settings } from "./settings.js";
import { drawer } from "./showing.js";
import { otherTheme } from "./theme.js";
import { named, t } from "./words.js";

/** @typedef {{seconds: number, helped: boolean}} Found  how a position was solved first */
/** @typedef {{name: string, rating: number, level: string, positions: string[]}} Technique */

/** What was found on this device: "technique, sort" → how. */
const kept = {
  /** @returns {Record<string, Found>} */
  all: () => settings.get("course", {}),
  add: (key, found) => kept.all()[key] ?? settings.set("course", { ...kept.all(), [key]: found }),
  clear: () => settings.set("course", {}),
};
const keyOf = (name, sort) => `${name}, ${sort}`;

/** What a player placed and removed since a position began: [cell, digit]. */
export function changes(blank, doc) {
  const placed = doc.digits.flatMap((digit, cell) => (digit && digit !== blank.digits[cell] ? [[cell, digit]] : []));
  const removed = Object.entries(blank.centre).flatMap(([cell, marks]) =>
    doc.digits[cell] ? [] : marks.filter((d) => !doc.centre[cell]?.includes(d)).map((d) => [+cell, d]),
  );
  return { placed, removed };
}

/** The first step that concludes all of it; undefined if none does. */
export function stepOf(steps, { placed, removed }) {
  const within = (some, of) => some.every((one) => of.some((other) => String(other) === String(one)));
  return steps.find(({ marks }) => within(placed, marks.asserted) && within(removed, marks.denied));
}

/** Whether a position asks for a digit, not for candidates to be removed. */
const places = ({ steps: [{ marks }] }) => marks.asserted.length > 0;

/** Open the course. */
export async function openCourse() {
  document.body.replaceChildren(...frame());
  tellWhenLost(() => {});
  try {
    const { techniques } = await wire.ask("course", {}, { topic: "course" });
    await begin(techniques);
  } catch (error) {
    fill(document.getElementById("board"), h("p", { class: "card bad", role: "alert" }, error.message));
  }
}

/** @param {Technique[]} techniques */
async function begin(techniques) {
  const drawing = new Drawing();
  const game = new Game({ givens: [] });
  const all = techniques.flatMap(({ name, positions }) => positions.map((sort) => ({ name, sort })));
  const heardBoard = /** @type {(() => void)[]} */ ([]);
  /** The position: its technique, sort, steps. @type {any} */
  let exercise = null;
  let wrong = "";
  let told = "";
  /** @type {any} */
  let found = null;

  /** @type {any} what the parts of the page share, as in player.js */
  const app = {
    desk: game,
    drawing,
    wire,
    ...makeGlowing(drawing),
    answers: new Answers(wire, game, () => drawing.geometry),
    picking: NOTHING_HELD,
    scene: null,
    shown: null,
    stepBy: () => false,
    disarm: () => {},
    save: () => {},
    noted: () => {},
    onBoard: (call) => heardBoard.push(call),
    undo: () => game.undo() || announce(t`nothing to undo`),
    redo: () => game.redo() || announce(t`nothing to redo`),
    erase: () => app.chain.drop() || erase(game),
    setScene(scene) {
      app.scene = scene;
      draw();
    },
    setEntry: (entry) => game.look({ entry }),
    hint: () => help(1),
    nextWanted: () => void next(),
    help: () =>
      dialog(t`Keys`, [h("p", {}, t`H shows where, N goes to the next position.`), tableOfKeys()], { wide: true }),
  };
  const draw = drawer(app);
  const task = h("div", { class: "card", id: "task-card" });
  const list = h("div", { class: "card", id: "course" });
  addPen(app);
  const chain = makeChain(app);
  fill(document.getElementById("board"), drawing.svg);
  tabs(document.getElementById("tabs"), document.getElementById("panels"), [
    ["course", t`Course`, h("section", { class: "panel" }, task, list)],
    ["chain", t`Chain`, chain],
  ]);
  makePad(app);
  listenToKeys(app);
  listenToPointer(drawing, game, {
    picking: NOTHING_HELD,
    done: (x, y) => app.chain.click(x, y) || app.pen.draw(),
    beside: () => {},
  });
  document.title = `${t`Course of techniques`} · satdoku`;
  const small = (name, label, act, id) =>
    button(name, "", act, { class: "plain round", "aria-label": label, title: label, id });
  fill(
    document.getElementById("deeds"),
    small("bulb", t`Where?`, () => help(1), "hint-now"),
    small("right", t`Next position`, () => void next(), "next"),
    small("theme", t`Light or dark`, () => otherTheme(), "theme"),
    small("help", t`Keys`, () => app.help(), "help"),
  );
  setInterval(() => {
    if (exercise && !found && !document.hidden) game.view.seconds += 1;
  }, 1000);

  /** Show a position. */
  async function choose(name, sort) {
    try {
      const asked = await wire.ask("exercise", {}, { topic: "exercise", options: { technique: name, sort } });
      const { fields, geometry } = boards.take(asked.shown);
      [exercise, wrong, told, found] = [{ ...asked, helped: 0 }, "", "", null];
      app.scene = null;
      if (drawing.geometry !== geometry) drawing.setBoard(geometry);
      game.blank = {
        ...game.blank,
        ...fields,
        digits: fields.givens.map(() => 0),
        centre: Object.fromEntries(
          asked.candidates.map((marks, cell) => [cell, marks]).filter(([, marks]) => marks.length),
        ),
      };
      game.restart();
      game.look({ entry: places(asked) ? "digit" : "centre", solved: false });
      fill(document.getElementById("title"), named(name));
      for (const call of heardBoard) call();
      announce(t`Find this: ${named(name)}`);
    } catch (error) {
      wrong = error.message;
    }
    tell();
  }

  /** The first position that was not found, from the shown one on. */
  function next() {
    const known = kept.all();
    const at = all.findIndex(({ name, sort }) => name === exercise?.name && sort === exercise?.sort) + 1;
    const open = [...all.slice(at), ...all.slice(0, at)].find(({ name, sort }) => !(keyOf(name, sort) in known));
    const { name, sort } = open ?? all[at % all.length];
    return choose(name, sort);
  }

  /** 1: show where to look; 2: show the step. */
  function help(much) {
    if (!exercise) return;
    const [step] = exercise.steps;
    exercise.helped = Math.max(exercise.helped, much);
    if (much > 1) app.setScene(sceneOf(step, drawing.geometry));
    else app.glow(Object.keys(step.marks.shaded).map(Number));
    told = much > 1 ? step.text : t`Look at the cells that are marked.`;
    announce(told);
    tell();
  }

  /** Compare what was entered with the steps. */
  function judge() {
    if (!exercise || found) return;
    const entered = changes(game.blank, game.doc);
    if (!entered.placed.length && !entered.removed.length) return;
    found = stepOf(exercise.steps, entered) ?? null;
    told = found ? `${t`Right.`} ${found.text}` : t`That does not follow from this technique here: undo it.`;
    if (found) {
      if (exercise.helped < 2)
        kept.add(keyOf(exercise.name, exercise.sort), { seconds: game.view.seconds, helped: exercise.helped > 0 });
      app.setScene(sceneOf(found, drawing.geometry));
    }
    toast(told, { bad: !found });
    tell();
  }

  const again = () => choose(exercise.name, exercise.sort);
  const clear = async () => {
    if (!(await confirmed(t`Course of techniques`, t`Forget what was learnt on this device?`, t`Forget it`))) return;
    kept.clear();
    tell();
  };

  /** The task, and the list of techniques. */
  function tell() {
    const known = kept.all();
    const has = (name, sort) => keyOf(name, sort) in known;
    const learnt = techniques.filter(({ name, positions }) => positions.every((sort) => has(name, sort)));
    const times = Object.values(known);
    const rating = techniques.find(({ name }) => name === exercise?.name)?.rating;
    refill(
      task,
      exercise && [
        h(
          "div",
          { class: "row wrap" },
          h("h3", {}, named(exercise.name)),
          h("span", { class: "badge" }, rating?.toFixed(1)),
          lessonButton(app, exercise.name),
        ),
        h(
          "p",
          {},
          places(exercise)
            ? t`Place the digit that it gives (entry Digit).`
            : t`Remove candidates that it rules out (entry Centre).`,
        ),
        told && h("p", { class: "text", id: "told" }, clickable(app, told)),
        h(
          "div",
          { class: "row wrap" },
          button("bulb", t`Where?`, () => help(1), { id: "where" }),
          button("eye", t`Show it`, () => help(2), { id: "show" }),
          button("undo", t`Again`, () => void again()),
          button("right", t`Next position`, () => void next(), { class: found ? "main" : "", id: "go-on" }),
        ),
      ],
      wrong && h("p", { class: "bad", role: "alert" }, wrong),
    );
    const levels = [...new Set(techniques.map(({ level }) => level))];
    const current = techniques.find(({ name }) => name === exercise?.name)?.level;
    refill(
      list,
      h("h3", {}, t`Techniques`),
      h(
        "p",
        { id: "learnt" },
        t`${learnt.length} of ${plural(techniques.length, "technique")} learnt; ${plural(times.length, "position")} found, ${times.filter(({ helped }) => !helped).length} without help.`,
      ),
      times.length > 0 &&
        h(
          "p",
          { class: "faint" },
          t`Mean time ${time(Math.round(times.reduce((sum, { seconds }) => sum + seconds, 0) / times.length))}.`,
        ),
      levels.map((level) =>
        h(
          "details",
          { open: level === current },
          h("summary", {}, named(level)),
          h(
            "ul",
            { class: "rules" },
            techniques
              .filter((one) => one.level === level)
              .map(({ name, rating: hard, positions }) =>
                h(
                  "li",
                  {},
                  h("span", { class: "grow" }, named(name), " ", h("small", {}, hard.toFixed(1))),
                  positions.map((sort, k) =>
                    h(
                      "button",
                      {
                        type: "button",
                        class: "plain round",
                        "aria-label": has(name, sort)
                          ? t`${named(name)}, position ${k + 1}, found`
                          : t`${named(name)}, position ${k + 1}`,
                        "aria-current": name === exercise?.name && sort === exercise?.sort ? "true" : null,
                        onclick: () => void choose(name, sort),
                      },
                      has(name, sort) ? icon("check") : k + 1,
                    ),
                  ),
                ),
              ),
          ),
        ),
      ),
      times.length > 0 && button("bin", t`Forget it`, clear, { class: "small" }),
    );
  }

  game.on("view", draw);
  game.on("doc", draw);
  game.on("doc", judge);
  app.answers.wanted = {};
  await next();
}
