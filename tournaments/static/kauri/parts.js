// Parts of pages that ask the server again when there is news of what they show.
import { findAll } from "./replay/dom.js";
import { News } from "./replay/news.js";

/** @type {Map<string, News>} */
const followed = new Map();

/** @param {string} address */
const ask = (address) => {
  for (const part of findAll(document, `[data-stream="${address}"]`)) part.dispatchEvent(new Event("news"));
};

// A part comes again with each answer, and without an address once nothing will change any more.
const follow = () => {
  const parts = findAll(document, "[data-stream][data-seconds]");
  const addresses = new Set(parts.map((part) => String(part.dataset.stream)));
  for (const [address, news] of followed) {
    if (addresses.has(address)) continue;
    news.end();
    followed.delete(address);
  }
  for (const part of parts) {
    const address = String(part.dataset.stream);
    if (followed.has(address)) continue;
    const pause = 1000 * Number(part.dataset.seconds);
    followed.set(address, new News(address, () => ask(address), { without: pause, least: pause }));
  }
};

document.addEventListener("htmx:afterSwap", follow);
follow();
