// Caches the page for offline use. The list has everything that the page needs to play; a board's firmware is fetched
// on first use. Caches belong to an origin, which other programs may share: those with this prefix are ours.
const PREFIX = "pipsqueak-";
const CACHE = `${PREFIX}6`;
const FILES = [
  "./", "index.html", "style.css", "scenes.css", "dialogs.css", "app.js", "actions.js", "address.js", "dialog.js", "dom.js", "end.js",
  "engine.js", "motion.js", "people.js", "reasons.js", "store.js", "table.js", "texts.js", "texts/en.js", "texts/de.js", "texts/he.js", "worker.js",
  "games.wasm", "cards.js", "scenes/fiveo.js", "scenes/checkers.js", "scenes/mastermind.js", "dialogs/howto.js", "dialogs/why.js",
  "dialogs/records.js", "dialogs/champion.js", "dialogs/settings.js", "dialogs/opponents.js", "dialogs/search.js", "search_tree.js", "small_board.js", "search.css",
  "search.wasm", "link.js", "transport.js",
  "transports/wasm.js", "icon.svg", "manifest.webmanifest",
];
// The files for boards may be missing where the page is served without them.
const MORE = ["boards.wasm", "board.js", "board.css", "session.js", "transports/webserial.js", "transports/websocket.js"];

// A board's firmware is kept once it was fetched.
const FIRMWARE = /\/firmware\/[\w.-]+$/;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await Promise.allSettled(MORE.map((file) => cache.add(file)));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

// The network first, so that a new version appears at once; the cache without a network.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    try {
      const response = await fetch(request);
      const isKept = FIRMWARE.test(request.url) || (await cache.match(request, { ignoreSearch: true }));
      if (response.ok && !new URL(request.url).search && isKept) await cache.put(request, response.clone());
      return response;
    } catch (error) {
      const kept = await cache.match(request, { ignoreSearch: true });
      if (kept) return kept;
      throw error;
    }
  })());
});
