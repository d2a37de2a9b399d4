import assert from "node:assert/strict";
import test from "node:test";
import { Attention } from "../../../../tournaments/static/kauri/play/attention.js";
import "../page.js";

// What a browser keeps, and the pitches that it plays.
const kept = () => {
  const values = new Map();
  return { getItem: (name) => values.get(name) ?? null, setItem: (name, value) => values.set(name, value) };
};
const heard = [];
const node = () => ({
  frequency: {
    set value(pitch) {
      heard.push(pitch);
    },
  },
  gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
  connect: (next) => next,
  start() {},
  stop() {},
});
globalThis.AudioContext = class {
  currentTime = 0;
  createOscillator = node;
  createGain = node;
};

test("the tab says whose turn it is, and goes back to its title", () => {
  document.title = "Kalah";
  const attention = new Attention("turn.svg", kept());

  attention.show(true);
  assert.equal(document.title, "Your turn. Kalah");
  attention.show(false);
  assert.equal(document.title, "Kalah");
});

test("there is no tone until a person asks for them", () => {
  const storage = kept();
  const attention = new Attention("turn.svg", storage);
  attention.play("turn");
  assert.deepEqual(heard, []);

  assert.equal(attention.toggle(), true);
  assert.deepEqual(heard, [523, 659]);
  assert.equal(new Attention("turn.svg", storage).isLoud, true);
  assert.equal(attention.toggle(), false);
  attention.play("over");
  assert.deepEqual(heard, [523, 659]);
});
