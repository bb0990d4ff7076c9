// The service worker of an exported page: what the page has loaded is there without a network, too.
//
// `static_site.py` writes VERSION and FILES above these lines. A new version of the site has another VERSION, so it is
// loaded anew; boards are kept when they are first asked for, and the files of Python when it has been loaded. What is
// kept comes from the host itself and not from the browser's own cache, which may hold files of an older version. Other
// sites may share the host and its caches, so ours are named after the site's folder.

const site = /** @type {any} */ (self);
const { VERSION, FILES } = site;
const OURS = `satdoku ${new URL("./", site.location.href).pathname} `;
const KEPT = OURS + VERSION;
const fromHost = (name) => new Request(name, { cache: "reload" });

site.addEventListener("install", (event) => {
  const names = ["./", "boards/all.json", "boards/0.json", ...FILES];
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(names.map(fromHost))));
  site.skipWaiting();
});

site.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(OURS) && name !== KEPT;
  const old = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => site.clients.claim()));
});

site.addEventListener("message", (event) => {
  event.waitUntil(
    caches.open(KEPT).then(async (cache) => {
      for (const name of event.data.keep) if (!(await cache.match(name))) await cache.add(fromHost(name));
    }),
  );
});

site.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  event.respondWith(
    caches.open(KEPT).then(async (cache) => {
      const kept = await cache.match(request, { ignoreSearch: true });
      if (kept) return kept;
      const response = await fetch(request.mode === "navigate" ? request : fromHost(request.url));
      if (response.ok) await cache.put(request, response.clone());
      return response;
    }),
  );
});
