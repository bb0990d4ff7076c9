// The answer panel: unique, several or none; why; redundant givens, additions; difficulty.

import { conflict, folded, numbers } from "./conflicts.js";
import { announce, button, toggle } from "./dialogs.js";
import { afterwards, fill, h, plural, put, ratingText, refill } from "./dom.js";
import { settings } from "./settings.js";
import { NAMES } from "./symmetry.js";
import { waiting } from "./waiting.js";
import { grouped, named, t } from "./words.js";

/** @typedef {import("./main.js").App} App */

const WORDS = {
  unique: [t`Unique`, t`exactly one solution`],
  several: [t`Several solutions`, ""],
  none: [t`No solution`, ""],
};

/** The verdict on one line. */
export function verdictLine(answers) {
  const { live, counted, errors } = answers;
  if (errors.live) return { state: "wait", title: t`No answer`, words: errors.live };
  if (answers.stopped.has("live"))
    return { state: "wait", title: t`Stopped`, words: t`no information about the puzzle as it is now` };
  const far = answers.stale ? answers.wire.asked("live")?.latest : null;
  if (far)
    return {
      state: "several",
      title: WORDS.several[0],
      words: t`${far.text}; ${Math.floor((100 * far.done) / far.total)} % of the candidates are known`,
    };
  if (!live) return { state: "wait", title: "…", words: "" };
  const [title, usual] = WORDS[live.outcome] ?? [live.outcome, ""];
  let words = usual;
  if (live.outcome === "several") {
    const known = counted ?? { count: live.solutions, exact: live.exact };
    const about = known.estimate && grouped(Number(known.estimate.toPrecision(2)));
    words = known.exact
      ? plural(known.count, "solution")
      : about
        ? t`${grouped(known.count)} or more so far, about ${about} in all`
        : t`${grouped(known.count)} or more so far`;
  }
  if (live.outcome === "none") words = live.conflict?.sums || (live.conflict?.text ?? "");
  return { state: live.outcome, title, words };
}

/** @param {App} app */
export function makeVerdict(app) {
  const panel = h("section", { class: "panel" });
  const strip = document.getElementById("verdict");
  const { answers } = app;
  const { view } = app.desk;
  view.showCandidates = settings.get("candidates", true);
  view.showCounts = settings.get("counts", false);
  view.symmetry = settings.get("symmetry", "none");
  view.showSpare = settings.get("spare", true);

  const draw = () => {
    const line = verdictLine(answers);
    const waits = answers.stale && answers.busy("live");
    if (strip) {
      strip.dataset.state = waits ? `${line.state} waiting` : line.state;
      fill(strip, h("strong", {}, line.title), h("span", { title: line.words }, line.words));
    }
    if (!waits && line.title !== "…") announce(`${line.title}. ${line.words}`);
    refill(panel, [
      h(
        "div",
        { class: "card verdict", "data-state": line.state },
        h("h2", {}, line.title),
        line.state !== "none" && !waits && h("p", {}, line.words),
        answers.errors.live &&
          app.drawing.geometry &&
          button("", t`Try again`, () => answers.edited(), { class: "small" }),
        answers.stopped.has("live") && button("", t`Go on`, () => answers.again("live"), { class: "small" }),
        waits && waiting(app.wire, "live", t`Which candidates are true`, () => answers.stop("live")),
        counting(app),
      ),
      conflict(app),
      repairs(app),
      hardness(app),
      spare(app),
      numbers(app),
      additions(app),
      making(app),
      shown(app),
    ]);
  };
  answers.on(afterwards(draw));
  draw();
  return panel;
}

function shown(app) {
  const { view } = app.desk;
  const set = (name, key) => (on) => {
    settings.set(key, on);
    app.desk.look({ [name]: on });
  };
  return h(
    "div",
    { class: "card toggles", role: "group", "aria-label": t`On the board` },
    h("h3", {}, t`On the board`),
    toggle(t`true candidates`, view.showCandidates, set("showCandidates", "candidates"), { id: "show-candidates" }),
    toggle(t`number of solutions with each`, view.showCounts, set("showCounts", "counts")),
    toggle(t`redundant givens underlined`, view.showSpare, set("showSpare", "spare")),
    h(
      "label",
      { class: "field", title: t`A given asks for givens in the cells that are its images; N goes to the next one` },
      t`Symmetry of the givens`,
      h(
        "select",
        { id: "symmetry", onchange: (event) => set("symmetry", "symmetry")(event.target.value) },
        Object.entries(NAMES).map(([name, words]) =>
          h("option", { value: name, selected: name === view.symmetry }, words),
        ),
      ),
    ),
  );
}

function counting(app) {
  const { answers } = app;
  const { live, counted } = answers;
  if (live?.outcome !== "several" || live.exact || answers.stale) return null;
  if (counted?.running) return waiting(app.wire, "count", t`Counting`, () => answers.stop("count"));
  if (counted?.exact || counted?.estimate) return null;
  return button("", t`Count them all`, () => answers.count(), { class: "small" });
}

