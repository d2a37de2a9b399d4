// The page of a casual game: the replay's board, which grows with the game, and a person's actions.
import { around, find, findAll, lookUp } from "../replay/dom.js";
import { GamePage } from "../replay/game.js";
import { News } from "../replay/news.js";
import { minutes } from "../replay/seats.js";
import { word } from "../words.js";
import { Ahead } from "./ahead.js";
import { Attention } from "./attention.js";
import { Taps } from "./taps.js";

/** @import { Film, FilmEvent, Way } from "../film.d.ts" */

/**
 * @typedef {object} Changes what has changed since the last look
 * @property {number} state counted up by every change of the game
 * @property {number} rewinds how often actions were taken back
 * @property {string} refusal why what was asked for was not done; empty if it was
 * @property {string} status
 * @property {"bot" | "person"} waits
 * @property {boolean} mine whether the visitor is to act
 * @property {number[]} own the visitor's seats
 * @property {number | null} left
 * @property {boolean} alone
 * @property {number | null} due
 * @property {Way[]} ways
 * @property {string | null} hint the action that the judge advises
 * @property {string} panel
 * @property {FilmEvent[]} [events]
 * @property {Film} [film]
 */

/** @param {number} time */
const sleep = (time) => new Promise((done) => setTimeout(done, time));

// Milliseconds: between two looks without a stream, after a failed one, and until a game that is
// over has no more news, such as a rematch.
const WITHOUT = 1500;
const FAILED = 4000;
const AFTERWARDS = 60_000;

// A worker keeps what a bot has printed when it lets go of the game, a moment after its last event.
const PRINTED_AFTER = 2000;

class PlayPage extends GamePage {
  /**
   * @param {HTMLElement} root
   * @param {Changes} news
   * @param {Film} film
   */
  constructor(root, news, film) {
    super(root, film, root.dataset.ply === undefined ? undefined : Number(root.dataset.ply));
    this.news = news;
    this.isSending = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.ending = undefined;
    /** @type {Promise<unknown>} */
    this.busy = Promise.resolve();
    // Whether a person at the keyboard has chosen on the board.
    this.onBoard = false;
    /** @type {Way[]} */
    this.lastWays = [];
    this.attention = new Attention(String(root.dataset.turnIcon));
    this.steps.sound = () => this.showSound(this.attention.toggle());
    this.taps = this.layTaps();
    this.ahead = this.layAhead();
    const [own, ...more] = news.own;
    if (own !== undefined && !more.length && film.seats[own].place.startsWith("above")) this.flip();
    this.wire();
    this.part("steps").hidden = false;
    this.showSound(this.attention.isLoud);
    this.queue(() => this.take(news));
    this.updates = new News(String(root.dataset.stream), (mark) => this.look(mark), { without: WITHOUT });
    setInterval(() => this.tick(), 250);
  }

  layTaps() {
    return new Taps(this.board, {
      choose: (action) => this.act(action),
      narrow: (ways) => this.narrow(ways),
    });
  }

  layAhead() {
    return new Ahead(this.board, (isHeld) => {
      this.part("ahead").hidden = !isHeld;
    });
  }

  /** @param {Film} film */
  restart(film) {
    super.restart(film);
    this.taps = this.layTaps();
    this.ahead.hold([]);
    this.ahead = this.layAhead();
  }

  wire() {
    super.wire();
    this.root.addEventListener("click", (event) => this.chooseAhead(event));
    this.root.addEventListener("submit", (event) => {
      const form = around(event, "form");
      if (!(form instanceof HTMLFormElement) || form.classList.contains("leaves")) return;
      event.preventDefault();
      if (form.dataset.part === "resign" && !confirm(word("resign"))) return;
      this.send(form, event.submitter);
    });
  }

