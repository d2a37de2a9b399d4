// Owns where in a timeline the board stands, and plays it. Listeners hear "change" and "play".
const PAUSE = { action: 900, throw: 650 };
export const SPEEDS = [0.5, 1, 2, 4, 16];

export class Player extends EventTarget {
  constructor(timeline, board, ply) {
    super();
    this.timeline = timeline;
    this.board = board;
    this.ply = ply;
    this.speed = 1;
    this.timer = 0;
    board.show(timeline.at(ply));
  }

  get playing() {
    return this.timer !== 0;
  }

  get atEnd() {
    return this.ply >= this.timeline.last;
  }

  // Goes to a position: one event further it moves there, anywhere else it jumps.
  go(ply) {
    const to = Math.min(Math.max(ply, 0), this.timeline.last);
    if (to === this.ply) return 0;
    const ahead = to === this.ply + 1;
    this.ply = to;
    const position = this.timeline.at(to);
    let lasts = 0;
    if (ahead && this.speed < 16) lasts = this.board.move(position, this.timeline.event(to), this.speed);
    else this.board.show(position);
    this.tell("change");
    return lasts;
  }

  // A person's step ends the playing.
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
    this.timer = 0;
    this.tell("play");
  }

  next() {
    const lasts = this.go(this.ply + 1);
    if (this.atEnd) {
      this.pause();
      return;
    }
    const pause = this.timeline.event(this.ply).throw === undefined ? PAUSE.action : PAUSE.throw;
    this.timer = setTimeout(() => this.next(), Math.max(pause / this.speed, lasts + 40));
  }

  // Goes along with a running game where its last position is shown.
  append(event) {
    this.extend([event]);
  }

  // The same for events that came together: only the last of them moves.
  extend(events) {
    const follows = this.atEnd && !this.playing;
    for (const event of events) this.timeline.append(event);
    if (follows && events.length > 1) this.skip(this.timeline.last - 1);
    if (follows) this.go(this.timeline.last);
    else this.tell("change");
  }

  skip(ply) {
    this.ply = ply;
    this.board.show(this.timeline.at(ply));
  }

  // Shows another film, as when a game has been begun again.
  restart(timeline, board, ply) {
    this.pause();
    this.timeline = timeline;
    this.board = board;
    this.skip(Math.min(ply, timeline.last));
    this.tell("change");
  }

  tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
