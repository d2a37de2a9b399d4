// The events of a film, and the position after each. Events may be appended while a game runs.
/** @import { Film, FilmEvent, Frame, Position } from "../film.d.ts" */

// So many events lie between two positions that are kept.
const APART = 64;

export class Timeline {
  /** @param {Film} film */
  constructor(film) {
    this.seats = film.seats;
    // Looks come in a list, in their order, or by their numbers.
    /** @type {string[]} */
    this.looks = Object.assign([], film.start.looks);
    /** @type {FilmEvent[]} */
    this.events = [];
    /** @type {Position[]} */
    this.kept = [after(empty(film.seats.map((seat) => seat.left)), film.start)];
    for (const event of film.events ?? []) this.append(event);
  }

  get last() {
    return this.events.length;
  }

  /** @param {FilmEvent} event */
  append(event) {
    this.events.push(event);
    if (Array.isArray(event.looks)) this.looks.push(...event.looks);
    else Object.assign(this.looks, event.looks);
  }

  /**
   * Returns the event that led to a position; undefined at the start.
   *
   * @param {number} ply
   * @returns {FilmEvent | undefined}
   */
  event(ply) {
    return this.events[ply - 1];
  }

  /**
   * Returns the position after so many events, to be read only.
   *
   * @param {number} ply
   */
  at(ply) {
    while (this.kept.length <= Math.floor(ply / APART)) {
      this.kept.push(this.played(this.kept.length - 1, this.kept.length * APART));
    }
    return this.played(Math.floor(ply / APART), ply);
  }

  /**
   * @param {number} kept
   * @param {number} ply
   */
  played(kept, ply) {
    let position = this.kept[kept];
    const begin = kept * APART;
    if (begin < ply) position = copy(position);
    for (let number = begin; number < ply; number += 1) change(position, this.events[number]);
    return position;
  }
}

/**
 * @param {(number | null)[]} clocks
 * @returns {Position}
 */
const empty = (clocks) => ({ things: new Map(), lines: [], tally: [], clocks, next: -1, due: "", end: null });

/**
 * @param {Position} position
 * @returns {Position}
 */
const copy = (position) => ({
  ...position,
  things: new Map(position.things),
  lines: [...position.lines],
  clocks: [...position.clocks],
});

/**
 * @param {Position} position
 * @param {Frame} frame
 */
const after = (position, frame) => {
  const next = copy(position);
  change(next, frame);
  return next;
};

/**
 * @param {Position} position
 * @param {Frame | FilmEvent} frame
 */
const change = (position, frame) => {
  for (const key of frame.gone ?? []) position.things.delete(key);
  for (const [key, look = Number(key), x = 0, y = 0] of frame.set ?? []) {
    position.things.set(key, { look, x, y });
  }
  for (const [number, line] of Object.entries(frame.lines ?? {})) position.lines[Number(number)] = line;
  if (frame.tally) position.tally = frame.tally;
  if ("left" in frame && frame.left !== undefined) position.clocks[frame.seat] = frame.left;
  position.next = frame.next ?? -1;
  position.due = frame.due ?? "";
  position.end = frame.end ?? null;
};
