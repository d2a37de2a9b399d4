// Runs Python in the frame of the workshop: Pyodide, the engine, and the bots.

/** @param {object} message */
const tell = (message) => self.postMessage(JSON.stringify(message));

const START = `
import os, sys
sys.path.insert(0, "/kauri")
os.environ["KAURI_GAMES"] = open("/kauri/GAMES").read()
from tournaments.kit.workshop import started
started`;

/** @param {{ pyodide: string, sources: string, sentences: string }} files */
const load = async ({ pyodide, sources, sentences }) => {
  const [{ loadPyodide }, zip] = await Promise.all([import(`${pyodide}pyodide.mjs`), fetch(sources)]);
  const python = await loadPyodide({ indexURL: pyodide });
  python.unpackArchive(await zip.arrayBuffer(), "zip", { extractDir: "/kauri" });
  const started = python.runPython(START);
  return started((/** @type {string} */ text) => self.postMessage(text), sentences);
};

/** @type {Promise<{ take: (request: string) => void }> | undefined} */
let workshop;

/** @param {unknown} error */
const fail = (error) => tell({ kind: "broken", why: String(error) });

self.addEventListener("message", async ({ data }) => {
  try {
    if (typeof data === "string") {
      (await workshop)?.take(data);
      tell({ kind: "idle" });
    } else {
      workshop = load(data);
      await workshop;
      tell({ kind: "ready" });
    }
  } catch (error) {
    fail(error);
  }
});

// Now the frame may send the addresses of its files.
self.postMessage({});

export {};
