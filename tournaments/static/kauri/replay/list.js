// The list of events. Only the rows in sight are in the page, so that it is as quick for thousands.

import { label, said, word } from "../words.js";
import { around, isModified, make } from "./dom.js";
import { duration, mark } from "./seats.js";

/** @import { FilmEvent } from "../film.d.ts" */
/** @import { Timeline } from "./timeline.js" */

const ROW = 34;
const MORE = 6;

export class EventList {
  /**
   * @param {HTMLElement} box
   * @param {Timeline} timeline
   * @param {(ply: number) => void} choose
   */
  constructor(box, timeline, choose) {
    this.box = box;
    this.timeline = timeline;
    this.ply = 0;
    this.rows = make("ol", "event-rows");
    box.replaceChildren(this.rows);
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    box.addEventListener("click", (event) => {
      const link = around(event, "a[data-ply]");
      if (!link || isModified(event)) return;
      event.preventDefault();
      choose(Number(link.dataset.ply));
    });
    new ResizeObserver(() => this.draw()).observe(box);
  }

  /** @param {number} ply */
  show(ply) {
    this.ply = ply;
    this.rows.style.height = `${this.timeline.last * ROW}px`;
    const top = (ply - 1) * ROW;
    const { scrollTop, clientHeight } = this.box;
    if (top < scrollTop || top + ROW > scrollTop + clientHeight) {
      this.box.scrollTop = top - clientHeight / 2;
    }
    this.draw();
  }

  draw() {
    const { scrollTop, clientHeight } = this.box;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - MORE);
    const end = Math.min(this.timeline.last, Math.ceil((scrollTop + clientHeight) / ROW) + MORE);
    const rows = [];
    for (let number = first; number < end; number += 1) rows.push(this.row(number));
    this.rows.replaceChildren(...rows);
  }

  /** @param {number} number */
  row(number) {
    const event = this.timeline.events[number];
    const item = make("li", event.throw === undefined ? "" : "throw");
    item.style.top = `${number * ROW}px`;
    item.setAttribute("aria-setsize", String(this.timeline.last));
    item.setAttribute("aria-posinset", String(number + 1));
    const link = make("a", "", ...this.cells(event, number + 1));
    link.href = `?ply=${number + 1}`;
    link.dataset.ply = String(number + 1);
    if (this.ply === number + 1) link.setAttribute("aria-current", "step");
    item.append(link);
    return item;
  }

  /**
   * @param {FilmEvent} event
   * @param {number} ply
   */
  cells(event, ply) {
    const seat = this.timeline.seats[event.seat];
    return [
      make("span", "num soft", String(ply)),
      mark(seat),
      make("span", "visually-hidden", said(seat.colour)),
      make("span", "label", event.deed ? label(event.deed, this.timeline.seats) : said(event.forfeit ?? "")),
      make("span", "notation mono soft", event.action ?? event.throw ?? ""),
      make("span", "soft kind", kindOf(event)),
      make("span", "num soft", event.wall === undefined ? "" : duration(event.wall)),
    ];
  }
}

/** @param {FilmEvent} event */
const kindOf = (event) => {
  if (event.opening) return word("opening");
  if (event.forfeit !== undefined) return word(event.forfeit === "resigned" ? "resigned" : "forfeit");
  if (event.throw !== undefined) return word("throw");
  return (event.marks ?? []).map((mark) => said(mark)).join(", ");
};
