// What follows on a board by propagation alone, and why in a sentence: digits that only fit in one place, and candidates that rules
// exclude, each with the fewest rules that say so. No technique is known here but singles.

import { once } from "./rule_text.js";
import { kinds } from "./site_files.js";
import { capital, saidOf } from "./rule_words.js";
import { named, t, told } from "./words.js";

/**
 * @typedef {{name: string, asserted: number[][], denied: number[][], seen: number[], why: string}} Found  seen: the cells that it rests on
 * @typedef {(omitted: Set<number>) => number[] | null} Propagate  the masks that are left without some rules; null: nothing fits
 */

const isSingle = (mask) => mask > 0 && (mask & (mask - 1)) === 0;

/** A house in the reader's language. @param {string} name */
function houseName(name) {
  const [, kind, number] = /^(row|column|box) (\d+)$/.exec(name) ?? [];
  return number ? told(`${kind} {number}`, { number }) : named(name);
}

/** The candidates of each cell, as bits: what a player marked, of what the houses allow. */
export function openMasks(board, now, marks) {
  const all = 2 ** board.size - 1;
  const masks = now.map((digit) => (digit ? 1 << (digit - 1) : all));
  for (const { cells } of board.record.houses) {
    const taken = cells.reduce((bits, cell) => (now[cell] ? bits | (1 << (now[cell] - 1)) : bits), 0);
    for (const cell of cells) if (!now[cell]) masks[cell] &= ~taken;
  }
  return masks.map((mask, cell) =>
    now[cell] || !marks[cell]?.length ? mask : marks[cell].reduce((bits, digit) => bits | (1 << (digit - 1)), 0) & mask,
  );
}

/** Why a digit goes in a cell by the houses alone: it fits nowhere else in one, or nothing else fits in the cell. @returns {Found | undefined} */
function singleAt(board, now, masks, cell, digit) {
  const bit = 1 << (digit - 1);
  const { houses, symbols } = board.record;
  const mark = [...symbols][digit - 1];
  const asserted = [[cell, digit]];
  const house = houses.find(
    ({ cells }) =>
      cells.length === board.size &&
      cells.includes(cell) &&
      cells.every((other) => other === cell || !(masks[other] & bit)),
  );
  if (house)
    return {
      name: "hidden single",
      asserted,
      denied: [],
      seen: house.cells,
      why: t`In ${houseName(house.name)}, ${mark} can only go in ${board.names[cell]}.`,
    };
  if (masks[cell] !== bit) return undefined;
  const near = houses.filter(({ cells }) => cells.includes(cell));
  const others = once(near.flatMap(({ cells }) => cells.map((other) => now[other]))).filter(
    (other) => other && other !== digit,
  );
  const needed = near.reduceRight((some, one) => {
    const less = some.filter((other) => other !== one);
    const seen = new Set(less.flatMap(({ cells }) => cells.map((other) => now[other])));
    return others.every((other) => seen.has(other)) ? less : some;
  }, near);
  const where = needed.map(({ name }) => houseName(name)).join(", ");
  const isFull = others.length === board.size - 1;
  const why = isFull
    ? t`Only ${mark} fits in ${board.names[cell]}: the other digits are in ${where}.`
    : t`Only ${mark} is left in ${board.names[cell]}.`;
  return {
    name: "naked single",
    asserted,
    denied: [],
    seen: isFull ? needed.flatMap(({ cells }) => cells.filter((other) => now[other])) : [cell],
    why,
  };
}

/** The first single by the houses alone. @returns {Found | undefined} */
function firstSingle(board, now, masks) {
  for (let digit = 1; digit <= board.size; digit++)
    for (const cell of masks.keys()) {
      const found = !now[cell] && masks[cell] & (1 << (digit - 1)) && singleAt(board, now, masks, cell, digit);
      if (found) return found;
    }
  return undefined;
}

/**
 * What rules add to these candidates: a digit, or candidates that go; by one rule if that is enough, else by as few as are found.
 * @param {any} board @param {number[]} now @param {number[]} masks @param {Propagate} propagate @returns {Found | undefined}
 */
