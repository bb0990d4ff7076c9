// Opens what the page's address asks for: a puzzle to play ("#play="), else the setter's desk.

import { isExported } from "./connection.js";
import { toast } from "./dialogs.js";
import { textOfAddress } from "./files.js";
import { openDesk } from "./main.js";
import { openPlayer } from "./player.js";
import { t, translatePage } from "./words.js";

translatePage();
// A worker that takes the place of another one has a new version of the site.
if (navigator.serviceWorker?.controller) navigator.serviceWorker.addEventListener("controllerchange", () => {
  toast(t`There is a new version of this page.`, { deed: t`Reload`, act: () => location.reload() });
});
const played = textOfAddress("play");
// Each has the page for itself, so another address in this tab opens it anew.
addEventListener("hashchange", () => (textOfAddress("play") || (played && textOfAddress("puzzle"))) && location.reload());
await (played ? openPlayer(played) : openDesk());
document.documentElement.dataset.ready = "yes";
if (isExported) setTimeout(() => void navigator.serviceWorker?.register("offline.js").catch(() => {}), 3000); // loads all files: after the first answers
