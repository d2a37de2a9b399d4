// How seats and what they do are written on pages.
import { decimal, said, word } from "../words.js";

export const mark = (seat) => {
  const marks = document.createElement("span");
  marks.className = "seat-marks";
  marks.setAttribute("aria-hidden", "true");
  for (const kind of seat.kinds) {
    const dot = document.createElement("span");
    dot.className = `seat tone-${kind}`;
    marks.append(dot);
  }
  return marks;
};

// What is counted of a seat: 3 seeds, 1 seed.
export const counted = (number, what) => said(`${number} ${number === 1 ? what.replace(/s$/, "") : what}`);

export const clock = (seconds) => {
  const left = Math.max(0, seconds);
  const minutes = Math.floor(left / 60);
  const rest = left - 60 * minutes;
  return minutes ? `${minutes}:${String(Math.floor(rest)).padStart(2, "0")}` : decimal(rest, left < 20 ? 2 : 1);
};

export const deed = (event, seat) => {
  const who = `${seat.name} (${said(seat.colour)})`;
  if (event.forfeit === "resigned") return word("resigns", { who });
  if (event.forfeit !== undefined) return word("forfeits", { who, why: said(event.forfeit) });
  if (event.throw !== undefined) return word("throws", { who, what: event.throw });
  return word(event.opening ? "plays-opening" : "plays", { who, what: event.action });
};
