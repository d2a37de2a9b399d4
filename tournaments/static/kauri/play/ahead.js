// An action that a person chooses while another thinks: where it begins, and then where it ends.
// Nobody knows yet what will be allowed, so any two places do. It is played if it is allowed then.
// By keys one chooses among the actions of the last turn, since a key points at no place.
import { draw } from "../replay/dom.js";
import { path, Taps } from "./taps.js";

/** @import { Point, Way } from "../film.d.ts" */
/** @import { Board } from "../replay/board.js" */

const REACH = 40;

export class Ahead {
  /**
   * @param {Pick<Board, "turned" | "size">} board
   * @param {(isHeld: boolean) => void} tell
   */
  constructor(board, tell) {
    this.layer = draw("g");
    board.turned.append(this.layer);
    this.tell = tell;
    /** @type {Point[]} */
    this.points = [];
    /** @type {Way[]} */
    this.offered = [];
    this.keys = new Taps(board, { choose: (action) => this.press(action), narrow: () => {} });
    this.keys.layer.classList.add("by-keys");
  }

  /** @param {Way[]} ways the actions of the last turn; none where nothing may be chosen now */
  offer(ways) {
    if (ways !== this.offered) this.keys.show(ways.filter(({ start }) => start));
    this.offered = ways;
  }

  /**
   * Holds an action that was chosen by a key; the same one again drops it.
   *
   * @param {string} action
   */
  press(action) {
    const { ways } = this.keys;
    const [{ start, end }] = ways.filter((way) => way.action === action);
    const isAlone = ways.filter((way) => near(way.start, start ?? undefined)).length === 1;
    const points = /** @type {Point[]} */ (isAlone ? [start] : [start, end]);
    this.hold(String(points) === String(this.points) ? [] : points);
    if (isAlone) return;
    this.keys.begin();
    this.keys.first?.focus();
  }

  /** @param {Point[]} points the place where the action begins, and the one where it ends */
  hold(points) {
    this.points = points;
    this.layer.replaceChildren(...points.map(([cx, cy]) => draw("circle", { class: "k-way", cx, cy, r: REACH })));
    if (points.length > 1) this.layer.append(path(points));
    this.tell(points.length > 0);
  }

  /** @param {Point} point */
  tap(point) {
    const [from, to] = this.points;
    if (from && near(from, point)) this.hold([]);
    else this.hold(from && !to ? [from, point] : [point]);
  }

  /**
   * Returns the action that was chosen, if it is among these and no other may be meant.
   *
   * @param {Way[]} ways
   */
  take(ways) {
    const [from, to] = this.points;
    this.hold([]);
    const begun = ways.filter((way) => near(way.start, from));
    const meant = to ? begun.filter((way) => near(way.end, to)) : begun;
    // Where each place has one action, another place is another choice.
    const isSingle = new Set(ways.map((way) => String(way.start))).size === ways.length;
    const left = to && !meant.length && isSingle ? ways.filter((way) => near(way.start, to)) : meant;
    return left.length === 1 ? left[0] : undefined;
  }
}

/**
 * @param {Point | null} one
 * @param {Point | undefined} other
 */
const near = (one, other) => one && other && Math.hypot(one[0] - other[0], one[1] - other[1]) < REACH;
