import assert from "node:assert/strict";
import { test } from "node:test";
import { isPicture, read } from "../../../../tournaments/static/kauri/workshop/messages.js";

const film = (board, looks = []) => ({
  kind: "film",
  film: { title: "Kalah", size: [1, 1], board, tally: "seeds", seats: [], start: { looks } },
});
const told = (message) => read(JSON.stringify(message));

test("shapes are a picture", () => {
  assert.ok(isPicture('<g class="k-seed"><circle cx="1" cy="2" r="3" fill="#fff"/></g>'));
  assert.ok(isPicture('<g transform="translate(1 2)"><text id="-pit" font-family="a, b">A</text></g>'));
  assert.ok(isPicture(""));
});

for (const markup of [
  "<script>alert(1)</script>",
  '<a href="/accounts/logout/"><text>A</text></a>',
  '<image href="https://example.org/x.png"/>',
  "<foreignObject><form/></foreignObject>",
  "<style>body{display:none}</style>",
  '<circle onclick="alert(1)"/>',
  '<circle hx-get="/accounts/"/>',
  '<circle style="fill:red"/>',
  '<rect fill="url(https://example.org/x)"/>',
  '<rect id="workshop"/>',
  '<circle data-do="flip"/>',
  7,
  null,
]) {
  test(`no picture: ${markup}`, () => assert.equal(isPicture(markup), false));
}

test("a film with anything but shapes is no message", () => {
  assert.ok(told(film("<rect/>")));
  assert.equal(told(film("<script/>")), undefined);
  assert.equal(told(film("<rect/>", ["<image/>"])), undefined);
  assert.equal(told(film("<rect/>", { 3: "<image/>" })), undefined);
});

test("so are events", () => {
  const events = (looks) => told({ kind: "events", events: [{ seat: 0, looks }], printed: {} });

  assert.ok(events(["<circle/>"]));
  assert.equal(events(["<iframe/>"]), undefined);
});

test("a curve has numbers alone", () => {
  const judged = (values) => told({ kind: "judged", points: [{ ply: 0, values }] });

  assert.ok(judged([0.5, -0.5]));
  assert.equal(judged(["<svg>"]), undefined);
});

for (const text of [
  "",
  "{",
  "7",
  "null",
  '{"kind":"evil"}',
  '{"kind":"constructor"}',
  '{"kind":"over"}',
  undefined,
  {},
]) {
  test(`no message: ${JSON.stringify(text)}`, () => assert.equal(read(text), undefined));
}

test("a result has numbers", () => {
  const over = { kind: "over", own: 0, result: 1, faults: [], events: [], seeds: {} };

  assert.deepEqual(told(over), over);
  assert.equal(told({ ...over, result: "won" }), undefined);
});
