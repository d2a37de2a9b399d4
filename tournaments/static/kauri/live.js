// Small boards of games that are being played: one stream for all the boards of a page.
import { prefix } from "./prefix.js";
import { Board } from "./replay/board.js";
import { find, findAll, lookUp, make } from "./replay/dom.js";
import { Player } from "./replay/player.js";
import { deed, mark } from "./replay/seats.js";
import { Stream } from "./replay/stream.js";
import { Timeline } from "./replay/timeline.js";
import { ended, word } from "./words.js";

/** @import { FilmEvent, Messages, Seat } from "./film.d.ts" */
/** @import { Message } from "./replay/stream.js" */

class SmallBoard {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.match = Number(element.dataset.board);
    /** @type {Player | undefined} */
    this.player = undefined;
  }

  /** @param {string} name */
  part(name) {
    return find(this.element, `[data-part="${name}"]`);
  }

  /** @param {Messages["film"]} told */
  begin({ game, film }) {
    this.player = undefined;
    if (!film) return;
    const timeline = new Timeline(film);
    const board = new Board(film, timeline.looks);
    this.player = new Player(timeline, board, 0);
    this.part("picture").replaceChildren(board.element);
    this.part("picture").hidden = false;
    lookUp(this.element, '[data-part="watch"]')?.setAttribute("href", `${prefix}/matches/${this.match}/games/${game}/`);
    find(this.element, ".seating").replaceChildren(...film.seats.map(line));
    this.tell(board, "");
  }

  /** @param {FilmEvent[]} events */
  extend(events) {
    const event = events.at(-1);
    if (!this.player || !event) return;
    this.player.extend(events);
    const { seats } = this.player.timeline;
    const end = event.end ? ` ${ended(event.end, seats)}` : "";
    this.tell(this.player.board, `${deed(event, seats)}.${end}`);
  }

  /**
   * @param {Board} board
   * @param {string} words
   */
  tell(board, words) {
    this.part("told").textContent = words;
    board.describe(words);
  }

  /** @param {Messages["state"]} told */
  stands({ status }) {
    if (status === "queued" || status === "running") return;
    this.part("told").textContent = word("over");
    delete this.element.dataset.board;
  }
}

/** @param {Seat} seat */
const line = (seat) => make("li", "", mark(seat), seat.name);

/** @type {Map<number, SmallBoard>} */
const shown = new Map();
/** @type {Stream | undefined} */
let stream;

/** @param {Message[]} messages */
const hear = (messages) => {
  /** @type {Map<number, FilmEvent[]>} */
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

// Follows the boards of the page, of which a part may have been replaced.
const follow = () => {
  const boards = findAll(document, "[data-board]");
  if (boards.length === shown.size && boards.every((one) => shown.get(Number(one.dataset.board))?.element === one)) {
    return;
  }
  stream?.end();
  stream = undefined;
  shown.clear();
  for (const one of boards) shown.set(Number(one.dataset.board), new SmallBoard(one));
  if (shown.size) stream = new Stream(`${prefix}/live/boards/${[...shown.keys()].join(",")}/`, hear);
};

document.addEventListener("htmx:afterSwap", follow);
follow();