  /**
   * Holds an action for the visitor's next turn, in games in which no throw decides what is allowed.
   *
   * @param {MouseEvent} event
   */
  chooseAhead({ target, clientX, clientY }) {
    if (!this.mayChooseAhead) return;
    const matrix = this.board.turned.getScreenCTM()?.inverse();
    if (!matrix || !this.player.atEnd || !this.board.element.contains(/** @type {Node} */ (target))) return;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    this.ahead.tap([x, y]);
  }

  get mayChooseAhead() {
    const { mine, own, status } = this.news;
    return "ahead" in this.root.dataset && !mine && own.length === 1 && status === "playing";
  }

  /**
   * @param {string} key
   * @returns {(() => void) | undefined}
   */
  action(key) {
    if (!/^[1-9]$/.test(key)) return super.action(key);
    const button = findAll(this.root, ".move-buttons button:not([hidden])")[Number(key) - 1];
    return button && (() => button.click());
  }

  /** @param {string} action */
  act(action) {
    const form = find(this.root, "form.moves", HTMLFormElement);
    // The place that was chosen goes, so the focus would be nowhere at the next turn.
    this.onBoard = this.taps.layer.querySelector(":focus-visible") !== null;
    this.send(form, this.buttonOf(action) ?? null);
  }

  /** @param {string} action */
  buttonOf(action) {
    return findAll(this.root, "form.moves button[name=action]").find((one) => one.getAttribute("value") === action);
  }

  /**
   * Shows only some of the actions, for those that begin and end at the same places.
   *
   * @param {Way[] | null} ways
   */
  narrow(ways) {
    const names = ways && new Set(ways.map((way) => way.action));
    for (const button of findAll(this.root, ".move-buttons button")) {
      button.hidden = names !== null && !names.has(button.getAttribute("value") ?? "");
    }
    const hint = lookUp(this.root, '[data-part="hint"]');
    if (!hint) return;
    hint.hidden = !this.news.ways.length;
    hint.textContent = word(names ? "choose-one" : "choose");
  }

  // What the page has of the game, for the answer to leave out.
  get known() {
    const { state, rewinds } = this.news;
    // Throws that were hidden have faces at the end, so such a film comes whole.
    const isHiding = this.timeline.events.some((event) => event.throw === "?");
    const have = isHiding ? -1 : this.timeline.last;
    return { seen: String(state), rewinds: String(rewinds), have: String(have) };
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} button
   */
  async send(form, button) {
    if (this.isSending) return;
    this.isSending = true;
    const body = new FormData(form, button);
    this.taps.show([]);
    form.classList.add("sent");
    // Not `form.action`: that is the button of this name.
    await this.queue(() => {
      for (const [name, value] of Object.entries(this.known)) body.set(name, value);
      return this.ask(String(form.getAttribute("action")), { method: "POST", body });
    });
    this.isSending = false;
    form.classList.remove("sent");
  }

  /**
   * Does one thing after the other, so that no event comes twice. What fails holds up nothing.
   *
   * @param {() => Promise<void>} deed
   */
  queue(deed) {
    const done = this.busy.then(deed);
    this.busy = Promise.allSettled([done]);
    return done;
  }

  /**
   * Looks for what has changed, unless the page has come as far as a stream has told.
   *
   * @param {string} [mark]
   */
  look(mark) {
    this.queue(async () => {
      if (mark !== undefined && Number(mark) <= this.news.state) return;
      await this.ask(`${this.root.dataset.news}?${new URLSearchParams(this.known)}`);
    });
  }

  /**
   * @param {string} address
   * @param {RequestInit} [options]
   */
  async ask(address, options = {}) {
    try {
      const answer = await fetch(address, { ...options, headers: { Accept: "application/json" } });
      if (!answer.ok && answer.status !== 409) throw new Error(`status ${answer.status}`);
      const news = await answer.json();
      if (!news.same) await this.take(news);
    } catch {
      this.refuse(word("again"));
      this.updates?.later(FAILED);
    }
  }

