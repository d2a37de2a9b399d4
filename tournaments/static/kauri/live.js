// Small boards of games that are being played: one stream for all the boards of a page.
import { Board } from "./replay/board.js";
import { Player } from "./replay/player.js";
import { deed, mark } from "./replay/seats.js";
import { Stream } from "./replay/stream.js";
import { Timeline } from "./replay/timeline.js";
import { said, word } from "./words.js";

class SmallBoard {
  constructor(element) {
    this.element = element;
    this.match = Number(element.dataset.board);
  }

  part(name) {
    return this.element.querySelector(`[data-part="${name}"]`);
  }

  begin({ game, film }) {
    this.player = undefined;
    if (!film) return;
    this.seats = film.seats;
    const timeline = new Timeline(film);
    this.board = new Board(film, timeline.looks);
    this.player = new Player(timeline, this.board, 0);
    this.part("picture").replaceChildren(this.board.element);
    this.part("picture").hidden = false;
    this.part("watch")?.setAttribute("href", `/matches/${this.match}/games/${game}/`);
    this.element.querySelector(".seating").replaceChildren(...this.seats.map(line));
    this.tell("");
  }

  extend(events) {
    if (!this.player || !events.length) return;
    this.player.extend(events);
    const event = events.at(-1);
    const end = event.end ? ` ${said(event.end.text)}` : "";
    this.tell(`${deed(event, this.seats[event.seat])}.${end}`);
  }

  tell(words) {
    this.part("told").textContent = words;
    this.board.describe(words);
  }

  stands({ status }) {
    if (status === "queued" || status === "running") return;
    this.part("told").textContent = word("over");
    delete this.element.dataset.board;
  }
}

const line = (seat) => {
  const item = document.createElement("li");
  item.append(mark(seat), seat.name);
  return item;
};

const shown = new Map();
let stream;

const hear = (messages) => {
  const frames = new Map();
  const extend = () => {
    for (const [match, events] of frames) shown.get(match)?.extend(events);
    frames.clear();
  };
  for (const [kind, told] of messages) {
    if (kind === "frame") {
      frames.set(told.match, [...(frames.get(told.match) ?? []), told.event]);
      continue;
    }
    extend();
    if (kind === "film") shown.get(told.match)?.begin(told);
    if (kind === "state") shown.get(told.match)?.stands(told);
  }
  extend();
  if (!document.querySelector("[data-board]")) stream?.end();
};

// A part of the page may have come anew, with other boards.
const follow = () => {
  const found = [...document.querySelectorAll("[data-board]")];
  if (found.length === shown.size && found.every((one) => shown.get(Number(one.dataset.board))?.element === one)) return;
  stream?.end();
  stream = undefined;
  shown.clear();
  for (const one of found) shown.set(Number(one.dataset.board), new SmallBoard(one));
  if (shown.size) stream = new Stream(`/live/boards/${[...shown.keys()].join(",")}/`, hear);
};

document.addEventListener("htmx:afterSwap", follow);
follow();
