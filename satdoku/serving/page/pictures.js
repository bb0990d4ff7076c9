// Boards in pictures that are pasted, dropped or opened: the server reads them.

import { toast } from "./dialogs.js";
import { Cancelled } from "./wire.js";
import { t } from "./words.js";

/** @typedef {import("./main.js").App} App */

/** Bytes that are sent as they are; and the longer side in pixels to which a larger picture is reduced. */
const MOST_BYTES = 1_000_000;
const LONGEST = 1800;

/** Whether a file is a picture that can be read. @param {File | undefined} file */
export const isPicture = (file) => Boolean(file?.type.startsWith("image/") && file.type !== "image/svg+xml");

/**
 * Replace the puzzle by the first board in a picture; its small digits become marks. Returns an error message if that fails.
 * @param {App} app
 * @param {File} file
 * @param {boolean} [quiet]  the caller shows the error
 */
export async function readPicture(app, file, quiet = false) {
  try {
    const {
      boards: [board, ...others],
    } = await app.wire.ask("read", {}, { options: { picture: await encoded(file) } });
    const { candidates = [], complaint, doubts, puzzle, layout, symbols } = board;
    const error = await app.read(JSON.stringify({ puzzle, layout, ...(symbols ? { symbols } : {}) }), true);
    if (error) throw new Error(error);
    showMarks(app, candidates);
    const { geometry } = app.drawing;
    const doubtful = new Set(doubts.map((doubt) => doubt.cell));
    const selection = [...Array(geometry.count).keys()].filter((cell) => doubtful.has(geometry.name(cell)));
    if (selection.length) app.desk.look({ selection });
    if (others.length) toast(t`The picture has ${others.length} more: this is the first.`);
    toast(complaint ? t`Read, but ${complaint}.` : t`Read, and sure of every cell.`, {
      bad: Boolean(complaint),
      deed: t`Undo`,
      act: () => app.desk.undo(),
    });
    return undefined;
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    const words = /** @type {Error} */ (error).message;
    if (!quiet) toast(words, { bad: true });
    return words;
  }
}

/** Enter candidates, a text for each cell, as marks. */
function showMarks(app, candidates) {
  const symbols = app.drawing.geometry.marks;
  /** @type {Record<number, number[]>} */
  const centre = {};
  for (const [cell, marks] of candidates.entries())
    if (marks) centre[cell] = [...marks].map((mark) => symbols.indexOf(mark) + 1);
  if (candidates.length) app.desk.change({ centre });
}

/** The bytes of a picture in base64, reduced if it is large. */
async function encoded(file) {
  let content = /** @type {Blob} */ (file);
  if (file.size > MOST_BYTES) {
    const whole = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(whole.width, whole.height));
    const canvas = new OffscreenCanvas(Math.round(whole.width * scale), Math.round(whole.height * scale));
    canvas.getContext("2d")?.drawImage(whole, 0, 0, canvas.width, canvas.height);
    content = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  }
  const bytes = new Uint8Array(await content.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}