/** Single changes that repair the puzzle: the first few, each applied by a click. */
function repairs(app) {
  const found = app.answers.repairs;
  const { doc } = app.desk;
  const act = ({ rule, cell, change_to: to }) => {
    if (rule === undefined) return app.desk.change({ givens: doc.givens.map((d, i) => (i === cell ? (to ?? 0) : d)) });
    return to === null
      ? app.removeRule(rule)
      : app.changeRules((rules) => rules.map((text, k) => (k === rule ? withNumber(text, to) : text)));
  };
  const cells = ({ rule, cell }) =>
    rule === undefined ? [cell] : (app.drawing.geometry?.board.constraints[rule]?.cells ?? []);
  return slow(
    app,
    "repairs",
    t`Repairs`,
    found && [
      found.slips.length ? h("p", {}, t`Typed wrong? Perhaps`) : null,
      found.slips.length
        ? h(
            "ul",
            { class: "chips", id: "slips" },
            found.slips.map(({ said, cells: givens }) =>
              h(
                "li",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    class: "chip",
                    title: t`The puzzle then has one solution`,
                    onclick: () => app.desk.change({ givens }),
                  },
                  said,
                ),
              ),
            ),
          )
        : null,
      found.slips.length && found.repairs.length ? h("p", {}, t`Single changes that help:`) : null,
      found.repairs.length || found.slips.length
        ? null
        : h("p", {}, t`No change of one given or rule is enough. “Make it proper” changes several.`),
      h(
        "ul",
        { class: "chips" },
        found.repairs.slice(0, MOST_REPAIRS).map((one) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: "chip",
                title: t`The puzzle then has ${one.solutions}`,
                ...app.pointing(cells(one)),
                onclick: () => act(one),
              },
              one.text,
            ),
          ),
        ),
      ),
      found.repairs.length > MOST_REPAIRS
        ? h("p", { class: "faint" }, t`and ${found.repairs.length - MOST_REPAIRS} more`)
        : null,
    ],
  );
}

const MOST_REPAIRS = 12;
/** "killer:10:r1c1,r1c2" with another number. */
const withNumber = (text, number) => text.replace(/^([^:]+:)-?\d+/, `$1${number}`);

const WAITING = {
  repairs: t`Trying single changes`,
  rate: t`Solving step by step`,
  redundant: t`Trying each removal`,
  additions: t`Looking for clues that make it unique`,
};

/** A slower answer: its content, or its status: pending, stopped or failed. */
function slow(app, topic, title, content, offer = "") {
  const { answers } = app;
  const body = h("div", { class: "card" }, h("h3", {}, title));
  if (answers.busy(topic)) {
    put(
      body,
      waiting(app.wire, topic, WAITING[topic], () => answers.stop(topic)),
    );
  } else if (answers.errors[topic]) {
    put(
      body,
      h("p", { class: "faint" }, answers.errors[topic]),
      button("", t`Try again`, () => answers.again(topic), { class: "small" }),
    );
  } else if (answers.stopped.has(topic)) {
    put(
      body,
      h("p", { class: "faint" }, t`Stopped.`),
      button("", t`Go on`, () => answers.again(topic), { class: "small" }),
    );
  } else if (content) put(body, content);
  else if (offer)
    put(
      body,
      button("", offer, () => answers.again(topic), { class: "small" }),
    );
  else return null;
  return body;
}

function hardness(app) {
  const { rate } = app.answers;
  return slow(
    app,
    "rate",
    t`How hard`,
    rate && [
      h(
        "div",
        { class: "figures" },
        h("strong", { class: "figure" }, rate.rating === null || rate.rating === undefined ? "–" : ratingText(rate)),
        h("div", {}, h("div", {}, named(rate.label ?? "")), h("div", { class: "faint" }, hardestName(rate))),
      ),
      button("eye", t`The whole path`, () => app.showPath(), { class: "small" }),
    ],
  );
}

function hardestName(rate) {
  if (rate.outcome && rate.outcome !== "solved") return t`logic alone: ${named(rate.outcome)}`;
  return rate.hardest_step ? t`hardest step: ${named(rate.hardest_step)}` : "";
}

