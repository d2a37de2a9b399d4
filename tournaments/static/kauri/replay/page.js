// The page of a game: loads the film and joins board, player, plates, list and plots.

import { decimal, ended, said, word } from "../words.js";
import { find, findAll, lookUp } from "./dom.js";
import { Follower } from "./follow.js";
import { GamePage } from "./game.js";
import { MISTAKE } from "./judged.js";
import { EventList } from "./list.js";
import { SPEEDS } from "./player.js";
import { picked } from "./plots.js";
import { clock, duration } from "./seats.js";

/** @import { Film, FilmEvent, Position } from "../film.d.ts" */

const root = document.getElementById("replay");
const PLOTS_APART = 1000;
const TICK = 100;

export class ReplayPage extends GamePage {
  /**
   * @param {HTMLElement} root
   * @param {Film} film
   */
  constructor(root, film) {
    super(root, film, root.dataset.follows === undefined ? Number(root.dataset.ply) : undefined);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.drawing = undefined;
    Object.assign(this.steps, {
      play: () => this.player.toggle(),
      keys: () => this.help(),
      copy: () => this.copy("link"),
      "copy-embed": () => this.copy("embed"),
      "note-before": () => this.note(-1),
      "note-after": () => this.note(1),
    });
    this.keys = { ...this.keys, ArrowUp: "note-before", ArrowDown: "note-after", " ": "play", "?": "keys" };
    this.scrub = find(root, '[data-part="scrub"]', HTMLInputElement);
    const events = lookUp(root, '[data-part="events"]');
    this.list = events && new EventList(events, this.timeline, this.choose);
    this.wire();
    this.draw();
    this.show();
    root.classList.add("ready");
    if (this.live) this.ticking = setInterval(() => this.tick(), TICK);
  }

  // Whether the game is still being played.
  get live() {
    return this.root.dataset.live !== undefined;
  }

  /** @param {Film} film */
  restart(film) {
    this.heard = performance.now();
    super.restart(film, this.player.atEnd ? undefined : this.player.ply);
    if (this.list) this.list.timeline = this.timeline;
    this.draw();
    this.show();
  }

  /** @param {FilmEvent[]} events */
  extend(events) {
    this.heard = performance.now();
    this.player.extend(events);
    this.drawScale();
    this.drawing ??= setTimeout(() => this.draw(), PLOTS_APART);
  }

  finish() {
    clearInterval(this.ticking);
    this.loadPrinted();
    for (const hidden of findAll(this.root, "[data-js]")) hidden.hidden = false;
    this.draw();
    this.show();
  }

  draw() {
    clearTimeout(this.drawing);
    this.drawing = undefined;
    this.drawScale();
    super.draw();
  }

  drawScale() {
    this.scrub.max = String(this.timeline.last);
    this.scrub.value = String(this.player.ply);
    this.drawMarks();
  }

  curves() {
    const times = picked(this.timeline, (event) => event.wall);
    const values = picked(this.timeline, (event) => event.value);
    return [
      { name: "time", title: word("time"), points: times, balanced: false },
      { name: "values", title: word("evaluations"), points: values, balanced: true },
      ...super.curves(),
    ];
  }

  /**
   * @param {string} name
   * @param {number} top
   */
  height(name, top) {
    return name === "time" ? duration(top) : `±${decimal(top, decimals(top))}`;
  }

  wire() {
    super.wire();
    this.player.addEventListener("play", () => this.showPlaying());
    this.scrub.addEventListener("input", () => this.player.step(Number(this.scrub.value)));
    const speed = find(this.root, '[data-part="speed"]', HTMLSelectElement);
    speed.addEventListener("change", () => {
      this.player.speed = SPEEDS[speed.selectedIndex];
    });
    for (const hidden of findAll(this.root, "[data-js]")) hidden.hidden = false;
  }

  /**
   * Goes to the next event of note, or the one before.
   *
   * @param {1 | -1} way
   */
  note(way) {
    let ply = this.player.ply + way;
    while (ply > 0 && ply < this.timeline.last && !this.timeline.event(ply)?.marks) ply += way;
    this.player.step(ply);
  }

