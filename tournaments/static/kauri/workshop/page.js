// The page of the workshop: the editor, the games that the frame plays, and their results. Other
// scripts hear "workshop:played" after each game and "workshop:changed" after each edit.

import { find, findAll, make } from "../replay/dom.js";
import { duration } from "../replay/seats.js";
import { decimal, label, word } from "../words.js";
import { Bench } from "./bench.js";
import { WorkshopBoard } from "./board.js";
import { askName, Editor } from "./editor.js";
import { LocalDrafts } from "./local.js";

/** @import { Film, FilmEvent } from "../film.d.ts" */
/** @import { CodeFile, Names } from "./editor.js" */
/** @import { Fault, Message } from "./messages.js" */

/** @typedef {{ name: string, label: string, files?: CodeFile[] }} Opponent */
/** @typedef {{ game: string, variant: string, names: Names, files: CodeFile[], opponents: Opponent[], weights: string }} PageData */
/** @typedef {{ names: string[], events: FilmEvent[], seeds: Record<string, number> }} PlayedGame */

const SETTLED = 400;
const FROM_HERE = 100;
const ITSELF = "itself";
const PERSON = "person";
const STATES = {
  loading: word("workshop-loading"),
  ready: word("workshop-ready"),
  playing: word("workshop-playing"),
  waiting: word("workshop-waiting"),
  judging: word("workshop-judging"),
};
const ENDINGS = {
  won: word("workshop-won"),
  drawn: word("workshop-drawn"),
  lost: word("workshop-lost"),
  failed: word("workshop-failed"),
};

const root = find(document, "#workshop");
const data = /** @type {PageData} */ (JSON.parse(find(document, "#workshop-data", HTMLScriptElement).text));
const sentences = JSON.parse(find(document, "#workshop-sentences", HTMLScriptElement).text);

class WorkshopPage {
  constructor() {
    this.editor = new Editor(this.part("editor"), this.part("tabs"), {
      names: data.names,
      nonce: String(root.dataset.nonce),
      changed: () => this.changed(),
    });
    this.editor.open(data.files);
    this.opponent = find(root, '[name="opponent"]', HTMLSelectElement);
    this.control = find(root, '[name="control"]', HTMLSelectElement);
    /** @type {WorkshopBoard | undefined} */
    this.board = undefined;
    /** @type {PlayedGame[]} */
    this.games = [];
    this.tally = { won: 0, drawn: 0, lost: 0, failed: 0 };
    this.first = 0;
    this.weights = "";
    /** @type {number | undefined} */
    this.ply = undefined;
    this.bench = new Bench(find(root, "iframe", HTMLIFrameElement), sentences, (message) => this.hear(message));
    this.admit(new LocalDrafts().rivals(data.game, new URLSearchParams(location.search).get("local")));
    this.wire();
    this.say("ready");
    this.part("status").textContent = "";
    this.follow(new URLSearchParams(location.search));
  }

  /**
   * Opens a game of the site at a position, from which bots may play on.
   *
   * @param {URLSearchParams} query
   */
  async follow(query) {
    const record = query.get("record");
    if (!record) return;
    this.say("loading");
    const { seats, events } = await (await fetch(record)).json();
    const names = seats.map((/** @type {{ name: string }} */ { name }) => name);
    this.ply = Number(query.get("ply"));
    this.bench.ask({ do: "film", variant: data.variant, names, events, control: this.control.value });
  }

  /**
   * Adds this browser's own drafts to the opponents.
   *
   * @param {Opponent[]} rivals
   */
  admit(rivals) {
    data.opponents.push(...rivals);
    const group = this.part("rivals");
    group.append(...rivals.map(({ name, label }) => new Option(label, name)));
    group.hidden = group.childElementCount === 0;
  }

  /** @param {string} name */
  part(name) {
    return find(root, `[data-part="${name}"]`);
  }

