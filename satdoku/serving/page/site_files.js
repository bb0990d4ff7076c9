// What the worker of an exported page has of its site: files, and what it knows from the start.

import { t } from "./words.js";

export const NEEDS = t`needs the program: pip install satdoku, then satdoku serve --open`;

export class Refused extends Error {}

/** In a page that is one file, what it holds of the site, by name, as data: modules, and all else compressed. */
const { HELD } = /** @type {any} */ (self);
const placeOf = (name) => HELD?.[name] ?? new URL(`../${name}`, import.meta.url).href;
async function opened(name) {
  const response = await fetch(placeOf(name));
  return HELD ? new Response(response.body?.pipeThrough(new DecompressionStream("gzip"))) : response;
}
export const fetched = async (name) => (await opened(name)).json();
const knowing = fetched("boards/all.json");
export const classic = fetched("boards/0.json");
/** The kernels are on their way while the first board is already sent to be drawn. */
const code = import(placeOf("kernels/index.js"));
export const searching = import(placeOf("kernels/masks.js"));
for (const name of ["calls", "layout", "memory"]) import(placeOf(`kernels/${name}.js`));
const compiled = opened("kernels/kernels.wasm");
export const loading = code.then(async ({ load }) => load(await compiled));
/** Known before the first question, since the worker is ready only then. */
export const all = await knowing;
/** The kinds of rules by their names. */
export const kinds = Object.fromEntries(all.kinds.kinds.map((kind) => [kind.name, kind]));
