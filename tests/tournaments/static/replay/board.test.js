import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Board } from "../../../../tournaments/static/kauri/replay/board.js";
import { Timeline } from "../../../../tournaments/static/kauri/replay/timeline.js";
import { film, marked, taken, thrown, walk } from "../films.js";
import { motions, page } from "../page.js";

const laid = (...events) => {
  const timeline = new Timeline(film(events));
  return { timeline, board: new Board(film(), timeline.looks) };
};

// Moves through all events but the last, and returns how long the last one takes.
const moved = ({ timeline, board }, speed) => {
  board.show(timeline.at(timeline.last - 1));
  motions.length = 0;
  return board.move(timeline.at(timeline.last), timeline.event(timeline.last), speed);
};

const nodes = ({ layers }) => Object.entries(layers).flatMap(([name, layer]) => [...layer.children].map(() => name));

afterEach(() => {
  page.prefersStill = false;
});

test("a position stands at once, each thing in its layer and at its place", () => {
  const { timeline, board } = laid(walk, marked);

  board.show(timeline.at(2));

  assert.deepEqual(nodes(board), ["place", "mark", "piece"]);
  assert.equal(board.drawn.get("seed-1").node.getAttribute("transform"), "translate(150 50)");
  assert.equal(board.element.getAttribute("viewBox"), "0 0 200 100");
  assert.match(board.element.toString(), /k-ground/);
});

test("another position replaces what is no longer there, and keeps what is", () => {
  const { timeline, board } = laid(walk, marked, thrown, taken);
  board.show(timeline.at(2));
  const pit = board.drawn.get("pit-0").node;

  board.show(timeline.at(4));

  assert.deepEqual([...board.drawn.keys()].sort(), ["die", "pit-0"]);
  assert.deepEqual(nodes(board), ["place", "throw"]);
  assert.equal(board.drawn.get("pit-0").node, pit);
});

test("a thing that comes back to an earlier place is drawn there", () => {
  const { timeline, board } = laid(walk);

  for (const ply of [0, 1, 0]) board.show(timeline.at(ply));

  assert.equal(board.drawn.get("seed-1").node.getAttribute("transform"), "translate(50 50)");
});

test("a thing walks along the path of its action", () => {
  const lasts = moved(laid(walk));

  const [motion, ...others] = motions;
  assert.deepEqual(others, []);
  assert.deepEqual(
    motion.frames.map((frame) => frame.transform),
    [50, 100, 150, 150].map((x) => `translate(${x}px, 50px)`),
  );
  assert.deepEqual([motion.frames[0].offset, motion.frames.at(-1).offset], [0, 1]);
  assert.equal(lasts, 2 * 110 + 240);
});

test("twice the speed takes half the time", () => {
  assert.equal(moved(laid(walk), 2), (2 * 110 + 240) / 2);
});

test("a throw tumbles, and what it replaces leaves", () => {
  const table = laid(marked, thrown);
  moved(table);

  assert.equal(motions[0].node.parentNode, table.board.drawn.get("die").node);
  assert.match(motions[0].frames[0].transform, /rotate/);
  assert.deepEqual(nodes(table.board), ["place", "piece", "throw"]);
});

test("a piece that is taken fades, and is gone when the next motion begins", () => {
  const table = laid(taken);
  moved(table);
  assert.deepEqual(nodes(table.board), ["place", "piece"]);
  assert.deepEqual(motions[0].frames, [{ opacity: 1 }, { opacity: 0 }]);

  table.board.settle();

  assert.equal(motions[0].cancelled, true);
  assert.deepEqual(nodes(table.board), ["place"]);
});

test("nothing moves for people who ask for that", () => {
  page.prefersStill = true;
  const table = laid(walk);

  assert.equal(moved(table), 0);
  assert.deepEqual(motions, []);
  assert.equal(table.board.drawn.get("seed-1").x, 150);
});

test("a flipped board turns back, and a description follows the game's name", () => {
  const { board } = laid();

  assert.equal(board.flip(), true);
  assert.equal(board.flip(), false);
  board.describe("Alice plays A.");
  assert.equal(board.title.textContent, "Kalah. Alice plays A.");
});
