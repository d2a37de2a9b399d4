// The page of a game: loads the film and joins board, player, plates, list and plots.
import { Board } from "./board.js";
import { Follower } from "./follow.js";
import { EventList, duration } from "./list.js";
import { Player, SPEEDS } from "./player.js";
import { Plot } from "./plots.js";
import { Printed } from "./printed.js";
import { clock, deed, mark } from "./seats.js";
import { Timeline } from "./timeline.js";

const root = document.getElementById("replay");
const part = (name) => root.querySelector(`[data-part="${name}"]`);
const PLOTS_APART = 1000;
const TICK = 100;

class Page {
  constructor(film) {
    this.load(film);
    const { last } = this.timeline;
    const ply = root.dataset.follows === undefined ? Number(root.dataset.ply) : last;
    this.player = new Player(this.timeline, this.board, Math.min(ply, last));
    this.choose = (ply) => this.player.step(ply);
    const choices = { mark, choose: this.choose };
    this.list = part("events") && new EventList(part("events"), this.timeline, choices);
    this.printed = part("printed") && new Printed(part("printed"), film.seats);
    if (root.dataset.output) this.printed.load(root.dataset.output);
    this.wire();
    this.player.addEventListener("change", () => this.show());
    this.player.addEventListener("play", () => this.showPlaying());
    this.draw();
    this.show();
    root.classList.add("ready");
    if (this.live) this.ticking = setInterval(() => this.tick(), TICK);
  }

  // Whether the game is still being played.
  get live() {
    return root.dataset.live !== undefined;
  }

  load(film) {
    this.timeline = new Timeline(film);
    this.tally = film.tally;
    this.board = new Board(film, this.timeline.looks);
    if (root.classList.contains("turned")) this.board.flip();
    part("board").replaceChildren(this.board.element);
    this.heard = performance.now();
  }

  // Of a running game: another film of it, the next events, and its end.
  restart(film) {
    const follows = this.player.atEnd;
    this.load(film);
    if (this.list) this.list.timeline = this.timeline;
    this.player.restart(this.timeline, this.board, follows ? this.timeline.last : this.player.ply);
    this.draw();
    this.show();
  }

  extend(events) {
    this.heard = performance.now();
    this.player.extend(events);
    this.drawScale();
    this.drawing ??= setTimeout(() => this.draw(), PLOTS_APART);
  }

  finish() {
    clearInterval(this.ticking);
    if (root.dataset.output) this.printed.load(root.dataset.output);
    for (const hidden of root.querySelectorAll("[data-js]")) hidden.hidden = false;
    this.draw();
    this.show();
  }

  // What is drawn over the whole length of the game.
  draw() {
    clearTimeout(this.drawing);
    this.drawing = undefined;
    this.drawScale();
    this.plots = this.drawPlots(this.choose);
    for (const plot of this.plots) plot.show(this.player.ply);
  }

  drawScale() {
    part("scrub").max = this.timeline.last;
    part("scrub").value = this.player.ply;
    this.drawMarks();
  }

  drawPlots(choose) {
    const plots = [
      ["time", "Time for each action", { pick: (event) => event.wall, balanced: false }],
      ["values", "The bots’ own evaluations", { pick: (event) => event.value, balanced: true }],
    ];
    return plots.flatMap(([name, words, options]) => {
      const box = part(`plot-${name}`);
      if (!box) return [];
      const plot = new Plot(this.timeline, { ...options, choose });
      if (plot.empty) return [];
      const caption = document.createElement("figcaption");
      const top = name === "time" ? duration(plot.top) : `±${plot.top}`;
      caption.append(words, this.legend(plot), top);
      box.replaceChildren(caption, plot.element);
      box.hidden = false;
      return [plot];
    });
  }

  legend(plot) {
    const seats = this.timeline.seats.filter((_, seat) => plot.points[seat].length);
    const legend = document.createElement("span");
    legend.className = "legend";
    for (const seat of seats) {
      const one = document.createElement("span");
      one.append(mark(seat), seat.name);
      legend.append(one);
    }
    return legend;
  }

