// The page of a casual game: the replay's board, which grows with the game, and a person's actions.
import { Board } from "../replay/board.js";
import { Judged, followLinks } from "../replay/judged.js";
import { Player } from "../replay/player.js";
import { Plot, hang } from "../replay/plots.js";
import { Printed } from "../replay/printed.js";
import { counted, deed } from "../replay/seats.js";
import { Timeline } from "../replay/timeline.js";
import { word } from "../words.js";
import { Taps } from "./taps.js";

const root = document.getElementById("table");
const part = (name) => root.querySelector(`[data-part="${name}"]`);
const sleep = (time) => new Promise((done) => setTimeout(done, time));

// Milliseconds between two looks: a bot answers soon, a person who is at another screen later.
const LOOK = { bot: [250, 1000], person: 1500, alone: 20000, hidden: 5000, over: 3000, failed: 4000 };
const LOOKS_AFTER = 20;

// A worker keeps what a bot has printed when it lets go of the game, a moment after its last event.
const PRINTED_AFTER = 2000;

const clock = (seconds) => {
  if (seconds === null || seconds === undefined) return "";
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
};

class Table {
  constructor(news) {
    this.busy = Promise.resolve();
    this.timer = 0;
    this.begin(news);
    if (root.dataset.ply !== undefined) this.player.step(Number(root.dataset.ply));
    this.wire();
    part("steps").hidden = false;
    this.take(news, { shown: true });
    setInterval(() => this.tick(), 250);
  }

  // Draws the whole game anew: at the beginning, and after an action was taken back.
  begin(news) {
    const { film } = news;
    this.tally = film.tally;
    this.timeline = new Timeline(film);
    this.printed = part("printed") && new Printed(part("printed"), film.seats);
    this.printed?.load(root.dataset.output);
    this.board = new Board(film, this.timeline.looks);
    part("board").replaceChildren(this.board.element);
    this.player = new Player(this.timeline, this.board, this.timeline.last);
    this.player.addEventListener("change", () => this.show());
    this.taps = new Taps(this.board, {
      choose: (action) => this.act(action),
      narrow: (ways) => this.narrow(ways),
    });
    const [own, ...more] = news.own;
    const above = own !== undefined && !more.length && film.seats[own].place.startsWith("above");
    if (above || root.classList.contains("turned")) this.flip(true);
    this.show();
  }

  flip(on) {
    this.board.element.classList.toggle("flipped", on);
    root.classList.toggle("turned", on);
  }

