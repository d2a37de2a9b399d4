// Hears news of the site by server-sent events, for as long as somebody sees the page.
import { doubt } from "./reach.js";

/** @import { Messages } from "../film.d.ts" */

/** @typedef {{ [Kind in keyof Messages]: [kind: Kind, told: Messages[Kind]] }[keyof Messages]} Message */

/** @type {(keyof Messages)[]} */
const KINDS = ["state", "film", "frame", "end", "change"];
const AGAIN = 10_000;

export class Stream {
  /**
   * @param {string} address
   * @param {(messages: Message[]) => void} hear gets messages that came together
   * @param {object} options
   * @param {boolean} [options.resumes] whether it goes on where it was, rather than with the
   *   position that stands
   */
  constructor(address, hear, { resumes = false } = {}) {
    this.address = address;
    this.hear = hear;
    this.resumes = resumes;
    this.position = "";
    /** @type {Message[]} */
    this.waiting = [];
    /** @type {EventSource | undefined} */
    this.source = undefined;
    /** @type {number | undefined} */
    this.due = undefined;
    this.turn = () => (document.hidden ? this.close() : this.open());
    this.leave = () => this.close();
    document.addEventListener("visibilitychange", this.turn);
    addEventListener("pagehide", this.leave);
    addEventListener("pageshow", this.turn);
    this.turn();
  }

  get isOpen() {
    return this.source?.readyState === EventSource.OPEN;
  }

  // A browser has few connections to a site: a page that nobody sees gives its own back.
  open() {
    if (this.source) return;
    const after = this.resumes && this.position ? `?after=${this.position}` : "";
    this.source = new EventSource(this.address + after);
    for (const kind of KINDS) {
      this.source.addEventListener(kind, (message) => this.take(kind, message));
    }
    this.source.addEventListener("error", () => {
      doubt();
      // It comes back by itself, unless it was refused.
      if (this.source?.readyState !== EventSource.CLOSED) return;
      this.close();
      this.timer = setTimeout(this.turn, AGAIN * (1 + Math.random()));
    });
  }

  /**
   * @param {keyof Messages} kind
   * @param {MessageEvent<string>} message
   */
  take(kind, message) {
    if (message.lastEventId) this.position = message.lastEventId;
    this.waiting.push([kind, JSON.parse(message.data)]);
    this.due ??= requestAnimationFrame(() => this.tell());
  }

  tell() {
    if (this.due !== undefined) cancelAnimationFrame(this.due);
    this.due = undefined;
    if (this.waiting.length) this.hear(this.waiting.splice(0));
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = undefined;
    this.tell();
  }

  // Begins again from the start of the game.
  again() {
    this.waiting = [];
    this.position = "";
    this.close();
    this.open();
  }

  end() {
    document.removeEventListener("visibilitychange", this.turn);
    removeEventListener("pagehide", this.leave);
    removeEventListener("pageshow", this.turn);
    this.waiting = [];
    this.close();
  }
}