  wire() {
    const steps = {
      first: () => this.player.step(0),
      previous: () => this.player.step(this.player.ply - 1),
      play: () => this.player.toggle(),
      next: () => this.player.step(this.player.ply + 1),
      last: () => this.player.step(this.timeline.last),
      flip: () => this.flip(),
      keys: () => this.help(),
      copy: () => this.copy(part("link")),
      "copy-embed": () => this.copy(part("embed")),
    };
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      steps[button.dataset.do]();
    });
    const keys = {
      ArrowLeft: steps.previous,
      ArrowRight: steps.next,
      ArrowUp: () => this.note(-1),
      ArrowDown: () => this.note(1),
      Home: steps.first,
      End: steps.last,
      " ": steps.play,
      f: steps.flip,
      "?": steps.keys,
    };
    document.addEventListener("keydown", (event) => this.press(event, keys));
    part("scrub").addEventListener("input", ({ target }) => this.player.step(Number(target.value)));
    part("speed").addEventListener("change", ({ target }) => {
      this.player.speed = SPEEDS[target.selectedIndex];
    });
    for (const hidden of root.querySelectorAll("[data-js]")) hidden.hidden = false;
  }

  press(event, keys) {
    const act = keys[event.key];
    const { target } = event;
    if (!act || event.altKey || event.ctrlKey || event.metaKey || target.closest("dialog")) return;
    if (target.matches("select, textarea, input:not([type=range])")) return;
    if (event.key === " " && target.closest("a, button, summary")) return;
    if (target.closest(".table-box, pre") && event.key.startsWith("Arrow")) return;
    if (event.repeat && event.key === " ") return;
    event.preventDefault();
    act();
  }

  // To the next event of note, or the one before.
  note(way) {
    let ply = this.player.ply + way;
    while (ply > 0 && ply < this.timeline.last && !this.timeline.event(ply).marks) ply += way;
    this.player.step(ply);
  }

  drawMarks() {
    const box = part("marks");
    box.replaceChildren();
    let last = -1;
    this.timeline.events.forEach((event, number) => {
      if (!event.marks) return;
      const share = (number + 1) / this.timeline.last;
      // No two closer than they can be told apart.
      if (!event.marks.includes("fault") && share - last < 0.004) return;
      last = share;
      const tick = document.createElement("span");
      tick.className = `tick ${event.marks[0]}`;
      tick.style.left = `${share * 100}%`;
      box.append(tick);
    });
  }

  flip() {
    this.board.flip();
    root.classList.toggle("turned");
  }

  help() {
    const dialog = part("help");
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }

  async copy(field) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      part("copied").textContent = "Copied.";
    } catch {
      part("copied").textContent = "Copy the marked text.";
    }
  }

  show() {
    const { ply } = this.player;
    const position = this.timeline.at(ply);
    const event = this.timeline.event(ply);
    this.showPlates(position);
    this.showNow(ply, event, position);
    part("scrub").value = ply;
    part("scrub").setAttribute("aria-valuetext", `${ply} of ${this.timeline.last}`);
    root.classList.toggle("behind", !this.player.atEnd);
    this.list?.show(ply);
    if (root.dataset.output) this.printed.show(ply);
    for (const plot of this.plots) plot.show(ply);
    this.showPlace(ply);
  }

  showPlates(position) {
    this.timeline.seats.forEach((_, seat) => {
      const plate = root.querySelector(`.plate[data-seat="${seat}"]`);
      plate.classList.toggle("due", position.next === seat);
      plate.querySelector(".clock").textContent = clock(position.clocks[seat]);
      plate.querySelector(".tally").textContent = `${position.tally[seat]} ${this.tally}`;
    });
  }

  // The clock of whoever thinks in a running game, as well as it is known here.
  tick() {
    const { ply, atEnd } = this.player;
    const { next, due, clocks } = this.timeline.at(ply);
    if (!atEnd || due !== "action") return;
    const left = clocks[next] - (performance.now() - this.heard) / 1000;
    root.querySelector(`.plate[data-seat="${next}"] .clock`).textContent = clock(left);
  }

  showNow(ply, event, position) {
    const words = event ? deed(event, this.timeline.seats[event.seat]) : "Before the first event";
    const took = event?.wall === undefined ? "" : ` in ${duration(event.wall)}`;
    const marks = event?.marks?.length ? ` · ${event.marks.join(", ")}` : "";
    const end = position.end ? ` ${position.end.text}` : "";
    part("now").textContent = `${ply} of ${this.timeline.last} · ${words}${took}${marks}.${end}`;
    if (part("note")) part("note").textContent = event?.note ?? "";
    if (part("text")) part("text").textContent = position.lines.join("\n");
    this.board.describe(`${words}.`);
  }

  // The address follows without an entry in the history, once the steps come to rest.
  showPlace(ply) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const address = new URL(location.href);
      if (this.live && this.player.atEnd) address.searchParams.delete("ply");
      else address.searchParams.set("ply", ply);
      history.replaceState(history.state, "", address);
      if (part("link")) part("link").value = address.href;
    }, 250);
  }

  showPlaying() {
    const { playing } = this.player;
    part("play").textContent = playing ? "Pause" : "Play";
    part("now").setAttribute("aria-live", playing ? "off" : "polite");
  }
}

const open = (film) => (window.replay = new Page(film));

const load = async () => {
  try {
    const answer = await fetch(root.dataset.film);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    open(await answer.json());
  } catch (error) {
    part("failed").hidden = false;
    throw error;
  }
};

if (root?.dataset.film) load();
else if (root?.dataset.live) new Follower(root, open);
