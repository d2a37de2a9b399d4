// Shows a plain page when the network is away. It keeps that page and its styles, and nothing else:
// no page of the site can be stale, and nothing private stays in the browser.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const language = new URL(worker.location.href).searchParams.get("language") ?? "";
const root = new URL("../../../", worker.location.href).pathname;
const page = `${root}offline/?language=${encodeURIComponent(language)}`;
const cacheName = `offline ${worker.location.href}`;

const keep = async () => {
  const cache = await caches.open(cacheName);
  // Without cookies, so that it is nobody's.
  const answer = await fetch(page, { credentials: "omit", cache: "no-cache" });
  if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
  const text = await answer.clone().text();
  const files = [...text.matchAll(/(?:href|src)="([^"]*\/static\/[^"]+)"/g)].map((found) => found[1]);
  await cache.addAll([...new Set(files)]);
  await cache.put(page, answer);
};

const forgetEarlier = async () => {
  const names = await caches.keys();
  await Promise.all(
    names.filter((one) => one.startsWith("offline ") && one !== cacheName).map((one) => caches.delete(one)),
  );
  // Then a page need not wait until this script has started.
  await worker.registration.navigationPreload?.enable();
};

/** @param {Request | string} request */
const kept = async (request) => (await caches.match(request)) ?? Response.error();

/** @param {FetchEvent} event */
const visit = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept(page);
  }
};

worker.addEventListener("install", (event) => event.waitUntil(keep().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(forgetEarlier()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(event));
  else if (["style", "image"].includes(request.destination) && new URL(request.url).origin === worker.location.origin) {
    event.respondWith(fetch(request).catch(() => kept(request)));
  }
});
