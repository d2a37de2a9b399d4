// Lets a person choose an action on the board: where it begins, then where it ends. It knows no
// rules: the site says which actions there are and where they lead.
import { word } from "../words.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 26;
const SIZE = { start: 44, end: 36 };

export class Taps {
  // `choose` gets the action that is chosen, `narrow` those that are left to choose from.
  constructor(board, { choose, narrow }) {
    this.board = board;
    this.choose = choose;
    this.narrow = narrow;
    this.layer = board.element.querySelector(".k-turn").appendChild(document.createElementNS(SVG, "g"));
    this.ways = [];
  }

  show(ways) {
    this.ways = ways;
    this.begin();
  }

  begin() {
    this.narrow(null);
    this.draw(spots(this.ways, "start"), "start", (spot) => this.started(spot));
  }

  // The first place to tap; null where nobody is to choose.
  get first() {
    return this.layer.firstChild;
  }

  started(spot) {
    if (spot.ways.length === 1) {
      this.choose(spot.ways[0].action);
      return;
    }
    const ends = spots(spot.ways, "end");
    if (ends.length === 1) {
      this.narrow(spot.ways);
      return;
    }
    this.draw(ends, "end", (end) => this.ended(end));
    this.tap({ ...spot, label: word("other-piece") }, "start chosen", () => this.begin());
    this.first.focus();
  }

  ended(spot) {
    if (spot.ways.length === 1) this.choose(spot.ways[0].action);
    else this.narrow(spot.ways);
  }

  draw(all, kind, act) {
    this.layer.replaceChildren();
    for (const spot of all) this.tap(spot, kind, () => act(spot));
  }

  tap(spot, kind, act) {
    const circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("class", `k-tap ${kind}`);
    circle.setAttribute("cx", spot.x);
    circle.setAttribute("cy", spot.y);
    circle.setAttribute("r", kind === "end" ? SIZE.end : SIZE.start * spot.scale);
    circle.setAttribute("tabindex", "0");
    circle.setAttribute("role", "button");
    circle.setAttribute("aria-label", spot.label);
    circle.addEventListener("click", act);
    circle.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    });
    this.layer.append(circle);
  }
}

// The places of some actions; those that lie on each other are one.
const spots = (ways, part) => {
  const found = [];
  for (const way of ways) {
    const [x, y] = way[part];
    const known = found.find((spot) => Math.hypot(spot.x - x, spot.y - y) < NEAR);
    if (known) known.ways.push(way);
    else found.push({ x, y, ways: [way] });
  }
  for (const spot of found) {
    spot.label = spot.ways.slice(0, 6).map((way) => way.action).join(", ");
    const apart = found.filter((other) => other !== spot).map((other) => Math.hypot(spot.x - other.x, spot.y - other.y));
    spot.scale = Math.min(1, Math.min(...apart, 200) / 2 / SIZE.start);
  }
  return found;
};
