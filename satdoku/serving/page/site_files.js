// What the worker of an exported page has of its site: files, and what it knows from the start.

import { language } from "./language.js";
import { recordIn, t } from "./words.js";

export const NEEDS = t`needs the program: pip install satdoku, then satdoku serve --open`;

export class Refused extends Error {}

/** What a page that is one file holds of the site, by name: texts of modules, data as values, the kernels in base64. */
const { HELD } = /** @type {any} */ (self);
const placeOf = (name) => new URL(`../${name}`, import.meta.url).href;
/** Where a module of a folder is; one that is held has those that it imports in its address. @param {string} folder @param {string} name */
export function moduleAt(folder, name) {
  const file = `${folder}/${name}.js`;
  if (!HELD) return placeOf(file);
  const text = HELD[file].replace(/from "\.\/(\w+)\.js"/g, (_, other) => `from "${moduleAt(folder, other)}"`);
  return `data:text/javascript,${encodeURIComponent(text)}`;
}
export const fetched = async (name) => HELD?.[name] ?? (await fetch(placeOf(name))).json();
const knowing = fetched("boards/all.json");
/** A board of the site by its number, in the reader's language. @param {number} number */
export async function siteBoard(number) {
  const board = await fetched(`boards/${number}.json`);
  const words = board.words[language];
  return words ? { ...board, record: recordIn(board.record, words) } : board;
}
export const classic = siteBoard(0);
/** The kernels are on their way while the first board is already sent to be drawn. */
const code = import(moduleAt("kernels", "index"));
export const searching = import(moduleAt("kernels", "masks"));
for (const name of HELD ? [] : ["calls", "layout", "memory"]) import(moduleAt("kernels", name));
const library = "kernels/kernels.wasm";
const compiled = fetch(HELD ? `data:application/wasm;base64,${HELD[library]}` : placeOf(library));
export const loading = code.then(async ({ load }) => load(await compiled));
/** Known before the first question, since the worker is ready only then. */
export const all = await knowing;
/** The kinds of rules by their names. */
export const kinds = Object.fromEntries(all.kinds.kinds.map((kind) => [kind.name, kind]));
