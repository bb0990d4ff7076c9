// The texts in the page's JavaScript, as a parser finds them: "keys", those that go through the catalogues, and
// "bare", strings that a person would see and that do not: node tests/page_texts.mjs FILE...

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { parse } = createRequire(import.meta.url)("acorn"); // found by NODE_PATH
const WORD = /\p{L}{2}/u;
/** Where a string is seen: arguments of functions from a place on, properties. */
const SHOWN = { h: 2, button: 1, toggle: 0, dialog: 0, confirmed: 0, toast: 0, announce: 0, waiting: 2, slow: 2 };
const LAST = { button: 1, waiting: 2, slow: 2, toggle: 0, dialog: 0, toast: 0, announce: 0 };
const UNSEEN = ["class", "style", "d"];
const LABELS = ["aria-label", "title", "placeholder", "deed"];
/** A sentence or a label wherever it stands: words with a space, or a capital first. */
const LIKE_TEXT = /^(?=.*\p{L}{2})(?:.*\p{L}[,;:.!?]? \p{L}.*|\p{Lu}\p{Ll}+[.:!?]?)$/u;
/** What looks like a text and is none: names of keys and attributes, paths, styles, queries, markup. */
const NO_TEXT = /^(?:Escape|Enter|Delete|Backspace|Home|End|Arrow\w+|Digit|Numpad|See: )$|^M-?[\d.]|[[\]<>{}#]|^[.(a-z][\w.-]*(?:, | [.a-z]\w*$)|^(?:input|button|a|table|card|chip|plain|row|toast|progress)[ ,]|^(?:import|satdoku\.)|noopener|\/\//;

const keys = new Set(), bare = [];
for (const file of process.argv.slice(2)) visit(parse(readFileSync(file, "utf-8"), { ecmaVersion: "latest", sourceType: "module", locations: true }), [], file);
console.log(JSON.stringify({ keys: [...keys], bare }));

function visit(node, above, file) {
  if (!node || typeof node.type !== "string" || node.type === "ImportDeclaration") return;
  const inside = [node, ...above];
  if (node.type === "TaggedTemplateExpression" && node.tag.name === "t") {
    keys.add(node.quasi.quasis.reduce((text, part, k) => (k ? `${text}{${k - 1}}` : "") + part.value.cooked, ""));
    for (const fill of node.quasi.expressions) visit(fill, inside, file);
    return;
  }
  const text = node.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.cooked).join("…") : typeof node.value === "string" ? node.value : "";
  if (node.type === "TemplateLiteral" || node.type === "Literal") if (isBare(text, node, above)) bare.push(`${file.split("/").at(-1)}:${node.loc.start.line}: ${text}`);
  for (const [name, value] of Object.entries(node))
    if (name !== "loc") for (const one of [value].flat()) visit(one, inside, file);
}

/** Whether a string is seen, and does not go through the catalogues. */
function isBare(text, node, [parent, grand]) {
  if (!WORD.test(text)) return false;
  if (parent.type === "CallExpression" && parent.callee.name in SHOWN) {
    const at = parent.arguments.indexOf(node);
    if (at >= 0) return at >= SHOWN[parent.callee.name] && at <= (LAST[parent.callee.name] ?? Infinity);
  }
  if (parent.type === "Property" && parent.value === node) {
    const name = String(parent.key.name ?? parent.key.value);
    if (LABELS.includes(name)) return true;
    if (UNSEEN.includes(name)) return false;
  }
  if (parent.type === "Property" && parent.key === node) return false;
  if (parent.type === "NewExpression" || grand?.type === "NewExpression" || parent.type === "BinaryExpression") return false;
  return LIKE_TEXT.test(text) && !NO_TEXT.test(text);
}
