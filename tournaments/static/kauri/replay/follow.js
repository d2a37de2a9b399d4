// The page of a game that is not over: the film so far, then each step, and at the end the replay.
import { Stream } from "./stream.js";

/** @import { Film, FilmEvent, Messages } from "../film.d.ts" */
/** @import { Message } from "./stream.js" */

/**
 * @typedef {object} Page the page of a film
 * @property {{ last: number }} timeline
 * @property {(film: Film) => void} restart
 * @property {(events: FilmEvent[]) => void} extend
 * @property {() => void} finish
 */

const LATE = ["game-told", "game-rest", "sharing", "step-last"];
const OPEN = ["queued", "running"];

export class Follower {
  /**
   * @param {HTMLElement} root
   * @param {(film: Film) => Page} open
   */
  constructor(root, open) {
    this.root = root;
    this.open = open;
    this.game = Number(root.dataset.game);
    this.finished = false;
    /** @type {Page | undefined} */
    this.page = undefined;
    this.stream = new Stream(String(root.dataset.live), (messages) => this.hear(messages), { resumes: true });
  }

  /** @param {Message[]} messages */
  hear(messages) {
    /** @type {Messages["frame"][]} */
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

  /** @param {Messages["film"]} told */
  begin({ game, film }) {
    if (game > this.game) this.finish();
    if (game !== this.game || !film) return;
    if (this.page) this.page.restart(film);
    else this.page = this.open(film);
  }

  /**
   * Appends frames but those that are known already; after a gap the film begins again.
   *
   * @param {Messages["frame"][]} frames
   */
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
    for (const id of LATE) document.getElementById(id)?.replaceWith(page.getElementById(id) ?? "");
    delete this.root.dataset.live;
    if (replay.dataset.output) this.root.dataset.output = replay.dataset.output;
    if (this.page) this.page.finish();
    else this.open(await (await fetch(replay.dataset.film)).json());
  }
}