  wire() {
    /** @type {Record<string, () => void>} */
    const deeds = {
      run: () => this.run(1),
      ten: () => this.run(10),
      stop: () => this.stop(),
      add: () => this.add(),
      remove: () => this.editor.remove(),
    };
    for (const button of findAll(root, "[data-run]")) {
      button.addEventListener("click", () => deeds[String(button.dataset.run)]());
    }
    for (const sign of ["pointerover", "focusin"]) root.addEventListener(sign, () => this.bench.wake(), { once: true });
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (this.state === "ready") this.run(1);
    });
  }

  /**
   * Says what Python does, and lets the buttons fit.
   *
   * @param {keyof typeof STATES} state
   */
  say(state) {
    this.state = state;
    this.part("status").textContent = STATES[state];
    for (const name of ["run", "ten"]) this.button(name).disabled = state !== "ready";
    this.button("stop").disabled = state === "ready";
  }

  /** @param {string} name */
  button(name) {
    return find(root, `[data-run="${name}"]`, HTMLButtonElement);
  }

  add() {
    const name = askName();
    if (name) this.editor.add(name);
  }

  changed() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => dispatch("changed", { files: this.editor.files() }), SETTLED);
  }

  /** @returns {object} */
  rival() {
    const { value } = this.opponent;
    const name = this.opponent.selectedOptions[0].label;
    const chosen = data.opponents.find((opponent) => opponent.name === value);
    if (value === ITSELF) return { name, files: byName(this.editor.files()) };
    return chosen?.files ? { name, files: byName(chosen.files) } : { name, house: value };
  }

  /**
   * @param {number} games
   * @param {string[]} opening the actions and throws from which they go on
   */
  run(games, opening = []) {
    this.games = [];
    this.tally = { won: 0, drawn: 0, lost: 0, failed: 0 };
    this.complain(null);
    this.part("results").replaceChildren();
    this.part("score").textContent = "";
    const own = { name: word("workshop-own"), files: byName(this.editor.files()) };
    this.say(this.bench.isUp ? "playing" : "loading");
    const count = this.opponent.value === PERSON ? 1 : games;
    const request = { variant: data.variant, entrants: [own, this.rival()], control: this.control.value };
    this.bench.ask({ do: "play", ...request, games: count, first: this.first, opening });
    if (count === 1) this.first += 1;
  }

  stop() {
    this.board?.withdraw();
    this.bench.stop();
    this.say("ready");
  }

  /** @param {Message} message */
  hear(message) {
    switch (message.kind) {
      case "ready":
      case "idle":
        if (this.state !== "waiting") this.say("ready");
        break;
      case "broken":
        this.complain(word("workshop-broken", { why: message.why }));
        if (this.bench.isUp) this.bench.stop();
        this.say("ready");
        break;
      case "refused":
        this.complain(message.why);
        break;
      case "film":
        if (this.state === "loading") this.say("playing");
        this.open(message.film);
        break;
      case "events":
        this.board?.add(message.events, message.printed);
        break;
      case "turn":
        this.say("waiting");
        this.board?.offer(message.ways);
        break;
      case "over":
        this.finish(message);
        break;
      case "score":
        this.score(message);
        break;
      case "answer":
        this.answer(message);
        break;
      case "judged":
        this.board?.value(message.points);
    }
  }

  /** @param {Film} film */
  open(film) {
    const box = find(root, "#replay");
    if (box.hidden && matchMedia("(max-width: 55rem)").matches) setTimeout(() => box.scrollIntoView());
    box.hidden = false;
    if (this.board) this.board.begin(film);
    else {
      this.board = new WorkshopBoard(box, film, {
        ask: () => this.ask(),
        judge: data.weights ? () => this.judge() : undefined,
        onward: () => this.onward(),
        choose: (action) => this.choose(action),
      });
      Object.assign(window, { replay: this.board });
    }
    this.names = film.seats.map((seat) => seat.name);
    if (this.ply !== undefined) this.board.player.step(this.ply);
    this.ply = undefined;
  }

  /** @param {string} action */
  choose(action) {
    this.board?.withdraw();
    this.say("playing");
    this.bench.ask({ do: "act", action });
  }

  /** @param {Extract<Message, { kind: "over" }>} over */
  finish({ own, result, faults, events, seeds }) {
    this.board?.flush();
    this.board?.finish();
    this.state = "playing";
    this.games.push({ names: this.names ?? [], events, seeds });
    const mine = faults.find(({ seat }) => this.names?.[seat] === this.names?.[own]);
    if (mine) this.blame(mine);
    else if (faults[0]) this.complain(faults[0].why);
    const ending = endings[result + 1];
    this.tally[ending] += 1;
    this.tally.failed += mine ? 1 : 0;
    this.list(this.games.length, mine ? "failed" : ending);
    dispatch("played", { opponent: this.opponent.value, games: this.games.length, ...this.tally });
  }

  /**
   * Adds a game to the results; a click shows it.
   *
   * @param {number} number
   * @param {keyof typeof ENDINGS} ending
   */
  list(number, ending) {
    const game = this.games[number - 1];
    const button = make("button", `chip ${ending}`, `${number} ${ENDINGS[ending]}`);
    button.type = "button";
    button.addEventListener("click", () => {
      if (this.state !== "ready") return;
      const { names, events } = game;
      this.bench.ask({ do: "film", variant: data.variant, names, events, control: this.control.value });
    });
    this.part("results").append(button);
  }

  /** @param {Extract<Message, { kind: "score" }>} told */
  score({ games, wins, draws, losses, score, margin }) {
    const [low, high] = [Math.max(0, score - margin), Math.min(1, score + margin)].map((share) =>
      decimal(100 * share, 0),
    );
    const values = { games, wins, draws, losses, score: decimal(100 * score, 0), low, high };
    this.part("score").textContent = games > 1 ? word("workshop-score", values) : "";
  }

  /** @param {Fault} fault */
  blame({ why, detail, at }) {
    this.complain(why, detail);
    if (at) this.editor.mark({ name: at[0], line: at[1], message: why });
  }

  /**
   * Shows what went wrong; null clears it.
   *
   * @param {string | null} why
   * @param {string} detail
   */
  complain(why, detail = "") {
    const box = this.part("error");
    box.hidden = why === null;
    const trace = make("pre", "log", detail);
    box.replaceChildren(why ?? "", ...(detail ? [trace] : []));
    if (why === null) this.editor.mark(null);
  }

  // Asks the bot in the editor what it would do in the position that is shown.
  ask() {
    if (!this.board || this.state !== "ready") return;
    const { ply } = this.board.player;
    const { next } = this.board.timeline.at(ply);
    const events = this.board.timeline.events.slice(0, ply).map(bare);
    const seed = this.games.at(-1)?.seeds[next] ?? 0;
    const files = byName(this.editor.files());
    this.complain(null);
    this.say("playing");
    this.bench.ask({ do: "ask", variant: data.variant, files, events, seed, control: this.control.value });
  }

  // Lets the bot in the editor and its opponent play on from the position that is shown.
  onward() {
    if (!this.board || this.state !== "ready") return;
    const events = this.board.timeline.events.slice(0, this.board.player.ply);
    this.run(
      FROM_HERE,
      events.map((event) => String(event.action ?? event.throw)),
    );
  }

  // Asks what each seat could expect, by the value function that the site judges with.
  async judge() {
    if (!this.board || this.state !== "ready") return;
    this.say("judging");
    const events = this.board.timeline.events.map(bare);
    this.weights ||= await base64Of(data.weights);
    this.bench.ask({ do: "judge", variant: data.variant, events, weights: this.weights });
  }

  /** @param {Extract<Message, { kind: "answer" }>} answer */
  answer({ action, note, deed, wall, fault, printed }) {
    if (fault) this.blame(fault);
    const seats = this.board?.timeline.seats ?? [];
    const said = deed
      ? word("workshop-answer", { deed: label(deed, seats), action: action ?? "", time: duration(wall ?? 0) })
      : "";
    const parts = [said, note ? make("q", "note", note) : "", printed ? make("pre", "log", printed) : ""];
    this.board?.part("answer").replaceChildren(...parts);
  }
}

const endings = /** @type {const} */ (["lost", "drawn", "won"]);

/** @param {CodeFile[]} files */
const byName = (files) => Object.fromEntries(files.map(({ name, text }) => [name, text]));

/** @param {string} address */
const base64Of = async (address) => {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
};

/**
 * Returns an event as records have it.
 *
 * @param {FilmEvent} event
 */
const bare = ({ seat, action, throw: thrown, forfeit, opening, wall }) => ({
  seat,
  action,
  throw: thrown,
  forfeit,
  opening,
  wall,
});

/**
 * @param {"played" | "changed"} name
 * @param {object} detail
 */
const dispatch = (name, detail) => document.dispatchEvent(new CustomEvent(`workshop:${name}`, { detail }));

const page = new WorkshopPage();

/** Returns the files in the editor. */
export const files = () => page.editor.files();

/**
 * Puts other files into the editor.
 *
 * @param {CodeFile[]} opened
 */
export const open = (opened) => page.editor.open(opened);
