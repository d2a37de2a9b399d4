// The frame in which bots run, at an origin of its own. It owns the worker, which it can end at any
// time, and passes texts between it and the page.

const files = document.documentElement.dataset;
const site = location.origin;
/** @type {Worker | undefined} */
let worker;

/** @param {unknown} message */
const tell = (message) => parent.postMessage(message, site);

/** @param {string} sentences */
const start = (sentences) => {
  worker?.terminate();
  // A frame without an origin may start a worker from nothing but its own text, and no module.
  const text = `import(${JSON.stringify(files.worker)})`;
  worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  worker.addEventListener("message", ({ data }) => {
    if (typeof data === "string") tell(data);
    else worker?.postMessage({ pyodide: files.pyodide, sources: files.sources, sentences });
  });
  worker.addEventListener("error", ({ message }) => tell(JSON.stringify({ kind: "broken", why: String(message) })));
};

addEventListener("message", ({ source, origin, data }) => {
  if (source !== parent || origin !== site) return;
  if (typeof data.start === "string") start(data.start);
  else if (typeof data.request === "string") worker?.postMessage(data.request);
});

tell(JSON.stringify({ kind: "frame" }));

export {};
