// An editor as its users have it: asks the solver at the address given, by npm's ws (or Node's own
// WebSocket), with data packed by npm's lz-string. Prints the frames of each answer, a line each.
// Run by tests/serving/test_serving_processes.py; npm install ws lz-string, where NODE_PATH says.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);
const LZString = require("lz-string");
const [address] = process.argv.slice(2);
let Socket = globalThis.WebSocket;
try {
  Socket = require("ws");
} catch {
  // Node 22 and later have one of their own
}
const socket = new Socket(address);
const waiting = new Map();
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  const frames = waiting.get(frame.nonce) ?? [];
  frames.push(frame);
  if (!frame.inProgress) waiting.get(frame.nonce)?.done?.(frames);
};
await new Promise((open, fail) => {
  socket.onopen = open;
  socket.onerror = fail;
});
let nonce = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [command, puzzle] = JSON.parse(line);
  const data = puzzle && LZString.compressToBase64(JSON.stringify(puzzle));
  nonce += 1;
  const frames = [];
  waiting.set(nonce, frames);
  const answered = new Promise((done) => (frames.done = done));
  socket.send(JSON.stringify({ nonce, command, dataType: "fpuzzles", data }));
  console.log(JSON.stringify(await answered));
}
socket.close();
