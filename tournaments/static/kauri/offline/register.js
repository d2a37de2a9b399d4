import { prefix } from "../prefix.js";

// Lets the browser keep a page for when the network is away.
const worker = document.querySelector("meta[name=offline-worker]")?.getAttribute("content");
if (worker && "serviceWorker" in navigator) {
  const address = `${worker}?language=${document.documentElement.lang}`;
  navigator.serviceWorker
    .register(address, { scope: `${prefix}/` })
    .catch((error) => console.info("offline:", error.message));
}
