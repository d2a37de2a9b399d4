import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { News } from "../../../../tournaments/static/kauri/replay/news.js";
import { page } from "../page.js";

// A stream of the server, which tells what a test wants.
class FakeSource extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;

  constructor(address) {
    super();
    this.address = address;
    this.readyState = FakeSource.CONNECTING;
    FakeSource.last = this;
  }

  tell(mark) {
    this.readyState = FakeSource.OPEN;
    this.dispatchEvent(Object.assign(new Event("change"), { data: JSON.stringify({ mark }), lastEventId: "" }));
  }

  refuse() {
    this.readyState = FakeSource.CLOSED;
    this.dispatchEvent(new Event("error"));
  }

  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

const sleep = (time) => new Promise((done) => setTimeout(done, time));
const LONG = 60_000;
let news;
let marks;

const follow = (pauses) => {
  marks = [];
  news = new News("/live/play/0f/", (mark) => marks.push(mark), pauses);
};

beforeEach(() => {
  Object.assign(globalThis, {
    EventSource: FakeSource,
    fetch: async () => ({ ok: true }),
    requestAnimationFrame: (call) => setTimeout(call, 0),
    cancelAnimationFrame: clearTimeout,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
});

afterEach(() => {
  news.end();
  page.isHidden = false;
});

test("it asks once for each mark that the stream tells", async () => {
  follow({ without: LONG });
  assert.equal(FakeSource.last.address, "/live/play/0f/");

  for (const mark of ["1", "1", "2"]) {
    FakeSource.last.tell(mark);
    await sleep(20);
  }

  assert.deepEqual(marks, ["1", "2"]);
});

test("without a stream it asks at intervals", async () => {
  follow({ without: 10 });
  FakeSource.last.refuse();

  await sleep(100);

  assert.ok(marks.length >= 2);
  assert.deepEqual([...new Set(marks)], [undefined]);
});

test("with a stream it does not", async () => {
  follow({ without: 30 });
  FakeSource.last.tell("1");

  await sleep(150);

  assert.deepEqual(marks, ["1"]);
});

test("changes that come fast are asked for together, and the last is not missed", async () => {
  follow({ without: LONG, least: 60 });

  for (const mark of ["1", "2", "3"]) {
    FakeSource.last.tell(mark);
    await sleep(5);
  }
  assert.deepEqual(marks, []);
  await sleep(150);

  assert.deepEqual(marks, ["3"]);
});

test("a page that nobody sees asks for nothing", async () => {
  follow({ without: 10 });
  page.isHidden = true;

  await sleep(60);

  assert.deepEqual(marks, []);
});

test("a change that came while nobody saw the page is asked for when somebody does", async () => {
  follow({ without: LONG, least: 30 });
  FakeSource.last.tell("1");
  await sleep(5);
  page.isHidden = true;
  await sleep(60);
  assert.deepEqual(marks, []);

  page.isHidden = false;
  FakeSource.last.tell("1");
  await sleep(60);

  assert.deepEqual(marks, ["1"]);
});

test("nothing is asked for after the end, and the stream is closed", async () => {
  follow({ without: 10 });
  const source = FakeSource.last;

  news.end();
  await sleep(60);

  assert.equal(source.readyState, FakeSource.CLOSED);
  assert.deepEqual(marks, []);
});
