// Connected cells as propagators: a piece that a rule names, and galaxies.
//
// What a galaxy says depends on all the others, so no table can have it: which cells it can reach, and its label, are found here as
// constraints/kinds/galaxies.py finds them.

import { automaton, sums } from "./automaton_forms.js";
import { cellAt } from "./rule_text.js";

/** @typedef {import("./rule_text.js").RuleRead} RuleRead @typedef {import("./own_forms.js").Form} Form @typedef {import("./own_forms.js").About} About */
/** What a galaxy can contain: each cell with the one half a turn around the centre. @typedef {Map<number, number>} Images */

const STEPS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];
const boardCells = ({ layer, places }) => layer || places.length;
/** The mask of one digit. @param {number} digit @param {About} about */
const maskOf = (digit, { first }) => 1 << (digit - first);

/** What finds the cells that share an edge with a cell, also beyond an edge of the board where opposite ones meet. @param {About} about */
function neighbours({ layer, places, isTorus }) {
  const at = cellAt(places);
  const board = places.slice(0, boardCells({ layer, places }));
  const height = Math.max(...board.map(([r]) => r)) + 1;
  const width = Math.max(...board.map(([, c]) => c)) + 1;
  const found = isTorus ? (r, c) => at((r + height) % height, (c + width) % width) : at;
  return (/** @type {number} */ cell) =>
    STEPS.map(([down, across]) => found(places[cell][0] + down, places[cell][1] + across)).filter(
      (other) => other >= 0,
    );
}

/** One piece of the cells with these digits. @param {number[]} cells @param {number} mask @param {number} least @param {(cell: number) => number[]} nearOf @param {About} about @returns {Form} */
function pieceOf(cells, mask, least, nearOf, { parts }) {
  const at = new Map(cells.map((cell, k) => [cell, k]));
  const near = [...cells.map((cell) => nearOf(cell).flatMap((other) => at.get(other) ?? [])), []];
  const head = [cells.length, mask, least, 0, ...cells];
  const begin = head.length + cells.length + 2;
  const data = [
    ...head,
    ...sums(
      near.map(({ length }) => length),
      begin,
    ),
    ...near.flat(),
  ];
  return { piece: { kind: parts.kinds.connected, data, scope: cells }, words: parts.space * near.length };
}

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
export function connected({ cells, values: [least, ...digits] }, about) {
  const { size, first } = about;
  if (least < 0 || (about.isTorus && cells.some((cell) => cell >= boardCells(about)))) return null;
  const own = digits.filter((digit) => digit >= first && digit < first + size);
  return [
    pieceOf(
      cells,
      own.reduce((bits, digit) => bits | maskOf(digit, about), 0),
      least,
      neighbours(about),
      about,
    ),
  ];
}

// -- Galaxies ------------------------------------------------------------------------------------

/** Twice the row and twice the column in the middle of cells that meet; null if they do not. @param {number[]} centre @param {About} about */
function middleOf(centre, about) {
  const at = centre.map((cell) => about.places[cell]);
  const [rows, columns] = [0, 1].map((axis) => [...new Set(at.map((place) => place[axis]))].sort((a, b) => a - b));
  const areNear = [rows, columns].every((some) => some[some.length - 1] - some[0] <= 1);
  const areAll = new Set(centre).size === centre.length && centre.length === rows.length * columns.length;
  return areNear && areAll && centre.every((cell) => cell < boardCells(about))
    ? [rows, columns].map((some) => some[0] + some[some.length - 1])
    : null;
}

/** @param {number[]} centre @param {Set<number>} others  cells of other centres @param {About} about @returns {Images | null} */
function reachOf(centre, others, about) {
  const middle = middleOf(centre, about);
  const { places, size } = about;
  const at = cellAt(places);
  const board = boardCells(about);
  if (!middle) return null;
  const found = new Map();
  const steps = new Map(centre.map((cell) => [cell, 0]));
  const pending = [...centre];
  for (const cell of pending) {
    const [r, c] = places[cell];
    const image = at(middle[0] - r, middle[1] - c);
    if (image < 0 || image >= board || others.has(cell) || others.has(image)) continue;
    found.set(cell, image);
    // what lies on the way, and its images, must all differ
    const further = (steps.get(cell) ?? 0) + 1;
    if (centre.length + 2 * further > size) continue;
    for (const [down, across] of STEPS) {
      const other = at(r + down, c + across);
      if (other < 0 || other >= board || steps.has(other)) continue;
      steps.set(other, further);
      pending.push(other);
    }
  }
  return found;
}

