// What the pages of a finished, a running and a casual game share: the board with its timeline, the
// plates beside it, steps and keys, the judge's curve, and what bots printed.

import { ended, word } from "../words.js";
import { Board } from "./board.js";
import { around, find, findAll, isModified, lookUp } from "./dom.js";
import { followLinks, Judged } from "./judged.js";
import { toggleNotation } from "./notation.js";
import { Player } from "./player.js";
import { hang, Plot } from "./plots.js";
import { Printed } from "./printed.js";
import { counted, deed } from "./seats.js";
import { Timeline } from "./timeline.js";

/** @import { Curve, Film, Position } from "../film.d.ts" */

/** @typedef {{ name: string, title: string, points: Curve[], balanced: boolean, top?: number }} CurvePlan */

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", f: "flip", n: "notation" };

export class GamePage {
  /**
   * @param {HTMLElement} root
   * @param {Film} film
   * @param {number} [ply] where to begin; without one, at the end
   */
  constructor(root, film, ply = Number.POSITIVE_INFINITY) {
    this.root = root;
    /** @type {Plot[]} */
    this.plots = [];
    /** @type {Judged | undefined} */
    this.judged = undefined;
    // When the page has last heard of the game, for clocks that go on.
    this.heard = performance.now();
    /** @param {number} ply */
    this.choose = (ply) => this.player.step(ply);
    /** @type {Record<string, () => void>} */
    this.steps = {
      first: () => this.player.step(0),
      previous: () => this.player.step(this.player.ply - 1),
      next: () => this.player.step(this.player.ply + 1),
      last: () => this.player.step(this.timeline.last),
      flip: () => this.flip(),
      notation: toggleNotation,
    };
    this.keys = KEYS;
    this.tally = film.tally;
    this.timeline = new Timeline(film);
    this.board = this.place(film);
    this.player = new Player(this.timeline, this.board, Math.min(ply, this.timeline.last));
    const printed = lookUp(root, '[data-part="printed"]');
    this.printed = printed && new Printed(printed, film.seats);
    this.loadPrinted();
  }

  /**
   * Returns the part of the page that a name stands for.
   *
   * @param {string} name
   */
  part(name) {
    return find(this.root, `[data-part="${name}"]`);
  }

  /** @param {Film} film */
  place(film) {
    const board = new Board(film, this.timeline.looks);
    if (this.root.classList.contains("turned")) board.flip();
    this.part("board").replaceChildren(board.element);
    return board;
  }

  /**
   * Shows another film of the same game, as after an action was taken back.
   *
   * @param {Film} film
   * @param {number} [ply]
   */
  restart(film, ply = Number.POSITIVE_INFINITY) {
    this.timeline = new Timeline(film);
    this.board = this.place(film);
    this.player.restart(this.timeline, this.board, ply);
  }

  // Listens to clicks, keys, and the player.
  wire() {
    this.player.addEventListener("change", () => this.show());
    this.root.addEventListener("click", (event) => {
      const button = around(event, "[data-do]");
      if (!button || isModified(event)) return;
      event.preventDefault();
      this.steps[button.dataset.do ?? ""]();
    });
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("htmx:load", () => this.judge());
    followLinks(this.root, this.choose);
    this.judge();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const act = this.action(event.key);
    if (!act || event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event)) return;
    event.preventDefault();
    act();
  }

  /**
   * Returns what a key does.
   *
   * @param {string} key
   * @returns {(() => void) | undefined}
   */
  action(key) {
    return this.steps[this.keys[key]];
  }

  flip() {
    this.board.flip();
    this.root.classList.toggle("turned");
  }

  loadPrinted() {
    const { output } = this.root.dataset;
    if (output) this.printed?.load(output);
  }

  // Shows the judge's curve once there is one: with the page, or when htmx brings it.
  async judge() {
    const address = document.getElementById("analysis")?.dataset.analysis;
    if (!address || this.isJudging) return;
    this.isJudging = true;
    this.judged = await Judged.of(address, this.timeline);
    this.draw();
    this.show();
  }

  // Draws what stands over the whole length of the game, where the page has a place for it.
  draw() {
    this.plots = this.curves().flatMap(({ name, title, points, ...options }) => {
      const box = lookUp(document, `[data-part="plot-${name}"]`);
      const plot = new Plot(this.timeline, points, { ...options, choose: this.choose });
      if (!box || plot.empty) return [];
      hang(box, plot, title, this.height(name, plot.top));
      return [plot];
    });
    for (const plot of this.plots) plot.show(this.player.ply);
  }

  /**
   * Returns the curves of the game.
   *
   * @returns {CurvePlan[]}
   */
  curves() {
    return [{ name: "judge", title: word("judged"), points: this.judged?.points ?? [], balanced: true, top: 1 }];
  }

  /**
   * Returns in words how high a curve is.
   *
   * @param {string} _name
   * @param {number} top
   */
  height(_name, top) {
    return `±${top}`;
  }

  show() {
    const { ply } = this.player;
    this.showPlates(this.timeline.at(ply));
    this.part("now").textContent = this.story(ply);
    this.board.describe(`${this.deed(ply)}.`);
    this.printed?.show(ply);
    for (const plot of this.plots) plot.show(ply);
    this.showPlayOn();
  }

  // Offers to play on from the position that is shown, unless the game is over there.
  showPlayOn() {
    const offer = lookUp(this.root, '[data-part="on"]');
    if (!offer) return;
    const { ply } = this.player;
    offer.hidden = Boolean(this.timeline.at(ply).end);
    for (const field of findAll(offer, '[name="ply"]')) field.setAttribute("value", String(ply));
  }

  /**
   * Returns what the page says of an event.
   *
   * @param {number} ply
   */
  story(ply) {
    const { end } = this.timeline.at(ply);
    const result = end ? ` ${ended(end, this.timeline.seats)}` : "";
    return `${this.deed(ply)}.${this.judged?.better(ply) ?? ""}${result}`;
  }

  /**
   * Returns an event in words.
   *
   * @param {number} ply
   */
  deed(ply) {
    const event = this.timeline.event(ply);
    return event ? deed(event, this.timeline.seats) : word("before");
  }

  // The words for a position by its number.
  get where() {
    return word("of", { ply: this.player.ply, last: this.timeline.last });
  }

  /** @param {Position} position */
  showPlates(position) {
    for (const plate of findAll(this.root, ".plate")) {
      const seat = Number(plate.dataset.seat);
      find(plate, ".clock").textContent = this.clock(position.clocks[seat]);
      find(plate, ".tally").textContent = counted(position.tally[seat], this.tally);
    }
  }

  /**
   * Shows the clock of the seat that thinks, which goes on since the page has last heard of it.
   *
   * @param {number} seat
   * @param {number | null} left
   */
  tickClock(seat, left) {
    if (left === null) return;
    const now = left - (performance.now() - this.heard) / 1000;
    find(this.root, `.plate[data-seat="${seat}"] .clock`).textContent = this.clock(now);
  }

  /**
   * Returns a clock in words.
   *
   * @param {number | null} _seconds
   * @returns {string}
   */
  clock(_seconds) {
    throw new Error("each page writes clocks in its own way");
  }
}

/**
 * Whether a key means something to the element that has the focus.
 *
 * @param {KeyboardEvent} event
 */
const isElsewhere = (event) => {
  if (around(event, "dialog")) return event.key !== "?";
  if (around(event, "select, textarea, input:not([type=range])")) return true;
  if (event.key === " ") return event.repeat || around(event, "a, button, summary") !== null;
  return event.key.startsWith("Arrow") && around(event, ".table-box, pre") !== null;
};
