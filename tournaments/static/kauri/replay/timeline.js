// The events of a film, and the position after each. Events may be appended while a game runs.
// Looks come in a list, in their order, or by their numbers.
const APART = 64;

export class Timeline {
  constructor(film) {
    this.seats = film.seats;
    this.looks = Object.assign([], film.start.looks);
    this.events = [];
    this.clocks = film.seats.map((seat) => seat.left);
    this.kept = [after(empty(this.clocks), film.start)];
    for (const event of film.events ?? []) this.append(event);
  }

  get last() {
    return this.events.length;
  }

  append(event) {
    this.events.push(event);
    if (Array.isArray(event.looks)) this.looks.push(...event.looks);
    else Object.assign(this.looks, event.looks);
  }

  // The event that led to a position; undefined at the start.
  event(ply) {
    return this.events[ply - 1];
  }

  // The position after so many events. Some are kept on the way, so that any is near a kept one.
  at(ply) {
    while (this.kept.length <= Math.floor(ply / APART)) {
      this.kept.push(this.played(this.kept.length - 1, this.kept.length * APART));
    }
    return this.played(Math.floor(ply / APART), ply);
  }

  played(kept, ply) {
    let position = this.kept[kept];
    const begin = kept * APART;
    if (begin < ply) position = copy(position);
    for (let number = begin; number < ply; number += 1) change(position, this.events[number]);
    return position;
  }
}

const empty = (clocks) => ({ things: new Map(), lines: [], tally: [], clocks, next: -1, due: "", end: null });

const copy = (position) => ({
  ...position,
  things: new Map(position.things),
  lines: [...position.lines],
  clocks: [...position.clocks],
});

const after = (position, frame) => {
  const next = copy(position);
  change(next, frame);
  return next;
};

// A thing is known by its id; a mark, which has none, by the number of its look.
const change = (position, frame) => {
  for (const key of frame.gone ?? []) position.things.delete(key);
  for (const [key, look = key, x = 0, y = 0] of frame.set ?? []) {
    position.things.set(key, { look, x, y });
  }
  for (const [number, line] of Object.entries(frame.lines ?? {})) position.lines[number] = line;
  if (frame.tally) position.tally = frame.tally;
  if (frame.left !== undefined) position.clocks[frame.seat] = frame.left;
  position.next = frame.next ?? -1;
  position.due = frame.due ?? "";
  position.end = frame.end ?? null;
};
