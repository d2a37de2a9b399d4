// Asks the server again when a stream says that something has changed; without a stream, at intervals.
import { Stream } from "./stream.js";

/** @import { Message } from "./stream.js" */

// With a stream a page still asks now and then: what changes with time alone is no news.
const QUIET = 30_000;

export class News {
  /**
   * @param {string} address of the stream
   * @param {(mark?: string) => unknown} ask gets the mark of the change, if a stream has told of one
   * @param {object} pauses in milliseconds
   * @param {number} pauses.without between two questions while there is no stream
   * @param {number} [pauses.least] between two questions at least
   */
  constructor(address, ask, { without, least = 0 }) {
    this.ask = ask;
    this.without = without;
    this.least = least;
    this.asked = performance.now();
    /** @type {string | undefined} */
    this.mark = undefined;
    this.stream = new Stream(address, (messages) => {
      for (const message of messages) this.hear(markOf(message));
    });
    this.later();
  }

  /** @param {string | undefined} mark */
  hear(mark) {
    if (mark === undefined || mark === this.mark) return;
    this.mark = mark;
    this.later(Math.max(0, this.asked + this.least - performance.now()), mark);
  }

  /**
   * Asks after a pause. Later calls replace earlier ones.
   *
   * @param {number} [pause]
   * @param {string} [mark]
   */
  later(pause = this.stream.isOpen ? QUIET : this.without, mark) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(mark), pause);
  }

  /** @param {string} [mark] */
  look(mark) {
    this.later();
    // A page that nobody sees asks when somebody does: a new stream begins with the mark.
    if (document.hidden) {
      this.mark = undefined;
      return;
    }
    this.asked = performance.now();
    this.ask(mark);
  }

  end() {
    clearTimeout(this.timer);
    this.stream.end();
  }
}

/**
 * Returns what tells a change from others; undefined for a message that is none.
 *
 * @param {Message} message
 */
const markOf = ([kind, told]) => {
  if (kind === "change") return told.mark;
  // Of a match: it has begun or ended, or one of its games has.
  return kind === "state" || kind === "end" ? JSON.stringify(told) : undefined;
};
