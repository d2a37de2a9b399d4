// The list of events. Only the rows in sight are in the page, so that it is as quick for thousands.
import { decimal, said, word } from "../words.js";

const ROW = 34;
const MORE = 6;

export class EventList {
  constructor(box, timeline, { mark, choose }) {
    this.box = box;
    this.timeline = timeline;
    this.mark = mark;
    this.ply = 0;
    this.rows = document.createElement("ol");
    this.rows.className = "event-rows";
    box.replaceChildren(this.rows);
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    box.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-ply]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose(Number(link.dataset.ply));
    });
    new ResizeObserver(() => this.draw()).observe(box);
  }

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

  row(number) {
    const event = this.timeline.events[number];
    const item = document.createElement("li");
    item.style.top = `${number * ROW}px`;
    item.setAttribute("aria-setsize", this.timeline.last);
    item.setAttribute("aria-posinset", number + 1);
    if (event.throw !== undefined) item.className = "throw";
    const link = document.createElement("a");
    link.href = `?ply=${number + 1}`;
    link.dataset.ply = number + 1;
    if (this.ply === number + 1) link.setAttribute("aria-current", "step");
    const seat = this.timeline.seats[event.seat];
    link.append(
      text("num soft", number + 1),
      this.mark(seat),
      text("visually-hidden", said(seat.colour)),
      text("mono", event.action ?? event.throw ?? said(event.forfeit)),
      text("soft kind", kindOf(event)),
      text("num soft", event.wall === undefined ? "" : duration(event.wall)),
    );
    item.append(link);
    return item;
  }
}

const text = (name, told) => {
  const span = document.createElement("span");
  span.className = name;
  span.textContent = told;
  return span;
};

const kindOf = (event) => {
  if (event.opening) return word("opening");
  if (event.forfeit !== undefined) return word(event.forfeit === "resigned" ? "resigned" : "forfeit");
  if (event.throw !== undefined) return word("throw");
  return (event.marks ?? []).map(said).join(", ");
};

export const duration = (seconds) => {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${decimal(seconds, 2)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
};
