// The page of a game: loads the film and joins board, player, plates, list and plots.
import { Board } from "./board.js";
import { Follower } from "./follow.js";
import { Judged, MISTAKE, followLinks } from "./judged.js";
import { EventList, duration } from "./list.js";
import { Player, SPEEDS } from "./player.js";
import { Plot, hang, picked } from "./plots.js";
import { Printed } from "./printed.js";
import { clock, counted, deed, mark } from "./seats.js";
import { Timeline } from "./timeline.js";
import { decimal, said, word } from "../words.js";

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
    this.judge();
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

  // The judge's curve, once there is one: with the page, or when htmx brings it.
  async judge() {
    const address = document.getElementById("analysis")?.dataset.analysis;
    if (!address || this.judged) return;
    this.judged = await Judged.of(address, this.timeline);
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
    const { timeline } = this;
    const plots = [
      ["time", word("time"), { points: picked(timeline, (event) => event.wall), balanced: false }],
      ["values", word("evaluations"), { points: picked(timeline, (event) => event.value), balanced: true }],
      ["judge", word("judged"), { points: this.judged?.points ?? [], balanced: true, top: 1 }],
    ];
    return plots.flatMap(([name, told, options]) => {
      const box = document.querySelector(`[data-part="plot-${name}"]`);
      if (!box) return [];
      const plot = new Plot(this.timeline, { ...options, choose });
      if (plot.empty) return [];
      const top = name === "time" ? duration(plot.top) : `±${decimal(plot.top, decimals(plot.top))}`;
      hang(box, plot, told, top);
      return [plot];
    });
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
    document.addEventListener("htmx:load", () => this.judge());
    followLinks(root, this.choose);
    part("scrub").addEventListener("input", ({ target }) => this.player.step(Number(target.value)));
    part("speed").addEventListener("change", ({ target }) => {
      this.player.speed = SPEEDS[target.selectedIndex];
    });
    for (const hidden of root.querySelectorAll("[data-js]")) hidden.hidden = false;
  }

  press(event, keys) {
    const act = keys[event.key];
    const { target } = event;
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("dialog") && event.key !== "?") return;
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
      if (!event.marks.some(isGrave) && share - last < 0.004) return;
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
      part("copied").textContent = word("copied");
    } catch {
      part("copied").textContent = word("copy");
    }
  }

  show() {
    const { ply } = this.player;
    const position = this.timeline.at(ply);
    const event = this.timeline.event(ply);
    this.showPlates(position);
    this.showNow(ply, event, position);
    part("scrub").value = ply;
    part("scrub").setAttribute("aria-valuetext", word("of", { ply, last: this.timeline.last }));
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
      plate.querySelector(".tally").textContent = counted(position.tally[seat], this.tally);
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
    const done = event ? deed(event, this.timeline.seats[event.seat]) : word("before");
    const told = event?.wall === undefined ? done : word("in-time", { deed: done, time: duration(event.wall) });
    const marks = event?.marks?.length ? ` · ${event.marks.map(said).join(", ")}` : "";
    const better = this.judged?.better(ply) ?? "";
    const end = position.end ? ` ${said(position.end.text)}` : "";
    part("now").textContent = `${word("of", { ply, last: this.timeline.last })} · ${told}${marks}.${better}${end}`;
    if (part("note")) part("note").textContent = event?.note ?? "";
    if (part("text")) part("text").textContent = position.lines.join("\n");
    this.board.describe(`${done}.`);
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
    part("play").textContent = word(playing ? "pause" : "play");
    part("now").setAttribute("aria-live", playing ? "off" : "polite");
  }
}

const isGrave = (mark) => mark === "fault" || mark === MISTAKE;

// As many as the number has: those of a bot are short.
const decimals = (value) => String(value).split(".")[1]?.length ?? 0;

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
