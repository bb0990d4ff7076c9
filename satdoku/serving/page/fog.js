// Fog of a puzzle from another editor: in play it covers the cells without light, and lifts around each right digit.

/** Keys of the light at the start, with how far around a cell it reaches. */
const LIGHTS = { fogofwar: 1, foglight: 0 };

/** The places of lists of names, of pairs, of such lists. @returns {number[][]} */
function placesOf(listed) {
  if (!Array.isArray(listed)) {
    const named = /^R(\d+)C(\d+)$/i.exec(String(listed));
    return listed?.cells ? placesOf(listed.cells) : named ? [[+named[1] - 1, +named[2] - 1]] : [];
  }
  return listed.length === 2 && listed.every(Number.isInteger) ? [listed] : listed.flatMap(placesOf);
}

/** The digit of each cell, as far as it is known: as the editor has it, else as the server found it. */
function solutionOf({ sudokupad, fpuzzles }, geometry, { live }) {
  const given = fpuzzles?.solution ?? sudokupad?.metadata?.solution ?? "";
  const own = Array.isArray(given) ? given : [...String(given)];
  if (own.length === geometry.count) return own.map((mark) => geometry.digitOf(String(mark)));
  return live?.outcome === "unique" ? live.candidates.map((counts) => counts.findIndex(Boolean) + 1) : [];
}

/**
 * The cells in fog.
 * @param {import("./state.js").Doc} doc @param {import("./geometry.js").Geometry} geometry @param {import("./answers.js").Answers} answers
 * @returns {Set<number>}
 */
export function foggy(doc, geometry, answers) {
  const kept = /"fog/.test(doc.kept) ? JSON.parse(doc.kept) : {};
  const { places } = geometry.board;
  const lit = new Set();
  const light = (/** @type {number[]} */ [r, c], reach) =>
    places.forEach(([y, x], cell) => Math.max(Math.abs(y - r), Math.abs(x - c)) <= reach && lit.add(cell));
  for (const data of [kept.fpuzzles, kept.sudokupad])
    for (const [key, reach] of Object.entries(LIGHTS))
      for (const place of placesOf(data?.[key] ?? [])) light(place, reach);
  if (!lit.size) return lit;
  const solution = solutionOf(kept, geometry, answers);
  doc.digits.forEach((digit, cell) => digit && digit === solution[cell] && light(places[cell], 1));
  return new Set(places.flatMap((_, cell) => (lit.has(cell) ? [] : [cell])));
}
