import assert from "node:assert/strict";
import test from "node:test";
import { Ahead } from "../../../../tournaments/static/kauri/play/ahead.js";
import { draw } from "../../../../tournaments/static/kauri/replay/dom.js";
import { press } from "../page.js";

const way = (action, start, end = start) => ({ action, asked: action, label: action, start, end, via: [] });

// What is played of some actions after taps at these places, and whether any was held before.
const played = (taps, ...ways) => {
  let held = false;
  const ahead = new Ahead({ turned: draw("g") }, (isHeld) => {
    held = isHeld;
  });
  for (const tap of taps) ahead.tap(tap);
  const before = held;
  return [ahead.take(ways)?.action, before, held, ahead.layer.childElementCount];
};

const STEP = way("a1-a2", [0, 0], [0, 100]);
const PITS = [way("A", [0, 0], [300, 0]), way("B", [100, 0], [400, 0])];

test("an action is played if it begins and ends where somebody tapped", () => {
  assert.deepEqual(
    played(
      [
        [3, 3],
        [9, 95],
      ],
      STEP,
      way("a1-b1", [0, 0], [100, 0]),
    ),
    ["a1-a2", true, false, 0],
  );
  assert.equal(played([[3, 3]], ...PITS)[0], "A");
});

test("nothing is played that is not allowed, or where two actions may be meant", () => {
  assert.equal(
    played(
      [
        [0, 0],
        [0, 200],
      ],
      STEP,
      way("a1-b1", [0, 0], [100, 0]),
    )[0],
    undefined,
  );
  assert.equal(played([[0, 0]], STEP, way("a1-b1", [0, 0], [100, 0]))[0], undefined);
  assert.equal(played([[0, 0]], way("pass", null))[0], undefined);
  assert.equal(played([], ...PITS)[0], undefined);
});

test("by keys one of the last turn's actions is chosen, and dropped by choosing it again", () => {
  const ahead = new Ahead({ turned: draw("g"), size: [700, 700] }, () => {});
  const spots = () => [...ahead.keys.layer.querySelectorAll(".k-tap")];
  ahead.offer([...PITS, way("pass", null)]);
  press(spots()[1], "Enter");
  assert.deepEqual(ahead.points, [[100, 0]]);
  press(spots()[1], "Enter");
  assert.deepEqual(ahead.points, []);
  press(spots()[0], "Enter");
  ahead.offer([]);
  assert.equal(spots().length, 0);
  assert.equal(ahead.take(PITS)?.action, "A");
});

test("by keys an action of several that begin there is chosen by its end", () => {
  const ahead = new Ahead({ turned: draw("g"), size: [700, 700] }, () => {});
  ahead.offer([STEP, way("a1-b1", [0, 0], [100, 0])]);
  const spots = () => [...ahead.keys.layer.querySelectorAll(".k-tap")];
  press(spots()[0], "Enter");
  press(spots()[0], "Enter");

  assert.deepEqual(ahead.points, [
    [0, 0],
    [0, 100],
  ]);
  assert.equal(spots().length, 1);
});

test("another pit is another choice, and the same place again is none", () => {
  assert.equal(
    played(
      [
        [0, 0],
        [100, 0],
      ],
      ...PITS,
    )[0],
    "B",
  );
  assert.deepEqual(
    played(
      [
        [0, 0],
        [5, 5],
      ],
      ...PITS,
    ).slice(0, 2),
    [undefined, false],
  );
  assert.equal(
    played(
      [
        [0, 0],
        [0, 100],
        [100, 0],
      ],
      ...PITS,
    )[0],
    "B",
  );
});