/** All galaxies in the order of their rules, each with its reach and its label; null if they do not go together. @param {About} about */
function labelled(about) {
  const centres = about.rules.filter(({ kind }) => kind === "galaxy").map(({ cells }) => cells);
  const taken = centres.flat();
  if (new Set(taken).size < taken.length) return null;
  const reach = centres.map((centre) =>
    reachOf(centre, new Set(taken.filter((cell) => !centre.includes(cell))), about),
  );
  if (reach.includes(null)) return null;
  const images = /** @type {Images[]} */ (reach);
  const nearOf = neighbours(about);
  const around = images.map((own) => new Set([...own.keys()].flatMap((cell) => [cell, ...nearOf(cell)])));
  const rivals = images.map((_, k) =>
    [...images.keys()].filter((other) => other !== k && [...images[other].keys()].some((cell) => around[k].has(cell))),
  );
  /** @type {number[]} */
  const labels = [];
  const left = new Set(images.keys());
  while (left.size) {
    // the one with the fewest labels left; of these the first with most rivals
    const used = (k) => new Set(rivals[k].map((other) => labels[other]));
    const rank = (k) => used(k).size * (images.length + 1) + rivals[k].length;
    const next = [...left].reduce((best, k) => (rank(k) > rank(best) ? k : best));
    const label = Array.from({ length: about.size }, (_, d) => about.first + d).find((digit) => !used(next).has(digit));
    if (label === undefined) return null;
    labels[next] = label;
    left.delete(next);
  }
  return images.map((own, k) => ({ centre: centres[k], images: own, label: labels[k] }));
}

/** By what is known of the board. @type {WeakMap<About, ReturnType<typeof labelled>>} */
const known = new WeakMap();

/** @param {RuleRead} rule @param {About} about @returns {Form[] | null} */
export function galaxy({ cells: centre }, about) {
  const { layer, size, first, parts } = about;
  if (!known.has(about)) known.set(about, labelled(about));
  const all = known.get(about);
  const own = all?.find((one) => one.centre.join() === centre.join());
  if (!layer || !all || !own) return null;
  const { images, label } = own;
  const mask = maskOf(label, about);
  const labels = new Set(all.map((one) => one.label));
  const candidates = (cell, digits) => ({
    piece: { kind: parts.kinds.candidates, data: [layer + cell, digits], scope: [layer + cell] },
  });
  /** @type {Form[]} */
  const forms = centre.map((cell) => candidates(cell, mask));
  // the first of them says which galaxies each cell can be in
  if (own === all[0])
    for (let cell = 0; cell < layer; cell++)
      forms.push(
        candidates(
          cell,
          all.reduce((bits, one) => (one.images.has(cell) ? bits | maskOf(one.label, about) : bits), 0),
        ),
      );
  const bothOrNeither = Array.from({ length: size }, (_, d) => (1 << d === mask ? mask : (2 ** size - 1) & ~mask));
  for (const [cell, image] of images) {
    const pair = [layer + cell, layer + image];
    if (cell < image)
      forms.push({
        piece: { kind: parts.kinds.relation, data: [...pair, ...bothOrNeither, ...bothOrNeither], scope: pair },
      });
  }
  const reached = [...images.keys()].sort((a, b) => a - b);
  const nearOf = neighbours(about);
  forms.push(
    pieceOf(
      reached.map((cell) => layer + cell),
      mask,
      0,
      (cell) => nearOf(cell - layer).map((other) => layer + other),
      about,
    ),
  );
  const both = reached.flatMap((cell) => [layer + cell, cell]);
  for (let digit = first; digit < first + size; digit++) {
    // the state: twice the number of cells of the galaxy that hold the digit, and 1 behind a cell's label that is its own
    const step = (q, i, d) => {
      const read = first + d - 1;
      if (i % 2 === 0) return labels.has(read) ? q + Number(read === label) : undefined;
      const count = Math.floor(q / 2) + Number(q % 2 === 1 && read === digit);
      return count < 2 ? 2 * count : undefined;
    };
    forms.push(automaton(both, about, { start: 0, step, accept: () => true }));
  }
  return forms;
}
