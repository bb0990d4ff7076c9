// Symmetric patterns of givens: a given asks for givens in the cells that are its images.

import { t } from "./words.js";

/** Name → the images of a cell; h and w are the last row and column. @type {Record<string, (r: number, c: number, h: number, w: number) => number[][]>} */
const SYMMETRIES = {
  none: () => [],
  "half turn": (r, c, h, w) => [[h - r, w - c]],
  "quarter turn": (r, c, h, w) => [
    [c, h - r],
    [h - r, w - c],
    [w - c, r],
  ],
  "left and right": (r, c, h, w) => [[r, w - c]],
  "top and bottom": (r, c, h, w) => [[h - r, c]],
  "both of these": (r, c, h, w) => [
    [r, w - c],
    [h - r, c],
    [h - r, w - c],
  ],
  diagonal: (r, c) => [[c, r]],
  "other diagonal": (r, c, h, w) => [[w - c, h - r]],
};

/** Name → what the reader is told. */
export const NAMES = {
  none: t`none`,
  "half turn": t`half turn`,
  "quarter turn": t`quarter turn`,
  "left and right": t`left and right`,
  "top and bottom": t`top and bottom`,
  "both of these": t`both of these`,
  diagonal: t`diagonal`,
  "other diagonal": t`other diagonal`,
};

/**
 * The cells without a given in which the symmetry asks for one.
 * @param {{givens: number[]}} doc @param {import("./geometry.js").Geometry} geometry @param {string} name
 * @returns {Set<number>}
 */
export function wanted({ givens }, geometry, name) {
  const { places, height, width } = geometry.board;
  const images = SYMMETRIES[name] ?? SYMMETRIES.none;
  return new Set(
    givens.flatMap((given, cell) => {
      const found = given ? images(places[cell][0], places[cell][1], height - 1, width - 1) : [];
      return found.map(([r, c]) => geometry.at.get(`${r},${c}`) ?? -1).filter((image) => image >= 0 && !givens[image]);
    }),
  );
}
