// The setter's desk: its parts put together. They all share one object, through which they communicate.

import { Answers } from "./answers.js";
import { listenToPointer } from "./choosing.js";
import { boards, wire } from "./connection.js";
import { announce, tabs, toast } from "./dialogs.js";
import { Drawing } from "./drawing.js";
import { fromOutside, pointedWays, waysFrom } from "./kinds.js";
import { forgetAddress, listenToFiles, textOfAddress } from "./files.js";
import { makeGlowing } from "./glowing.js";
import { makeHead } from "./head.js";
import { listenToKeys } from "./keys.js";
import { makeLogic } from "./logic.js";
import { addEdits } from "./edits.js";
import { addMaking } from "./making.js";
import { addOpening, askedOf } from "./opening.js";
import { makePicking } from "./picking.js";
import { erase, restart } from "./entering.js";
import { addPen } from "./pen.js";
import { ENTRIES, makePad, makePlay } from "./playing.js";
import { makeRules } from "./rules.js";
import { Saving } from "./saving.js";
import { unpacked } from "./short_records.js";
import { drawer, firstShowing } from "./showing.js";
import { Desk, emptyDoc } from "./state.js";
import { wanted } from "./symmetry.js";
import { makeVerdict } from "./verdict.js";
import { Cancelled } from "./wire.js";
import { named, t } from "./words.js";

/** @typedef {typeof app} App */

/** Tabs that change the puzzle, which playing does not. */
const EDITORS = ["answers", "rules"];

const desk = new Desk();
const drawing = new Drawing();
const saving = new Saving();
const glowing = makeGlowing(drawing);

const app = {
  desk,
  drawing,
  wire,
  boards,
  saving,
  answers: new Answers(wire, desk, () => drawing.geometry),
  /** @type {import("./kinds.js").Kind[]} */
  kinds: [],
  /** @type {string[]} */
  levels: [],
  /** The level that “Harder” and “Easier” go to, "" for the next one. */
  makeLevel: "",
  kindNamed: (name) => app.kinds.find((kind) => kind.name === name),
  /** @type {import("./showing.js").Scene | null} */
  scene: null,
  /** While regions are drawn: gives the chosen cells to one. @type {((number?: number) => void) | null} */
  painting: null,
  heardBoard: /** @type {(() => void)[]} */ ([]),
  heardKinds: /** @type {(() => void)[]} */ ([]),
  onBoard: (call) => app.heardBoard.push(call),
  onKinds: (call) => app.heardKinds.push(call),
  undo: () => app.afterEdits(() => desk.undo() || announce(t`nothing to undo`)),
  redo: () => app.afterEdits(() => desk.redo() || announce(t`nothing to redo`)),
  setScene(scene) {
    app.scene = scene;
    draw();
  },
  glow: glowing.glow,
  glows: glowing.glows,
  point: glowing.point,
  pointing: glowing.pointing,
  /** Counts a hint or a check; what else is said at the end: of a game (player.js). */
  noted: (what) => {},
  toldAtEnd: () => /** @type {any} */ (null),
  restart: () => restart(desk),
  /** Entries of another time, shown in place of the document's. */
  shown: null,
  /** Clear the chosen cells, or the number of the rule that is held. */
  erase: () => app.picking.key({ key: "Backspace" }) || app.chain.drop() || erase(desk),
  disarm: () => desk.look({ armed: "" }),
  setEntry: (entry) => {
    desk.look({ entry, mode: "play" });
    announce(ENTRIES.find(([name]) => name === entry)[1]);
  },
  otherMode: () => app.setMode(desk.view.mode === "play" ? "set" : "play"),
  setMode(mode) {
    app.leave();
    app.glow([]);
    desk.look({ mode, armed: "" });
    for (const id of EDITORS) document.getElementById(`tab-${id}`).hidden = mode === "play";
    app.showTab(mode === "play" ? "play" : "answers");
    announce(mode === "play" ? t`playing` : t`setting`);
  },
  /** Go to the next cell in which the symmetry asks for a given. */
  nextWanted() {
    const cells = [...wanted(desk.doc, drawing.geometry, desk.view.symmetry)].sort((one, other) => one - other);
    const from = desk.view.selection.at(-1) ?? -1;
    if (cells.length) desk.look({ selection: [cells.find((cell) => cell > from) ?? cells[0]] });
    else announce(t`no given is wanted`);
  },
  toggleCandidates: () => document.getElementById("show-candidates")?.click(),
  findRule() {
    if (desk.view.mode === "play") return;
    app.showTab("rules");
    /** @type {HTMLElement | null} */ (document.querySelector("#panel-rules input[type=search]"))?.focus();
  },
  save,
  showTab: (id) => {},
  // Set by the parts below:
  drawn: (kind, cells, ways = null) => {},
  hint: () => {},
  showPath: () => {},
  stepBy: (by) => false,
  editRule: (k) => {},
  /** The rule that is held on the board. @type {any} */
  picking: null,
  pen: /** @type {any} */ (null),
  chain: /** @type {any} */ (null),
  /** Ends what the board is lent to: regions, solutions. */
  leave: () => {},
  open: () => {},
  share: () => {},
  help: () => {},
  making: "",
  /** Whether the first board is that of a link, still on its way. */
  isReading: false,
  /** Settled when the first board is on the page. */
  shownFirst: /** @type {Promise<unknown>} */ (Promise.resolve()),
};

