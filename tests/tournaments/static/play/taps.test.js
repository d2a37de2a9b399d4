import assert from "node:assert/strict";
import test from "node:test";
import { Taps } from "../../../../tournaments/static/kauri/play/taps.js";
import { draw } from "../../../../tournaments/static/kauri/replay/dom.js";
import { click, page, press } from "../page.js";

const way = (action, start, end = start) => ({ action, asked: action, start, end });

// The taps of some actions; `chosen` and `narrowed` grow with what they report.
const laid = (...ways) => {
  const chosen = [];
  const narrowed = [];
  const taps = new Taps(
    { turned: draw("g") },
    {
      choose: (action) => chosen.push(action),
      narrow: (left) => narrowed.push(left?.map((one) => one.action) ?? null),
    },
  );
  taps.show(ways);
  return { taps, chosen, narrowed, spots: () => [...taps.layer.children] };
};

const labels = (spots) => spots.map((spot) => spot.getAttribute("aria-label"));

test("an action of its own place is chosen by one tap", () => {
  const { chosen, spots } = laid(way("A", [100, 100]), way("B", [300, 100]));
  assert.deepEqual(labels(spots()), ["A", "B"]);

  click(spots()[1]);

  assert.deepEqual(chosen, ["B"]);
});

test("Enter and the space bar choose as a tap does, and other keys do not", () => {
  const { chosen, spots } = laid(way("A", [100, 100]));

  for (const key of ["Enter", "x", " "]) press(spots()[0], key);

  assert.deepEqual(chosen, ["A", "A"]);
});

test("actions from one place are told apart by where they end", () => {
  const { chosen, spots } = laid(way("a1-a2", [0, 0], [0, 100]), way("a1-b2", [0, 0], [100, 100]));
  assert.deepEqual(labels(spots()), ["a1-a2, a1-b2"]);

  click(spots()[0]);

  assert.deepEqual(labels(spots()), ["a1-a2", "a1-b2", "Another piece"]);
  assert.equal(page.focused, spots()[0]);
  click(spots()[1]);
  assert.deepEqual(chosen, ["a1-b2"]);
});

test("a tap on the chosen place goes back to all places", () => {
  const { chosen, spots } = laid(way("a", [0, 0], [0, 100]), way("b", [0, 0], [100, 100]), way("c", [300, 0]));
  click(spots()[0]);

  click(spots().at(-1));

  assert.deepEqual(labels(spots()), ["a, b", "c"]);
  assert.deepEqual(chosen, []);
});

test("actions that begin and end alike are left to the list", () => {
  const both = [way("long", [0, 0], [100, 0]), way("short", [0, 0], [100, 0])];
  const { chosen, narrowed, spots } = laid(...both, way("other", [300, 0]));

  click(spots()[0]);

  assert.deepEqual(narrowed, [null, ["long", "short"]]);
  assert.deepEqual(chosen, []);
});

test("of two that end alike and one that does not, the list gets the two", () => {
  const { narrowed, spots } = laid(way("a", [0, 0], [90, 0]), way("b", [0, 0], [90, 0]), way("c", [0, 0], [0, 90]));
  click(spots()[0]);

  click(spots()[0]);

  assert.deepEqual(narrowed.at(-1), ["a", "b"]);
});

test("places that lie on each other are one, and close ones are smaller", () => {
  const { spots } = laid(way("a", [0, 0]), way("b", [20, 0]), way("c", [44, 0]));

  assert.deepEqual(labels(spots()), ["a, b", "c"]);
  assert.deepEqual(
    spots().map((spot) => Math.round(Number(spot.getAttribute("r")))),
    [22, 22],
  );
});

test("without actions there is nothing to tap", () => {
  const { taps } = laid();

  assert.equal(taps.first, undefined);
});
