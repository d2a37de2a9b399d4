import assert from "node:assert/strict";
import test from "node:test";
import { Taps } from "../../../../tournaments/static/kauri/play/taps.js";
import { draw } from "../../../../tournaments/static/kauri/replay/dom.js";
import { click, page, press } from "../page.js";

const way = (action, start, end = start, via = []) => ({ action, asked: action, label: action, start, end, via });

// The taps of some actions; `chosen` and `narrowed` grow with what they report.
const laid = (...ways) => {
  const chosen = [];
  const narrowed = [];
  const taps = new Taps(
    { turned: draw("g"), size: [700, 700] },
    {
      choose: (action) => chosen.push(action),
      narrow: (left) => narrowed.push(left?.map((one) => one.action) ?? null),
    },
  );
  taps.show(ways);
  return { taps, chosen, narrowed, spots: () => [...taps.layer.querySelectorAll(".k-tap")] };
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

test("of ways to one place, the first places at which they part are shown, and the way so far", () => {
  const ways = [
    way(
      "left then up",
      [0, 0],
      [300, 300],
      [
        [0, 100],
        [0, 200],
        [100, 300],
      ],
    ),
    way(
      "left then across",
      [0, 0],
      [300, 300],
      [
        [0, 100],
        [100, 100],
      ],
    ),
    way("straight", [0, 0], [300, 300], [[150, 150]]),
  ];
  const { taps, chosen, narrowed, spots } = laid(...ways, way("other", [500, 0]));
  click(spots()[0]);
  assert.deepEqual(labels(spots()), ["left then up, left then across", "straight", "Another piece"]);
  assert.deepEqual(narrowed.at(-1), ["left then up", "left then across", "straight"]);

  click(spots()[0]);

  assert.deepEqual(labels(spots()), ["left then up", "left then across", "Another piece"]);
  assert.equal(taps.layer.querySelector(".k-way").getAttribute("d"), "M0 0L0 100");
  click(spots()[1]);
  assert.deepEqual(chosen, ["left then across"]);
});

test("a way that ends where another goes on is chosen at its end", () => {
  const { chosen, spots } = laid(way("short", [0, 0], [0, 100]), way("long", [0, 0], [0, 100], [[200, 200]]));
  click(spots()[0]);

  assert.deepEqual(labels(spots()), ["short", "long", "Another piece"]);
  assert.equal(spots()[0].getAttribute("cy"), "100");
  click(spots()[0]);

  assert.deepEqual(chosen, ["short"]);
});

test("actions that no place tells apart are offered on the board by their names", () => {
  const { chosen, narrowed, spots } = laid(
    way("one", [0, 0], [90, 0]),
    way("two", [0, 0], [90, 0]),
    way("c", [0, 0], [0, 90]),
  );
  click(spots()[0]);
  click(spots()[0]);

  assert.deepEqual(narrowed.at(-1), ["one", "two"]);
  assert.deepEqual(labels(spots()), ["one", "two", "Another piece"]);
  assert.equal(spots()[1].textContent, "two");
  click(spots()[1]);
  assert.deepEqual(chosen, ["two"]);
});

test("where nothing moves, the board offers the action by its name", () => {
  const { chosen, spots } = laid(way("pass", null));

  click(spots()[0]);

  assert.deepEqual(chosen, ["pass"]);
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

test("the advised action is marked where it begins, and chosen like any other", () => {
  const { taps, chosen, spots } = laid();

  taps.show([way("A", [100, 100], [300, 100]), way("B", [500, 100], [600, 100])], "B");

  const [ring, lead] = taps.layer.querySelectorAll(".k-way");
  assert.equal(ring.getAttribute("cx"), "500");
  assert.equal(lead.getAttribute("d"), "M500 100L600 100");
  click(spots()[1]);
  assert.deepEqual(chosen, ["B"]);
});