// -- Drawing -------------------------------------------------------------------------------------

const draw = drawer(app);
const first = firstShowing(drawing);
app.shownFirst = first.isDone;

/** Show the board of the document: at once if cached, else when the server has sent it. */
async function setBoard() {
  const { doc } = desk;
  try {
    const geometry = boards.of(doc) ?? (await boards.find(doc));
    if (doc.board !== desk.doc.board || doc.rules !== desk.doc.rules) return;
    if (geometry !== drawing.geometry) {
      app.answers.ahead(geometry);
      drawing.setBoard(geometry);
      for (const call of app.heardBoard) call();
    }
    const judged = app.answers.edited();
    await first.show(judged);
    draw();
  } catch (error) {
    if (!(error instanceof Cancelled)) toast(error.message, { bad: true });
  }
}

// -- Saving --------------------------------------------------------------------------------------

let saveTimer = 0;
function save() {
  clearTimeout(saveTimer);
  saveTimer = 0;
  if (!drawing.geometry || drawing.geometry.count !== desk.doc.givens.length) return;
  const { mode, seconds } = desk.view;
  const problem = saving.save({
    doc: desk.doc,
    board: drawing.geometry.board,
    ...desk.history(),
    view: { mode, seconds },
  });
  if (problem) toast(problem, { bad: true });
}

function saveSoon() {
  if (!saveTimer) saveTimer = setTimeout(save, 120);
}

// -- Start ---------------------------------------------------------------------------------------

function begin(kept) {
  if (kept) {
    boards.keep(kept.doc, kept.board);
    desk.view.mode = kept.view?.mode ?? "set";
    desk.view.seconds = kept.view?.seconds ?? 0;
    desk.load({ ...emptyDoc(), ...kept.doc }, kept.past, kept.future);
  } else {
    desk.load(emptyDoc());
  }
  desk.look({ armed: "", wrong: new Set(), solved: false });
  app.setMode(desk.view.mode);
}

/** Open the desk in the page. */
export async function openDesk() {
  const address = textOfAddress("puzzle");
  const sent = address && (await unpacked(address));
  // asked for first: the answer is on its way while the desk is built
  const asked = sent ? askedOf(boards, sent) : null;
  asked?.catch(() => {}); // told where it is waited for
  app.begin = begin;
  app.setBoard = setBoard;
  addEdits(app);
  addOpening(app);
  addMaking(app);
  addPen(app);
  listenToFiles(app);
  app.showTab = tabs(document.getElementById("tabs"), document.getElementById("panels"), [
    ["answers", t`Answers`, makeVerdict(app)],
    ["rules", t`Rules`, makeRules(app)],
    ["logic", t`Logic`, makeLogic(app)],
    ["play", t`Play`, makePlay(app)],
  ]);
  makePicking(app);
  makeHead(app);
  makePad(app);
  listenToKeys(app);
  listenToPointer(drawing, desk, {
    picking: app.picking,
    done: (x, y) => {
      if (app.painting) app.painting();
      else if (!app.chain.click(x, y) && !app.pen.draw() && desk.view.armed) {
        const kind = app.kindNamed(desk.view.armed);
        if (kind) app.drawn(kind, desk.view.selection);
      }
    },
    isLine: () => app.kindNamed(desk.view.armed)?.draws.style === "along",
    beside: (cells, x, y) => {
      const kind = app.kindNamed(desk.view.armed);
      const ways = kind && fromOutside(kind) ? waysFrom(kind, drawing.geometry, cells) : [];
      const seen = pointedWays(ways, drawing.geometry, x, y);
      if (seen.length) app.drawn(kind, seen[0].cells, seen);
    },
  });

  desk.on("puzzle", () => {
    app.leave();
    app.scene = null;
    app.glow([]);
    if (!app.isReading) void setBoard();
  });
  desk.on("doc", () => {
    saveSoon();
    draw();
  });
  desk.on("view", draw);
  app.answers.on(draw);
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", () => document.hidden && save());

  /** A puzzle in the page's URL starts a new document. */
  const beginSent = async (text, read = askedOf(boards, text)) => {
    forgetAddress();
    saving.turnToCopy();
    await app.readSent(text, read);
  };
  addEventListener("hashchange", async () => {
    const other = textOfAddress("puzzle");
    if (!other) return;
    save();
    await beginSent(await unpacked(other));
  });
  // The kinds of rules are needed by who edits, so they come after the board and its first verdict.
  if (sent) await beginSent(sent, asked);
  else begin(await saving.first());
  try {
    const { kinds, levels } = await wire.ask("kinds", {}, { topic: "kinds" });
    app.kinds = kinds.map((kind) => ({ ...kind, sentence: named(kind.sentence) }));
    app.levels = levels;
    for (const call of app.heardKinds) call();
  } catch (error) {
    toast(error.message, { bad: true });
  }
}
