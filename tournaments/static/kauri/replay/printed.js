// What bots printed beside each event, for those who may read it.

import { word } from "../words.js";
import { make } from "./dom.js";
import { mark } from "./seats.js";
/** @import { Seat } from "../film.d.ts" */

export class Printed {
  /**
   * @param {HTMLElement} box
   * @param {Seat[]} seats
   */
  constructor(box, seats) {
    this.box = box;
    this.seats = seats;
    /** @type {Record<string, Record<string, string>>} */
    this.texts = {};
    this.ply = 0;
    // Whose eyes the texts are for.
    this.whose = word("private");
  }

  /** @param {string} address */
  async load(address) {
    const answer = await fetch(address);
    if (!answer.ok) return;
    this.texts = await answer.json();
    this.show(this.ply);
  }

  /** @param {number} ply */
  show(ply) {
    this.ply = ply;
    const told = Object.entries(this.texts).filter(([, texts]) => texts[ply]);
    this.box.replaceChildren(...told.flatMap(([seat, texts]) => this.part(this.seats[Number(seat)], texts[ply])));
  }

  /**
   * @param {Seat} seat
   * @param {string} text
   */
  part(seat, text) {
    const values = { name: seat.name };
    const whose = make("span", "soft", ` ${this.whose}`);
    const output = make("pre", "log", text);
    output.tabIndex = 0;
    output.setAttribute("role", "region");
    output.setAttribute("aria-label", word("what-printed", values));
    return [make("h3", "", mark(seat), word("printed", values), whose), output];
  }
}
