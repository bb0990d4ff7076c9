// Select cells with mouse, pen or finger. A drag selects cells in order, which is
// the cell order of lines, arrows and thermometers.

/** @typedef {import("./state.js").Desk} Desk */
/** @typedef {import("./drawing.js").Drawing} Drawing */

/**
 * @param {Drawing} drawing
 * @param {Desk} desk
 * @param {{done: (x: number, y: number) => void, beside: (cells: number[], x: number, y: number) => void, picking: any, isLine?: () => boolean}} heard
 *   done: called when a drag or click ends, with the point; beside: for a click outside the board, with the row or column in line
 *   with it, and the point; picking: the rule that is held, which may be dragged; isLine: whether a drag that turns back takes
 *   cells away again, as of a line, and does not go over them, as of a cage
 */
export function listenToPointer(drawing, desk, { done, beside, picking, isLine = () => true }) {
  const { svg } = drawing;
  let dragging = false;
  let adding = true;
  let last = -1;
  let carrying = false; // the held rule
  /** A click, as long as nothing is dragged: whether its cell alone was chosen before. @type {{again: boolean} | null} */
  let click = null;

  const pointOf = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  const cellAt = (event, near) => {
    const { x, y } = pointOf(event);
    return drawing.geometry?.under(x, y, near) ?? -1;
  };

  svg.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    const cell = cellAt(event, false);
    svg.focus({ preventScroll: true });
    event.preventDefault();
    const { x, y } = pointOf(event);
    const more = event.shiftKey || event.ctrlKey || event.metaKey || desk.view.several;
    carrying = !more && picking.press(x, y, cell, event.pointerType);
    if (carrying) return svg.setPointerCapture(event.pointerId);
    if (cell < 0) {
      if (picking.click(x, y, event.pointerType)) return;
      picking.letGo();
      desk.look({ selection: [] });
      const cells = drawing.geometry?.seenFrom(x, y) ?? [];
      if (cells.length) beside(cells, x, y);
      return;
    }
    svg.setPointerCapture(event.pointerId);
    dragging = true;
    last = cell;
    const { selection } = desk.view;
    click = more ? null : { again: selection.length === 1 && selection[0] === cell };
    adding = !(more && selection.includes(cell));
    if (!more) desk.look({ selection: [cell] });
    else desk.look({ selection: adding ? [...selection, cell] : selection.filter((one) => one !== cell) });
  });

  svg.addEventListener("pointermove", (event) => {
    if (carrying) {
      const { x, y } = pointOf(event);
      return picking.drag(x, y, cellAt(event, true));
    }
    if (!dragging) return;
    for (const one of event.getCoalescedEvents?.().concat(event) ?? [event]) {
      const cell = cellAt(one, true);
      if (cell < 0 || cell === last) continue;
      last = cell;
      click = null;
      const { selection } = desk.view;
      if (!adding) desk.look({ selection: selection.filter((had) => had !== cell) });
      else if (!selection.includes(cell)) desk.look({ selection: [...selection, cell] });
      else if ((desk.view.armed ? isLine() : desk.view.entry === "pen") && selection.at(-2) === cell)
        desk.look({ selection: selection.slice(0, -1) });
    }
  });

  const end = (event) => {
    const { x, y } = pointOf(event);
    if (carrying) {
      carrying = false;
      return event.type === "pointerup" ? picking.drop(x, y, event.pointerType) : picking.cancel();
    }
    if (!dragging) return;
    dragging = false;
    if (event.type !== "pointerup") return;
    if (!click || !picking.click(x, y, event.pointerType, click.again)) done(x, y);
  };
  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointercancel", end);

  svg.addEventListener("dblclick", (event) => {
    const cell = cellAt(event, false);
    const { doc } = desk;
    const digit = doc.givens[cell] || doc.digits[cell];
    if (digit && !desk.view.armed)
      desk.look({ selection: doc.givens.flatMap((given, i) => ((given || doc.digits[i]) === digit ? [i] : [])) });
  });
}

/** Move the cursor. more: also select the cells on the way. */
export function move(desk, geometry, down, across, more) {
  const { selection } = desk.view;
  const from = selection.at(-1);
  const cell = from === undefined ? 0 : geometry.next(from, down, across);
  if (!more || from === undefined) desk.look({ selection: [cell] });
  else desk.look({ selection: [...selection.filter((one) => one !== cell), cell] });
}
