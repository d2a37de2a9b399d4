// Shows a plain page when the network is away. It keeps that page and its styles, and nothing else:
// no page of the site can be stale, and nothing private stays in the browser.
const language = new URL(self.location).searchParams.get("language") ?? "";
const page = `/offline/?language=${encodeURIComponent(language)}`;
const name = `offline ${self.location}`;

const keep = async () => {
  const cache = await caches.open(name);
  // Without cookies, so that it is nobody's.
  const answer = await fetch(page, { credentials: "omit", cache: "no-cache" });
  if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
  const text = await answer.clone().text();
  const files = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => found[1]);
  await cache.addAll(new Set(files));
  await cache.put(page, answer);
};

const forgetEarlier = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith("offline ") && one !== name).map((one) => caches.delete(one)));
  // Then a page need not wait until this script has started.
  await self.registration.navigationPreload?.enable();
};

const kept = async (request) => (await caches.match(request)) ?? Response.error();

const visit = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept(page);
  }
};

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(forgetEarlier()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(event));
  else if (["style", "image"].includes(request.destination) && new URL(request.url).origin === self.location.origin) {
    event.respondWith(fetch(request).catch(() => kept(request)));
  }
});
