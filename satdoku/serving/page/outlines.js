// The outline of cells that are chosen, or of the rule that is held.

import { s } from "./dom.js";

/** Some cells and the outline around them, as elements. @param {import("./geometry.js").Geometry} geometry @param {number[]} cells */
export function outlined(geometry, cells) {
  const side = geometry.side;
  const chosen = new Set(cells);
  const parts = cells.map((cell) => {
    const [x, y] = geometry.corner(cell);
    return s("rect", { class: "in", x, y, width: side, height: side });
  });
  let edges = "";
  for (const cell of chosen) {
    const [x, y] = geometry.corner(cell);
    const [r, c] = geometry.board.places[cell];
    const has = (dr, dc) => chosen.has(geometry.at.get(`${r + dr},${c + dc}`) ?? -1);
    const inset = 2;
    const a = x + inset;
    const b = y + inset;
    const far = side - 2 * inset;
    if (!has(-1, 0)) edges += `M${has(0, -1) ? x : a} ${b}H${has(0, 1) ? x + side : a + far}`;
    if (!has(1, 0)) edges += `M${has(0, -1) ? x : a} ${b + far}H${has(0, 1) ? x + side : a + far}`;
    if (!has(0, -1)) edges += `M${a} ${has(-1, 0) ? y : b}V${has(1, 0) ? y + side : b + far}`;
    if (!has(0, 1)) edges += `M${a + far} ${has(-1, 0) ? y : b}V${has(1, 0) ? y + side : b + far}`;
  }
  if (edges) parts.push(s("path", { class: "edge", d: edges }));
  return parts;
}
