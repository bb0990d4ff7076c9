// What npm's lz-string makes of each line of standard input, as JSON: [text, packed, unpacked again].
// Run by tests/formats/test_links.py where node and lz-string are installed: npm install lz-string
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const LZString = createRequire(import.meta.url)("lz-string");
for await (const line of createInterface({ input: process.stdin })) {
  const [text, packed] = JSON.parse(line);
  const theirs = LZString.compressToBase64(text);
  console.log(JSON.stringify([text, theirs, LZString.decompressFromBase64(packed)]));
}
