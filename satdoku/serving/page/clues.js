// Sentences in which cells, houses and rules can be clicked to highlight them on the board.

import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */

/** The cells that words name: "r4c7=5", "r12c3,r4c4", "row 4", "killer:9:r1c1,r1c2"; a grid in a line. */
export class Clues {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
    const { board } = geometry;
    /** @type {Map<string, number[]>} */
    this.named = new Map();
    for (const { name, cells } of [...board.houses, ...board.extra_houses]) this.named.set(name, cells);
    for (const rule of board.constraints) for (const name of [rule.text, rule.name]) this.named.set(name, rule.cells);
    const words = [...this.named.keys()]
      .sort((a, b) => b.length - a.length)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const symbols = geometry.marks.map((mark) => mark.replace(/[\]\\^-]/g, "\\$&")).join("");
    const grid = `(?<!\\S)[.${symbols}]{${geometry.count}}(?!\\S)`;
    const cells = `\\br\\d+c\\d+(?:=[${symbols}])?(?:,r\\d+c\\d+)*`;
    this.pattern = new RegExp([grid, ...words.map((word) => `${word}(?!\\w)`), cells].join("|"), "gu");
    /** Cells in one row or column together, "r12c3": only if all numbers have one digit. */
    this.together = Math.max(board.height, board.width) < 10;
  }

  /** Split a text into parts: plain words, or references: {words, cells} or {words, grid}. */
  parts(text) {
    const parts = [];
    let at = 0;
    for (const { 0: words, index } of text.matchAll(this.pattern)) {
      if (index > at) parts.push(text.slice(at, index));
      at = index + words.length;
      const cells = this.named.get(words) ?? this.#cells(words);
      parts.push(
        cells.length ? { words, cells } : words.length === this.geometry.count ? { words, grid: words } : words,
      );
    }
    if (at < text.length) parts.push(text.slice(at));
    return parts;
  }

  #cells(words) {
    return [...words.matchAll(/r(\d+)c(\d+)/g)]
      .flatMap((found) => {
        const [rows, columns] = found.slice(1).map((number) => (this.together ? [...number] : [number]));
        return rows.flatMap((r) => columns.map((c) => this.geometry.named(`r${r}c${c}`)));
      })
      .filter((cell) => cell >= 0);
  }
}

/** @type {WeakMap<Geometry, Clues>} */
const made = new WeakMap();

/**
 * Convert a text to nodes in which references can be clicked.
 * @param {any} app
 * @param {string} text
 */
export function clickable(app, text) {
  const { geometry } = app.drawing;
  if (!geometry) return [text];
  const clues = made.get(geometry) ?? new Clues(geometry);
  made.set(geometry, clues);
  return clues.parts(text).map((part) => {
    if (typeof part === "string") return part;
    if (part.grid && !app.takeGrid) return part.words; // who plays has no givens to set
    const act = part.grid ? () => app.takeGrid(part.grid) : () => app.point(part.cells);
    return h(
      "button",
      {
        type: "button",
        class: "clue",
        title: part.grid ? t`Use these as the givens` : t`Show on the board`,
        "data-cells": part.cells ?? null,
        "aria-pressed": part.cells ? String(app.glows(part.cells)) : null,
        onclick: act,
      },
      part.words,
    );
  });
}
