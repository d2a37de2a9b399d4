// Follows running games by server-sent events, for as long as somebody sees the page.
const KINDS = ["state", "film", "frame", "end"];
const AGAIN = 10_000;

export class Stream {
  // `hear` gets messages that came together, each as its kind and what it tells. One that `resumes`
  // goes on where it was; another begins with the position that stands.
  constructor(address, hear, { resumes = false } = {}) {
    this.address = address;
    this.hear = hear;
    this.resumes = resumes;
    this.position = "";
    this.waiting = [];
    this.turn = () => (document.hidden ? this.close() : this.open());
    this.leave = () => this.close();
    document.addEventListener("visibilitychange", this.turn);
    addEventListener("pagehide", this.leave);
    addEventListener("pageshow", this.turn);
    this.turn();
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
      // It comes back by itself, unless it was refused.
      if (this.source?.readyState !== EventSource.CLOSED) return;
      this.close();
      this.timer = setTimeout(this.turn, AGAIN * (1 + Math.random()));
    });
  }

  take(kind, message) {
    if (message.lastEventId) this.position = message.lastEventId;
    this.waiting.push([kind, JSON.parse(message.data)]);
    this.due ??= requestAnimationFrame(() => this.tell());
  }

  tell() {
    cancelAnimationFrame(this.due);
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
