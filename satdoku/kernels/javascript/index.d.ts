/** Strings of 81 characters (1 to 9, anything else a blank), or 81 digits a board, 0 for a blank. */
export type Boards = string | string[] | Uint8Array;

export interface Solved {
  /** Solutions of each board, up to the limit. */
  counts: Int32Array;
  /** The first solution found of each board, 81 digits; 0 where there is none. Empty if not wanted. */
  solutions: Uint8Array;
  /** Guesses that the search of each board made. */
  guesses: Int32Array;
}

export interface Decided {
  status: ("stuck" | "solved" | "broken")[];
  /** By cell, 1 << (d - 1) for each digit d left; 0 for the cells of a broken board. */
  candidates: Uint16Array;
}

/** The numbers of `satdoku rate`. A board that is not rated has an outcome that says why, and zeros. */
export interface Rating {
  outcome: "solved" | "no solution" | "several solutions" | "the techniques are stuck";
  /** The highest rating of a step (ER), that of the first step (ED), and the highest up to the first digit placed (EP). */
  rating: number;
  first: number;
  untilPlaced: number;
  /** Whether a step has no exact rating, so that the rating only estimates that by Sudoku Explainer. */
  estimated: boolean;
  /** The sum of the ratings of all steps. */
  total: number;
  /** The level: "beginner" to "diabolic"; "" if it is not rated. */
  label: string;
  /** Of the largest refutation, and of the most deeply nested one. */
  size: number;
  depth: number;
  /** The number of steps of each technique used. */
  steps: Record<string, number>;
}

/** A step: its technique and rating, and the candidates that it places and removes, as [cell, digit]. */
export interface Step {
  name: string;
  rating: number;
  asserted: [number, number][];
  denied: [number, number][];
}

export class Kernels {
  constructor(module: WebAssembly.Module);
  /** The number of solutions of each board, up to a limit (2), and the first one found. */
  solve(boards: Boards, options?: { limit?: number; solutions?: boolean }): Solved;
  /** The number of solutions of a board, up to a limit (1,000,000). */
  count(board: string | Uint8Array, limit?: number): number;
  /** What naked and hidden singles leave of boards. */
  singles(boards: Boards): Decided;
  /** For each cell and digit of a board (9 numbers a cell), in how many solutions it is, up to `cap` (1). */
  candidates(board: string | Uint8Array, options?: { cap?: number }): Uint32Array;
  /** Boards without redundant givens; blank where a board is not proper (not solvable by singles). */
  minimise(boards: Boards, options?: { keep?: "proper" | "logic"; seed?: number | bigint }): Uint8Array;
  /** The least board that is the same puzzle, and the number of automorphisms; blank and 0 where givens contradict. */
  canonical(boards: Boards): { forms: Uint8Array; automorphisms: Float64Array };
  /** How hard boards are for a person. "se": the scale of Sudoku Explainer. */
  rate(boards: Boards, options?: { scale?: "satdoku" | "se" }): Rating[];
  /** The simplest next step of a puzzle with one solution, null if no technique finds one. denied: candidates that are ruled out. */
  step(board: string | Uint8Array, options?: { scale?: "satdoku" | "se"; denied?: [number, number][] }): Step | null;
}

/** Load the kernels: by default the file `kernels.wasm` beside the module. */
export function load(source?: BufferSource | WebAssembly.Module | Response | string | URL): Promise<Kernels>;

/** The digits of boards, 81 each. */
export function digitsOf(boards: Boards): Uint8Array;

/** Board number `i` as a string, "." for a blank. */
export function lineOf(digits: Uint8Array, i?: number): string;
