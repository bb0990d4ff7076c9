// The worker of an exported site run by node: its questions come as lines of JSON in one text, each answer is a line.
//
// What a browser gives a worker is stood in for here: messages, and files of the site read from the disk.

import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

let hear;
globalThis.self = globalThis;
globalThis.addEventListener = (_, heard) => (hear = heard);
globalThis.postMessage = (message) => "id" in message && console.log(JSON.stringify(message));
globalThis.fetch = async (address) => new Response(await readFile(fileURLToPath(String(address))));

await import(pathToFileURL(`${process.argv[2]}/page/static_answers.js`).href);
for (const data of JSON.parse(readFileSync(0, "utf-8"))) await hear({ data });