  /** @param {Changes} news */
  async take(news) {
    const isFirst = news === this.news;
    this.news = news;
    this.heard = performance.now();
    if (!isFirst && news.film) this.restart(news.film);
    if (news.status === "over") this.windUp();
    if (!isFirst && news.events?.length) this.attention.play(cause(news));
    await this.follow(news.events ?? []);
    // Only now: buttons that came before the events have run would be pressed in vain.
    const panel = new DOMParser().parseFromString(news.panel, "text/html").getElementById("panel");
    const box = this.part("panel");
    const focused = box.contains(document.activeElement);
    const isAhead = this.ahead.keys.layer.contains(document.activeElement);
    this.onBoard = isAhead ? news.mine : this.onBoard && document.activeElement === document.body;
    box.replaceChildren(panel ?? "");
    this.refuse(news.refusal);
    this.taps.show(news.mine ? news.ways : [], news.hint);
    if (news.mine) this.lastWays = news.ways;
    this.ahead.offer(this.mayChooseAhead ? this.lastWays : []);
    this.refocus(focused || (this.onBoard && news.status === "over"));
    const way = news.mine || news.status === "over" ? this.ahead.take(news.ways) : undefined;
    // Only after what brought the turn is dealt with, which may be an action of one's own.
    if (way) setTimeout(() => this.act(way.action));
    this.attention.show(news.mine && news.status !== "over");
    if (news.status === "over") document.body.dispatchEvent(new Event("over"));
  }

  /** @param {boolean} isLoud */
  showSound(isLoud) {
    this.part("sound").setAttribute("aria-pressed", String(isLoud));
  }

  // A game that is over soon has all that will come.
  windUp() {
    setTimeout(() => this.loadPrinted(), PRINTED_AFTER);
    this.ending ??= setTimeout(() => this.updates?.end(), AFTERWARDS);
  }

  /**
   * Goes on where a person with a keyboard was: in the new panel, or on the board.
   *
   * @param {boolean} inPanel
   */
  refocus(inPanel) {
    const onBoard = this.onBoard ? this.taps.first : null;
    const next = inPanel ? lookUp(this.part("panel"), "button, select, a") : onBoard;
    if (!next) return;
    next.focus({ preventScroll: true });
    this.onBoard = false;
  }

  /**
   * Shows one event after the other, so that each is seen; a person who looks back stays there.
   *
   * @param {FilmEvent[]} events
   */
  async follow(events) {
    const along = this.player.atEnd;
    for (const event of events) {
      this.timeline.append(event);
      if (along && this.player.ply === this.timeline.last - 1) {
        await sleep(Math.min(this.player.go(this.timeline.last), 1200) + 60);
      }
    }
    this.show();
  }

  /** @param {string} words */
  refuse(words) {
    const box = lookUp(this.root, '[data-part="refusal"]');
    if (!box) return;
    box.textContent = words;
    box.hidden = !words;
  }

  show() {
    super.show();
    this.part("ply").textContent = this.where;
    this.taps.layer.classList.toggle("away", !this.player.atEnd);
    this.tick();
  }

  /** @param {number | null} seconds */
  clock(seconds) {
    return seconds === null || seconds === undefined ? "" : minutes(Math.max(0, Math.ceil(seconds)));
  }

  tick() {
    if (!this.player.atEnd) return;
    const { due, left, status } = this.news;
    const thinks = status === "over" ? null : due;
    for (const plate of findAll(this.root, ".plate")) {
      plate.classList.toggle("due", Number(plate.dataset.seat) === thinks);
    }
    if (thinks !== null) this.tickClock(thinks, left);
  }
}

/** @param {Changes} news */
const cause = ({ status, mine }) => {
  if (status === "over") return "over";
  return mine ? "turn" : "action";
};

const root = find(document, "#table");
const answer = await fetch(String(root.dataset.news), { headers: { Accept: "application/json" } });
if (answer.ok) {
  const news = await answer.json();
  new PlayPage(root, news, news.film);
}
