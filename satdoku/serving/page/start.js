// Opens what the page's address asks for: a puzzle to play ("#play="), the course ("#course"), of a published page one of its own,
// else the setter's desk.

import { isExported } from "./connection.js";
import { toast } from "./dialogs.js";
import { textOfAddress } from "./files.js";
import { openCourse } from "./course.js";
import { openDesk } from "./main.js";
import { openPlayer, openRecord } from "./player.js";
import { chosenPuzzle, openList, published } from "./published.js";
import { unpacked } from "./short_records.js";
import { t, translatePage } from "./words.js";

/** What keeps the site in the browser; undefined where nothing does: the frame of another page may forbid it (sandbox). */
function keeper() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

const isOneFile = Boolean(document.getElementById("held")); // has nothing to load, and may not
translatePage();
// A worker that takes the place of another one has a new version of the site.
if (keeper()?.controller)
  keeper()?.addEventListener("controllerchange", () => {
    toast(t`There is a new version of this page.`, { deed: t`Reload`, act: () => location.reload() });
  });
const played = textOfAddress("play");
const isCourse = () => location.hash === "#course";
const wasDesk = !played && !isCourse();
// Each has the page for itself, so another address in this tab opens it anew.
addEventListener(
  "hashchange",
  () =>
    (published.length || textOfAddress("play") || isCourse() || (!wasDesk && textOfAddress("puzzle"))) &&
    location.reload(),
);
const own = chosenPuzzle();
if (played) await openPlayer(await unpacked(played));
else if (isCourse()) await openCourse();
else if (own) await openRecord(own.record);
else if (published.length) openList();
else await openDesk();
document.documentElement.dataset.ready = "yes";
if (isExported && !isOneFile)
  setTimeout(
    () =>
      void keeper()
        ?.register("offline.js")
        .catch(() => {}),
    3000,
  ); // loads all files: after the first answers