  wire() {
    root.addEventListener("submit", (event) => {
      const form = event.target;
      if (form.classList.contains("leaves")) return;
      event.preventDefault();
      if (form.dataset.part === "resign" && !confirm(word("resign"))) return;
      this.send(form, event.submitter);
    });
    const steps = {
      first: () => this.player.step(0),
      previous: () => this.player.step(this.player.ply - 1),
      next: () => this.player.step(this.player.ply + 1),
      last: () => this.player.step(this.timeline.last),
      flip: () => this.flip(!root.classList.contains("turned")),
    };
    root.addEventListener("click", ({ target }) => steps[target.closest("[data-step]")?.dataset.step]?.());
    const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", f: "flip" };
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select, textarea, input")) return;
      if (event.target.closest(".table-box, pre") && event.key.startsWith("Arrow")) return;
      const button = /^[1-9]$/.test(event.key) && root.querySelectorAll(".move-buttons button:not([hidden])")[event.key - 1];
      if (!button && !keys[event.key]) return;
      event.preventDefault();
      if (button) button.click();
      else steps[keys[event.key]]();
    });
    document.addEventListener("visibilitychange", () => this.later(0));
    document.addEventListener("htmx:load", () => this.judge());
    followLinks(root, (ply) => this.player.step(ply));
    this.judge();
  }

  // The judge's curve of a game that is over: with the page, or when htmx brings it.
  async judge() {
    const address = document.getElementById("analysis")?.dataset.analysis;
    if (!address || this.judging) return;
    this.judging = true;
    this.judged = await Judged.of(address, this.timeline);
    const { points } = this.judged;
    const choose = (ply) => this.player.step(ply);
    this.plot = new Plot(this.timeline, { points, balanced: true, top: 1, choose });
    hang(document.querySelector('[data-part="plot-judge"]'), this.plot, word("judged"), "±1");
    this.show();
  }

  act(action) {
    const form = root.querySelector("form.moves");
    const button = [...form.querySelectorAll("button[name=action]")].find((one) => one.value === action);
    // The place that was chosen goes, so the focus would be nowhere at the next turn.
    this.onBoard = this.taps.layer.querySelector(":focus-visible") !== null;
    this.send(form, button);
  }

  // Shows only some of the actions, for those that begin and end at the same places.
  narrow(ways) {
    const names = ways && new Set(ways.map((way) => way.action));
    for (const button of root.querySelectorAll(".move-buttons button")) {
      button.hidden = Boolean(names) && !names.has(button.value);
    }
    const hint = part("hint");
    if (!hint) return;
    hint.hidden = false;
    hint.textContent = word(names ? "choose-one" : "choose");
    if (names) root.querySelector(".move-buttons button:not([hidden])").focus();
  }

  send(form, button) {
    if (this.sending) return;
    this.sending = true;
    const body = new FormData(form, button);
    body.set("seen", this.state);
    body.set("rewinds", this.rewinds);
    body.set("have", this.timeline.last);
    this.taps.show([]);
    form.classList.add("sent");
    // Not `form.action`: that is the button of this name.
    this.ask(form.getAttribute("action"), { method: "POST", body }).finally(() => {
      this.sending = false;
      form.classList.remove("sent");
    });
  }

  look() {
    if (this.sending) return this.later(LOOK.person);
    const query = new URLSearchParams({ seen: this.state, rewinds: this.rewinds, have: this.timeline.last });
    return this.ask(`${root.dataset.news}?${query}`);
  }

  async ask(address, options = {}) {
    clearTimeout(this.timer);
    try {
      const answer = await fetch(address, { ...options, headers: { Accept: "application/json" } });
      if (!answer.ok && answer.status !== 409) throw new Error(answer.status);
      const news = await answer.json();
      if (!news.same) await this.take(news);
      this.later();
    } catch {
      this.refuse(word("again"));
      this.later(LOOK.failed);
    }
  }

  later(wait = this.pause()) {
    clearTimeout(this.timer);
    if (wait !== null) this.timer = setTimeout(() => this.look(), wait);
  }

  pause() {
    const { status, mine, alone, waits } = this.news;
    this.looked += 1;
    if (status === "over") return this.looked < LOOKS_AFTER && !alone ? LOOK.over : null;
    if (document.hidden) return LOOK.hidden;
    if (waits === "bot") return Math.min(LOOK.bot[0] + 100 * this.looked, LOOK.bot[1]);
    return mine && alone ? LOOK.alone : LOOK.person;
  }

  async take(news, { shown = false } = {}) {
    this.news = news;
    this.looked = 0;
    this.state = news.state;
    this.rewinds = news.rewinds;
    this.since = performance.now();
    if (!shown && news.film) this.begin(news);
    if (news.status === "over") setTimeout(() => this.printed?.load(root.dataset.output), PRINTED_AFTER);
    await this.follow(news.events ?? []);
    // Only now: buttons that came before the events have run would be pressed in vain.
    const panel = new DOMParser().parseFromString(news.panel, "text/html").getElementById("panel");
    const focused = part("panel").contains(document.activeElement);
    this.onBoard &&= document.activeElement === document.body;
    part("panel").replaceChildren(panel);
    this.refuse(news.refusal);
    this.taps.show(news.mine ? news.ways : []);
    this.refocus(focused || (this.onBoard && news.status === "over"));
    if (news.status === "over") document.body.dispatchEvent(new Event("over"));
    if (shown) this.later();
  }

  // Goes on where somebody with a keyboard was: in the panel that has come anew, or on the board.
  refocus(inPanel) {
    const next = inPanel ? part("panel").querySelector("button, select, a") : this.onBoard && this.taps.first;
    if (!next) return;
    next.focus({ preventScroll: true });
    this.onBoard = false;
  }

  // One event after the other, so that each is seen; who looks back stays there.
  async follow(events) {
    const along = this.player.atEnd;
    for (const event of events) {
      this.timeline.append(event);
      if (along && this.player.ply === this.timeline.last - 1) {
        await sleep(Math.min(this.player.go(this.timeline.last), 1200) + 60);
      }
    }
    this.show();
  }

  refuse(words) {
    const box = part("refusal");
    if (!box) return;
    box.textContent = words;
    box.hidden = !words;
  }

  show() {
    const { ply } = this.player;
    const position = this.timeline.at(ply);
    const event = this.timeline.event(ply);
    part("ply").textContent = word("of", { ply, last: this.timeline.last });
    this.timeline.seats.forEach((seat, number) => {
      const plate = root.querySelector(`.plate[data-seat="${number}"]`);
      plate.querySelector(".tally").textContent = counted(position.tally[number], this.tally);
      plate.querySelector(".clock").textContent = clock(position.clocks[number]);
    });
    const words = event ? deed(event, this.timeline.seats[event.seat]) : word("before");
    part("now").textContent = `${words}.${this.judged?.better(ply) ?? ""}`;
    this.plot?.show(ply);
    this.board.describe(`${words}.`);
    this.printed?.show(ply);
    this.taps?.layer.classList.toggle("away", !this.player.atEnd);
    this.tick();
  }

  tick() {
    if (!this.news || !this.player.atEnd) return;
    const { due, left, status } = this.news;
    for (const plate of root.querySelectorAll(".plate")) {
      const is_due = status !== "over" && Number(plate.dataset.seat) === due;
      plate.classList.toggle("due", is_due);
      if (is_due && left !== null) {
        plate.querySelector(".clock").textContent = clock(left - (performance.now() - this.since) / 1000);
      }
    }
  }
}

const answer = await fetch(root.dataset.news, { headers: { Accept: "application/json" } });
if (answer.ok) new Table(await answer.json());
