// The puzzles of a published page (`satdoku publish`), which are in the page with all that only the program knows of them: how they
// are drawn, the solution, the rating, what is redundant, and the path, of which hints are made.

import { h, ratingText } from "./dom.js";
import { language } from "./language.js";
import { named, recordIn, t } from "./words.js";

/**
 * words: the texts of record and answers in other languages, by language and English text.
 * @typedef {{record: any, title: string, solution: number[], answers: Record<string, any>, words: Record<string, Record<string, string>>}} Published
 */

/** @type {Published[]} */
export const published = /** @type {any} */ (
  globalThis.HELD?.published ?? JSON.parse(document.getElementById("published")?.textContent ?? "[]")
).map(inLanguage);

/** A puzzle with its texts in the reader's language. @param {Published} puzzle */
function inLanguage(puzzle) {
  const words = puzzle.words[language];
  return words
    ? { ...puzzle, record: recordIn(puzzle.record, words), answers: recordIn(puzzle.answers, words) }
    : puzzle;
}

/** The puzzle that the address names ("#2"), else the only one. */
export const chosenPuzzle = () =>
  published.length === 1 ? published[0] : published[Number(location.hash.slice(1)) - 1];

/** The puzzles to choose from. */
export function openList() {
  document.title = t`Puzzles`;
  document.body.replaceChildren(
    h(
      "main",
      { class: "published-list" },
      h("h1", {}, t`Puzzles`),
      h(
        "ol",
        {},
        published.map(({ record, title, answers }, k) =>
          h(
            "li",
            {},
            h("a", { href: `#${k + 1}` }, title || t`Puzzle ${k + 1}`),
            h("span", { class: "faint" }, ratingOf(answers), record.metadata.author && ` · ${record.metadata.author}`),
          ),
        ),
      ),
    ),
  );
}

/** The way from a puzzle to the others. */
export const listLink = () => published.length > 1 && h("a", { class: "button", href: "#" }, t`All puzzles`);

/** @param {Record<string, any>} answers */
const ratingOf = ({ rate }) => (rate?.label ? ` ${named(rate.label)} (${ratingText(rate)})` : "");

/** The same puzzle here, if there is one. @returns {Published | undefined} */
function same({ puzzle, layout, constraints = [] }) {
  const key = (texts) => [...texts].sort().join();
  return published.find(
    ({ record }) =>
      record.puzzle === puzzle &&
      record.layout === layout &&
      key(record.constraints.map(({ text }) => text)) === key(constraints),
  );
}

/** The answer to a question that the page has, if any. @param {{ask: string, puzzle: any, options?: any}} message */
export function knownAnswer({ ask, puzzle, options = {} }) {
  const found = published.length && puzzle?.layout ? same(puzzle) : undefined;
  if (!found) return undefined;
  const { record, solution, answers } = found;
  const { entries } = options;
  if (ask === "check-entries") {
    const wrong = wrongOf(found, entries);
    return {
      wrong,
      mistakes: [],
      problem: "",
      solved: !wrong.length && solution.every((_, cell) => record.cells[cell] || entries[cell]),
    };
  }
  if (ask === "hint" && answers.explain) return hintAt(found, entries ?? record.cells.map(() => 0), options.marks);
  return entries ? undefined : answers[ask];
}

const wrongOf = ({ record, solution }, entries) =>
  [...solution.keys()].filter((cell) => !record.cells[cell] && entries[cell] && entries[cell] !== solution[cell]);

/**
 * A hint at a position: the first step of the path whose digits are not all there, or an elimination before it that the marks do
 * not show yet.
 * @param {Published} found @param {number[]} entries @param {number[][]} [marks]
 */
function hintAt(found, entries, marks = []) {
  const {
    record: { places, cells },
    answers: {
      explain: { steps },
    },
  } = found;
  const wrong = wrongOf(found, entries);
  const name = (cell) => `r${places[cell][0] + 1}c${places[cell][1] + 1}`;
  const names = wrong.map(name).join(", ");
  if (wrong.length)
    return {
      mistakes: wrong.map((cell) => ({ cell: name(cell) })),
      step: null,
      problem: "",
      texts: alike(t`there is a mistake`, t`mistake: ${names}`),
    };
  const digitAt = (cell) => cells[cell] || entries[cell];
  const isDone = ({ marks: { asserted } }) => asserted.every(([cell]) => digitAt(cell));
  const next = steps.findIndex((step) => step.marks.asserted.length && !isDone(step));
  const end = next < 0 ? steps.length : next;
  const start = steps.slice(0, end).findLastIndex((step) => step.marks.asserted.length) + 1;
  const isSeen = ({ marks: { denied } }) =>
    denied.every(([cell, digit]) => digitAt(cell) || (marks[cell]?.length && !marks[cell].includes(digit)));
  const open = [...steps.slice(start, end).filter((step) => !isSeen(step)), ...steps.slice(end, end + 1)][0];
  const isFull = cells.every((_, cell) => digitAt(cell));
  if (!open)
    return {
      mistakes: [],
      step: null,
      problem: "",
      texts: alike(isFull ? t`nothing is left to do` : t`no further step is known here`),
    };
  const board = { ...open.board, digits: open.board.digits.map((digit, cell) => digit || entries[cell]) };
  return { mistakes: [], step: open, problem: "", marks: open.marks, texts: open.texts[language], board };
}

const alike = (vague, where = vague) => ({ vague, where, what: where, why: where });

/** What the program found out about a puzzle, in sentences. @param {any} puzzle  as it is sent */
export function toldOfPuzzle(puzzle) {
  const found = same(puzzle);
  if (!found) return [];
  const {
    record: { clues, constraints },
    answers: { rate, redundant },
  } = found;
  return [
    rate?.label && t`Difficulty: ${named(rate.label)} (${ratingText(rate)}).`,
    redundant &&
      (redundant.minimal
        ? t`No given and no rule can be removed.`
        : t`Each alone could be left out: ${redundant.redundant.length + redundant.rule_names.length} of ${clues + constraints.length} givens and rules.`),
  ].filter(Boolean);
}
