// Drafts in the browser: each has a key of its own, and the newest comes first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LocalDrafts, query } from "../../../../tournaments/static/kauri/workshop/local.js";

const room = (most = 1000) => {
  /** @type {Record<string, string>} */
  const kept = {};
  /** @type {any} */
  const storage = kept;
  Object.defineProperties(storage, {
    getItem: { value: (/** @type {string} */ key) => kept[key] ?? null },
    removeItem: { value: (/** @type {string} */ key) => delete kept[key] },
    setItem: {
      value: (/** @type {string} */ key, /** @type {string} */ text) => {
        if (text.length > most) throw new Error("full");
        kept[key] = text;
      },
    },
  });
  return storage;
};

/** @param {string} name */
const draft = (name, at = 1) => ({ name, variant: "kalah", step: "", files: [{ name: "bot.py", text: "pass" }], at });

test("drafts are listed with the newest first, beside what else the site keeps", () => {
  const storage = room();
  storage.setItem("kauri-sound", "on");
  const drafts = new LocalDrafts(storage);
  drafts.write("a", draft("old", 1));
  drafts.write("b", draft("new", 2));

  assert.deepEqual(
    drafts.all().map(([id, { name }]) => [id, name]),
    [
      ["b", "new"],
      ["a", "old"],
    ],
  );
  drafts.remove("b");
  assert.equal(drafts.all().length, 1);
});

test("a draft for which the browser has no room is not said to be kept", () => {
  assert.equal(new LocalDrafts(room(20)).write("a", draft("long")), false);
});

test("a step is solved once", () => {
  const drafts = new LocalDrafts(room());
  drafts.solve("kalah/1");
  drafts.solve("kalah/1");

  assert.deepEqual(drafts.solved(), ["kalah/1"]);
});

test("a draft of a step is opened as that step", () => {
  assert.equal(query("x", { variant: "kalah", step: "kalah/2" }), "step=kalah%2F2");
  assert.equal(query("x", { variant: "kalah", step: "" }), "game=kalah&local=x");
});

test("drafts for the same game are opponents, but the open one and those of tutorials", () => {
  const drafts = new LocalDrafts(room());
  drafts.write("open", draft("Open"));
  drafts.write("other", { ...draft("Other"), variant: "kalah(seeds=4)" });
  drafts.write("unnamed", draft("", 0));
  drafts.write("step", { ...draft("Step"), step: "kalah/1" });
  drafts.write("far", { ...draft("Far"), variant: "pachisi" });

  const rivals = drafts.rivals("kalah", "open");

  assert.deepEqual(
    rivals.map(({ name, label }) => [name, label]),
    [
      ["local-other", "Other"],
      ["local-unnamed", "unnamed"],
    ],
  );
  assert.equal(rivals[0].files[0].text, "pass");
});
