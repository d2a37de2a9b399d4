// A small film for tests: two places, a piece that walks, a mark, and a die.
export const film = (events = []) => ({
  format: 1,
  title: "Kalah",
  size: [200, 100],
  board: '<rect class="k-ground" width="200" height="100"/>',
  tally: "seeds",
  seats: [
    { name: "Alice", kinds: ["seat-0"], colour: "blue", place: "below", side: 0, left: 10 },
    { name: "Bob", kinds: ["seat-1"], colour: "orange", place: "above", side: 1, left: null },
  ],
  start: {
    looks: ['<g class="k-place"><circle r="9"/></g>', '<circle class="k-seed" r="3"/>'],
    set: [
      ["pit-0", 0, 50, 50],
      ["seed-1", 1, 50, 50],
    ],
    lines: { 0: "o.", 1: ".." },
    tally: [0, 0],
    next: 0,
    due: "action",
  },
  events,
});

export const walk = {
  seat: 0,
  action: "A",
  set: [["seed-1", 1, 150, 50, 2]],
  path: [
    [100, 50],
    [150, 50],
  ],
  lines: { 0: ".o" },
  tally: [1, 0],
  left: 9.5,
  next: 1,
  due: "action",
};

export const marked = { seat: 1, action: "B", looks: ['<path class="k-last"/>'], set: [[2]], next: 0, due: "throw" };

export const thrown = {
  seat: 0,
  throw: "r2",
  looks: ['<g class="k-throw"><g>2</g></g>'],
  set: [["die", 3, 20, 20]],
  gone: [2],
  next: 0,
  due: "action",
};

export const taken = {
  seat: 0,
  action: "C",
  gone: ["seed-1"],
  end: { reason: "home", text: "Blue wins.", ranks: [1, 2] },
};
