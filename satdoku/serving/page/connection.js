// What answers the page's questions: a server, or the worker of an exported page; and the boards that it sent.

import { Boards } from "./boards.js";
import { button, toast } from "./dialogs.js";
import { fill, h, icon } from "./dom.js";
import { Wire } from "./wire.js";
import { t } from "./words.js";
import { WorkerSocket } from "./worker_socket.js";

/** Whether no server answers, but a worker of an exported page. */
export const isExported = document.documentElement.dataset.answers === "worker";
const server = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live${location.search}`;
export const wire = new Wire(() => (isExported ? new WorkerSocket() : new WebSocket(server)));
export const boards = new Boards(wire);

/** Say on the line below the head that the server does not answer. @param {() => void} back  called when it answers again */
export function tellWhenLost(back) {
  const line = document.getElementById("line");
  let lost = 0;
  wire.onState((state) => {
    clearTimeout(lost);
    const say = () => {
      line.hidden = wire.state === "on";
      fill(
        line,
        icon("pause"),
        h("span", {}, t`The server does not answer. Your work is saved in this browser; trying again …`),
        button("", t`Now`, () => wire.now(), { class: "small" }),
      );
    };
    if (state === "on") {
      if (!line.hidden) {
        toast(t`The server is back.`);
        back();
      }
      line.hidden = true;
    } else if (state === "lost") say();
    else if (!isExported) lost = setTimeout(say, 1500); // an exported page has no server: what answers is still loading
  });
}
