// What the npm package answers for boards: `node webassembly_answers.mjs PACKAGE BOARDS` prints it as JSON.
// BOARDS: lines of 81 characters. The tests compare with what Python's kernels answer.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/index.js`).href);
const kernels = await load();
const boards = readFileSync(file, "utf8").trim().split("\n");
const plain = (found) => Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Array.from(value)]));
const few = boards.slice(0, 60);

console.log(JSON.stringify({
  solve: plain(kernels.solve(boards, { limit: 3 })),
  counts: Array.from(kernels.solve(boards, { limit: 3, solutions: false }).counts),
  singles: plain(kernels.singles(boards)),
  proper: Array.from(kernels.minimise(boards, { seed: 5 })),
  logic: Array.from(kernels.minimise(boards, { seed: 5, keep: "logic" })),
  canonical: plain(kernels.canonical(boards)),
  candidates: few.map((board) => Array.from(kernels.candidates(board, { cap: 3 }))),
  satdoku: kernels.rate(boards),
  se: kernels.rate(few, { scale: "se" }),
}));