function byRules(board, now, masks, propagate) {
  const rules = [...(board.rules ?? []).keys()];
  const left = (/** @type {number[]} */ used) => propagate(new Set(rules.filter((k) => !used.includes(k)))) ?? masks;
  const placed = (after) =>
    [...masks.keys()].filter((cell) => !now[cell] && isSingle(after[cell])).map((cell) => [cell, after[cell]]);
  const gone = (after) =>
    [...masks.keys()].filter((cell) => masks[cell] & ~after[cell]).map((cell) => [cell, masks[cell] & ~after[cell]]);
  const alone = [[], ...rules.map((k) => [k])].map((used) => ({ used, after: left(used) }));
  for (const concluded of [placed, gone]) {
    const best = alone.find(({ after }) => concluded(after).length);
    if (best) return toldOfRules(board, best.used, concluded === placed, concluded(best.after));
  }
  // no rule says anything alone
  const [target] = placed(left(rules)).concat(gone(left(rules)));
  if (!target) return undefined;
  const [cell, bits] = target;
  const isPlaced = isSingle(left(rules)[cell]);
  const still = (after) => (isPlaced ? after[cell] === bits : !(after[cell] & bits));
  const used = rules.reduceRight((some, k) => {
    const less = some.filter((other) => other !== k);
    return still(left(less)) ? less : some;
  }, rules);
  return toldOfRules(board, used, isPlaced, [target]);
}

/** @param {any} board @param {number[]} used @param {boolean} isPlaced @param {number[][]} found  cells, each with digits as bits @returns {Found} */
function toldOfRules(board, used, isPlaced, found) {
  const { record, names } = board;
  const said = used.map((k) => record.constraints[k]);
  const marks = [...record.symbols];
  const own = new Set(said.flatMap(({ cells }) => cells));
  const inRule = found.filter(([cell]) => own.has(cell));
  const concluded = (inRule.length ? inRule : found).slice(0, isPlaced ? 1 : undefined);
  const pairs = concluded.flatMap(([cell, bits]) =>
    [...marks.keys()].filter((d) => bits & (1 << d)).map((d) => [cell, d + 1]),
  );
  const ofBoard = record.constraints.length && !board.rules ? t`the rules of the whole board` : t`the houses alone`;
  const reason = said.length ? t`${said.map(({ name }) => name).join(", ")} and the houses` : ofBoard;
  const [[cell, digit]] = pairs;
  const candidates = pairs.map(([at, d]) => `${names[at]}<>${marks[d - 1]}`).join(", ");
  const follows = isPlaced
    ? t`Only ${marks[digit - 1]} fits in ${names[cell]}: by ${reason}.`
    : t`${candidates}: by ${reason}.`;
  const meant =
    used.length < 3 ? once(used.map((k) => `${capital(saidOf(board.rules[k], kinds[board.rules[k].kind]))}.`)) : [];
  const title = used.length === 1 ? named(kinds[board.rules[used[0]].kind].title) : t`the rules`;
  return {
    name: title,
    asserted: isPlaced ? pairs : [],
    denied: isPlaced ? [] : pairs,
    seen: [...own],
    why: [follows, ...meant].join(" "),
  };
}

/** The next step that the kernels find on a classic board. @param {any} kernels @returns {Found | undefined} */
export function stepOfKernels(kernels, board, now, masks, denied) {
  const step = kernels.step(Uint8Array.from(now), { denied });
  if (!step) return undefined;
  const [[cell, digit] = []] = step.asserted;
  const why = digit ? (singleAt(board, now, masks, cell, digit)?.why ?? "") : "";
  return { ...step, name: named(step.name), seen: [], why };
}

/** The next step where there are rules: a single by the houses, else what propagation finds by the fewest rules. @param {Propagate} propagate */
export function stepByRules(board, now, masks, propagate) {
  const single = firstSingle(board, now, masks);
  return single ? { ...single, name: named(single.name) } : byRules(board, now, masks, propagate);
}

/** A step as the answer to a question for a hint. @param {Found} step */
export function shownStep(board, step) {
  const symbols = [...board.record.symbols];
  const technique = step.name;
  const said = (pairs, sign) => pairs.map(([cell, digit]) => `${board.names[cell]}${sign}${symbols[digit - 1]}`);
  const touched = [...step.asserted, ...step.denied];
  const where = [...new Set(touched.map(([cell]) => board.names[cell]))].join(", ");
  const what = `${technique}: ${[...said(step.asserted, "="), ...said(step.denied, "<>")].join(", ")}`;
  const shown = {
    shaded: Object.fromEntries([
      ...step.seen.map((cell) => [cell, "cover"]),
      ...touched.map(([cell]) => [cell, "base"]),
    ]),
    used: [],
    asserted: step.asserted,
    denied: step.denied,
    supposed: [],
    links: [],
  };
  return {
    mistakes: [],
    problem: "",
    step,
    marks: shown,
    texts: { vague: technique, where: `${technique}: ${where}`, what, why: step.why || what },
  };
}
