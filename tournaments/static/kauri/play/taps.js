// Lets a person choose an action on the board: where it begins, then where it ends, and then by
// which places, where several ways lead there. It knows no rules: the site says which actions there
// are and where they lead.
import { draw } from "../replay/dom.js";
import { word } from "../words.js";

/** @import { Point, Way } from "../film.d.ts" */
/** @import { Board } from "../replay/board.js" */

/** @typedef {{ x: number, y: number, ways: Way[], label: string, scale: number }} Spot */
/** @typedef {"start" | "end" | "via" | "start chosen"} Kind */

const NEAR = 26;
const SIZE = { start: 44, end: 36, via: 30 };
const ROW = 60;

export class Taps {
  /**
   * @param {Pick<Board, "turned" | "size">} board
   * @param {object} listeners
   * @param {(action: string) => void} listeners.choose gets the action that is chosen
   * @param {(ways: Way[] | null) => void} listeners.narrow gets those that are left to choose from
   */
  constructor(board, { choose, narrow }) {
    this.board = board;
    this.choose = choose;
    this.narrow = narrow;
    this.layer = draw("g");
    board.turned.append(this.layer);
    // Screen readers find nothing to press within a picture.
    board.turned.ownerSVGElement?.setAttribute("role", "group");
    /** @type {Way[]} */
    this.ways = [];
    /** @type {Way | undefined} */
    this.advised = undefined;
  }

  /**
   * @param {Way[]} ways
   * @param {string | null} [advised] the action that the judge advises
   */
  show(ways, advised = null) {
    this.ways = ways;
    this.advised = ways.find((way) => way.action === advised);
    this.begin();
  }

  begin() {
    this.narrow(null);
    const [placed, others] = [this.ways.filter((way) => way.start), this.ways.filter((way) => !way.start)];
    this.draw(this.spots(placed, begins), "start", (spot) => this.start(spot));
    // Nothing moves: as when a seat must pass.
    const [width, height] = this.board.size;
    if (!placed.length) this.write(others, [width / 2, height / 2]);
    this.advise();
  }

  // Marks where the advised action begins, and leads from there to its end.
  advise() {
    const { start, end } = this.advised ?? {};
    if (!start || !end) return;
    const [cx, cy] = start;
    this.layer.append(draw("circle", { class: "k-way", cx, cy, r: SIZE.end }), path([start, end]));
  }

  // The first place to tap; undefined where nothing can be chosen.
  get first() {
    return /** @type {SVGElement | undefined} */ (this.layer.querySelector("[tabindex]") ?? undefined);
  }

  /** @param {Spot} spot */
  start(spot) {
    if (spot.ways.length === 1) {
      this.choose(spot.ways[0].action);
      return;
    }
    const ends = this.spots(spot.ways, finishes);
    if (ends.length === 1) {
      this.part(spot, ends[0]);
      return;
    }
    this.draw(ends, "end", (end) => this.end(spot, end));
    this.again(spot);
  }

  /**
   * @param {Spot} start
   * @param {Spot} end
   */
  end(start, end) {
    if (end.ways.length === 1) this.choose(end.ways[0].action);
    else this.part(start, end);
  }

  /**
   * Shows the first places at which actions with the same start and end part, and the way so far.
   *
   * @param {Spot} start
   * @param {Spot} end
   */
  part(start, end) {
    this.narrow(end.ways);
    const [{ via }] = end.ways;
    const longest = Math.max(...end.ways.map((way) => way.via.length));
    let step = 0;
    while (step < longest && end.ways.every((way) => isNear(way.via[step], via[step]))) step += 1;
    const way = [[start.x, start.y], ...via.slice(0, step)];
    this.layer.replaceChildren(path(way));
    if (step === longest) this.write(end.ways, [end.x, end.y]);
    else {
      const parting = this.spots(end.ways, (one) => one.via[step] ?? [end.x, end.y]);
      for (const spot of parting) this.tap(spot, "via", () => this.end(start, { ...spot, x: end.x, y: end.y }));
    }
    this.again(start);
  }

