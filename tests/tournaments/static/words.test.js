import assert from "node:assert/strict";
import test from "node:test";
import { counted } from "../../../tournaments/static/kauri/replay/seats.js";
import { asked, ended, label, said, told } from "../../../tournaments/static/kauri/words.js";
import { film } from "./films.js";

const { seats } = film();
const of = (code, params) => ({ code, params });

test("how a game ended is put together of its codes, with the colours of seats", () => {
  const standing = [of("rank", { seats: [0], rank: 1 }), of("rank-shared", { seats: [1, 0], rank: 2 })];
  const params = { result: of("wins", { seats: [0] }), cause: of("places-decided", { ranks: standing }) };
  const end = { ...of("result-cause", params), reason: "home", text: "Blue wins.", ranks: [1, 2] };

  const told = "Blau gewinnt: alle Ränge stehen fest: Blau hat Rang 1, orange und Blau teilen Rang 2.";
  assert.equal(ended(end, seats), told);
});

test("an action has words to ask for it, to tell of it, and for a button", () => {
  const deed = { ...of("stone-move", { stone: 3, square: "b4" }), effects: [of("stone-capture", { captured: [1] })] };

  assert.equal(asked(deed, seats), "Zieh Stein 3 nach b4, schlägt einen Stein von orange");
  assert.equal(told(deed, seats, "eve (Blau)"), "eve (Blau) zieht Stein 3 nach b4, schlägt einen Stein von orange");
  assert.equal(label(deed, seats), "3 nach b4");
});

test("words of a film are looked up by their English, with a number in its place", () => {
  assert.deepEqual([said("blue"), said("orange")], ["Blau", "orange"]);
  assert.deepEqual([counted(3, "seeds"), counted(1, "seeds")], ["3 Samen", "1 seed"]);
});
