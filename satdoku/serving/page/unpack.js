// The script of a page that is one file: unpacks what the page holds, and runs the page's script, which is in it, too.

const bytes = Uint8Array.from(atob(document.getElementById("held")?.textContent ?? ""), (character) =>
  character.charCodeAt(0),
);
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
void new Response(stream).json().then((held) => {
  /** @type {any} */ (globalThis).HELD = held;
  return import(`data:text/javascript,${encodeURIComponent(held["page/start.js"])}`);
});
