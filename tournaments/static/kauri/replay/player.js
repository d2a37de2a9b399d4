// Owns where in a timeline the board stands, and plays it. Listeners hear "change" and "play".
/** @import { FilmEvent } from "../film.d.ts" */
/** @import { Board } from "./board.js" */
/** @import { Timeline } from "./timeline.js" */

const PAUSE = { action: 900, throw: 650 };
export const SPEEDS = [0.5, 1, 2, 4, 16];

export class Player extends EventTarget {
  /**
   * @param {Timeline} timeline
   * @param {Board} board
   * @param {number} ply
   */
  constructor(timeline, board, ply) {
    super();
    this.timeline = timeline;
    this.board = board;
    this.ply = ply;
    this.speed = 1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    board.show(timeline.at(ply));
  }

  get playing() {
    return this.timer !== undefined;
  }

  get atEnd() {
    return this.ply >= this.timeline.last;
  }

  /**
   * Goes to a position: one event further it moves there, anywhere else it jumps. Returns how many
   * milliseconds the motion takes.
   *
   * @param {number} ply
   */
  go(ply) {
    const to = Math.min(Math.max(ply, 0), this.timeline.last);
    if (to === this.ply) return 0;
    const event = to === this.ply + 1 && this.speed < 16 ? this.timeline.event(to) : undefined;
    this.ply = to;
    const position = this.timeline.at(to);
    let lasts = 0;
    if (event) lasts = this.board.move(position, event, this.speed);
    else this.board.show(position);
    this.tell("change");
    return lasts;
  }

  /**
   * Goes to a position because a person asks for it, which ends the playing.
   *
   * @param {number} ply
   */
  step(ply) {
    this.pause();
    this.go(ply);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.atEnd) this.go(0);
    this.timer = setTimeout(() => this.next(), 60);
    this.tell("play");
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.tell("play");
  }

  next() {
    const lasts = this.go(this.ply + 1);
    if (this.atEnd) {
      this.pause();
      return;
    }
    const pause = this.timeline.event(this.ply)?.throw === undefined ? PAUSE.action : PAUSE.throw;
    this.timer = setTimeout(() => this.next(), Math.max(pause / this.speed, lasts + 40));
  }

  /**
   * Appends events that came together. A viewer at the last position goes along, and only the last
   * event moves.
   *
   * @param {FilmEvent[]} events
   */
  extend(events) {
    const follows = this.atEnd && !this.playing;
    for (const event of events) this.timeline.append(event);
    if (follows && events.length > 1) this.skip(this.timeline.last - 1);
    if (follows) this.go(this.timeline.last);
    else this.tell("change");
  }

  /** @param {number} ply */
  skip(ply) {
    this.ply = ply;
    this.board.show(this.timeline.at(ply));
  }

  /**
   * Shows another film, as when a game has been begun again.
   *
   * @param {Timeline} timeline
   * @param {Board} board
   * @param {number} ply
   */
  restart(timeline, board, ply) {
    this.pause();
    this.timeline = timeline;
    this.board = board;
    this.skip(Math.min(ply, timeline.last));
    this.tell("change");
  }

  /** @param {"change" | "play"} name */
  tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
