// The worker of an exported page in which Python answers, with the server's own functions.
//
// Python is Pyodide's (WebAssembly), from the site's folder python/ (see page_python.py). A question is answered whole before
// the next one is heard: Python has one thread here, and nothing can stop it but the end of this worker.

const folder = new URL("../python/", import.meta.url);

/** @returns {Promise<(message: string, say: (progress: string) => void) => string>} */
async function started() {
  const own = fetch(new URL("satdoku.zip", folder)).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  const python = await loadPyodide({ indexURL: folder.href, packages: ["numpy", "python-sat"] });
  python.unpackArchive(await own, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  const { reply } = python.pyimport("satdoku.serving.pool.worker");
  reply(JSON.stringify({ ask: "live", puzzle: ".".repeat(81) }), () => {}); // loads the modules, or fails if something is missing
  return reply;
}

/** @type {Awaited<ReturnType<typeof started>>} */
let answered;

self.addEventListener("message", ({ data }) => {
  const { id } = data;
  try {
    const answer = answered(JSON.stringify(data), (progress) =>
      self.postMessage({ id, progress: JSON.parse(progress) }),
    );
    self.postMessage({ id, ...JSON.parse(answer) });
  } catch (error) {
    self.postMessage({ id, error: `internal error: ${error}`.trim().split("\n").at(-1), retry: false, broken: true });
  }
});

try {
  answered = await started();
  self.postMessage({ ready: true });
} catch (error) {
  self.postMessage({ failed: String(error).trim().split("\n").at(-1) });
}
