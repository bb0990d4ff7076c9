// Light or dark theme: the system's, until the user chooses. Loaded first, so that nothing
// flashes.

import { beginWorker } from "./early.js";
import { settings } from "./settings.js";

beginWorker();

/** What a page that shows this one in a frame may ask for: "?theme=dark&tools=none" (and the language, see words.js). */
const asked = new URLSearchParams(location.search);
let wanted = asked.get("theme");
const THEMES = ["light", "dark"];
const system = matchMedia("(prefers-color-scheme: dark)");

function apply() {
  const chosen = THEMES.find((name) => name === wanted) ?? settings.get("theme", "");
  document.documentElement.dataset.theme = chosen || (system.matches ? "dark" : "light");
  const paper = document.documentElement.dataset.theme === "dark" ? "#14161a" : "#f6f7f9";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper);
}

/** Switch to the other theme; return its name. */
export function otherTheme() {
  wanted = null;
  settings.set("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  apply();
  return document.documentElement.dataset.theme;
}

system.addEventListener("change", apply);
addEventListener("beforeprint", () => (document.documentElement.dataset.theme = "light")); // paper is white
addEventListener("afterprint", apply);
apply();
if (asked.get("tools") === "none") document.documentElement.dataset.tools = "none";
if (location.hash.startsWith("#play=") || document.getElementById("published"))
  document.documentElement.dataset.view = "play"; // its own page comes
