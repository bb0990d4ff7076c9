// Cells that are highlighted for a moment: of a rule, a hint, or a reference in a sentence.

/** @param {import("./drawing.js").Drawing} drawing */
export function makeGlowing(drawing) {
  let glowing = "";
  const glows = (cells) => glowing !== "" && String(cells) === glowing;
  const glow = (cells) => {
    drawing.setGlow(cells);
    glowing = String(cells);
    for (const clue of document.querySelectorAll("[data-cells]"))
      clue.setAttribute("aria-pressed", String(glows(clue.getAttribute("data-cells"))));
  };
  return {
    glow,
    glows,
    /** Toggle the same highlight by a click. */
    point(cells) {
      glow(glows(cells) ? [] : cells);
      document.getElementById("board")?.scrollIntoView({ block: "nearest" });
    },
    /** Properties of a button that highlights cells on hover or focus. */
    pointing: (cells) => ({
      onpointerenter: () => glow(cells),
      onpointerleave: () => glow([]),
      onfocus: () => glow(cells),
      onblur: () => glow([]),
    }),
  };
}
