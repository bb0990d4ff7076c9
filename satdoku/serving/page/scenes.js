// A logic step as a scene: the board before it, its clauses in colours, its links.

/** @typedef {import("./showing.js").Scene} Scene */

/**
 * @param {any} step  a step from the server: `marks`, and `board`, the position before it
 * @param {import("./geometry.js").Geometry} geometry
 * @returns {Scene}
 */
export function sceneOf(step, geometry) {
  const { size } = geometry.board;
  const position = { digits: [...step.board.digits], candidates: step.board.candidates.map(fromBits) };
  const marks = step.marks ?? {};
  const looks = new Map();
  for (const look of ["used", "supposed", "asserted", "denied"])
    for (const [cell, digit] of marks[look] ?? []) {
      const key = `${cell},${digit}`;
      looks.set(key, looks.has(key) ? `${looks.get(key)} ${look}` : look);
      if (!position.digits[cell] && digit <= size && !position.candidates[cell].includes(digit))
        position.candidates[cell] = [...position.candidates[cell], digit].sort((a, b) => a - b);
    }
  const shades = new Map(Object.entries(marks.shaded ?? {}).map(([cell, kind]) => [+cell, String(kind)]));
  return { ...position, looks, shades, links: marks.links ?? [] };
}

/** The digits of a bit mask of candidates. */
export function fromBits(bits) {
  const digits = [];
  for (let value = BigInt(bits), d = 1; value > 0n; value >>= 1n, d++) if (value & 1n) digits.push(d);
  return digits;
}