  drawMarks() {
    const box = this.part("marks");
    box.replaceChildren();
    let last = -1;
    this.timeline.events.forEach(({ marks }, number) => {
      if (!marks) return;
      const share = (number + 1) / this.timeline.last;
      // No two closer than they can be told apart.
      if (!marks.some(isGrave) && share - last < 0.004) return;
      last = share;
      const tick = document.createElement("span");
      tick.className = `tick ${marks[0]}`;
      tick.style.left = `${share * 100}%`;
      box.append(tick);
    });
  }

  help() {
    const dialog = find(this.root, '[data-part="help"]', HTMLDialogElement);
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }

  /** @param {"link" | "embed"} name */
  async copy(name) {
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (this.part(name));
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      this.part("copied").textContent = word("copied");
    } catch {
      this.part("copied").textContent = word("copy");
    }
  }

  show() {
    super.show();
    const { ply } = this.player;
    this.scrub.value = String(ply);
    this.scrub.setAttribute("aria-valuetext", this.where);
    this.root.classList.toggle("behind", !this.player.atEnd);
    this.list?.show(ply);
    this.write("note", this.timeline.event(ply)?.note ?? "");
    this.write("text", this.timeline.at(ply).lines.join("\n"));
    this.showPlace(ply);
  }

  /** @param {Position} position */
  showPlates(position) {
    super.showPlates(position);
    for (const plate of findAll(this.root, ".plate")) {
      plate.classList.toggle("due", position.next === Number(plate.dataset.seat));
    }
  }

  /** @param {number} seconds */
  clock(seconds) {
    return clock(seconds);
  }

  // The clock of the bot that thinks in a running game, as well as it is known here.
  tick() {
    const { next, due, clocks } = this.timeline.at(this.player.ply);
    if (this.player.atEnd && due === "action") this.tickClock(next, clocks[next]);
  }

  /** @param {number} ply */
  story(ply) {
    const event = this.timeline.event(ply);
    const { end } = this.timeline.at(ply);
    const deed = this.deed(ply);
    const told = event?.wall === undefined ? deed : word("in-time", { deed, time: duration(event.wall) });
    const marks = event?.marks?.length ? ` · ${event.marks.map((mark) => said(mark)).join(", ")}` : "";
    const better = this.judged?.better(ply) ?? "";
    return `${this.where} · ${told}${marks}.${better}${end ? ` ${ended(end, this.timeline.seats)}` : ""}`;
  }

  /**
   * Writes a text into a part that not all pages have.
   *
   * @param {string} name
   * @param {string} text
   */
  write(name, text) {
    const box = lookUp(this.root, `[data-part="${name}"]`);
    if (box) box.textContent = text;
  }

  /**
   * Lets the address follow without an entry in the history, once the steps come to rest.
   *
   * @param {number} ply
   */
  showPlace(ply) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const address = new URL(location.href);
      if (this.live && this.player.atEnd) address.searchParams.delete("ply");
      else address.searchParams.set("ply", String(ply));
      history.replaceState(history.state, "", address);
      const link = lookUp(this.root, '[data-part="link"]', HTMLInputElement);
      if (link) link.value = address.href;
    }, 250);
  }

  showPlaying() {
    const { playing } = this.player;
    this.part("play").textContent = word(playing ? "pause" : "play");
    this.part("now").setAttribute("aria-live", playing ? "off" : "polite");
  }
}

/** @param {string} mark */
const isGrave = (mark) => mark === "fault" || mark === MISTAKE;

/**
 * Returns as many decimals as the number has: those of a bot are short.
 *
 * @param {number} value
 */
const decimals = (value) => String(value).split(".")[1]?.length ?? 0;

/**
 * Opens the page of a film, which `window.replay` gives to whoever looks inside.
 *
 * @param {HTMLElement} root
 * @param {Film} film
 */
const open = (root, film) => {
  const replay = new ReplayPage(root, film);
  Object.assign(window, { replay });
  return replay;
};

/**
 * @param {HTMLElement} root
 * @param {string} address
 */
const load = async (root, address) => {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    open(root, await answer.json());
  } catch (error) {
    find(root, '[data-part="failed"]').hidden = false;
    throw error;
  }
};

if (root?.dataset.film) load(root, root.dataset.film);
else if (root?.dataset.live) new Follower(root, (film) => open(root, film));