  /**
   * Lets the person choose another piece, and go on with the keyboard.
   *
   * @param {Spot} start
   */
  again(start) {
    this.tap({ ...start, label: word("other-piece") }, "start chosen", () => this.begin());
    this.first?.focus();
  }

  /**
   * @param {Spot[]} all
   * @param {Kind} kind
   * @param {(spot: Spot) => void} act
   */
  draw(all, kind, act) {
    this.layer.replaceChildren();
    for (const spot of all) this.tap(spot, kind, () => act(spot));
  }

  /**
   * @param {Spot} spot
   * @param {Kind} kind
   * @param {() => void} act
   */
  tap(spot, kind, act) {
    const size = SIZE[kind === "start chosen" ? "start" : kind];
    const r = kind === "end" ? size : size * spot.scale;
    this.offer(draw("circle", { cx: spot.x, cy: spot.y, r }), kind, spot.label, act);
  }

  /**
   * Offers actions by their names, in a column on the board: no place tells them apart.
   *
   * @param {Way[]} ways
   * @param {number[]} spot the middle of the column, as far as the board has room there
   */
  write(ways, [x, y]) {
    const names = ways.map((way) => way.label);
    const across = Math.max(...names.map((name) => name.length)) * 15 + 50;
    const [width, height] = this.board.size;
    const left = within(x - across / 2, width - across);
    const top = within(y - (ROW * ways.length) / 2, height - ROW * ways.length);
    ways.forEach((way, number) => {
      const box = draw("rect", { width: across, height: ROW - 8, rx: 12 });
      const text = draw("text", { x: across / 2, y: ROW / 2 + 4, "text-anchor": "middle", "font-size": 26 });
      text.textContent = names[number];
      const pill = draw("g", { transform: `translate(${left} ${top + ROW * number})` });
      pill.append(box, text);
      this.offer(pill, "pill", way.asked, () => this.choose(way.action));
    });
  }

  /**
   * @param {SVGElement} shape
   * @param {Kind | "pill"} kind
   * @param {string} label
   * @param {() => void} act
   */
  offer(shape, kind, label, act) {
    const attributes = { class: `k-tap ${kind}`, tabindex: 0, role: "button", "aria-label": label };
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
    shape.addEventListener("click", act);
    shape.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    });
    this.layer.append(shape);
  }

  /**
   * Returns the places of some actions; those that lie on each other are one.
   *
   * @param {Way[]} ways
   * @param {(way: Way) => Point} place
   * @returns {Spot[]}
   */
  spots(ways, place) {
    /** @type {{ x: number, y: number, ways: Way[] }[]} */
    const places = [];
    for (const way of ways) {
      const [x, y] = place(way);
      const near = places.find((spot) => isNear([spot.x, spot.y], [x, y]));
      if (near) near.ways.push(way);
      else places.push({ x, y, ways: [way] });
    }
    return places.map((spot) => {
      const names = spot.ways.slice(0, 6).map((way) => way.asked);
      const apart = places
        .filter((other) => other !== spot)
        .map((other) => Math.hypot(spot.x - other.x, spot.y - other.y));
      const scale = Math.min(1, Math.min(...apart, 200) / 2 / SIZE.start);
      return { ...spot, label: names.join(", "), scale };
    });
  }
}

/** @param {number[][]} spots */
export const path = (spots) => draw("path", { class: "k-way", d: `M${spots.map((spot) => spot.join(" ")).join("L")}` });

/** @param {Way} way */
const begins = (way) => /** @type {Point} */ (way.start);

/** @param {Way} way */
const finishes = (way) => /** @type {Point} */ (way.end);

/**
 * @param {Point | undefined} one
 * @param {Point | undefined} other
 */
const isNear = (one, other) =>
  one !== undefined && other !== undefined && Math.hypot(one[0] - other[0], one[1] - other[1]) < NEAR;

/**
 * @param {number} place
 * @param {number} most
 */
const within = (place, most) => Math.max(0, Math.min(place, most));
