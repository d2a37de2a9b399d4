import { mark } from "./seats.js";

// Lines over the whole game, one for each seat. A click leads to the event there.
const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 600;
const HEIGHT = 96;
const EDGE = 6;

const element = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

export class Plot {
  // `points` has a list of pairs for each seat: after how many events, and the number there.
  constructor(timeline, { points, balanced, top, choose }) {
    this.timeline = timeline;
    this.points = points;
    const values = this.points.flat().map(([, value]) => value);
    this.top = top ?? (values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1);
    this.bottom = balanced ? -this.top : 0;
    this.empty = values.length === 0;
    this.element = this.draw(balanced);
    this.element.addEventListener("click", (event) => {
      const { left, width } = this.element.getBoundingClientRect();
      choose(Math.round(((event.clientX - left) / width) * timeline.last));
    });
  }

  draw(balanced) {
    const svg = element("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      class: "plot",
      "aria-hidden": "true",
    });
    const zero = this.y(0);
    svg.append(element("path", { class: balanced ? "axis" : "axis low", d: `M0 ${zero}H${WIDTH}` }));
    this.points.forEach((points, seat) => {
      const kind = this.timeline.seats[seat].kinds[0];
      svg.append(element("path", { class: `line tone-${kind}`, d: this.path(thinned(points)) }));
    });
    this.cursor = svg.appendChild(element("path", { class: "cursor" }));
    return svg;
  }

  show(ply) {
    const x = this.x(ply);
    this.cursor.setAttribute("d", `M${x} 0V${HEIGHT}`);
  }

  x(ply) {
    return ((ply / Math.max(1, this.timeline.last)) * WIDTH).toFixed(1);
  }

  y(value) {
    const share = (value - this.bottom) / (this.top - this.bottom);
    return (HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)).toFixed(1);
  }

  path(points) {
    return points.map(([ply, value], n) => `${n ? "L" : "M"}${this.x(ply)} ${this.y(value)}`).join("");
  }
}

// Puts a plot into its figure, below what it tells, whose lines they are, and how high it is.
export const hang = (figure, plot, told, top) => {
  const caption = document.createElement("figcaption");
  caption.append(told, legend(plot), top);
  figure.replaceChildren(caption, plot.element);
  figure.hidden = false;
};

const legend = (plot) => {
  const box = document.createElement("span");
  box.className = "legend";
  for (const seat of plot.timeline.seats.filter((_, number) => plot.points[number].length)) {
    const one = document.createElement("span");
    one.append(mark(seat), seat.name);
    box.append(one);
  }
  return box;
};

// As many points as there are columns to draw: of each stretch the one that is farthest from zero.
const thinned = (points) => {
  const size = Math.ceil(points.length / (WIDTH / 2));
  if (size < 2) return points;
  const kept = [];
  for (let begin = 0; begin < points.length; begin += size) {
    const part = points.slice(begin, begin + size);
    kept.push(part.reduce((most, one) => (Math.abs(one[1]) > Math.abs(most[1]) ? one : most)));
  }
  return kept;
};

// By seat, what `pick` tells of its events; it is undefined where an event has no number.
export const picked = (timeline, pick) => {
  const points = timeline.seats.map(() => []);
  timeline.events.forEach((event, number) => {
    const value = pick(event);
    if (value !== undefined) points[event.seat].push([number + 1, value]);
  });
  return points;
};