function spare(app) {
  const { redundant, redundancy } = app.answers;
  const geometry = app.drawing.geometry;
  const digit = (cell) => geometry?.symbol(app.desk.doc.givens[cell]);
  const rules = redundancy?.rule_names ?? [];
  const count = app.desk.doc.givens.filter(Boolean).length;
  const minimal = redundant && !redundant.length && !rules.length;
  const chip = (words, away) =>
    h("li", {}, h("button", { type: "button", class: "chip", title: t`Remove it`, onclick: away }, `${words} ×`));
  const all = redundant && redundant.length + rules.length;
  return slow(
    app,
    "redundant",
    minimal ? t`Minimal` : t`Redundant`,
    redundant &&
      (minimal
        ? h("p", {}, app.desk.doc.rules.length ? t`No given or rule can be removed.` : t`No given can be removed.`)
        : folded(t`${all} redundant`, [
            redundant.length
              ? h(
                  "p",
                  {},
                  redundant.length === 1
                    ? t`1 of ${plural(count, "given")} is redundant.`
                    : t`${redundant.length} of ${plural(count, "given")} are each redundant alone.`,
                )
              : null,
            h(
              "ul",
              { class: "chips" },
              redundant.map((cell) =>
                chip(`${geometry?.name(cell)}=${digit(cell)}`, () =>
                  app.desk.change({ givens: app.desk.doc.givens.map((d, i) => (i === cell ? 0 : d)) }),
                ),
              ),
            ),
            rules.length
              ? h(
                  "p",
                  {},
                  rules.length === 1
                    ? t`1 of ${plural(app.desk.doc.rules.length, "rule")} is redundant.`
                    : t`${rules.length} of ${plural(app.desk.doc.rules.length, "rule")} are each redundant alone.`,
                )
              : null,
            h(
              "ul",
              { class: "chips" },
              rules.map((name, k) => chip(name, () => app.removeRule(redundancy.redundant_rules[k]))),
            ),
          ])),
  );
}

function additions(app) {
  const found = app.answers.additions;
  const names = found?.givens ?? [];
  const clues = found?.clues ?? [];
  const { doc } = app.desk;
  const take = (one) =>
    app.changeRules((rules) => {
      const changed = [...rules];
      one.clues.forEach((text, i) =>
        one.replaced[i] === null ? changed.push(text) : (changed[one.replaced[i]] = text),
      );
      return changed;
    });
  const offersGivens = doc.givens.some(Boolean) || !clues.length;
  return slow(
    app,
    "additions",
    t`To make it unique`,
    found && [
      clues.length ? h("p", {}, t`Each of these alone:`) : null,
      h(
        "ul",
        { class: "chips", id: "clues" },
        clues.map((one) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: "chip",
                title: t`The puzzle then has one solution`,
                onclick: () => take(one),
              },
              one.text,
            ),
          ),
        ),
      ),
      offersGivens
        ? h(
            "p",
            {},
            names.length > 1
              ? clues.length
                ? t`Or add these ${names.length} givens:`
                : t`Add these ${names.length} givens:`
              : names.length
                ? clues.length
                  ? t`Or add this given:`
                  : t`Add this given:`
                : t`Found nothing to add.`,
          )
        : null,
      offersGivens ? h("p", { class: "mono" }, names.join("  ")) : null,
      offersGivens && names.length
        ? button("plus", names.length === 1 ? t`Add it` : t`Add them`, () => app.addGivens(names), { class: "small" })
        : null,
    ],
    app.answers.live?.outcome === "several" && !app.answers.stale ? t`Look for what makes it unique` : "",
  );
}

/** Actions of one click each, undone by one click. */
function making(app) {
  const outcome = app.answers.live?.outcome;
  /** @type {[string, string, string, boolean][]} */
  const deeds = [
    ["proper", t`Make it proper`, t`Make the smallest change that makes it unique`, outcome && outcome !== "unique"],
    ["minimal", t`Make it minimal`, t`Remove every redundant given`, outcome === "unique"],
    ["harder", t`Harder`, t`A clue less, or other givens of the same grid`, outcome === "unique"],
    ["easier", t`Easier`, t`A clue more`, outcome === "unique"],
  ];
  const busy = app.making;
  return h(
    "div",
    { class: "card" },
    h("h3", {}, t`Make`),
    busy
      ? waiting(app.wire, "make", busy, app.stopMaking)
      : [
          h(
            "div",
            { class: "grid2" },
            deeds.map(([operation, words, title, can]) =>
              h("button", { type: "button", title, disabled: !can, onclick: () => app.make(operation, words) }, words),
            ),
            h(
              "button",
              { type: "button", disabled: !outcome || outcome === "none", onclick: () => app.showSolution() },
              t`Solution`,
            ),
            h(
              "button",
              {
                type: "button",
                title: t`A proof that it is proper`,
                disabled: outcome !== "unique",
                onclick: () => app.certificate(),
              },
              t`Certificate`,
            ),
          ),
          h(
            "label",
            { class: "field" },
            t`Harder and easier go to`,
            h(
              "select",
              {
                id: "make-level",
                onchange: (event) => {
                  app.makeLevel = event.target.value;
                },
              },
              h("option", { value: "" }, t`the next level`),
              app.levels.map((level) => h("option", { value: level, selected: level === app.makeLevel }, named(level))),
            ),
          ),
        ],
  );
}
