// How seats and what they do are written on pages.

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

export const clock = (seconds) => {
  const left = Math.max(0, seconds);
  const minutes = Math.floor(left / 60);
  const rest = left - 60 * minutes;
  return minutes ? `${minutes}:${String(Math.floor(rest)).padStart(2, "0")}` : rest.toFixed(left < 20 ? 2 : 1);
};

export const deed = (event, seat) => {
  const who = `${seat.name} (${seat.colour})`;
  if (event.forfeit !== undefined) {
    return event.forfeit === "resigned" ? `${who} resigns` : `${who} forfeits: ${event.forfeit}`;
  }
  if (event.throw !== undefined) return `${who} throws ${event.throw}`;
  return `${who} plays ${event.action}${event.opening ? ", as part of the opening" : ""}`;
};
