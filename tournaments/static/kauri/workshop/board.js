// The board of the workshop: the replay of a game that is being played in the frame.

import { Taps } from "../play/taps.js";
import { find, findAll, make } from "../replay/dom.js";
import { Judged } from "../replay/judged.js";
import { ReplayPage } from "../replay/page.js";
import { asked, label } from "../words.js";

/** @import { Analysis, Film, FilmEvent, Way } from "../film.d.ts" */
/** @import { BareWay, PrintedTexts } from "./messages.js" */

export class WorkshopBoard extends ReplayPage {
  /**
   * @param {HTMLElement} root
   * @param {Film} film
   * @param {{ ask: () => void, onward: () => void, judge?: () => void, choose: (action: string) => void }} listeners
   */
  constructor(root, film, { ask, onward, judge, choose }) {
    super(root, film);
    Object.assign(this.steps, { ask, onward });
    if (judge) this.steps.judge = judge;
    this.act = choose;
    /** @type {FilmEvent[]} */
    this.waiting = [];
    if (this.printed) this.printed.whose = "";
    this.begin(film);
  }

  /** @param {Film} film */
  begin(film) {
    this.waiting = [];
    this.judged = undefined;
    film.seats.forEach(({ name }, seat) => {
      find(this.root, `.plate[data-seat="${seat}"] .who`).textContent = name;
    });
    if (this.printed) Object.assign(this.printed, { seats: film.seats, texts: {} });
    this.player.step(this.timeline.last);
    this.restart(film);
    this.withdraw();
    for (const plot of findAll(this.root, ".plot-box")) plot.hidden = true;
    this.taps = new Taps(this.board, { choose: this.act, narrow: (ways) => this.narrow(ways) });
  }

  /**
   * @param {FilmEvent[]} events
   * @param {PrintedTexts} printed
   */
  add(events, printed) {
    if (!this.waiting.length && events.length) requestAnimationFrame(() => this.flush());
    this.waiting.push(...events);
    if (!this.printed || !Object.keys(printed).length) return;
    Object.assign(this.printed.texts, printed);
    this.printed.show(this.player.ply);
  }

  // Events come faster than screens change.
  flush() {
    const events = this.waiting.splice(0);
    if (events.length) this.extend(events);
  }

  /** @param {BareWay[]} bare */
  offer(bare) {
    this.flush();
    const { seats } = this.timeline;
    const ways = bare.map((way) => ({ ...way, asked: asked(way.deed, seats), label: label(way.deed, seats) }));
    this.part("choices").replaceChildren(...ways.map((way) => this.button(way)));
    this.taps?.show(ways);
  }

  /** @param {Way} way */
  button(way) {
    const button = make("button", "button quiet", way.label, " ", make("span", "notation mono soft", way.action));
    button.type = "button";
    button.title = way.asked;
    button.value = way.action;
    button.addEventListener("click", () => this.act(way.action));
    return button;
  }

  withdraw() {
    this.taps?.show([]);
    this.part("choices").replaceChildren();
  }

  /** @param {Way[] | null} ways */
  narrow(ways) {
    const names = ways && new Set(ways.map((way) => way.action));
    for (const button of findAll(this.part("choices"), "button")) {
      button.hidden = names !== null && !names.has(button.getAttribute("value") ?? "");
    }
  }

  show() {
    super.show();
    const { due, end } = this.timeline.at(this.player.ply);
    this.part("ask-judge").hidden = !this.steps.judge;
    this.part("onward").hidden = Boolean(end);
    this.part("ask").hidden = due !== "action" || Boolean(end);
    this.part("answer").replaceChildren();
  }

  /** @param {Analysis["points"]} points */
  value(points) {
    this.judged = new Judged({ points, swings: [] }, this.timeline);
    this.draw();
  }

  // The address says what is in the editor, not which event is shown.
  showPlace() {}
}
