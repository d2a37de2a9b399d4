// The page of a game that is not over: the film so far, then each step, and at the end the replay.
import { Stream } from "./stream.js";

const LATE = ["game-told", "game-rest", "sharing", "step-last"];
const OPEN = ["queued", "running"];

export class Follower {
  // `open` makes the page of a film. A page has `restart`, `extend` and `finish`.
  constructor(root, open) {
    this.root = root;
    this.open = open;
    this.game = Number(root.dataset.game);
    this.stream = new Stream(root.dataset.live, (told) => this.hear(told), { resumes: true });
  }

  hear(messages) {
    let frames = [];
    const extend = () => {
      if (frames.length) this.extend(frames);
      frames = [];
    };
    for (const [kind, told] of messages) {
      if (kind === "frame" && told.game === this.game) {
        frames.push(told);
        continue;
      }
      extend();
      if (kind === "film") this.begin(told);
      if (kind === "end" && told.game === this.game && told.result) this.finish();
      if (kind === "state" && !OPEN.includes(told.status)) this.finish();
    }
    extend();
  }

  begin({ game, film }) {
    if (game > this.game) this.finish();
    if (game !== this.game || !film) return;
    if (this.page) this.page.restart(film);
    else this.page = this.open(film);
  }

  // What is known already is left out; after a gap the film begins again.
  extend(frames) {
    if (!this.page) return;
    const { last } = this.page.timeline;
    const fresh = frames.filter(({ n }) => n > last);
    if (!fresh.length) return;
    if (fresh[0].n === last + 1) this.page.extend(fresh.map(({ event }) => event));
    else this.stream.again();
  }

  // Everything else that the page of a finished game has comes from the server.
  async finish() {
    const answer = await fetch(location.pathname);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const replay = page.getElementById("replay");
    if (replay?.dataset.live || this.finished) return;
    this.finished = true;
    this.stream.end();
    if (!replay?.dataset.film) {
      location.reload();
      return;
    }
    for (const id of LATE) document.getElementById(id)?.replaceWith(page.getElementById(id));
    delete this.root.dataset.live;
    if (replay.dataset.output) this.root.dataset.output = replay.dataset.output;
    if (this.page) this.page.finish();
    else this.open(await (await fetch(replay.dataset.film)).json());
  }
}
