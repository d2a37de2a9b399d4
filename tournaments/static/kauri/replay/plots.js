// Lines over the whole game, one for each seat. A click leads to the event there.
import { draw, make } from "./dom.js";
import { mark } from "./seats.js";

/** @import { Curve, FilmEvent } from "../film.d.ts" */
/** @import { Timeline } from "./timeline.js" */

const WIDTH = 600;
const HEIGHT = 96;
const EDGE = 6;

export class Plot {
  /**
   * @param {Timeline} timeline
   * @param {Curve[]} points
   * @param {{ balanced: boolean, top?: number, choose: (ply: number) => void }} options
   */
  constructor(timeline, points, { balanced, top, choose }) {
    this.timeline = timeline;
    this.points = points;
    const values = points.flat().map(([, value]) => value);
    this.top = top ?? (values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1);
    this.bottom = balanced ? -this.top : 0;
    this.empty = values.length === 0;
    this.cursor = draw("path", { class: "cursor" });
    this.element = this.draw(balanced);
    this.element.addEventListener("click", (event) => {
      const { left, width } = this.element.getBoundingClientRect();
      choose(Math.round(((event.clientX - left) / width) * timeline.last));
    });
  }

  /** @param {boolean} balanced */
  draw(balanced) {
    const svg = draw("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      class: "plot",
      "aria-hidden": "true",
    });
    svg.append(draw("path", { class: balanced ? "axis" : "axis low", d: `M0 ${this.y(0)}H${WIDTH}` }));
    this.points.forEach((points, seat) => {
      const kind = this.timeline.seats[seat].kinds[0];
      svg.append(draw("path", { class: `line tone-${kind}`, d: this.path(thinned(points)) }));
    });
    svg.append(this.cursor);
    return svg;
  }

  /** @param {number} ply */
  show(ply) {
    const x = this.x(ply);
    this.cursor.setAttribute("d", `M${x} 0V${HEIGHT}`);
  }

  /** @param {number} ply */
  x(ply) {
    return ((ply / Math.max(1, this.timeline.last)) * WIDTH).toFixed(1);
  }

  /** @param {number} value */
  y(value) {
    const share = (value - this.bottom) / (this.top - this.bottom);
    return (HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)).toFixed(1);
  }

  /** @param {Curve} points */
  path(points) {
    return points.map(([ply, value], n) => `${n ? "L" : "M"}${this.x(ply)} ${this.y(value)}`).join("");
  }
}

/**
 * Puts a plot into its figure, below its title, whose lines they are, and how high it is.
 *
 * @param {HTMLElement} figure
 * @param {Plot} plot
 * @param {string} title
 * @param {string} top
 */
export const hang = (figure, plot, title, top) => {
  figure.replaceChildren(make("figcaption", "", title, legend(plot), top), plot.element);
  figure.hidden = false;
};

/** @param {Plot} plot */
const legend = (plot) => {
  const seats = plot.timeline.seats.filter((_, number) => plot.points[number].length);
  return make("span", "legend", ...seats.map((seat) => make("span", "", mark(seat), seat.name)));
};

/**
 * Returns as many points as there are columns to draw: of each stretch the one farthest from zero.
 *
 * @param {Curve} points
 */
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

/**
 * Returns by seat the numbers that `pick` finds in its events; undefined where it finds none.
 *
 * @param {Timeline} timeline
 * @param {(event: FilmEvent) => number | undefined} pick
 */
export const picked = (timeline, pick) => {
  /** @type {Curve[]} */
  const points = timeline.seats.map(() => []);
  timeline.events.forEach((event, number) => {
    const value = pick(event);
    if (value !== undefined) points[event.seat].push([number + 1, value]);
  });
  return points;
};
