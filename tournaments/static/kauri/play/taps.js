// Lets a person choose an action on the board: where it begins, then where it ends. It knows no
// rules: the site says which actions there are and where they lead.
import { draw } from "../replay/dom.js";
import { word } from "../words.js";

/** @import { Way } from "../film.d.ts" */
/** @import { Board } from "../replay/board.js" */

/** @typedef {{ x: number, y: number, ways: Way[], label: string, scale: number }} Spot */

const NEAR = 26;
const SIZE = { start: 44, end: 36 };

export class Taps {
  /**
   * @param {Pick<Board, "turned">} board
   * @param {object} listeners
   * @param {(action: string) => void} listeners.choose gets the action that is chosen
   * @param {(ways: Way[] | null) => void} listeners.narrow gets those that are left to choose from
   */
  constructor(board, { choose, narrow }) {
    this.choose = choose;
    this.narrow = narrow;
    this.layer = draw("g");
    board.turned.append(this.layer);
    /** @type {Way[]} */
    this.ways = [];
  }

  /** @param {Way[]} ways */
  show(ways) {
    this.ways = ways;
    this.begin();
  }

  begin() {
    this.narrow(null);
    this.draw(spots(this.ways, "start"), "start", (spot) => this.start(spot));
  }

  // The first place to tap; undefined where nothing can be chosen.
  get first() {
    return /** @type {SVGCircleElement | undefined} */ (this.layer.children[0]);
  }

  /** @param {Spot} spot */
  start(spot) {
    if (spot.ways.length === 1) {
      this.choose(spot.ways[0].action);
      return;
    }
    const ends = spots(spot.ways, "end");
    if (ends.length === 1) {
      this.narrow(spot.ways);
      return;
    }
    this.draw(ends, "end", (end) => this.end(end));
    this.tap({ ...spot, label: word("other-piece") }, "start chosen", () => this.begin());
    this.first?.focus();
  }

  /** @param {Spot} spot */
  end(spot) {
    if (spot.ways.length === 1) this.choose(spot.ways[0].action);
    else this.narrow(spot.ways);
  }

  /**
   * @param {Spot[]} all
   * @param {"start" | "end"} kind
   * @param {(spot: Spot) => void} act
   */
  draw(all, kind, act) {
    this.layer.replaceChildren();
    for (const spot of all) this.tap(spot, kind, () => act(spot));
  }

  /**
   * @param {Spot} spot
   * @param {"start" | "end" | "start chosen"} kind
   * @param {() => void} act
   */
  tap(spot, kind, act) {
    const circle = draw("circle", {
      class: `k-tap ${kind}`,
      cx: spot.x,
      cy: spot.y,
      r: kind === "end" ? SIZE.end : SIZE.start * spot.scale,
      tabindex: 0,
      role: "button",
      "aria-label": spot.label,
    });
    circle.addEventListener("click", act);
    circle.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    });
    this.layer.append(circle);
  }
}

/**
 * Returns the places of some actions; those that lie on each other are one.
 *
 * @param {Way[]} ways
 * @param {"start" | "end"} part
 * @returns {Spot[]}
 */
const spots = (ways, part) => {
  /** @type {{ x: number, y: number, ways: Way[] }[]} */
  const places = [];
  for (const way of ways) {
    const [x, y] = way[part];
    const near = places.find((spot) => Math.hypot(spot.x - x, spot.y - y) < NEAR);
    if (near) near.ways.push(way);
    else places.push({ x, y, ways: [way] });
  }
  return places.map((spot) => {
    const names = spot.ways.slice(0, 6).map((way) => way.asked);
    const apart = places
      .filter((other) => other !== spot)
      .map((other) => Math.hypot(spot.x - other.x, spot.y - other.y));
    return { ...spot, label: names.join(", "), scale: Math.min(1, Math.min(...apart, 200) / 2 / SIZE.start) };
  });
};
