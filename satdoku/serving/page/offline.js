// The service worker of an exported page: what the page has loaded is there without a network, too.
//
// `static_site.py` writes VERSION and FILES above these lines. A new version of the site has another VERSION, so it is
// loaded anew; boards are kept when they are first asked for, and the files of Python when it has been loaded.

const site = /** @type {any} */ (self);
const { VERSION, FILES } = site;

site.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(["./", "boards/all.json", "boards/0.json", ...FILES])));
  site.skipWaiting();
});

site.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => site.clients.claim()));
});

site.addEventListener("message", (event) => {
  event.waitUntil(caches.open(VERSION).then(async (cache) => {
    for (const name of event.data.keep) if (!(await cache.match(name))) await cache.add(name);
  }));
});

site.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(VERSION).then(async (cache) => {
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const response = await fetch(event.request);
    if (response.ok) await cache.put(event.request, response.clone());
    return response;
  }));
});
