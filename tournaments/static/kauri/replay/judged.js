// The judge's curve, where a game has been analysed: the points, and the mistakes of note.

import { asked, decimal, word } from "../words.js";
import { around, isModified } from "./dom.js";
/** @import { Analysis, Curve } from "../film.d.ts" */
/** @import { Timeline } from "./timeline.js" */

export const MISTAKE = "mistake";

export class Judged {
  /**
   * @param {Analysis} found
   * @param {Timeline} timeline
   */
  constructor(found, timeline) {
    /** @type {Curve[]} */
    const lines = timeline.seats.map((_, seat) => found.points.map(({ ply, values }) => [ply, values[seat]]));
    // Partners share one line.
    this.points = lines.map((line, seat) => (lines.slice(0, seat).some((other) => same(line, other)) ? [] : line));
    this.seats = timeline.seats;
    this.swings = new Map(found.swings.map((swing) => [swing.ply, swing]));
    for (const { ply } of found.swings) {
      const event = timeline.event(ply);
      if (event) event.marks = [MISTAKE, ...(event.marks ?? [])];
    }
  }

  /**
   * Returns in words what the judge would have preferred to a mistake; empty for other events.
   *
   * @param {number} ply
   */
  better(ply) {
    const swing = this.swings.get(ply);
    if (!swing?.preferred) return "";
    return ` ${word("better", { better: asked(swing.preferred, this.seats), lost: decimal(swing.lost, 2) })}`;
  }

  /**
   * @param {string} address
   * @param {Timeline} timeline
   */
  static async of(address, timeline) {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return new Judged((await answer.json()).found, timeline);
  }
}

/**
 * Makes links of the analysis lead to their events, on the board above.
 *
 * @param {Element} board
 * @param {(ply: number) => void} choose
 */
export const followLinks = (board, choose) => {
  document.addEventListener("click", (event) => {
    const link = around(event, "#analysis a[data-ply]");
    if (!link || isModified(event)) return;
    event.preventDefault();
    choose(Number(link.dataset.ply));
    board.scrollIntoView({ block: "nearest" });
  });
};

/**
 * @param {Curve} one
 * @param {Curve} other
 */
const same = (one, other) => one.every(([, value], n) => value === other[n][1]);
