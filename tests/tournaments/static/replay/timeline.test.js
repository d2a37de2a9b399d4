import assert from "node:assert/strict";
import test from "node:test";
import { Timeline } from "../../../../tournaments/static/kauri/replay/timeline.js";
import { film, marked, taken, thrown, walk } from "../films.js";

const events = [walk, marked, thrown, taken];

test("the start has the whole picture, the clocks and who is to act", () => {
  const start = new Timeline(film(events)).at(0);

  assert.deepEqual([...start.things.keys()], ["pit-0", "seed-1"]);
  assert.deepEqual(start.things.get("seed-1"), { look: 1, x: 50, y: 50 });
  assert.deepEqual(
    [start.lines, start.tally, start.clocks],
    [
      ["o.", ".."],
      [0, 0],
      [10, null],
    ],
  );
  assert.deepEqual([start.next, start.due, start.end], [0, "action", null]);
});

test("an event changes what its frame says, and nothing else", () => {
  const position = new Timeline(film(events)).at(1);

  assert.deepEqual(position.things.get("seed-1"), { look: 1, x: 150, y: 50 });
  assert.deepEqual(position.things.get("pit-0"), { look: 0, x: 50, y: 50 });
  assert.deepEqual(
    [position.lines, position.tally, position.clocks],
    [
      [".o", ".."],
      [1, 0],
      [9.5, null],
    ],
  );
});

test("a mark is known by the number of its look, and stands in the corner", () => {
  const timeline = new Timeline(film(events));

  assert.deepEqual(timeline.at(2).things.get(2), { look: 2, x: 0, y: 0 });
  assert.equal(timeline.at(3).things.has(2), false);
});

test("the last position tells the end, and that nobody comes next", () => {
  const timeline = new Timeline(film(events));
  const position = timeline.at(timeline.last);

  assert.equal(timeline.last, 4);
  assert.deepEqual(position.end, taken.end);
  assert.deepEqual([position.next, position.due], [-1, ""]);
});

test("a position does not change when a later or an earlier one is asked for", () => {
  const timeline = new Timeline(film(events));
  const start = timeline.at(0);
  timeline.at(4);

  assert.deepEqual(start, new Timeline(film(events)).at(0));
  assert.deepEqual(timeline.at(1), new Timeline(film([walk])).at(1));
});

test("positions far along, and back again, are those of each event in turn", () => {
  const step = (number) => ({ seat: 0, action: String(number), set: [["seed-1", 1, number, 0]], next: 0 });
  const timeline = new Timeline(film(Array.from({ length: 300 }, (_, number) => step(number))));
  const x = (ply) => timeline.at(ply).things.get("seed-1").x;

  assert.deepEqual([300, 1, 64, 65, 128, 129, 299].map(x), [299, 0, 63, 64, 127, 128, 298]);
});

test("looks of a finished game come in a list, and those of a running game by their numbers", () => {
  const timeline = new Timeline(film([marked]));
  timeline.append({ seat: 0, action: "C", looks: { 7: "<g/>" }, next: 1 });

  assert.equal(timeline.looks[2], marked.looks[0]);
  assert.equal(timeline.looks[7], "<g/>");
  assert.equal(timeline.event(2).action, "C");
  assert.equal(timeline.event(0), undefined);
});
