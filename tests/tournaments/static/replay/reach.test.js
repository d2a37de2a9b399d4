import assert from "node:assert/strict";
import { test } from "node:test";
import { doubt } from "../../../../tournaments/static/kauri/replay/reach.js";

const notice = document.createElement("p");
notice.id = "unreachable";
notice.hidden = true;
document.body.append(notice);

const sleep = (time) => new Promise((done) => setTimeout(done, time));

const until = async (holds) => {
  for (let waited = 0; waited < 3000 && !holds(); waited += 50) await sleep(50);
  assert.ok(holds());
};

test("A site that is stopped is told within three seconds, until it answers again", async () => {
  let answer = () => Promise.reject(new TypeError("Failed to fetch"));
  globalThis.fetch = () => answer();

  doubt();
  await until(() => !notice.hidden);
  answer = async () => ({ ok: false });
  await sleep(1600);
  assert.equal(notice.hidden, false);
  answer = async () => ({ ok: true });
  await until(() => notice.hidden);
});

test("A stream that is refused is no reason to say so", async () => {
  globalThis.fetch = async () => ({ ok: true });

  doubt();
  await sleep(600);

  assert.equal(notice.hidden, true);
});
