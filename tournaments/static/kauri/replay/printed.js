// What bots printed beside each event, for those who may read it.
import { mark } from "./seats.js";
import { word } from "../words.js";

export class Printed {
  constructor(box, seats) {
    this.box = box;
    this.seats = seats;
    this.texts = {};
    this.ply = 0;
  }

  async load(address) {
    const answer = await fetch(address);
    if (!answer.ok) return;
    this.texts = await answer.json();
    this.show(this.ply);
  }

  show(ply) {
    this.ply = ply;
    const told = Object.entries(this.texts).filter(([, texts]) => texts[ply]);
    this.box.replaceChildren(...told.flatMap(([seat, texts]) => this.part(this.seats[seat], texts[ply])));
  }

  part(seat, text) {
    const heading = document.createElement("h3");
    const whose = document.createElement("span");
    whose.className = "soft";
    whose.textContent = ` ${word("private")}`;
    heading.append(mark(seat), word("printed", seat), whose);
    const output = document.createElement("pre");
    output.className = "log";
    output.tabIndex = 0;
    output.setAttribute("role", "region");
    output.setAttribute("aria-label", word("what-printed", seat));
    output.textContent = text;
    return [heading, output];
  }
}
