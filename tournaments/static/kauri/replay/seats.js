// How seats and what they do are written on pages.

import { decimal, said, told, word } from "../words.js";
import { make } from "./dom.js";
/** @import { FilmEvent, Seat } from "../film.d.ts" */

/** @param {Seat} seat */
export const mark = (seat) => {
  const marks = make("span", "seat-marks", ...seat.kinds.map((kind) => make("span", `seat tone-${kind}`)));
  marks.setAttribute("aria-hidden", "true");
  return marks;
};

/**
 * Returns what is counted of a seat: 3 seeds, 1 seed.
 *
 * @param {number} number
 * @param {string} what
 */
export const counted = (number, what) => said(`{n} ${number === 1 ? what.replace(/s$/, "") : what}`, { n: number });

/**
 * Returns the time left of a bot, in the end with decimals.
 *
 * @param {number} seconds
 */
export const clock = (seconds) => {
  const left = Math.max(0, seconds);
  return left < 60 ? decimal(left, left < 20 ? 2 : 1) : minutes(Math.floor(left));
};

/**
 * Returns whole seconds as minutes and seconds.
 *
 * @param {number} seconds
 */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Returns an event in words, as its seat's doing.
 *
 * @param {FilmEvent} event
 * @param {Seat[]} seats
 */
export const deed = (event, seats) => {
  const seat = seats[event.seat];
  const who = `${seat.name} (${said(seat.colour)})`;
  if (event.deed) {
    const text = told(event.deed, seats, who);
    return event.opening ? word("plays-opening", { deed: text }) : text;
  }
  if (event.forfeit === "resigned") return word("resigns", { who });
  return word("forfeits", { who, why: said(event.forfeit ?? "") });
};

/**
 * Returns how long something took.
 *
 * @param {number} seconds
 */
export const duration = (seconds) => {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${decimal(seconds, 2)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
};
