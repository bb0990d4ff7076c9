// Pieces of SVG, as `render/picture/pieces.py` writes them: the same numbers, rounded the same way.

/** @typedef {number[]} Point */

export const short = (number, digits = 6) => String(+number.toPrecision(digits) || 0);
export const five = (number) => short(number, 5);
const escaped = (words) =>
  words
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
export const circle = ([x, y], radius, look) =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" ${look}/>`;
export const square = ([x, y], side, look) =>
  `<rect x="${short(x - side / 2)}" y="${short(y - side / 2)}" width="${short(side)}" height="${short(side)}" ${look}/>`;
export const polyline = (points, form = short) => `M${points.map(([x, y]) => `${form(x)} ${form(y)}`).join("L")}`;
export const stroke = (path, colour, width, look = "") =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${short(width)}"${look}/>`;
export const text = (words, [x, y], size, colour, anchor = "middle", bold = false) =>
  `<text x="${five(x)}" y="${five(y)}" font-size="${short(size)}" fill="${colour}" text-anchor="${anchor}"${bold ? ' font-weight="bold"' : ""}>${escaped(words)}</text>`;
export const distance = ([x, y], [x2, y2]) => Math.hypot(x2 - x, y2 - y);
export const middleOf = (points) => [0, 1].map((k) => points.reduce((all, point) => all + point[k], 0) / points.length);

export function towards(a, b, by) {
  const share = by / (distance(a, b) || 1);
  return [0, 1].map((k) => a[k] + share * (b[k] - a[k]));
}

export function head(start, end, size = 9) {
  const length = distance(start, end) || 1;
  const [dx, dy] = [0, 1].map((k) => (size * (end[k] - start[k])) / length);
  const [x, y] = [end[0] - dx, end[1] - dy];
  return polyline([[x - dy, y + dx], end, [x + dy, y - dx]], five);
}

/** Closed paths of points (row, column) inside the border of cells. @param {number[][]} places @param {number} inset */
export function outlinePaths(places, inset) {
  const inside = new Set(places.map(String));
  const isIn = (r, c) => inside.has(`${r},${c}`);
  const following = new Map();
  const rounded = (number) => +number.toFixed(4);
  const reach = (beside, ahead) => (!beside ? 0.5 - inset : !ahead ? 0.5 : 0.5 + inset);
  for (const [r, c] of [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]))
    for (const [down, across] of [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ]) {
      const [outDown, outAcross] = [-across, down];
      if (isIn(r + outDown, c + outAcross)) continue;
      const [start, end] = [-1, 1].map((way) => {
        const [r2, c2] = [r + way * down, c + way * across];
        const length = reach(isIn(r2, c2), isIn(r2 + outDown, c2 + outAcross));
        return [
          r + 0.5 + outDown * (0.5 - inset) + way * down * length,
          c + 0.5 + outAcross * (0.5 - inset) + way * across * length,
        ].map(rounded);
      });
      following.set(String(start), [start, end]);
    }
  const paths = [];
  while (following.size) {
    const [key, [start, first]] = [...following].at(-1);
    following.delete(key);
    const path = [start];
    for (let point = first; String(point) !== key;) {
      path.push(point);
      const [, next] = following.get(String(point));
      following.delete(String(point));
      point = next;
    }
    const turns = path.filter(
      (point, k) =>
        ![0, 1].some(
          (axis) => path.at(k - 1)[axis] === point[axis] && point[axis] === path[(k + 1) % path.length][axis],
        ),
    );
    const least = turns.reduce(
      (best, [r, c], k) => (r < turns[best][0] || (r === turns[best][0] && c < turns[best][1]) ? k : best),
      0,
    );
    paths.push([...turns.slice(least), ...turns.slice(0, least)]);
  }
  return paths;
}
